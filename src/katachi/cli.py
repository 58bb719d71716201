"""The command line: one table of commands, and what they have in common.

Every command reports bad input as one line on standard error (exit code 2) and ends quietly when
it is interrupted (exit code 130).
"""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from katachi import __version__
from katachi.commands import (
    agents,
    analyze,
    bench,
    cells,
    demo,
    evolve,
    games,
    knowledge,
    learn,
    match,
    perft,
    play,
    predict,
    select,
    why,
)
from katachi.errors import KatachiError

BAD_INPUT = 2
INTERRUPTED = 130


@dataclass(frozen=True)
class Command:
    """A command: its name, the function behind it (whose docstring is its help), examples."""

    name: str
    function: Callable[..., None]
    examples: str


COMMANDS = (
    Command("demo", demo.run, demo.EXAMPLES),
    Command("play", play.run, play.EXAMPLES),
    Command("analyze", analyze.run, analyze.EXAMPLES),
    Command("match", match.run, match.EXAMPLES),
    Command("learn", learn.run, learn.EXAMPLES),
    Command("predict", predict.run, predict.EXAMPLES),
    Command("evolve", evolve.run, evolve.EXAMPLES),
    Command("select", select.run, select.EXAMPLES),
    Command("cells", cells.run, cells.EXAMPLES),
    Command("why", why.run, why.EXAMPLES),
    Command("knowledge", knowledge.run, knowledge.EXAMPLES),
    Command("agents", agents.run, agents.EXAMPLES),
    Command("games", games.run, games.EXAMPLES),
    Command("perft", perft.run, perft.EXAMPLES),
    Command("bench", bench.run, bench.EXAMPLES),
)

app = typer.Typer(
    name="katachi",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`katachi COMMAND --help` explains a command with examples.",
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer's way to call it
    if wanted:
        typer.echo(f"katachi {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Learns what a good move looks like, and searches with that knowledge.

    Othello, Go, Hex and Havannah, or a game of your own in Python. Begin with `katachi demo`,
    then `katachi play othello`.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # odd bytes or a poor terminal are no reason to fail
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _reporting(function: Callable[..., None]) -> Callable[..., None]:
    """The same command, with errors as one line and a quiet end on Ctrl-C."""

    @functools.wraps(function)
    def reporting(*arguments: object, **options: object) -> None:
        try:
            function(*arguments, **options)
        except KatachiError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            typer.echo("\ninterrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return reporting


for _command in COMMANDS:
    app.command(_command.name, epilog=f"**Examples**\n\n```sh\n{_command.examples.strip()}\n```")(
        _reporting(_command.function)
    )
