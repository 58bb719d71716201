"""How a check says that it did not pass."""

from __future__ import annotations


class Wrong(Exception):
    """The check fails; the text says why."""


class Doubtful(Exception):
    """Allowed, but likely to surprise a controller."""


class Skipped(Exception):
    """The check does not apply."""
