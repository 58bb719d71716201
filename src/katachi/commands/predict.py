"""`katachi predict`: how well knowledge predicts moves or judges positions, alone or side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, read_one_board, size_of_test
from katachi.commands.values import predict_values
from katachi.knowledge import PatternValues, load_knowledge
from katachi.learning import PairedDifference, Prediction, compare, predict
from katachi.learning.prediction import STAGE_LENGTH
from katachi.learning.values.examples import SOLVE_FROM
from katachi.matches.figures import UNDEFINED
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi predict mine.knowledge --games WTH_2005.wtb
katachi predict default.knowledge evolved.knowledge --games WTH_2005.wtb --stage 15
katachi predict othello-evolved-2 conv-othello8 --games WTH_2005.wtb
katachi predict havannah --games littlegolem.sgf --game havannah8
katachi predict mine.knowledge --games WTH_2005.wtb --json
"""


def run(  # noqa: PLR0913 - one parameter per option
    names: Annotated[list[str], typer.Argument(help="Knowledge of any kind: names or files.")],
    *,
    files: Annotated[
        list[Path], typer.Option("--games", "-g", help="Games it has not learned from; repeatable.")
    ],
    board: BoardOption = "",
    limit: Annotated[int, typer.Option(min=0, help="Only the first games, this many; 0: all.")] = 0,
    test: Annotated[
        float,
        typer.Option(min=0, help="Only the test games that `learn --test` kept; 0: all games."),
    ] = 0,
    seed: Annotated[int, typer.Option(help="The seed that `learn` had, for --test.")] = 0,
    stage: Annotated[int, typer.Option(min=1, help="Moves of a stage.")] = STAGE_LENGTH,
    forced_moves: Annotated[
        bool, typer.Option(help="Count positions with one legal move, too.")
    ] = False,
    solve_from: Annotated[
        int, typer.Option(min=0, help="Values: solve positions with at most this many empty cells.")
    ] = SOLVE_FROM,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Predicts every move of the games and reports MLE, M(k), ranks, stages, calibration and cost.

    MLE is the mean logarithm of the probability of the played move; M(k) the share of positions
    where it is among the first k. With several files each is compared with the first, position by
    position; intervals are 95 %, by games. Of values it reports log loss, Brier score, errors in
    points by stage and calibration.
    """
    games = read_one_board(files, board)
    if test:
        _, games = games.split(test=size_of_test(test), seed=seed)
    if limit:
        games = games[:limit]
    loaded = [load_knowledge(name) for name in names]
    if all(knowledge.of_positions and not knowledge.of_moves for knowledge in loaded):
        values = [load_knowledge(name, PatternValues) for name in names]
        predict_values(
            list(zip(names, values, strict=True)),
            games,
            solve_from=solve_from,
            threads=threads,
            as_json=as_json,
        )
        return
    found = [
        predict(
            knowledge,
            games,
            forced_moves=forced_moves,
            stage_length=stage,
            threads=threads,
        )
        for knowledge in loaded
    ]
    differences = compare(found)
    named = list(zip(names, found, strict=True))
    if as_json:
        print_json(_facts(named, differences))
        return
    console = output_console()
    first = found[0]
    forced = "with" if forced_moves else "without"
    console.print(
        f"{first.games:,} games, {first.positions:,} positions {forced} forced moves, "
        f"blind guess {first.uniform:.4f}",
        soft_wrap=True,
    )
    console.print(_comparison(console, named, differences))
    for name, prediction in named:
        _show_details(name, prediction)


def _facts(
    named: Sequence[tuple[str, Prediction]], differences: Sequence[PairedDifference]
) -> list[dict[str, object]]:
    against = [None, *({"mean": d.mean, "interval": list(d.interval)} for d in differences)]
    return [
        {"knowledge": name, **_as_json(prediction), "against_first": difference}
        for (name, prediction), difference in zip(named, against, strict=True)
    ]


def _comparison(
    console: Console,
    named: Sequence[tuple[str, Prediction]],
    differences: Sequence[PairedDifference],
) -> Table:
    """A row for each knowledge."""
    table = make_table(console)
    table.add_column("knowledge")
    for column in ("MLE", "95 %", "M(1)", "M(3)", "M(5)", "rank", "µs", "against the first"):
        table.add_column(column, justify="right")
    for i, (name, prediction) in enumerate(named):
        low, high = prediction.interval
        against = UNDEFINED
        if i:
            a, b = differences[i - 1].interval
            against = f"{differences[i - 1].mean:+.4f} ({a:+.4f} to {b:+.4f})"
        table.add_row(
            Path(name).name,
            f"{prediction.mean_log_evidence:.4f}",
            f"{low:.4f} to {high:.4f}",
            *(f"{100 * prediction.within[k - 1]:.1f} %" for k in (1, 3, 5)),
            f"{prediction.mean_rank:.2f}",
            UNDEFINED if prediction.microseconds is None else f"{prediction.microseconds:.1f}",
            against,
        )
    return table


def _show_details(name: str, prediction: Prediction) -> None:
    console = output_console()
    show_stages(prediction, f"{Path(name).name}: stages")
    bins = make_table(console, title="calibration")
    for column in ("probability", "candidates", "expected", "chosen"):
        bins.add_column(column, justify="right")
    for one in prediction.calibration:
        bins.add_row(
            f"{100 * one.low:.0f}-{100 * one.high:.0f} %",
            f"{one.candidates:,}",
            f"{100 * one.expected:.1f} %",
            f"{100 * one.chosen:.1f} %",
        )
    console.print(bins)


def show_stages(prediction: Prediction, title: str) -> None:
    """The figures by moves played."""
    console = output_console()
    stages = make_table(console, title=title)
    for column in ("moves", "positions", "MLE", "M(1)"):
        stages.add_column(column, justify="right")
    for stage in prediction.stages:
        stages.add_row(
            f"{stage.first}-{stage.last}",
            f"{stage.positions:,}",
            f"{stage.mean_log_evidence:.4f}",
            f"{100 * stage.accuracy:.1f} %",
        )
    console.print(stages)


def _as_json(prediction: Prediction) -> dict[str, object]:
    return {
        "games": prediction.games,
        "positions": prediction.positions,
        "forced_moves": prediction.forced_moves,
        "mean_log_evidence": prediction.mean_log_evidence,
        "interval": list(prediction.interval),
        "uniform": prediction.uniform,
        "within": list(prediction.within),
        "mean_rank": prediction.mean_rank,
        "microseconds": prediction.microseconds,
        "stages": [
            [s.first, s.last, s.positions, s.mean_log_evidence, s.accuracy]
            for s in prediction.stages
        ],
        "calibration": [
            [b.low, b.high, b.candidates, b.expected, b.chosen] for b in prediction.calibration
        ],
    }
