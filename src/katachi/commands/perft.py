"""`katachi perft`: how many ways there are to play a number of moves."""

from __future__ import annotations

from typing import Annotated

import typer

from katachi.commands.game_choice import GameText, SizeOption, SwapOption, built_in_game
from katachi.commands.output import JsonOption, print_json
from katachi.games import Position
from katachi.games.perft import Count, counts, divide, published
from katachi.terminal.console import output_console, progress

EXAMPLES = """
katachi perft othello 9
katachi perft hex3 4 --divide          # the share of every first move
katachi perft go5 3 --json
katachi perft 'havannah 4' 3 --swap
katachi perft hex3 3 --position 'X../.O./... X'
"""


def run(  # noqa: PLR0913 - one parameter per option
    game: GameText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, help="How many moves.")],
    *,
    position: Annotated[
        str | None, typer.Option(help="Count from this position instead of the start.")
    ] = None,
    divided: Annotated[
        bool, typer.Option("--divide", help="Show how the number splits over the first moves.")
    ] = False,
    size: SizeOption = None,
    swap: SwapOption = None,
    as_json: JsonOption = False,
) -> None:
    """Counts the ways to play a number of moves, with time and speed.

    The number tells whether the rules are right: for Othello it is published, and the command
    says whether it agrees. A pass is a move; a game that ends early counts once. Games with
    many moves grow fast: begin with a small depth.
    """
    chosen = built_in_game(game, size=size, swap=swap)
    start = chosen.start() if position is None else chosen.position(position)
    if not as_json:
        _print_counts(start, depth)
        if divided:
            _print_division(start, depth)
        return
    with progress("perft", total=1) as report:
        *_, last = counts(start, depth, report)
    print_json(_facts(start, last) | ({"divide": divide(start, depth)} if divided else {}))


def _facts(start: Position, count: Count) -> dict[str, object]:
    return {
        "game": str(start.game),
        "position": start.text,
        "depth": count.depth,
        "sequences": count.sequences,
        "published": published(start, count.depth),
        "seconds": round(count.seconds, 6),
        "sequences_per_second": round(count.per_second),
    }


def _print_counts(start: Position, depth: int) -> None:
    console = output_console()
    where = "" if start == start.game.start() else f" from {start.text}"
    console.print(f"{start.game}{where}", style="bold", soft_wrap=True)
    console.print(f"{'depth':>5} {'sequences':>15} {'seconds':>9} {'per second':>14}", style="dim")
    with progress("perft", total=1) as report:
        for count in counts(start, depth, report):
            known = published(start, count.depth)
            verdict = ""
            if known is not None:
                agrees = known == count.sequences
                verdict = "  as published" if agrees else f"  [red]published: {known:,}[/red]"
            console.print(
                f"{count.depth:>5} {count.sequences:>15,} {count.seconds:>9.3f} "
                f"{count.per_second:>14,.0f}{verdict}"
            )


def _print_division(start: Position, depth: int) -> None:
    console = output_console()
    console.print(f"\nafter the first move, {depth - 1} more:", style="bold")
    for move, sequences in divide(start, depth).items():
        console.print(f"{move:>5} {sequences:>15,}")
