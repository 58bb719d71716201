"""Light evaluation of shapes: the games in memory, and one class at a time made ready for change.

The core does the work (`cpp/optimising/light_evaluation.h`); docs/methods/evolution.md has the idea
and what it costs in exactness.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import (
    AbsoluteShape,
    FeatureSet,
    RelativeShape,
    Shape,
    ShapeSet,
    in_stages,
    make_encoder,
)
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.learning.competitions import Competitions, check_first_ply, said_of_ply
from katachi.learning.learn import learn
from katachi.learning.learners import Mm
from katachi.learning.mm import PRIOR_LOSSES, PRIOR_WINS, fit_mm
from katachi.learning.prediction import Prediction, predict_with_features
from katachi.records import Games

# As many as in cpp/features/by_stage.h.
MOST_STAGES = 64
# The class of relative shapes: every cell.
EVERYWHERE = "*"


@dataclass(frozen=True)
class LightSettings:
    """How a set of shapes is judged while it evolves.

    `reach`: relative shapes may look so far. `first_ply`: only positions after at least so many
    moves count, in learning and in tests. `stages`: every level has a weight in each of so many
    stages of the game (`katachi.features.ByStage`).
    """

    loops: int = 4  # SHAPES 5.3.3
    prior_wins: float = PRIOR_WINS
    prior_losses: float = PRIOR_LOSSES
    forced_moves: bool = False
    reach: int = 2
    first_ply: int = 0
    stages: int = 1

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        if self.loops < 1 or self.reach < 1 or self.prior_wins < 0 or self.prior_losses < 0:
            raise InvalidSettings(f"loops and reach must be positive, priors not negative: {self}")
        check_first_ply(self.first_ply)
        if not 1 <= self.stages <= MOST_STAGES:
            raise InvalidSettings(f"there must be 1 to {MOST_STAGES} stages, not {self.stages}")


@dataclass(frozen=True, eq=False)
class LightData:
    """Games for learning and for testing, and their positions.

    `others`: features beside the shapes. They are fitted together with them, and keep their
    strengths while a class of shapes changes.
    """

    train: Games
    test: Games
    game: Game
    settings: LightSettings
    others: tuple[FeatureSet, ...] = ()
    positions: tuple[_core.RecordedPositions, _core.RecordedPositions] = field(init=False)

    def __post_init__(self) -> None:
        """Replays the games."""
        object.__setattr__(
            self, "positions", (self._positions(self.train), self._positions(self.test))
        )

    def _positions(self, games: Games) -> _core.RecordedPositions:
        # The last moves and a ko matter to some features; shapes do not look at them.
        found = _core.RecordedPositions(self.game.topology.core, history=bool(self.others))
        for kind in games.kinds:
            if (kind.name, kind.size) != (self.game.name, self.game.size):
                raise KatachiError(f"the shapes are for {self.game}, but there are games of {kind}")
        if "start" in games.columns and np.any(games.columns["start"]):
            raise KatachiError("evolution needs games from the ordinary start position")
        if not len(games):
            raise KatachiError("there are no games to learn from or to test with")
        try:
            found.add(
                games.start_of(0).core,
                games.moves,
                games.offsets,
                forced_moves=self.settings.forced_moves,
                first_ply=self.settings.first_ply,
            )
        except ValueError as error:
            raise KatachiError(str(error)) from None
        if self.settings.first_ply and not found.competition_count:
            raise KatachiError(
                "there are no positions to learn from or to test with"
                + said_of_ply(self.settings.first_ply)
            )
        return found

    @property
    def digest(self) -> str:
        """Names the games: the same moves in the same order have the same digest."""
        digest = hashlib.sha256()
        for games in (self.train, self.test):
            digest.update(games.offsets.tobytes())
            digest.update(games.moves.tobytes())
        return digest.hexdigest()[:32]

    def fit(
        self, shapes: ShapeSet, *, loops: int | None = None, threads: int | None = None
    ) -> tuple[NDArray[np.float64], float, float]:
        """The full evaluation: weights of all shapes together, and both mean log evidences."""
        features = self.features_with(shapes)
        settings = self.settings
        train = Competitions.of(
            self.train,
            features,
            forced_moves=settings.forced_moves,
            first_ply=settings.first_ply,
            threads=threads,
        )
        test = Competitions.of(
            self.test,
            features,
            forced_moves=settings.forced_moves,
            first_ply=settings.first_ply,
            threads=threads,
            encoder=train.encoder,
        )
        fit = fit_mm(
            train,
            test,
            loops=loops or settings.loops,
            prior_wins=settings.prior_wins,
            prior_losses=settings.prior_losses,
            threads=threads,
        )
        last = fit.curve[-1]
        return fit.weights, last.train, last.test if last.test is not None else float("nan")

    def features_with(self, shapes: ShapeSet) -> tuple[FeatureSet, ...]:
        """All features that are fitted together: the shapes first, by stage if wanted."""
        return in_stages((shapes, *self.others), self.settings.stages)

    def predict(self, shapes: ShapeSet, *, threads: int | None = None) -> Prediction:
        """How a full fit of the shapes predicts the test games: all positions, also early ones."""
        settings = self.settings
        knowledge = learn(
            self.train,
            features=self.features_with(shapes),
            learner=Mm(prior_wins=settings.prior_wins, prior_losses=settings.prior_losses),
            loops=settings.loops,
            forced_moves=settings.forced_moves,
            first_ply=settings.first_ply,
            threads=threads,
        )
        return predict_with_features(
            knowledge, self.test, forced_moves=settings.forced_moves, threads=threads
        )


def class_names(shapes: ShapeSet) -> tuple[str, ...]:
    """The classes of a set, in the order of their first shapes; relative shapes are one."""
    return tuple(dict.fromkeys(target_of(shape) for shape in shapes.shapes))


def target_of(shape: Shape) -> str:
    """The class of a shape."""
    return shape.target if isinstance(shape, AbsoluteShape) else EVERYWHERE


@dataclass(frozen=True, eq=False)
class LightClass:
    """One class of a shape set, ready for many evaluations: all other strengths stay as fitted.

    A shape is a tuple of place numbers here: cells of the board, or indices into `offsets`.
    """

    data: LightData
    shapes: ShapeSet
    target: str
    core: _core.LightClass
    offsets: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls,
        data: LightData,
        shapes: ShapeSet,
        target: str,
        *,
        weights: NDArray[np.float64] | None = None,
        threads: int | None = None,
    ) -> LightClass:
        """Fits all shapes together once, unless their `weights` are known."""
        if target not in class_names(shapes):
            raise KatachiError(
                f"no shape of class '{target}'; classes: {', '.join(class_names(shapes))}"
            )
        if not shapes.color_symmetry:
            raise KatachiError("shapes evolve with colour symmetry only")
        workers = thread_count(threads)
        if weights is None:
            weights, _, _ = data.fit(shapes, threads=workers)
        encoder, strengths = _others(data, shapes, target, np.exp(weights))
        train, test = data.positions
        try:
            if target == EVERYWHERE:
                offsets = offsets_within(data.game, data.settings.reach)
                core = _core.light_class_of_offsets(
                    train,
                    test,
                    list(offsets),
                    others=encoder,
                    gammas=strengths,
                    stages=data.settings.stages,
                    threads=workers,
                )
                return cls(data, shapes, target, core, offsets)
            core = _core.light_class_of_target(
                train,
                test,
                data.game.cell_number(target),
                others=encoder,
                gammas=strengths,
                stages=data.settings.stages,
                threads=workers,
            )
        except ValueError as error:
            raise KatachiError(str(error)) from None
        return cls(data, shapes, target, core)

    @property
    def start(self) -> tuple[tuple[int, ...], ...]:
        """The class's shapes of the set."""
        return tuple(self.places_of(s) for s in self.shapes.shapes if target_of(s) == self.target)

    @property
    def places(self) -> tuple[int, ...]:
        """Everything a shape may look at, the target left out."""
        if self.target == EVERYWHERE:
            return tuple(range(len(self.offsets)))
        target = self.data.game.cell_number(self.target)
        return tuple(place for place in range(self.core.places) if place != target)

    def places_of(self, shape: Shape) -> tuple[int, ...]:
        """A shape as place numbers."""
        if isinstance(shape, AbsoluteShape):
            return tuple(self.data.game.cell_number(cell) for cell in shape.cells)
        known = {offset: place for place, offset in enumerate(self.offsets)}
        try:
            return tuple(known[offset] for offset in shape.offsets)
        except KeyError as error:
            raise KatachiError(
                f"the offset {error.args[0]} is farther than the reach {self.data.settings.reach}"
            ) from None

    def shape_of(self, places: Sequence[int]) -> Shape:
        """Back again."""
        if self.target == EVERYWHERE:
            return RelativeShape(tuple(self.offsets[place] for place in places))
        cells = self.data.game.topology.cells
        return AbsoluteShape(self.target, tuple(cells[place] for place in places))

    def with_class(self, solution: Sequence[Sequence[int]]) -> ShapeSet:
        """The whole set with other shapes of this class, in the place of the old ones."""
        new = [self.shape_of(places) for places in solution]
        kept: list[Shape] = []
        for shape in self.shapes.shapes:
            if target_of(shape) != self.target:
                kept.append(shape)
            elif new:
                kept.extend(new)
                new = []
        return self.shapes.with_shapes(tuple(kept))

    def evaluation(self, *, threads: int = 1) -> _core.LightEvaluation:
        """Something to ask for values; one for each thread of Python."""
        settings = self.data.settings
        return _core.LightEvaluation(
            self.core,
            loops=settings.loops,
            prior_wins=settings.prior_wins,
            prior_losses=settings.prior_losses,
            threads=threads,
        )


def _others(
    data: LightData, shapes: ShapeSet, target: str, strengths: NDArray[np.float64]
) -> tuple[_core.Encoder | None, NDArray[np.float64]]:
    """The features besides those of the class, with their strengths."""
    counts = make_encoder(data.features_with(shapes)).level_counts
    ends = np.cumsum(counts)
    kept = [
        number
        for number in range(len(counts))
        if number >= len(shapes.shapes) or target_of(shapes.shapes[number]) != target
    ]
    if not kept:
        return None, np.zeros(0)
    rest = [shape for shape in shapes.shapes if target_of(shape) != target]
    features: list[FeatureSet] = [shapes.with_shapes(tuple(rest))] if rest else []
    features += data.others
    parts = [strengths[ends[number] - counts[number] : ends[number]] for number in kept]
    return make_encoder(in_stages(features, data.settings.stages)), np.concatenate(parts)


def offsets_within(game: Game, reach: int) -> tuple[tuple[int, int], ...]:
    """All offsets up to a distance, whether or not this board is large enough for them.

    >>> import katachi
    >>> offsets_within(katachi.Hex(11), 1)
    ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
    """
    topology = game.topology
    inner = max(topology.cells, key=lambda cell: len(topology.neighbours(cell)))
    x, y = topology.coordinates(inner)
    around = [topology.coordinates(cell) for cell in topology.neighbours(inner)]
    steps = [(ax - x, ay - y) for ax, ay in around]
    found = {(0, 0)}
    for _ in range(reach):
        found |= {(px + dx, py + dy) for px, py in found for dx, dy in steps}
    return tuple(sorted(found - {(0, 0)}, key=lambda offset: (offset[1], offset[0])))
