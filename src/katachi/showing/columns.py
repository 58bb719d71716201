"""Results as plain columns, which every data frame library takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray


class Columns(dict[str, "Sequence[Any] | NDArray[Any]"]):
    """A dictionary from names to columns of equal length.

    `pandas.DataFrame(columns)` and `polars.DataFrame(columns)` both take it, so katachi needs
    neither library. Numbers are NumPy arrays, texts are lists.

    >>> columns = Columns(move=["b2", "a1"], visits=[90, 10])
    >>> columns
    <Columns: move, visits; 2 rows>
    >>> columns["visits"]
    [90, 10]
    """

    @property
    def rows(self) -> int:
        """The length of every column."""
        return len(next(iter(self.values()), ()))

    def __repr__(self) -> str:
        """The names and the number of rows."""
        return f"<Columns: {', '.join(self) or 'none'}; {self.rows:,} rows>"
