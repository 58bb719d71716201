"""The same game without a compiler: its plain functions on NumPy records, one call after the other.

Slow, and exactly what the file says: compiled code is tested against it, and it needs no Numba.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from katachi.errors import BrokenGame, IllegalMove, InvalidMove, shown
from katachi.games.compiled.codes import DRAW, GOES_ON
from katachi.games.compiled.rules import Rules, State
from katachi.games.outcome import COLORS, Color, Outcome

_RESULTS = (GOES_ON, 1, 2, DRAW)


@dataclass(frozen=True)
class InterpretedGame:
    """A `GameLike` that runs the functions of some rules uncompiled."""

    rules: Rules

    @property
    def name(self) -> str:
        """That of the compiled game."""
        return self.rules.name

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves, the special one last."""
        return self.rules.all_moves

    def start(self) -> InterpretedPosition:
        """The position before the first move."""
        state = empty_state(self.rules)
        call(self.rules, "start", state)
        return InterpretedPosition(self, state)

    def __repr__(self) -> str:
        """Its name: nobody can make it again from that."""
        return f"{self.name} (interpreted)"


class InterpretedPosition:
    """A position as a record of NumPy."""

    __slots__ = ("_result", "game", "state")

    def __init__(self, game: InterpretedGame, state: State) -> None:
        """For the game only."""
        self.game = game
        self.state = state
        self._result = result_of(game.rules, state)

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        player = int(self.state.to_move)
        if player not in (1, 2):
            raise BrokenGame(f"to_move is {player}, neither 1 (Black) nor 2 (White): {self.state}")
        return COLORS[player - 1]

    @property
    def numbers(self) -> list[int]:
        """The legal moves by number."""
        return [] if self.is_over else legal_numbers(self.game.rules, self.state)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """In the order of their numbers; empty when the game is over."""
        return tuple(self.game.moves[number] for number in self.numbers)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._result != GOES_ON

    @property
    def outcome(self) -> Outcome:
        """The result."""
        rules = self.game.rules
        if not self.is_over:
            return Outcome(None, "none")
        winner = COLORS[self._result - 1] if self._result != DRAW else None
        if "score" in rules.functions:
            return Outcome(winner, "points", float(call(rules, "score", self.state)))
        margin = {None: 0.0, "black": 1.0, "white": -1.0}[winner]
        return Outcome(winner, "rules", margin)

    @property
    def key(self) -> int:
        """The game's own key, or one of the state."""
        if "key" in self.game.rules.functions:
            return int(call(self.game.rules, "key", self.state))
        return hash(self.state.tobytes())

    def play(self, move: str) -> Self:
        """The position after a move."""
        rules = self.game.rules
        if move not in self.game.moves:
            raise InvalidMove(f"{shown(move)} is not a move of {rules.name}")
        if move not in self.legal_moves:
            raise IllegalMove(f"{self.to_move.capitalize()} cannot play {move}: {self.state}")
        state = copy_state(self.state)
        call(rules, "play", state, self.game.moves.index(move))
        return type(self)(self.game, state)

    def __eq__(self, other: object) -> bool:
        """The same bytes."""
        if not isinstance(other, InterpretedPosition):
            return NotImplemented
        return self.game.rules is other.game.rules and self.state.tobytes() == other.state.tobytes()

    def __hash__(self) -> int:
        """From the key."""
        return hash(self.key)

    def __str__(self) -> str:
        """The fields of the state."""
        return str(self.state)


def empty_state(rules: Rules) -> State:
    """A state of zeros."""
    return np.zeros(1, rules.state).view(np.recarray)[0]


def copy_state(state: State) -> State:
    """Another record with the same contents."""
    return np.array([state]).view(np.recarray)[0]


def call(rules: Rules, name: str, state: State, *arguments: object) -> Any:  # noqa: ANN401
    """Calls a function of the game; raises `BrokenGame` with what it raised, and where."""
    try:
        with np.errstate(over="ignore"):
            return rules.functions[name](state, *arguments)
    except Exception as error:
        raise BrokenGame(
            f"{rules.name}: {name} raised {type(error).__name__}: {error}; state {state}"
        ) from error


def result_of(rules: Rules, state: State) -> int:
    """What `outcome` says; raises `BrokenGame` for what is no result."""
    result = call(rules, "outcome", state)
    if result not in _RESULTS:
        raise BrokenGame(f"{rules.name}: outcome answers {result!r}, not 0 to 3; state {state}")
    return int(result)


def legal_numbers(rules: Rules, state: State) -> list[int]:
    """What `legal_moves` writes; raises `BrokenGame` for what are no moves."""
    moves = np.zeros(len(rules.all_moves), np.uint16)
    count = call(rules, "legal_moves", state, moves)
    if not isinstance(count, int | np.integer) or not 0 <= count <= len(moves):
        raise BrokenGame(f"{rules.name}: legal_moves answers {count!r}; state {state}")
    return [int(number) for number in moves[: int(count)]]
