"""`katachi cells`: one weight per class of cells, from game records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, RecordFiles, read_one_board
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.files.atomic_file import check_vacant
from katachi.knowledge.catalogue import TEXT_SUFFIX as SUFFIX
from katachi.optimising import METHODS, SearchState
from katachi.optimising.cells import (
    OBJECTIVES,
    CellData,
    CellResult,
    Weights,
    cell_method,
    evolve_cells,
)
from katachi.records.native import made_by
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi cells WTH_2004.wtb --output mine.txt     # an agent's playout_knowledge = "mine.txt"
katachi cells *.wtb --method cma
katachi cells WTH_2004.wtb --objective f1          # the paper's
katachi cells games.sgf --method hill-climbing --seed 3 --state climb.json
"""


def run(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    method: Annotated[str, typer.Option(help=f"One of {', '.join(METHODS)}.")] = "annealing",
    objective: Annotated[
        str,
        typer.Option(
            help="log_evidence (MLE, the mean of ln P of the played moves), or CELLS' f1 mean "
            "probability, f2 share below 0.1, f3 rank, f4 pairs."
        ),
    ] = "log_evidence",
    board: BoardOption = "",
    games: Annotated[int, typer.Option(min=0, help="How many games to use; 0: all.")] = 0,
    gamma: Annotated[
        float | None, typer.Option(help="Annealing: factor of the temperature.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Steps, or evaluations of CMA-ES.")
    ] = None,
    start: Annotated[
        str, typer.Option(help="Weights to begin with, in the order of the classes: 496,22,161,...")
    ] = "",
    forced_moves: Annotated[bool, typer.Option(help="Also positions with one legal move.")] = False,
    state: Annotated[
        Path | None, typer.Option(help="Keep the search here; the same command goes on from there.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=f"Write the weights to a file ({SUFFIX}) for agents."),
    ] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    seed: Annotated[int, typer.Option(help="Chooses games and steps.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Weighs the classes of equivalent cells so that recorded moves become likely (CELLS).

    A move's probability is its cell's weight divided by the sum over all legal moves. For Othello
    the search begins with the paper's weights. The file of --output is named by an agent's TOML as
    playout_knowledge, beside base = "roulette" in [mcts.playout].
    """
    if output is not None:
        if output.suffix != SUFFIX:
            raise KatachiError(f"the output must end with {SUFFIX}, not '{output.name}'")
        check_vacant(output, overwrite=overwrite)
    records = read_one_board(files, board)
    if games and games < len(records):
        _, records = records.split(test=games, seed=seed)
    data = CellData.of(records, forced_moves=forced_moves)
    optimiser = cell_method(method, steps=limit or 0, gamma=gamma or 0.0)
    with progress(f"weighing cells, {method}", optimiser.steps) as report:

        def tell(found: SearchState[Weights]) -> None:
            report(found.step, f"weighing cells, {objective} {abs(found.current.value):.6f}")

        result = evolve_cells(
            data,
            method=optimiser,
            objective=objective,
            start=_weights(start),
            seed=seed,
            path=state,
            threads=threads,
            progress=tell,
        )
    if result.ran_away:
        typer.echo(_warning(result, objective), err=True)
    if output is not None:
        notes = {
            "about": f"Cell weights by katachi cells, {method}, objective {objective}.",
            "made-with": made_by(),
            "positions": str(data.positions),
            "mle": f"{result.after['log_evidence']:.5f}",
            "seed": str(seed),
        }
        weights = replace(data.cell_weights(result.scaled), notes=notes)
        weights.save(output, overwrite=overwrite)
    if as_json:
        print_json(
            {
                "output": None if output is None else str(output),
                "ran_away": result.ran_away,
                "positions": data.positions,
                "weights": dict(zip(result.classes, result.weights, strict=True)),
                "before": result.before,
                "after": result.after,
                "evaluations": result.state.evaluations,
            }
        )
        return
    _print(data, result)
    if output is not None:
        output_console().print(f"written: {output}", markup=False, soft_wrap=True)


def _warning(result: CellResult, objective: str) -> str:
    ratio = max(result.weights) / max(min(result.weights), 1e-300)
    return (
        f"warning: the weights ran away: the largest is {ratio:.1g} times the smallest, and recorded "
        f"moves are less likely (mean ln P {result.after['log_evidence']:.3f}) than by a blind guess "
        f"({result.equal_log_evidence:.3f}). {objective} rewards certainty alone; --objective log_evidence has a best "
        "answer"
    )


def _weights(text: str) -> Weights:
    try:
        return tuple(float(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise InvalidSettings(f"weights look like 496,22,161, not {shown(text)}") from None


def _print(data: CellData, result: CellResult) -> None:
    console = output_console()
    table = make_table(console)
    table.add_column("class")
    table.add_column("start", justify="right")
    table.add_column("found", justify="right")
    for row in zip(result.classes, result.start, result.scaled, strict=True):
        table.add_row(row[0], f"{row[1]:.4g}", f"{row[2]:.4g}")
    console.print(table)
    values = make_table(console)
    for column in ("objective", "start", "found"):
        values.add_column(column, justify="left" if column == "objective" else "right")
    for name in OBJECTIVES:
        values.add_row(name, f"{result.before[name]:.6f}", f"{result.after[name]:.6f}")
    console.print(values)
    console.print(
        f"{data.positions:,} positions, {data.core.row_count:,} different rows, "
        f"{result.state.evaluations:,} evaluations"
    )
