"""What a page may ask: typed, with limits, refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from katachi.errors import KatachiError, shown

MOST_MOVES = 2000
LONGEST_TEXT = 20_000
LONGEST_THINKING = 3600.0  # seconds


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position: a game with its options (`go9 komi=5.5`), where it starts, and moves."""

    game: str
    start: str = ""  # a position as katachi writes it; empty: the start of the game
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuses what is too long to be a game."""
        if len(self.moves) > MOST_MOVES:
            raise ValueError(f"a game has at most {MOST_MOVES} moves here")
        if max(len(self.game), len(self.start), *map(len, self.moves), 0) > LONGEST_TEXT:
            raise ValueError("a text is too long")


class MoveQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who shall move, and how long it may think; a level has a budget of its own."""

    player: str = ""  # an agent, `level-3`, or a file in the folder; empty: the best of the board
    seconds: float = 1.0
    seed: int = 0


class AnalysisQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who shall look at a position, and how long."""

    agent: str = ""
    seconds: float = 60.0


class ReviewQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game to look at: seconds for each position."""

    agent: str = ""
    seconds: float = 0.1


class WhyQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move to explain, beside another if one is named."""

    move: str
    other: str = ""
    knowledge: str = ""


class SaveQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to write as SGF."""

    black: str = ""
    white: str = ""
    result: str = ""  # resign, or empty: what the position says


Question = TypeVar("Question", bound=msgspec.Struct)


def read_question(body: bytes, kind: type[Question]) -> Question:
    """A question from JSON; raises `KatachiError`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise KatachiError(f"the question is not understood: {error}") from None


def read_query(query: Mapping[str, str], kind: type[Question]) -> Question:
    """A question from the address of a page, where `moves` are separated by spaces."""
    values: dict[str, object] = dict(query)
    values.pop("token", None)
    if "moves" in values:
        values["moves"] = str(values["moves"]).split()
    try:
        return msgspec.convert(values, kind, strict=False)
    except (msgspec.MsgspecError, ValueError) as error:
        raise KatachiError(f"the question is not understood: {error}") from None


def thinking_time(seconds: float) -> float:
    """Seconds that may be spent; raises `KatachiError`."""
    if not 0 < seconds <= LONGEST_THINKING:
        raise KatachiError(
            f"a search takes up to {LONGEST_THINKING:g} seconds, not {shown(seconds)}"
        )
    return seconds
