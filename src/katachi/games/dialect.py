"""How programs of a game speak GTP: names of cells, who begins, what `boardsize` counts.

A game states its dialects in its own room; the protocol and the engine ask them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katachi.errors import InvalidMove, shown
from katachi.games.contract import GameLike
from katachi.games.outcome import Color, opponent

if TYPE_CHECKING:
    from katachi.games.game import Game


def _no_lines(game: Game) -> tuple[str, ...]:  # noqa: ARG001 - the answer is none
    return ()


@dataclass(frozen=True)
class Dialect:
    """A way to name the moves and players of one game.

    `notation`: of the game; empty for a game written in Python, whose own words are spoken.
    `special` is the name of the move that is no cell. `first` is the colour that begins in the
    dialect; katachi's is always black. `speaks`: groups of commands that not every dialect has.

    `boardsize`: what follows that command. `whole_board`: it counts the rows of the whole board of
    hexagons, not the cells of a side. `rows_from_bottom`: vertices count rows from the bottom, in
    Go style. `rules_lines`: the commands that tell a program the options of a game.

    `resignation`: what follows the plus sign when a player has resigned. `plays_resignation`:
    `play` takes "resign". `omits_passes`: forced passes need not be sent, and a finished game is
    answered by a pass. `any_turn`: a colour may play twice running.
    """

    name: str
    notation: str
    special: str = ""
    first: Color = "black"
    capitals: bool = True
    speaks: frozenset[str] = frozenset({"komi"})
    boardsize: str = "{size}"
    whole_board: bool = False
    rows_from_bottom: bool = False
    rules_lines: Callable[[Game], tuple[str, ...]] = _no_lines
    resignation: str = "Resign"
    plays_resignation: bool = False
    omits_passes: bool = False
    any_turn: bool = False

    def vertex(self, game: GameLike, move: str, *, notation: str = "") -> str:
        """A move of katachi in the words of the dialect."""
        if not self.notation:
            return move
        board = _board(game)
        number = board.number(move)
        if number == len(board.moves) - 1:
            return self.special
        text = board.notation(notation or self.notation).text(number)
        return text.upper() if self.capitals else text

    def move(self, game: GameLike, vertex: str, *, notation: str = "") -> str:
        """A vertex in the words of katachi; raises `InvalidMove`."""
        if not self.notation:
            return _own_word(game, vertex)
        board = _board(game)
        if vertex.lower() == self.special:
            return board.moves[-1]
        return board.moves[board.notation(notation or self.notation).number(vertex)]

    def cell(self, game: Game, vertex: str, *, notation: str = "") -> str:
        """A vertex that is a cell; raises `InvalidMove` also for pass and swap."""
        move = self.move(game, vertex, notation=notation)
        if move == game.moves[-1]:
            raise InvalidMove(f"{shown(vertex)} is not a cell")
        return move

    def color(self, color: Color) -> Color:
        """A colour of katachi as the dialect calls it, and the other way round."""
        return color if self.first == "black" else opponent(color)

    def board_size(self, game: Game) -> int:
        """What `boardsize` says for a game."""
        return 2 * game.size - 1 if self.whole_board else game.size

    def size_of(self, number: int) -> int:
        """Katachi's size for a `boardsize`; 0 if there is none."""
        if self.whole_board:
            return (number + 1) // 2 if number % 2 else 0
        return number


def _board(game: GameLike) -> Game:
    """A game with notations: every game that has a dialect of its own."""
    return game  # type: ignore[return-value]  # only games of katachi state dialects


def _own_word(game: GameLike, vertex: str) -> str:
    """The move of that text, in any case if only one fits."""
    if vertex in game.moves:
        return vertex
    found = [move for move in game.moves if move.lower() == vertex.lower()]
    if len(found) != 1:
        raise InvalidMove(f"{shown(vertex)} is not a move of {game.name}")
    return found[0]


# Of games written in Python.
PLAIN = Dialect("plain", "", speaks=frozenset())
