"""The whole search with one thread, slow and obvious, led by the simulations of the real one.

The twin keeps its own tree. It is given the moves of one simulation after the other, from the root
to the end of the playout, and asks at every node whether the move was one that its own statistics
allow; then it backs the result up. Random choices (the order of untried children, the playout) are
the only thing it takes from the simulation.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import katachi
from katachi import MctsSettings, MoveStatistics
from reference.search_formulas import BOUNDS, TOLERANCE, Amaf, score

VALUES = {"loss": 0.0, "draw": 0.5, "win": 1.0}
EXACT = VALUES.keys()
NAMES = {bounds: name for name, bounds in BOUNDS.items()}


@dataclass
class Edge:
    """A move at a node; values are for the player who makes it."""

    visits: int = 0
    total: float = 0.0
    amaf_visits: int = 0
    amaf_total: float = 0.0
    proof: str = "unknown"
    below: Node | None = None

    def line(self, move: str, depth: int) -> MoveStatistics:
        return MoveStatistics(
            move=move,
            visits=self.visits,
            value=self.total / self.visits if self.visits else 0.0,
            amaf_visits=self.amaf_visits,
            amaf_value=self.amaf_total / self.amaf_visits if self.amaf_visits else 0.0,
            initial_visits=0.0,
            initial_value=0.0,
            strength=0.0,
            proof=self.proof,  # type: ignore[arg-type]
            depth=depth,
        )


@dataclass
class Node:
    mover: katachi.Color
    edges: dict[str, Edge] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        return sum(edge.visits for edge in self.edges.values())

    @property
    def bounds(self) -> tuple[int, int]:
        """For the mover: the best that is certain, and the best that is still possible."""
        each = [BOUNDS[edge.proof] for edge in self.edges.values()]
        return max(low for low, _ in each), max(high for _, high in each)

    def proof(self, *, partial: bool) -> str:
        """What is known of the node; bounds that are not exact only if they are asked for."""
        name = NAMES[self.bounds]
        return name if partial or name in EXACT else "unknown"


class SearchTwin:
    def __init__(self, game: katachi.GameLike, settings: MctsSettings) -> None:
        self.settings = settings
        self.rules = settings.selection
        self.start = game.start()
        self.scale = float(len(game.moves))
        self.numbers = {move: number for number, move in enumerate(game.moves)}
        self.root = self.expand(self.start)
        # By player and move: how often a simulation had it first, and the sum of its results.
        self.history: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])

    @staticmethod
    def expand(position: katachi.PositionLike) -> Node:
        return Node(position.to_move, {move: Edge() for move in position.legal_moves})

    def follow(self, simulation: Sequence[str]) -> None:
        """Checks the choices of one simulation in the tree and learns its result."""
        position, node = self.start, self.root
        path: list[tuple[Node, str]] = []
        for ply, move in enumerate(simulation):
            self.check_choice([*(n for n, _ in path), node], move, f"{simulation[: ply + 1]}")
            edge = node.edges[move]
            path.append((node, move))
            position = position.play(move)
            if self.rules.solver and edge.proof in EXACT:
                assert ply + 1 == len(simulation), f"went on below a proven move: {simulation}"
                self.back_up(path, [], self.proven_value(edge.proof, node.mover))
                return
            if edge.below is None and not position.is_over:
                if edge.visits < self.settings.expansion.visits:
                    break
                edge.below = self.expand(position)
            if edge.below is None:
                break
            node = edge.below
        playout = []
        for move in simulation[len(path) :]:
            playout.append((position.to_move, move))
            position = position.play(move)
        assert position.is_over, f"a simulation ended early: {simulation}"
        if self.rules.solver and not playout:
            last, move = path[-1]
            winner = position.outcome.winner
            last.edges[move].proof = (
                "draw" if winner is None else "win" if winner == last.mover else "loss"
            )
        if self.rules.amaf_moves:
            playout = playout[: self.rules.amaf_moves]
        self.back_up(path, playout, self.value_of(position.outcome))

    def check_choice(self, nodes: list[Node], move: str, where: str) -> None:
        node = nodes[-1]
        untried = [m for m, edge in node.edges.items() if edge.visits == 0]
        if math.isinf(self.rules.first_play_urgency) and untried:
            assert move in untried, f"{where}: {untried} were never tried"
            return
        scores = {m: self.score(nodes, m) for m in node.edges}
        best = max(scores.values())
        assert scores[move] == best or scores[move] >= best - TOLERANCE, f"{where}: {scores}"

    def score(self, nodes: list[Node], move: str) -> float:
        node = nodes[-1]
        return score(
            node.edges[move].line(move, 0),
            self.rules,
            node.visits,
            amaf=self.reference_amaf(nodes, move),
            history=self.rate(node.mover, move),
            certain=node.bounds[0] if self.rules.score_bounds else 0,
        )

    def rate(self, player: str, move: str) -> float:
        visits, total = self.history[player, move]
        return total / visits if visits else 0.5

    def killers(self, playout: list[tuple[katachi.Color, str]]) -> list[tuple[katachi.Color, str]]:
        """Killer RAVE: of each player the moves with the best win rate so far."""
        kept = []
        for player in ("black", "white"):
            moves = [move for mover, move in first_of_each(playout) if mover == player]
            moves.sort(key=lambda m: (-self.rate(player, m), self.numbers[m]))
            kept += [(player, move) for move in moves[: self.rules.killer_moves]]
        return kept

    def reference_amaf(self, nodes: list[Node], move: str) -> Amaf:
        """The own AMAF, or for GRAVE that of the nearest node of the player with enough visits."""
        source = nodes[-1]
        if self.rules.grave_visits:
            mover = source.mover
            for node in reversed(nodes):
                if node.mover == mover and node.visits >= self.rules.grave_visits:
                    source = node
                    break
        edge = source.edges.get(move, Edge())
        mean = edge.amaf_total / edge.amaf_visits if edge.amaf_visits else 0.0
        return Amaf(edge.amaf_visits, mean)

    def back_up(
        self, path: list[tuple[Node, str]], playout: list[tuple[katachi.Color, str]], black: float
    ) -> None:
        counted = self.killers(playout) if self.rules.killer_moves else playout
        moves = [(node.mover, move) for node, move in path]
        for depth, (node, move) in enumerate(path):
            value = black if node.mover == "black" else 1 - black
            node.edges[move].visits += 1
            node.edges[move].total += value
            if self.rules.rave == "none":
                continue
            for player, first in first_of_each(moves[depth:] + counted):
                if player == node.mover and first in node.edges:
                    node.edges[first].amaf_visits += 1
                    node.edges[first].amaf_total += value
        for player, first in first_of_each(moves + playout):
            entry = self.history[player, first]
            entry[0] += 1
            entry[1] += black if player == "black" else 1 - black
        if self.rules.solver:
            self.prove(path)

    def prove(self, path: list[tuple[Node, str]]) -> None:
        for (above, move), (node, _) in reversed(list(pairwise(path))):
            low, high = BOUNDS[node.proof(partial=self.rules.score_bounds)]
            if node.mover != above.mover:
                low, high = 2 - high, 2 - low
            above.edges[move].proof = NAMES[low, high]

    @property
    def proof(self) -> str:
        """Of the root."""
        return self.root.proof(partial=self.rules.score_bounds)

    def value_of(self, outcome: katachi.Outcome) -> float:
        """For Black: the win, mixed with the scaled score of AGENTS."""
        win = 0.5 if outcome.winner is None else float(outcome.winner == "black")
        share = self.settings.backup.score_share
        scaled = min(1.0, max(0.0, (outcome.score + self.scale) / (2 * self.scale)))
        return (1 - share) * win + share * scaled

    @staticmethod
    def proven_value(proof: str, mover: katachi.Color) -> float:
        return VALUES[proof] if mover == "black" else 1 - VALUES[proof]

    def lines(self) -> dict[tuple[str, ...], MoveStatistics]:
        return dict(self._lines(self.root, ()))

    def _lines(
        self, node: Node, path: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], MoveStatistics]]:
        for move, edge in node.edges.items():
            yield (*path, move), edge.line(move, len(path))
            if edge.below is not None:
                yield from self._lines(edge.below, (*path, move))


def first_of_each(moves: list[tuple[katachi.Color, str]]) -> list[tuple[katachi.Color, str]]:
    """Every move once, with the player who made it first."""
    first: dict[str, katachi.Color] = {}
    for player, move in moves:
        first.setdefault(move, player)
    return [(player, move) for move, player in first.items()]


def by_path(lines: Sequence[MoveStatistics]) -> dict[tuple[str, ...], MoveStatistics]:
    """The lines of `Mcts.tree` by the moves that lead to them."""
    found: dict[tuple[str, ...], MoveStatistics] = {}
    path: list[str] = []
    for line in lines:
        path = [*path[: line.depth], line.move]
        found[tuple(path)] = line
    return found
