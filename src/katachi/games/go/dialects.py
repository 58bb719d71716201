"""How programs of Go speak GTP: A1 is the lower left corner, no letter I."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katachi.games.dialect import Dialect

if TYPE_CHECKING:
    from katachi.games.game import Game
    from katachi.games.go.game import Go


def _rules_lines(game: Game) -> tuple[str, ...]:
    go: Go = game  # type: ignore[assignment]  # whose dialect this is
    komi = f"komi {go.komi:g}"
    return (komi, f"fixed_handicap {go.handicap}") if go.handicap else (komi,)


DIALECTS = (
    Dialect(
        "go",
        "gtp",
        "pass",
        speaks=frozenset({"komi", "handicap", "rulesets", "counting"}),
        rows_from_bottom=True,
        rules_lines=_rules_lines,
        any_turn=True,
    ),
)
