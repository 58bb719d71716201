"""Commands of castro and morat, the Havannah programs that HavannahGui talks to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.games.swap import SwapGame
from katachi.gtp.engine.move_commands import played
from katachi.gtp.engine.registry import Arguments, command, expect, speaking
from katachi.gtp.protocol.entities import parse_boolean
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

castro = speaking("castro")


@command("swap", exists=castro)
def swap(engine: Engine, arguments: Arguments) -> str:
    """`swap 0|1` switches the pie rule; without an argument it is reported."""
    expect(arguments, 0, 1)
    game = engine.state.game
    assert isinstance(game, SwapGame)
    if not arguments:
        return str(int(game.swap))
    changed = replace(game, swap=parse_boolean(arguments[0]))
    engine.state = engine.state.under(changed)
    return ""


@command("hguicoords", exists=castro)
def whole_board_coordinates(engine: Engine, arguments: Arguments) -> str:
    """Row letter and column of the whole board."""
    expect(arguments, 0)
    engine.state = replace(engine.state, notation="havannahgui")
    return ""


@command("gridcoords", exists=castro)
def row_coordinates(engine: Engine, arguments: Arguments) -> str:
    """Row letter and place in the row, as Little Golem writes."""
    expect(arguments, 0)
    engine.state = replace(engine.state, notation="littlegolem")
    return ""


@command("havannah_winner", "winner", exists=castro)
def winner(engine: Engine, arguments: Arguments) -> str:
    """white, black, draw or none."""
    expect(arguments, 0)
    position = engine.state.position
    if not position.is_over:
        return "none"
    color = position.outcome.winner
    return "draw" if color is None else engine.state.dialect.color(color)


@command("playgame", exists=castro)
def play_game(engine: Engine, arguments: Arguments) -> str:
    """Moves in turn, all or none."""
    state = engine.state
    for vertex in arguments:
        color = state.dialect.color(state.position.to_move)
        state = played(state, color, vertex)
    engine.state = state
    return ""


@command("history", exists=castro)
def history(engine: Engine, arguments: Arguments) -> str:
    """The moves so far, one a line with its colour."""
    expect(arguments, 0)
    state = engine.state
    return "\n".join(
        f"{state.dialect.color(step.color)} {state.vertex(step.move)}" for step in state.steps
    )


@command("pv", exists=castro)
def principal_variation(engine: Engine, arguments: Arguments) -> str:
    """The line that the last search prefers."""
    expect(arguments, 0)
    result = engine.thinker.result
    if result is None:
        raise CommandFailed("nothing has been searched")
    return " ".join(engine.state.vertex(move) for move in result.principal_variation)


@command("move_stats", exists=castro)
def move_statistics(engine: Engine, arguments: Arguments) -> str:
    """What the last search knows of every move: value and visits."""
    expect(arguments, 0)
    result = engine.thinker.result
    if result is None:
        raise CommandFailed("nothing has been searched")
    return "\n".join(
        f"{engine.state.vertex(line.move)} {line.value:.4f} {line.visits}" for line in result.moves
    )
