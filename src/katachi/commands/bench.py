"""`katachi bench`: how fast random playouts are, and whether the core still behaves the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from katachi import __version__
from katachi.commands.game_choice import GAME_HELP, built_in_game
from katachi.commands.output import JsonOption, print_json
from katachi.errors import KatachiError
from katachi.games import Game
from katachi.games.threads import thread_count
from katachi.matches.figures import UNDEFINED
from katachi.search import signature as behaviour_signature
from katachi.search.playout_speed import BOARDS, Speed, machine_facts, measure
from katachi.search.signature import Signatures
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi bench                       # every game, several sizes
katachi bench go9 hex11 --seconds 5
katachi bench --check               # only the signature, for scripts
katachi bench --store               # after a change of behaviour
katachi bench --json > bench.json
"""


def run(  # noqa: PLR0913 - one parameter per option
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=f"{GAME_HELP} Default: all.")
    ] = None,
    *,
    seconds: Annotated[
        float,
        typer.Option(min=0.0, max=3600.0, help="For each board and number of threads; 0: none."),
    ] = 1.0,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Threads to compare one thread with.")
    ] = None,
    native_info: Annotated[
        bool, typer.Option("--native-info", help="Also print what this runs on.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Measure nothing; exit code 1 if the signature is not the stored one."
        ),
    ] = False,
    store: Annotated[
        bool, typer.Option("--store", help="Write the signature to the file.")
    ] = False,
    signatures: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Stored signatures; default: those of the checkout."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measures random playouts per second, and the signature of behaviour.

    Speed is the median of many short runs in the core, called from Python: with one thread, with
    all, and their ratio. The signature digests a fixed number of playouts from a fixed seed, so
    it is the same on every machine; if it differs from the stored one, the rules or the random
    numbers have changed. That of trees does the same for small searches.
    """
    boards = [built_in_game(text) for text in games] if games else list(BOARDS)
    if store and games:
        raise KatachiError("--store is for all boards; leave the games out")
    used = thread_count(threads)
    path = signatures or behaviour_signature.default_path()
    stored = behaviour_signature.read(path)
    if check and stored is None and not store:
        raise KatachiError(f"no stored signature at '{path}'; give one by --signatures")
    speeds, now = _measure_all(boards, 0.0 if check else seconds, used)
    if store:
        behaviour_signature.store(now, path)
        stored = now
    differences = None if stored is None else now.differences(stored)
    if as_json:
        print_json(_facts(speeds, now, differences, used))
    else:
        console = output_console()
        if native_info:
            _print_machine(console)
        if speeds:
            _print_speeds(console, speeds, used)
        _print_signature(console, now, differences, path)
    if check and differences:
        raise typer.Exit(1)


def _measure_all(
    boards: Sequence[Game], seconds: float, threads: int
) -> tuple[list[Speed], Signatures]:
    speeds = []
    with progress("bench", total=len(boards)) as report:
        now = behaviour_signature.compute(
            boards, threads=threads, report=lambda game: report(0, f"signature of {game}")
        )
        for number, game in enumerate(boards if seconds > 0 else ()):
            report(number, f"speed of {game}")
            speeds.append(measure(game, seconds=seconds, threads=threads))
    return speeds, now


def _print_machine(console: Console) -> None:
    facts = {"katachi": __version__} | machine_facts()
    for name, value in facts.items():
        console.print(f"[dim]{name:<10}[/dim] {escape(value)}", soft_wrap=True)
    console.print()


def _print_speeds(console: Console, speeds: Sequence[Speed], threads: int) -> None:
    table = make_table(console, title="Random playouts per second")
    table.add_column("board")
    for column in ("1 thread", f"{threads} threads", "ratio", "moves/playout"):
        table.add_column(column, justify="right", no_wrap=True)
    name = ""
    for speed in speeds:
        if name not in ("", speed.game.name):
            table.add_section()
        name = speed.game.name
        table.add_row(
            str(speed.game),
            f"{speed.one_thread:,.0f}",
            UNDEFINED if speed.all_threads is None else f"{speed.all_threads:,.0f}",
            UNDEFINED if speed.ratio is None else f"{speed.ratio:.2f}",
            f"{speed.moves_per_playout:.1f}",
        )
    console.print(table)
    console.print()


def _print_signature(
    console: Console, now: Signatures, differences: list[str] | None, path: Path
) -> None:
    console.print(f"Signature: [bold]{now.combined}[/bold]", end="")
    if differences is None:
        console.print(f" (no stored one at {escape(str(path))} to compare with)", soft_wrap=True)
    elif not differences:
        console.print(" [green](as stored)[/green]")
    else:
        console.print(" [red](not as stored)[/red]")
        for difference in differences:
            console.print(f"  {difference}", soft_wrap=True)
    console.print(f"Of trees: [bold]{now.combined_trees}[/bold]")


def _facts(
    speeds: Sequence[Speed], now: Signatures, differences: list[str] | None, threads: int
) -> dict[str, object]:
    return {
        "katachi": __version__,
        "machine": machine_facts(),
        "threads": threads,
        "playouts_per_second": [
            {
                "game": str(speed.game),
                "one_thread": round(speed.one_thread),
                "all_threads": None if speed.all_threads is None else round(speed.all_threads),
                "ratio": None if speed.ratio is None else round(speed.ratio, 3),
                "moves_per_playout": round(speed.moves_per_playout, 2),
            }
            for speed in speeds
        ],
        "signature": now.combined,
        "signatures": now.boards,
        "tree_signature": now.combined_trees,
        "tree_signatures": now.trees,
        "as_stored": None if differences is None else not differences,
        "differences": differences or [],
    }
