"""Our engine as a process: interrupts, analysis that any line stops, clocks, the end."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import katachi
from katachi.gtp.program import GtpProgram

PATIENCE = 60.0  # seconds for an answer, on a machine that may be busy


@contextmanager
def engine(*arguments: str) -> Iterator[GtpProgram]:
    with GtpProgram([sys.executable, "-m", "katachi", "gtp", *arguments]) as program:
        yield program


def send(program: GtpProgram, text: str) -> None:
    program.send(text.encode(), deadline=time.monotonic() + PATIENCE)


def answer(program: GtpProgram) -> str:
    return program.read_answer(deadline=time.monotonic() + PATIENCE)


def wait_for(program: GtpProgram, words: bytes) -> None:
    """Until the program has written some words, which stay unread."""
    deadline = time.monotonic() + PATIENCE
    while words not in program.wait_for_output(0.05):
        assert time.monotonic() < deadline, f"{words!r} did not come"


@pytest.mark.parametrize("game", ["go9", "othello", "hex7", "havannah4"])
def test_an_analysis_runs_until_any_line_comes(game: str) -> None:
    with engine(game) as program:
        send(program, "1 kata-analyze 2\n")
        wait_for(program, b"info move")
        send(program, "\n")  # even an empty line stops it
        text = answer(program)
        assert text.startswith("=1\ninfo move")
        send(program, "2 lz-analyze 2\n")
        wait_for(program, b"info move")
        send(program, "3 name\n")
        assert answer(program).startswith("=2\ninfo move")
        assert answer(program).startswith("=3 katachi")


def test_an_analysis_of_a_solved_position_waits_for_input() -> None:
    with engine("hex3") as program:
        program.ask("kata-set-param selection.solver true")
        program.ask("play b b2")
        send(program, "1 lz-analyze 1\n")
        wait_for(program, b"info move")
        assert not program.wait_for_output(0.3).endswith(b"\n\n")
        send(program, "2 name\n")
        assert answer(program).startswith("=1\ninfo")
        assert answer(program).startswith("=2 ")


def test_gogui_interrupts_a_long_thought() -> None:
    with engine("go9", "--seconds", "3600") as program:
        send(program, "1 genmove b\n")
        assert program.wait_for_output(0.5) == b""
        send(program, "# interrupt\n2 name\n")
        text = answer(program)
        assert text.startswith("=1 ")
        assert text[3:].strip()
        assert answer(program).startswith("=2 ")


def test_a_command_in_advance_does_not_stop_a_move() -> None:
    with engine("go9", "--simulations", "3000") as program:
        send(program, "1 genmove b\n2 gomill-explain_last_move\n")
        assert answer(program).startswith("=1 ")
        assert "of 3000 visits" in answer(program)


def test_the_same_seed_and_simulations_give_the_same_game() -> None:
    games = []
    for _ in range(2):
        with engine("othello6", "--simulations", "300", "--seed", "5") as program:
            colors = ("b", "w") * 4
            games.append([program.ask(f"genmove {color}").text for color in colors])
    assert games[0] == games[1]


def test_the_end_of_input_ends_a_thought() -> None:
    with engine("hex5") as program:
        send(program, "lz-analyze 1\n")
        wait_for(program, b"info move")
        program.end_input()
        assert program.wait_for_end(PATIENCE) == 0


def test_quit_is_answered_and_ends_with_code_0() -> None:
    with engine("hex5") as program:
        send(program, "9 quit\n")
        assert answer(program) == "=9 "
        assert program.wait_for_end(PATIENCE) == 0


def test_a_bad_game_is_one_line_of_error() -> None:
    with engine("hex99") as program:
        program.end_input()
        assert program.wait_for_end(PATIENCE) == 2
        assert "Hex size must be" in program.transcript


def test_an_engine_behind_an_engine() -> None:
    """`katachi gtp` can also play as an external program."""
    from katachi.gtp.program.program import find_program

    if find_program("gtp-rhino") is None:
        pytest.skip("gtp-rhino is not installed")
    with engine("othello", "--agent", "grhino-1") as program:
        reply = program.ask("genmove b", timeout=PATIENCE)
        assert reply.success
        assert katachi.Othello().start().is_legal(reply.text)


def test_an_engine_behind_an_engine_that_does_not_start(tmp_path: Path) -> None:
    agent = tmp_path / "missing.toml"
    agent.write_text('kind = "gtp"\n[gtp]\ncommand = ["no-such-program"]\n', encoding="utf-8")
    with engine("othello", "--agent", str(agent)) as program:
        assert program.ask("name", timeout=PATIENCE).success
        reply = program.ask("genmove b", timeout=PATIENCE)
        assert not reply.success
        assert "cannot start 'no-such-program'" in reply.text


def test_an_external_agent_that_fails_is_started_again() -> None:
    from katachi.agents import GtpAgent, GtpSettings
    from katachi.gtp.engine import Engine

    fake = Path(__file__).parent / "fake_engines" / "engine.py"
    agent = GtpAgent("fake", GtpSettings(command=(sys.executable, str(fake), "crash")))
    engine = Engine(katachi.Go(5), agent)
    try:
        for _ in range(2):
            assert "".join(engine.answer("clear_board")) == "= \n\n"
            assert "".join(engine.answer("genmove b")) == "= A1\n\n"
            before = engine.state
            assert re.match(r"\? .* ended with code 3\n\n", "".join(engine.answer("genmove w")))
            assert engine.state == before
    finally:
        agent.close()


def test_a_bug_in_a_command_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    from katachi.agents import load_agent
    from katachi.gtp.engine import Engine
    from katachi.gtp.engine.registry import Arguments

    def broken(engine: Engine, arguments: Arguments) -> str:
        engine.state = engine.state.played("black", "a1")
        raise ZeroDivisionError(f"{len(arguments)} arguments")

    def half(engine: Engine, arguments: Arguments) -> Iterator[str]:
        yield f"{engine.state.game} {arguments}"
        raise ZeroDivisionError("half way")

    engine = Engine(katachi.Hex(3), load_agent("uct"))
    engine.commands = engine.commands | {"broken": broken, "half": half}
    before = engine.state
    assert "".join(engine.answer("5 broken")) == "?5 internal error: 0 arguments\n\n"
    assert engine.state == before
    assert "".join(engine.answer("6 half")) == "=6\nHex(3) ()\n\n"
    assert "ZeroDivisionError: half way" in capsys.readouterr().err
