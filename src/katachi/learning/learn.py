"""From games to knowledge in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from katachi import __version__
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.features import FeatureSet
from katachi.knowledge import Card, Knowledge
from katachi.knowledge.knowledge import LARGEST_WEIGHT
from katachi.learning.competitions import Competitions
from katachi.learning.curve import Fit, Progress
from katachi.learning.fbt import fit_fbt
from katachi.learning.lbfgs import fit_lbfgs
from katachi.learning.mm import fit_mm
from katachi.learning.turns import Turns
from katachi.records import Games

LEARNERS: dict[str, Callable[..., Fit]] = {"mm": fit_mm, "lbfgs": fit_lbfgs, "fbt": fit_fbt}


def learn(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games | Competitions,
    *,
    features: Sequence[FeatureSet] = (),
    learner: str = "mm",
    test: Games | Competitions | None = None,
    loops: int = 20,
    share: float = 1.0,
    parts: int = 1,
    whole_games: bool = False,
    seed: int = 0,
    forced_moves: bool = False,
    about: str = "",
    start: Knowledge | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | Path | None = None,
    **settings: Any,  # noqa: ANN401 - passed on to the learner, which checks them
) -> Knowledge:
    """Learns weights for the features from games, or from competitions made before.

    `learner`: one of `LEARNERS`; further settings are its own (`prior_wins`, `l2`, `patience`, ...).
    `start`: knowledge of the same features to begin with. `share` and `seed` choose positions; the
    seed is also that of the learner fbt. With
    `parts` (learner fbt) each loop learns from another share, so many in turn: of all positions, if
    `share` is 1 / `parts`, and only one share is in memory. With `whole_games` shares are of games,
    not of positions. `checkpoint`: a file that says after a loop, at most once a minute, where the
    learner stands; the same call goes on from there, also to more loops. The caller removes it when
    the knowledge is safe.

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "c3"))] * 20)
    >>> knowledge = learn(games, features=[katachi.features.CellClasses(katachi.Othello())], loops=5)
    >>> strengths = knowledge.strengths(katachi.Othello().start())
    >>> max(strengths, key=strengths.get) in strengths
    True
    """
    if learner not in LEARNERS:
        raise InvalidSettings(f"no learner {shown(learner)}; known: {', '.join(LEARNERS)}")
    chosen: dict[str, Any] = {"share": share, "whole_games": whole_games, "seed": seed}
    positions: Competitions | Turns
    if isinstance(train, Games):
        positions = _positions_of(
            train, features, learner, parts, forced_moves=forced_moves, threads=threads, **chosen
        )
    elif parts != 1:
        raise InvalidSettings("parts need games")
    else:
        positions = train
    if learner == "fbt":
        settings["seed"] = seed
    tested = test
    if isinstance(test, Games):
        tested = Competitions.of(
            test,
            positions.features,
            forced_moves=positions.forced_moves,
            threads=threads,
            encoder=positions.encoder,
        )
    if start is not None:
        if [one.text for one in start.features] != [one.text for one in positions.features]:
            raise KatachiError("the knowledge to begin with has other features")
        settings["start"] = start.weights.astype(np.float64)
    try:
        fit = LEARNERS[learner](
            positions,
            tested,
            loops=loops,
            threads=threads,
            progress=progress,
            checkpoint=None if checkpoint is None else Path(checkpoint),
            **settings,
        )
    except TypeError as error:
        if "unexpected keyword" not in str(error):
            raise
        raise InvalidSettings(f"{learner}: {error}") from None
    told = settings if share == 1 else {**settings, **chosen}
    return to_knowledge(fit, positions, _card(train, positions, learner, about, fit, told))


def _positions_of(
    games: Games,
    features: Sequence[FeatureSet],
    learner: str,
    parts: int,
    **chosen: Any,  # noqa: ANN401 - as Competitions.of takes them
) -> Competitions | Turns:
    if not features:
        raise InvalidSettings("features are needed to learn from games")
    if parts != 1:
        if learner != "fbt":
            raise InvalidSettings("parts need the learner fbt")
        return Turns(games, features, parts=parts, **chosen)
    positions = Competitions.of(games, features, **chosen)
    if not len(positions):
        raise KatachiError("there are no positions to learn from")
    return positions


def to_knowledge(fit: Fit, positions: Competitions | Turns, card: Card) -> Knowledge:
    """Knowledge from the weights that a learner found; levels never seen weigh nothing."""
    counts = (
        positions.appearances if isinstance(positions, Turns) else positions.teams.appearances()
    )
    appearances = np.minimum(counts, 2.0**32 - 1).astype(np.uint32)
    weights = np.clip(fit.weights, -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(np.float32)
    weights[appearances == 0] = 0.0
    factors = None
    if fit.factors is not None:
        factors = fit.factors.astype(np.float32)
        factors[appearances == 0] = 0.0
    return Knowledge(positions.features, weights, appearances, card, factors)


def _card(  # noqa: PLR0913, PLR0917 - what a card says
    train: Games | Competitions,
    positions: Competitions | Turns,
    learner: str,
    about: str,
    fit: Fit,
    settings: dict[str, Any],
) -> Card:
    provenance = train.provenance if isinstance(train, Games) else None
    told = {k: v for k, v in settings.items() if isinstance(v, (bool, int, float, str))}
    if isinstance(positions, Turns):
        told.update(positions.settings)
    if fit.interrupted:
        told["interrupted"] = True
    return Card(
        about=about,
        made_by=f"katachi {__version__}",
        learner=learner,
        settings={**told, "loops": fit.loop, "warm_start": "start" in settings},
        games=positions.games,
        positions=len(positions),
        forced_moves=positions.forced_moves,
        sources=tuple(f"{source.file} sha256:{source.sha256}" for source in provenance.sources)
        if provenance
        else (),
        steps=tuple(provenance.steps) if provenance else (),
        results={"train_mean_log_evidence": fit.curve[fit.loop].train} if fit.curve else {},
    )
