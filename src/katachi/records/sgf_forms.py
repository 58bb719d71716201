"""SGF in all games: what the reader and the writer share."""

from __future__ import annotations

import re
from functools import lru_cache

from katachi.games.catalogue import games_by_name
from katachi.games.game import Game
from katachi.games.registry import registered_game
from katachi.games.sgf_form import SgfForm


def _by_number(kind: type[Game]) -> tuple[int, str]:
    return (int(kind.sgf.number), "") if kind.sgf.number.isdecimal() else (1000, kind.sgf.number)


# By the name of the game, in the order of GM.
FORMS: dict[str, SgfForm] = {
    kind.name: kind.sgf for kind in sorted(games_by_name.values(), key=_by_number)
}


def form_of(name: str) -> SgfForm | None:
    """How a game is written, by its name; None if nobody knows it."""
    if name in FORMS:
        return FORMS[name]
    game = registered_game(name) if re.fullmatch("[a-z]{2,30}", name) else None
    return None if game is None else game.sgf


# Root properties that are fields of a record, and those that are tags.
FIELD_PROPERTIES = {
    "BR": "black_rating",
    "WR": "white_rating",
    "DT": "date",
    "EV": "event",
    "PC": "place",
}
TAG_PROPERTIES = {
    "RO": "round",
    "GN": "name",
    "RU": "rules",
    "TM": "time",
    "OT": "overtime",
    "SO": "source_text",
    "US": "user",
    "AN": "annotator",
    "CP": "copyright",
    "ON": "opening",
}
# katachi's own property: fields of the game that SGF has no place for, as key=value.
OWN = "KT"
# And the tags of a record that SGF has no place for, each as JSON: ["name", value].
OWN_TAGS = "KX"
# The result as the file has it, where it is in no form that SGF knows.
RESULT_TAG = "result_text"


@lru_cache(maxsize=256)
def point_numbers(game: Game, notations: tuple[str, ...]) -> dict[str, int]:
    """Numbers of all cells by text, in lower case; the first notation is preferred."""
    numbers: dict[str, int] = {}
    for name in reversed(notations):
        texts = game.notation(name).texts[:-1]
        numbers |= {text.lower(): number for number, text in enumerate(texts)}
    return numbers


@lru_cache(maxsize=256)
def point_texts(game: Game, form: SgfForm) -> tuple[str, ...]:
    """Texts of all moves as they are written, by number."""
    return (*game.notation(form.notations[0]).texts[:-1], form.special)
