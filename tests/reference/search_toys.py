"""Small games in Python for tests of the search, and a wrapper that writes down what is played.

`Lines` is tic-tac-toe and its relatives: k in a line on a board, stones placed freely or dropped
into columns. Dropping repeats moves within a game, and boards without a line are drawn. `Pile` is a
game of take-away in which a player may be to move twice in a row and draws exist.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import katachi
from katachi.games.outcome import opponent


@dataclass(frozen=True)
class LinesPosition:
    game: Lines
    stones: str  # row by row from the bottom: X black, O white

    @property
    def to_move(self) -> katachi.Color:
        return "black" if self.stones.count(".") % 2 == len(self.stones) % 2 else "white"

    @property
    def winner(self) -> katachi.Color | None:
        for line in self.game.lines:
            found = {self.stones[cell] for cell in line}
            if found == {"X"}:
                return "black"
            if found == {"O"}:
                return "white"
        return None

    @property
    def legal_moves(self) -> tuple[str, ...]:
        if self.winner is not None:
            return ()
        return tuple(move for move in self.game.moves if self.target(move) is not None)

    def target(self, move: str) -> int | None:
        """The cell that a stone would come to."""
        number = self.game.moves.index(move)
        if not self.game.drop:
            return number if self.stones[number] == "." else None
        column = range(number, len(self.stones), self.game.width)
        return next((cell for cell in column if self.stones[cell] == "."), None)

    @property
    def is_over(self) -> bool:
        return not self.legal_moves

    @property
    def outcome(self) -> katachi.Outcome:
        """A win counts more the earlier it comes, so that scores differ."""
        winner = self.winner
        if winner is None:
            return katachi.Outcome(None, "full_board")
        margin = 1.0 + self.stones.count(".") / 4
        return katachi.Outcome(winner, "line", margin if winner == "black" else -margin)

    @property
    def key(self) -> int:
        return hash(self.stones)

    def play(self, move: str) -> LinesPosition:
        cell = self.target(move) if move in self.legal_moves else None
        if cell is None:
            raise katachi.IllegalMove(f"{self.to_move} cannot play {move}")
        stone = "X" if self.to_move == "black" else "O"
        return LinesPosition(self.game, self.stones[:cell] + stone + self.stones[cell + 1 :])

    def __str__(self) -> str:
        width = self.game.width
        rows = [self.stones[at : at + width] for at in range(0, len(self.stones), width)]
        return "\n".join(reversed(rows))


@dataclass(frozen=True)
class Lines:
    width: int = 3
    height: int = 3
    length: int = 3
    drop: bool = False
    name: str = "lines"

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple("abcdefghijklmnop"[: self.width * (1 if self.drop else self.height)])

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        return lines_of(self.width, self.height, self.length)

    def start(self) -> LinesPosition:
        return LinesPosition(self, "." * (self.width * self.height))


@cache
def lines_of(width: int, height: int, length: int) -> tuple[tuple[int, ...], ...]:
    """All lines of cells on the board."""
    found = []
    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(length)]
                if all(0 <= cx < width and 0 <= cy < height for cx, cy in cells):
                    found.append(tuple(cy * width + cx for cx, cy in cells))
    return tuple(found)


@dataclass(frozen=True)
class PilePosition:
    """Take one, two or three. Whoever leaves a multiple of `again` moves once more.

    `gains` is what emptying the pile is worth, by the number taken last.
    """

    pile: int
    again: int
    gains: tuple[float, float, float]
    to_move: katachi.Color = "black"
    result: float = 0.0  # Black's

    @property
    def legal_moves(self) -> tuple[str, ...]:
        return tuple(move for move in ("1", "2", "3") if int(move) <= self.pile)

    @property
    def is_over(self) -> bool:
        return self.pile == 0

    @property
    def outcome(self) -> katachi.Outcome:
        winner: katachi.Color | None = None
        if self.result != 0:
            winner = "black" if self.result > 0 else "white"
        return katachi.Outcome(winner, "pile", self.result)

    @property
    def key(self) -> int:
        return hash((self.pile, self.to_move, self.result))

    def play(self, move: str) -> PilePosition:
        if move not in self.legal_moves:
            raise katachi.IllegalMove(f"{self.to_move} cannot take {move}")
        left = self.pile - int(move)
        result = 0.0
        if left == 0:
            gain = self.gains[int(move) - 1]
            result = gain if self.to_move == "black" else -gain
        stays = self.again > 0 and left % self.again == 0
        mover = self.to_move if stays else opponent(self.to_move)
        return PilePosition(left, self.again, self.gains, mover, result)

    def __str__(self) -> str:
        return f"{self.pile} left, {self.to_move} to take"


@dataclass(frozen=True)
class Pile:
    pile: int = 8
    again: int = 0  # 0: players alternate
    gains: tuple[float, float, float] = (1.0, 0.0, -1.0)
    name: str = "pile"
    moves: tuple[str, ...] = ("1", "2", "3")

    def start(self) -> PilePosition:
        return PilePosition(self.pile, self.again, self.gains)


@dataclass(frozen=True)
class RecordedPosition:
    """A position that reports every move to its game; equal to others by the board alone."""

    game: Recorded = field(compare=False)
    inner: katachi.PositionLike
    ply: int = field(compare=False)

    @property
    def to_move(self) -> katachi.Color:
        return self.inner.to_move

    @property
    def legal_moves(self) -> tuple[str, ...]:
        return tuple(self.inner.legal_moves)

    @property
    def is_over(self) -> bool:
        return self.inner.is_over

    @property
    def outcome(self) -> katachi.Outcome:
        return self.inner.outcome

    @property
    def key(self) -> int:
        return self.inner.key

    def play(self, move: str) -> RecordedPosition:
        if self.ply == 0:
            self.game.simulations.append([])
        self.game.simulations[-1].append(move)
        return RecordedPosition(self.game, self.inner.play(move), self.ply + 1)

    def __str__(self) -> str:
        return str(self.inner)


class Recorded:
    """A game whose simulations can be read afterwards: each a list of moves from the root."""

    def __init__(self, game: katachi.GameLike) -> None:
        self.game = game
        self.name = game.name
        self.moves = tuple(game.moves)
        self.simulations: list[list[str]] = []

    def start(self) -> RecordedPosition:
        return RecordedPosition(self, self.game.start(), 0)
