"""Hostile engines: whatever they do, no process is left, and limits hold."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

import katachi
from katachi.agents import Budget, GtpAgent, GtpSettings
from katachi.errors import AgentFailure, InvalidSettings
from katachi.gtp.program import GtpProgram, Limits

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="programs are confined by what Linux has"
)

ZOO = Path(__file__).parent / "fake_engines" / "hostile.py"
BEHAVIOURS = re.findall(r'^    "([a-z-]+)":', ZOO.read_text(), re.MULTILINE)
LIMITS = {
    "multiplies-beyond-the-limit": Limits(processes=30),
    "takes-memory": Limits(megabytes=300),
    "takes-memory-in-children": Limits(megabytes=300),
}
# How many processes an engine must have made before it is closed, where they come after its answer.
AWAITED = {"wanderer": 4}


class Ended(NamedTuple):
    """What became of one engine: processes that it made, those that are left, and how it failed."""

    made: int
    left: list[int]
    seconds: float
    failure: AgentFailure | None


def is_running(process: int) -> bool:
    """Zombies, which nobody has asked about yet, are not."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


def made_by(file: Path) -> set[int]:
    return {int(line) for line in file.read_text().split()}


def wait_for(number: int, file: Path, seconds: float = 10.0) -> None:
    """Until so many processes have said that they began."""
    end = time.monotonic() + seconds
    while len(made_by(file)) < number and time.monotonic() < end:
        time.sleep(0.01)


def left_of(file: Path, seconds: float = 3.0) -> tuple[int, list[int]]:
    """How many processes an engine made, and those that still run after a while."""
    end = time.monotonic() + seconds
    while True:
        made = made_by(file)
        left = [process for process in made if is_running(process)]
        if not left or time.monotonic() > end:
            return len(made), left
        time.sleep(0.02)


def play_against(behaviour: str, folder: Path) -> Ended:
    file = folder / behaviour
    command = (sys.executable, "-I", "-S", str(ZOO), behaviour, str(file))
    limits = LIMITS.get(behaviour, Limits())
    agent = GtpAgent(
        behaviour,
        GtpSettings(
            command=command, move_timeout=3.0, answer_timeout=30.0,
            megabytes=limits.megabytes, processes=limits.processes,
        ),
    )  # fmt: skip
    failure = None
    try:
        agent.new_game(katachi.Go(5), 1)
        agent.choose(katachi.Go(5).start(), Budget(simulations=1))
    except AgentFailure as error:
        failure = error
    wait_for(AWAITED.get(behaviour, 0), file)
    begin = time.monotonic()
    agent.close()
    seconds = time.monotonic() - begin
    made, left = left_of(file)
    for process in left:
        os.kill(process, signal.SIGKILL)
    return Ended(made, left, seconds, failure)


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ended]:
    """All at once, for most of them only wait."""
    folder = tmp_path_factory.mktemp("zoo")
    with ThreadPoolExecutor(8) as pool:
        ended = pool.map(lambda behaviour: play_against(behaviour, folder), BEHAVIOURS)
        return dict(zip(BEHAVIOURS, ended, strict=True))


def test_the_zoo_is_large() -> None:
    assert len(set(BEHAVIOURS)) == len(BEHAVIOURS) >= 30


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
def test_a_hostile_engine_leaves_no_process(behaviour: str, zoo: dict[str, Ended]) -> None:
    ended = zoo[behaviour]
    assert ended.made >= 1
    assert ended.left == []
    assert ended.seconds < 20


def test_the_zoo_does_what_it_says(zoo: dict[str, Ended]) -> None:
    """Otherwise the test above would prove little."""
    assert zoo["daemon"].made == 3
    assert zoo["daemons-in-plenty"].made == 41
    assert zoo["wanderer"].made >= 4
    assert zoo["multiplies"].made == 64
    assert zoo["daemon"].failure is None, "an engine may have helpers while it plays"
    assert zoo["respawns"].failure is None
    for behaviour, reason in (
        ("hangs", "time-out"),
        ("stops", "time-out"),
        ("closes-output", "crash"),
        ("floods-output", "protocol error"),
    ):
        failure = zoo[behaviour].failure
        assert failure is not None
        assert failure.reason == reason


def test_limits_of_memory_and_processes_end_an_engine(zoo: dict[str, Ended]) -> None:
    for behaviour, words in (
        ("multiplies-beyond-the-limit", "took more than 30 processes"),
        ("takes-memory-in-children", "took more than 300 MB"),
        ("takes-memory", "took more than 300 MB|MemoryError"),
    ):
        failure = zoo[behaviour].failure
        assert failure is not None
        assert failure.reason == "crash"
        assert re.search(words, failure.transcript), failure.transcript


KILLED = """
import sys, time
from katachi.gtp.program import GtpProgram
program = GtpProgram([sys.executable, "-I", "-S", *sys.argv[1:]])
program.ask("name")
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("behaviour", ["daemon-that-ignores-all", "ignores-all"])
def test_engines_end_with_a_katachi_that_is_killed(behaviour: str, tmp_path: Path) -> None:
    file = tmp_path / "made"
    command = [sys.executable, "-c", KILLED, str(ZOO), behaviour, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as katachi_process:
        assert katachi_process.stdout is not None
        assert katachi_process.stdout.readline() == "ready\n"
        katachi_process.kill()
    made, left = left_of(file, 10.0)
    assert made >= 1
    assert left == []


def test_a_program_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    for content, mode, why in (
        (b"", 0o644, "Permission denied"),
        (b"\x7fnonsense", 0o755, "Exec format error"),
        (b"#!/no/such/interpreter\n", 0o755, "No such file or directory"),
    ):
        file = tmp_path / "program"
        file.write_bytes(content)
        file.chmod(mode)
        with pytest.raises(AgentFailure, match=f"cannot start .*: {why}"):
            GtpProgram([str(file)])
    with pytest.raises(AgentFailure, match="No such file or directory"):
        GtpProgram([sys.executable], folder=str(tmp_path / "nowhere"))


def test_limits_are_checked() -> None:
    with pytest.raises(InvalidSettings, match=r"gtp.megabytes must be 0 to"):
        GtpSettings(command=("x",), megabytes=-1)
    with pytest.raises(InvalidSettings, match=r"gtp.processes must be 0 to"):
        GtpSettings(command=("x",), processes=2**40)
