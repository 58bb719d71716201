"""Connect Four, as an example of a game written in Python.

Seven columns, six rows. A move drops a stone into a column; four stones in a line, in any of four
directions, win; a full board is a draw. `katachi.GameLike` and `katachi.PositionLike` say what a
game must offer, and this is all of it: give such an object to `katachi.random_playouts`, or try

    katachi play --game-file examples/connect_four.py

The board is kept as two numbers with one bit per cell, Black's stones and White's. A column takes
seven bits, its six cells from the bottom and one that stays empty, so that lines do not run from
the top of a column into the bottom of the next:

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from dataclasses import dataclass

import katachi

COLUMNS = "abcdefg"
HEIGHT = 6
COLUMN_BITS = HEIGHT + 1
# Steps from a cell to the next: up, right, down and to the right, up and to the right.
DIRECTIONS = (1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)


@dataclass(frozen=True)
class ConnectFourPosition:
    """A board; whose turn it is follows from the number of stones.

    A frozen dataclass gives the equality that the contract asks for.
    """

    black: int = 0
    white: int = 0

    @property
    def to_move(self) -> katachi.Color:
        """Black begins."""
        return "black" if (self.black | self.white).bit_count() % 2 == 0 else "white"

    @property
    def winner(self) -> katachi.Color | None:
        """Who has four in a line."""
        if has_line(self.black):
            return "black"
        return "white" if has_line(self.white) else None

    @property
    def open_columns(self) -> tuple[str, ...]:
        """The columns that are not full."""
        filled = self.black | self.white
        tops = enumerate(COLUMNS)
        return tuple(name for x, name in tops if not filled >> (x * COLUMN_BITS + HEIGHT - 1) & 1)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The open columns, from the left; none when the game is over."""
        return () if self.winner else self.open_columns

    @property
    def is_over(self) -> bool:
        """Four in a line, or a full board."""
        return not self.legal_moves

    @property
    def outcome(self) -> katachi.Outcome:
        """Won by a line of four, or drawn."""
        winner = self.winner
        if winner is None:
            return katachi.Outcome(None, "full_board")
        return katachi.Outcome(winner, "line_of_four", 1.0 if winner == "black" else -1.0)

    @property
    def key(self) -> int:
        """The whole board in one number, so different positions have different keys."""
        return self.black << (len(COLUMNS) * COLUMN_BITS) | self.white

    def play(self, move: str) -> ConnectFourPosition:
        """The position after a stone has been dropped into a column."""
        if move not in COLUMNS or len(move) != 1:
            raise katachi.InvalidMove(f"{move!r} is not a column; columns are a to g")
        if move not in self.legal_moves:
            reason = "the game is over" if self.is_over else "the column is full"
            raise katachi.IllegalMove(f"{self.to_move.capitalize()} cannot play {move}: {reason}")
        # Adding the lowest bit of a column to a column that is filled from the bottom carries
        # into its first empty cell.
        bottom = 1 << (COLUMNS.index(move) * COLUMN_BITS)
        column = bottom * (2**HEIGHT - 1)
        filled = self.black | self.white
        stone = ((filled & column) + bottom) & column
        if self.to_move == "black":
            return ConnectFourPosition(self.black | stone, self.white)
        return ConnectFourPosition(self.black, self.white | stone)

    def __str__(self) -> str:
        """Rows from the top, X black and O white, and the names of the columns."""
        rows = []
        for y in reversed(range(HEIGHT)):
            bits = [1 << (x * COLUMN_BITS + y) for x in range(len(COLUMNS))]
            rows.append(
                " ".join("X" if b & self.black else "O" if b & self.white else "." for b in bits)
            )
        return "\n".join((*rows, " ".join(COLUMNS)))


@dataclass(frozen=True)
class ConnectFour:
    """The rules: the name, the moves and the start."""

    name: str = "connect_four"
    moves: tuple[str, ...] = tuple(COLUMNS)

    def start(self) -> ConnectFourPosition:
        """An empty board."""
        return ConnectFourPosition()

    def position(self, diagram: str) -> ConnectFourPosition:
        """The position of a diagram as `str` draws it; missing rows at the top are empty."""
        rows = [line.split() for line in diagram.split("\n") if line.strip()]
        if rows and rows[-1] == list(COLUMNS):
            rows.pop()
        if len(rows) > HEIGHT or any(len(row) != len(COLUMNS) for row in rows):
            raise katachi.InvalidPosition("a board has at most six rows of seven cells")
        stones = {"X": 0, "O": 0, ".": 0}
        for y, row in enumerate(reversed(rows)):
            for x, symbol in enumerate(row):
                if symbol not in stones:
                    raise katachi.InvalidPosition(f"{symbol!r} is not a cell; cells are X, O or .")
                stones[symbol] |= 1 << (x * COLUMN_BITS + y)
        return ConnectFourPosition(stones["X"], stones["O"])


def has_line(stones: int) -> bool:
    """Whether four stones stand in a line.

    Shifting the stones by one step and keeping those that meet a stone leaves pairs; doing it
    with pairs, two steps apart, leaves the lines of four.
    """
    for step in DIRECTIONS:
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


game = ConnectFour()


def main() -> None:
    """Checks the contract, then plays at random."""
    positions = katachi.check_game(game, games=100)
    print(f"The contract holds in {positions} positions of 100 random games.")
    tally = katachi.random_playouts(game.start(), 1000, seed=1)
    print(
        f"Of {tally.playouts} random games Black wins {tally.share('black'):.0%}, "
        f"White {tally.share('white'):.0%}, {tally.share(None):.0%} are drawn; "
        f"a game has {tally.mean_length:.1f} moves."
    )


if __name__ == "__main__":
    main()
