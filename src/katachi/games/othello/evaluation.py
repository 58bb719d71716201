"""Weights of the evaluation that alpha-beta uses: discs, moves, frontier, stability, corners."""

from __future__ import annotations

import msgspec

from katachi import _core

# Defaults are written once, in cpp/alphabeta/settings.h.
_DEFAULT = _core.AlphaBetaSettings().discs


class OthelloWeights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a difference of one is worth, in hundredths of a disc (SHAPES, appendix).

    `discs`; `mobility`: legal moves; `openness`: discs beside an empty cell, fewer are better;
    `stable`: discs that can never be flipped; `corners`.
    """

    discs: int = _DEFAULT.discs
    mobility: int = _DEFAULT.mobility
    openness: int = _DEFAULT.openness
    stable: int = _DEFAULT.stable
    corners: int = _DEFAULT.corners
