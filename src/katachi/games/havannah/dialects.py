"""How programs of Havannah speak GTP.

castro   For HavannahGui, castro and morat: row letter and column of the whole board. White begins
         there; katachi's first player, Black, is White in this dialect.
gogui    For GoGui: vertices in Go style, rules by `gogui-rules_*`. A board of side n has size
         2n - 1.
"""

from __future__ import annotations

from dataclasses import replace

from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.swap import GOGUI_WITH_SWAP, is_swap_allowed


def _castro_lines(game: Game) -> tuple[str, ...]:
    return ("swap 1",) if is_swap_allowed(game) else ()


DIALECTS = (
    Dialect(
        "castro",
        "havannahgui",
        "swap",
        first="white",
        capitals=False,
        speaks=frozenset({"komi", "castro"}),
        rules_lines=_castro_lines,
        resignation="",
        plays_resignation=True,
    ),
    replace(GOGUI_WITH_SWAP, speaks=frozenset({"komi", "gogui-rules"}), whole_board=True),
)
