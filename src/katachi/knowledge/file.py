"""Knowledge files: a zip archive with text and plain arrays; docs/guide/knowledge-files.md.

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
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError, shown
from katachi.features import FeatureSet, parse_feature_set
from katachi.knowledge.card import Card
from katachi.records.atomic_file import write_atomically

FORMAT = "katachi-knowledge"
VERSION = 1
SEPARATOR = "\n--------\n"
# No part of a file may unpack to more.
LARGEST_PART = 2**30
# The same time in every archive, so that equal knowledge has equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)


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
    texts = {
        "format": f"{FORMAT} {VERSION}\n".encode(),
        "card.json": msgspec.json.format(msgspec.json.encode(knowledge.card), indent=2),
        "features.txt": SEPARATOR.join(one.text for one in knowledge.features).encode(),
        "weights.npy": _array_bytes(knowledge.weights.astype("<f4")),
        "appearances.npy": _array_bytes(knowledge.appearances.astype("<u4")),
    }
    if knowledge.factors is not None:
        texts["factors.npy"] = _array_bytes(knowledge.factors.astype("<f4"))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in texts.items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED, 9)
    write_atomically(path, buffer.getvalue(), overwrite=overwrite)


def read_parts(path: Path) -> Parts:
    """Reads a knowledge file; raises `KatachiError` that names the file and what is wrong."""
    try:
        with zipfile.ZipFile(path) as archive:
            head = _part(archive, "format").decode("ascii", "replace").split()
            if head[:1] != [FORMAT]:
                raise KatachiError(f"it does not begin with {FORMAT}")
            if head != [FORMAT, str(VERSION)]:
                raise KatachiError(f"version {shown(' '.join(head[1:]))} is unknown")
            texts = _part(archive, "features.txt").decode().split(SEPARATOR)
            return Parts(
                features=tuple(parse_feature_set(text) for text in texts),
                weights=_array(_part(archive, "weights.npy"), "<f4").astype(np.float32, copy=False),
                appearances=_array(_part(archive, "appearances.npy"), "<u4").astype(
                    np.uint32, copy=False
                ),
                card=msgspec.json.decode(_part(archive, "card.json"), type=Card),
                factors=(
                    _array(_part(archive, "factors.npy"), "<f4").astype(np.float32, copy=False)
                    if "factors.npy" in archive.namelist()
                    else None
                ),
            )
    except KatachiError as error:
        raise KatachiError(f"'{path}' is not a knowledge file: {error}") from None
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror or error}") from None
    except _DAMAGE as error:
        raise KatachiError(f"'{path}' is not a knowledge file: {error}") from None


# What zipfile, NumPy and msgspec say about damaged content.
_DAMAGE: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    msgspec.MsgspecError,
    UnicodeDecodeError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        info = archive.getinfo(name)
    except KeyError:
        raise KatachiError(f"there is no part {name!r}") from None
    if info.file_size > LARGEST_PART:
        raise KatachiError(f"the part {name!r} is too large")
    with archive.open(info) as file:
        # The size in the directory may lie.
        content = file.read(LARGEST_PART + 1)
    if len(content) > LARGEST_PART:
        raise KatachiError(f"the part {name!r} is too large")
    return content


def _array_bytes(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(
        buffer, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False
    )
    return buffer.getvalue()


def _array(content: bytes, kind: str) -> NDArray[Any]:
    array: NDArray[Any] = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
    if array.dtype != np.dtype(kind):
        raise KatachiError(f"an array is of type {array.dtype}, not {np.dtype(kind)}")
    return array
