"""Two nodes of a Ray cluster on this machine, one killed in the middle of the work; run by test_ray.py.

Ray listens on every network interface, so all of this happens in a network namespace of its own, which
has nothing but loopback. The workers of the node that is killed are stopped before, so that they hold tasks
which they can never answer: at least one is lost each time, however fast or slow the machine is.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import ray
from ray.cluster_utils import Cluster

import katachi
from katachi.matches import Running, open_laboratory
from katachi.matches.selfplay import SelfPlayPlan, generate
from katachi.optimising.improve import ImprovePlan, improve
from katachi.papers import Means, Selection, Sources, read_paper, reproduce

NO_NAMESPACE = 77
NODES = 2
CORES = 2  # of each node
MEMORY = 100 * 2**20
STOP_AFTER = 3  # answers, then the workers of a node stop
AFTER = 7  # answers, then the node dies
THERE = Running(processes=NODES * CORES, on_ray="ray")

_CLONE_NEWNET = 0x40000000
_CLONE_NEWUSER = 0x10000000
_SIOCGIFFLAGS = 0x8913
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 1


def leave_the_network() -> bool:
    """This process and its children see nothing but loopback from now on; False if that is refused."""
    system = ctypes.CDLL(None, use_errno=True)
    if system.unshare(_CLONE_NEWNET) and system.unshare(_CLONE_NEWUSER | _CLONE_NEWNET):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        asked = fcntl.ioctl(handle, _SIOCGIFFLAGS, struct.pack("16sh22x", b"lo", 0))
        flags = struct.unpack("16sh22x", asked)[1] | _IFF_UP
        fcntl.ioctl(handle, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags))
    return [name for _, name in socket.if_nameindex()] == ["lo"]


@dataclass
class Cut:
    """Counts what is given to the cluster and what comes back, and kills a node once."""

    cluster: Cluster
    victim: Any = None
    given: int = 0
    answered: int = 0

    def begin(self) -> None:
        """A new node that will die after some answers.

        Its workers run before: on one processor they would start so late that it had no task yet.
        """
        victim = self.cluster.add_node(num_cpus=CORES, object_store_memory=MEMORY)
        self.cluster.wait_for_nodes()
        rest = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(lambda: time.sleep(1))
        for task in [rest.remote() for _ in range(NODES * CORES)]:
            ray.get(task)
        self.victim = victim
        self.given = self.answered = 0

    def answer(self) -> None:
        """Something came back."""
        self.answered += 1
        if self.answered == STOP_AFTER and self.victim is not None:
            for worker in self._workers():
                os.kill(worker, signal.SIGSTOP)
        if self.answered == AFTER and self.victim is not None:
            self.cluster.remove_node(self.victim, allow_graceful=False)
            self.victim = None

    def _workers(self) -> list[int]:
        """The processes of the node that run tasks."""
        (raylet,) = self.victim.all_processes["raylet"]
        pid = raylet.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        return [int(one) for one in children if "ray::" in command_of(int(one))]

    @property
    def told(self) -> str:
        """What happened."""
        died = self.victim is None
        return f"died {died}, lost {self.given - self.answered > 0}"


def command_of(pid: int) -> str:
    """As `ps` shows it; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


class Remote(Protocol):
    """What Ray makes of a function."""

    def remote(self, *arguments: object) -> object:
        """Gives a task."""


def watch(cut: Cut) -> None:
    """Every task that is given and every answer passes by."""
    give, get = ray.remote, ray.get

    class Watched:
        def __init__(self, function: Remote) -> None:
            self.function = function

        def remote(self, *arguments: object) -> object:
            cut.given += 1
            return self.function.remote(*arguments)

    def remote(**options: object) -> Callable[[Any], Watched]:
        return lambda function: Watched(give(**options)(function))

    def answer_of(task: object, **options: object) -> object:
        answer = get(task, **options)
        cut.answer()
        return answer

    ray.remote, ray.get = remote, answer_of


def self_play(folder: Path, running: Running) -> object:
    """Records; `generate` itself refuses two games with one number."""
    plan = SelfPlayPlan(katachi.Hex(5), ("uct@400", "rave@400"), games=24, seed=3, opening_plies=2)
    games = generate(plan, folder / "games.katachi", running=running, compress=False)
    return (len(games), (folder / "games.katachi").read_bytes())


def own_play(folder: Path, running: Running) -> object:
    """A generation of improve."""
    plan = ImprovePlan(
        game="hex4",
        games=24,
        simulations=300,
        cheap_simulations=100,
        gate_budget="60",
        gate_pairs=6,
        trials=1,
        rating_pairs=1,
    )
    improve(plan, folder / "improve", generations=1, running=running)
    state = json.loads((folder / "improve" / "state.json").read_text(encoding="utf-8"))
    for generation in state["generations"]:
        del generation["seconds"]
    return state, {path.name: path.read_bytes() for path in (folder / "improve").glob("champion*")}


def paper(folder: Path, running: Running) -> object:
    """Two rows of a table, kept in a laboratory."""
    selection = Selection(
        "quick", ("4.2:lgr-1", "4.2:lgrf-2"), pairs=6, simulations=200, processor_time=False
    )
    with open_laboratory(folder / "lab.sqlite") as laboratory:
        found = reproduce(
            read_paper("havannah-2011"), selection, Means(laboratory, running, Sources({}))
        )
        slots = [
            [(one.slot, one.moves) for one in laboratory.results(match.id)]
            for match in laboratory.matches()
        ]
    rows = [
        (one.name, one.figure and (one.figure.value, one.figure.interval)) for one in found.rows
    ]
    return rows, slots


WORK: dict[str, Callable[[Path, Running], object]] = {
    "self-play": self_play,
    "improve": own_play,
    "reproduce": paper,
}


def main(folder: Path) -> None:
    """Prints a line for each kind of work, which the test compares; then how long each took."""
    if not leave_the_network():
        sys.exit(NO_NAMESPACE)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False},
    )
    cluster.add_node(num_cpus=CORES, object_store_memory=MEMORY)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    cut = Cut(cluster)
    watch(cut)
    times = []
    for name, work in WORK.items():
        ends = []
        for where in ("here", "there"):
            (folder / name / where).mkdir(parents=True)
            if where == "there":
                cut.begin()
            began = time.monotonic()
            ends.append(work(folder / name / where, THERE if where == "there" else Running()))
            times.append(f"{name} {where} {time.monotonic() - began:.1f} s")
        print(f"{name}: {cut.told}, same {ends[0] == ends[1]}")
    ray.shutdown()
    cluster.shutdown()
    print("; ".join(times), file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
