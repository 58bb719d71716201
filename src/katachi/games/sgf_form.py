"""How a game is written in SGF: what the reader and the writer of records ask the game.

Most games are told by the fields of `SgfForm`; one with rules of its own (komi, a swap with several
meanings) overrides methods in its room.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from katachi.errors import InvalidRecord, shown
from katachi.games.outcome import COLORS, Color

if TYPE_CHECKING:
    from katachi.games.game import Game

# Properties in the order in which they are written, and fields of a game by name.
Root = dict[str, str | list[str]]
GameFields = dict[str, str | int | float | bool]

_REAL = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?")


class SgfFile(Protocol):
    """A game of a file: `moves` are (letter B or W, point) of the main line."""

    moves: list[tuple[str, str]]

    def text(self, name: str) -> str:
        """The first value of a property of the root; empty if it is missing."""


def own_file(file: SgfFile) -> bool:
    """Whether katachi wrote it."""
    return file.text("AP").startswith("katachi:")


def real(text: str, name: str) -> float:
    """A number of SGF."""
    if not _REAL.fullmatch(text):
        raise InvalidRecord(f"{name}[{shown(text)[1:-1]}] is not a number")
    return float(text)


@dataclass(frozen=True)
class ReadMoves:
    """Moves by number with their colours (0 black), and the game that they are moves of.

    `exchanged`: whether the players have changed sides, so that a result names the other one.
    """

    game: Game
    numbers: list[int]
    colors: list[int]
    exchanged: bool = False


@dataclass(frozen=True)
class SgfForm:
    """How one game is written.

    `number` is the value of GM, `notations` the names of points (the first is written), `special`
    the text of the move that is no cell, `specials` the texts that are read as it, `resigns` those
    of a last move by which a player resigns, `letters` the SGF letter of Black and of White.
    `writes_start`: the stones of the start stand in the file. `rectangles`: a set-up may name two
    corners for all cells between them. `default_size`: of a file of others that says none (SZ); 0:
    that of the game at hand.
    """

    number: str
    notations: tuple[str, ...]
    special: str
    specials: tuple[str, ...]
    letters: tuple[str, str] = ("B", "W")
    resigns: tuple[str, ...] = ()
    writes_start: bool = False
    rectangles: bool = True
    default_size: int = 0

    def letter(self, color: Color) -> str:
        """The letter of a colour."""
        return self.letters[COLORS.index(color)]

    # Reading

    def fields(self, file: SgfFile) -> GameFields:  # noqa: ARG002
        """Fields of the game that properties of the standard tell, besides the size."""
        return {}

    def meant(self, moves: ReadMoves, file: SgfFile) -> ReadMoves:  # noqa: ARG002
        """The moves as our rules mean them."""
        return moves

    def with_own_start(self, game: Game, stones: bytes, to_move: int) -> Game | None:  # noqa: ARG002
        """The game that begins with these stones, where it is one with another field."""
        return None

    def without_resumptions(self, numbers: list[int], special: int) -> list[int]:  # noqa: ARG002
        """The moves of a game in which none follows its end."""
        return numbers

    def correct_texts(self, game: Game, file: SgfFile, texts: dict[str, str]) -> None:
        """Takes out texts of the record that fields of the game say, adds those they cannot."""

    # Writing

    def properties(self, game: Game, *, from_start: bool) -> Root:  # noqa: ARG002
        """Properties for fields of the game; `from_start`: the record begins with its start."""
        return {}

    def told_fields(self, game: Game, properties: Root) -> tuple[set[str], set[str]]:  # noqa: ARG002
        """Fields besides the size that properties tell, and fields that must be told in any case."""
        return set(), set()


@dataclass(frozen=True)
class SwapForm(SgfForm):
    """Of a game with a swap: a file that has one is a game that allows it."""

    def meant(self, moves: ReadMoves, file: SgfFile) -> ReadMoves:  # noqa: ARG002
        """The same moves of a game with `swap`."""
        return allowing_swap(moves)


def allowing_swap(moves: ReadMoves) -> ReadMoves:
    """As moves of a game with `swap`, if there is one among them."""
    if len(moves.game.moves) - 1 not in moves.numbers:
        return moves
    return replace(moves, game=replace(moves.game, swap=True))  # type: ignore[call-arg]
