"""Arrays of which most rows are zero, without those rows and with equal bytes beside each other.

A packed part is the header of the `.npy` file, a bit for every row (1: not zero, the highest bit
first), and of the rows that are left all first bytes of their numbers, then all second bytes, and
so on: deflate finds more in that. Nothing is lost; what is read is the `.npy` file again.
"""

from __future__ import annotations

import io
import math

import numpy as np

from katachi.files.arrays import read_header

# What an array may grow by when its rows of zeros come back, and the bytes that it may always have.
MOST_GROWTH = 64
ALWAYS_ALLOWED = 2**26


def pack(content: bytes) -> bytes:
    """A `.npy` file of plain numbers, packed."""
    array = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
    size = array.itemsize
    rows = np.frombuffer(array.tobytes(), np.uint8)
    rows = rows.reshape(len(array), size * math.prod(array.shape[1:]))
    kept = rows.any(axis=1)
    bytes_of_numbers = rows[kept].reshape(int(kept.sum()) * math.prod(array.shape[1:]), size)
    head = content[: len(content) - array.nbytes]
    return head + np.packbits(kept).tobytes() + bytes_of_numbers.T.tobytes()


def unpack(content: bytes, largest: int) -> bytes:
    """The `.npy` file; raises `ValueError` for damage and for more than `largest` bytes."""
    kind, is_fortran, shape, length = header = read_header(content)
    head = content[:length]
    most = min(largest, max(ALWAYS_ALLOWED, MOST_GROWTH * len(content)))
    if not shape or is_fortran or len(head) + header.size > most:
        raise ValueError("a packed array is too large, or of no rows")
    count, bits, width = shape[0], (shape[0] + 7) // 8, math.prod(shape[1:])
    packed = np.frombuffer(content, np.uint8, offset=len(head))
    kept = np.unpackbits(packed[:bits], count=count).astype(np.bool_)
    left = int(kept.sum())
    planes = packed[bits:].reshape(kind.itemsize, left * width)
    rows = np.zeros((count, width * kind.itemsize), np.uint8)
    rows[kept] = np.ascontiguousarray(planes.T).reshape(left, width * kind.itemsize)
    return head + rows.tobytes()
