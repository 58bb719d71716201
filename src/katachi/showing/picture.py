"""A picture that a notebook shows and a file keeps."""

from __future__ import annotations

from pathlib import Path


class Picture(str):
    """The text of an SVG document; a notebook draws it.

    >>> Picture("<svg/>")
    <Picture: 6 characters of SVG; .save(path) writes a file>
    """

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(str(self), encoding="utf-8")

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        """Short: nobody reads SVG at a prompt."""
        return f"<Picture: {len(self):,} characters of SVG; .save(path) writes a file>"
