"""The network of the agent neat: how good a move on each cell looks (AGENTS 3.2.4).

Neuro-evolution makes networks of any shape without cycles; the core evaluates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from katachi import _core
from katachi.errors import KatachiError
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.networks.file import (
    POLICY,
    Node,
    PolicyFile,
    board_name,
    board_of_name,
    read_network,
    write_network,
)
from katachi.knowledge.networks.network import Network


@dataclass(frozen=True, eq=False, repr=False)
class PolicyNetwork(Network):
    """Nodes in the order in which they are evaluated, the node of every cell (-1: none), card."""

    kind: ClassVar[str] = "policy network"
    format: ClassVar[str] = POLICY

    game: Game
    nodes: tuple[Node, ...]
    outputs: tuple[int, ...]
    card: Card = field(default_factory=Card)

    def __post_init__(self) -> None:
        """The core checks what leads where."""
        _ = self.core

    @cached_property
    def core(self) -> _core.PolicyNetwork:
        """The same in the core."""
        parts = [(node.bias, node.response, list(node.edges)) for node in self.nodes]
        try:
            return _core.PolicyNetwork(self.game.topology.core, parts, list(self.outputs))
        except (ValueError, TypeError) as error:
            raise KatachiError(f"the network is wrong: {error}") from None

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - its own board
        """The same for searches."""
        return _core.MoveKnowledge.network(self.core)

    def __repr__(self) -> str:
        """Short, for a prompt."""
        edges = sum(len(node.edges) for node in self.nodes)
        name = board_name(self.game)
        return f"<PolicyNetwork of {name}: {len(self.nodes)} nodes, {edges} edges>"

    def strengths(self, position: Position, moves: Sequence[str] | None = None) -> dict[str, float]:
        """Strengths of moves (all legal ones by default), 0 to 1; a special move has 0."""
        self.check(position)
        chosen = position.legal_moves if moves is None else moves
        numbers = [position.game.number(move) for move in chosen]
        found = self.core.strengths(position.core, numbers)
        return dict(zip(chosen, found, strict=True))

    def facts(self) -> dict[str, Any]:
        """Its size."""
        return {
            "nodes": len(self.nodes),
            "edges": sum(len(node.edges) for node in self.nodes),
        }

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        file = PolicyFile(
            game=board_name(self.game), card=self.card, nodes=self.nodes, outputs=self.outputs
        )
        write_network(Path(path), file, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> PolicyNetwork:
        """Reads a file; raises `KatachiError`."""
        file = read_network(Path(path))
        if not isinstance(file, PolicyFile):
            raise KatachiError(f"'{path}' is a network of another kind")
        return cls.of_file(file)

    @classmethod
    def of_file(cls, file: PolicyFile) -> PolicyNetwork:
        """From what a file holds."""
        return cls(board_of_name(file.game), file.nodes, file.outputs, file.card)
