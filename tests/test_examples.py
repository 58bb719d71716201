"""Games written in Python: the example keeps the contract, and broken games are found out."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import katachi
from katachi.games.perft import count_sequences
from katachi.games.python_file import load_game, load_module

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

if TYPE_CHECKING:
    from connect_four import ConnectFour
else:
    ConnectFour = load_module(EXAMPLES / "connect_four.py").ConnectFour

GAME = ConnectFour()


# Connect Four


def test_connect_four_keeps_the_contract() -> None:
    assert katachi.check_game(GAME, games=30, seed=1) > 300


def test_connect_four_perft() -> None:
    """Published numbers: powers of seven until a column can be full."""
    found = [count_sequences(GAME.start(), depth) for depth in range(1, 7)]
    assert found == [7, 49, 343, 2401, 16807, 117649]


@pytest.mark.slow
def test_connect_four_perft_with_full_columns() -> None:
    assert count_sequences(GAME.start(), 7) == 823536


WINS = {
    "up": ("X......\nXO.....\nXO.....\nXO.....", "black"),
    "right": ("OOO....\nXXXX...", "black"),
    "rising": ("...O...\n..OX...\n.OXX..X\nOXXO..X", "white"),
    "falling": ("O......\nXO.....\nXXO....\nXXXO..X", "white"),
    "right, last columns": ("X......\nXXXOOOO", "white"),
    "up to the top": ("X......\nX......\nX......\nXO.....\nOO.....\nXOO....", "black"),
    "rising into the corner": (
        "......O\n.....OX\n....OXX\n...OXXO\nX..OOOX\nX..XXOX",
        "white",
    ),
}
NO_WINS = {
    "three up": "X......\nXO.....\nXO.....",
    "three and a gap": "XXX.XOO",
    "round the edge of the board": "X......\nX....XX\nO...XOO",
    "from the top of a column to the next": (
        "X......\nX......\nX......\nO......\nO......\nOX....."
    ),
    "empty": "",
}


def spaced(diagram: str) -> str:
    return "\n".join(" ".join(line) for line in diagram.splitlines())


@pytest.mark.parametrize(("diagram", "winner"), WINS.values(), ids=WINS)
def test_four_in_a_line_win(diagram: str, winner: str) -> None:
    position = GAME.position(spaced(diagram))
    assert position.winner == winner
    assert position.is_over
    assert position.legal_moves == ()
    assert str(position.outcome) == f"{winner.capitalize()} wins by a line of four"
    assert position.outcome.score == (1 if winner == "black" else -1)
    with pytest.raises(katachi.IllegalMove, match=r"cannot play g: the game is over$"):
        position.play("g")


@pytest.mark.parametrize("diagram", NO_WINS.values(), ids=NO_WINS)
def test_other_shapes_do_not_win(diagram: str) -> None:
    position = GAME.position(spaced(diagram))
    assert position.winner is None
    assert not position.is_over


def test_every_line_of_the_board_wins() -> None:
    """All 69 lines, found by walking instead of shifting bits."""
    lines = [
        [(x + dx * step, y + dy * step) for step in range(4)]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for x in range(7)
        for y in range(6)
        if x + dx * 3 < 7 and 0 <= y + dy * 3 < 6
    ]
    assert len(lines) == 69
    for line in lines:
        for missing in (None, *line):
            cells = set(line) - {missing}
            rows = [
                " ".join("X" if (x, y) in cells else "." for x in range(7))
                for y in reversed(range(6))
            ]
            winner = GAME.position("\n".join(rows)).winner
            assert winner == ("black" if missing is None else None)


def test_a_full_board_is_a_draw() -> None:
    position = GAME.position(spaced("OXOXOXO\nOXOXOXO\nXOXOXOX\nXOXOXOX\nOXOXOXO\nOXOXOXO"))
    assert position.is_over
    assert position.outcome == katachi.Outcome(None, "full_board")


def test_connect_four_moves() -> None:
    position = GAME.start()
    for move in "dddddd":
        position = position.play(move)
    assert str(position).splitlines() == [
        *(". . . O . . .", ". . . X . . .") * 3,
        "a b c d e f g",
    ]
    assert position.legal_moves == ("a", "b", "c", "e", "f", "g")
    assert GAME.position(str(position)) == position
    with pytest.raises(katachi.IllegalMove, match=r"^Black cannot play d: the column is full$"):
        position.play("d")
    with pytest.raises(katachi.InvalidMove, match=r"^'h' is not a column; columns are a to g$"):
        position.play("h")
    for text in ("", "ab", "A"):
        with pytest.raises(katachi.InvalidMove):
            position.play(text)


@pytest.mark.parametrize("diagram", ["X X", "X X X X X X Y", "\n".join([". . . . . . ."] * 7)])
def test_a_bad_diagram_is_refused(diagram: str) -> None:
    with pytest.raises(katachi.InvalidPosition):
        GAME.position(diagram)


def test_connect_four_random_playouts() -> None:
    """Black won 55.6 of 100 in 30,000 random games; three standard errors of 1000 are 4.7."""
    tally = katachi.random_playouts(GAME.start(), 1000, seed=1)
    assert 0.509 < tally.share("black") < 0.603
    assert set(tally.reasons) <= {"line_of_four", "full_board"}
    assert tally == katachi.random_playouts(GAME.start(), 1000, seed=1)


def test_the_example_runs_by_itself() -> None:
    finished = subprocess.run(
        [sys.executable, str(EXAMPLES / "connect_four.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.startswith("The contract holds in ")
    assert "Of 1000 random games Black wins " in finished.stdout
    assert finished.stderr == ""


# A small right game: players take one or two of five stones, who takes the last one wins


@dataclass(frozen=True)
class Pile:
    """Stones left, and whose turn it is."""

    stones: int = 5
    to_move: katachi.Color = "black"

    @property
    def legal_moves(self) -> Sequence[str]:
        return ("one", "two")[: self.stones]

    @property
    def is_over(self) -> bool:
        return self.stones == 0

    @property
    def outcome(self) -> katachi.Outcome:
        return katachi.Outcome(katachi.opponent(self.to_move), "last_stone")

    @property
    def key(self) -> int:
        return self.stones * 2 + (self.to_move == "white")

    def play(self, move: str) -> Pile:
        if move not in self.legal_moves:
            raise katachi.IllegalMove(f"cannot take {move}")
        taken = ("one", "two").index(move) + 1
        return replace(self, stones=self.stones - taken, to_move=katachi.opponent(self.to_move))

    def __str__(self) -> str:
        return f"{self.stones} stones, {self.to_move} to move"


@dataclass(frozen=True)
class PileGame:
    """The game of a pile; the position can be exchanged for a broken one."""

    position: Pile = Pile()
    name: str = "pile"
    moves: tuple[str, ...] = ("one", "two")

    def start(self) -> Pile:
        return self.position


def test_the_small_game_is_right() -> None:
    assert katachi.check_game(PileGame()) > 60


class Mutating(Pile):
    """Plays on itself."""

    def play(self, move: str) -> Pile:
        after = super().play(move)
        object.__setattr__(self, "stones", after.stones)
        return after


class Unordered(Pile):
    """Legal moves from the end."""

    @property
    def legal_moves(self) -> Sequence[str]:
        return super().legal_moves[::-1]


class Repeating(Pile):
    """A legal move twice."""

    @property
    def legal_moves(self) -> Sequence[str]:
        return [move for move in super().legal_moves for _ in range(2)]


class Unlisted(Pile):
    """A legal move that the game does not know."""

    @property
    def legal_moves(self) -> Sequence[str]:
        return (*super().legal_moves, "three") if self.stones > 2 else super().legal_moves


class KeyOfObject(Pile):
    """Equal positions with different keys."""

    @property
    def key(self) -> int:
        return id(self)


class TextKey(Pile):
    """A key that is no number."""

    @property
    def key(self) -> int:
        return "key"  # type: ignore[return-value]


class Generous(Pile):
    """Takes two stones also from a pile of one."""

    def play(self, move: str) -> Pile:
        if self.stones == 1:
            return super().play("one")
        return super().play(move)


class Endless(Pile):
    """A pile that never gets smaller."""

    def play(self, move: str) -> Pile:
        return replace(super().play(move), stones=self.stones)


class OverTooEarly(Pile):
    """Over with a stone left."""

    @property
    def is_over(self) -> bool:
        return self.stones <= 1


class OverTooLate(Pile):
    """Not over without a stone."""

    @property
    def is_over(self) -> bool:
        return False


class Undecided(Pile):
    """Two results of the same move, in turn."""

    def play(self, move: str) -> Pile:
        after = super().play(move)
        object.__setattr__(self, "calls", getattr(self, "calls", 0) + 1)
        return after if getattr(self, "calls", 0) % 2 else replace(after, to_move=self.to_move)


class Traces(Pile):
    """A refused move takes a stone nevertheless."""

    def play(self, move: str) -> Pile:
        try:
            return super().play(move)
        except katachi.IllegalMove:
            object.__setattr__(self, "stones", self.stones - 1)
            raise


class Red(Pile):
    """A third player."""

    def play(self, move: str) -> Pile:
        return replace(super().play(move), to_move="red")  # type: ignore[arg-type]


class Nobody(Pile):
    """A winner that does not exist."""

    @property
    def outcome(self) -> katachi.Outcome:
        return katachi.Outcome("nobody", "last_stone")  # type: ignore[arg-type]


BROKEN = {
    Mutating: "play changed the position itself",
    Unordered: "legal moves are not in order, or not unique",
    Repeating: "legal moves are not in order, or not unique",
    Unlisted: "a legal move is not in game.moves",
    KeyOfObject: "equal positions have different keys",
    TextKey: "key is not an int",
    Generous: "play accepts 'two', which is not in legal_moves",
    Endless: "no end after 50 moves",
    OverTooEarly: "is_over and legal_moves contradict each other",
    OverTooLate: "is_over and legal_moves contradict each other",
    Undecided: "the same move gave two different positions",
    Traces: "a refused move left traces",
    Red: "to_move is neither black nor white",
    Nobody: "the winner is not a colour",
}


@pytest.mark.parametrize(
    ("position", "sentence"), BROKEN.items(), ids=[kind.__name__ for kind in BROKEN]
)
def test_a_broken_game_is_caught(position: type[Pile], sentence: str) -> None:
    with pytest.raises(katachi.BrokenGame) as caught:
        katachi.check_game(PileGame(position()), longest=50)
    first, *where = str(caught.value).splitlines()
    assert first == f"{sentence}:"
    assert where[0].endswith("to move")


def test_moves_with_the_same_text_are_caught() -> None:
    with pytest.raises(katachi.BrokenGame, match=r"^two moves of game\.moves have the same text:"):
        katachi.check_game(PileGame(moves=("one", "two", "one")))


class ForgetfulGame(PileGame):
    """Starts are never equal."""

    def start(self) -> Pile:
        return Pile(random.randrange(10**9))


def test_different_starts_are_caught() -> None:
    with pytest.raises(katachi.BrokenGame, match=r"^two calls of start\(\) are not equal:"):
        katachi.check_game(ForgetfulGame())


# Game files


def test_a_game_file_is_loaded() -> None:
    game = load_game(EXAMPLES / "connect_four.py")
    assert game.name == "connect_four"
    assert str(game.start()) == str(GAME.start())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "there is no file '{path}'"),
        ("x = 1", "'{path}' has no `game` with name, moves and start()"),
        ("game = 3", "'{path}' has no `game` with name, moves and start()"),
        ("1 / 0", "'{path}' does not run: ZeroDivisionError: division by zero"),
        ("game = ", "'{path}' does not run: SyntaxError: invalid syntax (game.py, line 1)"),
    ],
    ids=["missing", "without game", "no game", "error", "no Python"],
)
def test_a_bad_game_file_is_refused(tmp_path: Path, source: str | None, message: str) -> None:
    path = tmp_path / "game.py"
    if source is not None:
        path.write_text(source, encoding="utf-8")
    with pytest.raises(katachi.InvalidGame) as caught:
        load_game(path)
    assert str(caught.value) == message.format(path=path)
