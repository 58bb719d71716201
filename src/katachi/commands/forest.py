"""`katachi forest`: decision forests grown from game records, and what their leaves mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import (
    BoardOption,
    RecordFiles,
    read_games,
    read_one_board,
    size_of_test,
)
from katachi.errors import KatachiError
from katachi.features import FeatureLevel
from katachi.features.forest import SYSTEMS
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.games.svg import Marks
from katachi.knowledge.catalogue import SUFFIX
from katachi.knowledge.forest_leaves import Example, ForestLeaves
from katachi.learning import CRITERIA, ForestPlan
from katachi.learning.forest_growth import grow_to_file
from katachi.terminal.console import output_console, progress
from katachi.terminal.forest import (
    growth_facts,
    leaf_facts,
    print_growth,
    print_leaves,
    print_trees,
)

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
    delay: Annotated[int, typer.Option(min=1, help="Descents before a leaf is tried again.")] = 10,
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
    with progress("growing", 1.0) as report:

        def tell(part: float, finished: int) -> None:
            report(part, f"growing, {finished} of {trees} trees")

        grown = grow_to_file(
            train, plan, output, overwrite=overwrite, threads=threads, progress=tell
        )
    if as_json:
        used = min(len(train), plan.games or len(train))
        print_json({"output": str(output), "games": used, "trees": growth_facts(grown)})
        return
    console = output_console()
    print_growth(console, grown)
    console.print(f"written: {output} ({output.stat().st_size:,} bytes)", soft_wrap=True)


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
    leaves = ForestLeaves.read(file)
    example: Example | None = None
    if position and not move:
        raise KatachiError("--position needs --move")
    if move:
        board = leaves.forest.game
        example = Example(board.position(position) if position else board.start(), move)
        example.position.play(move)  # a move that is not legal reaches no leaf
        levels = leaves.reached(example, tree)
    elif strongest:
        levels = leaves.strongest(strongest)
    else:
        levels = leaves.chosen(tree, leaf, name, needed=bool(games))
        if games:
            board = leaves.forest.game
            example = leaves.example_in(read_games(games, f"{board.name}{board.size}"), levels[0])
    if svg is not None:
        _draw(svg, leaves, levels, example, overwrite=overwrite)
    if as_json:
        print_json(leaf_facts(leaves, levels, example))
    elif levels:
        print_leaves(output_console(), leaves, levels, example)
    else:
        print_trees(output_console(), leaves, leaves.trees(tree))


def _draw(
    path: Path,
    leaves: ForestLeaves,
    levels: Sequence[FeatureLevel],
    example: Example | None,
    *,
    overwrite: bool,
) -> None:
    """The discovered graph of the first leaf."""
    if example is None:
        raise KatachiError("a picture needs a position: --position and --move, or --games")
    labels = {cell: str(number) for number, cell in leaves.nodes(levels[0], example).items()}
    write_atomically(path, example.position.svg(Marks(labels=labels)), overwrite=overwrite)


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "grow": (grow, GROW_EXAMPLES),
    "show": (show, SHOW_EXAMPLES),
}
