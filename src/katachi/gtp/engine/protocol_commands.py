"""Commands about the engine itself: names, lists, explanations, `quit`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from katachi import __version__
from katachi.gtp.engine.parameters import all_parameters
from katachi.gtp.engine.registry import Arguments, command, expect, speaking
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

PROTOCOL_VERSION = "2"


@command("protocol_version")
def protocol_version(engine: Engine, arguments: Arguments) -> str:
    """2."""
    del engine
    expect(arguments, 0)
    return PROTOCOL_VERSION


@command("name")
def name(engine: Engine, arguments: Arguments) -> str:
    """Without version, as GTP wants it."""
    expect(arguments, 0)
    return f"katachi {engine.state.game.name} {engine.thinker.name}"


@command("version")
def version(engine: Engine, arguments: Arguments) -> str:
    """Of the package."""
    del engine
    expect(arguments, 0)
    return __version__


@command("known_command")
def known_command(engine: Engine, arguments: Arguments) -> str:
    """`true` or `false`; never fails, whatever is asked."""
    return "true" if " ".join(arguments) in engine.commands else "false"


@command("list_commands")
def list_commands(engine: Engine, arguments: Arguments) -> str:
    """One name a line."""
    expect(arguments, 0)
    return "\n".join(sorted(engine.commands))


@command("quit")
def quit_(engine: Engine, arguments: Arguments) -> str:
    """The answer is written before the engine ends."""
    expect(arguments, 0)
    engine.has_quit = True
    return ""


@command("stop")
def stop(engine: Engine, arguments: Arguments) -> str:
    """Ends an analysis, which any line does; katachi does not think in the opponent's time."""
    del engine
    expect(arguments, 0)
    return ""


@command("cputime", "gomill-cpu_time")
def cpu_time(engine: Engine, arguments: Arguments) -> str:
    """Seconds of processor time so far."""
    del engine
    expect(arguments, 0)
    return f"{time.process_time():.3f}"


@command("gomill-describe_engine")
def describe_engine(engine: Engine, arguments: Arguments) -> str:
    """Everything that decides how the engine plays."""
    expect(arguments, 0)
    lines = [
        f"katachi {__version__}",
        f"agent {engine.thinker.name}, seed {engine.options.seed}",
        f"game {engine.state.game}, dialect {engine.state.dialect.name}",
    ]
    parameters = all_parameters(engine.state.parameters, engine.thinker.parameters)
    lines += [f"{name} = {text}" for name, text in parameters.items()]
    return "\n".join(lines)


@command("gomill-explain_last_move")
def explain_last_move(engine: Engine, arguments: Arguments) -> str:
    """What the search thought of the last generated move; empty if there is none."""
    expect(arguments, 0)
    return engine.state.explanation


@command("list_games", exists=speaking("list_games"))
def list_games(engine: Engine, arguments: Arguments) -> str:
    """As Quarry, GRhino and Edax ask."""
    expect(arguments, 0)
    return engine.state.game.name.capitalize()


@command("set_game", exists=speaking("list_games"))
def set_game(engine: Engine, arguments: Arguments) -> str:
    """Only the game that the engine was started for."""
    expect(arguments, 1)
    if arguments[0].lower() != engine.state.game.name:
        raise CommandFailed("unsupported game")
    return ""
