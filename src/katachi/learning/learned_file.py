"""From games to a knowledge file: learn, test, write the card, and go on after a stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from katachi.errors import KatachiError
from katachi.features import FeatureSet
from katachi.files.atomic_file import check_vacant
from katachi.files.checkpoint import checkpoint_beside
from katachi.files.reservation import reserved
from katachi.knowledge import FeatureWeights
from katachi.knowledge.catalogue import SUFFIX
from katachi.learning.curve import CurvePoint, Progress
from katachi.learning.learn import learn
from katachi.learning.learners import Learner
from katachi.learning.predicting import predict
from katachi.learning.prediction import Prediction
from katachi.records import Games


@dataclass(frozen=True)
class LearnedFile:
    """What was written, the points of the curve that were seen, and the test if there was one."""

    knowledge: FeatureWeights
    points: tuple[CurvePoint, ...]
    prediction: Prediction | None

    @property
    def interrupted(self) -> bool:
        """Whether the same call would go on."""
        return bool(self.knowledge.card.settings.get("interrupted"))


def check_output(output: Path, *, overwrite: bool) -> None:
    """Raises `KatachiError` if no knowledge can be written there; better said before the work."""
    if output.suffix != SUFFIX:
        raise KatachiError(f"the output must end with {SUFFIX}, not '{output.name}'")
    check_vacant(output, overwrite=overwrite)


def learn_to_file(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games,
    tested: Games,
    output: Path,
    *,
    tested_on: str,
    features: Sequence[FeatureSet],
    learner: str | Learner = "mm",
    loops: int = 20,
    patience: int = 0,
    share: float = 1.0,
    parts: int = 1,
    whole_games: bool = False,
    first_ply: int = 0,
    about: str = "",
    overwrite: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LearnedFile:
    """Learns from one part, tests on the other (which may be empty), and writes the knowledge.

    What decides the learning is that of `learn`. The test counts all positions, whatever the
    `first_ply`.

    `tested_on` says in the card what the test games are. One process at a time has the output; a
    checkpoint beside it lets the same call go on after a stop, and is removed at the end.
    """
    points: list[CurvePoint] = []

    def note(point: CurvePoint) -> None:
        points.append(point)
        if progress is not None:
            progress(point)

    checkpoint, prediction = checkpoint_beside(output), None
    with reserved(output):
        knowledge = learn(
            train,
            features=features,
            learner=learner,
            test=tested if len(tested) else None,
            loops=loops,
            patience=patience,
            share=share,
            parts=parts,
            whole_games=whole_games,
            first_ply=first_ply,
            about=about,
            threads=threads,
            progress=note,
            checkpoint=checkpoint,
        )
        if len(tested):
            prediction = predict(knowledge, tested, threads=threads)
            card = msgspec.structs.replace(
                knowledge.card,
                tested_on=tested_on,
                results={**knowledge.card.results, **prediction.results},
            )
            knowledge = knowledge.with_card(card)
        knowledge.save(output, overwrite=overwrite)
        learned = LearnedFile(knowledge, tuple(points), prediction)
        if not learned.interrupted:
            checkpoint.unlink(missing_ok=True)
    return learned
