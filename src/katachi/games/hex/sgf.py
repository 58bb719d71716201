"""Hex in SGF.

`GM[11]`. Points are a1 from the upper left; the swap is `swap-pieces`, which reflects the stone and
changes its colour, and Black moves next.

Real files also write it where the players changed sides instead (HexGui 0 and 1.0, Hex-benzene), so
the next move decides: if the colour that swapped moves again, the sides were changed. Such a game
is read in the mirror, where it is one with `swap-pieces`; its result names the players, of whom
Black began.
"""

from __future__ import annotations

import re

from katachi.games.game import Game
from katachi.games.sgf_form import ReadMoves, SgfFile, SgfForm, allowing_swap

# These wrote swap-pieces for a change of sides.
_OLD_PROGRAMS = re.compile(r"HexGui:0\.|HexGui:1\.0|Hex-benzene")


class HexForm(SgfForm):
    """With the several meanings of a swap."""

    def meant(self, moves: ReadMoves, file: SgfFile) -> ReadMoves:
        """The same game with our meaning of the swap."""
        special = len(moves.game.moves) - 1
        numbers, colors = moves.numbers, moves.colors
        if special not in numbers:
            return moves
        moves = allowing_swap(moves)
        if numbers.index(special) != 1 or special in numbers[2:]:
            return moves  # illegal, as replaying will say
        if len(colors) > 2:
            sides = colors[2] == colors[1]
        else:
            text = file.moves[1][1].strip().lower()
            sides = text == "swap-sides" or bool(_OLD_PROGRAMS.search(file.text("AP")))
        if not sides:
            return moves
        mirrored = [_mirror(moves.game, number) for number in numbers[2:]]
        turned = [1 - color for color in colors[2:]]
        return ReadMoves(
            moves.game, [*numbers[:2], *mirrored], [*colors[:2], *turned], exchanged=True
        )


def _mirror(game: Game, number: int) -> int:
    row, column = divmod(number, game.size)
    return column * game.size + row


FORM = HexForm(
    "11",
    ("hex", "littlegolem"),
    "swap-pieces",
    ("swap", "swap-pieces", "swap-sides"),
    resigns=("resign", "forfeit"),
)
