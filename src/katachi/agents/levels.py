"""Levels of play, 1 to 10: opponents for people, each a step above the one before.

A level is an agent with a budget of its own, and a temperature on the lower ones; it plays the same
on every machine. The steps and how they were measured: docs/how-to/levels.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import msgspec

from katachi.errors import KatachiError

LOWEST, HIGHEST = 1, 10
FEWEST = 10  # simulations of the lowest level where nothing was measured
FILE = Path(__file__).parent / "levels.toml"
_NAME = re.compile(r"level-([0-9]{1,2})")


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a level of a game plays, and what it scored against the one below.

    `temperature`: moves are drawn by visits to the power of 1 / temperature, 0: the best is played.
    `depth` and `endgame_empties`: of alpha-beta agents. `share` of the points in per cent of
    `games`, with its 95 % interval; level 1 has nobody below.
    """

    agent: str
    simulations: int = 0
    depth: int = 0
    endgame_empties: int = 0
    temperature: float = 0.0
    share: float = 0.0
    interval: tuple[float, float] = (0.0, 100.0)
    games: int = 0


class Ladder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The levels of one game, from the lowest, and the board on which they were measured."""

    board: str
    openings: str
    levels: tuple[Level, ...]


@cache
def ladders() -> dict[str, Ladder]:
    """By the name of the game."""
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, Ladder])


def level_of(game_name: str, level: int) -> Level:
    """How a level of a game plays.

    A game that nobody has measured has plain UCT, each level with twice the simulations of the one below.
    """
    checked_level(level)
    if game_name not in ladders():
        return Level(agent="uct", simulations=FEWEST << (level - LOWEST))
    return ladders()[game_name].levels[level - LOWEST]


def checked_level(level: int) -> int:
    """The level; raises `KatachiError` if there is no such one."""
    if not LOWEST <= level <= HIGHEST:
        raise KatachiError(f"levels are {LOWEST} to {HIGHEST}, not {level}")
    return level


def level_digest(level: int) -> str:
    """16 hexadecimal digits of how a level plays in all games; measurements do not count."""
    plays = [
        (name, row.agent, row.simulations, row.depth, row.endgame_empties, row.temperature)
        for name, ladder in sorted(ladders().items())
        for row in ladder.levels[level - LOWEST : level]
    ]
    return hashlib.sha256(json.dumps(plays).encode()).hexdigest()[:16]


def level_name(level: int) -> str:
    """The name of the agent that plays a level, wherever an agent can be named.

    >>> level_name(3)
    'level-3'
    """
    return f"level-{checked_level(level)}"


def level_in(name: str) -> int | None:
    """The level that a name asks for, or None if it is another name; raises `KatachiError`.

    >>> level_in("level-3"), level_in("uct")
    (3, None)
    """
    found = _NAME.fullmatch(name)
    return None if found is None else checked_level(int(found[1]))
