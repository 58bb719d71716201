"""Docstrings as Markdown: examples and lists of fields in fences.

A prompt (`>>>`) is a quotation in Markdown, and lines such as `kind    uint16 [games]` flow
together. Griffe calls this for every object that a page of the reference shows.
"""

from __future__ import annotations

import re
from typing import Any

import griffe  # type: ignore[import-not-found, unused-ignore]

PROMPT = re.compile(r"^\s*(>>>|\.\.\.) ?")
FIELD = re.compile(r"^\s*\w+ {2,}\S")


class Fences(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Puts code and lists of fields into fences."""

    def on_object(self, *, obj: Any, **_: object) -> None:  # noqa: ANN401 - a type of Griffe
        """Rewrites one docstring."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with examples in `pycon` fences and field lists in `text` fences.

    An example ends at an empty line, as doctest has it.
    """
    lines: list[str] = []
    language = ""
    for line in text.splitlines():
        if language == "pycon" and line.strip():
            lines.append(line)
            continue
        wanted = "pycon" if PROMPT.match(line) else "text" if FIELD.match(line) else ""
        if language == "text" and line.startswith("    ") and line.strip():
            wanted = "text"  # a field that goes on
        if wanted != language:
            lines += [*(["```", ""] if language else []), *(["", f"```{wanted}"] if wanted else [])]
            language = wanted
        lines.append(line)
    return "\n".join([*lines, *(["```"] if language else [])])
