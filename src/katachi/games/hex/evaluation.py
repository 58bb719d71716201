"""Weights of the evaluation that alpha-beta uses: two-distance."""

from __future__ import annotations

import msgspec

from katachi import _core

# Defaults are written once, in cpp/alphabeta/settings.h.
_DEFAULT = _core.AlphaBetaSettings().distances


class HexWeights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Weights of two-distance: the `distance` itself, and in how many cells it is reached."""

    distance: int = _DEFAULT.distance
    breadth: int = _DEFAULT.breadth
