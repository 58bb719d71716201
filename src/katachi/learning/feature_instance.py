"""Feature instances of FOREST: features, the games that make them, and the M(1) they come to.

An instance has fixed features (tactics), large patterns harvested from xi games, a forest of tau
trees grown from rho games, and weights by MM from a share of the positions of phi games (FOREST
5.4), or, which is ours, by factorization. What was computed can be kept in a folder: a stopped run
goes on there, and forests and patterns serve all instances that ask for the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from katachi.errors import KatachiError, shown
from katachi.features import FeatureSet, Forest, LargePatterns, Tactics, neighbourhoods
from katachi.features.parsing import parse_feature_set
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes, read_text
from katachi.games.game import Game
from katachi.learning import (
    CRITERIA,
    ForestPlan,
    Prediction,
    grow_forest,
    harvest_patterns,
    learn,
    predict,
)
from katachi.learning.competitions import Competitions
from katachi.learning.prediction import interval_of_sums
from katachi.records import Games
from katachi.records.digest import digest_of_games

STAGE = 30  # moves of a stage, FOREST 5.7.3
_FORMAT = "katachi measured instance 1"

FixedFeatures = Literal["tactics", "tactics-without-history", "around"]


class Instance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a feature instance is made of; names of the thesis behind the fields.

    `patterns` (xi) and `grow` (rho) are games; 0: no patterns, no forest. `systems` share `trees`
    (tau) evenly. `train` (phi): games for weights, by `learner`.
    """

    fixed: tuple[FixedFeatures, ...] = ("tactics",)
    patterns: int = 0
    systems: tuple[str, ...] = ()
    criterion: str = "wwls"
    trees: int = 8
    grow: int = 0
    train: int
    learner: Literal["mm", "fbt"] = "mm"

    def __post_init__(self) -> None:
        """Refuses what has no features, or half of a forest."""
        if min(self.patterns, self.grow) < 0 or self.train < 1:
            raise ValueError("an instance needs games")
        if bool(self.systems) != bool(self.grow):
            raise ValueError("a forest needs query systems, and games to grow from")
        if not (self.fixed or self.patterns or self.grow):
            raise ValueError("an instance needs features")
        if self.criterion not in CRITERIA:
            raise ValueError(f"there is no criterion {self.criterion}")

    def plan(self, *, games: int, seed: int) -> ForestPlan:
        """How its forest grows."""
        return ForestPlan(
            systems=self.systems,
            criterion=self.criterion,
            trees=self.trees,
            games=games,
            seed=seed,
        )


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What an instance came to.

    `weight_variance` is that of the forest's ln weights, `depth_variance` that of the number of
    queries a descent asks. By test game: positions, and how often the played move was first.
    """

    accuracy: float
    mean_log_evidence: float
    within: tuple[float, ...]
    stages: tuple[tuple[int, float], ...]  # the first move of a stage, M(1)
    learning_games: int
    learning_positions: int
    leaves: int
    weight_variance: float | None
    depth_variance: float | None
    positions: tuple[int, ...]
    first: tuple[float, ...]

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of M(1), by games."""
        return paired_interval(self, None)


def paired_interval(one: Measured, other: Measured | None) -> tuple[float, float]:
    """95 % interval of the difference in M(1), by games; None: of M(1) itself."""
    if other is not None and one.positions != other.positions:
        raise KatachiError("the instances were tested on different positions")
    sums = np.array(one.first) - (np.array(other.first) if other is not None else 0.0)
    return interval_of_sums(sums, np.array(one.positions, dtype=np.float64))


class _Kept(msgspec.Struct, frozen=True):
    format: str
    key: dict[str, object]
    measured: Measured


class InstanceScale(msgspec.Struct, frozen=True, kw_only=True):
    """What all instances of a bench have in common.

    `part` of the games that an instance names are used, and for weights `share` of their positions.
    """

    loops: int
    part: float
    share: float
    seed: int


class InstanceBench:
    """Measures instances on the same test games."""

    def __init__(
        self,
        train: Games,
        test: Games,
        scale: InstanceScale,
        *,
        threads: int | None = None,
        work: Path | None = None,
    ) -> None:
        """The folder `work` keeps what was made and measured."""
        self._train, self._test = train, test
        self._scale = scale
        self._threads = threads
        self._work = work
        self._games = digest_of_games(train) + digest_of_games(test)
        self._made: dict[str, FeatureSet] = {}
        self._measured: dict[Instance, Measured] = {}
        if work is not None:
            try:
                work.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise KatachiError(f"cannot make '{work}': {error.strerror}") from None

    def measure(self, instance: Instance) -> Measured:
        """Once for each instance; from the folder, if it is there."""
        if instance not in self._measured:
            self._measured[instance] = self._kept_or_measured(instance)
        return self._measured[instance]

    def _kept_or_measured(self, instance: Instance) -> Measured:
        key = self._key(instance, "instance")
        path = self._path(key, "json")
        if path is not None and path.exists():
            try:
                kept = msgspec.json.decode(read_bytes(path), type=_Kept)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise KatachiError(f"'{path}' is not a measured instance: {error}") from None
            if kept.format != _FORMAT:
                raise KatachiError(f"'{path}' has the format {shown(kept.format)}, not {_FORMAT}")
            return kept.measured
        measured = self._measure(instance)
        if path is not None:
            kept = _Kept(_FORMAT, key, measured)
            write_atomically(path, msgspec.json.encode(kept), overwrite=True)
        return measured

    def _measure(self, instance: Instance) -> Measured:
        game = self._train.kinds[0]
        forest = self._forest(instance) if instance.grow else None
        features: list[FeatureSet] = [] if forest is None else [forest]
        features += [_fixed(name, game) for name in instance.fixed]
        if instance.patterns:
            features.append(self._patterns(instance.patterns))
        chosen = self._some(instance.train, salt=1)
        learning = Competitions.of(
            chosen, features, share=self._scale.share, seed=self._scale.seed, threads=self._threads
        )
        if not len(learning):
            raise KatachiError("the share is too small: it leaves no position of these games")
        knowledge = learn(
            learning,
            learner=instance.learner,
            loops=self._scale.loops,
            seed=self._scale.seed,
            threads=self._threads,
        )
        found = predict(knowledge, self._test, stage_length=STAGE, threads=self._threads)
        leaves = 0 if forest is None else sum(tree.leaf_count for tree in forest.trees)
        positions, first = _by_game(found)
        return Measured(
            accuracy=found.accuracy,
            mean_log_evidence=found.mean_log_evidence,
            within=found.within,
            stages=tuple((stage.first, stage.accuracy) for stage in found.stages),
            learning_games=len(chosen),
            learning_positions=len(learning),
            leaves=leaves,
            weight_variance=float(np.var(knowledge.weights[:leaves])) if leaves else None,
            depth_variance=None if forest is None else depth_variance(forest, learning),
            positions=positions,
            first=first,
        )

    def _some(self, count: int, *, salt: int) -> Games:
        """Some games for learning, at random, with the part of the scale."""
        order = np.random.default_rng(self._scale.seed + salt).permutation(len(self._train))
        return self._train.take(np.sort(order[: self._scaled(count)]))

    def _scaled(self, count: int) -> int:
        return max(1, min(len(self._train), round(self._scale.part * count)))

    def _forest(self, instance: Instance) -> Forest:
        plan = instance.plan(games=self._scaled(instance.grow), seed=self._scale.seed)
        key = self._key(plan, "forest")
        state = self._path(key, "growing")

        def grow() -> FeatureSet:
            return grow_forest(self._train, plan, state=state, threads=self._threads).forest

        made = self._once(key, grow)
        assert isinstance(made, Forest)
        if state is not None:
            state.unlink(missing_ok=True)
        return made

    def _patterns(self, count: int) -> LargePatterns:
        def harvest() -> FeatureSet:
            return harvest_patterns(self._some(count, salt=2), threads=self._threads)

        made = self._once(self._key(self._scaled(count), "patterns"), harvest)
        assert isinstance(made, LargePatterns)
        return made

    def _once(self, key: dict[str, object], make: Callable[[], FeatureSet]) -> FeatureSet:
        name = _name(key)
        if name not in self._made:
            path = self._path(key, "features")
            if path is not None and path.exists():
                self._made[name] = parse_feature_set(read_text(path))
            else:
                self._made[name] = make()
                if path is not None:
                    write_atomically(path, self._made[name].text, overwrite=True)
        return self._made[name]

    def _key(self, what: object, kind: str) -> dict[str, object]:
        """All that a result depends on."""
        scale = msgspec.to_builtins(self._scale) if kind == "instance" else self._scale.seed
        described = msgspec.to_builtins(what)
        if kind == "instance" and described["learner"] == "mm":
            del described["learner"]  # as files from before there were others have it
        return {
            "kind": kind,
            "what": described,
            "games": self._games,
            "scale": scale,
        }

    def _path(self, key: dict[str, object], ending: str) -> Path | None:
        return None if self._work is None else self._work / f"{_name(key)}.{ending}"


def depth_variance(forest: Forest, learning: Competitions) -> float:
    """Of the queries that a descent asks; the levels of the forest come first."""
    counts = learning.teams.appearances()
    depths = np.concatenate([np.array(tree.depths, dtype=np.float64) for tree in forest.trees])
    seen = counts[: depths.size].astype(np.float64)
    mean = seen @ depths / seen.sum()
    return float(seen @ (depths - mean) ** 2 / seen.sum())


def _fixed(name: FixedFeatures, game: Game) -> FeatureSet:
    if name == "around":
        return neighbourhoods(game)
    return Tactics(game, history=name == "tactics")


def _by_game(found: Prediction) -> tuple[tuple[int, ...], tuple[float, ...]]:
    _, places = np.unique(found.game_numbers, return_inverse=True)
    first = np.bincount(places, weights=found.first)
    return tuple(np.bincount(places).tolist()), tuple(first.tolist())


def _name(key: dict[str, object]) -> str:
    """A file name: the kind, and a digest of all the rest."""
    text = msgspec.json.encode(key, order="sorted")
    return f"{key['kind']}-{hashlib.sha256(text).hexdigest()[:16]}"
