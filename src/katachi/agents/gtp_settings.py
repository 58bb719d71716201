"""How to start a GTP program and talk to it, and the words in its commands that stand for numbers.

    {seed}          of the game
    {seconds}       for one move, as short as it can be written: 0.3
    {milliseconds}  the same, a whole number
    {simulations}   for one move
    {size}          of the board, in `boardsize` alone

A line whose word has no value, such as {simulations} in a match by time, is not sent; on the
command line it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from katachi.errors import InvalidSettings, shown
from katachi.search import Budget

LARGEST_SEED = 2**31 - 1  # GTP's largest integer
MOST_MEGABYTES = 2**30
MOST_PROCESSES = 2**22
BUDGET_WORDS = frozenset({"seconds", "milliseconds", "simulations"})
_WORD = re.compile(r"\{(seed|seconds|milliseconds|simulations)\}")
_SIZES = re.compile(r"[^{}]*\{size\}([^{}]|\{size\})*")


class GtpSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to start a program and talk to it.

    `command`: the program and its arguments. `dialect`: empty for the game's own. `startup`:
    commands sent once after the start; `new_game`: before every game; `before_move`: before every
    move of the program. `time`: `auto` tells limits by `kata-time_settings`, `kgs-time_settings` or
    `time_settings`, the last two in whole seconds; `fractions`: they take fractions, too; `own`:
    the program knows its limits itself. Where a command holds {seconds}, {milliseconds} or
    {simulations}, the program gets its limits that way alone. `boardsize`: what follows that
    command, such as "{size} {size}"; empty: as the dialect has it. `first`: the colour that begins
    in the program; empty: as the dialect has it. `cleanup`: a program that would leave dead stones
    on the board is asked to take them off (`kgs-genmove_cleanup`), for katachi counts every stone
    as alive. `move_timeout`: seconds for one move, on top of the budget; `answer_timeout`: for
    every other answer. `folder`: where the program runs. `megabytes`, `processes`: limits of the
    program and all that it starts, together; 0: none; kept on Linux alone.
    """

    command: tuple[str, ...] = ()
    dialect: str = ""
    startup: tuple[str, ...] = ()
    new_game: tuple[str, ...] = ()
    before_move: tuple[str, ...] = ()
    time: Literal["auto", "fractions", "own"] = "auto"
    boardsize: str = ""
    first: Literal["", "black", "white"] = ""
    cleanup: bool = False
    move_timeout: float = 60.0
    answer_timeout: float = 30.0
    folder: str | None = None
    megabytes: int = 0
    processes: int = 0

    def __post_init__(self) -> None:
        """Refuses time-outs that never end, and boards without a size."""
        for name in ("move_timeout", "answer_timeout"):
            if not 0 < getattr(self, name) < 1e6:
                raise InvalidSettings(f"gtp.{name} must be above 0 and below a million")
        for name, most in (("megabytes", MOST_MEGABYTES), ("processes", MOST_PROCESSES)):
            if not 0 <= getattr(self, name) <= most:
                raise InvalidSettings(f"gtp.{name} must be 0 to {most}")
        if self.boardsize and not _SIZES.fullmatch(self.boardsize):
            raise InvalidSettings(
                f"gtp.boardsize must hold {{size}} and no other braces, not {shown(self.boardsize)}"
            )

    @property
    def fixes_budget(self) -> bool:
        """Whether a budget is part of what the program hears before the first move of a game."""
        return any(map(names_budget, (*self.command, *self.startup, *self.new_game)))

    @property
    def names_budget(self) -> bool:
        """Whether any of the program's own commands holds the budget."""
        return self.fixes_budget or any(map(names_budget, self.before_move))


def names_budget(text: str) -> bool:
    """Whether a text holds a word for a part of the budget.

    >>> names_budget("time -m {seconds}"), names_budget("set_random_seed {seed}")
    (True, False)
    """
    return not BUDGET_WORDS.isdisjoint(_WORD.findall(text))


def values_of(seed: int, budget: Budget | None) -> dict[str, str]:
    """What the words stand for; those that the budget does not have are missing.

    >>> values_of(7, Budget(seconds=0.25))
    {'seed': '7', 'seconds': '0.25', 'milliseconds': '250'}
    """
    values = {"seed": str(seed % LARGEST_SEED)}
    if budget is not None and budget.seconds:
        values["seconds"] = f"{budget.seconds:.6f}".rstrip("0").rstrip(".")
        values["milliseconds"] = str(max(1, round(1000 * budget.seconds)))
    if budget is not None and budget.simulations:
        values["simulations"] = str(budget.simulations)
    return values


def filled(text: str, values: Mapping[str, str]) -> str | None:
    """The text with numbers for words; None if one of them has no value.

    >>> filled("time -m {seconds}", {"seconds": "0.3"}), filled("level {simulations}", {})
    ('time -m 0.3', None)
    """
    if any(word not in values for word in _WORD.findall(text)):
        return None
    return _WORD.sub(lambda match: values[match[1]], text)
