"""The command line: one table of commands, and what they have in common.

Every command reports bad input as one line on standard error (exit code 2) and ends quietly when
it is interrupted (exit code 130).
"""

from __future__ import annotations

import ast
import functools
import inspect
import io
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from katachi import __version__
from katachi.errors import KatachiError, shown

BAD_INPUT = 2
INTERRUPTED = 130
# Commands that are about no game, or about the built-in ones; all others take --game-file.
WITHOUT_GAMES = frozenset({"demo", "reproduce", "bench", "new-game", "check-game", "gtp-check"})


@dataclass(frozen=True)
class Command:
    """A command: its name, and by it the module of `katachi.commands` behind it.

    The module has the function `run`, whose docstring is the help, and `EXAMPLES`. A module with
    `PARTS` (name -> function and examples) is a family of commands, and its `run` is called before
    each of them. What a module imports may take a second, so that it is imported only to run the
    command or to explain its options.
    """

    name: str

    @property
    def module(self) -> str:
        """The module's name within `katachi.commands`."""
        return self.name.replace("-", "_")

    @property
    def function(self) -> Callable[..., None]:
        """What it does; imports the module."""
        run: Callable[..., None] = self._imported.run
        return run

    @property
    def examples(self) -> str:
        """How to call it; imports the module."""
        return str(self._imported.EXAMPLES)

    @property
    def parts(self) -> Mapping[str, tuple[Callable[..., None], str]]:
        """The commands of a family; imports the module."""
        return getattr(self._imported, "PARTS", {})

    @property
    def summary(self) -> str:
        """The docstring of its function, read from the source without importing the module."""
        source = Path(__file__).with_name("commands") / f"{self.module}.py"
        for node in ast.parse(source.read_bytes()).body:
            if isinstance(node, ast.FunctionDef) and node.name == "run":
                return ast.get_docstring(node) or ""
        return ""

    @property
    def _imported(self) -> Any:  # noqa: ANN401 - a module, whose names checkers cannot know
        return import_module(f"katachi.commands.{self.module}")


COMMANDS = tuple(
    Command(name)
    for name in (
        "demo",
        "play",
        "desk",
        "analyze",
        "match",
        "tournament",
        "reproduce",
        "lab",
        "gtp",
        "gtp-check",
        "records",
        "learn",
        "predict",
        "improve",
        "tune",
        "evolve",
        "forest",
        "select",
        "cells",
        "rivals",
        "patterns",
        "why",
        "knowledge",
        "train",
        "networks",
        "agents",
        "games",
        "new-game",
        "check-game",
        "perft",
        "bench",
    )
)


class CommandGroup(TyperGroup):
    """All commands by name; each is made from its module when it is called."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - whatever typer passes on
        """Only names: enough to find a command, or to suggest one for a misspelt name."""
        super().__init__(**settings)
        self.commands = {command.name: TyperCommand(command.name) for command in COMMANDS}

    # The context is of typer or of click, according to the version of typer.
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as typer has it
        """The whole command instead of its name alone."""
        name, command, rest = super().resolve_command(ctx, args)
        whole = [made(known) for known in COMMANDS if known.name == name]
        return name, whole[0] if whole else command, rest

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as typer has it
        """The list of all commands."""
        self._add_summaries()
        super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:  # noqa: ANN401 - as typer has it
        """Completions with the first line of their help."""
        self._add_summaries()
        return super().shell_complete(ctx, incomplete)

    def _add_summaries(self) -> None:
        for command in COMMANDS:
            self.commands[command.name].help = command.summary


app = typer.Typer(
    name="katachi",
    cls=CommandGroup,
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

    Othello, Go, Hex, Havannah, Gomoku, Y, or a game of your own in Python. Begin with `katachi demo`,
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
    """The same command, with errors and warnings as one line each and a quiet end on Ctrl-C."""

    @functools.wraps(function)
    def reporting(*arguments: object, **options: object) -> None:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                function(*arguments, **options)
        except KatachiError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except OSError as error:  # a file that is not there, a name that cannot be one, a full disk
            what = "" if error.filename is None else f"cannot use {shown(error.filename)}: "
            typer.echo(f"error: {what}{error.strerror or error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            typer.echo("\ninterrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None

    return reporting


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """As one line; where in the source it comes from helps nobody here."""
    typer.echo(f"warning: {message}", err=True)


def _with_game_file(function: Callable[..., None]) -> Callable[..., None]:
    """The same command with --game-file, if it has none of its own: the game is known by its name."""
    signature = inspect.signature(function, eval_str=True)
    if "game_file" in signature.parameters:
        return function

    @functools.wraps(function)
    def knowing(*arguments: object, game_file: Path | None = None, **options: object) -> None:
        if game_file is not None:
            load_game = import_module("katachi.games.python_file").load_game
            load_game(game_file)
        function(*arguments, **options)

    option = Annotated[
        Path | None,
        typer.Option(
            "--game-file",
            help="A game of your own (katachi.compiled_game): a Python file, which is run. The "
            "command then knows the game by its name.",
        ),
    ]
    added = inspect.Parameter(
        "game_file", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option
    )
    known = [*signature.parameters.values(), added]
    knowing.__signature__ = signature.replace(parameters=known)  # type: ignore[attr-defined]
    hints = get_type_hints(function, include_extras=True)
    knowing.__annotations__ = {**hints, "game_file": option}
    return knowing


def made(command: Command) -> Any:  # noqa: ANN401 - of typer or of click
    """The command as typer understands it; imports its module."""
    group = typer.Typer(rich_markup_mode="markdown")
    knowing = (lambda run: run) if command.name in WITHOUT_GAMES else _with_game_file
    if command.parts:
        family = typer.Typer(rich_markup_mode="markdown", no_args_is_help=True)
        family.callback(epilog=_epilog(command.examples))(command.function)
        for name, (function, examples) in command.parts.items():
            family.command(name, epilog=_epilog(examples))(_reporting(knowing(function)))
        group.add_typer(family, name=command.name)
    else:
        run = _reporting(knowing(command.function))
        group.command(command.name, epilog=_epilog(command.examples))(run)
    return typer.main.get_group(group).commands[command.name]


def _epilog(examples: str) -> str:
    return f"**Examples**\n\n```sh\n{examples.strip()}\n```"
