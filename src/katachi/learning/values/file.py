"""From games to a file of values: label, learn, judge, write the card, and go on after a stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from katachi.features.value_shapes import ValueShapes
from katachi.files.checkpoint import checkpoint_beside
from katachi.files.reservation import reserved
from katachi.knowledge.card import Card
from katachi.knowledge.pattern_values import PatternValues
from katachi.learning.curve import CurvePoint, Progress
from katachi.learning.values.examples import SOLVE_FROM, ValueExamples
from katachi.learning.values.judging import Judgement, judge_values
from katachi.learning.values.learn import ValueLearner, learn_values
from katachi.records import Games


@dataclass(frozen=True)
class LearnedValues:
    """What was written, its curve, and the test if there was one."""

    knowledge: PatternValues
    points: Sequence[CurvePoint]
    judgement: Judgement | None

    @property
    def interrupted(self) -> bool:
        """Whether the same call would go on."""
        return bool(self.knowledge.card.settings.get("interrupted"))


def learn_values_to_file(  # noqa: PLR0913 - keyword arguments with defaults
    train: Games,
    tested: Games,
    output: Path,
    shapes: ValueShapes,
    learner: ValueLearner,
    *,
    tested_on: str,
    solve_from: int = SOLVE_FROM,
    loops: int = 20,
    patience: int = 0,
    about: str = "",
    overwrite: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LearnedValues:
    """Learns from one part, judges the other (which may be empty), and writes the values.

    One process at a time has the output; a checkpoint beside it lets the same call go on after a
    stop, and is removed at the end.
    """
    points: list[CurvePoint] = []

    def note(point: CurvePoint) -> None:
        points.append(point)
        if progress is not None:
            progress(point)

    sources = tuple(f"{one.file} sha256:{one.sha256}" for one in train.provenance.sources)
    card = Card(about=about, games=len(train), sources=sources, steps=tuple(train.provenance.steps))
    checkpoint, judgement = checkpoint_beside(output), None
    with reserved(output):
        game = shapes.game
        examples = ValueExamples.of(train, game, solve_from=solve_from, threads=threads)
        test = None
        if len(tested):
            test = ValueExamples.of(tested, game, solve_from=solve_from, threads=threads)
        knowledge = learn_values(
            examples,
            shapes,
            learner,
            test=test,
            loops=loops,
            patience=patience,
            threads=threads,
            progress=note,
            checkpoint=checkpoint,
            card=card,
        )
        full = msgspec.structs.replace(
            knowledge.card, settings={**knowledge.card.settings, "solve_from": solve_from}
        )
        if test is not None:
            judgement = judge_values(knowledge, test, threads=threads)
            full = msgspec.structs.replace(full, tested_on=tested_on, results=judgement.figures)
        knowledge = replace(knowledge, card=full)
        knowledge.save(output, overwrite=overwrite)
        learned = LearnedValues(knowledge, tuple(points), judgement)
        if not learned.interrupted:
            checkpoint.unlink(missing_ok=True)
    return learned
