"""Hostile input: only `KatachiError` comes out of what reads text, and nothing brings Python down.

Texts are random but the same at every run. Calls of the core run in a process of their own, so that
a crash is a failed test and not the end of the test run.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import katachi
from katachi import _core
from katachi.games.set_up import SetUp

TEXTS = 100_000
LONGEST_MESSAGE = 400

GAMES: list[katachi.Game] = [
    katachi.Othello(6),
    katachi.Go(5),
    katachi.Hex(4, swap=True),
    katachi.Havannah(4, swap=True),
]


# ------------------------------------------------------------------------------- texts for readers

# Digits and letters of other scripts, the Kelvin sign, letters whose case is special, odd spaces.
LOOKALIKES = "\u0661\uff12\u00b3\u2163\u0430\u212a\u0131\u0130\u00df\u0391\uff0b\uff0f\uff0e\uff58\u00a0\u2003\u200b\ufeff"
ALPHABETS = [
    "abcdefghijklmnopqrstABCDEFGHJ0123456789",
    "XO.xo-_+*#bw/ \n",
    "".join(map(chr, range(32))) + "\x7f",
    LOOKALIKES,
    "".join(map(chr, range(0x20, 0x3000, 7))),
    "\U0001f600\U0010ffff\ud800\udfff\u0301",
    "%s{}\\'\"<>&;:[]()$`",
]


def valid_texts() -> list[str]:
    """What the near misses are made of: moves, positions, games, names of notations."""
    texts = ["othello", "go9", "Hex 13", "havannah:8", "pass", "swap", "swap-pieces", "resign"]
    rng = random.Random(7)
    for game in GAMES:
        texts += [text for notation in game.notations for text in notation.texts]
        texts += [notation.name for notation in game.notations]
        position = game.start()
        for _ in range(20):
            texts.append(position.text)
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves))
    ko = katachi.Go(5).position("...../.XO../XO.O./.XO../.....").play("C3")
    return [*texts, ko.text, ko.play("pass").text]


def mutated(text: str, rng: random.Random) -> str:
    """A text with one to three small changes."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        junk = rng.choice(rng.choice(ALPHABETS))
        text = rng.choice(
            [
                text[:at] + junk + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + junk + text[at + 1 :],
                text[:at] + text[at:][::-1],
                text + text[:at],
                text.swapcase(),
                text.replace(" ", rng.choice(["", "  ", "\t", "\u2003"])),
                text.replace(".", rng.choice("XO-")),
                f"{text} {junk}:{text[:at]}",
            ]
        )
    return text


def hostile_texts(count: int) -> Iterator[str]:
    rng = random.Random(20_240_229)
    valid = valid_texts()
    yield ""
    for number in range(1, count):
        kind = rng.random()
        if number % 2000 == 0:
            yield rng.choice(rng.choice(ALPHABETS)) * (33, 4001, 1_000_000)[number // 2000 % 3]
        elif kind < 0.6:
            yield mutated(rng.choice(valid), rng)
        elif kind < 0.7:
            yield rng.choice(valid)
        else:
            alphabet = rng.choice(ALPHABETS)
            yield "".join(rng.choices(alphabet, k=rng.randint(0, 12)))


Reader = Callable[[str], object]


def readers_of(game: katachi.Game) -> list[Reader]:
    """Everything of a game that is given a text."""
    board, start = game.topology, game.start()
    return [
        game.cell_number,
        game.notation,
        game.number,
        *(notation.number for notation in game.notations),
        board.coordinates,
        board.neighbours,
        board.orbit,
        lambda text: board.distance(text, board.cells[0]),
        lambda text: board.distance(board.cells[0], text),
        start.at,
        start.is_legal,
        start.play,
        start.play_all,
        lambda text: read_position(game, text),
    ]


def read_position(game: katachi.Game, text: str) -> katachi.Position:
    """A position that is accepted is sound and survives its own text."""
    position = game.position(text)
    assert position.core.is_consistent
    again = game.position(position.text)
    assert (again, again.key) == (position, position.key)
    assert len(position.legal_moves) == 0 or not position.is_over
    return position


def is_harmless(reader: Reader, text: str) -> bool:
    """Whether the text was read, or refused in a few words."""
    try:
        reader(text)
    except katachi.KatachiError as error:
        return 0 < len(str(error)) <= LONGEST_MESSAGE
    return True


def test_readers_of_text_refuse_in_few_words_what_they_cannot_read(
    scaled: Callable[[int], int],
) -> None:
    """Each text goes to all readers of one game, the games taking turns."""
    readers = [[katachi.parse_game, *readers_of(game)] for game in GAMES]
    for number, text in enumerate(hostile_texts(scaled(TEXTS))):
        for reader in readers[number % len(readers)]:
            assert is_harmless(reader, text), (reader, text[:200])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_readers_refuse_all_hostile_texts(game: katachi.Game) -> None:
    readers = readers_of(game)
    for text in hostile_texts(TEXTS):
        for reader in readers:
            assert is_harmless(reader, text), (reader, text[:200])


def test_hostile_texts_are_of_all_kinds() -> None:
    """Otherwise the test above would prove little."""
    texts = list(hostile_texts(20_000))
    assert "" in texts
    assert max(map(len, texts)) == 1_000_000
    assert sum(not text.isascii() for text in texts) > 1000
    assert sum(not text.isprintable() for text in texts) > 1000
    for game in GAMES:
        read = {True: 0, False: 0}
        for text in texts:
            try:
                read_position(game, text)
            except katachi.KatachiError:
                read[False] += 1
            else:
                read[True] += 1
        assert read[True] > 100
        assert read[False] > 10_000


def test_every_way_to_read_a_move_agrees_on_what_a_move_is() -> None:
    for game in GAMES:
        known = {text.lower() for text in game.moves} | {a for a, _ in game.notations[0].aliases}
        for text in hostile_texts(10_000):
            try:
                number = game.number(text)
            except katachi.InvalidMove:
                assert text not in known
                continue
            assert text.strip().lower() in known
            assert 0 <= number < len(game.moves)


# -------------------------------------------------------------------------- values for constructors

ODD_VALUES: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2**31,
    -(2**63),
    10**30,
    0.0,
    -0.0,
    0.5,
    9.0,
    1e308,
    math.nan,
    math.inf,
    -math.inf,
    "",
    "9",
    "none",
    "\0",
    b"9",
    (),
    (9,),
    9 + 0j,
    object(),
    len,
    katachi.Go,
]
# What a field takes, however odd the value.
FIELDS: list[tuple[str, str]] = [
    *((name, "size") for name in katachi.games_by_name),
    *(("go", field) for field in ("komi", "handicap", "superko", "scoring", "move_limit")),
    *(("go", "suicide"), ("hex", "swap"), ("havannah", "swap")),
]


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_game_is_refused_or_can_be_played(name: str, field: str) -> None:
    kind: Any = katachi.games_by_name[name]
    refused = 0
    for value in ODD_VALUES:
        try:
            game = kind(**{field: value})
        except katachi.InvalidGame:
            refused += 1
        else:
            assert len(game.start().legal_moves) > 1
    assert refused > 15


# Each of these should say `InvalidGame`, as other values of the same field do.
@pytest.mark.parametrize("field", ["size", "komi", "handicap", "move_limit"])
def test_a_huge_number_is_refused(field: str) -> None:
    arguments: dict[str, Any] = {field: 10**5000}
    with pytest.raises(katachi.InvalidGame):
        katachi.Go(**arguments)


@pytest.mark.parametrize("field", ["superko", "scoring"])
def test_a_list_is_refused_where_a_word_is_expected(field: str) -> None:
    arguments: dict[str, Any] = {field: ["none"]}
    with pytest.raises(katachi.InvalidGame):
        katachi.Go(9, **arguments)


@pytest.mark.parametrize("field", ["labels", "heat"])
def test_marks_beside_the_board_are_refused(field: str) -> None:
    marks: dict[str, Any] = {field: {"z9": 0.5 if field == "heat" else "x"}}
    with pytest.raises(katachi.KatachiError):
        katachi.Go(5).start().svg(katachi.Marks(**marks))


# --------------------------------------------------------------- calls of the core, in a subprocess

POSITIONS = {
    "othello": "c.othello(8)",
    "go": "go()",
    "hex": "c.hex(5, swap=True)",
    "havannah": "c.havannah(4, swap=True)",
}
NOT_A_MOVE = ["-1", "-2**31", "2**31 - 1", "2**31", "2**64", "10**30", "65535", "65536", "65539"]
NOT_AN_INT = ["None", "'a1'", "1.0", "b'x'", "[]", "float('nan')"]
NOT_A_SIZE = ["-1", "0", "1", "20", "100", "2**31 - 1", "2**31", "None", "'9'", "9.0"]
NOT_A_SIDE = ["-1", "-2**31", "8", "31", "32", "33", "64", "99", "2**31 - 1"]
GRIDS = [f"c.Grid.{grid.name}" for grid in _core.Grid]


def set_ups(cells: int) -> list[str]:
    empty = f"b'\\2' * {cells}"
    return [
        f"({empty}[1:], 0, -1, 0, 0)",
        f"({empty} + b'\\2', 0, -1, 0, 0)",
        "(b'', 0, -1, 0, 0)",
        "(b'\\2' * 10**6, 0, -1, 0, 0)",
        f"(b'\\3' + {empty}[1:], 0, -1, 0, 0)",
        f"(b'\\xff' + {empty}[1:], 0, -1, 0, 0)",
        f"({empty}, 2, -1, 0, 0)",
        f"({empty}, -1, -1, 0, 0)",
        f"({empty}, 99, -1, 0, 0)",
        f"({empty}, 2**40, -1, 0, 0)",
        f"('.' * {cells}, 0, -1, 0, 0)",
        f"({empty}, 0, -1, 0)",
        f"({empty}, 0, -1, 0, 0, 0)",
        f"({empty}, 0.0, -1, 0, 0)",
        f"({empty}, 0, -1, 0, 2**31)",
        "(None, 0, -1, 0, 0)",
        "()",
    ]


def refused_calls() -> list[str]:
    """Expressions that must raise ValueError, IndexError or TypeError."""
    calls = []
    for position in POSITIONS.values():
        calls += [f"{position}.after({move})" for move in NOT_A_MOVE + NOT_AN_INT]
        calls += [f"{position}.refusal({move})" for move in NOT_AN_INT]
        calls += [f"{position}.perft({depth})" for depth in ["-1", "-2**31", "2**31", *NOT_AN_INT]]
        calls += [f"{position}.equals({other})" for other in ["None", "5", "'x'"]]
        calls += [f"playouts({position}, threads={n})" for n in ["0", "-1", "1025", "2**31"]]
        calls += [f"playouts({position}, count={n})" for n in ["-1", "2**64", "1.0", "None"]]
        calls += [f"playouts({position}, {name}=-1)" for name in ["seed", "first_block"]]
    for grid in GRIDS:
        calls += [f"c.topology({grid}, {size})" for size in NOT_A_SIZE]
        for method in ("x", "y", "neighbours", "orbit"):
            calls += [
                f"c.topology({grid}, 5).{method}({cell})"
                for cell in ["-1", "-2**31", "1000", "2**31 - 1", "2**31", *NOT_AN_INT]
            ]
        calls += [f"c.topology({grid}, 5).distance({pair})" for pair in ("-1, 0", "0, -1", "0, 99")]
        calls += [f"c.topology({grid}, 5).{m}({v})" for m in ("side", "corner") for v in NOT_AN_INT]
    calls += [f"c.othello({size})" for size in [*NOT_A_SIZE, "7"]]
    calls += [f"c.hex({size}, swap=False)" for size in NOT_A_SIZE]
    calls += [f"c.havannah({size}, swap=False)" for size in NOT_A_SIZE]
    calls += [f"go({size})" for size in NOT_A_SIZE]
    calls += [f"c.othello(8, {set_up})" for set_up in set_ups(64)]
    calls += [f"c.hex(5, swap=False, set_up={set_up})" for set_up in set_ups(25)]
    calls += [f"c.havannah(4, swap=False, set_up={set_up})" for set_up in set_ups(37)]
    calls += [f"go(9, set_up={set_up})" for set_up in set_ups(81)]
    calls += [f"go(9, set_up=(b'\\2' * 81, 0, {ko}, 0, 0))" for ko in ("81", "-2", "2**31 - 1")]
    calls += [f"go(9, set_up=(b'\\2' * 81, 0, -1, {passes}, 0))" for passes in ("3", "-1")]
    calls += [
        "go(9, set_up=(b'\\0' + b'\\2' * 80, 0, 0, 0, 0))",
        "go(2, set_up=(b'\\0' * 4, 0, -1, 0, 0))",
    ]
    calls += [
        f"go({option})" for option in ["komi='x'", "komi=None", "suicide=1", "superko='none'"]
    ]
    calls += [f"go(move_limit={limit})" for limit in ["-1", "2**31", "None"]]
    calls += ["c.Position()", "c.Topology()", "c.Tally()", "c.Reason(99)", "c.topology(None, 5)"]
    return calls


# A shift by these numbers would be undefined in C++.
SIDE_CALLS = [
    f"c.topology({grid}, 5).{method}({number})"
    for grid in GRIDS
    for method in ("side", "corner")
    for number in NOT_A_SIDE
]

RUNNER = """
import json, sys
from katachi import _core as c

def go(size=9, **options):
    rules = {"komi": 7.5, "suicide": False, "superko": c.Superko.positional,
             "scoring": c.Scoring.area, "move_limit": 0}
    return c.go(size, **{**rules, **options})

def playouts(start, **options):
    return c.run_playouts(start, **{"count": 1, "seed": 1, "threads": 1, "first_block": 0, **options})

for call in json.load(sys.stdin):
    try:
        answer = f"answered {eval(call)!r:.200}"
    except BaseException as error:
        answer = type(error).__name__
    print(json.dumps([call, answer]), flush=True)
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """What each call did; calls after a crash are missing."""
    calls = refused_calls() + SIDE_CALLS
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", RUNNER],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    lines = done.stdout.splitlines()
    found = dict(json.loads(line) for line in lines)
    if len(lines) < len(calls):
        found["crash"] = (
            f"exit code {done.returncode} at {calls[len(lines)]}: {done.stderr[-2000:]}"
        )
    return found


def test_no_call_of_the_core_crashes_the_interpreter(answers: dict[str, str]) -> None:
    assert answers.get("crash") is None


def test_the_core_refuses_hostile_arguments(answers: dict[str, str]) -> None:
    calls = refused_calls()
    assert len(calls) == len(set(calls)) > 500
    wrong = {
        call: answers.get(call, "never ran")
        for call in calls
        if answers.get(call) not in {"KatachiError", "ValueError", "IndexError", "TypeError"}
    }
    assert wrong == {}


def test_the_core_refuses_sides_and_corners_that_do_not_exist(answers: dict[str, str]) -> None:
    assert {answers.get(call, "never ran") for call in SIDE_CALLS} <= {"ValueError", "IndexError"}


CROWDED = """
import pathlib, resource
from katachi import _core
used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**29, used + 2**29))
tally = _core.run_playouts(_core.othello(8), count=10**5, seed=1, threads=1024, first_block=0)
print(tally.playouts)
"""


@pytest.mark.skipif(
    not Path("/proc/self/statm").exists() or "KATACHI_SANITIZED" in os.environ,
    reason="limits the memory of a process, which needs Linux and no sanitizer",
)
def test_threads_that_cannot_start_do_not_bring_python_down() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CROWDED], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (0, "100000\n")


# ----------------------------------------------------------- random set-ups and moves for the core


def random_set_up(cells: int, rng: random.Random) -> tuple[bytes, int, int, int, int]:
    """Mostly possible, sometimes not: every part is a little off at times."""
    length = cells + (rng.random() < 0.05) * rng.randint(-2, 2)
    weights = [rng.random(), rng.random(), rng.random(), 0.002 * (rng.random() < 0.1)]
    stones = bytes(rng.choices(range(4), weights=weights, k=length))
    ko = rng.randint(-2, cells) if rng.random() < 0.2 else -1
    to_move = rng.choice([0, 1, 0, 1, 0, 1, 2, -1])
    return stones, to_move, ko, rng.choice([0, 0, 0, 0, 1, 2, 3]), rng.choice([0, 5, 1000, -1])


def play_random_set_ups(count: int) -> dict[str, int]:
    """Sets positions up, plays on and plays out; returns how many were accepted."""
    accepted = {}
    small = {"othello": 8, "go": 4, "hex": 4, "havannah": 3}
    for name, kind in katachi.games_by_name.items():
        game = kind(small.get(name, kind.sizes[0]))
        rng = random.Random(game.name)
        accepted[game.name] = 0
        for _ in range(count):
            try:
                core = game.make_core(SetUp(*random_set_up(len(game.topology.cells), rng)))
            except ValueError:
                continue
            accepted[game.name] += 1
            assert core.is_consistent
            assert core.equals(core)
            _core.run_playouts(core, count=3, seed=1, threads=1, first_block=0)
            legal = core.legal_moves
            assert bool(legal) != core.is_over
            for move in [rng.randint(-5, 200), *legal[:5]]:
                assert (core.refusal(move) is None) == (move in legal)
            if legal:
                assert core.after(legal[-1]).is_consistent
    return accepted


def test_random_set_ups_are_refused_or_sound(scaled: Callable[[int], int]) -> None:
    count = scaled(3000)
    done = subprocess.run(
        [
            sys.executable,
            *("-X", "faulthandler", "-c"),
            f"import json, test_fuzz; print(json.dumps(test_fuzz.play_random_set_ups({count})))",
        ],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    accepted = json.loads(done.stdout)
    for name in katachi.games_by_name:
        assert count // 30 < accepted[name] < count, accepted
