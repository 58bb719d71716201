"""The command line: one table of commands, and what they have in common.

Every command reports bad input as one line on standard error (exit code 2) and ends quietly when
it is interrupted (exit code 130).
"""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Callable, Iterable
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
    forest,
    games,
    gtp,
    gtp_check,
    knowledge,
    lab,
    learn,
    match,
    networks,
    patterns,
    perft,
    play,
    predict,
    records,
    reproduce,
    rivals,
    select,
    tournament,
    train,
    why,
)
from katachi.errors import KatachiError, shown

BAD_INPUT = 2
INTERRUPTED = 130


@dataclass(frozen=True)
class Command:
    """A command: its name, the function behind it (whose docstring is its help), examples.

    A command with `parts` is a family of commands, and its function is called before each of them.
    """

    name: str
    function: Callable[..., None]
    examples: str
    parts: tuple[Command, ...] = ()


COMMANDS = (
    Command("demo", demo.run, demo.EXAMPLES),
    Command("play", play.run, play.EXAMPLES),
    Command("analyze", analyze.run, analyze.EXAMPLES),
    Command("match", match.run, match.EXAMPLES),
    Command("tournament", tournament.run, tournament.EXAMPLES),
    Command("reproduce", reproduce.run, reproduce.EXAMPLES),
    Command("lab", lab.run, lab.EXAMPLES),
    Command("gtp", gtp.run, gtp.EXAMPLES),
    Command("gtp-check", gtp_check.run, gtp_check.EXAMPLES),
    Command(
        "records",
        records.run,
        records.EXAMPLES,
        tuple(Command(name, *part) for name, part in records.PARTS.items()),
    ),
    Command("learn", learn.run, learn.EXAMPLES),
    Command("predict", predict.run, predict.EXAMPLES),
    Command("evolve", evolve.run, evolve.EXAMPLES),
    Command(
        "forest",
        forest.run,
        forest.EXAMPLES,
        tuple(Command(name, *part) for name, part in forest.PARTS.items()),
    ),
    Command("select", select.run, select.EXAMPLES),
    Command("cells", cells.run, cells.EXAMPLES),
    Command(
        "rivals",
        rivals.run,
        rivals.EXAMPLES,
        tuple(Command(name, *part) for name, part in rivals.PARTS.items()),
    ),
    Command(
        "patterns",
        patterns.run,
        patterns.EXAMPLES,
        tuple(Command(name, *part) for name, part in patterns.PARTS.items()),
    ),
    Command("why", why.run, why.EXAMPLES),
    Command("knowledge", knowledge.run, knowledge.EXAMPLES),
    Command(
        "train",
        train.run,
        train.EXAMPLES,
        tuple(Command(name, *part) for name, part in train.PARTS.items()),
    ),
    Command("networks", networks.run, networks.EXAMPLES),
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
        except OSError as error:  # a file that is not there, or a name that cannot be one
            if error.filename is None:
                raise
            typer.echo(f"error: cannot use {shown(error.filename)}: {error.strerror}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            typer.echo("\ninterrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return reporting


def _register(commands: Iterable[Command], group: typer.Typer) -> None:
    for command in commands:
        examples = f"**Examples**\n\n```sh\n{command.examples.strip()}\n```"
        if command.parts:
            family = typer.Typer(rich_markup_mode="markdown", no_args_is_help=True)
            family.callback(epilog=examples)(command.function)
            _register(command.parts, family)
            group.add_typer(family, name=command.name)
        else:
            group.command(command.name, epilog=examples)(_reporting(command.function))


_register(COMMANDS, app)
