"""The network of the agent ann: what a board is worth (AGENTS 3.2.2).

One hidden layer of sigmoids with a third as many as there are cells, one sigmoid on top. Most
values lie near one half, so the top is stretched: value = low + (high - low) * output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.networks.file import (
    VALUE,
    ValueFile,
    board_name,
    board_of_name,
    read_network,
    write_network,
)
from katachi.knowledge.networks.inputs import board_inputs
from katachi.knowledge.networks.network import Network


@dataclass(frozen=True, eq=False, repr=False)
class ValueNetwork(Network):
    """Weights, stretch, card.

    hidden_weights  float64 [hidden, cells]
    hidden_biases   float64 [hidden]
    output_weights  float64 [hidden]
    """

    kind: ClassVar[str] = "value network"
    format: ClassVar[str] = VALUE
    of_moves: ClassVar[bool] = False
    of_positions: ClassVar[bool] = True

    game: Game
    hidden_weights: NDArray[np.float64]
    hidden_biases: NDArray[np.float64]
    output_weights: NDArray[np.float64]
    output_bias: float
    low: float = 0.0
    high: float = 1.0
    card: Card = field(default_factory=Card)

    def __post_init__(self) -> None:
        """Sizes must fit, and numbers must be numbers."""
        cells = len(self.game.start().stones)
        hidden = self.hidden_biases.shape
        if self.hidden_weights.shape != (*hidden, cells) or self.output_weights.shape != hidden:
            raise KatachiError(f"the layers of the network do not fit {cells} cells")
        arrays: tuple[Any, ...] = (self.hidden_weights, self.hidden_biases, self.output_weights)
        numbers = np.concatenate([array.ravel() for array in arrays])
        if not np.all(np.isfinite([*numbers, self.output_bias, self.low, self.high])):
            raise KatachiError("a weight of the network is not a number")

    def __repr__(self) -> str:
        """Short, for a prompt."""
        hidden, cells = self.hidden_weights.shape
        return f"<ValueNetwork of {board_name(self.game)}: {cells} inputs, {hidden} hidden>"

    def outputs(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """float64 [boards], 0 to 1 before the stretch."""
        from scipy.special import expit  # noqa: PLC0415 - takes longer to import than all else

        hidden = expit(inputs @ self.hidden_weights.T + self.hidden_biases)
        found: NDArray[np.float64] = expit(hidden @ self.output_weights + self.output_bias)
        return found

    def values(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """float64 [positions], each for the player who is to move there."""
        for position in positions[:1]:
            self.check(position)
        if not positions:
            return np.zeros(0)
        return self.low + (self.high - self.low) * self.outputs(board_inputs(positions))

    def facts(self) -> dict[str, Any]:
        """Its size."""
        hidden, cells = self.hidden_weights.shape
        return {"inputs": cells, "hidden": hidden}

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        file = ValueFile(
            game=board_name(self.game),
            card=self.card,
            hidden_weights=_rounded(self.hidden_weights),
            hidden_biases=_rounded(self.hidden_biases),
            output_weights=_rounded(self.output_weights),
            output_bias=float(self.output_bias),
            low=float(self.low),
            high=float(self.high),
        )
        write_network(Path(path), file, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> ValueNetwork:
        """Reads a file; raises `KatachiError`."""
        file = read_network(Path(path))
        if not isinstance(file, ValueFile):
            raise KatachiError(f"'{path}' is a network of another kind")
        return cls.of_file(file)

    @classmethod
    def of_file(cls, file: ValueFile) -> ValueNetwork:
        """From what a file holds."""
        if len({len(row) for row in file.hidden_weights}) != 1:
            raise KatachiError("the rows of hidden_weights differ in length")
        return cls(
            game=board_of_name(file.game),
            hidden_weights=np.array(file.hidden_weights),
            hidden_biases=np.array(file.hidden_biases),
            output_weights=np.array(file.output_weights),
            output_bias=file.output_bias,
            low=file.low,
            high=file.high,
            card=file.card,
        )


def _rounded(array: NDArray[np.float64]) -> list[Any]:
    """Seven digits: what a float32 holds, in a file of half the size."""
    found: list[Any] = np.vectorize(lambda x: float(f"{x:.7g}"))(array).tolist()
    return found
