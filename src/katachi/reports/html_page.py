"""Pages of their own: the frame that all HTML reports share."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

# The desk serves the same file: reports and pages look alike.
STYLE_SHEET = Path(__file__).parent / "style.css"


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
            '<meta name="color-scheme" content="light dark"/>',
            f"<style>\n{STYLE_SHEET.read_text(encoding='utf-8')}</style>",
            "</head>",
            '<body class="report">',
            f"<h1>{heading}</h1>",
            *parts,
            "</body>",
            "</html>\n",
        )
    )
