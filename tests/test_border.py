"""The border between Python and the core: whatever Python does while the core works, nothing crashes.

The programs run in processes of their own, since what they did once was to crash.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import pytest
from conftest import SANITIZED, scaled_down
from reference import border_scripts
from reference.border_calls import CALLS
from reference.border_scripts import run_program
from reference.search_toys import Lines

import katachi
from katachi import KatachiError, Mcts, MctsSettings, SelectionSettings

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")
BIASED = MctsSettings(selection=SelectionSettings(bias="simple"))


def test_a_function_that_uses_its_own_search_is_refused() -> None:
    ended = run_program(border_scripts.CALLBACK_USES_ITS_SEARCH)
    assert ended.code == 0, ended.error
    assert ended.out.startswith("True this search is in use: another thread or a function")


@pytest.mark.parametrize(
    "use",
    [
        lambda search: search.run(simulations=1),
        lambda search: search.advance("a1"),
        lambda search: search.follow(search.game.start()),
        lambda search: search.new_game(),
        lambda search: search.play_out(search.game.start()),
        lambda search: search.scores(),
        lambda search: search.tree(),
        lambda search: search.is_decided(5),
    ],
    ids=["run", "advance", "follow", "new_game", "play_out", "scores", "tree", "is_decided"],
)
@pytest.mark.parametrize("game", [katachi.Hex(5), Lines(5, 5, 4)], ids=["core", "Python"])
def test_every_call_of_a_search_in_use_is_refused(
    use: Callable[[Mcts], object], game: katachi.GameLike
) -> None:
    refused: list[katachi.InUse] = []

    def knowledge(_: object, moves: Sequence[str]) -> list[float]:
        try:
            use(search)
        except katachi.InUse as error:
            refused.append(error)
        return [1.0] * len(moves)

    search = Mcts(game, BIASED, knowledge=knowledge)
    assert search.run(simulations=3).simulations == 3
    assert len(refused) >= 1


def test_a_function_may_search_with_another_search() -> None:
    inner = Mcts(katachi.Hex(4), MctsSettings(threads=2))

    def knowledge(_: object, moves: Sequence[str]) -> list[float]:
        return [float(1 + inner.run(simulations=20).simulations)] * len(moves)

    plain = Mcts(katachi.Hex(5), BIASED, knowledge=lambda _, moves: [21.0] * len(moves))
    outer = Mcts(katachi.Hex(5), BIASED, knowledge=knowledge)
    assert outer.run(simulations=50).moves == plain.run(simulations=50).moves


def test_searches_inside_searches_come_to_an_end() -> None:
    deepest = 0

    def knowledge(_: object, moves: Sequence[str]) -> list[float]:
        nonlocal deepest
        deepest += 1
        small = MctsSettings(megabytes=1, selection=SelectionSettings(bias="simple"))
        Mcts(katachi.Hex(3), small, knowledge=knowledge).run(simulations=2)
        return [1.0] * len(moves)

    with pytest.raises(KatachiError, match="inside one another"):
        Mcts(katachi.Hex(3), BIASED, knowledge=knowledge).run(simulations=2)
    assert deepest < 100


def test_two_threads_with_one_search_do_not_crash() -> None:
    ended = run_program(border_scripts.TWO_THREADS_ONE_SEARCH, timeout=200)
    assert ended.code == 0, ended.error


KNOWLEDGE = """,
 knowledge=lambda p, m: [1.0] * len(m)"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("knowledge", ["", KNOWLEDGE], ids=["plain", "knowledge"])
def test_the_interpreter_ends_while_a_daemon_thread_searches(threads: int, knowledge: str) -> None:
    program = border_scripts.DAEMON_THREAD_AT_EXIT.format(
        threads=threads, knowledge=knowledge, pause=0.3
    )
    ended = run_program(program)
    assert (ended.code, ended.out, ended.error) == (0, "", "")


@pytest.mark.parametrize(
    "program",
    [
        border_scripts.DAEMON_THREAD_SEARCHES_AGAIN_AT_EXIT,
        border_scripts.DAEMON_THREAD_WITH_A_PYTHON_GAME,
    ],
    ids=["again and again", "game in Python"],
)
def test_the_interpreter_ends_whatever_daemon_threads_do(program: str) -> None:
    ended = run_program(program)
    assert (ended.code, ended.out, ended.error) == (0, "", "")


@pytest.fixture(scope="module")
def delays() -> dict[str, list[str]]:
    """How late, in milliseconds, callers heard of three exceptions of a signal handler, by call."""
    ended = run_program(border_scripts.HANDLER_RAISES, timeout=300)
    assert ended.code == 0, ended.error
    found: dict[str, list[str]] = {}
    for line in ended.out.splitlines():
        call, late = line.split(" ", 1)
        found.setdefault(call, []).append(late)
    return found


@posix
@pytest.mark.parametrize("call", CALLS)
def test_the_exception_of_a_signal_handler_reaches_the_caller(
    call: str, delays: dict[str, list[str]]
) -> None:
    """A time-out, the end of the program and Ctrl-C with a handler of one's own.

    50 ms are promised on a quiet machine; the test allows for a busy one.
    """
    late = [int(milliseconds) for milliseconds in delays[call]]
    assert len(late) == 3
    assert min(late) < (5000 if SANITIZED else 500)


def test_the_garbage_collector_sees_cycles_through_the_core() -> None:
    ended = run_program(border_scripts.CYCLES)
    assert ended.code == 0, ended.error
    assert ended.out.split("\n")[:-1] == [
        "Bot 60 0",
        "Judged 60 0",
        "Playing 60 0",
        "Owned 60 0",
    ]


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps freed memory in quarantine")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_searches_with_bound_methods_leave_no_memory_behind() -> None:
    ended = run_program(border_scripts.MANY_BOTS, timeout=200)
    assert ended.code == 0, ended.error
    assert float(ended.out) < 5


@posix
def test_a_fork_leaves_idle_objects_as_they_are() -> None:
    ended = run_program(border_scripts.FORKED)
    assert ended.code == 0, ended.error
    assert ended.out == "in use\nparent\n"


def test_random_calls_from_eight_threads_do_not_crash() -> None:
    """The long form: `python tests/random_calls.py --calls 1000000`."""
    program = "import random_calls, sys; sys.setswitchinterval(1e-4); "
    program += f"random_calls.stress({scaled_down(4000)}, 8, 1, 0, 60)"
    ended = run_program(program, timeout=300)
    assert ended.code == 0, ended.error
    assert int(ended.out.split()[0]) >= scaled_down(4000)


@pytest.mark.slow
def test_a_million_random_calls_do_not_crash() -> None:
    program = "import random_calls, sys; sys.setswitchinterval(1e-4); "
    program += "random_calls.stress(1_000_000, 8, 2, 0, 60)"
    ended = run_program(program, timeout=7200)
    assert ended.code == 0, ended.error
