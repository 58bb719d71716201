"""Decision forests, slowly: graphs as dictionaries, branches walked to their ends, one counter for
every child of every candidate query.

Only the order of candidates and the sampling of positions are taken from the core's description;
graphs, distances, disambiguation, counting and choice are written anew.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations

import katachi

Node = frozenset[str] | str  # cells, or the name of a side
ORDER = ["black", "white", "side", "far side", "empty"]
LETTERS = dict(zip(ORDER, "bwsoe", strict=True))


@cache
def _board_steps(game: katachi.Game) -> dict[str, dict[str, int]]:
    """Steps over neighbours from every cell to every cell."""
    topology = game.topology
    table = {}
    for start in topology.cells:
        steps = {start: 0}
        new = [start]
        for cell in new:
            for other in topology.neighbours(cell):
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    new.append(other)
        table[start] = steps
    return table


class Graph:
    """The state-action graph of a position and a move, for one query system."""

    def __init__(self, position: katachi.Position, move: str, system: str) -> None:
        self.system = system
        self.stones = system.startswith("sg")
        topology = position.game.topology
        cells = topology.cells
        self.neighbours = {cell: set(topology.neighbours(cell)) for cell in cells}
        content = {
            cell: "empty"
            if position.at(cell) is None
            else ("black" if position.at(cell) == position.to_move else "white")
            for cell in cells
        }
        self.region = {cell: self._flood(cell, content) for cell in cells}
        self.board_steps = _board_steps(position.game)
        merged = set()
        if system in {"ig-c", "ig-ce", "sg-c"}:
            merged |= {"black", "white"}
        if system in {"ig-e", "ig-ce"}:
            merged.add("empty")
        node_of: dict[str, Node] = {
            cell: self.region[cell] if content[cell] in merged else frozenset([cell])
            for cell in cells
        }
        self.status: dict[Node, str] = {}
        self.places: dict[Node, set[str]] = {}
        for cell in cells:
            if self.stones and content[cell] == "empty":
                continue
            self.status[node_of[cell]] = content[cell]
            self.places[node_of[cell]] = set(node_of[cell])
        self.content = content
        self.zero: Node = frozenset([move]) if self.stones else node_of[move]
        self.places[self.zero] = set(self.zero)
        if self.stones:
            for number, side in enumerate(topology.sides):
                name = f"side {number}"
                mine = position.game.name != "hex" or (number < 2) == (position.to_move == "black")
                self.status[name] = "side" if mine else "far side"
                self.places[name] = set(side)
        self.edges: dict[Node, dict[Node, int]] = defaultdict(lambda: defaultdict(int))
        if not self.stones:
            for cell in cells:
                for other in self.neighbours[cell]:
                    if node_of[cell] != node_of[other]:
                        self.edges[node_of[cell]][node_of[other]] += 1
        self._distances: dict[Node, dict[Node, int]] = {}
        self._weights: dict[tuple[Node, Node], int] = {}
        self._liberties: dict[Node, int] = {}

    def _flood(self, cell: str, content: dict[str, str]) -> frozenset[str]:
        found, new = {cell}, [cell]
        while new:
            for other in self.neighbours[new.pop()]:
                if other not in found and content[other] == content[cell]:
                    found.add(other)
                    new.append(other)
        return frozenset(found)

    def distance(self, a: Node, b: Node) -> int:
        if self.stones:
            if (a, b) not in self._weights:
                self._weights[a, b] = min(
                    self.board_steps[x][y] for x in self.places[a] for y in self.places[b]
                )
            return self._weights[a, b]
        if a not in self._distances:
            steps = {a: 0}
            new = [a]
            for node in new:
                for other in self.edges[node]:
                    if other not in steps:
                        steps[other] = steps[node] + 1
                        new.append(other)
            self._distances[a] = steps
        return self._distances[a][b]

    def connectivity(self, a: Node, b: Node) -> int:
        return self.edges[a].get(b, 0)

    def looseness(self, a: Node, b: Node) -> int:
        return -self.connectivity(a, b)

    def size(self, node: Node) -> int:
        if isinstance(node, str):
            return 0
        return len(self.region[next(iter(node))])

    def liberties(self, node: Node) -> int:
        if isinstance(node, str) or self.content[next(iter(node))] == "empty":
            return 0
        if node not in self._liberties:
            around = {n for cell in self.region[next(iter(node))] for n in self.neighbours[cell]}
            self._liberties[node] = sum(self.content[cell] == "empty" for cell in around)
        return self._liberties[node]

    def matches(self, query: Query, found: list[Node]) -> list[Node]:
        """The nodes that answer a NEW query after all conditions."""
        if self.stones:
            nodes = [
                node
                for node in self.status
                if node not in found
                and self.status[node] in query.statuses
                and self.distance(self.zero, node) <= query.value
            ]
            nodes = _least(nodes, lambda n: self.distance(self.zero, n))
        else:
            nodes = [
                node
                for node in self.edges[found[query.x]]
                if node not in found and self.status[node] in query.statuses
            ]
        nodes = _least(nodes, lambda n: ORDER.index(self.status[n]))
        for known in reversed(found):
            nodes = _least(nodes, partial(self.distance, known))
        if not self.stones:
            for known in reversed(found):
                nodes = _least(nodes, partial(self.looseness, known))
        nodes = _least(nodes, lambda n: -self.size(n))
        return _least(nodes, lambda n: -self.liberties(n))


def _least(nodes: list[Node], key: Callable[[Node], int]) -> list[Node]:
    least = min(map(key, nodes), default=0)
    return [node for node in nodes if key(node) == least]


@dataclass(frozen=True)
class Query:
    kind: str  # N D C S L
    x: int = 0
    y: int = 0
    value: int = 0
    equal: bool = False
    statuses: tuple[str, ...] = ()

    def text(self, system: str) -> str:
        if self.kind == "N":
            letters = "".join(LETTERS[s] for s in self.statuses)
            return f"N{letters}{self.value if system.startswith('sg') else self.x}"
        who = f"{self.x},{self.y}" if self.kind in "DC" else f"{self.x}"
        return f"{self.kind}{who}{'=' if self.equal else '<'}{self.value}"

    @property
    def children(self) -> int:
        return len(self.statuses) + 1 if self.kind == "N" else 2


def outcomes(graph: Graph, query: Query, found: list[Node]) -> list[tuple[int, list[Node]]]:
    """Each branch: the child it goes to, and what is discovered then."""
    if query.kind == "N":
        nodes = graph.matches(query, found)
        if not nodes:
            return [(len(query.statuses), found)]
        return [(query.statuses.index(graph.status[n]), [*found, n]) for n in nodes]
    if query.kind == "D":
        number = graph.distance(found[query.x], found[query.y])
    elif query.kind == "C":
        number = graph.connectivity(found[query.x], found[query.y])
    elif query.kind == "S":
        number = graph.size(found[query.x])
    else:
        number = graph.liberties(found[query.x])
    yes = number == query.value if query.equal else number < query.value
    return [(0 if yes else 1, found)]


@dataclass
class TreeNode:
    statuses: list[str]  # of the discovered nodes
    query: Query | None = None
    children: list[TreeNode] = field(default_factory=list)
    wins: int = 0
    losses: int = 0
    next_try: int = 0
    counts: dict[Query, list[list[int]]] = field(default_factory=dict)

    def split(self, query: Query) -> None:
        self.query = query
        self.counts = {}
        for child in range(query.children):
            more = [query.statuses[child]] if child < len(query.statuses) else []
            self.children.append(TreeNode([*self.statuses, *more], next_try=0))

    def text(self, system: str) -> str:
        if self.query is None:
            return "."
        parts = [self.query.text(system)] + [child.text(system) for child in self.children]
        return " ".join(parts)


def descend(graph: Graph, root: TreeNode) -> tuple[tuple[int, ...], TreeNode, list[list[Node]]]:
    """Every branch is walked to its leaf; the left-most leaf, with all branches that end there."""
    ends: list[tuple[tuple[int, ...], TreeNode, list[Node]]] = []

    def walk(path: tuple[int, ...], node: TreeNode, found: list[Node]) -> None:
        if node.query is None:
            ends.append((path, node, found))
            return
        for child, after in outcomes(graph, node.query, found):
            walk((*path, child), node.children[child], after)

    walk((), root, [graph.zero])
    best = min(path for path, _, _ in ends)
    leaf = next(node for path, node, _ in ends if path == best)
    return best, leaf, [found for path, _, found in ends if path == best]


def candidates(
    game: katachi.Game, system: str, statuses: list[str], longest: int
) -> Iterator[Query]:
    """All queries that a leaf may become, in the order that breaks ties."""
    if len(statuses) < 32:
        yield from new_nodes(game, system, len(statuses), longest)
    most = len(game.topology.cells) + 2
    for query in numbers(system, statuses):
        for value in range(2 * most if query.kind == "C" else most):
            for equal in (False, True):
                yield Query(query.kind, query.x, query.y, value, equal)


def new_nodes(game: katachi.Game, system: str, nodes: int, longest: int) -> Iterator[Query]:
    stones = system.startswith("sg")
    known = ["black", "white"]
    known += (["side", "far side"] if game.name == "hex" else ["side"]) if stones else ["empty"]
    # Sets of statuses in the order of their numbers in base two.
    sets = sorted(
        (c for n in range(1, len(known) + 1) for c in combinations(known, n)),
        key=lambda c: sum(2 ** ORDER.index(s) for s in c),
    )
    if stones:
        for chosen in sets:
            for steps in range(longest + 1):
                yield Query("N", value=steps, statuses=chosen)
        return
    for x in range(nodes):
        for chosen in sets:
            yield Query("N", x=x, statuses=chosen)


def numbers(system: str, statuses: list[str]) -> Iterator[Query]:
    """What EDGE and ATTR queries compare."""
    stones = system.startswith("sg")
    for y in range(1, len(statuses)):
        for x in range(y):
            yield Query("D", x, y)
            if not stones:
                yield Query("C", x, y)
    for x, status in enumerate(statuses):
        if status in {"black", "white"} or not stones:
            yield Query("S", x)
        if status in {"black", "white"}:
            yield Query("L", x)


def suitable(criterion: str, children: list[list[int]]) -> bool:
    w, lost = (sum(child[i] for child in children) for i in (0, 1))
    if any(sum(child) == w + lost for child in children):
        return False
    if criterion in {"wrs", "wls", "wwls", "ss", "wss", "we", "wwe"} and not (w > 0 and lost > 0):
        return False
    if criterion in {"ws", "ews"} and any(child[0] == w for child in children):
        return False
    return not (criterion in {"ls", "els"} and any(child[1] == lost for child in children))


def quality(criterion: str, children: list[list[int]]) -> float:
    w, lost = (sum(child[i] for child in children) for i in (0, 1))
    d = w + lost
    r = w / d
    rates = [(sum(c), c[0] / sum(c)) for c in children if sum(c)]
    parts = {"d": ([sum(c) for c in children], d), "w": ([c[0] for c in children], w)}
    parts["l"] = ([c[1] for c in children], lost)
    if criterion == "nds":
        return -abs(0.5 - sum(children[-1]) / d)
    if criterion in {"ds", "ws", "ls"}:
        counts, total = parts[criterion[0]]
        return -sum(abs(1 / len(children) - x / total) for x in counts)
    if criterion in {"eds", "ews", "els"}:
        counts, total = parts[criterion[1]]
        return -sum(x / total * math.log2(x / total) for x in counts if x)
    if criterion in {"wrs", "wls", "wwls"}:
        value = sum((n if criterion == "wwls" else 1) * abs(rate - r) for n, rate in rates)
        return -value if criterion == "wrs" else value
    if criterion in {"ss", "wss"}:
        weigh = criterion == "wss"
        return -sum((n if weigh else 1) * min(x / r, (1 - x) / (1 - r)) for n, x in rates)
    weigh = criterion == "wwe"
    win = max(((n if weigh else 1) * math.log2(x) for n, x in rates if x > 0), default=-math.inf)
    loss = max(
        ((n if weigh else 1) * math.log2(1 - x) for n, x in rates if x < 1), default=-math.inf
    )
    return win + loss


MASK = 2**64 - 1


def scramble(value: int) -> int:
    """One step of splitmix64."""
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def is_taken(seed: int, game: int, ply: int, share: float) -> bool:
    number = scramble(scramble(seed ^ scramble(game)) ^ ply)
    return share >= 1.0 or number < int(share * 2.0**64)


@dataclass(frozen=True)
class Growth:
    system: str
    criterion: str
    seed: int
    share: float
    patience: int
    delay: int


def grow(games: list[tuple[katachi.Position, list[str]]], growth: Growth) -> str:
    """The queries of the tree in pre-order."""
    root = TreeNode(["empty"], next_try=growth.patience)
    for number, (start, moves) in enumerate(games):
        position = start
        for ply, move in enumerate(moves):
            if is_taken(growth.seed, number, ply, growth.share) and len(position.legal_moves) > 1:
                for candidate in position.legal_moves:
                    if candidate in position.game.topology.cells:
                        _count(root, position, candidate, growth, win=candidate == move)
            position = position.play(move)
    return root.text(growth.system)


def _count(
    root: TreeNode, position: katachi.Position, move: str, growth: Growth, *, win: bool
) -> None:
    graph = Graph(position, move, growth.system)
    _, leaf, branches = descend(graph, root)
    leaf.wins += win
    leaf.losses += not win
    if not leaf.counts:
        longest = max(max(steps.values()) for steps in graph.board_steps.values())
        for query in candidates(position.game, growth.system, leaf.statuses, longest):
            leaf.counts[query] = [[0, 0] for _ in range(query.children)]
    for query, children in leaf.counts.items():
        child = min(child for found in branches for child, _ in outcomes(graph, query, found))
        children[child][0 if win else 1] += 1
    if leaf.wins + leaf.losses < leaf.next_try:
        return
    best: Query | None = None
    value = 0.0
    for query, children in leaf.counts.items():
        if suitable(growth.criterion, children):
            here = quality(growth.criterion, children)
            if best is None or here > value + 1e-11 * (1 + abs(value)):
                best, value = query, here
    if best is None:
        leaf.next_try += growth.delay
        return
    leaf.split(best)
    for fresh in leaf.children:
        fresh.next_try = growth.patience
