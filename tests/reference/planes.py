"""Planes of a position, slow and obvious: what a convolutional network looks at."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

import katachi


def slow_planes(
    position: katachi.Position, played: list[str], *, side: int
) -> tuple[list[str], NDArray[np.float32]]:
    """Names and float32 [planes, side, side]; `played` are the moves that led to the position."""
    game = position.game
    topology = game.topology
    other = "white" if position.to_move == "black" else "black"
    stones = {cell: position.at(cell) for cell in topology.cells}
    marks: dict[str, set[str]] = {
        "own": {cell for cell, stone in stones.items() if stone == position.to_move},
        "other": {cell for cell, stone in stones.items() if stone == other},
        "empty": {cell for cell, stone in stones.items() if stone is None},
    }
    if game.name == "othello":
        marks["own moves"] = _othello_moves(stones, topology, position.to_move, game.size)
        marks["opposing moves"] = _othello_moves(stones, topology, other, game.size)
    else:
        cells = set(topology.cells)
        marks["last move"] = {move for move in played[-1:] if move in cells}
        marks["move before"] = {move for move in played[-2:-1] if move in cells}
    if game.name == "go":
        marks["ko"] = {position.ko} if position.ko else set()
        liberties = {cell: _liberties(stones, topology, cell) for cell in stones if stones[cell]}
        marks["one liberty"] = {cell for cell, count in liberties.items() if count == 1}
        marks["two liberties"] = {cell for cell, count in liberties.items() if count == 2}
        marks["three liberties or more"] = {c for c, count in liberties.items() if count > 2}
    planes = np.zeros((len(marks), side, side), np.float32)
    for number, marked in enumerate(marks.values()):
        for cell in marked:
            x, y = topology.coordinates(cell)
            if game.name == "hex" and position.to_move == "white":
                x, y = y, x
            planes[number, y, x] = 1
    return list(marks), planes


def _othello_moves(
    stones: Mapping[str, str | None], topology: katachi.Topology, player: str, size: int
) -> set[str]:
    at = {topology.coordinates(cell): cell for cell in stones}
    found = set()
    for (x, y), cell in at.items():
        if stones[cell] is not None:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                line = []
                for step in range(1, size):
                    there = at.get((x + step * dx, y + step * dy))
                    if there is None or stones[there] is None:
                        break
                    line.append(stones[there])
                    if stones[there] == player:
                        break
                if len(line) > 1 and line[-1] == player and (dx or dy):
                    found.add(cell)
    return found


def _liberties(stones: Mapping[str, str | None], topology: katachi.Topology, start: str) -> int:
    chain, edge = {start}, [start]
    liberties = set()
    while edge:
        for cell in topology.neighbours(edge.pop()):
            if stones[cell] is None:
                liberties.add(cell)
            elif stones[cell] == stones[start] and cell not in chain:
                chain.add(cell)
                edge.append(cell)
    return len(liberties)
