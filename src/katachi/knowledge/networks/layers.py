"""The weights of a convolutional network, and the ONNX model that they make.

    planes [positions, planes, side, side]
    -> convolution 3 x 3 with zeros around the board, ReLU; as often as there are layers
    -> cells: convolution 1 x 1 to one number a place, plus a bias of the place
    -> special move (pass, swap): the mean of each channel over all places, weighed
    -> logits [positions, side * side + 1]

The model is written node by node with the `onnx` package, whatever library found the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.knowledge.networks.library import library

Array = NDArray[np.float32]

INPUT, OUTPUT = "planes", "logits"
# Old enough for every onnxruntime of the last years, and nothing newer is used.
OPERATORS, VERSION = 13, 8


@dataclass(frozen=True, eq=False)
class Layers:
    """Weights of all layers.

    convolutions     for each layer float32 [channels, channels before, 3, 3] and [channels]
    cell_weights     float32 [channels]
    cell_biases      float32 [side, side]
    special_weights  float32 [channels]
    special_bias     float32 [1]
    """

    convolutions: tuple[tuple[Array, Array], ...]
    cell_weights: Array
    cell_biases: Array
    special_weights: Array
    special_bias: Array

    def __post_init__(self) -> None:
        """Sizes must fit, and numbers must be numbers."""
        if not self.convolutions:
            raise KatachiError("a network has at least one layer")
        before = self.convolutions[0][0].shape[1]
        for weights, biases in self.convolutions:
            if weights.shape != (biases.size, before, 3, 3) or biases.ndim != 1:
                raise KatachiError("the layers of the network do not fit each other")
            before = biases.size
        last = (self.cell_weights.shape, self.special_weights.shape, self.special_bias.shape)
        if last != ((before,), (before,), (1,)):
            raise KatachiError("the last layers of the network do not fit the others")
        if self.cell_biases.ndim != 2 or len({*self.cell_biases.shape}) != 1:
            raise KatachiError("the board of the network is not a square")
        for array in self.arrays().values():
            if not np.all(np.isfinite(array)):
                raise KatachiError("a weight of the network is not a number")

    @property
    def planes(self) -> int:
        """Planes of the input."""
        return int(self.convolutions[0][0].shape[1])

    @property
    def side(self) -> int:
        """Width and height of a plane."""
        return int(self.cell_biases.shape[0])

    def arrays(self) -> dict[str, Array]:
        """All weights by name."""
        named = {}
        for number, (weights, biases) in enumerate(self.convolutions):
            named[f"layer{number}.weights"] = weights
            named[f"layer{number}.biases"] = biases
        return named | {
            "cells.weights": self.cell_weights,
            "cells.biases": self.cell_biases,
            "special.weights": self.special_weights,
            "special.bias": self.special_bias,
        }

    def to_onnx(self) -> bytes:
        """The model, complete in itself; same weights, same bytes."""
        onnx = library("onnx", what="writing a network", extra="network-training")
        helper = onnx.helper
        side, channels = self.side, self.cell_weights.size
        shapes = {
            "cells.weights": (1, channels, 1, 1),
            "cells.biases": (1, 1, side, side),
            "special.weights": (channels, 1),
        }
        constants = [
            onnx.numpy_helper.from_array(
                np.ascontiguousarray(array.reshape(shapes.get(name, array.shape)), np.float32), name
            )
            for name, array in self.arrays().items()
        ]
        nodes: list[Any] = []

        def node(kind: str, inputs: list[str], output: str, **attributes: object) -> str:
            nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
            return output

        at = INPUT
        for number in range(len(self.convolutions)):
            names = [at, f"layer{number}.weights", f"layer{number}.biases"]
            sums = node("Conv", names, f"sums{number}", kernel_shape=[3, 3], pads=[1, 1, 1, 1])
            at = node("Relu", [sums], f"features{number}")
        cells = node("Conv", [at, "cells.weights"], "cells", kernel_shape=[1, 1])
        cells = node("Add", [cells, "cells.biases"], "biased")
        cells = node("Flatten", [cells], "flat", axis=1)
        means = node("GlobalAveragePool", [at], "means")
        means = node("Flatten", [means], "flat_means", axis=1)
        special = node("Gemm", [means, "special.weights", "special.bias"], "special")
        node("Concat", [cells, special], OUTPUT, axis=1)

        kind = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            nodes,
            "katachi",
            [helper.make_tensor_value_info(INPUT, kind, ["n", self.planes, side, side])],
            [helper.make_tensor_value_info(OUTPUT, kind, ["n", side * side + 1])],
            constants,
        )
        operators = [helper.make_opsetid("", OPERATORS)]
        model = helper.make_model(
            graph, opset_imports=operators, ir_version=VERSION, producer_name="katachi"
        )
        onnx.checker.check_model(model)
        content: bytes = model.SerializeToString(deterministic=True)
        return content
