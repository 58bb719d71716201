"""The conformance checker finds what is wrong, and only that."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.gtp.conformance import CHECKS, Session, framing, run_checks, summary

FAKE = Path(__file__).parent / "fake_engines" / "engine.py"


def findings(fault: str, *, only: str = "", timeout: float = 5.0) -> dict[str, tuple[str, str]]:
    session = Session([sys.executable, str(FAKE), fault], katachi.Go(5), timeout=timeout)
    return {f.name: (f.verdict, f.detail) for f in run_checks(session, only=only)}


def test_a_good_engine_passes() -> None:
    found = findings("good")
    assert [name for name, (verdict, _) in found.items() if verdict == "wrong"] == []
    assert len(found) == len(CHECKS)


@pytest.mark.parametrize(
    ("fault", "name", "words"),
    [
        ("banner", "silence before the first command", "Welcome to fake"),
        ("version", "protocol version", "must be 2, not '1'"),
        ("framing", "form of a response", "must begin with ="),
        ("chatty", "form of a response", "by the way"),
        ("no-id", "id is echoed", "must be answered by =0"),
        ("wrong-id", "id is echoed", "must be answered by =0"),
        ("answers-silence", "empty lines and comments get no response", "is answered"),
        ("comments", "comments, tabs, CR and control characters", "a comment after a command"),
        ("control", "comments, tabs, CR and control characters", "a control character"),
        ("missing", "required commands are there", "lacks komi"),
        ("known", "known_command agrees with list_commands", "must be false"),
        ("occupied", "play and illegal moves", "must fail"),
        ("leaky", "a failed command changes nothing", "after 'boardsize 1000', which failed"),
        ("illegal", "genmove", "occupied"),
        ("nonsense", "genmove", "'Z99' is not a move here"),
        ("forgets", "genmove", "did not play it"),
        ("refuses", "genmove", "I do not want to"),
        ("crash", "genmove", "crash"),
        ("dies", "protocol version", "crash"),
        ("hang", "genmove", "time-out"),
        ("one-newline", "protocol version", "time-out"),
        ("flood", "genmove", "protocol error"),
        ("silent-quit", "quit answers, then ends", "crash"),
        ("immortal", "quit answers, then ends", "still runs"),
        ("immortal", "the end of input ends the program", "still runs"),
        ("analysis-words", "lz-analyze", "no line with info"),
        ("analysis-keys", "lz-analyze", "lacks winrate, order, pv"),
        ("analysis-at-once", "lz-analyze", "on a line of its own"),
        ("half-sequence", "gogui-play_sequence is all or nothing", "has changed"),
        ("empty-line", "a failed command changes nothing", "protocol error"),
    ],
)
def test_faults_are_found(fault: str, name: str, words: str) -> None:
    slow = fault in {"hang", "one-newline", "immortal", "analysis-words"}
    found = findings(fault, only=name, timeout=1.0 if slow else 10.0)
    verdict, detail = found[name]
    assert verdict == "wrong", detail
    assert words in detail


def test_unusual_words_are_only_warned_about() -> None:
    verdict, detail = findings("words", only="unknown commands")["unknown commands"]
    assert verdict == "warning"
    assert "the standard text is 'unknown command'" in detail


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    return result.exit_code, result.output


def test_the_command_reports_and_counts() -> None:
    engine = f"{sys.executable} {FAKE}"
    code, text = call("gtp-check", f"{engine} occupied", "--game", "go5", "--only", "illegal moves")
    assert code == 1
    assert "wrong    play and illegal moves (GTP 2, 6.3.10" in text
    assert "0 ok, 0 warning, 1 wrong, 0 skipped" in text
    code, text = call("gtp-check", engine, "--game", "go5", "--only", "illegal moves", "--json")
    assert code == 0
    assert json.loads(text)["counts"] == {"ok": 1, "warning": 0, "wrong": 0, "skipped": 0}


@pytest.mark.parametrize(
    ("command", "words"),
    [("", "the command is empty"), ("'", "cannot be read")],
)
def test_bad_commands(command: str, words: str) -> None:
    code, text = call("gtp-check", command)
    assert code == 2
    assert words in text.lower()


@pytest.mark.parametrize("game", ["go5", "othello6", "hex4", "havannah3", "y3"])
def test_our_own_engine_passes(game: str) -> None:
    command = [sys.executable, "-m", "katachi", "gtp", game, "--simulations", "20"]
    session = Session(command, katachi.parse_game(game))
    results = list(run_checks(session))
    assert [f"{f.name}: {f.detail}" for f in results if f.verdict in {"wrong", "warning"}] == []
    assert summary(results)["ok"] >= 28


def test_a_late_welcome_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly the program starts: nothing is seen of it before the first question."""
    monkeypatch.setattr(framing, "QUIET_SECONDS", 0.0)
    (found,) = findings("banner", only="silence before").values()
    assert found == ("wrong", "the program writes before it is asked: 'Welcome to fake'")
    (found,) = findings("framing", only="silence before").values()
    assert found == ("ok", "")  # another check finds what is wrong there
