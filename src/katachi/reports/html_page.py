"""Pages of their own: the frame that all HTML reports share."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

_STYLE = """\
body { font: 16px/1.5 sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-size: 0.85rem; }
td, th { border-bottom: 1px solid #ccc; padding: 0.2rem 0.6rem; text-align: left; }
pre { background: #f4f4f4; padding: 0.7rem; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
"""


def html_page(title: str, parts: Iterable[str]) -> str:
    """A page with a heading; `title` is plain text, the parts are HTML."""
    heading = html.escape(title)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width"/>',
            f"<title>{heading}</title>",
            f"<style>\n{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{heading}</h1>",
            *parts,
            "</body>",
            "</html>\n",
        )
    )


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain texts."""
    lines = ["<table>", f"<tr>{_cells('th', headings)}</tr>"]
    lines += [f"<tr>{_cells('td', row)}</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def _cells(kind: str, texts: Sequence[str]) -> str:
    return "".join(f"<{kind}>{html.escape(text)}</{kind}>" for text in texts)
