"""Commands that move: play, generate, take back, sequences, set-ups of GoGui."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.games.outcome import Color
from katachi.gtp.engine.analysis import explanation
from katachi.gtp.engine.board_commands import stones_of_words
from katachi.gtp.engine.registry import Arguments, command, expect, on_board
from katachi.gtp.engine.state import State
from katachi.gtp.engine.thinking import Allotment
from katachi.gtp.protocol.entities import parse_int
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import SearchResult

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

RESIGN = "resign"
GAVE_UP = frozenset({RESIGN, "forfeit"})


@command("play")
def play(engine: Engine, arguments: Arguments) -> str:
    """A move of either colour."""
    expect(arguments, 2)
    engine.state = played(engine.state, arguments[0], arguments[1])
    return ""


def played(state: State, color_word: str, vertex: str) -> State:
    """The state after a move in words; raises `CommandFailed`."""
    color = state.color(color_word)
    if vertex.lower() in GAVE_UP and state.dialect.plays_resignation:
        return replace(state, resigned=color)
    return state.played(color, state.move(vertex))


@command("gogui-play_sequence")
def play_sequence(engine: Engine, arguments: Arguments) -> str:
    """All moves or none."""
    if len(arguments) % 2:
        raise CommandFailed("syntax error: pairs of colour and vertex are needed")
    state = engine.state
    for color, vertex in zip(arguments[::2], arguments[1::2], strict=True):
        state = played(state, color, vertex)
    engine.state = state
    return ""


@command("undo")
def undo(engine: Engine, arguments: Arguments) -> str:
    """The last move; castro takes a number."""
    expect(arguments, 0, 1 if "castro" in engine.state.dialect.speaks else 0)
    engine.state = engine.state.undone(_count(arguments))
    return ""


@command("gg-undo")
def undo_several(engine: Engine, arguments: Arguments) -> str:
    """The last moves, all or none."""
    expect(arguments, 0, 1)
    engine.state = engine.state.undone(_count(arguments))
    return ""


def _count(arguments: Arguments) -> int:
    return parse_int(arguments[0], what="a number of moves") if arguments else 1


@command("gogui-setup", exists=on_board)
def set_up(engine: Engine, arguments: Arguments) -> str:
    """Stones on a board that nobody has played on."""
    state = engine.state
    if state.steps or state.start != state.game.start():
        raise CommandFailed("board not empty")
    stones = list(stones_of_words(state, arguments))
    engine.state = state.with_start(state.set_up(stones, "black"))
    return ""


@command("gogui-setup_player", exists=on_board)
def set_up_player(engine: Engine, arguments: Arguments) -> str:
    """Who is to move after a set-up."""
    expect(arguments, 1)
    state = engine.state
    color = state.color(arguments[0])
    if state.steps:
        raise CommandFailed("a set-up comes before the first move")
    if state.position.to_move != color:
        board = state.board
        cells = board.game.topology.cells
        stones = [(owner, cell) for cell in cells if (owner := board.at(cell)) is not None]
        engine.state = state.with_start(state.set_up(stones, color))
    return ""


@command("genmove")
def generate(engine: Engine, arguments: Arguments) -> str:
    """Thinks, plays, answers the move. castro: without colour the player to move, and seconds."""
    return _generate(engine, arguments)


@command("kgs-genmove_cleanup")
def generate_cleaning_up(engine: Engine, arguments: Arguments) -> str:
    """The same; where players pass, no pass before the opponent's dead stones are taken."""
    return _generate(engine, arguments, clean_up=True)


def _generate(engine: Engine, arguments: Arguments, *, clean_up: bool = False) -> str:
    color, allotment = _request(engine, arguments)
    if _passes_at_the_end(engine):
        return "pass"
    stop = engine.inbox.take_interrupt
    chosen = engine.thinker.choose(engine.state, color, allotment, stop, clean_up=clean_up)
    return keep_generated(engine, color, allotment, chosen)


@command("reg_genmove")
def generate_for_regression(engine: Engine, arguments: Arguments) -> str:
    """A move that is not played, from a search that begins anew."""
    color, allotment = _request(engine, arguments)
    if _passes_at_the_end(engine):
        return "pass"
    engine.thinker.forget()
    move, _ = engine.thinker.choose(engine.state, color, allotment, engine.inbox.take_interrupt)
    return engine.state.vertex(move)


@command("kata-search")
def search(engine: Engine, arguments: Arguments) -> str:
    """A move that is not played."""
    color, allotment = _request(engine, arguments)
    move, _ = engine.thinker.choose(engine.state, color, allotment, engine.inbox.take_interrupt)
    return engine.state.vertex(move)


@command("kata-search_cancellable")
def search_cancellable(engine: Engine, arguments: Arguments) -> str:
    """A move that is not played; `cancelled` if a line comes in before."""
    color, allotment = _request(engine, arguments)
    cancelled = False

    def stop() -> bool:
        nonlocal cancelled
        cancelled = engine.inbox.has_input()
        return cancelled

    move, _ = engine.thinker.choose(engine.state, color, allotment, stop)
    return "cancelled" if cancelled else engine.state.vertex(move)


@command("gomill-genmove_ex")
def generate_extended(engine: Engine, arguments: Arguments) -> str:
    """`genmove` with keywords, of which katachi has none."""
    return generate(engine, arguments[:1]) if arguments else ""


def _request(engine: Engine, arguments: Arguments) -> tuple[Color, Allotment]:
    """Who is to move, and how long to think."""
    state = engine.state
    castro = "castro" in state.dialect.speaks
    expect(arguments, 0 if castro else 1, 2 if castro else 1)
    color = state.color(arguments[0]) if arguments else state.position.to_move
    allotment = engine.allotment(color)
    if len(arguments) == 2:
        seconds = parse_int(arguments[1], what="a number of seconds")
        allotment = Allotment(deadline=engine.arrived + seconds)
    return color, allotment


def _passes_at_the_end(engine: Engine) -> bool:
    """A finished game is answered by a pass where programs expect no end before two of them."""
    return engine.state.dialect.omits_passes and engine.state.position.is_over


def keep_generated(
    engine: Engine, color: Color, allotment: Allotment, chosen: tuple[str, SearchResult | None]
) -> str:
    """Plays a generated move, or resigns; the answer for the controller."""
    move, result = chosen
    state = engine.state
    if move == RESIGN:
        engine.state = replace(state, resigned=color)
        return RESIGN
    low_turns = _low_turns(state, result)
    if state.parameters.allow_resignation and low_turns >= state.parameters.resign_turns:
        engine.state = replace(state, resigned=color, low_turns=low_turns)
        return RESIGN
    engine.state = replace(
        state.played(color, move),
        low_turns=low_turns,
        explanation=explanation(state, result, time.monotonic() - engine.arrived),
    )
    engine.note_time(color, allotment)
    return state.vertex(move)


def _low_turns(state: State, result: SearchResult | None) -> int:
    """How often in a row the search has thought the game nearly lost."""
    if result is None:
        return state.low_turns
    low = 2 * result.value - 1 <= state.parameters.resign_threshold
    return state.low_turns + 1 if low else 0
