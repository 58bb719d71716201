"""The weights of a network with a policy and a value head, in whole numbers, and as ONNX.

    planes -> convolution -> blocks -> features [channels], each 0 to 16 (`CEILING`)
    block:  y = ReLU(convolution(x) + pool * means of x)
            x = ReLU(x + convolution(y))
    policy: logit of a place = its features, weighed; of the special move, see below
    pooled: h = ReLU(hidden * means of x + biases); margin, log spread, logit of the special move

Weights of layers are whole numbers of 16 bits, `w / 2 ** shift`, and the core computes with them as
they are (`cpp/knowledge/policy_value_network.h`), so that every machine gets the same. The graph for
ONNX has the same weights as floats and does not round between layers; its logits differ by a few
hundredths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError, shown
from katachi.knowledge.networks.library import library

# Of numbers between layers: binary places, and the largest.
FRACTION = 8
LARGEST = 2**12 - 1
CEILING = LARGEST / 2**FRACTION
MOST_SHIFT = 14
INPUT, LOGITS, VALUES = "planes", "logits", "margin and log spread"
# Old enough for every onnxruntime of the last years, and nothing newer is used.
OPERATORS, VERSION = 13, 8

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class WholeLayer:
    """A convolution: int16 [outputs, inputs, 3, 3], int32 [outputs], binary places of the weights.

    Biases have `FRACTION` + `shift` binary places. `pool`, of the first layer of a block: int16
    [outputs, inputs] for the means of the inputs over the board.
    """

    weights: NDArray[np.int16]
    biases: NDArray[np.int32]
    shift: int
    pool: NDArray[np.int16] | None = None

    @staticmethod
    def of(weights: Floats, biases: Floats, pool: Floats | None = None) -> WholeLayer:
        """The nearest whole numbers, with as many binary places as sums of 32 bits allow."""
        reach = np.abs(weights).reshape(len(weights), -1).sum(axis=1)
        largest = np.abs(weights).max(initial=0.0)
        if pool is not None:
            pool = pool.reshape(len(weights), -1)
            reach += np.abs(pool).sum(axis=1)
            largest = max(largest, np.abs(pool).max(initial=0.0))
        for shift in range(MOST_SHIFT, -1, -1):
            # Half a unit a weight for rounding; the rest is what else is added.
            count = weights[0].size + (0 if pool is None else pool.shape[1])
            sums = LARGEST * (reach * 2**shift + count / 2 + 2 ** (shift + 1))
            sums += np.abs(biases) * 2.0 ** (shift + FRACTION) + 2**shift
            if sums.max() < 2**31 and largest * 2**shift < 2**15 - 1:
                return WholeLayer(
                    np.rint(weights * 2**shift).astype(np.int16),
                    np.rint(biases * 2.0 ** (shift + FRACTION)).astype(np.int32),
                    shift,
                    None if pool is None else np.rint(pool * 2**shift).astype(np.int16),
                )
        raise KatachiError("the weights of the network are too large")

    def rounded(self, places: int) -> WholeLayer:
        """The same with at most so many binary places, to the nearest."""
        fewer = max(0, self.shift - places)
        return WholeLayer(
            np.rint(self.weights / 2**fewer).astype(np.int16),
            np.rint(self.biases / 2**fewer).astype(np.int32),
            self.shift - fewer,
            None if self.pool is None else np.rint(self.pool / 2**fewer).astype(np.int16),
        )

    def floats(self) -> dict[str, Floats]:
        """The same as floats."""
        found = {
            "weights": self.weights / np.float32(2**self.shift),
            "biases": self.biases / np.float32(2 ** (self.shift + FRACTION)),
        }
        if self.pool is not None:
            found["pool"] = self.pool[:, :, None, None] / np.float32(2**self.shift)
        return {name: array.astype(np.float32) for name, array in found.items()}


@dataclass(frozen=True, eq=False)
class PolicyValueWeights:
    """All weights.

    input, layers   the first convolution; two for each block
    policy          a layer with one output, 1 x 1: weights int16 [1, channels, 1, 1]
    hidden          float32 [hidden, channels] and [hidden]
    outputs         float32 [3, hidden] and [3]: margin, log spread, special move
    """

    input: WholeLayer
    layers: tuple[WholeLayer, ...]
    policy: WholeLayer
    hidden: tuple[Floats, Floats]
    outputs: tuple[Floats, Floats]

    @property
    def channels(self) -> int:
        """Of every layer."""
        return len(self.input.biases)

    @property
    def planes(self) -> int:
        """Of the input."""
        return int(self.input.weights.shape[1])

    @staticmethod
    def of(arrays: Mapping[str, Floats]) -> PolicyValueWeights:
        """From floats by name, as `floats` gives them; raises `KatachiError`."""
        try:
            blocks = sum(name.endswith(".pool") for name in arrays)
            layers = [
                WholeLayer.of(
                    arrays[f"layer{number}.weights"],
                    arrays[f"layer{number}.biases"],
                    arrays[f"layer{number}.pool"] if number % 2 == 0 else None,
                )
                for number in range(2 * blocks)
            ]
            return PolicyValueWeights(
                WholeLayer.of(arrays["input.weights"], arrays["input.biases"]),
                tuple(layers),
                WholeLayer.of(arrays["policy.weights"], arrays["policy.biases"]),
                (arrays["hidden.weights"], arrays["hidden.biases"]),
                (arrays["outputs.weights"], arrays["outputs.biases"]),
            )
        except KeyError as error:
            raise KatachiError(f"the network has no {shown(str(error.args[0]))}") from None
        except (ValueError, IndexError) as error:
            raise KatachiError(f"the layers of the network do not fit: {error}") from None

    def floats(self) -> dict[str, Floats]:
        """Everything as floats, by name."""
        named = {"input": self.input, "policy": self.policy}
        named |= {f"layer{number}": layer for number, layer in enumerate(self.layers)}
        found = {
            f"{name}.{part}": array
            for name, layer in named.items()
            for part, array in layer.floats().items()
        }
        for name, (weights, biases) in (("hidden", self.hidden), ("outputs", self.outputs)):
            found |= {f"{name}.weights": weights, f"{name}.biases": biases}
        return found

    def rounded(self, places: int) -> PolicyValueWeights:
        """Layers with at most so many binary places; a file of eight is two thirds as large."""
        if not 1 <= places <= MOST_SHIFT:
            raise KatachiError(f"binary places must be 1 to {MOST_SHIFT}, not {places}")
        layers = tuple(layer.rounded(places) for layer in self.layers)
        return replace(self, input=self.input.rounded(places), layers=layers)

    # Files

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything as it is kept, by name."""
        every = (self.input, *self.layers, self.policy)
        found: dict[str, NDArray[Any]] = {
            "shifts": np.array([one.shift for one in every], np.int32)
        }
        for number, layer in enumerate(every):
            found[f"weights{number}"] = layer.weights
            found[f"biases{number}"] = layer.biases
            if layer.pool is not None:
                found[f"pool{number}"] = layer.pool
        found["hidden"] = np.column_stack(self.hidden).astype(np.float32)
        found["outputs"] = np.column_stack(self.outputs).astype(np.float32)
        return found

    @staticmethod
    def of_arrays(arrays: Mapping[str, NDArray[Any]]) -> PolicyValueWeights:
        """What `arrays` gave; raises `KatachiError`."""
        try:
            shifts = _typed(arrays["shifts"], np.int32, 1)
            layers = []
            for number, shift in enumerate(shifts.tolist()):
                pool = arrays.get(f"pool{number}")
                layers.append(
                    WholeLayer(
                        _typed(arrays[f"weights{number}"], np.int16, 4),
                        _typed(arrays[f"biases{number}"], np.int32, 1),
                        shift,
                        None if pool is None else _typed(pool, np.int16, 2),
                    )
                )
            hidden = _typed(arrays["hidden"], np.float32, 2)
            outputs = _typed(arrays["outputs"], np.float32, 2)
        except KeyError as error:
            raise KatachiError(f"it has no part {shown(str(error.args[0]))}") from None
        pooled = [number for number, layer in enumerate(layers) if layer.pool is not None]
        if len(layers) < 2 or len(layers) % 2 or pooled != list(range(1, len(layers) - 1, 2)):
            raise KatachiError("its layers are no input, blocks and policy")
        return PolicyValueWeights(
            layers[0],
            tuple(layers[1:-1]),
            layers[-1],
            (np.ascontiguousarray(hidden[:, :-1]), np.ascontiguousarray(hidden[:, -1])),
            (np.ascontiguousarray(outputs[:, :-1]), np.ascontiguousarray(outputs[:, -1])),
        )

    # ONNX

    def to_onnx(self, side: int) -> bytes:
        """The graph for any program that reads ONNX; same weights, same bytes."""
        onnx = library("onnx", what="writing a network", extra="network-training")
        helper, floats = onnx.helper, self.floats()
        nodes: list[Any] = []
        constants: list[Any] = []

        def constant(name: str, array: NDArray[Any]) -> str:
            constants.append(onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
            return name

        for name, array in floats.items():
            constant(name, array)
        low, high = (
            constant("zero", np.array(0, np.float32)),
            constant("ceiling", np.array(CEILING, np.float32)),
        )
        places = constant("places of the board", np.array([0, -1], np.int64))

        def node(kind: str, inputs: list[str], output: str, **attributes: object) -> str:
            nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
            return output

        def convolution(name: str, at: str) -> str:
            names = [at, f"{name}.weights", f"{name}.biases"]
            kernel = list(floats[f"{name}.weights"].shape[2:])
            pads = [kernel[0] // 2, kernel[1] // 2] * 2
            return node("Conv", names, f"{name}.sums", kernel_shape=kernel, pads=pads)

        def clip(at: str, output: str) -> str:
            return node("Clip", [at, low, high], output)

        at = clip(convolution("input", INPUT), "input.features")
        for number in range(0, len(self.layers), 2):
            first, second = f"layer{number}", f"layer{number + 1}"
            means = node("ReduceMean", [at], f"{first}.means", axes=[2, 3], keepdims=1)
            pooled = node("Conv", [means, f"{first}.pool"], f"{first}.pooled", kernel_shape=[1, 1])
            sums = node("Add", [convolution(first, at), pooled], f"{first}.with pooled")
            between = clip(sums, f"{first}.features")
            sums = node("Add", [convolution(second, between), at], f"{second}.with input")
            at = clip(sums, f"{second}.features")
        cells = node("Reshape", [convolution("policy", at), places], "cells")
        means = node("ReduceMean", [at], "means", axes=[2, 3], keepdims=0)
        hidden = node("Gemm", [means, "hidden.weights", "hidden.biases"], "hidden", transB=1)
        hidden = node("Relu", [hidden], "hidden.features")
        outputs = node("Gemm", [hidden, "outputs.weights", "outputs.biases"], "outputs", transB=1)
        parts = constant("parts", np.array([2, 1], np.int64))
        nodes.append(helper.make_node("Split", [outputs, parts], [VALUES, "special"], axis=1))
        node("Concat", [cells, "special"], LOGITS, axis=1)

        kind = onnx.TensorProto.FLOAT
        info = helper.make_tensor_value_info
        graph = helper.make_graph(
            nodes,
            "katachi",
            [info(INPUT, kind, ["n", self.planes, side, side])],
            [info(LOGITS, kind, ["n", side * side + 1]), info(VALUES, kind, ["n", 2])],
            constants,
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPERATORS)],
            ir_version=VERSION,
            producer_name="katachi",
        )
        onnx.checker.check_model(model)
        content: bytes = model.SerializeToString(deterministic=True)
        return content

    @staticmethod
    def of_onnx(content: bytes) -> PolicyValueWeights:
        """The weights of a graph like that of `to_onnx`; raises `KatachiError`."""
        onnx = library("onnx", what="reading a network", extra="network-training")
        try:
            model = onnx.load_model_from_string(content)
        except Exception as error:  # of protobuf, whose kinds depend on its version
            raise KatachiError(f"this is no ONNX model: {shown(str(error))}") from None
        return PolicyValueWeights.of(
            {one.name: onnx.numpy_helper.to_array(one) for one in model.graph.initializer}
        )


def _typed(array: NDArray[Any], kind: type[np.generic], dimensions: int) -> NDArray[Any]:
    if array.dtype != kind or array.ndim != dimensions:
        raise KatachiError(f"an array is {array.dtype} in {array.ndim} dimensions")
    return np.ascontiguousarray(array)
