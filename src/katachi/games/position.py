"""A position of a built-in game: an immutable value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from katachi import _core
from katachi.errors import IllegalMove, KatachiError
from katachi.games.board_text import board_diagram, position_text
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.games.set_up import SetUp
from katachi.games.svg import Marks, board_svg
from katachi.games.topology import Symmetry

if TYPE_CHECKING:
    from katachi.games.game import Game


class Position:
    """What stands on the board, and whose turn it is.

    Positions are values: `play` returns a new one. Two are equal if their board, turn and rules
    are, in Go also ko, passes and the earlier positions that superko forbids. Equal positions have the
    same legal moves, now and after the same moves. Text, copies and pickles keep all of that.

    >>> import katachi
    >>> position = katachi.Othello().start().play("f5")
    >>> position.to_move, position.legal_moves
    ('white', ('f4', 'd6', 'f6'))
    >>> position.play("a1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    katachi.errors.IllegalMove: White cannot play a1: it flips no disc; position: Othello(8) ...
    """

    __slots__ = ("_core", "game")

    def __init__(self, game: Game, core: _core.Position) -> None:
        """For games only; users call `game.start()` or `game.position(text)`."""
        self.game = game
        self._core = core

    @property
    def core(self) -> _core.Position:
        """The core's own handle, for playouts and search."""
        return self._core

    @property
    def to_move(self) -> Color:
        """Whose turn it is (also after the end, by alternation)."""
        return COLORS[self._core.to_move]

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves in the order of their numbers; empty when the game is over."""
        moves = self.game.moves
        return tuple([moves[number] for number in self._core.legal_moves])

    def is_legal(self, move: str) -> bool:
        """Whether the move may be played; raises `InvalidMove` for text that is no move."""
        return self._core.refusal(self.game.number(move)) is None

    def play(self, move: str) -> Position:
        """The position after the move; raises `InvalidMove` or `IllegalMove`."""
        number = self.game.number(move)
        refusal = self._core.refusal(number)
        if refusal is not None:
            raise IllegalMove(
                f"{self.to_move.capitalize()} cannot play {self.game.moves[number]}: {refusal}; "
                f"position: {self.game} {position_text(self, memory=False)}"
            )
        return Position(self.game, self._core.after(number))

    def play_all(self, moves: str | Iterable[str]) -> Position:
        """Plays several moves: a text with white space between them, or a sequence."""
        position = self
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._core.is_over

    @property
    def outcome(self) -> Outcome:
        """The result; in an unfinished game what it would be if play stopped now."""
        winner, reason, score = self._core.outcome
        return Outcome(COLORS[winner] if winner < len(COLORS) else None, reason.name, score)

    @property
    def key(self) -> int:
        """64 bits; equal positions have equal keys."""
        return self._core.key

    @property
    def moves_played(self) -> int:
        """Stones or discs placed since the start (Go: moves, passes included)."""
        return self._core.moves_played

    def at(self, cell: str) -> Color | None:
        """What stands on a cell."""
        stone = self._core.stones[self.game.cell_number(cell)]
        return COLORS[stone] if stone < len(COLORS) else None

    def cell_of(self, move: str) -> str | None:
        """The cell that a move acts on, which is the move itself in most games; None if none.

        >>> import katachi
        >>> katachi.Othello().start().cell_of("F5")
        'f5'
        """
        return self.game.cell_of(self, move)

    @property
    def stones(self) -> bytes:
        """One byte per cell: 0 black, 1 white, 2 empty."""
        return self._core.stones

    @property
    def previous_moves(self) -> tuple[str, ...]:
        """The last move and the one before it, as far as they are known; Othello forgets them."""
        return tuple([self.game.moves[number] for number in self._core.previous])

    @property
    def ko(self) -> str | None:
        """The point that a simple ko forbids (Go only)."""
        return None if self._core.ko < 0 else self.game.moves[self._core.ko]

    @property
    def passes(self) -> int:
        """Passes in a row just before this position (Go only)."""
        return self._core.passes

    @property
    def prisoners(self) -> tuple[int, int]:
        """Black and white stones taken off the board (Go only)."""
        black, white = self._core.prisoners
        return black, white

    def transformed(self, symmetry: Symmetry) -> Position:
        """The same position turned or mirrored; in Go without the memory of superko."""
        if len(symmetry.images) != len(self.stones):
            raise KatachiError(f"the symmetry is not one of {self.game}")
        exchange = symmetry.exchanges_colors
        stones = bytearray(len(self.stones))
        for cell, stone in enumerate(self.stones):
            stones[symmetry.images[cell]] = 1 - stone if exchange and stone < 2 else stone
        to_move = 1 - self._core.to_move if exchange else self._core.to_move
        parts = self.game.memory.turned(self, SetUp(bytes(stones), to_move), symmetry)
        return Position(self.game, self.game.set_up(parts))

    @property
    def text(self) -> str:
        """One line that `game.position` reads back."""
        return position_text(self)

    def svg(self, marks: Marks | None = None) -> str:
        """A picture, with optional marks on cells."""
        return board_svg(self, marks)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The board with coordinates."""
        return board_diagram(self)

    def __repr__(self) -> str:
        """A constructor call."""
        return f"{self.game!r}.position({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[str], Position], tuple[str]]:
        """Pickles and copies what `repr` shows."""
        return self.game.position, (self.text,)

    def __eq__(self, other: object) -> bool:
        """Same game, and everything that legal moves and the result depend on."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._core.equals(other._core)

    def __hash__(self) -> int:
        """From the key."""
        return self.key
