"""Clocks: how long a move may take, and that no game is lost on time."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

import katachi
from katachi.agents import Choice, load_agent
from katachi.gtp.engine import Engine, EngineOptions, thinking
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.engine.time_commands import KATA_SYSTEMS, parse_system
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import Budget, MoveStatistics, SearchResult
from katachi.search.clock import (
    DELAY_FACTOR,
    REMEMBERED_MOVES,
    WAYS,
    Clock,
    Left,
    Margin,
    TimeKeeper,
    TimeSystem,
    moves_to_come,
    spendable,
)

GAMES = [katachi.Go(9), katachi.Othello(), katachi.Hex(9), katachi.Havannah(5)]
LAG = 0.05


def system(text: str) -> TimeSystem:
    return parse_system(tuple(text.split()), KATA_SYSTEMS)


def seconds(clock: Clock, position: katachi.Position, margin: Margin | None = None) -> float | None:
    return clock.seconds_for_move("black", position, margin or Margin(LAG))


def test_no_limit_is_no_limit() -> None:
    start = katachi.Go(9).start()
    assert seconds(Clock(), start) is None
    assert seconds(Clock.started(system("canadian 10 5 0")), start) is None


def test_absolute_time_is_shared_among_the_moves_to_come() -> None:
    start = katachi.Othello().start()
    assert moves_to_come(start) == 30
    clock = Clock.started(system("absolute 60"))
    assert seconds(clock, start, Margin(0.1)) == pytest.approx((60 - 30 * 0.1) / 30)


def test_periods_are_never_overstepped() -> None:
    start = katachi.Go(9).start()
    assert seconds(Clock.started(system("byoyomi 0 5 3")), start) == pytest.approx(5 - LAG)
    canadian = Clock.started(system("canadian 0 30 10"))
    assert seconds(canadian, start) == pytest.approx((30 - 10 * LAG) / 10)
    late = canadian.with_left("black", Left(2.0, 1))
    assert seconds(late, start) == pytest.approx(2 - LAG)


def test_main_time_adds_to_a_period() -> None:
    start = katachi.Go(9).start()
    clock = Clock.started(system("byoyomi 100 5 3"))
    wanted = 100 / moves_to_come(start) + 5 - LAG
    assert seconds(clock, start) == pytest.approx(wanted)
    nearly_over = clock.with_left("black", Left(0.1, 0))
    found = seconds(nearly_over, start)
    assert found is not None
    assert found <= 0.1 + 5 - LAG


def test_fischer_never_spends_more_than_half() -> None:
    start = katachi.Go(9).start()
    clock = Clock.started(system("fischer 2 10"))
    assert seconds(clock, start) == pytest.approx((2 - LAG) / 2)
    capped = Clock.started(system("fischer-capped 600 10 600 3"))
    assert seconds(capped, start) == pytest.approx(3 - LAG)


def test_tiny_times_leave_something() -> None:
    assert spendable(0.05, Margin(10.0)) == pytest.approx(0.03)
    assert spendable(0.0, Margin(1.0)) == 0.0
    assert spendable(0.05, Margin(10.0, experienced=0.1)) == 0.0


def test_the_clock_runs_by_itself() -> None:
    clock = Clock.started(system("byoyomi 10 5 3")).after_move("black", 4)
    assert clock.of("black") == Left(6)
    assert clock.of("white") == Left(10)
    clock = clock.after_move("black", 8)  # 6 of main time, 2 of the first period
    assert clock.of("black") == Left(5, 3)
    assert clock.after_move("black", 11).of("black") == Left(5, 1)
    canadian = Clock.started(system("canadian 0 30 2")).after_move("white", 10)
    assert canadian.of("white") == Left(20, 1)
    assert canadian.after_move("white", 15).of("white") == Left(30, 2)
    fischer = Clock.started(system("fischer-capped 10 5 12 -1")).after_move("black", 1)
    assert fischer.of("black") == Left(12)
    assert Clock().after_move("black", 5) == Clock()


def test_the_margin_grows_with_experience() -> None:
    keeper = TimeKeeper()
    assert keeper.margin(0.05) == Margin(0.05, 0.0)
    keeper.note(1.0, 1.2)
    assert keeper.margin(0.05).largest == pytest.approx(0.2 * DELAY_FACTOR)
    for _ in range(REMEMBERED_MOVES):
        keeper.note(1.0, 0.9)
    assert keeper.margin(0.05).largest == 0.05
    keeper.note(1.0, 0.9, stall=0.3)
    assert keeper.margin(0.05).experienced == pytest.approx(0.3 * DELAY_FACTOR)
    keeper.note(1.0, 0.9, wake=0.2)
    assert keeper.margin(0.05).experienced == pytest.approx(0.2 * WAYS * DELAY_FACTOR)


class StalledAgent:
    """An agent on a simulated machine: every slice takes as long as asked, and a stall."""

    name = "stalled"

    def __init__(self, stalls: Iterator[float]) -> None:
        self.now = 100.0
        self.stalls = stalls
        self.slices = 0

    def new_game(self, _game: object, _seed: int) -> None:
        self.ready = False

    def choose(self, _position: object, _budget: Budget) -> Choice:
        raise AssertionError("it thinks in slices")

    def lead(self, moves: object) -> None:
        assert moves is None
        self.ready = True

    def think(self, _position: object, budget: Budget, *, moves: object = None) -> SearchResult:
        assert moves is None
        if self.ready:
            self.now += (budget.seconds or 0.0005) + next(self.stalls)
            self.slices += 1
        result = SimpleNamespace(
            simulations=max(1, budget.simulations), moves=(), interrupted=False
        )
        return cast("SearchResult", result)

    def is_decided(self, _simulations: int) -> bool:
        raise AssertionError("nobody allowed to stop early")

    def variations(self) -> dict[str, tuple[MoveStatistics, ...]]:
        return {}


def think(stalls: Iterator[float], monkeypatch: pytest.MonkeyPatch) -> tuple[float, int]:
    """Seconds and slices of a move with 50 ms, 20 of them in reserve."""
    agent = StalledAgent(stalls)
    monkeypatch.setattr(thinking, "time", SimpleNamespace(monotonic=lambda: agent.now))
    thinker = thinking.Thinker(agent, 0)
    engine = Engine(katachi.Othello(), load_agent("uct"))
    allotment = thinking.Allotment(deadline=100.03, reserve=0.02)
    list(thinker.slices(engine.state, "black", allotment))
    return agent.now - 100.0, agent.slices


def test_a_quiet_machine_gives_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    used, slices = think(itertools.repeat(0.0), monkeypatch)
    assert used == pytest.approx(0.03, abs=0.001)
    assert slices >= thinking.SLICES


def test_stalls_end_the_thinking_before_the_reserve_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(5)
    for _ in range(200):
        longest = rng.uniform(0.0, 0.03)
        # The longest comes first; those after it may be shorter.
        shorter = (rng.uniform(0, longest) for longest in itertools.repeat(longest))
        stalls = itertools.chain([longest], shorter)
        used, slices = think(stalls, monkeypatch)
        assert used <= 0.03 + 0.02 / 2 + 0.0005 or slices == 1
    # Without the rule the second stall would come too late.
    assert think(iter([0.013, 0.02, 0.02, 0.02]), monkeypatch)[1] == 2


def test_wrong_systems_are_refused() -> None:
    with pytest.raises(CommandFailed, match="one of none"):
        system("hourglass 5")
    with pytest.raises(CommandFailed, match="3 arguments needed, not 1"):
        system("byoyomi 5")


SYSTEMS = [
    "absolute 5",
    "absolute 60",
    "canadian 5 2 10",
    "canadian 0 1 20",
    "byoyomi 10 1 1",
    "byoyomi 0 0.05 1",
    "fischer 3 0.2",
    "fischer-capped 5 0.1 5 1",
]


class Referee:
    """A controller's clock of one player, which knows nothing about ours."""

    def __init__(self, system: TimeSystem) -> None:
        self.system = system
        self.main = system.main
        self.period = system.period
        self.count = system.count

    def spend(self, used: float) -> bool:
        """Whether the player still has time after a move."""
        kind = self.system.kind
        if kind in {"absolute", "fischer"}:
            self.main -= used
            lost = self.main < 0
            self.main = min(self.main + self.system.increment, self.system.largest_main)
            return not lost
        over = max(0.0, used - self.main)
        self.main = max(0.0, self.main - used)
        if over == 0:
            return True
        if kind == "byoyomi":
            self.count -= math.floor(over / self.system.period)
            return self.count > 0
        self.period -= over
        if self.period < 0:
            return False
        self.count -= 1
        if self.count == 0:
            self.period, self.count = self.system.period, self.system.count
        return True

    def left(self) -> Left:
        if self.main > 0 or self.system.kind in {"absolute", "fischer"}:
            return Left(self.main)
        return Left(
            self.system.period if self.system.kind == "byoyomi" else self.period, self.count
        )


@pytest.mark.parametrize("text", SYSTEMS)
@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("tells", [True, False], ids=["time_left", "silent"])
def test_no_simulated_game_is_lost_on_time(text: str, game: katachi.Game, tells: bool) -> None:  # noqa: FBT001
    """Whole games without a wall clock: each move takes its share and a random overshoot."""
    rng = random.Random(f"{text} {game}")
    rules = system(text)
    # An overshoot that the fixed lag covers, also in the shortest period.
    most_overshoot = 0.3 * min(LAG, rules.period or LAG)
    for _ in range(3):
        clock, referee, keeper = Clock.started(rules), Referee(rules), TimeKeeper()
        position = game.start()
        for _ply in range(400):
            if position.is_over:
                break
            if position.to_move == "black":
                if tells:
                    clock = clock.with_left("black", referee.left())
                meant = seconds(clock, position, keeper.margin(LAG))
                assert meant is not None
                used = meant + rng.uniform(0, most_overshoot)
                keeper.note(meant, used)
                assert referee.spend(used), f"lost after {position.moves_played} moves"
                clock = clock.after_move("black", used)
            moves = [move for move in position.legal_moves if move != "pass"] or ["pass"]
            position = position.play(rng.choice(moves))


@pytest.mark.parametrize("text", ["absolute 5", "byoyomi 0 0.2 1", "fischer 0.5 0.1"])
def test_the_engine_uses_its_time_and_not_more(text: str) -> None:
    """The limits that a search gets, without running it."""
    engine = Engine(katachi.Othello(), load_agent("uct"))
    "".join(engine.answer(f"kata-time_settings {text}"))
    engine.arrived = 100.0
    allotment = engine.allotment("black")
    assert allotment.deadline is not None
    assert 0 < allotment.deadline - 100.0 < 0.2


def test_without_clock_the_parameters_decide() -> None:
    engine = Engine(
        katachi.Othello(), load_agent("uct"), EngineOptions(parameters=Parameters(max_playouts=5))
    )
    engine.arrived = 100.0
    assert engine.allotment("black").deadline is None
    "".join(engine.answer("kata-set-param maxPlayouts 0"))
    engine.arrived = 100.0
    assert engine.allotment("black").deadline == 101.0
    "".join(engine.answer("kata-set-param maxTime 7"))
    engine.arrived = 100.0
    assert engine.allotment("black").deadline == 107.0
