"""Tactical features of Go (FOREST table 5.1), slowly: every question is put to a board of tuples."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from reference import BLACK, EMPTY
from reference.go import Board, Rules, board_after, neighbours, region


@dataclass(frozen=True)
class Scene:
    """A board, the point that a ko forbids to `ko_color`, and the size."""

    size: int
    board: Board
    ko: int | None = None
    ko_color: int = BLACK

    def chain(self, stone: int) -> set[int]:
        return region(self.size, self.board, stone)[0]

    def liberties(self, stone: int) -> set[int]:
        return {
            near for near in region(self.size, self.board, stone)[1] if self.board[near] == EMPTY
        }

    def adjacent(self, stone: int) -> list[int]:
        """One stone of every chain of the other colour beside the chain."""
        chains: list[set[int]] = []
        for near in sorted(region(self.size, self.board, stone)[1]):
            if self.board[near] != EMPTY and not any(near in chain for chain in chains):
                chains.append(self.chain(near))
        return [min(chain) for chain in chains]

    def play(self, cell: int, color: int) -> Scene | None:
        """The scene after a stone; None if it is forbidden."""
        if self.board[cell] != EMPTY or (cell == self.ko and color == self.ko_color):
            return None
        found = board_after(Rules(self.size), self.board, cell, color)
        if found is None:
            return None
        after, _ = found
        taken = [c for c in range(len(after)) if after[c] == EMPTY and self.board[c] == 1 - color]
        scene = Scene(self.size, after)
        if len(taken) == 1 and scene.chain(cell) == {cell} and scene.liberties(cell) == {taken[0]}:
            return Scene(self.size, after, taken[0], 1 - color)
        return scene


class Endless(Exception):
    """A reading that comes back to where it was; stones taken on a tiny board can do that."""


def is_caught(scene: Scene, stone: int, path: tuple[Board, ...] = ()) -> bool:
    """Whether a chain is caught: with one liberty its owner moves, with two the attacker."""
    if scene.board in path:
        raise Endless
    path = (*path, scene.board)
    liberties = scene.liberties(stone)
    color = scene.board[stone]
    if len(liberties) > 2:
        return False
    if len(liberties) == 2:
        return any(attack(scene, stone, liberty, path) == "catches" for liberty in liberties)
    takes = [scene.liberties(near) for near in scene.adjacent(stone)]
    options = liberties.union(*(take for take in takes if len(take) == 1))
    for option in options:
        after = scene.play(option, color)
        if after is None:
            continue
        left = after.liberties(stone)
        if len(left) == 1:
            if left == {after.ko}:
                return False
        elif not is_caught(after, stone, path):
            return False
    return True


def attack(scene: Scene, stone: int, liberty: int, path: tuple[Board, ...] = ()) -> str:
    after = scene.play(liberty, 1 - scene.board[stone])
    if after is None:
        return "none"
    return "catches" if is_caught(after, stone, path) else "open"


def extension(scene: Scene, stone: int) -> str:
    """What comes of playing the only liberty of a chain."""
    (liberty,) = scene.liberties(stone)
    after = scene.play(liberty, scene.board[stone])
    if after is None or len(after.liberties(stone)) < 2:
        return "none"
    return "caught" if is_caught(after, stone) else "free"


def chains_beside(scene: Scene, cell: int, color: int) -> list[int]:
    """One stone of each chain of that colour beside an empty cell."""
    found: list[int] = []
    for near in neighbours(scene.size, cell):
        if scene.board[near] == color and not any(near in scene.chain(stone) for stone in found):
            found.append(near)
    return found


def capture_level(scene: Scene, mover: int, cell: int, previous: int | None) -> int:
    levels = [0]
    for stone in chains_beside(scene, cell, 1 - mover):
        if scene.liberties(stone) != {cell}:
            continue
        levels.append({"none": 1, "caught": 2, "free": 3}[extension(scene, stone)])
        if previous in scene.chain(stone):
            levels.append(4)
        if any(len(scene.liberties(near)) == 1 for near in scene.adjacent(stone)):
            levels.append(6 if len(scene.chain(stone)) >= 10 else 5)
    return max(levels)


def extension_level(scene: Scene, mover: int, cell: int) -> int:
    levels = (
        {"none": 0, "free": 1, "caught": 2}[extension(scene, stone)]
        for stone in chains_beside(scene, cell, mover)
        if scene.liberties(stone) == {cell}
    )
    return max(levels, default=0)


def self_atari_level(scene: Scene, mover: int, cell: int) -> int:
    after = scene.play(cell, mover)
    if after is None or len(after.liberties(cell)) != 1:
        return 0
    return 1 if len(after.chain(cell)) <= 5 else 2


def atari_level(scene: Scene, mover: int, cell: int) -> int:
    levels = [0]
    for stone in chains_beside(scene, cell, 1 - mover):
        if len(scene.liberties(stone)) == 2:
            weak = 1 if scene.ko is None else 2
            levels.append({"none": 0, "open": weak, "catches": 3}[attack(scene, stone, cell)])
    return max(levels)


def border_level(size: int, cell: int) -> int:
    x, y = cell % size, cell // size
    line = 1 + min(x, y, size - 1 - x, size - 1 - y)
    return line if line <= 4 else 0


def circular_level(size: int, cell: int, previous: int | None) -> int:
    """Levels 1 to 9 stand for distances 2 to 10."""
    if previous is None:
        return 0
    dx, dy = abs(cell % size - previous % size), abs(cell // size - previous // size)
    distance = dx + dy + max(dx, dy)
    return distance - 1 if 2 <= distance <= 10 else 0


def fate_distances(scene: Scene, previous: int) -> dict[int, int]:
    """Steps from the node of `previous` to each empty point, over chains and empty points."""

    def node(cell: int) -> frozenset[int]:
        return frozenset([cell] if scene.board[cell] == EMPTY else scene.chain(cell))

    start = node(previous)
    distances = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for cell in here:
            for near in neighbours(scene.size, cell):
                there = node(near)
                if there not in distances:
                    distances[there] = distances[here] + 1
                    waiting.append(there)
    return {cell: steps for cells, steps in distances.items() for cell in cells}


def cell_levels(
    scene: Scene, mover: int, cells: list[int], previous: tuple[int | None, int | None]
) -> list[list[int]]:
    """For each point: capture, extension, self-atari, atari, border, circular twice, chains twice.

    `previous`: the last move and the one before it; None for a pass and where there was none.
    """
    fates = [{} if last is None else fate_distances(scene, last) for last in previous]
    rows = []
    for cell in cells:
        steps = [fate.get(cell, 0) for fate in fates]
        rows.append(
            [
                capture_level(scene, mover, cell, previous[0]),
                extension_level(scene, mover, cell),
                self_atari_level(scene, mover, cell),
                atari_level(scene, mover, cell),
                border_level(scene.size, cell),
                circular_level(scene.size, cell, previous[0]),
                circular_level(scene.size, cell, previous[1]),
                *(step if step <= 10 else 0 for step in steps),
            ]
        )
    return rows
