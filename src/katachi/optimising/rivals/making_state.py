"""What decides which rivals come out, how far their making is, and the file that keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from katachi.errors import KatachiError
from katachi.files.json_file import read_structure, write_structure
from katachi.matches.ratings.counts import GameCounts
from katachi.optimising.rivals.evolution import MggSettings, MggState
from katachi.optimising.rivals.individual import Genes
from katachi.search.judge import JudgeSettings

FORMAT: Final = "katachi rivals in the making 2"

# Losses, draws, wins.
Triple = tuple[int, int, int]


class MakingPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides which rivals come out.

    `pairs` of games judge an individual during the evolution, `check_pairs` afterwards,
    `final_pairs` measure those that are handed out. `keep`: the number of rivals; if fewer pass the
    check, the evolution goes on for up to `more_cycles`. `target`: the player as NAME@BUDGET, if it
    is a program.
    """

    game: str
    weakness: float
    judge: JudgeSettings = JudgeSettings()
    mgg: MggSettings = MggSettings()
    depth: int = 0
    pairs: int = 20
    check_pairs: int = 200
    final_pairs: int = 100
    opening_plies: int = 6
    keep: int = 5
    more_cycles: int = 48
    target: str = ""

    def __post_init__(self) -> None:
        """Refuses what cannot be played."""
        if not 0 <= self.depth <= 8 or self.keep < 1:
            raise KatachiError("rivals search 0 (any) to 8 plies, and at least one is kept")
        if self.check_pairs < 1:
            raise KatachiError("a check needs at least one pair of games")


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """An individual and its losses, draws, wins in the check."""

    genes: Genes
    counts: Triple

    @property
    def share(self) -> float:
        """Of the points."""
        return GameCounts(*self.counts).share


class Making(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far it is. `tried`: mean fitness by depth; `measured`: losses, draws, wins of each rival.

    `flattery`: the mean share of the last population in the evolution's games, less that in the
    check.
    """

    format: Literal["katachi rivals in the making 2"] = FORMAT
    plan: MakingPlan
    tried: tuple[float, ...] = ()
    state: MggState | None = None
    checked: tuple[Checked, ...] = ()
    flattery: float = 0.0
    measured: tuple[Triple, ...] = ()


class MakingFile:
    """The file of rivals in the making, written whenever something is new."""

    def __init__(self, path: Path, plan: MakingPlan) -> None:
        """Goes on with what is there; raises `KatachiError` if that is of another plan."""
        self._path = path
        self.making = read_making(path, plan)

    def keep(self, **changes: object) -> None:
        """Writes the state with something new."""
        self.making = msgspec.structs.replace(self.making, **changes)
        write_structure(self.making, self._path, overwrite=True)


def read_making(path: Path, plan: MakingPlan) -> Making:
    """The state in a file, if it is of this plan; raises `KatachiError` otherwise."""
    try:
        making = read_structure(path, Making, "state of rivals in the making; remove it")
    except FileNotFoundError:
        return Making(plan=plan)
    if making.plan != plan:
        raise KatachiError(f"'{path}' belongs to other rivals; remove it to begin again")
    return making


def triple(counts: GameCounts) -> Triple:
    """Counts as the file has them."""
    return (counts.losses, counts.draws, counts.wins)
