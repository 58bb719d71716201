"""Games that end off the board: on the clock, and by failures."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest
from short_match import PLAN

import katachi
from katachi.agents import AgentFile, Budget, Choice, GtpSettings, UniformAgent, read_agent_file
from katachi.matches import (
    Adjudication,
    Contestant,
    MatchPlan,
    PlayedGame,
    Running,
    Seat,
    open_laboratory,
    parse_contestant,
    play_game,
    play_match,
)
from katachi.matches import game as match_game
from katachi.matches.contestant import clock_budget
from katachi.matches.match_block import match_block
from katachi.matches.tournament import TournamentPlan, play_tournament
from katachi.reports.tournament_report import void_line
from katachi.search.clock import Clock, Left, parse_time_system

FAKE = Path(__file__).parent / "fake_engines" / "engine.py"


class Watch:
    """The time of a game, which goes on only when an agent says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def process_time(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(match_game, "time", made)
    return made


class Sleeper(UniformAgent):
    """Takes a hundredth of a second for a move, and very long for its third."""

    def __init__(self, watch: Watch, seconds: float) -> None:
        super().__init__("sleeper")
        self._watch = watch
        self._seconds = seconds
        self.budgets: list[Budget] = []

    def choose(self, position: katachi.PositionLike, budget: Budget) -> Choice:
        self.budgets.append(budget)
        self._watch.now += self._seconds if len(self.budgets) == 3 else 0.01
        return super().choose(position, budget)


def fake(fault: str, *commands: str, budget: Budget | None = None) -> Contestant:
    settings = GtpSettings(command=(sys.executable, str(FAKE), fault, *commands))
    return Contestant(fault, AgentFile(kind="gtp", gtp=settings), budget or Budget(5))


def random(budget: Budget | None = None) -> Contestant:
    return Contestant("random", read_agent_file("random"), budget or Budget(5))


def test_who_runs_out_of_time_loses(watch: Watch) -> None:
    clock = clock_budget("0.2")
    sleeper = Sleeper(watch, 0.3)
    seats = (Seat(sleeper, clock), Seat(UniformAgent(), clock_budget("3600")))
    ended = play_game(katachi.Hex(4), seats, seed=1)
    assert isinstance(ended, PlayedGame)
    assert ended.outcome == katachi.Outcome("white", "time", -1.0)
    assert ended.outcome.sgf_result == "W+T"
    assert len(ended.moves) == 4, "the move that came too late is none"
    assert ended.movers == "bwbwb"
    assert ended.seconds == pytest.approx((0.01, 0, 0.01, 0, 0.3))
    assert ended.processor == pytest.approx(ended.seconds)
    # Every move has its share of what is left, and sees the clock.
    left = [budget.clock.of("black").seconds for budget in sleeper.budgets if budget.clock]
    assert left == sorted(left, reverse=True)
    assert left[0] == 0.2
    for budget, seconds in zip(sleeper.budgets, left, strict=True):
        assert 0 < budget.seconds <= seconds


def test_increments_and_periods_keep_a_player_alive(watch: Watch) -> None:
    for clock in ("0.2+0.05", "0+2x0.2", "0+0.3/3"):
        seats = (Seat(Sleeper(watch, 0.24), clock_budget(clock)), Seat(UniformAgent(), Budget(1)))
        ended = play_game(katachi.Hex(4), seats, seed=1)
        assert isinstance(ended, PlayedGame)
        assert ended.outcome.reason == "connection", clock


@pytest.mark.parametrize(
    ("clock", "left", "whole"),
    [
        ("60", Left(60.0), 60.0),
        ("60+5", Left(60.0), 60.0),
        ("60+3x10", Left(60.0), 90.0),
        ("60+3x10", Left(4.0, 2), 14.0),
        ("60+3x10", Left(4.0, 1), 4.0),
        ("60+10/5", Left(60.0), 70.0),
        ("60+10/5", Left(4.0, 2), 4.0),
    ],
)
def test_how_long_a_move_may_take(clock: str, left: Left, whole: float) -> None:
    started = Clock.started(parse_time_system(clock)).with_left("black", left)
    assert started.whole_left("black") == whole


def test_searching_agents_keep_their_clock() -> None:
    clock = parse_contestant("rave@30/60+0.5")
    plan = MatchPlan(clock, random(clock_budget("60")), "hex5", 2)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory)
    assert result.score.lost_on_time == (0, 0)
    assert "(30 simulations or clock 60+0.5 and clock 60, Hex(5)" in match_block(result)


def test_losses_on_time_are_counted_for_programs_too() -> None:
    late = fake("slow-once", "time_settings", "time_left", budget=clock_budget("1"))
    plan = MatchPlan(late, random(clock_budget("60")), "go5", 1)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory)
    assert {game.reason for game in result.results} == {"time"}
    assert result.score.lost_on_time == (2, 0)
    assert result.voids == ()
    assert "Lost on time: 2 by slow-once; counted as losses" in match_block(result)


def test_clocks_make_other_matches_and_are_written_behind_names() -> None:
    assert parse_contestant("uct@60+0.5").budget == clock_budget("60+0.5")
    assert parse_contestant("uct@100/60+3x10").budget.simulations == 100
    assert parse_contestant("uct@60+10/5").budget == clock_budget("60+10/5")
    keys = {
        dataclasses.replace(PLAN, first=parse_contestant(f"uct@{budget}")).key
        for budget in ("60", "60+0", "60+0.5", "60/60+0.5", "60+3x10", "60+10/3")
    }
    assert len(keys) == 6


def test_overtime_of_work_is_counted_in_work(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that wait for a core for an hour, and work for no time at all."""
    ticking = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(watch, "perf_counter", lambda: float(next(ticking)))
    rules = Adjudication(overtime=0.5)
    for work in (True, False):
        budget = Budget(seconds=0.01, processor_time=work)
        seats = (Seat(UniformAgent(), budget), Seat(UniformAgent(), budget))
        ended = play_game(katachi.Hex(3), seats, seed=1, adjudication=rules)
        assert isinstance(ended, PlayedGame) == work


# Failures


@pytest.mark.parametrize("fault", ["crash", "illegal", "refuses"])
def test_who_fails_again_loses(fault: str) -> None:
    plan = MatchPlan(fake(fault), random(), "go5", pairs=1)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory)
        again = play_match(plan, laboratory)
    assert len(result.results) == 2
    assert result.results == again.results
    assert result.score.games.losses == 2
    assert len(result.voids) == 2, "the first attempt of each game"
    for game in result.results:
        assert game.reason == "forfeit"
        assert game.failure.startswith(
            {"crash": "crash: ", "illegal": "illegal move: ", "refuses": "protocol error: "}[fault]
        )
        assert game.outcome.sgf_result in {"B+F", "W+F"}
        katachi.Go(5).start().play_all(game.moves)
    report = match_block(result)
    assert f"Lost by failures: 2 by {fault}; counted as losses" in report
    assert "Played again after a failure: 2 games" in report


def test_a_program_that_cannot_begin_loses_nothing() -> None:
    plan = MatchPlan(fake("dies"), random(), "go5", pairs=1)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory)
    assert result.results == ()
    assert len(result.voids) == 4


def test_void_games_stay_void_if_the_match_wants_it() -> None:
    rules = Adjudication(failures="void")
    plan = MatchPlan(fake("crash"), random(), "go5", pairs=1, adjudication=rules)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory)
    assert result.results == ()
    assert len(result.voids) == 4
    with pytest.raises(katachi.KatachiError, match="failures are loss or void, not 'win'"):
        Adjudication(failures="win")  # type: ignore[arg-type]


def test_tournaments_say_who_failed() -> None:
    contestants = (fake("crash"), fake("dies"), random())
    plan = TournamentPlan(contestants, "go5", 1, kind="gauntlet")
    with open_laboratory(None) as laboratory:
        against = play_tournament(
            dataclasses.replace(plan, contestants=contestants[::-1]), laboratory
        )
    assert void_line(against) == "Void games, not counted: dies 2. Lost by failures: crash 2."
    quiet = dataclasses.replace(against, matches=())
    assert void_line(quiet) == ""


def test_losing_by_failures_alone_ends_a_match() -> None:
    plan = MatchPlan(fake("crash"), random(), "go5", pairs=9)
    with (
        open_laboratory(None) as laboratory,
        pytest.raises(katachi.KatachiError, match="3 games in a row"),
    ):
        play_match(plan, laboratory, Running(give_up_after=3))
