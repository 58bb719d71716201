"""`katachi evolve`: better shapes from game records, by annealing or another optimiser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from katachi.commands.feature_choice import FirstPlyOption, chosen_features
from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, RecordFiles, read_one_board
from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.files.atomic_file import write_atomically
from katachi.learning import Prediction
from katachi.optimising import (
    METHODS,
    Evolution,
    EvolutionPlan,
    Lengths,
    LightData,
    LightSettings,
    evolve,
    make_method,
)
from katachi.optimising.shapes.folder import EvolutionFolder, file_name
from katachi.optimising.shapes.light import MOST_STAGES
from katachi.optimising.shapes.plan import VARIABLES
from katachi.optimising.shapes.shape_problem import MEASURES
from katachi.showing.plot import Series, line_plot
from katachi.terminal.console import make_table, output_console, progress

# Shapes are no points.
SHAPE_METHODS = [name for name, method in METHODS.items() if not method.needs_points]

EXAMPLES = """
katachi evolve WTH_*.wtb --shapes othello-default --folder evolution
katachi evolve WTH_2004.wtb --folder quick --train 1000 --test 200 --trials 1 --class b1
katachi evolve games.sgf --shapes around --folder hex --method hill-climbing --limit 200
katachi evolve WTH_*.wtb --folder late --first-ply 20 --stages 3 --beside tactics
"""


def run(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    folder: Annotated[
        Path, typer.Option(help="Everything is kept here; the same command goes on from there.")
    ],
    shapes: Annotated[
        str, typer.Option(help="The shapes to begin with: a name or a file.")
    ] = "othello-default",
    beside: Annotated[
        list[str] | None,
        typer.Option(
            help="Features that are learned beside the shapes and stay: tactics, cells, a file, or "
            "the features of a knowledge file; repeatable."
        ),
    ] = None,
    board: BoardOption = "",
    first_ply: FirstPlyOption = 0,
    stages: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_STAGES, help="Every pattern has a weight in each stage of the game."
        ),
    ] = 1,
    train: Annotated[int, typer.Option(min=1, help="Games for light learning.")] = 14_000,
    test: Annotated[int, typer.Option(min=1, help="Games for light testing.")] = 1000,
    loops: Annotated[int, typer.Option(min=1, help="Loops of light learning.")] = 4,
    method: Annotated[str, typer.Option(help=f"One of {', '.join(SHAPE_METHODS)}.")] = "annealing",
    trials: Annotated[int, typer.Option(min=1, help="Trials of each class.")] = 4,
    gamma: Annotated[
        float | None, typer.Option(help="Annealing: factor of the temperature.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Most steps, for methods without another end.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--class", help="A class to evolve, by its target; repeatable, in order."),
    ] = None,
    variables: Annotated[
        str, typer.Option(help=f"What changes at once: {' or '.join(VARIABLES)}.")
    ] = "set",
    least: Annotated[int, typer.Option(help="Cells of the shortest shape.")] = 4,
    most: Annotated[int, typer.Option(help="Cells of the longest shape.")] = 11,
    refuse: Annotated[
        float,
        typer.Option(help="Share of candidates refused by counts alone, without learning."),
    ] = 0.0,
    measure: Annotated[
        str, typer.Option(help=f"What refuses them: {' or '.join(MEASURES)}.")
    ] = "leave-one-out",
    seed: Annotated[int, typer.Option(help="Chooses games and steps.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Searches shapes that predict recorded moves better, class after class.

    Each step changes one cell of one shape and judges it by light learning: by MLE, the mean log
    evidence, ln P(played move). Stop it whenever you like: the same command goes on exactly where
    it was. The folder gets the shapes, every step that was taken, and a picture of each class's
    curve.

    Shapes judged by whole games mostly remember openings. --first-ply, --stages and --beside let
    them learn what plays later; the table by moves played shows where the gain lies, on all test
    positions.
    """
    games = read_one_board(files, board)
    kind = games.kinds[0]
    start = chosen_features([shapes], kind)[0]
    if not isinstance(start, ShapeSet):
        raise KatachiError(f"{shown(shapes)} are no shapes")
    others = tuple(chosen_features(beside or [], kind))
    learning, testing = games.split(test=test, train=train, seed=seed)
    settings: dict[str, Any] = {"refuse": refuse}
    if gamma is not None:
        settings["gamma"] = gamma
    if limit is not None:
        settings["limit"] = limit
    plan = EvolutionPlan(
        method=make_method(method, settings),
        trials=trials,
        order=tuple(only or ()),
        variables=variables,
        measure=measure,
        lengths=Lengths(least, most),
        seed=seed,
    )
    light = LightSettings(loops=loops, first_ply=first_ply, stages=stages)
    data = LightData(learning, testing, start.game, light, others)
    classes = plan.classes(start)
    with progress("evolving", len(classes)) as report:
        result = evolve(
            data,
            start,
            plan,
            folder=folder,
            threads=threads,
            progress=lambda now: report(now.done, now.text),
        )
    for target in classes:
        _draw(folder, target)
    write_atomically(folder / "shapes.svg", result.shapes.svg(), overwrite=True)
    both = (data.predict(start, threads=threads), data.predict(result.shapes, threads=threads))
    if as_json:
        print_json(_summary(result, both, folder))
        return
    _print(result, both, folder)


def _draw(folder: Path, target: str) -> None:
    """The curve of a class, from the files of its trials."""
    curves = EvolutionFolder(folder).curves(target)
    trials = [Series(name, points) for name, points in curves.items()]
    title, up = f"{target}: the best so far", "light mean log evidence"
    svg = line_plot(trials, title=title, across="step", up=up, steps=True)
    write_atomically(folder / f"{file_name(target)}.svg", svg + "\n", overwrite=True)


# How the shapes predict all test games: those of the start, and those found.
Both = tuple[Prediction, Prediction]


def _summary(result: Evolution, both: Both, folder: Path) -> dict[str, object]:
    before, after = both
    return {
        "folder": str(folder),
        "gain": result.gain,
        "all_positions": {
            "positions": before.positions,
            "before": before.mean_log_evidence,
            "after": after.mean_log_evidence,
            "stages": [
                {
                    "first": old.first,
                    "last": old.last,
                    "positions": old.positions,
                    "before": old.mean_log_evidence,
                    "after": new.mean_log_evidence,
                }
                for old, new in zip(before.stages, after.stages, strict=True)
            ],
        },
        "classes": [
            {
                "class": one.target,
                "before": one.before,
                "after": one.after,
                "evaluations": sum(trial.evaluations for trial in one.trials),
                "skipped": sum(trial.skipped for trial in one.trials),
                "seconds": round(one.seconds, 3),
                "shapes": list(one.new),
            }
            for one in result.classes
        ],
    }


def _print(result: Evolution, both: Both, folder: Path) -> None:
    console = output_console()
    table = make_table(console)
    for column in ("class", "MLE before", "after", "gain", "evaluations", "refused", "seconds"):
        table.add_column(column, justify="left" if column == "class" else "right")
    for one in result.classes:
        table.add_row(
            one.target,
            f"{one.before:.5f}",
            f"{one.after:.5f}",
            f"{one.gain:+.5f}",
            str(sum(trial.evaluations for trial in one.trials)),
            str(sum(trial.skipped for trial in one.trials)),
            f"{one.seconds:.1f}",
        )
    console.print(table)
    before, after = both
    by_moves = make_table(console, title="all positions of the test games")
    for column in ("moves played", "positions", "MLE before", "after", "gain"):
        by_moves.add_column(column, justify="right")
    rows = [
        (f"{old.first}-{old.last}", old.positions, old.mean_log_evidence, new.mean_log_evidence)
        for old, new in zip(before.stages, after.stages, strict=True)
    ]
    for name, positions, old_mle, new_mle in [
        *rows,
        ("all", before.positions, before.mean_log_evidence, after.mean_log_evidence),
    ]:
        by_moves.add_row(
            name, f"{positions:,}", f"{old_mle:.4f}", f"{new_mle:.4f}", f"{new_mle - old_mle:+.4f}"
        )
    console.print(by_moves)
    console.print(
        f"gain {result.gain:+.5f}; shapes: {folder / 'shapes.txt'}, drawn in shapes.svg",
        soft_wrap=True,
    )
