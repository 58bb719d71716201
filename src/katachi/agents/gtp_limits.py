"""How a GTP program is told its limits by commands that programs have in common.

`kata-time_settings` (KataGo) knows every clock and fractions of seconds. `kgs-time_settings` (KGS)
and `time_settings` (GTP 2) take whole seconds, unless the program is known to read fractions; a
time below one second cannot be told with them. `time_settings` has Canadian byo-yomi alone:
Fischer's clock becomes main time with the truth in every `time_left`, Japanese periods become one
for each move. Nothing is ever rounded up.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

from katachi.games.outcome import Color
from katachi.search import Budget
from katachi.search.clock import Clock, TimeSystem

KATA, KGS, GTP = "kata-time_settings", "kgs-time_settings", "time_settings"


@dataclass(frozen=True)
class LimitCommands:
    """What a program can be told. `commands`: those it lists; `fractions`: not only by KataGo's."""

    commands: Set[str]
    fractions: bool = False

    def settings(self, budget: Budget) -> tuple[str, ...]:
        """The lines before the first move; none if the program cannot be told."""
        lines = []
        if budget.simulations and "kata-set-param" in self.commands:
            lines.append(f"kata-set-param maxPlayouts {budget.simulations}")
        if budget.clock is not None:
            line = self._clock(budget.clock.system)
        elif budget.seconds and KATA in self.commands:
            line = f"{KATA} byoyomi 0 {budget.seconds:g} 1"
        else:
            period = self._number(budget.seconds)
            line = f"{GTP} 0 {period} 1" if period != "0" and GTP in self.commands else ""
        return (*lines, line) if line else tuple(lines)

    def _clock(self, system: TimeSystem) -> str:
        main, period, count = f"{system.main:g}", f"{system.period:g}", system.count
        if KATA in self.commands:
            words = {
                "absolute": f"absolute {main}",
                "fischer": f"fischer {main} {system.increment:g}",
                "byoyomi": f"byoyomi {main} {period} {count}",
                "canadian": f"canadian {main} {period} {count}",
            }
            return f"{KATA} {words[system.kind]}"
        main, period = self._number(system.main), self._number(system.period)
        if (main, period) == ("0", "0") or (system.period and period == "0"):
            return ""
        if system.kind == "byoyomi" and KGS in self.commands:
            return f"{KGS} byoyomi {main} {period} {count}"
        if GTP not in self.commands:
            return ""
        if system.kind in {"absolute", "fischer"}:
            return f"{GTP} {main} 0 0"
        return f"{GTP} {main} {period} {count if system.kind == 'canadian' else 1}"

    def time_left(self, clock: Clock, color: Color, word: str) -> str:
        """The line before a move; empty if the program has no such command."""
        if "time_left" not in self.commands:
            return ""
        left = clock.of(color)
        exact = self.fractions or KATA in self.commands
        seconds = left.seconds if exact else math.floor(left.seconds)
        count = left.count
        if clock.system.kind == "byoyomi" and not {KATA, KGS} & self.commands:
            count = min(count, 1)
        return f"time_left {word} {seconds:.10g} {count}"

    def _number(self, seconds: float) -> str:
        return f"{seconds:g}" if self.fractions else str(math.floor(seconds))
