"""What a page may ask: typed, with limits, refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from katachi.errors import KatachiError, shown

MOST_MOVES = 2000
MOST_NODES = 20_000
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
    page: str = ""  # a word that the page has chosen for itself: its agents wait for it
    left: float = 0.0  # seconds on the player's clock; 0: there is none
    increment: float = 0.0


class AnalysisQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who shall look at a position, and how long."""

    agent: str = ""
    seconds: float = 60.0
    simulations: int = 0  # 0: as many as the seconds allow
    page: str = ""


class ReviewQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole game to look at: seconds for each position, 0: as the board needs."""

    agent: str = ""
    seconds: float = 0.0
    page: str = ""


class WhyQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move to explain, beside another if one is named."""

    move: str
    other: str = ""
    knowledge: str = ""


class SavedNode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of a tree; `parent` is the number of the node before it, -1: the start."""

    parent: int
    move: str
    comment: str = ""
    value: float | None = None  # Black's share of the game after the move, 0 to 1
    bad: bool = False
    marks: tuple[str, ...] = ()


class SaveQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to write as SGF: its moves, or a whole tree whose first children are the game."""

    black: str = ""
    white: str = ""
    comment: str = ""
    resigned: str = ""  # the colour that gave up; empty: the position says how it ended
    winner: str = ""  # of the record that was opened, whose end the board may not show
    nodes: tuple[SavedNode, ...] = ()

    def __post_init__(self) -> None:
        """A tree has its limits, and grows from its start."""
        super().__post_init__()
        if len(self.nodes) > MOST_NODES:
            raise ValueError(f"a tree has at most {MOST_NODES} moves here")
        if any(not -1 <= node.parent < number for number, node in enumerate(self.nodes)):
            raise ValueError("a move comes before its parent")


class JudgeQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move beside the best one: what it gives away."""

    move: str
    best: str
    seconds: float = 0.5
    page: str = ""


class GalleryQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Levels of a knowledge file: `of` a feature set or all (-1), at a `stage` or at any (-1)."""

    knowledge: str
    of: int = -1
    stage: int = -1
    weakest: bool = False
    seen: int = 100
    first: int = 0
    count: int = 60


class ExampleQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A level of knowledge, by its index, that was played somewhere."""

    knowledge: str
    index: int


class OrderQuestion(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The moves of a position by knowledge, with factors on some of its levels (by index)."""

    knowledge: str
    factors: dict[str, float] = {}


class PredictionQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One or two pieces of knowledge on the games of an opened file; empty: records that ship."""

    knowledge: tuple[str, ...]
    key: str = ""


class MatchQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match of two agents, or a tournament of more, to be played into a laboratory."""

    laboratory: str
    game: str
    agents: tuple[str, ...]
    pairs: int = 10
    seconds: float = 0.0
    simulations: int = 0
    openings: str = "random:4"
    sprt: str = ""
    seed: int = 0


class ContinueQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match of a laboratory to be continued, up to this number of pairs."""

    laboratory: str
    match: int
    pairs: int
    sprt: str = ""


class LiveQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A laboratory to look at, or one match of it; `sprt`: the test whose curve is drawn."""

    name: str
    match: int = 0
    sprt: str = ""


class PauseQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A run to be paused."""

    run: int


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
