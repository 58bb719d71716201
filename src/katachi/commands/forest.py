"""`katachi forest`: decision forests grown from game records, and what their leaves mean."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import (
    BoardOption,
    RecordFiles,
    read_games,
    read_one_board,
    size_of_test,
)
from katachi.errors import KatachiError, shown
from katachi.features import FeatureLevel, Forest, parse_feature_set
from katachi.features.forest import SYSTEMS
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.files.reservation import reserved
from katachi.games.drawing.elements import UNIT
from katachi.games.position import Position
from katachi.games.svg import Marks, cell_centres
from katachi.knowledge import load_knowledge
from katachi.knowledge.catalogue import SUFFIX, knowledge_names
from katachi.learning import CRITERIA, ForestPlan, grow_forest
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi forest grow games.katachi --output forest.txt
katachi forest show forest.txt
katachi forest show forest.txt --tree 3 --leaf 12   # a leaf's path in words
"""
GROW_EXAMPLES = """
katachi forest grow games.katachi --test 1000 --output forest.txt
katachi forest grow games.katachi --system sg0 --trees 8 --games 500 --output small.txt
katachi forest grow games.katachi --system sg-c --criterion wss --seed 7 --output other.txt
"""
SHOW_EXAMPLES = """
katachi forest show forest.txt
katachi forest show forest.txt --tree 3 --leaf 12
katachi forest show forest.txt --tree 3 --leaf 12 --games games.katachi --svg leaf.svg
katachi forest show forest.txt --position '.../.X./... O' --move a1
katachi forest show forest.knowledge --strongest 5
"""
# What the state of a growth is called, behind the name of the forest.
GROWING = ".growing"


def run() -> None:
    """Grows decision forests from games, and shows what their leaves mean."""


def grow(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The forest to write, as text.")],
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            help=f"A query system, repeatable: {', '.join(SYSTEMS)}. Default: sg0 and ig0.",
        ),
    ] = None,
    board: BoardOption = "",
    criterion: Annotated[str, typer.Option(help=f"One of {', '.join(CRITERIA)}.")] = "wwls",
    trees: Annotated[int, typer.Option(min=1, help="Trees of the whole forest (tau).")] = 16,
    games: Annotated[
        int, typer.Option(min=0, help="Games to grow from (rho), in random order; 0: all.")
    ] = 3200,
    share: Annotated[float, typer.Option(help="Share of the positions, for each tree.")] = 0.1,
    patience: Annotated[int, typer.Option(min=1, help="Descents before a leaf is split.")] = 1000,
    delay: Annotated[int, typer.Option(min=1, help="Descents before it is tried again.")] = 10,
    test: Annotated[
        float,
        typer.Option(min=0, help="Games kept for testing, as in `katachi learn`: share or number."),
    ] = 0.1,
    seed: Annotated[int, typer.Option(help="Chooses test games, order and positions.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Grows a decision forest: features that `katachi learn --features FILE` gives weights to.

    Stop it whenever you like: the same command goes on with the trees that are missing, from a file
    beside the output. The forest does not depend on the number of threads.
    """
    check_vacant(output, overwrite=overwrite)
    plan = ForestPlan(
        systems=tuple(system or ForestPlan().systems),
        criterion=criterion,
        trees=trees,
        games=games or None,
        share=share,
        patience=patience,
        delay=delay,
        seed=seed,
    )
    plan.check()
    read = read_one_board(files, board)
    train, _ = read.split(test=size_of_test(test), seed=seed)
    state = output.with_name(output.name + GROWING)
    with reserved(output), progress("growing", 1.0) as report:

        def tell(part: float, finished: int) -> None:
            report(part, f"growing, {finished} of {trees} trees")

        grown = grow_forest(train, plan, state=state, threads=threads, progress=tell)
    write_atomically(output, grown.forest.text, overwrite=overwrite)
    state.unlink(missing_ok=True)
    if as_json:
        print_json(
            {
                "output": str(output),
                "games": min(len(train), plan.games or len(train)),
                "trees": [
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
                ],
            }
        )
        return
    console = output_console()
    table = make_table(console)
    for column in ("tree", "system", "leaves", "positions", "branched", "cut", "seconds"):
        table.add_column(column, justify="left" if column == "system" else "right")
    for number, (tree, leaves) in enumerate(
        zip(grown.trees, grown.forest.trees, strict=True), start=1
    ):
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
    console.print(f"written: {output} ({output.stat().st_size:,} bytes)", soft_wrap=True)


@dataclass(frozen=True)
class _Shown:
    """A forest, and the weights of its leaves if it came with some."""

    forest: Forest
    weights: NDArray[np.float32] | None
    begins: tuple[int, ...]  # where the leaves of each tree begin among the weights

    def strength(self, level: FeatureLevel) -> float | None:
        if self.weights is None:
            return None
        return float(np.exp(self.weights[self.begins[level.feature] + level.level]))

    def title(self, level: FeatureLevel) -> str:
        tree = self.forest.trees[level.feature]
        text = f"tree {level.feature + 1} ({tree.system}), leaf {level.level + 1}"
        text += f" of {tree.leaf_count:,}"
        strength = self.strength(level)
        return text if strength is None else f"{text}, strength {strength:.3g}"


def show(  # noqa: PLR0913 - one parameter per option
    file: Annotated[
        str, typer.Argument(help="A forest as text, or knowledge with one: a name or a file.")
    ],
    *,
    tree: Annotated[int | None, typer.Option(min=1, help="A tree, counted from 1.")] = None,
    leaf: Annotated[
        int | None, typer.Option(min=1, help="A leaf, counted from 1 and from the left.")
    ] = None,
    name: Annotated[str, typer.Option(help="The same by name, as `katachi why` prints it.")] = "",
    games: Annotated[
        list[Path] | None,
        typer.Option(help="Looks here for a position and move that reach the leaf; repeatable."),
    ] = None,
    position: Annotated[str, typer.Option(help="A position as katachi writes it.")] = "",
    move: Annotated[str, typer.Option(help="Which leaves this move of the position reaches.")] = "",
    strongest: Annotated[
        int, typer.Option(min=0, help=f"So many strongest leaves, of a {SUFFIX} file.")
    ] = 0,
    svg: Annotated[Path | None, typer.Option(help="Also write a picture of the board.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the picture.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Shows the trees of a forest, a leaf's path in words, and the discovered graph on a board.

    On the board every discovered node has its number beside its stone; 0 is the move, and the mover
    is black in the words. A merged chain or region is marked at its first cell.
    """
    shown_forest = _read(file)
    forest = shown_forest.forest
    example: tuple[Position, str] | None = None
    if position and not move:
        raise KatachiError("--position needs --move")
    if move:
        place = forest.game.position(position) if position else forest.game.start()
        place.play(move)  # a move that is not legal reaches no leaf
        example = (place, move)
        levels = _reached(forest, *example, tree)
    elif strongest:
        levels = _strongest(shown_forest, strongest)
    else:
        levels = _levels(forest, tree, leaf, name)
        if games:
            example = find_example(forest, levels, games)
    if svg is not None:
        _draw(svg, forest, levels, example, overwrite=overwrite)
    if as_json:
        print_json(_json(shown_forest, levels, example))
    elif levels:
        _print_leaves(shown_forest, levels, example)
    else:
        chosen = range(len(forest.trees)) if tree is None else [_checked(forest, tree - 1)]
        _print_trees(shown_forest, chosen)


def _reached(forest: Forest, position: Position, move: str, tree: int | None) -> list[FeatureLevel]:
    """The leaves that a move reaches, in one tree (counted from 1) or in all."""
    chosen = [_checked(forest, tree - 1)] if tree else range(len(forest.trees))
    return [FeatureLevel(number, forest.trace(position, move, number).leaf) for number in chosen]


def _draw(
    path: Path,
    forest: Forest,
    levels: list[FeatureLevel],
    example: tuple[Position, str] | None,
    *,
    overwrite: bool,
) -> None:
    """The discovered graph of the first leaf."""
    if example is None:
        raise KatachiError("a picture needs a position: --position and --move, or --games")
    marks = _marks(forest, levels[0], example)
    labels = {cell: str(number) for number, cell in marks.items()}
    write_atomically(path, example[0].svg(Marks(labels=labels)), overwrite=overwrite)


def _print_leaves(
    shown_forest: _Shown, levels: list[FeatureLevel], example: tuple[Position, str] | None
) -> None:
    console = output_console()
    for level in levels:
        console.print(shown_forest.title(level), markup=False, soft_wrap=True)
        if example is not None:
            board = board_text(example[0], _marks(shown_forest.forest, level, example))
            console.print(board, markup=False, soft_wrap=True)
        for line in shown_forest.forest.describe(level):
            console.print(f"  {line}", markup=False, soft_wrap=True)
        console.print()


def find_example(
    forest: Forest, levels: list[FeatureLevel], files: list[Path]
) -> tuple[Position, str]:
    """The first position of the games in which a move reaches the leaf; played moves first."""
    if not levels:
        raise KatachiError("a leaf is given by --tree and --leaf, or by --name")
    wanted = levels[0]
    board = f"{forest.game.name}{forest.game.size}"
    for record in read_games(files, board):
        position = record.game.start() if record.start is None else record.start
        if not isinstance(position, Position):
            raise KatachiError(f"{record.game} is a game in Python; forests do not know it")
        for played in record.moves:
            cells = [cell for cell in position.legal_moves if cell in forest.game.topology.cells]
            for candidate in sorted(cells, key=lambda cell: cell != played):
                if forest.trace(position, candidate, wanted.feature).leaf == wanted.level:
                    return position, candidate
            position = position.play(played)
    raise KatachiError("no position of these games reaches the leaf")


def board_text(position: Position, marks: dict[int, str]) -> str:
    """The board in letters, with the numbers of nodes behind their stones."""
    numbers = {cell: number for number, cell in marks.items()}
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


def _checked(forest: Forest, tree: int) -> int:
    if tree >= len(forest.trees):
        raise KatachiError(f"there is no tree {tree + 1}; there are {len(forest.trees)}")
    return tree


def _levels(forest: Forest, tree: int | None, leaf: int | None, name: str) -> list[FeatureLevel]:
    """The leaf asked for, or none."""
    if name:
        return [forest.parse_level(name)]
    if leaf is None:
        return []
    if tree is None:
        raise KatachiError("a leaf is given by --tree and --leaf, or by --name")
    count = forest.trees[_checked(forest, tree - 1)].leaf_count
    if leaf > count:
        raise KatachiError(f"tree {tree} has {count} leaves, not {leaf}")
    return [FeatureLevel(tree - 1, leaf - 1)]


def _read(file: str) -> _Shown:
    if file in knowledge_names() or file.endswith(SUFFIX):
        knowledge = load_knowledge(file)
        first = 0
        for features in knowledge.features:
            if isinstance(features, Forest):
                begins = knowledge.level_begins[first : first + len(features.trees)]
                return _Shown(features, knowledge.weights, tuple(int(b) for b in begins))
            first += len(features.feature_names)
        raise KatachiError(f"{shown(file)} holds no forest")
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KatachiError(f"cannot read {shown(file)}: {error}") from None
    found = parse_feature_set(text)
    if not isinstance(found, Forest):
        raise KatachiError(f"{shown(file)} holds features of another kind than a forest")
    return _Shown(found, None, ())


def _strongest(shown_forest: _Shown, count: int) -> list[FeatureLevel]:
    if shown_forest.weights is None:
        raise KatachiError(f"only leaves of a {SUFFIX} file have strengths")
    ranked = sorted(
        shown_forest.forest.leaves(), key=lambda level: -(shown_forest.strength(level) or 0.0)
    )
    return ranked[:count]


def _marks(
    forest: Forest, level: FeatureLevel, example: tuple[Position, str] | None
) -> dict[int, str]:
    """Cells by number of the node; sides have none."""
    if example is None:
        return {}
    cells = forest.trace(example[0], example[1], level.feature).cells
    known = set(forest.game.topology.cells)
    marks = {number: cell for number, cell in enumerate(cells) if cell in known}
    marks[0] = forest.game.topology.cells[forest.game.number(example[1])]
    return marks


def _json(
    shown_forest: _Shown, levels: list[FeatureLevel], example: tuple[Position, str] | None
) -> dict[str, object]:
    forest = shown_forest.forest
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
                "strength": shown_forest.strength(level),
                "path": forest.describe(level),
                "nodes": _marks(forest, level, example),
            }
            for level in levels
        ],
        "position": example[0].text if example else None,
        "move": example[1] if example else None,
    }


def _print_trees(shown_forest: _Shown, chosen: Sequence[int]) -> None:
    forest = shown_forest.forest
    console = output_console()
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


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "grow": (grow, GROW_EXAMPLES),
    "show": (show, SHOW_EXAMPLES),
}
