"""Conversations with our engine, with the answers beside; tests/gtp/README.md has the form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from katachi.agents import load_agent
from katachi.games import parse_game
from katachi.gtp.engine import Engine, EngineOptions
from katachi.gtp.engine.parameters import Parameters

SESSIONS = sorted((Path(__file__).parent / "gtp").glob("*.gtp"))


@dataclass(frozen=True)
class Exchange:
    number: int
    sent: str
    wanted: tuple[str, ...]


def exchanges(lines: list[str]) -> Iterator[Exchange]:
    number = 0
    sent: str | None = None
    wanted: list[str] = []
    for current, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        if line.startswith("> ") or line == ">":
            if sent is not None:
                yield Exchange(number, sent, tuple(wanted))
            number, sent, wanted = current, line[2:], []
        else:
            wanted.append(line)
    assert sent is not None
    yield Exchange(number, sent, tuple(wanted))


def unescaped(line: str) -> str:
    return line.replace("\\t", "\t").replace("\\r", "\r").replace("\\x07", "\x07")


def engine_of(heading: str) -> Engine:
    game, *options = heading.removeprefix("#! ").split()
    given = dict(option.split("=") for option in options)
    playouts = int(given.get("simulations", "0"))
    return Engine(
        parse_game(game),
        load_agent(given.get("agent", "uct")),
        EngineOptions(
            dialect=given.get("dialect", ""), parameters=Parameters(max_playouts=playouts)
        ),
    )


def mismatch(wanted: tuple[str, ...], found: str) -> str:  # noqa: PLR0911 - one per reason
    """Why an answer is not the wanted one; empty if it is."""
    if not wanted:
        return f"silence was wanted, not {found!r}" if found else ""
    if not found.endswith("\n\n"):
        return f"the answer does not end with an empty line: {found!r}"
    lines = found[:-2].split("\n")
    for line in wanted:
        if line.startswith("~* "):
            count = 0
            while lines and re.fullmatch(line[3:], lines[0]):
                lines.pop(0)
                count += 1
            if not count:
                return f"{line!r} does not match {lines[:1]}"
        elif not lines:
            return f"{line!r} is missing"
        elif line.startswith("~ "):
            if not re.fullmatch(line[2:], lines[0]):
                return f"{line[2:]!r} does not match {lines[0]!r}"
            lines.pop(0)
        elif line.rstrip() != lines.pop(0).rstrip():
            return f"{line!r} was wanted:\n{found}"
    return f"more than wanted: {lines}" if lines else ""


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_session(path: Path) -> None:
    heading, *lines = path.read_text(encoding="utf-8").splitlines()
    engine = engine_of(heading)
    for exchange in exchanges(["", *lines][1:]):
        found = "".join(engine.answer(unescaped(exchange.sent)))
        problem = mismatch(exchange.wanted, found)
        assert not problem, f"{path.name}, line {exchange.number + 1}, {exchange.sent!r}: {problem}"


def test_the_comparison_can_fail() -> None:
    assert mismatch(("= 3",), "= 2\n\n")
    assert mismatch(("= 2",), "= 2\n")
    assert mismatch(("= 2",), "= 2\nmore\n\n")
    assert mismatch(("= 2", "more"), "= 2\n\n")
    assert mismatch((), "= \n\n")
    assert mismatch(("~* a",), "b\n\n")
    assert not mismatch(("~* a", "b"), "a\na\nb\n\n")


def test_every_game_has_a_session() -> None:
    headings = [path.read_text(encoding="utf-8").split()[1] for path in SESSIONS]
    for game in ("go", "othello", "hex", "havannah"):
        assert any(heading.startswith(game) for heading in headings)


def answered(engine: Engine, line: str) -> str:
    return "".join(engine.answer(line)).removeprefix("= ").strip()


def test_every_board_gets_its_own_agent_if_nobody_chose_one() -> None:
    engine = Engine(parse_game("go9"), None, EngineOptions(parameters=Parameters(max_playouts=20)))
    for size, agent in ((9, "go9"), (5, "go9"), (13, "go19"), (9, "go9")):
        answered(engine, f"boardsize {size}")
        assert answered(engine, "genmove b") != "pass"
        assert engine.thinker.name == agent


def test_a_colour_that_moves_first_or_twice_does_not_end_the_game() -> None:
    """The pass that GTP leaves out is nobody's: a pass behind it would end the game, won by komi."""
    engine = Engine(
        parse_game("go5"), load_agent("uct"), EngineOptions(parameters=Parameters(max_playouts=200))
    )
    first = answered(engine, "genmove w")
    second = answered(engine, "genmove w")
    assert "pass" not in (first, second)
    answered(engine, "play b pass")
    assert answered(engine, "genmove w") == "pass"  # Black did pass
