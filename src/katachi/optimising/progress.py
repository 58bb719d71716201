"""How far an optimisation is that consists of several searches or matches.

A single search tells its `SearchState` after every step instead.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """`done` of `total` work, as far as that is known, and what is being done."""

    done: float
    total: float
    text: str
