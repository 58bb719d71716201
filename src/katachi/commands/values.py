"""What `katachi learn --target value` and `katachi predict` do with values of positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec

from katachi.commands.output import print_json
from katachi.errors import KatachiError
from katachi.features.value_shapes import ValueShapes, value_shapes
from katachi.games.game import Game
from katachi.knowledge.pattern_values import PatternValues
from katachi.learning.curve import CurvePoint
from katachi.learning.values import Judgement, ValueExamples, ValueLearner, judge_values
from katachi.learning.values.file import LearnedValues, learn_values_to_file
from katachi.records import Games
from katachi.terminal.console import make_table, output_console, progress


def shapes_for(names: Sequence[str], game: Game) -> ValueShapes:
    """The shapes of `--features` for a board, joined; raises `KatachiError`."""
    found = [value_shapes(name) for name in names]
    for one in found:
        if one.game != game:
            raise KatachiError(f"the shapes are for {one.game}, the games of {game}")
    shapes = tuple(dict.fromkeys(shape for one in found for shape in one.shapes))
    features = tuple(dict.fromkeys(name for one in found for name in one.features))
    return ValueShapes(game, shapes, features)


def learn_and_print(  # noqa: PLR0913 - one parameter per option
    games: tuple[Games, Games],
    output: Path,
    shapes: ValueShapes,
    learner: ValueLearner,
    *,
    tested_on: str,
    solve_from: int,
    loops: int,
    patience: int,
    about: str,
    threads: int | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Learns values, writes them, and tells how well they judge the test games."""
    with progress("labelling", loops) as report:

        def note(point: CurvePoint) -> None:
            found = point.train if point.test is None else point.test
            report(point.loop, f"learning, {_figure(learner, found)}")

        learned = learn_values_to_file(
            *games,
            output,
            shapes,
            learner,
            tested_on=tested_on,
            solve_from=solve_from,
            loops=loops,
            patience=patience,
            about=about,
            overwrite=overwrite,
            threads=threads,
            progress=note,
        )
    if as_json:
        print_json(_facts(learned, output))
        return
    console = output_console()
    table = make_table(console)
    for column in ("loop", "learning", "test", "seconds"):
        table.add_column(column, justify="right")
    for point in learned.points:
        tested = "" if point.test is None else _figure(learner, point.test)
        table.add_row(
            str(point.loop), _figure(learner, point.train), tested, f"{point.seconds:.1f}"
        )
    console.print(table)
    console.print(f"{learned.knowledge!r}", markup=False, soft_wrap=True)
    if learned.judgement is not None:
        print_judgement(output.name, learned.judgement)
    console.print(f"written: {output} ({output.stat().st_size:,} bytes)", soft_wrap=True)
    if learned.interrupted:
        console.print("stopped; the same command with --overwrite goes on", soft_wrap=True)


def _figure(learner: ValueLearner, evidence: float) -> str:
    if learner.target == "points":
        return f"error {(-evidence) ** 0.5:.3f} points"
    return f"log loss {-evidence:.4f}"


def _facts(learned: LearnedValues, output: Path) -> dict[str, object]:
    return {
        "output": str(output),
        "card": msgspec.to_builtins(learned.knowledge.card),
        "curve": [[p.loop, p.train, p.test, p.seconds] for p in learned.points],
        "judgement": None if learned.judgement is None else asdict(learned.judgement),
    }


def predict_values(
    named: Sequence[tuple[str, PatternValues]],
    games: Games,
    *,
    solve_from: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Judges the positions of games by values, each knowledge for itself."""
    examples = ValueExamples.of(games, named[0][1].game, solve_from=solve_from, threads=threads)
    found = [(name, judge_values(one, examples, threads=threads)) for name, one in named]
    if as_json:
        print_json([{"knowledge": name, **asdict(one)} for name, one in found])
        return
    for name, judgement in found:
        print_judgement(name, judgement)


def print_judgement(name: str, found: Judgement) -> None:
    """Figures of one knowledge: over all, by stage, and its calibration."""
    console = output_console()
    console.print(
        f"{Path(name).name}: {found.positions:,} positions of {found.games:,} games, "
        f"log loss {found.log_loss:.4f} (blind {found.blind:.4f}), Brier {found.brier:.4f}",
        markup=False,
        soft_wrap=True,
    )
    stages = make_table(console, title="stages")
    for column in ("stones", "positions", "log loss", "Brier", "mean error", "RMS error"):
        stages.add_column(column, justify="right")
    for stage in found.stages:
        errors = (stage.mean_error, stage.root_mean_square)
        stages.add_row(
            f"{stage.first}-{stage.last}",
            f"{stage.positions:,}",
            f"{stage.log_loss:.4f}",
            f"{stage.brier:.4f}",
            *("" if error is None else f"{error:.2f}" for error in errors),
        )
    console.print(stages)
    bins = make_table(console, title="calibration")
    for column in ("value", "positions", "expected", "came"):
        bins.add_column(column, justify="right")
    for one in found.calibration:
        bins.add_row(
            f"{100 * one.low:.0f}-{100 * one.high:.0f} %",
            f"{one.positions:,}",
            f"{100 * one.expected:.1f} %",
            f"{100 * one.came:.1f} %",
        )
    console.print(bins)
