"""Numbers of whole positions that values are learned from, against slow counts in Python."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Sequence

import numpy as np
import pytest

import katachi
from katachi import _core
from katachi.features.value_shapes import ValueShapes
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.knowledge import PatternValues
from katachi.learning.values import ValueExamples
from katachi.records import GameRecord, Games

OTHER, EMPTY, OWN = -1, 0, 1
FAR = 10**6


def numbers_of(game: Game, seed: int) -> Iterable[tuple[Position, dict[str, int]]]:
    """Positions of a random game with a winner, and what the core counts in them."""
    rng = random.Random(seed)
    while True:
        position, moves, seen = game.start(), [], []
        while not position.is_over:
            seen.append(position)
            moves.append(rng.choice([move for move in position.legal_moves if move != "swap"]))
            position = position.play(moves[-1])
        if position.outcome.winner is not None:
            break
    found = ValueExamples.of(Games.of([GameRecord(game, tuple(moves))]), game, threads=1)
    assert len(found) == len(seen)
    names = _core.position_feature_names(game.start().core)
    for position, row in zip(seen, found.numbers, strict=True):
        yield position, dict(zip(names, map(int, row), strict=True))


def cells_of(position: Position) -> list[int]:
    """Own, other or empty, by cell."""
    mover = 0 if position.to_move == "black" else 1
    return [EMPTY if s == 2 else OWN if s == mover else OTHER for s in map(int, position.stones)]


# Gomoku


def lines_of(size: int) -> list[list[int]]:
    found = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y in range(size):
            for x in range(size):
                if 0 <= x - dx < size and 0 <= y - dy < size:
                    continue
                steps = [(x + n * dx, y + n * dy) for n in range(size)]
                inside = [(i, j) for i, j in steps if 0 <= i < size and 0 <= j < size]
                found.append([j * size + i for i, j in inside])
    return found


def fives(cells: list[int], lines: list[list[int]], color: int) -> set[int]:
    found = set()
    for line in lines:
        for i in range(len(line) - 4):
            row = line[i : i + 5]
            empty = [cell for cell in row if cells[cell] == EMPTY]
            if len(empty) == 1 and sum(cells[cell] == color for cell in row) == 4:
                found.add(empty[0])
    return found


def counted(cells: list[int], lines: list[list[int]], color: int) -> dict[str, int]:
    rows = [0, 0, 0]
    fours: list[int] = []
    threes: list[int] = []
    open_four = False
    for line in lines:
        here: set[int] = set()
        for i in range(len(line) - 4):
            row = line[i : i + 5]
            own = sum(cells[cell] == color for cell in row)
            if any(cells[cell] == -color for cell in row):
                continue
            if 1 <= own <= 3:
                rows[own - 1] += 1
            if own == 3:
                here |= {cell for cell in row if cells[cell] == EMPTY}
        open_threes: set[int] = set()
        for i in range(len(line) - 5):
            inner = line[i + 1 : i + 5]
            if cells[line[i]] != EMPTY or cells[line[i + 5]] != EMPTY:
                continue
            if any(cells[cell] == -color for cell in inner):
                continue
            own = sum(cells[cell] == color for cell in inner)
            open_four = open_four or own == 3
            if own == 2:
                open_threes |= {cell for cell in inner if cells[cell] == EMPTY}
        fours += here
        threes += open_threes - here
    twice = any(fours.count(cell) > 1 for cell in fours)
    return {
        "rows of 1": rows[0],
        "rows of 2": rows[1],
        "rows of 3": rows[2],
        "fours": len(fours),
        "threes": len(threes),
        "open four": int(open_four or twice),
        "four and three": int(bool(set(fours) & set(threes))),
        "two threes": int(any(threes.count(cell) > 1 for cell in threes)),
    }


def gomoku_twin(cells: list[int], lines: list[list[int]]) -> dict[str, int]:
    cells, acts, five = list(cells), OWN, 0
    while True:
        if fives(cells, lines, acts):
            five = acts
            break
        threats = fives(cells, lines, -acts)
        if len(threats) != 1:
            five = -acts if threats else 0
            break
        cells[threats.pop()] = acts
        acts = -acts
    found = {"turn": acts, "five": five}
    own, other = counted(cells, lines, acts), counted(cells, lines, -acts)
    order = (
        ("open four", own, acts),
        ("four and three", own, acts),
        ("their open four", other, -acts),
        ("their four and three", other, -acts),
        ("two threes", own, acts),
        ("their two threes", other, -acts),
    )
    for name, _, _ in order:
        found[name] = 0
    for name, whose, sign in order:
        if five == 0 and whose[name.removeprefix("their ")]:
            found[name] = sign
            break
    for name in ("rows of 1", "rows of 2", "rows of 3", "fours", "threes"):
        found[name] = acts * own[name]
        found[f"their {name}"] = -acts * other[name]
    return found


def test_gomoku_counts_rows_and_threats() -> None:
    game = katachi.Gomoku(9)
    lines = lines_of(9)
    seen: dict[str, int] = {}
    for seed in range(12):
        for position, numbers in numbers_of(game, seed):
            assert numbers == gomoku_twin(cells_of(position), lines), position
            for name, number in numbers.items():
                seen[name] = seen.get(name, 0) + (number != 0)
    assert min(seen.values()) > 0, seen


def test_gomoku_knows_the_winner_one_ply_before_the_end() -> None:
    for seed in range(6):
        _, numbers = list(numbers_of(katachi.Gomoku(9), seed))[-1]
        assert numbers["five"] == 1


# Boards of hexagons


class Ways:
    """Least stones over neighbours and joints, by Dijkstra's method."""

    def __init__(self, game: Game, cells: list[int], color: int) -> None:
        self.topology = game.topology
        self.cells, self.color = cells, color
        names = self.topology.cells
        number = {name: cell for cell, name in enumerate(names)}
        self.near = [[number[one] for one in self.topology.neighbours(name)] for name in names]
        self.mine = [cell for cell in range(len(names)) if cells[cell] != -color]
        self.links = {cell: self._links(cell) for cell in self.mine}

    def _links(self, cell: int) -> set[int]:
        found = {one for one in self.near[cell] if self.cells[one] != -self.color}
        for far in self.mine:
            both = set(self.near[cell]) & set(self.near[far])
            apart = far != cell and far not in self.near[cell]
            if apart and len(both) == 2 and all(self.cells[one] == EMPTY for one in both):
                found.add(far)
        return found

    def linked_to_edge(self, edge: set[int]) -> set[int]:
        joined = {
            cell
            for cell in self.mine
            if cell not in edge
            and sum(one in edge and self.cells[one] == EMPTY for one in self.near[cell]) == 2
        }
        return {cell for cell in edge if cell in self.links} | joined

    def from_edge(self, edge: set[int]) -> dict[int, int]:
        cost = {cell: int(self.cells[cell] == EMPTY) for cell in self.mine}
        found: dict[int, int] = {}
        heap = [(cost[cell], cell) for cell in self.linked_to_edge(edge)]
        heapq.heapify(heap)
        while heap:
            stones, cell = heapq.heappop(heap)
            if cell in found:
                continue
            found[cell] = stones
            for far in self.links[cell]:
                heapq.heappush(heap, (stones + cost[far], far))
        return found


def edges_of(game: Game, kind: str) -> list[set[int]]:
    """Cells of each side, or corner."""
    number = {name: cell for cell, name in enumerate(game.topology.cells)}
    if kind == "corners":
        return [{number[name]} for name in game.topology.corners]
    return [{number[name] for name in side} for side in game.topology.sides]


def havannah_twin(game: Game, cells: list[int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for who, color in (("own", OWN), ("their", -OWN)):
        ways = Ways(game, cells, color)
        corners = edges_of(game, "corners")
        bridge = FAR
        for a in range(6):
            reached = ways.from_edge(corners[a])
            for b in range(a):
                bridge = min([bridge, *(reached.get(cell, FAR) for cell in corners[b])])
        arms = [ways.from_edge(side) for side in edges_of(game, "sides")]
        fork = FAR
        for cell in ways.mine:
            three = sorted(min(arm.get(cell, FAR), 6) for arm in arms)[:3]
            fork = min(fork, sum(three) - 2 * int(cells[cell] == EMPTY))
        ring = FAR
        for around in ways.near:
            if len(around) == 6 and all(cells[one] != -color for one in around):
                ring = min(ring, sum(cells[one] == EMPTY for one in around))
        kinds = {"bridge": bridge, "fork": fork, "ring": ring}
        kinds = {kind: min(6, max(0, least)) for kind, least in kinds.items()}
        for kind, least in kinds.items():
            found[f"{who} {kind}"] = least
        for n in range(4):
            found[f"{who} least is {n}"] = int(min(kinds.values()) == n)
    return found


@pytest.mark.parametrize("size", [4, 5, 6])
def test_havannah_counts_the_stones_that_are_missing(size: int) -> None:
    game = katachi.Havannah(size)
    for seed in range(2):
        for position, numbers in numbers_of(game, seed):
            assert numbers == havannah_twin(game, cells_of(position)), position


def hex_sides(position: Position, who: str) -> tuple[set[int], set[int]]:
    sides = edges_of(position.game, "sides")
    black = (position.to_move == "black") == (who == "own")
    return (sides[0], sides[1]) if black else (sides[2], sides[3])


def hex_stones(position: Position, who: str) -> int:
    ways = Ways(position.game, cells_of(position), OWN if who == "own" else OTHER)
    first, last = hex_sides(position, who)
    reached = ways.from_edge(first)
    least = min((reached.get(cell, FAR) for cell in ways.linked_to_edge(last)), default=FAR)
    return least if least <= 9 else 30


def current(ways: Ways, first: set[int], last: set[int]) -> float:
    """Between two edges, by solving for all potentials at once."""
    resists = {cell: 1.0 if ways.cells[cell] == EMPTY else 0.1 for cell in ways.mine}
    place = {cell: number for number, cell in enumerate(ways.mine)}
    matrix = np.eye(len(place)) * 1e-6
    for cell in ways.mine:
        for far in ways.links[cell]:
            share = 1.0 if far in ways.near[cell] else 0.5
            link = share * 2 / (resists[cell] + resists[far])
            matrix[place[cell], place[cell]] += link
            matrix[place[cell], place[far]] -= link
    source, sink = np.zeros(len(place)), np.zeros(len(place))
    for edge, ends in ((first, source), (last, sink)):
        for cell in ways.linked_to_edge(edge):
            ends[place[cell]] += (1.0 if cell in edge else 0.5) * 2 / resists[cell]
    potential = np.linalg.solve(matrix + np.diag(source + sink), source)
    return float(sink @ potential)


@pytest.mark.parametrize("size", [5, 11, 12])
def test_hex_joins_sides_and_measures_currents(size: int) -> None:
    for number, (position, numbers) in enumerate(numbers_of(katachi.Hex(size), 1)):
        if size > 5 and number % 9:
            continue
        cells = cells_of(position)
        flows = []
        for who, color in (("own", OWN), ("their", OTHER)):
            assert numbers[f"{who} stones"] == hex_stones(position, who), position
            flows.append(current(Ways(position.game, cells, color), *hex_sides(position, who)))
        expected = 100 * np.log(max(flows[0], 1e-4) / max(flows[1], 1e-4))
        assert abs(numbers["resistance"] - expected) <= 2 + 0.02 * abs(expected)


def test_y_measures_the_side_that_is_joined_worst() -> None:
    game = katachi.Y(7)
    sides = edges_of(game, "sides")[:3]
    for position, numbers in numbers_of(game, 1):
        least = []
        for color in (OWN, OTHER):
            ways = Ways(game, cells_of(position), color)
            least.append(
                min(current(ways, sides[a], sides[a - 1] | sides[a - 2]) for a in range(3))
            )
        expected = 100 * np.log(max(least[0], 1e-4) / max(least[1], 1e-4))
        assert abs(numbers["resistance"] - expected) <= 2 + 0.02 * abs(expected)


@pytest.mark.parametrize("name", ["gomoku9", "havannah4", "hex6", "y6"])
def test_exchanging_the_players_exchanges_the_numbers(name: str) -> None:
    game = katachi.games.parse_game(name)
    features = tuple(_core.position_feature_names(game.start().core))
    values = PatternValues(
        shapes=ValueShapes(game, (), features),
        stages=(0,),
        weights=np.zeros((1, 0), np.int16),
        constants=np.array([17], np.int32),
        feature_weights=np.array([[997 * n + 256 for n in range(len(features))]], np.int32),
        spread=np.array([1000], np.float32),
        points=False,
    )
    image: Sequence[int] = range(len(game.topology.cells))
    for symmetry in game.topology.symmetries:
        if symmetry.exchanges_colors:
            image = [int(cell) for cell in symmetry.images]
            break
    for seed in range(3):
        for position, _ in list(numbers_of(game, seed))[::4]:
            stones = bytearray(b"\x02" * len(image))
            for cell, stone in enumerate(map(int, position.stones)):
                if stone != 2:
                    stones[image[cell]] = 1 - stone
            turn = 1 if position.to_move == "black" else 0
            other = Position(game, game.set_up(SetUp(bytes(stones), turn)))
            assert values.scores([other])[0] == values.scores([position])[0], position
