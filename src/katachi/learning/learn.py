"""From games to knowledge in one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from katachi import __version__
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import FeatureSet
from katachi.knowledge import Card, FeatureWeights
from katachi.knowledge.feature_weights import LARGEST_WEIGHT
from katachi.learning.competitions import Competitions, said_of_ply
from katachi.learning.curve import Fit, Progress
from katachi.learning.learners import Fbt, Learner, Run, Setting, changed_settings, learner_of
from katachi.learning.turns import Turns
from katachi.records import Games


def learn(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games | Competitions,
    *,
    features: Sequence[FeatureSet] = (),
    learner: str | Learner = "mm",
    test: Games | Competitions | None = None,
    loops: int = 20,
    patience: int = 0,
    share: float = 1.0,
    parts: int = 1,
    whole_games: bool = False,
    seed: int = 0,
    forced_moves: bool = False,
    first_ply: int = 0,
    about: str = "",
    start: FeatureWeights | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | Path | None = None,
) -> FeatureWeights:
    """Learns weights for the features from games, or from competitions made before.

    `learner`: one of `LEARNERS` by name, or with settings of its own: `Mm(prior_wins=2)`,
    `Lbfgs(l2=0.1)`, `Fbt(factors=8)`. `patience`: learning ends after this many loops without a better
    test figure; 0: never. `start`: knowledge of the same features to begin with. `share` and `seed`
    choose positions; the learner fbt also uses the seed. With `parts` (learner fbt) every loop learns
    from another share of the positions, and memory holds one share at a time; with `share` = 1 / `parts`
    all positions get their turn. With `whole_games` shares are of games, not of positions. Only
    positions after at least `first_ply` moves take part, in learning and in the test figures of the
    curve; `ByStage` features learn weights by stage instead.

    `checkpoint`: a file that keeps the state of the learner, written after a loop, at most once a minute.
    The same call continues from it, also to more loops. The caller removes it when the knowledge is safe.

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "c3"))] * 20)
    >>> knowledge = learn(games, features=[katachi.features.CellClasses(katachi.Othello())], loops=5)
    >>> strengths = knowledge.strengths(katachi.Othello().start())
    >>> max(strengths, key=strengths.get) in strengths
    True
    """
    method = learner_of(learner)
    chosen: dict[str, Any] = {"share": share, "whole_games": whole_games, "seed": seed}
    positions = _positions_of(
        train,
        features,
        method.name,
        parts,
        forced_moves=forced_moves,
        first_ply=first_ply,
        threads=threads,
        **chosen,
    )
    tested = _encoded_alike(test, positions, threads) if isinstance(test, Games) else test
    if start is not None and _texts(start) != _texts(positions):
        raise KatachiError("the knowledge to begin with has other features")
    run = Run(
        loops=loops,
        seed=seed,
        start=None if start is None else start.weights.astype(np.float64),
        patience=patience,
        threads=threads,
        progress=progress,
        checkpoint=None if checkpoint is None else Path(checkpoint),
    )
    fit = method.fit(positions, tested, run)
    told: dict[str, Setting] = {**changed_settings(method), "patience": patience}
    if isinstance(method, Fbt):
        told["seed"] = seed
    if share != 1:
        told |= chosen
    if positions.first_ply:
        told["first_ply"] = positions.first_ply
    card = _card(train, positions, method.name, about, fit, told, warm_start=start is not None)
    return to_knowledge(fit, positions, card)


def _texts(source: FeatureWeights | Competitions | Turns) -> list[str]:
    return [one.text for one in source.features]


def _positions_of(
    train: Games | Competitions,
    features: Sequence[FeatureSet],
    learner: str,
    parts: int,
    **chosen: Any,  # noqa: ANN401 - as Competitions.of takes them
) -> Competitions | Turns:
    if isinstance(train, Competitions):
        if parts != 1:
            raise InvalidSettings("parts need games")
        return train
    if not features:
        raise InvalidSettings("features are needed to learn from games")
    if parts != 1:
        if learner != "fbt":
            raise InvalidSettings("parts need the learner fbt")
        return Turns(train, features, parts=parts, **chosen)
    positions = Competitions.of(train, features, **chosen)
    if not len(positions):
        raise KatachiError(
            f"there are no positions to learn from{said_of_ply(positions.first_ply)}"
        )
    return positions


def _encoded_alike(
    games: Games, positions: Competitions | Turns, threads: int | None
) -> Competitions:
    return Competitions.of(
        games,
        positions.features,
        forced_moves=positions.forced_moves,
        first_ply=positions.first_ply,
        threads=threads,
        encoder=positions.encoder,
    )


def to_knowledge(fit: Fit, positions: Competitions | Turns, card: Card) -> FeatureWeights:
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
    return FeatureWeights(positions.features, weights, appearances, card, factors)


def _card(  # noqa: PLR0913, PLR0917 - what a card says
    train: Games | Competitions,
    positions: Competitions | Turns,
    learner: str,
    about: str,
    fit: Fit,
    told: dict[str, Setting],
    *,
    warm_start: bool,
) -> Card:
    provenance = train.provenance if isinstance(train, Games) else None
    if isinstance(positions, Turns):
        told.update(positions.settings)
    if fit.interrupted:
        told["interrupted"] = True
    return Card(
        about=about,
        made_by=f"katachi {__version__}",
        learner=learner,
        settings={**told, "loops": fit.loop, "warm_start": warm_start},
        games=positions.games,
        positions=len(positions),
        forced_moves=positions.forced_moves,
        sources=tuple(f"{source.file} sha256:{source.sha256}" for source in provenance.sources)
        if provenance
        else (),
        steps=tuple(provenance.steps) if provenance else (),
        results={"train_mean_log_evidence": fit.curve[fit.loop].train} if fit.curve else {},
    )
