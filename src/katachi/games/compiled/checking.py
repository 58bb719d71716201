"""Whether a compiled game keeps its contract, and what it is like: its two ways of running compared.

Random games are played by the plain functions and by compiled code with every index checked. Both must
agree on the state after every move, on legal moves, results and whatever else the game offers; each
function may change only what it is there to change.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from katachi import _core
from katachi.errors import BrokenGame
from katachi.games.compiled.game import CompiledGame
from katachi.games.compiled.interpreted import (
    call,
    copy_state,
    empty_state,
    legal_numbers,
    result_of,
)
from katachi.games.compiled.rules import Rules, State
from katachi.games.position import Position

# Functions that must leave the state alone, with those that need no other argument.
_READING = ("outcome", "score", "key", "value")


@dataclass
class CheckedGames:
    """What random games of a checked game were like."""

    games: int = 0
    positions: int = 0
    black_wins: int = 0
    white_wins: int = 0
    draws: int = 0
    legal: int = 0  # moves in all positions that were not over
    decisions: int = 0  # such positions
    lengths: list[int] = field(default_factory=list)
    sample: Position | None = None  # the end of the first game
    sample_moves: tuple[str, ...] = ()

    @property
    def branching(self) -> float:
        """Legal moves of a position on average."""
        return self.legal / max(1, self.decisions)

    @property
    def length(self) -> float:
        """Moves of a game on average."""
        return sum(self.lengths) / max(1, self.games)


def check_compiled_game(game: CompiledGame, *, games: int = 50, seed: int = 0) -> CheckedGames:
    """Plays random games both ways; raises `BrokenGame` with a sentence for the first difference."""
    found = CheckedGames()
    rng = random.Random(seed)
    _check_start(game.rules)
    with _noting_exceptions():
        checked = game.with_checks()
        for _ in range(games):
            _check_one(checked, rng, found)
    return found


def _check_start(rules: Rules) -> None:
    """The plain functions at the start, before anything is compiled."""
    state = empty_state(rules)
    call(rules, "start", state)
    again = empty_state(rules)
    call(rules, "start", again)
    _require(state.tobytes() == again.tobytes(), rules, "start", "begins in two ways", state)
    _check_reading(rules, state)


def _check_one(game: CompiledGame, rng: random.Random, found: CheckedGames) -> None:
    rules = game.rules
    state = empty_state(rules)
    call(rules, "start", state)
    position = game.start()
    played: list[str] = []
    for _ply in range(rules.longest):
        _check_same(game, position, state)
        found.positions += 1
        numbers = _check_reading(rules, state)
        if not numbers:
            break
        _require(
            position.core.legal_moves == numbers,
            rules,
            "legal_moves",
            f"differs: compiled {position.core.legal_moves}, interpreted {numbers}",
            state,
        )
        _check_offers(game, position, state, numbers)
        found.legal += len(numbers)
        found.decisions += 1
        move = rng.choice(numbers)
        played.append(rules.all_moves[move])
        call(rules, "play", state, move)
        position = Position(game, position.core.after(move))
    else:
        raise BrokenGame(f"{rules.name}: no end after {rules.longest} moves; state {state}")
    _add_result(found, position, played)


def _add_result(found: CheckedGames, position: Position, played: list[str]) -> None:
    winner = position.outcome.winner
    found.games += 1
    found.black_wins += winner == "black"
    found.white_wins += winner == "white"
    found.draws += winner is None
    found.lengths.append(len(played))
    if found.sample is None:
        found.sample, found.sample_moves = position, tuple(played)


def _check_same(game: CompiledGame, position: Position, state: State) -> None:
    rules = game.rules
    compiled = _core.compiled_state(position.core)[: rules.state.itemsize]
    if compiled == state.tobytes():
        return
    theirs = game.state(position)
    names = [
        name
        for name in rules.state.names or ()
        if (getattr(theirs, name) != getattr(state, name)).any()
    ]
    function = "play" if position.moves_played else "start"
    where = ", ".join(names) or "unused bytes"
    raise BrokenGame(
        f"{rules.name}: {function} differs in {where}: compiled {theirs}; state {state}"
    )


def _check_reading(rules: Rules, state: State) -> list[int]:
    """The plain functions that only read; the legal moves, none when the game is over."""
    before = state.tobytes()
    player = int(state.to_move)
    _require(player in (1, 2), rules, "to_move", f"is {player}, neither 1 nor 2", state)
    result = result_of(rules, state)
    for name in _READING:
        if name in rules.functions and (name != "score" or result):
            call(rules, name, state)
            _require(state.tobytes() == before, rules, name, "changes the state", state)
    if result:
        return []
    numbers = legal_numbers(rules, state)
    _require(state.tobytes() == before, rules, "legal_moves", "changes the state", state)
    _require(bool(numbers), rules, "legal_moves", "finds no move, but outcome goes on", state)
    _require(numbers == sorted(set(numbers)), rules, "legal_moves", "does not ascend", state)
    _require(
        numbers[-1] < len(rules.all_moves), rules, "legal_moves", f"gives {numbers[-1]}", state
    )
    return numbers


def _check_offers(game: CompiledGame, position: Position, state: State, numbers: list[int]) -> None:
    """What the game offers beyond its rules."""
    rules = game.rules
    if "at" in rules.functions:
        for cell in range(len(game.topology.cells)):
            content = int(call(rules, "at", state, cell))
            same = position.stones[cell] == (2, 0, 1)[content]
            _require(same, rules, "at", f"differs on {game.topology.cells[cell]}", state)
    if "cell_of" in rules.functions:
        for move in numbers:
            cell = int(call(rules, "cell_of", state, move))
            found = position.core.cell_of(move)
            same = cell == (len(game.topology.cells) if found is None else found)
            _require(same, rules, "cell_of", f"differs for {rules.all_moves[move]}", state)
    if "winning_moves" in rules.functions:
        _check_winning(rules, state, numbers)
    if rules.moves_stay:
        _check_moves_stay(rules, state, numbers)


def _check_winning(rules: Rules, state: State, numbers: list[int]) -> None:
    import numpy as np  # noqa: PLC0415 - for one array

    player = int(state.to_move)
    moves = np.zeros(len(rules.all_moves), np.uint16)
    count = int(call(rules, "winning_moves", state, player, moves))
    claimed = [int(move) for move in moves[:count]]
    for move in numbers:
        after = copy_state(state)
        call(rules, "play", after, move)
        wins = result_of(rules, after) == player
        text = rules.all_moves[move]
        _require(wins == (move in claimed), rules, "winning_moves", f"is wrong about {text}", state)


def _check_moves_stay(rules: Rules, state: State, numbers: list[int]) -> None:
    after = copy_state(state)
    call(rules, "play", after, numbers[0])
    if result_of(rules, after) == 0:
        same = legal_numbers(rules, after) == numbers[1:]
        _require(same, rules, "moves_stay", "is not true", state)


def _require(
    condition: bool,  # noqa: FBT001
    rules: Rules,
    function: str,
    what: str,
    state: State,
) -> None:
    if not condition:
        raise BrokenGame(f"{rules.name}: {function} {what}; state {state}")


@contextmanager
def _noting_exceptions() -> Iterator[None]:
    """Exceptions of compiled functions, which nobody can catch, in the sentence of `BrokenGame`."""
    noted: list[str] = []
    before = sys.unraisablehook

    def note(event: Any) -> None:  # noqa: ANN401
        noted.append(f"{event.exc_type.__name__}: {event.exc_value}")

    sys.unraisablehook = note
    try:
        yield
    except BrokenGame as error:
        if not noted:
            raise
        raise BrokenGame(f"{error} ({noted[-1]})") from None
    finally:
        sys.unraisablehook = before
