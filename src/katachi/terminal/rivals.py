"""Rivals and weaknesses at a terminal."""

from __future__ import annotations

import math

from rich.console import Console
from rich.table import Table

from katachi.matches.figures import UNDEFINED
from katachi.optimising.rivals import WANTED, Rival, RivalSet, Weakness
from katachi.optimising.rivals.individual import varied_weights
from katachi.terminal.console import make_table


def weakness_sentence(found: Weakness) -> str:
    """Who gives away how much, in how many games."""
    error = f" ± {found.error:.4g}" if math.isfinite(found.error) else ""
    games = f"{len(found.games):,}"
    if found.available > len(found.games):
        games += f" of {found.available:,}"
    return f"{found.player}: weakness {found.mean:.4g}{error} in {games} games."


def even_sentence(rivals: list[Rival], wanted: int) -> str:
    """What the games of the measurement say about the promise of the check."""
    low, high = WANTED
    even = sum(low <= rival.share <= high for rival in rivals if rival.games)
    text = f"{even} of {len(rivals)} took {100 * low:.0f} to {100 * high:.0f} % in these games."
    return text if len(rivals) >= wanted else f"No more than {len(rivals)} passed the check. {text}"


def rival_table(console: Console, rivals: RivalSet, following: str = "") -> Table:
    """One line each, with its settings; `following` comes next."""
    table = make_table(console)
    evolved = any(rival.logarithms for rival in rivals.rivals)
    columns = ["rival", "against the player %", "95 % interval", "games"]
    columns += ["depth", *varied_weights(rivals.rivals[0].agent)] if evolved else ["weakness"]
    for column in (*columns, ""):
        table.add_column(column, justify="left" if column == "rival" else "right")
    for rival in rivals.rivals:
        low, high = rival.interval
        settings = (
            (rival.agent.alphabeta.depth, *varied_weights(rival.agent).values())
            if evolved
            else (f"{rival.agent.imitation.weakness:.4g}",)
        )
        table.add_row(
            rival.name,
            f"{100 * rival.share:.1f}" if rival.games else UNDEFINED,
            f"{100 * low:.1f} to {100 * high:.1f}" if rival.games else UNDEFINED,
            str(rival.games),
            *map(str, settings),
            "next" if rival.name == following else "",
        )
    return table
