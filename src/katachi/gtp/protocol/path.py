"""How to tell a program about a position when only positions are known: the moves that lead to it.

A program keeps its own board, so a controller has to send moves. From one call to the next that is
the opponent's move; after an opening it is several. Where no sequence of moves can be found, stones
are sent one after the other, which GTP allows where stones are captured (the same colour may play
twice running).
"""

from __future__ import annotations

from itertools import zip_longest

from katachi.games.outcome import COLORS, Color
from katachi.games.position import Position

MOST_POSITIONS = 50_000  # looked at before giving up; an opening of 8 plies needs a few hundred


def moves_between(before: Position, after: Position) -> tuple[str, ...] | None:
    """Moves that lead from one position to another of the same game; None if none were found.

    Any sequence will do: programs are told what stands on the board, not how it was meant.

    >>> import katachi
    >>> start = katachi.Othello().start()
    >>> len(moves_between(start, start.play_all("f5 d6 c3 d3")))
    4
    """
    if before.game != after.game:
        return None
    if before == after:
        return ()
    for move in before.legal_moves:
        if before.play(move) == after:
            return (move,)
    if after.game.captures:
        return _alternating(before, after)
    return _search(before, after) or _search_with_swap(before, after)


def _search_with_swap(before: Position, after: Position) -> tuple[str, ...] | None:
    """The same when the first move was answered by a swap, which moves or recolours its stone."""
    for first in before.legal_moves:
        opened = before.play(first)
        if "swap" not in opened.legal_moves:
            return None
        swapped = opened.play("swap")
        if any(old not in (2, new) for old, new in zip(swapped.stones, after.stones, strict=True)):
            continue
        rest = () if swapped == after else _search(swapped, after)
        if rest is not None:
            return (first, "swap", *rest)
    return None


def _alternating(before: Position, after: Position) -> tuple[str, ...] | None:
    """Black's and White's stones in turn, none captured; their order is free."""
    added: dict[int, list[str]] = {0: [], 1: []}
    for cell, old, new in zip(after.game.moves, before.stones, after.stones, strict=False):
        if old == new:
            continue
        if old != 2:
            return None
        added[new].append(cell)
    first = COLORS.index(before.to_move)
    moves = [
        move
        for pair in zip_longest(added[first], added[1 - first])
        for move in pair
        if move is not None
    ]
    position = before
    for move in moves:
        if not position.is_legal(move):
            return None
        position = position.play(move)
    return tuple(moves) if _same_board(position, after) else None


def _same_board(one: Position, other: Position) -> bool:
    """Whether the same stands on the board, and the same player may move; the way there may differ."""
    return (one.stones, one.to_move, one.ko, one.passes) == (
        other.stones,
        other.to_move,
        other.ko,
        other.passes,
    )


def _search(before: Position, after: Position) -> tuple[str, ...] | None:
    """Depth first, only into cells that are occupied at the end and empty at the beginning."""
    game = after.game
    cells = {
        cell
        for cell, old, new in zip(game.moves, before.stones, after.stones, strict=False)
        if old == 2 and new != 2
    }
    cells.add(game.moves[-1])  # pass or swap
    depth = len(cells) + 8  # forced passes
    seen = {before}
    stack: list[tuple[Position, tuple[str, ...]]] = [(before, ())]
    while stack and len(seen) < MOST_POSITIONS:
        position, moves = stack.pop()
        if len(moves) >= depth:
            continue
        for move in position.legal_moves:
            if move not in cells:
                continue
            if (
                game.stones_stay
                and move != "swap"
                and after.at(move) not in (None, position.to_move)
            ):
                continue
            following = position.play(move)
            if following == after:
                return (*moves, move)
            if following not in seen:
                seen.add(following)
                stack.append((following, (*moves, move)))
    return None


def stones_of(position: Position) -> list[tuple[Color, str]]:
    """What stands on the board, Black's stones first."""
    return [
        (COLORS[color], cell)
        for color in (0, 1)
        for cell, stone in zip(position.game.moves, position.stones, strict=False)
        if stone == color
    ]
