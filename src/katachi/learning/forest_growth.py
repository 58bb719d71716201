"""Growing decision forests from games (FOREST 4.2).

Trees know nothing of each other: each thread grows one after the other, and the forest is the same
for any number of threads. Finished trees are kept in a file, so that a stopped growth goes on with
those that are missing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.features import Forest, Tree
from katachi.features.forest import MOST_TREES, SYSTEMS
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes
from katachi.files.reservation import reserved
from katachi.games.position import Position
from katachi.games.threads import thread_count
from katachi.records import Games
from katachi.records.digest import digest_of_games

CRITERIA = (
    "nds", "ds", "ws", "ls", "eds", "ews", "els", "wrs", "wls", "wwls", "ss", "wss", "we", "wwe",
)  # fmt: skip
_STATE_FORMAT = "katachi-growing-forest 1"
_SECONDS_BETWEEN_LOOKS = 0.1
# What the state of a growth is called, behind the name of the forest.
GROWING = ".growing"


class ForestPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a forest is grown; the defaults are those of FOREST's best instance.

    `systems` share the `trees` (tau) evenly. `games` (rho) are taken in a random order, None: all.
    `share` of the positions enter each tree. A leaf is split after `patience` descents, or when no
    query is suitable tries again after `delay` more.
    """

    systems: tuple[str, ...] = ("sg0", "ig0")
    criterion: str = "wwls"
    trees: int = 16
    games: int | None = 3200
    share: float = 0.1
    patience: int = 1000
    delay: int = 10
    seed: int = 0

    def check(self) -> None:
        """Raises `InvalidSettings`."""
        for system in self.systems:
            if system not in SYSTEMS:
                raise InvalidSettings(
                    f"no query system {shown(system)}; known: {', '.join(SYSTEMS)}"
                )
        if self.criterion not in CRITERIA:
            raise InvalidSettings(
                f"no criterion {shown(self.criterion)}; known: {', '.join(CRITERIA)}"
            )
        if not 0 < self.trees <= MOST_TREES:
            raise InvalidSettings(f"a forest has 1 to {MOST_TREES} trees, not {self.trees}")
        if not self.systems or self.trees % len(self.systems):
            raise InvalidSettings(
                f"{self.trees} trees cannot be shared evenly by {len(self.systems)} query systems"
            )
        if self.games is not None and self.games < 1:
            raise InvalidSettings(f"a forest needs at least 1 game, not {self.games}")
        if not 0 < self.share <= 1:
            raise InvalidSettings(f"the share must be above 0 and at most 1, not {self.share}")
        for name, number in (("patience", self.patience), ("delay", self.delay)):
            if not 0 < number < 2**31:
                raise InvalidSettings(f"{name} must be 1 to {2**31 - 1}, not {number}")

    def system_of(self, tree: int) -> str:
        """Systems take turns."""
        return self.systems[tree % len(self.systems)]

    def seed_of(self, tree: int) -> int:
        """Chooses the positions of a tree."""
        return int(
            np.random.SeedSequence([self.seed % 2**64, tree]).generate_state(1, np.uint64)[0]
        )

    def order_of(self, games: int) -> NDArray[np.int64]:
        """Which games are taken, in which order."""
        order = np.random.default_rng(self.seed % 2**64).permutation(games)
        return order[: self.games].astype(np.int64)


class GrownTree(msgspec.Struct, frozen=True):
    """A finished tree with what its growth saw.

    `branched`: descents that ended in several branches; `cut`: those with more than are kept;
    `bytes`: what the statistics of its leaves took at the end.
    """

    system: str
    queries: str
    positions: int
    descents: int
    branched: int
    cut: int
    bytes: int
    seconds: float


class _State(msgspec.Struct, frozen=True):
    format: str
    plan: ForestPlan
    games: str
    trees: dict[int, GrownTree]


@dataclass(frozen=True)
class GrownForest:
    """A forest, and one `GrownTree` for each of its trees."""

    forest: Forest
    trees: tuple[GrownTree, ...]


# Called with the part that is done, from 0 to 1, and how many trees are finished.
GrowthReport = Callable[[float, int], None]


def grow_to_file(  # noqa: PLR0913 - keyword arguments with defaults
    games: Games,
    plan: ForestPlan,
    output: Path,
    *,
    overwrite: bool = False,
    threads: int | None = None,
    progress: GrowthReport | None = None,
) -> GrownForest:
    """Grows a forest and writes it as text; the same call goes on with the trees that are missing.

    One process at a time has the output.
    """
    state = output.with_name(output.name + GROWING)
    with reserved(output):
        grown = grow_forest(games, plan, state=state, threads=threads, progress=progress)
        write_atomically(output, grown.forest.text, overwrite=overwrite)
        state.unlink(missing_ok=True)
    return grown


def grow_forest(
    games: Games,
    plan: ForestPlan,
    *,
    state: Path | None = None,
    threads: int | None = None,
    progress: GrowthReport | None = None,
) -> GrownForest:
    """Grows a forest; raises `KatachiError` for an illegal move.

    With a `state` file growth can be stopped at any time and goes on with the trees that are
    missing. The result does not depend on `threads` (default: all processors).

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "c3", "d3", "c4"))] * 9)
    >>> plan = ForestPlan(systems=("sg0",), trees=1, share=1.0, patience=20)
    >>> grow_forest(games, plan).forest.trees[0].leaf_count > 1
    True
    """
    plan.check()
    if not len(games):
        raise KatachiError("there are no games to grow from")
    boards = sorted({f"{kind.name}{kind.size}" for kind in games.kinds})
    if len(boards) > 1:
        raise KatachiError(f"a forest grows from games of one board, not of {', '.join(boards)}")
    chosen = games.take(plan.order_of(len(games)))
    done = _read_state(state, plan, chosen)
    growths = {number: _growth(plan, number) for number in range(plan.trees) if number not in done}
    finished = len(done)
    grow = partial(_grow_tree, plan, chosen, _starts(chosen))

    def keep(number: int, tree: GrownTree) -> None:
        done[number] = tree
        if state is not None:
            _write_state(state, plan, chosen, done)

    def look() -> None:
        if progress is not None:
            seen = finished * len(chosen) + sum(growth.games for growth in growths.values())
            progress(seen / (plan.trees * len(chosen)), len(done))

    _grow_all(growths, grow, thread_count(threads), keep, look)
    trees = tuple(done[number] for number in range(plan.trees))
    forest = Forest(games.kinds[0], tuple(Tree(one.system, one.queries) for one in trees))
    return GrownForest(forest, trees)


def _growth(plan: ForestPlan, number: int) -> _core.TreeGrowth:
    return _core.TreeGrowth(
        plan.system_of(number),
        plan.criterion,
        seed=plan.seed_of(number),
        share=plan.share,
        patience=plan.patience,
        delay=plan.delay,
    )


def _grow_tree(
    plan: ForestPlan,
    games: Games,
    starts: tuple[list[Position], NDArray[np.uint16]],
    number: int,
    growth: _core.TreeGrowth,
) -> GrownTree:
    began = time.monotonic()
    positions, start_of = starts
    queries = growth.run([one.core for one in positions], start_of, games.moves, games.offsets)
    return GrownTree(
        system=plan.system_of(number),
        queries=queries,
        positions=growth.positions,
        descents=growth.descents,
        branched=growth.branched,
        cut=growth.cut,
        bytes=growth.bytes,
        seconds=time.monotonic() - began,
    )


def _grow_all(
    growths: dict[int, _core.TreeGrowth],
    grow: Callable[[int, _core.TreeGrowth], GrownTree],
    threads: int,
    keep: Callable[[int, GrownTree], None],
    look: Callable[[], None],
) -> None:
    """Several trees at a time; `keep` gets each as it is finished, `look` is called ever so often."""
    with ThreadPoolExecutor(threads) as pool:
        waiting: dict[Future[GrownTree], int] = {
            pool.submit(grow, number, growth): number for number, growth in growths.items()
        }
        try:
            while waiting:
                ready, _ = wait(
                    waiting, timeout=_SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED
                )
                for future in ready:
                    keep(waiting.pop(future), future.result())
                look()
        except ValueError as error:
            raise KatachiError(str(error)) from None
        finally:
            for future in waiting:
                future.cancel()
            for growth in growths.values():
                growth.stop()


def _starts(games: Games) -> tuple[list[Position], NDArray[np.uint16]]:
    """The different start positions, and which one each game has."""
    codes = games.kind.astype(np.int64) * len(games.texts)
    column = games.columns.get("start")
    if column is not None:
        codes = codes + column
    _, firsts, start_of = np.unique(codes, return_index=True, return_inverse=True)
    if len(firsts) > 60_000:
        raise KatachiError(f"the games have {len(firsts)} different starts; that is too many")
    return [games.start_of(int(first)) for first in firsts], start_of.astype(np.uint16)


def _write_state(path: Path, plan: ForestPlan, games: Games, trees: dict[int, GrownTree]) -> None:
    kept = _State(_STATE_FORMAT, plan, digest_of_games(games), trees)
    write_atomically(path, msgspec.json.encode(kept), overwrite=True)


def _read_state(path: Path | None, plan: ForestPlan, games: Games) -> dict[int, GrownTree]:
    if path is None or not path.exists():
        return {}
    try:
        kept = msgspec.json.decode(read_bytes(path), type=_State)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise KatachiError(f"'{path}' is not a state of a growing forest: {error}") from None
    if kept.format != _STATE_FORMAT:
        raise KatachiError(f"'{path}' has the format {shown(kept.format)}, not {_STATE_FORMAT}")
    if kept.plan != plan or kept.games != digest_of_games(games):
        raise KatachiError(
            f"'{path}' belongs to a growth with other settings or games; remove it to begin anew"
        )
    return {number: tree for number, tree in kept.trees.items() if 0 <= number < plan.trees}
