"""A convolutional policy network: how likely a good player is to choose each move.

It looks at planes (`cpp/knowledge/planes.h`) and gives a logit to every cell and to the special
move; the probability of a move is its share of exp(logit) among the legal moves, as with learned
knowledge. onnxruntime runs it, the core asks it: docs/methods/policy-network.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.outcome import COLORS
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.networks.archive import FORMAT, NetworkParts, read_network, write_network
from katachi.knowledge.networks.file import board_name, board_of_name
from katachi.knowledge.networks.layers import INPUT, OUTPUT
from katachi.knowledge.networks.library import library
from katachi.knowledge.networks.network import Network


@dataclass(frozen=True, eq=False, repr=False)
class ConvolutionalNetwork(Network):
    """A board, an ONNX model, a card. The model is loaded when it is first used."""

    kind: ClassVar[str] = "convolutional network"
    format: ClassVar[str] = FORMAT.name

    game: Game
    model: bytes = field(repr=False)
    card: Card = field(default_factory=Card)

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return (
            f"<ConvolutionalNetwork of {board_name(self.game)}: {len(self.planes.names)} planes, "
            f"{len(self.model):,} bytes>"
        )

    @cached_property
    def planes(self) -> _core.Planes:
        """What it looks at."""
        return _core.Planes(self.game.make_core(None))

    @cached_property
    def session(self) -> Any:  # noqa: ANN401 - of a library without types
        """The model in onnxruntime, on one thread; raises `KatachiError` if it is none of ours."""
        runtime = library("onnxruntime", what="a convolutional network", extra="network")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            session = runtime.InferenceSession(
                self.model, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime has a dozen kinds
            raise KatachiError(f"the model of the network is wrong: {shown(str(error))}") from None
        side = self.planes.side
        wanted = [(INPUT, [len(self.planes.names), side, side]), (OUTPUT, [side * side + 1])]
        found = [
            (one.name, list(one.shape[1:]))
            for one in (*session.get_inputs(), *session.get_outputs())
        ]
        if found != wanted:
            raise KatachiError(f"the model of the network is not for {board_name(self.game)}")
        return session

    def evaluate(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Logits, float32 [positions, side * side + 1], of planes [positions, planes, side, side]."""
        found: NDArray[np.float32] = self.session.run([OUTPUT], {INPUT: planes})[0]
        return found

    def logits(self, positions: Sequence[Position]) -> list[dict[str, float]]:
        """For each position the logits of its legal moves; all positions at once."""
        for position in positions:
            self.check(position)
        if not positions:
            return []
        rows = self.evaluate(self.planes.of([position.core for position in positions]))
        found = []
        for position, row in zip(positions, rows, strict=True):
            places = self.planes.places(COLORS.index(position.to_move))
            numbers = {move: position.game.number(move) for move in position.legal_moves}
            found.append({move: float(row[places[number]]) for move, number in numbers.items()})
        return found

    def probabilities(self, position: Position) -> dict[str, float]:
        """What the network expects a player to choose among the legal moves."""
        logits = self.logits([position])[0]
        if not logits:
            return {}
        values = np.array(list(logits.values()))
        shares = np.exp(values - values.max())
        return dict(zip(logits, (shares / shares.sum()).tolist(), strict=True))

    def strengths(self, position: Position, moves: Sequence[str] | None = None) -> dict[str, float]:
        """The same for some moves, as shares of all legal ones."""
        every = self.probabilities(position)
        return every if moves is None else {move: every[move] for move in moves}

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - its own board
        """The same for searches, which ask it through onnxruntime."""
        _ = self.session  # whatever is wrong with it is said here, not in the middle of a search
        return _core.MoveKnowledge.planes(self.planes, self.evaluate)

    def facts(self) -> dict[str, Any]:
        """What it looks at, and its size."""
        return {"planes": list(self.planes.names), "bytes": len(self.model)}

    def with_card(self, card: Card) -> ConvolutionalNetwork:
        """The same network with another card."""
        return replace(self, card=card)

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all; see `katachi.knowledge.networks.archive`."""
        parts = NetworkParts(board_name(self.game), tuple(self.planes.names), self.card, self.model)
        write_network(Path(path), parts, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> ConvolutionalNetwork:
        """Reads a file; raises `KatachiError`."""
        parts = read_network(Path(path))
        network = cls(board_of_name(parts.board), parts.model, parts.card)
        if parts.planes != tuple(network.planes.names):
            raise KatachiError(
                f"'{path}' looks at other planes than this version of katachi makes: "
                f"{shown(', '.join(parts.planes))}"
            )
        return network
