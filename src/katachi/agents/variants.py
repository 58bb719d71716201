"""Agents that exist as rows of a paper: changes to a base, in the table `variants` of the paper's file.

The files are data of `katachi.papers`, which is above this package: nothing of it is imported, and
nothing but this table is looked at (docs/decisions/0014-a-paper-is-one-file.md).
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import msgspec

from katachi.errors import InvalidSettings

PAPERS = Path(__file__).parents[1] / "papers" / "files"


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An agent by what it changes in another, which is named and may be a variant itself."""

    base: str
    about: str = ""
    changes: dict[str, Any] = {}


class _Paper(msgspec.Struct, frozen=True):
    """Of a paper's file, what makes agents; the rest is not read."""

    variants: dict[str, Variant] = {}


@functools.cache
def variants_by_paper() -> dict[str, dict[str, Variant]]:
    """For the name of every paper its variants, in the order of its file."""
    found = {}
    for path in sorted(PAPERS.glob("*.toml")):
        try:
            paper = msgspec.toml.decode(path.read_bytes(), type=_Paper)
        except msgspec.MsgspecError as error:
            raise InvalidSettings(f"{path.name}: {error}") from None
        if paper.variants:
            found[path.stem] = paper.variants
    return found


def variants() -> dict[str, Variant]:
    """All variants that ship, by name; names are unique (a test).

    >>> variants()["havannah-lgr-1"].base
    'havannah-baseline'
    """
    return {name: one for made in variants_by_paper().values() for name, one in made.items()}
