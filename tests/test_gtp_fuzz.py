"""Random lines: always an answer or silence as the protocol says, and no trace of a failure."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import katachi
from katachi.agents import load_agent
from katachi.games import parse_game
from katachi.gtp.engine import Engine, EngineOptions
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.protocol.wire import parse_command

LINES = 14_000  # in all dialects together; with --slow:
MANY_LINES = 100_000

SIZES = {
    "go": "go5",
    "othello": "othello6",
    "hex": "hex4",
    "havannah": "havannah3",
    "gomoku": "gomoku9",
    "y": "y3",
}
KINDS = [
    (name, dialect.name)
    for name, game in katachi.games_by_name.items()
    for dialect in game.dialects
]
# No large number that is valid anywhere: nobody wants to wait for 10^9 playouts.
WORDS = tuple(
    r"""b w B W black white BLACK x 0 1 2 3 4 5 6 -1 0.5 1e3 nan inf 2147483648 99999999999 true false
    a1 A1 b2 B3 c3 C3 d4 e5 f6 i9 z9 pass swap swap-pieces resign alive dead seki none absolute
    canadian byoyomi fischer interval maxmoves minmoves rootInfo allow_swap { {} [] {"maxTime":1}
    selection.rave selection.exploration playout.base playout.mate uniform mast hand_selected
    lagBuffer resignThreshold é € \ / % " '""".split()  # noqa: SIM905 - words are easier to read
)
PLAUSIBLE = (
    "play {color} {cell}",
    "play {color} {cell}",
    "genmove {color}",
    "reg_genmove {color}",
    "undo",
    "gg-undo 2",
    "komi 3.5",
    "clear_board",
    "showboard",
    "final_score",
    "lz-genmove_analyze {color} 1",
    "kata-analyze {color} 1",
    "kata-search_analyze {color} avoid {color} {cell},{cell} {digit}",
    "lz-analyze {color} 1 allow {color} {cell} {digit}",
    "gogui-play_sequence {color} {cell} {other} {cell}",
    "set_position {color} {cell} {other} {cell}",
    "time_left {color} 5 0",
    "kata-set-param selection.exploration 0.{digit}",
    "param_game allow_swap {bit}",
    "swap {bit}",
    "# a comment",
    "  ",
)
LIMITS = ("maxPlayouts", "maxVisits", "maxTime", "threads", "numSearchThreads", "megabytes")


def random_line(rng: random.Random, names: list[str]) -> str:
    kind = rng.random()
    if kind < 0.3:
        color, other = rng.sample(("b", "w"), 2)
        return rng.choice(PLAUSIBLE).format(
            color=color,
            other=other,
            cell=rng.choice("abcdef") + rng.choice("123456"),
            digit=rng.randrange(10),
            bit=rng.randrange(2),
        )
    if kind < 0.4:
        return "".join(chr(rng.choice((*range(128), 233, 8364))) for _ in range(rng.randrange(40)))
    if kind < 0.5:
        words = [rng.choice(WORDS) for _ in range(rng.randrange(6))]
    else:
        words = [rng.choice(names), *(rng.choice(WORDS) for _ in range(rng.randrange(5)))]
        if kind > 0.85:
            words = [rng.choice(("play", "genmove", "undo", "boardsize", "komi")), *words[1:3]]
    if rng.random() < 0.3:
        words.insert(0, str(rng.choice((0, 7, 123456, 2**31 - 1, 2**31, 10**20))))
    text = rng.choice((" ", " ", " ", "\t", "  ")).join(words)
    if rng.random() < 0.1:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(("#", "\r", "\x07", "\x00", "\x1b")) + text[cut:]
    return text


def is_harmless(line: str) -> bool:
    """Not a command that writes files elsewhere or thinks for long."""
    command = parse_command(line)
    if command is None:
        return True
    if command.name in {"gomill-savesgf", "exec", "loadsgf"} and "/" in " ".join(command.arguments):
        return False
    if command.name == "genmove" and len(command.arguments) == 2:
        return False
    return not any(limit in line for limit in LIMITS)


def check_answer(line: str, text: str) -> None:
    command = parse_command(line)
    if command is None:
        assert text == "", f"{line!r} must get no answer, not {text!r}"
        return
    number = "" if command.id is None else str(command.id)
    assert re.match(rf"[=?]{number}[ \n]", text), f"{line!r}: {text!r}"
    assert text.endswith("\n\n"), f"{line!r}: {text!r}"
    assert "\n\n" not in text[:-2], f"{line!r}: {text!r}"
    assert "\r" not in text
    assert "internal error" not in text, f"{line!r}: {text!r}"


@pytest.mark.parametrize(("game", "dialect"), KINDS)
def test_random_lines(
    game: str,
    dialect: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = Engine(
        parse_game(SIZES[game]),
        load_agent("uct"),
        EngineOptions(dialect=dialect, parameters=Parameters(max_playouts=2)),
    )
    rng = random.Random(f"{game} {dialect}")
    names = sorted(engine.commands)
    # Shown boards and lists would make most of the time.
    names = [name for name in names if name not in {"list_commands", "gomill-describe_engine"}]
    total = MANY_LINES if request.config.getoption("--slow") else LINES
    refused = accepted = silent = 0
    for _ in range(total // len(KINDS)):
        line = random_line(rng, names)
        if not is_harmless(line):
            continue
        before, parameters = engine.state, engine.thinker.parameters
        text = "".join(engine.answer(line))
        check_answer(line, text)
        if text.startswith("?"):
            refused += 1
            assert engine.state == before, f"{line!r} failed and changed the state"
            assert engine.thinker.parameters == parameters, line
        elif text:
            accepted += 1
        else:
            silent += 1
    assert min(refused, accepted, silent) > total // len(KINDS) // 50


def test_random_bytes_do_not_end_the_process() -> None:
    """The same through pipes, with bytes that are no text; ids show that answers keep their order."""
    rng = random.Random(3)
    data = bytearray()
    for number in range(300):
        data += bytes(rng.choice((*range(256),)) for _ in range(rng.randrange(30))) + b"\n"
        data += b"%d protocol_version\n" % (1000 + number)
    data += b"x" * 3_000_000 + b"\n8 play b " + b"1 " * 2_000_000 + b"\n"
    data += b"# " + b"x" * 3_000_000 + b"\n77 protocol_version\n5 quit\n"
    done = subprocess.run(
        [sys.executable, "-m", "katachi", "gtp", "hex3"],
        input=bytes(data),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = done.stdout.decode().split("\n\n")
    ids = [int(text[1:5]) for text in answers if re.match(r"=1[0-9]{3} 2", text)]
    assert ids == list(range(1000, 1300))
    assert answers[-5] == "? the line is too long"
    assert answers[-4] == "?8 the line is too long"
    assert answers[-3:] == ["=77 2", "=5 ", ""]
