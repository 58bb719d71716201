"""`katachi patterns`: patterns counted in games, large ones and those around a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from katachi import __version__
from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import (
    BoardOption,
    RecordFiles,
    read_one_board,
    size_of_test,
)
from katachi.errors import KatachiError, shown
from katachi.features import LargePatterns, default_sizes, parse_feature_set
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.files.reading import read_text
from katachi.knowledge import (
    FeatureWeights,
    LocalPatternWeights,
    knowledge_names,
    load_knowledge,
)
from katachi.knowledge.catalogue import SUFFIX, TEXT_SUFFIX
from katachi.learning.harvest import AT_LEAST, harvest_patterns
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi patterns harvest games.sgf.xz --output go.patterns
katachi patterns show go.patterns --size 5
katachi patterns show go.knowledge --top 10
"""
HARVEST_EXAMPLES = """
katachi patterns harvest *.sgf.xz --test 1000 --seed 1 --output go19.patterns
katachi patterns harvest *.sgf.xz --games 10000 --at-least 20 --output go19.patterns
katachi patterns harvest hex13.sgf --largest 8 --at-least 50 --output hex13.patterns
"""
LOCAL_EXAMPLES = """
katachi patterns local havannah5.katachi --output local.txt
katachi patterns local littlegolem.sgf --board havannah8 -o local8.txt
"""
SHOW_EXAMPLES = """
katachi patterns show go19.patterns
katachi patterns show go19.patterns --size 6 --top 20
katachi patterns show go19.knowledge --top 5   # the strongest and the weakest
"""
LOCAL_ABOUT = "HAVANNAH 3.3, equation 3.1: played / available."
# So many are drawn unless others are asked for.
SHOWN = 3
# Strengths of patterns seen less often in learning are left out.
SEEN = 100


def run() -> None:
    """Patterns around a move: which shapes are frequent, and how good they are."""


def harvest(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of patterns to write.")],
    board: BoardOption = "",
    at_least: Annotated[
        int, typer.Option(min=1, help="Keep patterns that occur at least this often.")
    ] = AT_LEAST,
    smallest: Annotated[
        int | None, typer.Option(help="The smallest size: 3 in Go, 2 in Hex and Havannah.")
    ] = None,
    largest: Annotated[
        int | None, typer.Option(help="The largest size: 15 in Go, 10 in Hex and Havannah.")
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Count every legal move, not only those played.")
    ] = False,
    share: Annotated[float, typer.Option(help="Share of the positions to count.")] = 1.0,
    test: Annotated[
        float,
        typer.Option(min=0, help="Games left out, as `katachi learn` does: a share or a number."),
    ] = 0.1,
    games_used: Annotated[
        int | None, typer.Option("--games", min=1, help="How many of the other games to harvest.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses games and positions.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all processors.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Finds the patterns around moves that occur often enough, and writes them to a file.

    The test games of the same seed are left out, so that `katachi learn --features FILE` with the
    same options tests on games that nothing was taken from.
    """
    check_vacant(output, overwrite=overwrite)
    games = read_one_board(files, board)
    games, _ = games.split(test=size_of_test(test), seed=seed)
    if games_used is not None and games_used < len(games):
        chosen = np.random.default_rng(seed % 2**64).permutation(len(games))[:games_used]
        games = games.take(np.sort(chosen))
    sizes = None
    if smallest is not None or largest is not None:
        known = default_sizes(games.kinds[0])
        sizes = (
            known[0] if smallest is None else smallest,
            known[1] if largest is None else largest,
        )
    with progress("counting patterns", 1.0) as report:
        patterns = harvest_patterns(
            games,
            sizes=sizes,
            at_least=at_least,
            all_moves=all_moves,
            share=share,
            seed=seed,
            threads=threads,
            progress=lambda done, kept: report(done, f"counting patterns, {kept:,} kept"),
        )
    write_atomically(output, patterns.text, overwrite=overwrite)
    counts = counts_by_size(patterns)
    if as_json:
        print_json(
            {
                "output": str(output),
                "games": len(games),
                "patterns": len(patterns),
                "by_size": {str(size): count for size, count in counts.items()},
            }
        )
        return
    console = output_console()
    _print_sizes(patterns)
    console.print(
        f"{len(patterns):,} patterns of {len(games):,} games, each seen {at_least} times or more",
        soft_wrap=True,
    )
    console.print(f"written: {output} ({output.stat().st_size:,} bytes)", soft_wrap=True)


def local(  # noqa: PLR0913 - one parameter per option
    files: RecordFiles,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of weights to write.")],
    board: BoardOption = "",
    about: Annotated[str, typer.Option(help="A sentence for the card.")] = LOCAL_ABOUT,
    overwrite: Annotated[bool, typer.Option(help="Replace the output file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Weighs local patterns, the six cells around a move of Hex or Havannah, for playouts.

    A weight is the share of turns in which the pattern was played among those in which it could have
    been (HAVANNAH 3.3). Agents take the file as `playout_knowledge`.
    """
    if output.suffix != TEXT_SUFFIX:
        raise KatachiError(f"the output must end with {TEXT_SUFFIX}, not '{output.name}'")
    check_vacant(output, overwrite=overwrite)
    games = read_one_board(files, board)
    kind = games.kinds[0]
    notes = {
        "about": about,
        "game": f"{kind.name}{kind.size}",
        "records": ", ".join(file.name for file in files),
        "made-with": f"katachi {__version__}",
    }
    weights = LocalPatternWeights.learn_from_games(games, notes=notes)
    weights.save(output, overwrite=overwrite)
    if as_json:
        print_json({"output": str(output), "games": len(games), "patterns": len(weights.counts)})
        return
    output_console().print(
        f"{len(weights.counts):,} patterns of {len(games):,} games, written: {output}",
        soft_wrap=True,
    )


def show(
    name: Annotated[str, typer.Argument(help="A file of patterns, or knowledge with patterns.")],
    *,
    size: Annotated[int | None, typer.Option(help="Only patterns of this size.")] = None,
    top: Annotated[int, typer.Option(min=0, help="How many to draw.")] = SHOWN,
    as_json: JsonOption = False,
) -> None:
    """Counts patterns by size and draws some: of knowledge the strongest and the weakest.

    x is the player to move, o the other, # outside the board, * the move.
    """
    knowledge: FeatureWeights | None = None
    if name in knowledge_names() or name.endswith(SUFFIX):
        knowledge = load_knowledge(name, FeatureWeights)
        sets = [one for one in knowledge.features if isinstance(one, LargePatterns)]
    else:
        found = parse_feature_set(read_text(Path(name)))
        sets = [found] if isinstance(found, LargePatterns) else []
    if not sets:
        raise KatachiError(f"there are no large patterns in {shown(name)}")
    patterns = sets[0]
    levels = [
        level for level in range(1, len(patterns) + 1) if size in (None, patterns.size(level))
    ]
    if as_json:
        counts = {
            one: count for one, count in counts_by_size(patterns).items() if size in {None, one}
        }
        print_json(
            {
                "game": str(patterns.game),
                "patterns": len(levels),
                "by_size": {str(size): count for size, count in counts.items()},
            }
        )
        return
    console = output_console()
    _print_sizes(patterns)
    if knowledge is None:
        for level in levels[:top]:
            console.print(f"\nsize {patterns.size(level)}\n{patterns.diagram(level)}", markup=False)
        return
    before = sum(
        one.core.level_count(feature)
        for one in knowledge.features[: knowledge.features.index(patterns)]
        for feature in range(one.core.feature_count)
    )
    chosen = np.array(levels, dtype=np.int64)
    chosen = chosen[knowledge.appearances[before + chosen] >= SEEN]
    order = chosen[np.argsort(-knowledge.weights[before + chosen], kind="stable")]
    for level in (*order[:top], *order[max(top, len(order) - top) :]):
        strength = float(np.exp(knowledge.weights[before + level]))
        seen = int(knowledge.appearances[before + level])
        console.print(
            f"\nsize {patterns.size(int(level))}, strength {strength:.3g}, seen {seen:,} times\n"
            f"{patterns.diagram(int(level))}",
            markup=False,
        )


def counts_by_size(patterns: LargePatterns) -> dict[int, int]:
    """How many patterns there are of each size."""
    counts = Counter(patterns.size(level) for level in range(1, len(patterns) + 1))
    return dict(sorted(counts.items()))


def _print_sizes(patterns: LargePatterns) -> None:
    console = output_console()
    table = make_table(console)
    for column in ("size", "patterns"):
        table.add_column(column, justify="right")
    for size, count in counts_by_size(patterns).items():
        table.add_row(str(size), f"{count:,}")
    console.print(table)


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "harvest": (harvest, HARVEST_EXAMPLES),
    "local": (local, LOCAL_EXAMPLES),
    "show": (show, SHOW_EXAMPLES),
}
