"""`katachi evolve`: better shapes from game records, by annealing or another optimiser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, RecordFiles, read_one_board
from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.features.by_name import features_by_name
from katachi.files.atomic_file import write_atomically
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
    board: BoardOption = "",
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
    """
    games = read_one_board(files, board)
    kind = games.kinds[0]
    start = features_by_name([shapes], f"{kind.name}{kind.size}")[0]
    if not isinstance(start, ShapeSet):
        raise KatachiError(f"{shown(shapes)} are no shapes")
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
    data = LightData(learning, testing, start.game, LightSettings(loops=loops))
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
    if as_json:
        print_json(_summary(result, folder))
        return
    _print(result, folder)


def _draw(folder: Path, target: str) -> None:
    """The curve of a class, from the files of its trials."""
    curves = EvolutionFolder(folder).curves(target)
    trials = [Series(name, points) for name, points in curves.items()]
    title, up = f"{target}: the best so far", "light mean log evidence"
    svg = line_plot(trials, title=title, across="step", up=up, steps=True)
    write_atomically(folder / f"{file_name(target)}.svg", svg + "\n", overwrite=True)


def _summary(result: Evolution, folder: Path) -> dict[str, object]:
    return {
        "folder": str(folder),
        "gain": result.gain,
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


def _print(result: Evolution, folder: Path) -> None:
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
    console.print(
        f"gain {result.gain:+.5f}; shapes: {folder / 'shapes.txt'}, drawn in shapes.svg",
        soft_wrap=True,
    )
