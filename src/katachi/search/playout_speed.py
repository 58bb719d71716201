"""How fast random playouts are, called from Python."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from katachi import _core
from katachi.games import Game, games_by_name
from katachi.games.threads import thread_count
from katachi.search.playouts import random_playouts

BOARDS: tuple[Game, ...] = tuple(
    kind(size) for kind in games_by_name.values() for size in kind.bench_sizes
)

_SLICE_SECONDS = 0.05
_BLOCK = _core.PLAYOUTS_PER_BLOCK


@dataclass(frozen=True)
class Speed:
    """Playouts per second of one board; `all_threads` is None if only one thread was asked for."""

    game: Game
    one_thread: float
    all_threads: float | None
    moves_per_playout: float

    @property
    def ratio(self) -> float | None:
        """How many times faster all threads are than one."""
        return None if self.all_threads is None else self.all_threads / self.one_thread


def measure(game: Game, *, seconds: float, threads: int) -> Speed:
    """The median speed of short slices, `seconds` for one thread and as long for all.

    Slices with one thread and with all take turns, so that both see the same disturbances of the
    machine; the median leaves out the slices that were disturbed.
    """
    slices = _slice_playouts(game)
    one, every = _Slices(game, slices, 1), _Slices(game, slices * threads, threads)
    while one.seconds < seconds:
        one.run()
        if threads > 1:
            every.run()
    return Speed(
        game, one.speed, every.speed if threads > 1 else None, one.moves / max(one.playouts, 1)
    )


class _Slices:
    """Short runs of one kind; each continues the random numbers of the one before."""

    def __init__(self, game: Game, count: int, threads: int) -> None:
        self._start = game.start()
        self._count = count
        self._threads = threads
        self._speeds: list[float] = []
        self.seconds = 0.0
        self.playouts = 0
        self.moves = 0

    def run(self) -> None:
        began = time.perf_counter()
        tally = random_playouts(
            self._start,
            self._count,
            seed=1,
            threads=self._threads,
            first_block=self.playouts // _BLOCK,
        )
        seconds = time.perf_counter() - began
        self._speeds.append(self._count / seconds)
        self.seconds += seconds
        self.playouts += self._count
        self.moves += tally.moves

    @property
    def speed(self) -> float:
        return statistics.median(self._speeds)


def _slice_playouts(game: Game) -> int:
    """How many playouts one thread does in a slice, in whole blocks; also warms up."""
    start, count = game.start(), _BLOCK
    while True:
        began = time.perf_counter()
        random_playouts(start, count)
        seconds = time.perf_counter() - began
        if seconds > _SLICE_SECONDS / 4:
            blocks = round(count * _SLICE_SECONDS / seconds / _BLOCK)
            return max(1, blocks) * _BLOCK
        count *= 2


def machine_facts() -> dict[str, str]:
    """What the numbers were measured on."""
    name, features = _processor()
    return {
        "processor": name,
        "features": " ".join(features) or "unknown",
        "threads": str(thread_count()),
        "system": platform.platform(),
        "python": platform.python_version(),
        "core": str(_core.__file__),
    }


# Instructions that a build for the local processor may use.
_FEATURES = ("popcnt", "bmi2", "avx2", "avx512f", "asimd")


def _processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> tuple[str, Sequence[str]]:
    """Its name, and which of the interesting instructions it has (Linux; elsewhere a guess)."""
    facts: dict[str, str] = {}
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(errors="replace").splitlines():
            key, _, value = line.partition(":")
            facts.setdefault(key.strip(), value.strip())
    flags = facts.get("flags", facts.get("Features", "")).split()
    name = facts.get("model name") or platform.processor() or platform.machine()
    return name, [feature for feature in _FEATURES if feature in flags]
