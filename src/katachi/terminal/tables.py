"""Tables in which no figure is ever cut: names and sentences give way, and then the edge."""

from __future__ import annotations

import re

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

# Columns of words are not made narrower than this.
NARROWEST_WORDS = 8

_LETTERS = re.compile(r"[^\W\d_]{2}")


class FigureTable(Table):
    """A table for a console of any width; what stands in cells is text, never markup."""

    def add_row(self, *cells: RenderableType | None, **options: object) -> None:
        """A row; brackets in texts are brackets."""
        plain = [Text(cell) if isinstance(cell, str) else cell for cell in cells]
        super().add_row(*plain, **options)  # type: ignore[arg-type]  # options of rich, passed on

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Narrows the widest columns until the table fits; figures keep their width."""
        natural = [
            self._measure_column(console, options.update(max_width=10_000), column).maximum
            for column in self.columns
        ]
        least = [min(width, self._least_width(number)) for number, width in enumerate(natural)]
        widths = narrowed(natural, least, options.max_width - self._extra_width)
        for number, column in enumerate(self.columns):
            if widths[number] < natural[number]:
                column.no_wrap, column.overflow = False, "fold"
                column.width = widths[number] - self._get_padding_width(number)
        needed = sum(widths) + self._extra_width
        if needed > options.max_width:
            options = options.update(width=needed)
        yield from super().__rich_console__(console, options)

    def _least_width(self, number: int) -> int:
        """The longest figure of a column, with its padding."""
        column = self.columns[number]
        words = [
            word
            for cell in (column.header, *column.cells)
            for word in (cell.plain if isinstance(cell, Text) else str(cell)).split()
        ]
        figures = [len(word) for word in words if is_figure(word)]
        return max([NARROWEST_WORDS, *figures]) + self._get_padding_width(number)


def is_figure(word: str) -> bool:
    """Whether a word is a number in any dress, and not a name with digits.

    >>> [is_figure(word) for word in ("12.5/20", "(55.2,", "0.05s", "hex11", "uct[a=0.3]")]
    [True, True, True, False, False]
    """
    return any(map(str.isdigit, word)) and not _LETTERS.search(word) and "=" not in word


def narrowed(natural: list[int], least: list[int], width: int) -> list[int]:
    """Widths of columns that together fit, if that is possible: the widest give way first.

    >>> narrowed([30, 6, 20], [8, 6, 8], 40), narrowed([30, 6], [10, 6], 12)
    ([17, 6, 17], [10, 6])
    """
    widths = list(natural)
    while sum(widths) > width:
        shrinkable = [i for i, one in enumerate(widths) if one > least[i]]
        if not shrinkable:
            break
        widths[max(shrinkable, key=lambda i: widths[i])] -= 1
    return widths
