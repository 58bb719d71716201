"""Arrays in NumPy's own format (`.npy`), read without trust.

NumPy evaluates the header as a Python literal and allocates what it claims. Here a header is what NumPy
writes for plain numbers and nothing else, and an array is exactly as large as its bytes.
"""

from __future__ import annotations

import math
import re
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 1000
MOST_DIMENSIONS = 8
_HEADER = re.compile(
    r"\{'descr': '([<>|][biufSU][0-9]{1,4})', 'fortran_order': (True|False), "
    r"'shape': \(([0-9, ]{0,200})\), \} *\n"
)


class Header(NamedTuple):
    """What an array says about itself; `length` is of the header in bytes."""

    kind: np.dtype[Any]
    is_fortran: bool
    shape: tuple[int, ...]
    length: int

    @property
    def size(self) -> int:
        """Bytes of the numbers."""
        return self.kind.itemsize * math.prod(self.shape)


def read_header(content: bytes) -> Header:
    """The header of a `.npy` file; raises `ValueError`."""
    if content[:6] != MAGIC or content[6:8] not in (b"\x01\x00", b"\x02\x00"):
        raise ValueError("an array does not begin as NumPy writes it")
    width = 2 if content[6] == 1 else 4
    begin = 8 + width
    length = int.from_bytes(content[8:begin], "little")
    if length > LONGEST_HEADER:
        raise ValueError("the header of an array is too long")
    match = _HEADER.fullmatch(content[begin : begin + length].decode("latin-1"))
    if match is None:
        raise ValueError("the header of an array is not one of plain numbers")
    words = [word.strip() for word in match[3].split(",")]
    shape = tuple(int(word) for word in words if word)
    if len(shape) > MOST_DIMENSIONS or not all(re.fullmatch("[0-9]*", word) for word in words):
        raise ValueError(f"an array has the shape ({match[3][:40]})")
    try:
        kind = np.dtype(match[1])
    except TypeError as error:
        raise ValueError(str(error)) from None
    return Header(kind, match[2] == "True", shape, begin + length)


def read_array(content: bytes) -> NDArray[Any]:
    """The array of a `.npy` file; raises `ValueError`."""
    header = read_header(content)
    if header.size != len(content) - header.length:
        raise ValueError(f"an array of shape {header.shape} has {len(content)} bytes")
    order: Literal["F", "C"] = "F" if header.is_fortran else "C"
    flat = np.frombuffer(content, header.kind, offset=header.length)
    # A copy: what is read from bytes cannot be written to.
    return flat.reshape(header.shape, order=order).copy(order=order)
