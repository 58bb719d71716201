"""Commands that set up the board: size, komi, handicap, positions, files, pictures as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.errors import InvalidGame, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.gtp.engine.registry import Arguments, command, expect, on_board, speaking
from katachi.gtp.engine.sgf_file import load_sgf, loaded_state
from katachi.gtp.engine.state import (
    final_score,
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
    start = _start_of_size(state.game, size)
    engine.state = state.with_start(start)
    engine.thinker.prepare(engine.state.game)
    return ""


def _start_of_size(game: GameLike, size: int) -> PositionLike:
    """The start of the same game on another board; one written in Python has its own size alone."""
    if not isinstance(game, Game):
        if size == getattr(game, "size", None):
            return game.start()
        raise CommandFailed("unacceptable size")
    try:
        return replace(game.on_empty_board(), size=size).start()
    except InvalidGame:
        raise CommandFailed("unacceptable size") from None


@command("query_boardsize", exists=on_board)
def query_board_size(engine: Engine, arguments: Arguments) -> str:
    """The size, as GNU Go answers it."""
    expect(arguments, 0)
    return str(engine.state.dialect.board_size(engine.state.board_game))


@command("clear_board")
def clear_board(engine: Engine, arguments: Arguments) -> str:
    """A new game; clocks start again."""
    expect(arguments, 0)
    state = engine.state
    game = state.game.on_empty_board() if isinstance(state.game, Game) else state.game
    clock = state.clock.started(state.clock.system)
    engine.state = replace(state.with_start(game.start()), clock=clock)
    return ""


@command("komi", exists=speaking("komi"))
def komi(engine: Engine, arguments: Arguments) -> str:
    """Any number; only games that count points use it."""
    expect(arguments, 1)
    value = parse_float(arguments[0], what="a komi")
    engine.state = engine.state.with_komi(value)
    return ""


@command("set_position", exists=on_board)
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
        yield state.color(color), state.cell(vertex)


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
        if "htp" in engine.state.dialect.speaks:
            return "cannot score"
        raise


@command("loadsgf", exists=on_board)
def load(engine: Engine, arguments: Arguments) -> str:
    """Moves of the main line up to just before a move number."""
    expect(arguments, 1, 2)
    before = parse_int(arguments[1], what="a move number") if len(arguments) == 2 else None
    try:
        loaded = load_sgf(
            engine.file(arguments[0]), engine.state.board_game, engine.state.terms.komi
        )
    except (KatachiError, OSError) as error:
        raise CommandFailed(f"cannot load file: {error}") from None
    moves = loaded.moves if before is None else loaded.moves[: max(0, before - 1)]
    try:
        engine.state = loaded_state(engine.state, loaded, moves)
    except CommandFailed as error:
        raise CommandFailed(f"cannot load file: {error}") from None
    return ""


@command("gomill-savesgf", exists=on_board)
def save(engine: Engine, arguments: Arguments) -> str:
    r"""Writes the game as SGF, never over a file; properties PB, PW, EV, GC as PROP=VALUE (space as \_)."""
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
    game, begun = state.board_game, state.undone(len(state.steps))
    position = begun.board
    for count, step in enumerate(state.steps, start=1):
        if game.is_passed_over(position, step.color):
            moves.append((position.to_move, "pass"))
        moves.append((step.color, step.move))
        position = replace(state, steps=state.steps[:count]).board
    record = GameRecord(
        game,
        black=properties.get("PB", ""),
        white=properties.get("PW", ""),
        event=properties.get("EV", ""),
        comment=properties.get("GC", properties.get("C", "")),
        outcome=outcome_of(state),
        start=None if state.start == state.game.start() else state.start,
    )
    try:
        text = write_session(record, moves, position, state.terms.komi)
        write_atomically(engine.file(arguments[0]), text)
    except KatachiError as error:
        raise CommandFailed(f"cannot save file: {error}") from None
    return ""
