"""A set of rivals as a file: who they were made for, how, and how strong each one was measured.

JSON with a format name and version. `share` is a rival's share of points against the player, if it
is a program that could be asked (`measured_against`), else against the agent that imitates it:
above one half the rival is stronger than the player, below weaker.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.errors import KatachiError, shown
from katachi.files.json_file import read_structure, write_structure
from katachi.search.judge import JudgeSettings

FORMAT: Final = "katachi rivals 1"


class Rival(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An opponent and its measured strength; `games` 0: not measured."""

    name: str
    agent: AgentFile
    share: float = 0.5
    interval: tuple[float, float] = (0.0, 1.0)
    games: int = 0
    logarithms: tuple[float, float, float] | None = None  # Othello: openness, mobility, stable


class RivalSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rivals from the weakest to the strongest."""

    format: Literal["katachi rivals 1"] = FORMAT
    game: str
    player: str
    weakness: float
    weakness_error: float | None = None  # half its 95 % interval; None for a single game
    weakness_games: int = 0
    judge: JudgeSettings = JudgeSettings()
    rivals: tuple[Rival, ...]
    measured_against: str = ""  # the player as NAME@BUDGET; empty: the agent that imitates it
    made_by: str = ""
    made_from: tuple[tuple[str, str], ...] = ()  # files and their hashes
    settings: dict[str, str | int | float] = {}

    def __post_init__(self) -> None:
        """Somebody must be there, under names of their own."""
        names = [rival.name for rival in self.rivals]
        if not names:
            raise ValueError("a set of rivals needs at least one")
        if len(set(names)) < len(names):
            raise ValueError("two rivals have the same name")

    @property
    def names(self) -> list[str]:
        """From the weakest to the strongest."""
        return [rival.name for rival in self.rivals]

    def rival(self, name: str) -> Rival:
        """A rival by name; raises `KatachiError`."""
        for rival in self.rivals:
            if rival.name == name:
                return rival
        raise KatachiError(f"no rival {shown(name)}; known: {', '.join(self.names)}")

    @property
    def nearest(self) -> Rival:
        """The one nearest to the player's strength: by weakness if all imitate, else as measured."""
        if all(rival.agent.kind == "imitation" for rival in self.rivals):
            return min(
                self.rivals, key=lambda rival: abs(rival.agent.imitation.weakness - self.weakness)
            )
        return min(self.rivals, key=lambda rival: abs(rival.share - 0.5))


def save_rivals(rivals: RivalSet, path: Path, *, overwrite: bool = False) -> None:
    """Writes a set, whole or not at all."""
    write_structure(rivals, path, overwrite=overwrite)


def read_rivals(path: Path) -> RivalSet:
    """Reads a set; raises `KatachiError` that names the file and what is wrong."""
    try:
        return read_structure(path, RivalSet, "set of rivals")
    except FileNotFoundError:
        raise KatachiError(f"there is no file '{path}'") from None
