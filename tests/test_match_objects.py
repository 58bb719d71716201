"""Matches of agents and games that are objects of Python."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import katachi
from katachi.agents import Agent, Budget, Choice, MctsAgent, UniformAgent, load_agent
from katachi.matches import Running

FEW = Budget(simulations=20)


class Last:
    """Plays the last legal move; knows nothing of katachi but the words."""

    name = "last"

    def __init__(self) -> None:
        self.games = 0
        self.closed = 0

    def new_game(self, game: katachi.GameLike, seed: int) -> None:
        del game, seed
        self.games += 1

    def choose(self, position: katachi.PositionLike, budget: Budget) -> Choice:
        assert budget == FEW
        return Choice(position.legal_moves[-1])

    def close(self) -> None:
        self.closed += 1


@dataclass(frozen=True)
class Heap:
    """So many sticks; who takes the last one wins."""

    left: int
    to_move: katachi.Color = "black"

    @property
    def legal_moves(self) -> list[str]:
        return ["1", "2", "3"][: self.left]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> katachi.Outcome:
        return katachi.Outcome("white" if self.to_move == "black" else "black", "sticks", -1.0)

    @property
    def key(self) -> int:
        return 2 * self.left + (self.to_move == "white")

    def play(self, move: str) -> Heap:
        if move not in self.legal_moves:
            raise katachi.IllegalMove(f"{move} of {self.left}")
        return Heap(self.left - int(move), "white" if self.to_move == "black" else "black")


class Sticks:
    """A game without any of our classes."""

    name = "sticks"
    moves = ("1", "2", "3")

    def start(self) -> Heap:
        return Heap(10)


def test_an_agent_object_plays() -> None:
    last = Last()
    played = katachi.match(last, "random", "hex4", pairs=2, budget=FEW)
    assert played.score.games.games == 4
    assert played.result.plan.first.name == "last"
    assert last.games == 5, "four games, and one to see that it can"
    assert last.closed == 0, "whoever made it closes it"
    assert played.summary()["first"] == "last"
    assert "Results of last vs random (20 simulations a move, Hex(4)" in played.report()
    for game in played.result.results:
        mine = "b" if game.slot.first_is_black else "w"
        position = katachi.Hex(4).start()
        for move, mover in zip(game.moves, game.movers, strict=True):
            assert mover != mine or move == position.legal_moves[-1]
            position = position.play(move)


def test_the_agents_of_katachi_play_as_objects_as_by_name() -> None:
    uct = load_agent("uct")
    assert isinstance(uct, MctsAgent)
    as_object = katachi.match(uct, UniformAgent(), katachi.Hex(4), pairs=2, budget=FEW, seed=4)
    by_name = katachi.match("uct", "random", "hex4", pairs=2, budget=FEW, seed=4)
    assert [g.play for g in as_object.result.results] == [g.play for g in by_name.result.results]


@pytest.mark.parametrize("openings", ["none", "random:2", "balanced:2"])
def test_a_game_of_python_is_played(openings: str) -> None:
    game = Sticks()
    assert isinstance(game, katachi.GameLike)
    many = Budget(simulations=300)
    played = katachi.match("uct", "random", game, pairs=5, budget=many, openings=openings, seed=1)
    assert played.score.games.games == 10
    assert played.score.share >= 0.5
    assert {result.reason for result in played.result.results} == {"sticks"}
    assert "(300 simulations a move, sticks, " in played.report()


def test_a_failing_object_loses_like_others() -> None:
    class Wrong(Last):
        def choose(self, position: katachi.PositionLike, budget: Budget) -> Choice:
            del position, budget
            return Choice("nowhere")

    played = katachi.match(Wrong(), UniformAgent(), "hex4", pairs=1, budget=FEW)
    assert played.score.forfeited == (2, 0)


def test_what_objects_cannot_do_is_said() -> None:
    last: Agent = Last()
    with pytest.raises(
        katachi.KatachiError, match="sticks is an object of Python: it plays in this"
    ):
        katachi.match("uct", "random", Sticks(), running=Running(processes=2))
    with pytest.raises(katachi.KatachiError, match="last cannot play itself"):
        katachi.match(last, last, "hex4")
    for wrong in (5, Last, object()):
        with pytest.raises(katachi.KatachiError, match="is not an agent: a name, an agent file"):
            katachi.match(wrong, "random", "hex4")  # type: ignore[arg-type]
        with pytest.raises(katachi.KatachiError, match="is not a game: a text such as hex11"):
            katachi.match("uct", "random", wrong)  # type: ignore[arg-type]
    with pytest.raises(katachi.KatachiError, match="plays built-in games, not 'sticks'"):
        katachi.match("gnugo-1", "random", Sticks())
