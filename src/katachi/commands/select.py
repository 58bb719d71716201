"""`katachi select`: which shapes tell most, before anything is learned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, RecordFiles, read_one_board
from katachi.errors import KatachiError, shown
from katachi.features import ShapeSet
from katachi.features.by_name import features_by_name
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.matches.figures import UNDEFINED
from katachi.optimising import ImportanceSettings
from katachi.optimising.shapes.selection import (
    RankedShape,
    ShapeSelectionSettings,
    group_shapes,
    rank_shapes,
)
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi select WTH_2004.wtb --shapes othello-default --keep 2
katachi select *.wtb --shapes othello-better --shapes othello-worse -o chosen.txt
"""

GROUPS = ("better", "middle", "worse")


def run(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    shapes: Annotated[
        list[str], typer.Option("--shapes", help="Candidates: names or files; repeatable.")
    ],
    keep: Annotated[int, typer.Option(min=1, help="Shapes of each class and group.")] = 2,
    most_similar: Annotated[
        float, typer.Option(help="tau_sim: leave out shapes that are more similar than this.")
    ] = 0.45,
    scattering: Annotated[float, typer.Option(help="w_scat: weight of the scattering.")] = 0.2,
    appearance: Annotated[
        float, typer.Option(help="w_appr: weight of the ratio of appearances.")
    ] = 0.2,
    least_appearances: Annotated[
        int, typer.Option(min=1, help="tau_app: patterns seen less often do not count.")
    ] = 10,
    board: BoardOption = "",
    games: Annotated[int, typer.Option(min=0, help="How many games to use; 0: all.")] = 0,
    seed: Annotated[int, typer.Option(help="Chooses them.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the better group as a shape file.")
    ] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Ranks shapes by importance and sorts them into better, middle and worse.

    Importance = standard deviation of the selection ratios of a shape's patterns + weighted
    scattering + weighted appearance ratio. In each class the most important shapes that are unlike
    one another are chosen first.
    """
    if output is not None:
        check_vacant(output, overwrite=overwrite)
    records = read_one_board(files, board)
    if games and games < len(records):
        _, records = records.split(test=games, seed=seed)
    candidates = _candidates(shapes, f"{records.kinds[0].name}{records.kinds[0].size}")
    ranked = rank_shapes(
        records,
        candidates,
        importance=ImportanceSettings(scattering, appearance, least_appearances),
    )
    groups = group_shapes(ranked, ShapeSelectionSettings(shapes=keep, most_similar=most_similar))
    if output is not None:
        better = candidates.with_shapes(tuple(one.shape for one in groups[0]))
        write_atomically(output, better.text, overwrite=overwrite)
    if as_json:
        print_json(
            {name: [_row(one) for one in group] for name, group in zip(GROUPS, groups, strict=True)}
        )
        return
    console = output_console()
    for name, group in zip(GROUPS, groups, strict=True):
        if group:
            _print(console, name, group)


def _candidates(names: list[str], game: str) -> ShapeSet:
    found = []
    for name in names:
        one = features_by_name([name], game)[0]
        if not isinstance(one, ShapeSet):
            raise KatachiError(f"{shown(name)} are no shapes")
        found.append(one)
    # Sets of one collection may share a shape; it is one candidate.
    every = dict.fromkeys(shape for one in found for shape in one.shapes)
    return found[0].with_shapes(tuple(every))


def _row(one: RankedShape) -> dict[str, object]:
    return {
        "shape": str(one.shape),
        "length": one.measures.length,
        "deviation": one.measures.deviation,
        "scattering": one.measures.scattering,
        "appearance_ratio": one.measures.appearance_ratio,
        "importance": one.measures.importance,
        "similarity": one.similarity,
    }


def _print(console: Console, name: str, group: list[RankedShape]) -> None:
    table = make_table(console, title=f"{name} shapes")
    table.add_column("shape")
    for column in ("length", "std dev", "scat", "app ratio", "importance", "sim"):
        table.add_column(column, justify="right")
    for one in group:
        measures = one.measures
        table.add_row(
            str(one.shape),
            str(measures.length),
            f"{measures.deviation:.3f}",
            f"{measures.scattering:.3f}",
            f"{measures.appearance_ratio:.3f}",
            f"{measures.importance:.3f}",
            UNDEFINED if one.similarity is None else f"{one.similarity:.2f}",
        )
    console.print(table)
