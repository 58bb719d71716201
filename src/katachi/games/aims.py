"""How each game is won, in one sentence."""

from __future__ import annotations

AIMS = {
    "othello": "Who has more discs when nobody can move wins; without a move you pass.",
    "go": "Who surrounds more of the board wins; two passes end the game.",
    "hex": "Black joins top and bottom, White left and right.",
    "havannah": "A ring, a bridge of two corners or a fork of three sides wins.",
}
