"""What all results have in common: a short `repr`, a `print` that fits, HTML in a notebook."""

from __future__ import annotations

import html
import shutil
from collections.abc import Sequence

from katachi.showing.table import Table, fitted

# A prompt of the usual 80 columns.
REPR_WIDTH = 79


class ShowsItself:
    """A result that shows itself, from one line and a few tables.

    A class gives `_headline`, and `_tables` if there is more to say. Data classes need
    `repr=False`, or their generated `repr` wins.
    """

    __slots__ = ()

    def _headline(self) -> str:
        """What matters most, in one line."""
        raise NotImplementedError

    def _tables(self) -> Sequence[Table]:
        """What else people want to see."""
        return ()

    def __repr__(self) -> str:
        """One line for a prompt."""
        return fitted(f"<{type(self).__name__}: {self._headline()}", REPR_WIDTH - 1) + ">"

    def __str__(self) -> str:
        """The line and the tables, as wide as the terminal."""
        width = shutil.get_terminal_size().columns
        return "\n".join(
            [fitted(self._headline(), width), *(table.text(width) for table in self._tables())]
        )

    def _repr_html_(self) -> str:
        headline = f"<p><b>{type(self).__name__}</b>: {html.escape(self._headline())}</p>"
        return "\n".join([headline, *(table.html() for table in self._tables())])
