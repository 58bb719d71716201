"""The card of a knowledge file: how it was made, on what, how well it predicts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from katachi.errors import InvalidSettings, shown


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to make the knowledge again, and to judge it.

    `sources`: the files behind the records with their hashes; `steps`: what was done to them.
    `learner` and `settings`: how the weights were found. `results`: figures by name, as
    `katachi.predict` reports them, on the games that `tested_on` describes.
    """

    about: str = ""
    made_by: str = ""
    learner: str = ""
    settings: dict[str, float | int | str | bool] = {}
    games: int = 0
    positions: int = 0
    forced_moves: bool = False
    sources: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    tested_on: str = ""
    results: dict[str, float] = {}


def card_of_notes(notes: Mapping[str, str]) -> Card:
    """The card behind the lines of a text file: a key and what it says.

    >>> card = card_of_notes({"about": "By hand.", "games": "12", "seed": "3"})
    >>> card.about, card.games, card.settings
    ('By hand.', 12, {'seed': '3'})
    """
    known = {"about", "made-with", "games", "positions"}

    def count(key: str) -> int:
        text = notes.get(key, "")
        return int(text) if text.isascii() and text.isdigit() else 0

    return Card(
        about=notes.get("about", ""),
        made_by=notes.get("made-with", ""),
        games=count("games"),
        positions=count("positions"),
        settings={key: text for key, text in notes.items() if key not in known},
    )


def check_notes(notes: Mapping[str, str]) -> None:
    """Refuses lines that a text file cannot hold; raises `InvalidSettings`."""
    for key, text in notes.items():
        if not key or key.split() != [key] or not text or text != " ".join(text.split()):
            raise InvalidSettings(f"a card has no line {shown(f'{key} {text}')}")
