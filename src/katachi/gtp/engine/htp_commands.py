"""Commands of HTP, the GTP of HexGui, MoHex and Wolve."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.errors import shown
from katachi.games.swap import SwapGame
from katachi.gtp.engine.gogui_commands import analyze_commands
from katachi.gtp.engine.move_commands import played
from katachi.gtp.engine.registry import Arguments, command, expect, speaking
from katachi.gtp.protocol.entities import parse_boolean
from katachi.gtp.protocol.wire import CommandFailed, parse_command

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

LONGEST_SCRIPT = 2**20  # bytes
MOST_SCRIPTS = 4  # scripts that call scripts

command("hexgui-analyze_commands", exists=speaking("htp"))(analyze_commands)


@command("all_legal_moves", "all_legal")
def all_legal_moves(engine: Engine, arguments: Arguments) -> str:
    """Every legal move of the player to move."""
    expect(arguments, 0)
    state = engine.state
    return " ".join(state.vertex(move) for move in state.position.legal_moves)


@command("play-game", exists=speaking("htp"))
def play_game(engine: Engine, arguments: Arguments) -> str:
    """A whole game on a fresh board, Black first, all moves or none."""
    state = engine.state.with_start(engine.state.board_game.start())
    for vertex in arguments:
        state = played(state, state.position.to_move, vertex)
    engine.state = state
    return ""


@command("param_game", exists=speaking("param_game"))
def param_game(engine: Engine, arguments: Arguments) -> str:
    """Without arguments the parameters; `allow_swap` changes the rules."""
    expect(arguments, 0, 2)
    game = engine.state.game
    assert isinstance(game, SwapGame)
    if not arguments:
        return f"[bool] allow_swap {int(game.swap)}\n[bool] on_little_golem 0\n[string] game_time 0"
    if len(arguments) != 2 or arguments[0] not in {"allow_swap", "on_little_golem", "game_time"}:
        raise CommandFailed(f"syntax error: no parameter {shown(' '.join(arguments))}")
    if arguments[0] == "allow_swap":
        swap = parse_boolean(arguments[1])
        engine.state = engine.state.under(replace(game, swap=swap))
    return ""


@command("exec", exists=speaking("htp"))
def execute(engine: Engine, arguments: Arguments) -> str:
    """Runs the commands of a file, all or none: a failure undoes those before it."""
    expect(arguments, 1)
    path = engine.file(arguments[0])
    if not path.is_file() or path.stat().st_size > LONGEST_SCRIPT:
        raise CommandFailed(f"cannot read {shown(arguments[0])}")
    if engine.scripts >= MOST_SCRIPTS:
        raise CommandFailed("a script calls itself")
    engine.scripts += 1
    try:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            parsed = parse_command(line)
            if parsed is None:
                continue
            handler = engine.commands.get(parsed.name)
            if handler is None:
                raise CommandFailed(f"unknown command {shown(parsed.name)} in {shown(path.name)}")
            answer = handler(engine, parsed.arguments)
            if not isinstance(answer, str):
                raise CommandFailed(f"{parsed.name} cannot be used in a file")
    finally:
        engine.scripts -= 1
    return ""
