"""The card of a knowledge file: how it was made, on what, how well it predicts."""

from __future__ import annotations

import msgspec


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
