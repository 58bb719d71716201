"""`katachi records`: files of games read, described, converted, and made by self-play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, cast

import typer
from rich.console import Console

from katachi.commands.game_choice import GameText, KomiOption, SwapOption, built_in_game
from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import is_shipped
from katachi.commands.running import OnOption, make_running
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import check_vacant
from katachi.games.game import Game
from katachi.matches.figures import UNDEFINED
from katachi.matches.selfplay import SelfPlayPlan, generate
from katachi.records import FORMATS, Games, read, shipped_file, write
from katachi.records.native import SUFFIX
from katachi.terminal.console import make_table, output_console, progress

EXAMPLES = """
katachi records import wthor/*.wtb --to wthor.katachi   # many files, one collection
katachi records info wthor.katachi
katachi records convert game.sgf game.katachi
katachi records generate othello uct@200 --games 100 --to selfplay.katachi
"""
IMPORT_EXAMPLES = """
katachi records import WTH_*.wtb --to wthor.katachi
katachi records import games/ more.sgf.xz --to go.katachi --on-error skip
katachi records import hex13.txt --format moves --game hex13 --to hex.katachi --json
"""
INFO_EXAMPLES = """
katachi records info wthor.katachi
katachi records info broken.sgf --problems   # every game that cannot be read, and why
"""
CONVERT_EXAMPLES = """
katachi records convert WTH_1977.wtb wthor1977.ggf
katachi records convert selfplay.katachi selfplay.sgf
katachi records convert games.txt games.katachi --game hex13 --on-error skip --compress
"""
GENERATE_EXAMPLES = """
katachi records generate othello uct@200 --games 1000 --opening-plies 6 --to selfplay.katachi
katachi records generate hex11 rave@50ms uct@50ms --games 100 --processes 2 --to hex.katachi
"""

_FORMAT_NAMES = ", ".join(["native", *(known.name for known in FORMATS)])
Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="Files (also .xz, .gz, .bz2), folders or shipped records."
    ),
]
FormatOption = Annotated[
    str, typer.Option("--format", help=f"Their format, if katachi cannot tell it: {_FORMAT_NAMES}.")
]
GameOption = Annotated[
    str, typer.Option("--game", help="Which game, for formats that do not say: hex13, othello6.")
]
OnErrorOption = Annotated[
    str, typer.Option("--on-error", help="`raise`: stop at a broken game; `skip`: leave it out.")
]
CompressOption = Annotated[
    bool, typer.Option("--compress", help=f"Smaller {SUFFIX} files that load more slowly.")
]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace existing files.")]

# So many problems are shown unless all are asked for.
SHOWN_PROBLEMS = 5


def run() -> None:
    """Reads, describes, converts and makes files of games."""


def import_(  # noqa: PLR0913 - one parameter per option
    files: Files,
    *,
    to: Annotated[Path, typer.Option("--to", help=f"The collection to write ({SUFFIX}).")],
    format_name: FormatOption = "",
    game: GameOption = "",
    on_error: OnErrorOption = "raise",
    without_repeats: Annotated[
        bool, typer.Option("--without-repeats", help="Keep each game once, up to symmetry.")
    ] = False,
    compress: CompressOption = False,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Reads files of games into one collection that loads fast and remembers where they come from.

    Every game is replayed by the rules. A broken one stops the import, or with `--on-error skip` is
    reported and left out.
    """
    check_vacant(to, overwrite=overwrite)
    games = _read(files, format_name, game, on_error)
    if without_repeats:
        games = games.without_repeats()
    write(games, to, format="native", compress=compress, overwrite=overwrite)
    _describe(games, as_json=as_json, problems=SHOWN_PROBLEMS, written=[to])


def info(
    files: Files,
    *,
    format_name: FormatOption = "",
    game: GameOption = "",
    problems: Annotated[
        bool, typer.Option("--problems", help="List every game that cannot be read.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Says what is in files of games: how many, of what, who won, where they come from."""
    games = _read(files, format_name, game, "skip")
    if not len(games) and games.provenance.problems:
        raise KatachiError(str(games.provenance.problems[0]))
    _describe(games, as_json=as_json, problems=10**9 if problems else SHOWN_PROBLEMS)


def convert(  # noqa: PLR0913 - one parameter per option
    file: Annotated[Path, typer.Argument(help="What to read: a file or shipped records.")],
    to: Annotated[Path, typer.Argument(help="What to write; its ending says the format.")],
    *,
    format_name: FormatOption = "",
    to_format: Annotated[
        str, typer.Option("--to-format", help=f"The format to write: {_FORMAT_NAMES}.")
    ] = "",
    game: GameOption = "",
    on_error: OnErrorOption = "raise",
    compress: CompressOption = False,
    overwrite: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Writes the games of a file in another format; refuses games that it cannot hold."""
    games = _read([file], format_name, game, on_error)
    written = write(games, to, format=to_format, overwrite=overwrite, compress=compress)
    _describe(games, as_json=as_json, problems=SHOWN_PROBLEMS, written=written)


def generate_(  # noqa: PLR0913 - one parameter per option
    game_text: GameText,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="NAME@1000 or NAME@50ms; see katachi agents."),
    ],
    *,
    to: Annotated[Path, typer.Option("--to", help=f"The collection to write ({SUFFIX}).")],
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    opening_plies: Annotated[
        int, typer.Option("--opening-plies", min=0, help="Random moves at the beginning.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same games.")] = 0,
    processes: Annotated[int, typer.Option(min=1, max=256, help="Games at once.")] = 1,
    on: OnOption = "",
    swap: SwapOption = None,
    komi: KomiOption = None,
    as_json: JsonOption = False,
) -> None:
    """Makes records by self-play; one player plays itself, several play each other.

    Stopped or killed, the same command goes on where it was: finished games are in a file beside
    the collection (`.part`).
    """
    plan = SelfPlayPlan(
        built_in_game(game_text, swap=swap, komi=komi),
        tuple(players),
        games,
        seed,
        opening_plies,
    )
    with progress(f"self-play of {', '.join(players)}", games) as report:
        running = make_running(processes, on=on)
        made = generate(plan, to, running=running, progress=lambda done: report(done, None))
    _describe(made, as_json=as_json, problems=0, written=[to])


# By the name of each command: its function and its examples.
PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "import": (import_, IMPORT_EXAMPLES),
    "info": (info, INFO_EXAMPLES),
    "convert": (convert, CONVERT_EXAMPLES),
    "generate": (generate_, GENERATE_EXAMPLES),
}


def _read(files: list[Path], format_name: str, game: str, on_error: str) -> Games:
    if on_error not in {"raise", "skip"}:
        raise KatachiError(f"--on-error must be raise or skip, not {shown(on_error)}")
    chosen: Game | None = built_in_game(game) if game else None
    with progress("reading", 1.0) as report:
        return read(
            [shipped_file(str(file)) if is_shipped(file) else file for file in files],
            format=format_name,
            game=chosen,
            on_error=cast("Literal['raise', 'skip']", on_error),
            progress=lambda share, name: report(share, f"reading {name}"),
        )


def _describe(
    games: Games, *, as_json: bool, problems: int, written: list[Path] | None = None
) -> None:
    provenance = games.provenance
    broken = sum(source.broken for source in provenance.sources)
    if as_json:
        print_json(
            {
                **games.info,
                "written": [str(path) for path in written or []],
                "broken": broken,
                "problems": [str(problem) for problem in provenance.problems[:problems]],
                "steps": list(provenance.steps),
                "made_by": provenance.made_by,
                "sources": [
                    {
                        "file": source.file,
                        "format": source.format,
                        "sha256": source.sha256,
                        "games": source.games,
                        "broken": source.broken,
                    }
                    for source in provenance.sources
                ],
            }
        )
        return
    console = output_console()
    _print_counts(console, games)
    if len(provenance.sources) > 1:
        console.print(f"{len(provenance.sources)} source files")
    for source in provenance.sources[:1]:
        more = ", ..." if len(provenance.sources) > 1 else ""
        console.print(f"from {source.file} ({source.format}, {source.games:,} games){more}")
    for step in provenance.steps:
        console.print(f"then {step}")
    for path in written or []:
        console.print(f"written to {path}")
    if broken:
        _print_problems(games, problems, broken)


def _print_counts(console: Console, games: Games) -> None:
    found = cast("dict[str, dict[str, int]]", games.info)
    table = make_table(console, title=f"{len(games):,} games, {len(games.moves):,} moves")
    table.add_column("what")
    table.add_column("how many", justify="right")
    for kind, count in found["kinds"].items():
        table.add_row(kind, f"{count:,}")
    for winner, count in found["winners"].items():
        if count:
            table.add_row("draws" if winner == "draw" else f"winner {winner}", f"{count:,}")
    for ending, count in found["endings"].items():
        table.add_row(f"ended by {ending.replace('_', ' ')}", f"{count:,}")
    length = found["length"]
    mean = UNDEFINED if not len(games) else f"{length['shortest']} to {length['longest']}"
    table.add_row("moves a game", mean)
    for name in ("players", "events", "set_up"):
        if found[name]:
            table.add_row(name.replace("_", " "), f"{found[name]:,}")
    if found["dates"]:
        table.add_row("dates", " to ".join(found["dates"]))
    console.print(table)


def _print_problems(games: Games, most: int, broken: int) -> None:
    shown_problems = games.provenance.problems[:most]
    typer.echo(f"{broken:,} games or files could not be read:", err=True)
    for problem in shown_problems:
        typer.echo(f"  {problem}", err=True)
    if broken > len(shown_problems):
        typer.echo(f"  and {broken - len(shown_problems):,} more (--problems shows them)", err=True)
