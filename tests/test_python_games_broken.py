"""A game written in Python that breaks its contract ends a search with BrokenGame, whatever it does."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

import katachi
from katachi import BrokenGame, Mcts, MctsSettings, PlayoutSettings

MOVES = tuple("abc")


class Nothing:
    """Not a position."""


@dataclass(frozen=True)
class Misbehaving:
    """A pile of six, of which one to three are taken; from `since` taken on it misbehaves."""

    wrong: dict[str, Any]
    since: int = 3
    taken: int = 0

    def _answer(self, asked: str, honest: Any) -> Any:  # noqa: ANN401
        if self.taken < self.since or asked not in self.wrong:
            return honest
        answer = self.wrong[asked]
        return answer(self) if callable(answer) else answer

    @property
    def to_move(self) -> Any:  # noqa: ANN401
        return self._answer("to_move", ("black", "white")[self.taken % 2])

    @property
    def legal_moves(self) -> Any:  # noqa: ANN401
        return self._answer("legal_moves", MOVES[: 6 - self.taken])

    @property
    def is_over(self) -> Any:  # noqa: ANN401
        return self._answer("is_over", self.taken == 6)

    @property
    def outcome(self) -> Any:  # noqa: ANN401
        return self._answer("outcome", katachi.Outcome("black", "pile", 1.0))

    @property
    def key(self) -> int:
        return self.taken

    def play(self, move: str) -> Any:  # noqa: ANN401
        after = Misbehaving(self.wrong, self.since, self.taken + 1 + MOVES.index(move))
        return self._answer("play", after)

    def __eq__(self, other: object) -> bool:
        equal: bool = self._answer("__eq__", self.taken == getattr(other, "taken", None))
        return equal

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Pile:
    wrong: dict[str, Any]
    since: int = 3
    name: str = "pile"
    moves: tuple[str, ...] = MOVES

    def start(self) -> Misbehaving:
        return Misbehaving(self.wrong, self.since)


def raising(_: object) -> None:
    raise ZeroDivisionError("division by zero")


def outcome(winner: Any = "black", score: Any = 1.0) -> Callable[[object], katachi.Outcome]:  # noqa: ANN401
    return lambda _: katachi.Outcome(winner, "pile", score)


class Unlike:
    def __bool__(self) -> bool:
        raise ZeroDivisionError("division by zero")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "to_move raises": ({"to_move": raising}, "to_move raised ZeroDivisionError: division"),
    "to_move is nobody": ({"to_move": None}, "to_move is None, neither 'black' nor 'white'"),
    "to_move is a number": ({"to_move": 1}, "to_move is 1, neither"),
    "legal_moves raises": ({"legal_moves": raising}, "legal_moves raised ZeroDivisionError"),
    "legal_moves is nothing": ({"legal_moves": None}, "legal_moves is None, not a sequence"),
    "an unknown move": ({"legal_moves": ["z"]}, "a legal move is not in game.moves: 'z'"),
    "a move that is no text": ({"legal_moves": [3]}, "a legal move is not in game.moves: 3"),
    "an unhashable move": ({"legal_moves": [[]]}, "legal_moves raised TypeError"),
    "moves twice": ({"legal_moves": ["a", "a"]}, "not in the order of game.moves, or not unique"),
    "moves in disorder": ({"legal_moves": ["b", "a"]}, "not in the order of game.moves"),
    "moves without end": (
        {"legal_moves": lambda _: ("a" for _ in count())},
        "not in the order of game.moves, or not unique",
    ),
    "a huge list": ({"legal_moves": lambda _: ["a"] * 10**6}, "or not unique"),
    "no move before the end": ({"legal_moves": ()}, "is_over is false, but there is no legal"),
    "moves after the end": (
        {"is_over": True},
        "is_over is true, but there are legal moves",
    ),
    "is_over is a number": ({"is_over": 0}, "is_over is 0, not a bool"),
    "is_over raises": ({"is_over": raising}, "is_over raised ZeroDivisionError"),
    "an outcome without winner": ({"outcome": Nothing()}, "outcome raised AttributeError"),
    "a winner of another kind": ({"outcome": outcome("red")}, "the winner is 'red', neither"),
    "a score without end": ({"outcome": outcome(score=float("inf"))}, "the score is inf, not"),
    "a score that is no number": ({"outcome": outcome(score=float("nan"))}, "the score is nan"),
    "a huge score": ({"outcome": outcome(score=1e300)}, "the score is 1e.300, not finite"),
    "a score of words": ({"outcome": outcome(score="much")}, "the outcome gave a value of the"),
    "play raises": ({"play": raising}, "play raised ZeroDivisionError"),
    "play gives nothing": ({"play": lambda _: None}, "raised AttributeError"),
    "play gives itself": ({"play": lambda position: position}, "play.. gave the position itself"),
    "play never ends": (
        {"play": lambda at: Misbehaving(at.wrong, at.since, 3), "legal_moves": ["a"]},
        "no end after 10000 moves",
    ),
}
POLICIES = {
    "uniform": MctsSettings(),
    "policy": MctsSettings(playout=PlayoutSettings(last_good_reply=2, ngrams=1)),
}


@pytest.mark.parametrize("settings", POLICIES.values(), ids=POLICIES.keys())
@pytest.mark.parametrize("wrong", WRONG)
def test_a_game_that_breaks_its_contract_ends_the_search(
    wrong: str, settings: MctsSettings
) -> None:
    answers, sentence = WRONG[wrong]
    for since in (3, 0):
        search = Mcts(Pile(answers, since), settings)
        with pytest.raises(BrokenGame, match=sentence) as caught:
            search.run(simulations=2000)
        if " raised " in sentence:
            assert caught.value.__cause__ is not None
        with pytest.raises(BrokenGame):  # and again
            search.run(simulations=2000)


def test_an_equality_that_fails_is_named() -> None:
    strange = Misbehaving({"__eq__": lambda _: Unlike()}, since=0, taken=1)
    with pytest.raises(BrokenGame, match="__eq__ raised ZeroDivisionError"):
        Mcts(Pile({})).run(strange, simulations=1)


def test_an_honest_game_is_searched() -> None:
    assert Mcts(Pile({})).run(simulations=500).simulations == 500


def test_a_game_with_too_many_moves_is_refused() -> None:
    with pytest.raises(katachi.KatachiError, match="a game must have 1 to 362 moves"):
        Mcts(Pile({}, moves=tuple(map(str, range(10**5)))))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGALRM")
def test_the_exception_of_a_signal_handler_is_not_blamed_on_the_game() -> None:
    class Timeout(Exception):
        pass

    def handler(*_: object) -> None:
        raise Timeout

    def slow(_: object) -> tuple[str, ...]:
        signal.raise_signal(signal.SIGALRM)
        return MOVES

    before = signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises(Timeout):
            Mcts(Pile({"legal_moves": slow})).run(simulations=500)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_game_that_uses_its_search_is_told_so() -> None:
    def use(_: object) -> tuple[str, ...]:
        search.new_game()
        return MOVES

    search = Mcts(Pile({"legal_moves": use}))
    with pytest.raises(katachi.InUse, match="this search is in use"):
        search.run(simulations=500)
