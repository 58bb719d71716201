"""Forests on a terminal and as JSON: trees that were grown, trees and leaves of a forest."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from rich.console import Console

from katachi.features import FeatureLevel
from katachi.games.drawing.elements import UNIT
from katachi.games.position import Position
from katachi.games.svg import cell_centres
from katachi.knowledge.forest_leaves import Example, ForestLeaves
from katachi.learning import GrownForest
from katachi.terminal.console import make_table


def print_growth(console: Console, grown: GrownForest) -> None:
    """A row for each tree."""
    table = make_table(console)
    for column in ("tree", "system", "leaves", "positions", "branched", "cut", "seconds"):
        table.add_column(column, justify="left" if column == "system" else "right")
    trees = zip(grown.trees, grown.forest.trees, strict=True)
    for number, (tree, leaves) in enumerate(trees, start=1):
        table.add_row(
            str(number),
            tree.system,
            f"{leaves.leaf_count:,}",
            f"{tree.positions:,}",
            f"{tree.branched / max(1, tree.descents):.1%}",
            f"{tree.cut / max(1, tree.descents):.2%}",
            f"{tree.seconds:.1f}",
        )
    console.print(table)


def growth_facts(grown: GrownForest) -> list[dict[str, object]]:
    """The same for machines."""
    return [
        {
            "system": tree.system,
            "leaves": leaves.leaf_count,
            "positions": tree.positions,
            "descents": tree.descents,
            "branched": tree.branched,
            "cut": tree.cut,
            "bytes": tree.bytes,
            "seconds": round(tree.seconds, 3),
        }
        for tree, leaves in zip(grown.trees, grown.forest.trees, strict=True)
    ]


def print_trees(console: Console, leaves: ForestLeaves, chosen: Sequence[int]) -> None:
    """A row for each chosen tree."""
    forest = leaves.forest
    table = make_table(console, title=repr(forest).strip("<>"))
    for column in ("tree", "system", "leaves", "mean depth", "deepest", "first query"):
        table.add_column(column, justify="left" if column in {"system", "first query"} else "right")
    for number in chosen:
        tree = forest.trees[number]
        path = forest.describe(FeatureLevel(number, 0))
        first = path[0].rpartition(":")[0] if path else "none"
        table.add_row(
            str(number + 1),
            tree.system,
            f"{tree.leaf_count:,}",
            f"{statistics.fmean(tree.depths):.1f}",
            str(max(tree.depths)),
            first,
        )
    console.print(table)


def print_leaves(
    console: Console, leaves: ForestLeaves, levels: Sequence[FeatureLevel], example: Example | None
) -> None:
    """The paths of leaves in words, with the discovered graph on the board of an example."""
    for level in levels:
        console.print(leaves.title(level), markup=False, soft_wrap=True)
        if example is not None:
            board = board_text(example.position, leaves.nodes(level, example))
            console.print(board, markup=False, soft_wrap=True)
        for line in leaves.forest.describe(level):
            console.print(f"  {line}", markup=False, soft_wrap=True)
        console.print()


def leaf_facts(
    leaves: ForestLeaves, levels: Sequence[FeatureLevel], example: Example | None
) -> dict[str, object]:
    """Trees and leaves for machines."""
    forest = leaves.forest
    return {
        "game": f"{forest.game.name}{forest.game.size}",
        "trees": [
            {
                "system": tree.system,
                "leaves": tree.leaf_count,
                "mean_depth": statistics.fmean(tree.depths),
                "deepest": max(tree.depths),
            }
            for tree in forest.trees
        ],
        "leaves": [
            {
                "tree": level.feature + 1,
                "leaf": level.level + 1,
                "name": forest.level_name(level),
                "strength": leaves.strength(level),
                "path": forest.describe(level),
                "nodes": leaves.nodes(level, example),
            }
            for level in levels
        ],
        "position": example.position.text if example else None,
        "move": example.move if example else None,
    }


def board_text(position: Position, nodes: dict[int, str]) -> str:
    """The board in letters, with the numbers of nodes behind their stones."""
    numbers = {cell: number for number, cell in nodes.items()}
    rows: dict[float, dict[int, str]] = {}
    symbols = {"black": "X", "white": "O", None: "."}
    centres = cell_centres(position)
    left = min(x for x, _ in centres.values())
    for cell, (x, y) in centres.items():
        text = symbols[position.at(cell)] + str(numbers.get(cell, ""))
        rows.setdefault(round(y, 3), {})[round(4 * (x - left) / UNIT)] = text
    lines = []
    for y in sorted(rows):
        line = ""
        for column, text in sorted(rows[y].items()):
            line = line.ljust(column) + text
        lines.append(f"  {line}")
    return "\n".join(lines)
