"""Where long work stands, in a file: the same work goes on from there and ends with the same result.

A checkpoint is a NumPy archive without pickles: arrays, and a head with a few numbers.
"""

from __future__ import annotations

import hashlib
import io
import json
import time
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError, shown
from katachi.files.arrays import read_array
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.files.reading import read_bytes
from katachi.files.zip_directory import open_zip, read_part

# Seconds between checkpoints.
SECONDS_BETWEEN = 60.0
_HEAD = "head"
LARGEST = 2**34  # bytes
# What reading raises when the file is no archive, or not one of ours.
_DAMAGES = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RuntimeError,  # RecursionError among them
    MemoryError,
    zipfile.BadZipFile,
    zlib.error,
)


class Standing(NamedTuple):
    """What a checkpoint keeps: numbers for JSON, and arrays."""

    head: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


class Checkpoint:
    """The file of one piece of work; `identity` is what it must agree with.

    That is for JSON, but may have arrays, which are represented by their digests.
    """

    def __init__(self, path: Path, form: str, identity: Mapping[str, object]) -> None:
        """Reads and writes nothing, but raises `KatachiError` if the file could not be written."""
        check_vacant(path, overwrite=True)
        self.path = path
        self._form = form
        self._identity = json.loads(json.dumps(identity, default=_plain))
        self._written = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the last one is old enough for another."""
        return time.monotonic() - self._written >= SECONDS_BETWEEN

    def write(self, standing: Standing) -> None:
        """Replaces what is there, completely or not at all."""
        self._written = time.monotonic()
        head = {"format": self._form, "identity": self._identity, **standing.head}
        arrays = {**standing.arrays, _HEAD: np.frombuffer(json.dumps(head).encode(), np.uint8)}
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)  # type: ignore[arg-type] # a stub knows only one keyword
        write_atomically(self.path, buffer.getvalue(), overwrite=True)

    def try_to_write(self, standing: Standing) -> None:
        """The same, but work that goes well is not ended by a full disk: it warns."""
        try:
            self.write(standing)
        except KatachiError as error:
            warnings.warn(f"no checkpoint: {error}", RuntimeWarning, stacklevel=2)

    def read(self) -> Standing | None:
        """What is there, None without a file; raises `KatachiError`."""
        if not self.path.exists():
            return None
        try:
            content = read_bytes(self.path, LARGEST)
            with open_zip(content) as archive:
                arrays = {
                    name.removesuffix(".npy"): read_array(read_part(archive, name, len(content)))
                    for name in archive.namelist()
                }
            head = json.loads(arrays.pop(_HEAD).tobytes())
            form, identity = head.pop("format"), head.pop("identity")
        except _DAMAGES as error:
            raise self.damaged(error) from None
        if form != self._form:
            raise KatachiError(f"'{self.path}' has the format {shown(str(form))}, not {self._form}")
        if identity != self._identity:
            raise KatachiError(
                f"'{self.path}' is the checkpoint of work with other settings or games; remove it "
                "to begin anew"
            )
        return Standing(head, arrays)

    def damaged(self, error: object) -> KatachiError:
        """What to raise when the content makes no sense."""
        return KatachiError(f"'{self.path}' is not a checkpoint: {error}")

    def remove(self) -> None:
        """The work is done."""
        self.path.unlink(missing_ok=True)


def _plain(value: Any) -> object:  # noqa: ANN401 - what JSON has no form for
    return value.item() if isinstance(value, np.generic) else digest_of_arrays(value)


def checkpoint_beside(output: Path) -> Path:
    """Where a command keeps the checkpoint of what will be `output`."""
    return output.with_name(f"{output.name}.checkpoint")


def digest_of_arrays(*arrays: NDArray[Any]) -> str:
    """Names the numbers and their order."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def digest_of_text(*texts: str) -> str:
    """Names the texts and their order."""
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()
