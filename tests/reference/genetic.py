"""The genetic part of the search, slow and obvious: properties of boards, and the population.

Random numbers are those of the core (xoshiro256++, Blackman and Vigna 2021), written again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import katachi

MASK = 2**64 - 1


def scramble(value: int) -> int:
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


class Xoshiro:
    def __init__(self, seed: int, stream: int) -> None:
        state = scramble(seed) ^ scramble(~stream & MASK)
        self.words = [scramble((state + i) & MASK) for i in range(4)]

    def next(self) -> int:
        a, b, c, d = self.words
        total = (a + d) & MASK
        result = (((total << 23) | (total >> 41)) + a) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= (self.words[1] << 17) & MASK
        d = ((d << 45) | (d >> 19)) & MASK
        self.words = [a, b, c, d]
        return result

    def uniform(self) -> float:
        return (self.next() >> 11) * 2.0**-53


@dataclass
class Individual:
    genes: list[float]
    results: list[float] = field(default_factory=list)

    @property
    def fitness(self) -> float:
        """Those never used come last."""
        return sum(self.results) / len(self.results) if self.results else -1.0


class PopulationTwin:
    """Ten weight vectors that take turns; every hundred results two die and two are born."""

    def __init__(self, kind: str, seed: int, stream: int) -> None:
        self.kind = kind
        self.rng = Xoshiro(seed, 2**32 + stream)
        self.individuals = [Individual([self.draw() for _ in range(5)]) for _ in range(10)]
        self.count = 0

    def draw(self) -> float:
        u = self.rng.uniform()
        return 2 * u - 1 if self.kind == "any_sign" else u

    @property
    def current(self) -> list[float]:
        return self.individuals[self.count % 10].genes

    def learn(self, result: float) -> None:
        self.individuals[self.count % 10].results.append(result)
        self.count += 1
        if self.count % 100 == 0:
            self.evolve()

    def ranked(self) -> list[int]:
        return sorted(range(10), key=lambda i: -self.individuals[i].fitness)

    @property
    def best(self) -> list[float]:
        return self.individuals[self.ranked()[0]].genes

    def evolve(self) -> None:
        order = self.ranked()
        mother, father = (self.individuals[i].genes for i in order[:2])
        for place, chance in zip(order[-2:], (0.2, 0.6), strict=True):
            child = []
            for x, y in zip(mother, father, strict=True):
                gene = (x + y) / 2
                if self.rng.uniform() < chance:
                    gene = (gene + self.draw()) / 2
                child.append(gene)
            self.individuals[place] = Individual(child)


def properties(position: katachi.Position, player: katachi.Color) -> list[int]:
    """The five counts of AGENTS tables 3.1 and 3.2, or those of Othello and Havannah."""
    board = Board(position)
    other = katachi.opponent(player)
    if position.game.name == "othello":
        return [
            len(board.stones(player)) - len(board.stones(other)),
            board.mobility(player),
            board.mobility(other),
            board.corners(player),
            board.corners(other),
        ]
    if position.game.name == "go":
        return [
            len(board.stones(player)) - len(board.stones(other)),
            len(board.liberties(board.stones(player))),
            len(board.liberties(board.stones(other))),
            board.in_atari(player),
            board.in_atari(other),
        ]
    first = [
        board.bridges(player) - board.bridges(other),
        board.largest_chain(player),
        board.largest_chain(other),
    ]
    if position.game.name == "hex":
        return [*first, board.moves_to_win(player), board.moves_to_win(other)]
    return [*first, board.edges_joined(player), board.edges_joined(other)]


class Board:
    def __init__(self, position: katachi.Position) -> None:
        self.position = position
        self.topology = position.game.topology
        self.at = {cell: position.at(cell) for cell in self.topology.cells}

    def stones(self, color: katachi.Color) -> set[str]:
        return {cell for cell, stone in self.at.items() if stone == color}

    def corners(self, color: katachi.Color) -> int:
        return sum(self.at[cell] == color for cell in self.topology.corners)

    def mobility(self, color: katachi.Color) -> int:
        game = self.position.game
        words = self.position.text.split()
        turned = game.position(" ".join([words[0], color[0], *words[2:]]))
        return sum(move != "pass" for move in turned.legal_moves)

    def chains(self, color: katachi.Color) -> list[set[str]]:
        left, found = self.stones(color), []
        while left:
            chain, queue = set(), deque([left.pop()])
            while queue:
                cell = queue.popleft()
                chain.add(cell)
                for near in self.topology.neighbours(cell):
                    if near in left:
                        left.remove(near)
                        queue.append(near)
            found.append(chain)
        return found

    def liberties(self, cells: set[str]) -> set[str]:
        near = {n for cell in cells for n in self.topology.neighbours(cell)}
        return {cell for cell in near if self.at[cell] is None}

    def in_atari(self, color: katachi.Color) -> int:
        return sum(len(c) for c in self.chains(color) if len(self.liberties(c)) == 1)

    def largest_chain(self, color: katachi.Color) -> int:
        return max((len(chain) for chain in self.chains(color)), default=0)

    def bridges(self, color: katachi.Color) -> int:
        stones = sorted(self.stones(color))
        count = 0
        for i, a in enumerate(stones):
            for b in stones[i + 1 :]:
                near_a, near_b = (set(self.topology.neighbours(x)) for x in (a, b))
                between = near_a & near_b
                if b not in near_a and len(between) == 2:
                    count += all(self.at[cell] is None for cell in between)
        return count

    def edges_joined(self, color: katachi.Color) -> int:
        edges = [*self.topology.sides, *((corner,) for corner in self.topology.corners)]
        joined = (
            sum(any(cell in chain for cell in edge) for edge in edges)
            for chain in self.chains(color)
        )
        return max(joined, default=0)

    def moves_to_win(self, color: katachi.Color) -> int:
        """Bellman and Ford: relax until nothing changes."""
        sides = self.topology.sides
        begin, end = sides[:2] if color == "black" else sides[2:]
        far = len(self.topology.cells)
        other = katachi.opponent(color)
        cost = {
            cell: None if stone == other else int(stone is None) for cell, stone in self.at.items()
        }
        best = dict.fromkeys(self.at, far)
        for cell in begin:
            price = cost[cell]
            if price is not None:
                best[cell] = price
        changed = True
        while changed:
            changed = False
            for cell in self.at:
                price = cost[cell]
                if price is None:
                    continue
                for near in self.topology.neighbours(cell):
                    if best[near] + price < best[cell]:
                        best[cell] = best[near] + price
                        changed = True
        return min(best[cell] for cell in end)
