"""The learners and their settings; what each does: docs/methods/bradley-terry.md."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidSettings, shown
from katachi.learning.competitions import Competitions
from katachi.learning.curve import Fit, Progress
from katachi.learning.fbt import FACTORS, PULL, RATE, SPREAD, fit_fbt
from katachi.learning.lbfgs import L2, fit_lbfgs
from katachi.learning.mm import PRIOR_LOSSES, PRIOR_WINS, fit_mm
from katachi.learning.turns import Turns

Setting = bool | int | float | str


@dataclass(frozen=True)
class Run:
    """One run of a learner, whatever its settings.

    `loops` at most. `seed`: of learners that draw random numbers. `start`: weights to begin with,
    ln strength [levels]. `patience`: loops without a better test figure before it ends, 0: never.
    """

    loops: int = 20
    seed: int = 0
    start: NDArray[np.float64] | None = None
    patience: int = 0
    threads: int | None = None
    progress: Progress | None = None
    checkpoint: Path | None = None


class Learner(Protocol):
    """Finds weights from positions. Its settings are its fields."""

    name: ClassVar[str]

    def fit(self, train: Competitions | Turns, test: Competitions | None, run: Run) -> Fit:
        """Learns from `train`, measures on `test`."""


@dataclass(frozen=True)
class Mm:
    """Minorisation-maximisation, feature by feature. `kept`: features whose weights stay."""

    name: ClassVar[str] = "mm"

    prior_wins: float = PRIOR_WINS
    prior_losses: float = PRIOR_LOSSES
    kept: Sequence[int] = ()

    def fit(self, train: Competitions | Turns, test: Competitions | None, run: Run) -> Fit:
        """The likelihood times the prior never falls."""
        return fit_mm(
            _whole(train, self.name),
            test,
            loops=run.loops,
            prior_wins=self.prior_wins,
            prior_losses=self.prior_losses,
            start=run.start,
            kept=self.kept,
            patience=run.patience,
            threads=run.threads,
            progress=run.progress,
            checkpoint=run.checkpoint,
        )


@dataclass(frozen=True)
class Lbfgs:
    """L-BFGS on all weights at once, with a penalty `l2`; it ends below `tolerance`."""

    name: ClassVar[str] = "lbfgs"

    l2: float = L2
    prior_wins: float = 0.0
    prior_losses: float = 0.0
    tolerance: float = 0.0

    def fit(self, train: Competitions | Turns, test: Competitions | None, run: Run) -> Fit:
        """A loop is an iteration."""
        return fit_lbfgs(
            _whole(train, self.name),
            test,
            loops=run.loops,
            l2=self.l2,
            prior_wins=self.prior_wins,
            prior_losses=self.prior_losses,
            start=run.start,
            patience=run.patience,
            tolerance=self.tolerance,
            threads=run.threads,
            progress=run.progress,
            checkpoint=run.checkpoint,
        )


@dataclass(frozen=True)
class Fbt:
    """Factorization: weights and `factors` of every level, by stochastic gradient ascent."""

    name: ClassVar[str] = "fbt"

    factors: int = FACTORS
    rate: float = RATE
    weight_pull: float = PULL
    factor_pull: float = PULL
    spread: float = SPREAD

    def fit(self, train: Competitions | Turns, test: Competitions | None, run: Run) -> Fit:
        """A loop is a pass over all positions, in an order that the seed decides."""
        return fit_fbt(
            train,
            test,
            loops=run.loops,
            factors=self.factors,
            rate=self.rate,
            weight_pull=self.weight_pull,
            factor_pull=self.factor_pull,
            spread=self.spread,
            seed=run.seed,
            start=run.start,
            patience=run.patience,
            threads=run.threads,
            progress=run.progress,
            checkpoint=run.checkpoint,
        )


LEARNERS: dict[str, type[Mm | Lbfgs | Fbt]] = {kind.name: kind for kind in (Mm, Lbfgs, Fbt)}


def learner_of(learner: str | Learner) -> Learner:
    """The learner, or the one of a name, with settings in brackets; raises `InvalidSettings`.

    >>> learner_of("mm").name, learner_of(Fbt(factors=3)).name
    ('mm', 'fbt')
    >>> learner_of("lbfgs[l2=1.5,prior_wins=1]")
    Lbfgs(l2=1.5, prior_wins=1.0, prior_losses=0.0, tolerance=0.0)
    """
    if not isinstance(learner, str):
        return learner
    name, bracket, rest = learner.partition("[")
    if name not in LEARNERS:
        raise InvalidSettings(f"no learner {shown(name)}; known: {', '.join(LEARNERS)}")
    if not bracket:
        return LEARNERS[name]()
    if not rest.endswith("]"):
        raise InvalidSettings(f"{shown(learner)}: write {name}[NAME=VALUE,...]")
    return _with_settings(LEARNERS[name], rest[:-1])


def _with_settings(kind: type[Mm | Lbfgs | Fbt], text: str) -> Learner:
    """A learner with settings as text, `factors=8,rate=0.1`; all of them are numbers."""
    known: dict[str, Any] = {
        field.name: field.default for field in fields(kind) if field.name != "kept"
    }
    chosen: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name not in known:
            raise InvalidSettings(
                f"{kind.name} has no setting {shown(name)}; known: {', '.join(known)}"
            )
        try:
            chosen[name] = type(known[name])(value)
        except ValueError:
            chosen[name] = math.nan
        if not 0 <= chosen[name] < math.inf:
            raise InvalidSettings(
                f"{name} of {kind.name} must be a number, 0 or more, not {shown(value)}"
            )
    return kind(**chosen)


def changed_settings(learner: Learner) -> dict[str, Setting]:
    """The settings of a learner that are not its defaults, for cards.

    >>> changed_settings(Fbt(factors=3)), changed_settings(Mm())
    ({'factors': 3}, {})
    """
    if not isinstance(learner, Mm | Lbfgs | Fbt):
        return {}
    defaults = {field.name: field.default for field in fields(learner)}
    return {
        name: value
        for name, value in asdict(learner).items()
        if isinstance(value, Setting) and value != defaults[name]
    }


def _whole(train: Competitions | Turns, name: str) -> Competitions:
    """All positions at once, which every learner but one needs."""
    if isinstance(train, Turns):
        raise InvalidSettings(f"parts need the learner fbt, not {name}")
    return train
