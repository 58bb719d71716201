"""`katachi match` while it runs, and when it is stopped."""

from __future__ import annotations

import dataclasses
import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console
from short_match import PLAN, played
from typer.testing import CliRunner

from katachi.cli import app
from katachi.commands import match, tournament
from katachi.matches import (
    Laboratory,
    MatchPlan,
    MatchResult,
    Running,
    open_laboratory,
    play_match,
)
from katachi.matches.match import Watcher
from katachi.matches.match_block import standing_line
from katachi.matches.ratings import Sprt
from katachi.matches.tournament import TournamentPlan, play_tournament
from katachi.terminal import match_progress

WORDS = ["uct@60", "random@1", "hex4", "--pairs", "6", "--seed", "3"]


def test_a_match_under_way_in_one_line() -> None:
    assert standing_line(MatchResult(PLAN, (), ())) == "no game has ended yet"
    result = played(dataclasses.replace(PLAN, pairs=4, sprt=Sprt(0, 500)))
    line = standing_line(result)
    counts = result.score.games
    assert line.startswith(f"+{counts.wins} =0 -{counts.losses}, {100 * counts.share:.1f} % (")
    low, high = result.score.interval
    assert f"({100 * low:.1f} to {100 * high:.1f}), Elo " in line
    assert "LLR " in line
    assert "(-2.94, 2.94)" in line
    assert "LLR" not in standing_line(dataclasses.replace(result, plan=PLAN))


def test_a_terminal_shows_games_score_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()

    def console(*, stderr: bool) -> Console:
        assert stderr
        return Console(file=screen, force_terminal=True, width=100, color_system=None)

    monkeypatch.setattr(match_progress, "Console", console)
    monkeypatch.setattr(match_progress, "REFRESH_SECONDS", -1.0)
    plan = PLAN.with_pairs(2)
    with open_laboratory(None) as laboratory:
        play_match(plan.with_pairs(1), laboratory)
        with match_progress.MatchProgress(plan, laboratory) as progress:
            play_match(plan, laboratory, watcher=progress.after_game)
    shown = screen.getvalue()
    assert re.search(r"uct against random, hex4: 2 of 4 games *\r?\n", shown)
    assert "3 of 4 games, 0:00:0" in shown
    assert "4 of 4 games, 0:00:00 left" in shown
    last = [line.strip() for line in shown.split("4 of 4 games, 0:00:00 left")[1].splitlines()]
    assert any(line.startswith("+") and "% (" in line and " +/- " in line for line in last)


@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_prints_the_result_so_far_and_how_to_go_on(
    *, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(
        plan: MatchPlan, laboratory: Laboratory, running: Running, *, watcher: Watcher
    ) -> MatchResult:
        play_match(plan.with_pairs(2), laboratory, running, watcher=watcher)
        raise KeyboardInterrupt

    lab = tmp_path / "a lab.sqlite"
    words = ["match", *WORDS, *(["--lab", str(lab)] if kept else [])]
    monkeypatch.setattr(sys, "argv", ["/somewhere/katachi", *words])
    monkeypatch.setattr(match, "play_match", interrupted)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 130
    assert "Games: 4, Wins: " in result.stdout
    if kept:
        assert f"go on with: katachi match {' '.join(WORDS)} --lab '{lab}'\n" in result.stderr
    else:
        assert "these games are not kept: --lab FILE keeps them" in result.stderr
    monkeypatch.setattr(match, "play_match", play_match)
    if kept:
        assert "Games: 12, Wins: " in CliRunner().invoke(app, words).stdout


def test_ctrl_c_in_a_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(
        plan: TournamentPlan, laboratory: Laboratory, running: Running, *, watcher: Watcher
    ) -> None:
        play_tournament(plan, laboratory, running, watcher=watcher)
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play_tournament", interrupted)
    result = CliRunner().invoke(app, ["tournament", "hex3", "uct@5", "random@1", "--pairs", "1"])
    assert result.exit_code == 130
    assert "Moving first is worth" in result.stdout
    assert "--lab FILE keeps them" in result.stderr


def test_ctrl_c_before_the_first_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> MatchResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_match", interrupted)
    result = CliRunner().invoke(app, ["match", *WORDS])
    assert result.exit_code == 130
    assert result.stdout == ""
