"""Programs that misbehave never stop or spoil a match: their games are void, the others count."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from katachi.agents import AgentFile, Budget, GtpSettings, read_agent_file
from katachi.matches import (
    Adjudication,
    Contestant,
    MatchPlan,
    Running,
    open_laboratory,
    play_match,
)

FAKE = Path(__file__).parent / "fake_engines" / "engine.py"
BUDGET = Budget(simulations=5)
RANDOM = Contestant("random", read_agent_file("random"), BUDGET)


def contestant(fault: str, *, timeout: float = 30.0) -> Contestant:
    settings = GtpSettings(command=(sys.executable, str(FAKE), fault), move_timeout=timeout)
    return Contestant(fault, AgentFile(kind="gtp", gtp=settings), BUDGET)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("hang", "time-out"),
        ("hang-later", "time-out"),
        ("crash", "crash"),
        ("dies", "crash"),
        ("flood", "protocol error"),
        ("framing", "protocol error"),
        ("refuses", "protocol error"),
        ("illegal", "illegal move"),
        ("nonsense", "illegal move"),
        ("slow", ""),
        ("stderr", ""),
        ("good", ""),
    ],
)
def test_a_match_survives(fault: str, reason: str) -> None:
    timeout = 0.5 if reason == "time-out" else 60.0
    rules = Adjudication(failures="void")
    spoilt = MatchPlan(contestant(fault, timeout=timeout), RANDOM, "go5", 1, adjudication=rules)
    healthy = MatchPlan(RANDOM, RANDOM, "go5", pairs=1, seed=3)
    with open_laboratory(None) as laboratory:
        result = play_match(spoilt, laboratory, Running(attempts=1))
        after = play_match(healthy, laboratory)
    assert len(after.results) == 2
    assert after.voids == ()
    assert len(result.results) + len(result.voids) == 2
    if not reason:
        assert result.voids == ()
        return
    # As Black or White the program may get no turn to misbehave; at least one game is spoilt.
    assert result.voids
    for void in result.voids:
        assert (void.reason, void.culprit) == (reason, fault)
        assert "> " in void.transcript
