"""Boards and positions as a page sees them: a picture of the empty board, centres of cells, stones."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from katachi.desk.clicks import clicks_of, plays_on_cells
from katachi.desk.questions import Place
from katachi.errors import KatachiError
from katachi.games import Game, Position
from katachi.games.drawing.elements import UNIT
from katachi.games.svg import board_elements, board_size, cell_centres
from katachi.matches.game_text import game_of_text, text_of_game

SYMBOLS = "XO."


def game_of(place: Place) -> Game:
    """The game of a place; raises `KatachiError`."""
    return game_of_text(place.game)


@lru_cache(maxsize=4096)
def _position(game: Game, start: str, moves: tuple[str, ...]) -> Position:
    if not moves:
        return game.position(start) if start else game.start()
    return _position(game, start, moves[:-1]).play(moves[-1])


def position_of(place: Place) -> Position:
    """The position of a place; raises `KatachiError`."""
    game = game_of(place)
    # From the front, so that a long game is no deep recursion and every position is remembered.
    for count in range(0, len(place.moves), 100):
        _position(game, place.start, place.moves[:count])
    return _position(game, place.start, place.moves)


@lru_cache(maxsize=64)
def board(game: Game) -> dict[str, Any]:
    """What a page must know to draw the board of a game and to name its moves."""
    start = game.start()
    empty = _emptied(start)
    centres = cell_centres(empty)
    width, height = board_size(empty)
    return {
        "game": text_of_game(game),
        "title": str(game),
        "name": game.name,
        "size": game.size,
        "ground": "".join(board_elements(empty)),
        "wooden": game.drawing.lines_cross_cells,
        "width": round(width, 1),
        "height": round(height, 1),
        "unit": UNIT,
        "cells": [[cell, round(x, 1), round(y, 1)] for cell, (x, y) in centres.items()],
        "special": game.moves[-1] if plays_on_cells(game) and game.moves[-1] not in centres else "",
    }


def _emptied(position: Position) -> Position:
    """The board without stones, for the picture under them."""
    try:
        rows = position.text.split()[0].replace("X", ".").replace("O", ".")
        return position.game.position(rows)
    except KatachiError:
        return position


def position_json(place: Place) -> dict[str, Any]:
    """A position: stones by cell, legal moves, and the same in words."""
    position = position_of(place)
    over = position.is_over
    game = position.game
    last = game.moves[game.number(place.moves[-1])] if place.moves else ""
    return {
        **_ways_to_move(position, place, last),
        "stones": "".join(SYMBOLS[stone] for stone in position.stones),
        "to_move": position.to_move,
        "legal": list(position.legal_moves),
        "over": over,
        "outcome": str(position.outcome) if over else "",
        "winner": (position.outcome.winner or "") if over else "",
        "text": position.text,
        "words": words_of(position, last),
    }


def _ways_to_move(position: Position, place: Place, last: str) -> dict[str, Any]:
    """How a move is made if not by a click on the cell of its name, and the cell of the last one."""
    if plays_on_cells(position.game):
        return {"last": last}
    clicks = clicks_of(position)
    before = _position(position.game, place.start, place.moves[:-1]) if last else None
    return {
        "last": (before.cell_of(last) or "") if before else "",
        "clicks": clicks,
        "named": [move for move in position.legal_moves if move not in clicks],
    }


def words_of(position: Position, last: str) -> str:
    """The position for somebody who hears it."""
    cells = position.game.topology.cells
    named: list[str] = []
    for color, number in (("Black", 0), ("White", 1)):
        own = [cell for cell, stone in zip(cells, position.stones, strict=True) if stone == number]
        named.append(f"{color} on {', '.join(own)}." if own else f"{color} has no stones.")
    turn = (
        f"The game is over: {position.outcome}."
        if position.is_over
        else f"{position.to_move.capitalize()} to move."
    )
    return " ".join([*([f"Last move {last}."] if last else []), turn, *named])
