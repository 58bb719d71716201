"""What the built-in games have in common, and what each must say of itself."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import ClassVar, Self

from katachi import _core
from katachi.errors import InvalidGame, InvalidMove, InvalidPosition, shown
from katachi.games.board_text import parse_position
from katachi.games.dialect import Dialect
from katachi.games.drawing import Drawing
from katachi.games.judging import Judging
from katachi.games.memory import Memory
from katachi.games.notation import Notation
from katachi.games.outcome import COLORS, Color, FinalCount
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.games.sgf_form import SgfForm
from katachi.games.terms import Terms
from katachi.games.topology import Topology
from katachi.games.words import Words

# Own moves to come, as a share of the empty cells, and the fewest that are assumed.
SHARE_TO_COME, LEAST_TO_COME = 0.35, 6


@dataclass(frozen=True)
class Game(ABC):
    """Rules and size. A value: two games with the same fields are equal."""

    name: ClassVar[str]
    aim: ClassVar[str]  # how it is won, in a sentence
    sizes: ClassVar[tuple[int, ...]]
    small_size: ClassVar[int]  # for a first look at it
    bench_sizes: ClassVar[tuple[int, ...]]  # of which `katachi bench` measures the speed
    grid: ClassVar[_core.Grid]
    hexagonal: ClassVar[bool] = False  # whether cells are hexagons
    has_passes: ClassVar[bool] = False  # whether the move that is no cell is a pass
    has_score: ClassVar[bool] = False  # whether points are counted, not only wins
    winner_takes_empty_cells: ClassVar[bool] = False  # in the margin that records state
    has_evaluation: ClassVar[bool] = False  # whether alpha-beta can play it
    memory: ClassVar[Memory] = Memory()
    sgf: ClassVar[SgfForm]
    piece: ClassVar[str] = "stone"  # what people call one
    drawing: ClassVar[Drawing]
    words: ClassVar[Words]
    judging: ClassVar[Judging] = Judging()
    # Of its board, in the order of the topology.
    side_names: ClassVar[tuple[str, ...]] = (
        "the top side",
        "the bottom side",
        "the left side",
        "the right side",
    )

    # Asked for by whoever needs to know, instead of guessing from the name.
    captures: ClassVar[bool] = False  # stones can be taken off the board
    stones_stay: ClassVar[bool] = False  # they are neither taken off nor change their colour
    ends_by_passes: ClassVar[bool] = False
    moves_are_cells: ClassVar[bool] = True  # all but the last
    goal: ClassVar[str] = ""  # who has to reach what, where the board does not show it
    dialects: ClassVar[tuple[Dialect, ...]] = ()  # of GTP; the first is the default

    size: int

    def __post_init__(self) -> None:
        """Refuses boards that do not exist."""
        kind = type(self).__name__
        if not isinstance(self.size, int) or self.size not in self.sizes:
            allowed = (
                ", ".join(map(str, self.sizes[:-1])) + f" or {self.sizes[-1]}"
                if len(self.sizes) < 5
                else f"{self.sizes[0]} to {self.sizes[-1]}"
            )
            raise InvalidGame(f"{kind} size must be {allowed}, not {shown(self.size)}")

    @classmethod
    @abstractmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:
        """All notations; the first is the default."""

    @abstractmethod
    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """A position of the core: the start, or a set-up."""

    @property
    def published_counts(self) -> tuple[int, ...]:
        """Sequences of 1, 2, ... moves as others have counted them; see `katachi perft`."""
        return ()

    @property
    def published_cell_weights(self) -> dict[str, float]:
        """Weights of cells from a paper, by the first cell of each class; see `katachi cells`."""
        return {}

    @property
    def notations(self) -> tuple[Notation, ...]:
        """All ways to write moves; the first is the one that `Position` speaks."""
        return _notations(type(self), self.size)

    def notation(self, name: str) -> Notation:
        """One of them by name."""
        for notation in self.notations:
            if notation.name == name:
                return notation
        known = ", ".join(notation.name for notation in self.notations)
        raise InvalidMove(f"{self.name} has no notation {shown(name)}; known: {known}")

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move there is, by number: all cells, then the pass or swap."""
        return self.notations[0].texts

    def number(self, move: str) -> int:
        """The number of a move; raises `InvalidMove`."""
        return self.notations[0].number(move)

    def cell_number(self, cell: str) -> int:
        """The number of a cell; raises `InvalidMove` also for pass and swap."""
        number = self.number(cell)
        if number == len(self.moves) - 1:
            raise InvalidMove(f"{shown(cell)} is not a cell")
        return number

    def cell_of(self, position: Position, move: str) -> str | None:  # noqa: ARG002 - it is the move
        """The cell that a move acts on; None for a pass or swap."""
        number = self.number(move)
        return None if number == len(self.moves) - 1 else self.moves[number]

    @property
    def topology(self) -> Topology:
        """The geometry of the board."""
        return _topology(type(self), self.size)

    def start(self) -> Position:
        """The position before the first move."""
        return Position(self, self.make_core(None))

    def position(self, text: str) -> Position:
        """The position that a text describes; see docs/games for the form.

        Raises `InvalidPosition`.
        """
        return Position(self, self.set_up(parse_position(self, text), source=text))

    def final_count(self, position: Position) -> FinalCount | None:  # noqa: ARG002
        """The end as people count it, where that may differ from what stands on the board."""
        return None

    def set_up(
        self, parts: SetUp | tuple[bytes, int, int, int, int], *, source: object = None
    ) -> _core.Position:
        """A core position from its parts; raises `InvalidPosition`."""
        try:
            return self.make_core(SetUp(*parts))
        except ValueError as error:
            where = shown(parts if source is None else source)
            raise InvalidPosition(f"{error}: {where}") from None

    # What a game knows of its positions; see capabilities.py.

    def moves_to_come(self, position: Position) -> int:
        """About a third of the empty cells: a game of stones rarely fills its board."""
        empty = position.stones.count(2)
        return max(min(LEAST_TO_COME, empty), math.ceil(SHARE_TO_COME * empty), 1)

    def most_moves_to_come(self, position: Position) -> int:
        """Half of the empty cells."""
        return max(1, (position.stones.count(2) + 1) // 2)

    def sensible_moves(self, position: Position) -> Sequence[str]:
        """All of them."""
        return position.legal_moves

    def natural_moves(self, position: Position) -> tuple[str, ...]:
        """All of them."""
        return position.legal_moves

    def pass_wins(self, position: Position) -> bool:  # noqa: ARG002 - nobody passes
        """Never."""
        return False

    def turned(self, position: Position, color: Color, *, freely: bool = False) -> Position:  # noqa: ARG002
        """The position with a colour to move, as GTP asks for it whoever's turn it is.

        `freely`: the position was set up, and nobody said who begins. Raises `IllegalMove`.
        """
        if position.to_move == color or position.is_over:
            return position
        return Position(self, self.set_up(SetUp(position.stones, COLORS.index(color))))

    def is_passed_over(self, position: Position, color: Color) -> bool:  # noqa: ARG002 - nobody passes
        """Whether a move of this colour means that the other player has passed."""
        return False

    def on_empty_board(self) -> Self:
        """The same rules, with nothing on the board before the first move."""
        return self

    def terms(self) -> Terms:
        """What players of the game agree on unless somebody says more."""
        return Terms()

    def __str__(self) -> str:
        """As short as possible.

        >>> import katachi
        >>> print(katachi.Go(9), katachi.Hex(11, swap=True))
        Go(9) Hex(11, swap=True)
        """
        parts = [repr(self.size)]
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name != "size" and value != item.default:
                parts.append(f"{item.name}={value!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __repr__(self) -> str:
        """A constructor call."""
        return str(self)


@lru_cache(maxsize=256)
def _notations(game: type[Game], size: int) -> tuple[Notation, ...]:
    return game.make_notations(size)


@lru_cache(maxsize=256)
def _topology(game: type[Game], size: int) -> Topology:
    return Topology(_core.topology(game.grid, size), _notations(game, size)[0])
