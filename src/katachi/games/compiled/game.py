"""A game of a user's own as a game of katachi: compiled rules behind the same class as the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Self

import numpy as np

from katachi import _core
from katachi.errors import IllegalMove, InvalidGame, InvalidMove, InvalidPosition, shown
from katachi.games.board_text import parse_position
from katachi.games.compiled.board import Board, no_board
from katachi.games.compiled.drawing import drawing_of
from katachi.games.compiled.interpreted import InterpretedGame
from katachi.games.compiled.machine_code import MachineCode
from katachi.games.compiled.memory import CompiledMemory
from katachi.games.compiled.rules import Function, Rules
from katachi.games.compiled.words import WORDS
from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.notation import Notation
from katachi.games.position import Position
from katachi.games.registry import registered_game
from katachi.games.set_up import SetUp
from katachi.games.sgf_form import SgfForm
from katachi.games.topology import Topology


class CompiledGame(Game):
    """A game whose rules Numba has compiled; made by `compiled_game`.

    Every game is a class of its own, with one instance: what other games say by class attributes, it
    says too.
    """

    rules: ClassVar[Rules]
    checked: ClassVar[bool] = False
    memory = CompiledMemory()
    words = WORDS
    own_notation: ClassVar[Notation]

    @classmethod
    def make_notations(cls, size: int) -> tuple[Notation, ...]:  # noqa: ARG003 - there is one
        """The words of the game itself."""
        return (cls.own_notation,)

    @property
    def code(self) -> MachineCode:
        """The compiled functions; raises `InvalidGame`."""
        return _code(self)

    @property
    def core_rules(self) -> _core.CompiledRules:
        """The rules in the core."""
        return _core_rules(self)

    def make_core(self, set_up: SetUp | None) -> _core.Position:
        """The start, or a set-up if the game knows any."""
        return self.core_rules.position(set_up and set_up.core)

    @property
    def interpreted(self) -> InterpretedGame:
        """The same functions uncompiled."""
        return InterpretedGame(self.rules)

    def with_checks(self) -> CompiledGame:
        """The same game with every answer and every index of an array checked; slower."""
        kind = type(type(self).__name__, (type(self),), {"checked": True})
        made: CompiledGame = kind(self.size)
        return made

    @property
    def has_board(self) -> bool:
        """Whether the game says what its board is."""
        return self.rules.board is not None

    @cached_property
    def topology(self) -> Topology:
        """The geometry of the board; a row of cells for a game that has none."""
        board = self.rules.board
        if board is None:
            names = tuple(f"#{number}" for number in range(1, len(self.moves) + 1))
            return Topology(no_board(len(names)), Notation("cells", (*names, "")))
        return Topology(board.core(), Notation("cells", (*board.cells, "")))

    def cell_number(self, cell: str) -> int:
        """The number of a cell, which need not be a move; raises `InvalidMove`."""
        names = {name.lower(): number for number, name in enumerate(self.topology.cells)}
        number = names.get(cell.strip().lower()) if isinstance(cell, str) else None
        if number is None:
            raise InvalidMove(f"{shown(cell)} is not a cell")
        return number

    def cell_of(self, position: Position, move: str) -> str | None:
        """What the rules say of a legal move."""
        try:
            number = position.core.cell_of(self.number(move))
        except ValueError as error:
            raise IllegalMove(f"{shown(move)}: {error}") from None
        return None if number is None else self.topology.cells[number]

    def position(self, text: str) -> Position:
        """From a text with the state, or of a board if the game knows set-ups."""
        state = next((word for word in text.split() if word.startswith("state:")), None)
        if state is None:
            return Position(self, self.set_up(parse_position(self, text), source=text))
        return Position(self, self.memory.state_of(self, state))

    def state(self, position: Position) -> Any:  # noqa: ANN401 - a record of NumPy
        """The state of a position, as a record; changing it changes nothing."""
        content = _core.compiled_state(position.core)[: self.rules.state.itemsize]
        return np.frombuffer(bytearray(content), self.rules.state).view(np.recarray)[0]

    def moves_to_come(self, position: Position) -> int:
        """A third of the empty cells, or ten where nothing can be counted."""
        return super().moves_to_come(position) if self.has_board else 10

    def turned(self, position: Position, color: Any, *, freely: bool = False) -> Position:  # noqa: ANN401, ARG002
        """Only the player whose turn it is can move."""
        if position.to_move == color or position.is_over:
            return position
        raise InvalidPosition(f"it is {position.to_move}'s turn in {self.name}")

    def __reduce__(self) -> tuple[Callable[..., CompiledGame], tuple[str, bool]]:
        """Copies and pickles are the game that is known by the name; its code stays where it is."""
        return _known_game, (self.name, self.checked)

    def __copy__(self) -> Self:
        """A value: itself."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """A value: itself."""
        return self

    def __eq__(self, other: object) -> bool:
        """The same rules."""
        if not isinstance(other, CompiledGame):
            return NotImplemented
        return self.rules.fingerprint == other.rules.fingerprint and self.checked == other.checked

    def __hash__(self) -> int:
        """From the name."""
        return hash((self.name, self.checked))

    def __str__(self) -> str:
        """Its name."""
        return self.name

    def __repr__(self) -> str:
        """Its name: nobody can make it again from that."""
        return self.name


def _known_game(name: str, checked: bool) -> CompiledGame:  # noqa: FBT001 - of a pickle
    game = registered_game(name)
    if not isinstance(game, CompiledGame):
        raise InvalidGame(f"no game is registered as {shown(name)}")
    return game.with_checks() if checked else game


@cache
def _code(game: CompiledGame) -> MachineCode:
    return MachineCode(game.rules, checked=game.checked)


@cache
def _core_rules(game: CompiledGame) -> _core.CompiledRules:
    """One for all equal games: positions of different rules are never equal."""
    rules = game.rules
    return _core.CompiledRules(
        rules.name,
        _code(game).addresses,
        game.topology.core,
        bytes=rules.state.itemsize,
        to_move=rules.offset("to_move"),
        moves=len(rules.all_moves),
        stones=rules.offset(rules.stones) if rules.stones else -1,
        moves_stay=rules.moves_stay,
        repeats=rules.repeats,
        checked=game.checked,
        longest=rules.longest,
    )


def compiled_game(  # noqa: PLR0913 - all by name
    name: str,
    *,
    state: Any,  # noqa: ANN401 - whatever np.dtype takes
    start: Function,
    legal_moves: Function,
    play: Function,
    outcome: Function,
    moves: Sequence[str] | None = None,
    special: str = "pass",
    board: Board | None = None,
    stones: str = "",
    at: Function | None = None,
    cell_of: Function | None = None,
    winning_moves: Function | None = None,
    score: Function | None = None,
    key: Function | None = None,
    value: Function | None = None,
    set_up: Function | None = None,
    moves_stay: bool = False,
    repeats: bool = True,
    stones_stay: bool = False,
    longest: int = 10_000,
    aim: str = "",
    piece: str = "stone",
) -> CompiledGame:
    """A game from a state and plain functions on it; see docs/games/your-own.md.

    `state` is a structured NumPy type with a field `to_move`: 1 Black, 2 White. The functions get a
    state whose fields are attributes:

    - `start(state)` fills a state of zeros;
    - `legal_moves(state, moves)` writes move numbers, ascending, and returns how many;
    - `play(state, move)` changes the state;
    - `outcome(state)` is 0 while the game goes on, 1 or 2 for a winner, 3 for a draw.

    Nothing is compiled before the game is first used. Raises `InvalidGame`.
    """
    optional = {
        "at": at,
        "cell_of": cell_of,
        "winning_moves": winning_moves,
        "score": score,
        "key": key,
        "value": value,
        "set_up": set_up,
    }
    texts = tuple(moves) if moves is not None else (board.cells if board is not None else ())
    rules = Rules(
        name=name,
        state=np.dtype(state),
        functions={
            "start": start,
            "legal_moves": legal_moves,
            "play": play,
            "outcome": outcome,
            **{known: function for known, function in optional.items() if function is not None},
        },
        moves=texts,
        special=special,
        board=board,
        stones=stones,
        moves_stay=moves_stay,
        repeats=repeats,
        longest=longest,
    )
    size = max(board.width, board.height) if board is not None else len(texts)
    own = Notation("own", rules.all_moves)
    attributes: dict[str, object] = {
        "__doc__": aim or f"The game {name}.",
        "__module__": play.__module__,
        "name": name,
        "rules": rules,
        "own_notation": own,
        "aim": aim or f"See the rules of {name}.",
        "sizes": (size,),
        "small_size": size,
        "bench_sizes": (size,),
        "grid": board.grid if board is not None else _core.Grid.graph,
        "hexagonal": board is not None and board.kind == "hexagonal",
        "has_score": score is not None,
        "has_evaluation": value is not None,
        "piece": piece,
        "drawing": drawing_of(board),
        "side_names": board.side_names if board is not None else (),
        "stones_stay": stones_stay or moves_stay,
        "moves_are_cells": board is not None and texts == board.cells,
        "sgf": SgfForm(name, ("own",), special, (special,), resigns=("resign",)),
        "dialects": (
            Dialect(
                "own", "own", special, capitals=False, speaks=frozenset({"komi", "gogui-rules"})
            ),
        ),
    }
    kind = type(name.capitalize(), (CompiledGame,), attributes)
    game: CompiledGame = kind(size)
    return game
