"""A network with a policy and a value head, which the core runs itself: decision 0019.

format         katachi-policy-value-network 1
board          the game and its size: go9
planes         the names of the planes that it looks at, one a line
card.json      the card
NAME.npy       the weights, see `PolicyValueWeights.arrays`
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.files.arrays import read_array
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.outcome import COLORS
from katachi.games.position import Position
from katachi.knowledge.archive import Format, open_archive, write_archive
from katachi.knowledge.card import Card
from katachi.knowledge.networks.file import board_name, board_of_name
from katachi.knowledge.networks.network import Network
from katachi.knowledge.networks.policy_value_weights import PolicyValueWeights, WholeLayer

LARGEST_FILE = 2**26
FORMAT = Format("katachi-policy-value-network", 1, "network", LARGEST_FILE)


@dataclass(frozen=True, eq=False, repr=False)
class PolicyValueNetwork(Network):
    """A board, weights, a card: strengths of moves and values of positions from one evaluation.

    >>> import katachi
    >>> network = katachi.load_knowledge("network-go9")
    >>> network
    <PolicyValueNetwork of go9: 7 layers of 32 channels>
    >>> position = network.game.start()
    >>> round(sum(network.strengths(position).values()), 6)
    1.0
    >>> bool(0.4 < network.values([position])[0] < 0.6)
    True
    """

    kind: ClassVar[str] = "network of moves and values"
    format: ClassVar[str] = FORMAT.name
    of_positions: ClassVar[bool] = True

    game: Game
    weights: PolicyValueWeights = field(repr=False)
    card: Card = field(default_factory=Card)

    def __post_init__(self) -> None:
        """The core checks that the parts fit each other and the board."""
        _ = self.core

    def __repr__(self) -> str:
        """Short, for a prompt."""
        layers = 1 + len(self.weights.layers)
        return (
            f"<PolicyValueNetwork of {board_name(self.game)}: {layers} layers of "
            f"{self.weights.channels} channels>"
        )

    @cached_property
    def planes(self) -> _core.Planes:
        """What it looks at."""
        return _core.Planes(self.game.make_core(None))

    @cached_property
    def core(self) -> _core.PolicyValueNetwork:
        """The same in the core."""
        weights = self.weights
        blocks = [
            (_layer(first), _pool(first), _layer(second))
            for first, second in zip(weights.layers[::2], weights.layers[1::2], strict=True)
        ]
        policy, (hidden, outputs) = weights.policy, (weights.hidden, weights.outputs)
        if policy.biases.shape != (1,) or outputs[1].shape != (3,):
            raise KatachiError("the network is wrong: its heads have other sizes")
        try:
            return _core.PolicyValueNetwork(
                self.planes,
                _layer(weights.input),
                blocks,
                (policy.shift, policy.weights.ravel(), int(policy.biases[0])),
                (hidden[0].ravel(), hidden[1], outputs[0].ravel(), tuple(outputs[1].tolist())),
            )
        except (ValueError, TypeError) as error:
            raise KatachiError(f"the network is wrong: {error}") from None

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - its own board
        """Its strengths of moves for searches."""
        return _core.MoveKnowledge.policy_value(self.core)

    def values_in_core(self, game: GameLike) -> _core.PolicyValueNetwork:
        """Its values for searches."""
        if sentence := self.refusal(game):
            raise KatachiError(sentence)
        return self.core

    def answers(self, positions: Sequence[Position]) -> NDArray[np.float32]:
        """float32 [positions, places + 3]: logits by place, margin, log spread, value.

        The margin is for the player to move and without komi; a place is a square of the planes.
        """
        for position in positions:
            self.check(position)
        return self.core.answers([position.core for position in positions])

    def evaluate(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Logits, float32 [positions, places], of planes [positions, planes, side, side]."""
        return self.core.evaluate(planes)[:, :-2]

    def strengths(self, position: Position, moves: Sequence[str] | None = None) -> dict[str, float]:
        """The probabilities of moves, as shares of all legal ones."""
        legal = position.legal_moves
        if not legal:
            return {}
        places = self.planes.places(COLORS.index(position.to_move))
        row = self.answers([position])[0]
        logits = np.array([row[places[position.game.number(move)]] for move in legal], np.float64)
        shares = np.exp(logits - logits.max())
        every = dict(zip(legal, (shares / shares.sum()).tolist(), strict=True))
        return every if moves is None else {move: every[move] for move in moves}

    def values(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """float64 [positions], each for the player who is to move there."""
        if not positions:
            return np.zeros(0)
        return self.answers(positions)[:, -1].astype(np.float64)

    def margins(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """float64 [positions]: by how much the player to move is ahead, without komi."""
        if not positions:
            return np.zeros(0)
        return self.answers(positions)[:, -3].astype(np.float64)

    def facts(self) -> dict[str, Any]:
        """What it looks at, and its size."""
        return {
            "planes": list(self.planes.names),
            "channels": self.weights.channels,
            "layers": 1 + len(self.weights.layers),
            "weights": sum(one.size for one in self.weights.arrays().values()),
        }

    def with_card(self, card: Card) -> PolicyValueNetwork:
        """The same network with another card."""
        return replace(self, card=card)

    def rounded(self, places: int) -> PolicyValueNetwork:
        """The same network with at most so many binary places in the weights of its layers."""
        return replace(self, weights=self.weights.rounded(places))

    def to_onnx(self) -> bytes:
        """The network for other programs; see `PolicyValueWeights.to_onnx`."""
        return self.weights.to_onnx(self.planes.side)

    @classmethod
    def of_onnx(cls, game: Game, content: bytes, card: Card | None = None) -> PolicyValueNetwork:
        """The network of a graph like that of `to_onnx`; raises `KatachiError`."""
        return cls(game, PolicyValueWeights.of_onnx(content), card or Card())

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        contents = {
            "board": f"{board_name(self.game)}\n".encode(),
            "planes": "".join(f"{name}\n" for name in self.planes.names).encode(),
            "card.json": msgspec.json.format(msgspec.json.encode(self.card), indent=2),
        }
        for name, array in self.weights.arrays().items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            contents[f"{name}.npy"] = buffer.getvalue()
        write_archive(Path(path), FORMAT, contents, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> PolicyValueNetwork:
        """Reads a file; raises `KatachiError` that names it and what is wrong."""
        with open_archive(Path(path), FORMAT) as archive:
            game = board_of_name(archive.part("board").decode().strip())
            planes = archive.part("planes").decode().splitlines()
            made = list(_core.Planes(game.make_core(None)).names)
            if planes != made:
                raise KatachiError(
                    "it looks at other planes than this version of katachi makes: "
                    f"{shown(', '.join(planes))}"
                )
            names = _names_of(archive.part("shifts.npy"))
            arrays = {
                name: read_array(archive.part(f"{name}.npy"))
                for name in names
                if f"{name}.npy" in archive
            }
            card = msgspec.json.decode(archive.part("card.json"), type=Card)
            return cls(game, PolicyValueWeights.of_arrays(arrays), card)


def _names_of(shifts: bytes) -> list[str]:
    """The names that the arrays of so many layers may have."""
    count = min(len(read_array(shifts)), 256)
    numbered = [f"{part}{n}" for n in range(count) for part in ("weights", "biases", "pool")]
    return ["shifts", *numbered, "hidden", "outputs"]


def _layer(layer: WholeLayer) -> tuple[int, NDArray[np.int16], NDArray[np.int32]]:
    return layer.shift, layer.weights.ravel(), layer.biases


def _pool(layer: WholeLayer) -> NDArray[np.int16]:
    return np.zeros(0, np.int16) if layer.pool is None else layer.pool.ravel()
