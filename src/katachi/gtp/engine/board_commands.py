"""Commands that set up the board: size, komi, handicap, positions, files, pictures as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from katachi.errors import InvalidGame, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.go import Go
from katachi.games.outcome import Color
from katachi.gtp.engine.registry import Arguments, command, expect
from katachi.gtp.engine.sgf_file import load_sgf, loaded_state
from katachi.gtp.engine.state import (
    final_score,
    is_passed_over,
    outcome_of,
    shown_board,
)
from katachi.gtp.protocol.entities import parse_float, parse_int
from katachi.gtp.protocol.wire import CommandFailed
from katachi.records.record import GameRecord
from katachi.records.sgf import write_session

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine
    from katachi.gtp.engine.state import State


@command("boardsize", "rectangular_boardsize")
def board_size(engine: Engine, arguments: Arguments) -> str:
    """A new game on a board of another size; two numbers must be equal."""
    expect(arguments, 1, 2)
    numbers = {parse_int(word, what="a size") for word in arguments}
    state = engine.state
    size = state.dialect.size_of(numbers.pop())
    if numbers:
        raise CommandFailed("unacceptable size")
    game = state.game
    without_handicap = replace(game, handicap=0) if isinstance(game, Go) else game
    try:
        start = replace(without_handicap, size=size).start()
    except InvalidGame:
        raise CommandFailed("unacceptable size") from None
    engine.state = state.with_start(start)
    engine.thinker.prepare(start.game)
    return ""


@command("query_boardsize")
def query_board_size(engine: Engine, arguments: Arguments) -> str:
    """The size, as GNU Go answers it."""
    expect(arguments, 0)
    return str(engine.state.dialect.board_size(engine.state.game))


@command("clear_board")
def clear_board(engine: Engine, arguments: Arguments) -> str:
    """A new game; clocks start again."""
    expect(arguments, 0)
    state = engine.state
    game = replace(state.game, handicap=0) if isinstance(state.game, Go) else state.game
    clock = state.clock.started(state.clock.system)
    engine.state = replace(state.with_start(game.start()), clock=clock)
    return ""


@command("komi", exists=lambda dialect: dialect.komi)
def komi(engine: Engine, arguments: Arguments) -> str:
    """Any number; only Go uses it."""
    expect(arguments, 1)
    value = parse_float(arguments[0], what="a komi")
    engine.state = engine.state.with_komi(value)
    return ""


@command("set_position")
def set_position(engine: Engine, arguments: Arguments) -> str:
    """Replaces the board, without history (KataGo). Black is to move."""
    stones = list(stones_of_words(engine.state, arguments))
    engine.state = engine.state.with_start(engine.state.set_up(stones, "black"))
    return ""


def stones_of_words(state: State, words: Arguments) -> Iterator[tuple[Color, str]]:
    """Pairs of colour and cell."""
    if len(words) % 2:
        raise CommandFailed("syntax error: pairs of colour and vertex are needed")
    for color, vertex in zip(words[::2], words[1::2], strict=True):
        yield state.dialect.parse_color(color), state.cell(vertex)


@command("showboard")
def show_board(engine: Engine, arguments: Arguments) -> str:
    """The board for people."""
    expect(arguments, 0)
    return f"\n{shown_board(engine.state)}"


@command("final_score")
def score(engine: Engine, arguments: Arguments) -> str:
    """The result of the board as it stands. MoHex calls an undecided game a success, so do we."""
    expect(arguments, 0)
    try:
        return final_score(engine.state)
    except CommandFailed:
        if engine.state.dialect.name == "htp":
            return "cannot score"
        raise


@command("loadsgf")
def load(engine: Engine, arguments: Arguments) -> str:
    """Moves of the main line up to just before a move number."""
    expect(arguments, 1, 2)
    before = parse_int(arguments[1], what="a move number") if len(arguments) == 2 else None
    try:
        loaded = load_sgf(Path(arguments[0]), engine.state.game, engine.state.komi)
    except (KatachiError, OSError) as error:
        raise CommandFailed(f"cannot load file: {error}") from None
    moves = loaded.moves if before is None else loaded.moves[: max(0, before - 1)]
    try:
        engine.state = loaded_state(engine.state, loaded, moves)
    except CommandFailed as error:
        raise CommandFailed(f"cannot load file: {error}") from None
    return ""


@command("gomill-savesgf")
def save(engine: Engine, arguments: Arguments) -> str:
    r"""Writes the game as SGF; properties PB, PW, EV, GC as PROP=VALUE (space as \_)."""
    if not arguments:
        raise CommandFailed("syntax error: a file name is needed")
    properties = {}
    for word in arguments[1:]:
        key, sign, value = word.partition("=")
        if not sign:
            raise CommandFailed(f"syntax error: PROP=VALUE is needed, not {shown(word)}")
        properties[key] = value.replace("\\_", " ").replace("\\\\", "\\")
    state = engine.state
    moves: list[tuple[Color, str]] = []
    position = state.start
    for step in state.steps:
        if is_passed_over(position, step.color):
            moves.append((position.to_move, "pass"))
        moves.append((step.color, step.move))
        position = step.position
    record = GameRecord(
        state.game,
        black=properties.get("PB", ""),
        white=properties.get("PW", ""),
        event=properties.get("EV", ""),
        comment=properties.get("GC", properties.get("C", "")),
        outcome=outcome_of(state),
        start=None if state.start == state.game.start() else state.start,
    )
    try:
        text = write_session(record, moves, position, state.komi)
        write_atomically(Path(arguments[0]), text, overwrite=True)
    except KatachiError as error:
        raise CommandFailed(f"cannot save file: {error}") from None
    return ""
