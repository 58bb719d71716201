"""Small tables as HTML for notebooks and reports, and as text that fits a terminal."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

CUT = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Table:
    """Headings and rows of plain text; `note` says what was left out.

    >>> print(Table(("move", "visits"), (("b2", "90"), ("a1", "10"))).text())
    move  visits
    b2        90
    a1        10
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def text(self, width: int = 80) -> str:
        """Lines of at most `width` characters; columns of numbers are on the right."""
        columns = [_aligned(column) for column in zip(self.headings, *self.rows, strict=True)]
        lines = ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]
        return "\n".join(fitted(line, width) for line in (*lines, self.note) if line)

    def html(self) -> str:
        """A table, and the note below it."""
        note = f"\n<p>{html.escape(self.note)}</p>" if self.note else ""
        return html_table(self.headings, self.rows) + note


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain texts."""
    lines = ["<table>", f"<tr>{_cells('th', headings)}</tr>"]
    lines += [f"<tr>{_cells('td', row)}</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def _aligned(column: tuple[str, ...]) -> list[str]:
    """A heading and its cells, all as wide as the widest."""
    room = max(map(len, column))
    numbers = all(cell[:1] in "+-.0123456789" for cell in column[1:]) and any(column[1:])
    return [cell.rjust(room) if numbers else cell.ljust(room) for cell in column]


def fitted(line: str, width: int) -> str:
    """A line cut to a width.

    >>> fitted("one two three", 8)
    'one two…'
    """
    return line if len(line) <= width else line[: max(1, width) - 1].rstrip() + CUT


def _cells(kind: str, texts: Sequence[str]) -> str:
    return "".join(f"<{kind}>{html.escape(text)}</{kind}>" for text in texts)
