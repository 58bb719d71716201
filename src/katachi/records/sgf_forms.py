"""How each game is written in SGF: what the reader and the writer share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.outcome import COLORS, Color


@dataclass(frozen=True)
class Form:
    """How one game is written.

    `number` is the value of GM, `notations` the names of points (the first is written), `special`
    the text of the move that is no cell, `letters` the SGF letter of Black and of White.
    """

    number: str
    notations: tuple[str, ...]
    special: str
    specials: tuple[str, ...]
    letters: tuple[str, str] = ("B", "W")

    def letter(self, color: Color) -> str:
        """The letter of a colour."""
        return self.letters[COLORS.index(color)]


FORMS = {
    "go": Form("1", ("sgf",), "", ("", "tt", "pass")),
    "othello": Form("2", ("othello", "letters"), "PA", ("pa", "pass", "ps", "--", "", "tt")),
    "hex": Form("11", ("hex", "littlegolem"), "swap-pieces", ("swap", "swap-pieces")),
    "havannah": Form("havannah", ("havannahgui",), "swap", ("swap",), letters=("W", "B")),
}
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
def point_texts(game: Game, form: Form) -> tuple[str, ...]:
    """Texts of all moves as they are written, by number."""
    return (*game.notation(form.notations[0]).texts[:-1], form.special)


# The names of Go's rules, where SGF has one for (scoring, suicide, superko).
_RULES = {
    ("area", False, "positional"): "Chinese",
    ("area", True, "situational"): "NZ",
}


def go_rules_name(game: Go) -> str:
    """The name of the rules in SGF, or an empty text."""
    return _RULES.get((game.scoring, game.suicide, game.superko), "")
