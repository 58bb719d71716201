"""LimitCommands of programs: told as they are, in the program's own words; reports say what was used."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import (
    AgentFile,
    AlphaBetaAgent,
    Budget,
    GtpAgent,
    GtpSettings,
    load_agent,
    read_agent_file,
)
from katachi.agents.gtp_limits import LimitCommands
from katachi.cli import app
from katachi.errors import InvalidSettings
from katachi.matches import Contestant, MatchPlan, open_laboratory, play_match
from katachi.matches.contestant import clock_budget
from katachi.matches.match_block import match_block
from katachi.search.clock import parse_time_system

FAKE = Path(__file__).parent / "fake_engines" / "engine.py"
GAME = katachi.Go(5)


def settings(*commands: str, fault: str = "good", **fields: object) -> GtpSettings:
    command = (sys.executable, str(FAKE), fault, *commands)
    return GtpSettings(command=command, **fields)  # type: ignore[arg-type]


def conversation(settings: GtpSettings, budget: Budget, *, expects: bool = True) -> tuple[str, str]:
    """What a program hears up to its first move, and what the agent says that it was told."""
    agent = GtpAgent("fake", settings)
    try:
        if expects:
            agent.expect(budget)
        agent.new_game(GAME, 7)
        agent.choose(GAME.start(), budget)
        return agent.program.transcript, agent.told
    finally:
        agent.close()


@pytest.mark.parametrize("expects", [True, False])
def test_a_program_hears_its_budget_in_its_own_words(*, expects: bool) -> None:
    own = settings(
        "time", "level", "think", "time_settings",
        startup=("think {simulations}",),
        new_game=("time -g 0 -m {seconds}",),
        before_move=("level {milliseconds} {seed}",),
    )  # fmt: skip
    heard, told = conversation(own, Budget(seconds=0.3), expects=expects)
    assert "> time -g 0 -m 0.3" in heard
    assert "> level 300 7" in heard
    assert "think" not in heard.replace("\nthink", "")
    assert "> time_settings" not in heard
    assert told == "time -g 0 -m 0.3; level 300 7"
    heard, told = conversation(own, Budget(simulations=50), expects=expects)
    assert "> think 50" in heard
    assert "> time" not in heard
    assert told == "think 50"


def test_a_program_gets_its_budget_on_its_command_line() -> None:
    own = settings("-t", "{seconds}")
    agent = GtpAgent("fake", own)
    for seconds in (0.3, 0.25):
        agent.expect(Budget(seconds=seconds))
        agent.new_game(GAME, 1)
        assert agent.program.command[-2:] == ("-t", str(seconds))
        agent.choose(GAME.start(), Budget(seconds=seconds))
        assert agent.told == f"-t {seconds}"
    first = agent.program
    agent.new_game(GAME, 2)
    agent.choose(GAME.start(), Budget(seconds=0.2499))
    assert agent.program is first, "the same budget needs no other program"
    agent.choose(GAME.start(), Budget(seconds=0.2))
    assert agent.program is not first
    with pytest.raises(InvalidSettings, match=r"no value for '\{seconds\}' \(5 simulations\)"):
        agent.expect(Budget(simulations=5))
    with pytest.raises(InvalidSettings, match="cannot play on a clock"):
        agent.expect(clock_budget("60"))
    agent.close()


@pytest.mark.parametrize(
    ("commands", "fractions", "seconds", "told"),
    [
        (("time_settings",), False, 0.3, ""),
        (("time_settings",), False, 2.7, "time_settings 0 2 1"),
        (("time_settings",), True, 0.3, "time_settings 0 0.3 1"),
        (("time_settings", "kata-time_settings"), False, 0.3, "kata-time_settings byoyomi 0 0.3 1"),
        ((), False, 5.0, ""),
    ],
)
def test_a_program_is_never_told_more_time_than_it_has(
    *, commands: tuple[str, ...], fractions: bool, seconds: float, told: str
) -> None:
    assert (
        "; ".join(LimitCommands(set(commands), fractions).settings(Budget(seconds=seconds))) == told
    )
    own = settings(*commands, "time_left", time="fractions" if fractions else "auto")
    assert conversation(own, Budget(seconds=seconds))[1] == told
    quiet = settings(*commands, time="own")
    heard, told = conversation(quiet, Budget(seconds=seconds))
    assert (told, "> time_settings" in heard) == ("", False)


@pytest.mark.parametrize(
    ("clock", "commands", "told", "left"),
    [
        ("60+0.5", "kata-time_settings time_left", "kata-time_settings fischer 60 0.5", "60 0"),
        ("60+3x2.5", "kata-time_settings time_left", "kata-time_settings byoyomi 60 2.5 3", "60 0"),
        ("60+0.5", "time_settings time_left", "time_settings 60 0 0", "60 0"),
        ("60", "time_settings time_left", "time_settings 60 0 0", "60 0"),
        ("0+30/5", "time_settings time_left", "time_settings 0 30 5", "30 5"),
        ("0+3x10", "time_settings time_left", "time_settings 0 10 1", "10 1"),
        (
            "0+3x10",
            "time_settings kgs-time_settings time_left",
            "kgs-time_settings byoyomi 0 10 3",
            "10 3",
        ),
    ],
)
def test_a_program_is_told_its_clock(clock: str, commands: str, told: str, left: str) -> None:
    budget = clock_budget(clock)
    heard, said = conversation(settings(*commands.split()), budget)
    assert said == told
    assert f"> time_left black {left}\n" in heard
    assert heard.index(told) < heard.index("time_left black")


def test_a_clock_that_a_program_cannot_be_told_is_refused() -> None:
    with pytest.raises(
        InvalidSettings, match=r"fake cannot be told the clock 0\.9: it has no command"
    ):
        conversation(settings("time_settings"), clock_budget("0.9"))
    # A line of its own with the share of every move will do.
    shares = settings("time", before_move=("time -m {seconds}",))
    budget = Budget(seconds=1.5, clock=clock_budget("60").clock)
    heard, told = conversation(shares, budget)
    assert "> time -m 1.5" in heard
    assert told == "time -m {seconds}"


def test_boards_and_colours_in_the_words_of_the_program() -> None:
    heard, _ = conversation(settings(boardsize="{size} {size}", first="white"), Budget(1))
    assert "> boardsize 5 5\n" in heard
    assert "> genmove white" in heard
    assert "> boardsize 5\n" in conversation(settings(), Budget(1))[0]
    with pytest.raises(InvalidSettings, match=r"gtp.boardsize must hold \{size\}"):
        GtpSettings(boardsize="big")


def test_a_program_is_asked_to_take_dead_stones_off() -> None:
    position = GAME.start().play_all("c3 pass")  # White is behind
    agent = GtpAgent("fake", settings("kgs-genmove_cleanup", fault="passes", cleanup=True))
    agent.new_game(GAME, 1)
    assert position.play("pass").outcome.winner == "black"
    assert agent.choose(position, Budget(1)).move == "pass", "a won board needs no cleaning"
    behind = GAME.start().play("c3")
    agent.new_game(GAME, 1)
    assert agent.choose(behind, Budget(1)).move == "A1"
    assert "> undo" in agent.program.transcript
    agent.close()
    without = GtpAgent("fake", settings(fault="passes", cleanup=True))
    with pytest.raises(InvalidSettings, match=r"fake has no kgs-genmove_cleanup for gtp\.cleanup"):
        without.new_game(GAME, 1)


def test_the_report_says_what_was_given_and_what_was_used() -> None:
    budget = Budget(seconds=0.02)
    rave = Contestant("rave", read_agent_file("rave"), budget)
    busy = AgentFile(kind="gtp", gtp=settings("time_settings", fault="busy"))
    told = AgentFile(kind="gtp", gtp=settings("time", new_game=("time {seconds}",)))
    with open_laboratory(None) as laboratory:
        plain = play_match(MatchPlan(rave, Contestant("busy", busy, budget), "go5", 1), laboratory)
        own = play_match(MatchPlan(rave, Contestant("told", told, budget), "go5", 1), laboratory)
    report = match_block(plain)
    assert "(0.02 s a move and own limits of busy, Go(5)" in report
    assert "busy was told no limit: it thinks as its own options say" in report
    clock, processor = plain.score.seconds_per_move, plain.score.processor_per_move
    assert f"Seconds a move: clock {clock[0]:.3f} and {clock[1]:.3f}" in report
    if sys.platform == "linux":
        assert 0.04 < processor[1] < 0.5
        assert processor[0] > 0
        assert f"processor {processor[0]:.3f} and {processor[1]:.3f}" in report
    assert "told was told: time 0.02" in match_block(own)
    assert "(0.02 s a move, Go(5)" in match_block(own)


def test_clocks_as_text() -> None:
    for text in ("60", "60+0.5", "0.5+0.01", "60+3x10", "0+5x2.5", "300+30/25"):
        assert str(parse_time_system(text)) == text
    for text in (
        "",
        "60+",
        "x",
        "60+0x5",
        "60+5/0",
        "0",
        "0+0",
        "60+3x5/2",
        "-5",
        "60+0.5s",
        "1e3",
    ):
        with pytest.raises(katachi.KatachiError, match="is not a clock"):
            parse_time_system(text)


@pytest.mark.parametrize("search", ["mcts", "alphabeta"])
def test_seconds_of_work_are_worked(search: str) -> None:
    """A lower bound, on the clock of this thread: however busy the machine is, nobody is cheated."""
    game = katachi.Othello()
    name = "uct" if search == "mcts" else "alphabeta-3"
    agent = load_agent(name)
    if isinstance(agent, AlphaBetaAgent):
        deep = msgspec.structs.replace(agent.settings, depth=0)
        agent = AlphaBetaAgent("deep", deep)
    agent.new_game(game, 1)
    before = time.thread_time()
    agent.choose(game.start(), Budget(seconds=0.1, processor_time=True))
    assert 0.1 <= time.thread_time() - before < 1.0


def test_budgets_of_work_make_other_matches_and_say_so() -> None:
    usual, work = Budget(seconds=0.5), Budget(seconds=0.5, processor_time=True)
    assert str(work) == "0.5 s of processor time"
    file = read_agent_file("random")
    plans = [MatchPlan(*(Contestant("a", file, b),) * 2, "hex3", 1) for b in (usual, work)]
    assert plans[0].key != plans[1].key
    with pytest.raises(katachi.KatachiError, match="counts no processor time"):
        Budget(clock=clock_budget("60").clock, processor_time=True)
    words = ["match", "uct", "random", "hex3", "--pairs", "1", "--seconds", "0.01", "--cpu-time"]
    assert "(0.01 s of processor time a move, Hex(3)" in CliRunner().invoke(app, words).output
