"""Knowledge files: a zip archive with text and plain arrays; docs/how-to/knowledge-files.md.

    format            katachi-knowledge 1
    card.json         the card
    features.txt      the feature sets, one after another, with a line of dashes between them
    weights.npy       float32 [levels]
    appearances.npy   uint32 [levels]
    factors.npy       float32 [levels, k], only with factors

Nothing in it is executed when it is read, and sizes are limited. Same knowledge, same bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.features import FeatureSet, parse_feature_set
from katachi.files.arrays import read_array
from katachi.knowledge.archive import Format, open_archive, write_archive
from katachi.knowledge.card import Card

FORMAT = Format("katachi-knowledge", 1, "knowledge file", largest=2**28)
SEPARATOR = "\n--------\n"


@dataclass(frozen=True)
class Parts:
    """What a knowledge file holds."""

    features: tuple[FeatureSet, ...]
    weights: NDArray[np.float32]
    appearances: NDArray[np.uint32]
    card: Card
    factors: NDArray[np.float32] | None


class _Writable(Protocol):
    @property
    def features(self) -> tuple[FeatureSet, ...]: ...
    @property
    def weights(self) -> NDArray[np.float32]: ...
    @property
    def appearances(self) -> NDArray[np.uint32]: ...
    @property
    def card(self) -> Card: ...
    @property
    def factors(self) -> NDArray[np.float32] | None: ...


def write_parts(path: Path, knowledge: _Writable, *, overwrite: bool = False) -> None:
    """Writes a knowledge file."""
    parts = {
        "card.json": msgspec.json.format(msgspec.json.encode(knowledge.card), indent=2),
        "features.txt": SEPARATOR.join(one.text for one in knowledge.features).encode(),
        "weights.npy": _array_bytes(knowledge.weights.astype("<f4")),
        "appearances.npy": _array_bytes(knowledge.appearances.astype("<u4")),
    }
    if knowledge.factors is not None:
        parts["factors.npy"] = _array_bytes(knowledge.factors.astype("<f4"))
    write_archive(path, FORMAT, parts, overwrite=overwrite)


def read_parts(path: Path) -> Parts:
    """Reads a knowledge file; raises `KatachiError` that names the file and what is wrong."""
    with open_archive(path, FORMAT) as archive:
        texts = archive.part("features.txt").decode().split(SEPARATOR)
        factors = archive.part("factors.npy") if "factors.npy" in archive else None
        return Parts(
            features=tuple(parse_feature_set(text) for text in texts),
            weights=_floats(archive.part("weights.npy")),
            appearances=_array(archive.part("appearances.npy"), "<u4").astype(
                np.uint32, copy=False
            ),
            card=msgspec.json.decode(archive.part("card.json"), type=Card),
            factors=None if factors is None else _floats(factors),
        )


def _floats(content: bytes) -> NDArray[np.float32]:
    return _array(content, "<f4").astype(np.float32, copy=False)


def _array_bytes(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(
        buffer, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False
    )
    return buffer.getvalue()


def _array(content: bytes, kind: str) -> NDArray[Any]:
    array = read_array(content)
    if array.dtype != np.dtype(kind):
        raise KatachiError(f"an array is of type {array.dtype}, not {np.dtype(kind)}")
    return array
