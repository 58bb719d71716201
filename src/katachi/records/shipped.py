"""Records that ship with katachi, each with a card that says how to make them again.

`data/NAME.katachi` is a native collection of self-play, `data/NAME.toml` its card. They belong to
the package like code: a test plays them through and compares them with the card.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.records.collection import Games
from katachi.records.native import SUFFIX, read_native
from katachi.records.provenance import Source

DATA = Path(__file__).parent / "data"
CARD_SUFFIX = ".toml"


class RecordsCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How shipped records were made, and what must be found in them.

    `command` makes the same file again, byte for byte, with the version that `made_by` names.
    `sha256` is that of the whole file.
    """

    format: Literal["katachi records card 1"]
    about: str
    command: str
    made_by: str
    game: str
    players: tuple[str, ...]
    seed: int
    opening_plies: int
    games: int
    moves: int
    sha256: str


def shipped_names() -> list[str]:
    """The records that ship with katachi.

    >>> shipped_names()
    ['othello-selfplay']
    """
    return sorted(path.stem for path in DATA.glob(f"*{SUFFIX}"))


def shipped_card(name: str) -> RecordsCard:
    """The card of shipped records; raises `KatachiError`.

    >>> shipped_card("othello-selfplay").game
    'Othello(8)'
    """
    _check_name(name)
    path = DATA / f"{name}{CARD_SUFFIX}"
    try:
        return msgspec.toml.decode(path.read_bytes(), type=RecordsCard)
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InvalidRecord(f"{path.name}: {error}") from None


def shipped_file(name: str) -> Path:
    """Where shipped records lie; raises `KatachiError` if there are none of that name."""
    _check_name(name)
    return DATA / f"{name}{SUFFIX}"


def read_shipped(name: str) -> Games:
    """The games of shipped records; raises `KatachiError` if there are none, or they are damaged.

    >>> read_shipped("othello-selfplay").game
    Othello(8)
    """
    card = shipped_card(name)
    path = shipped_file(name)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise InvalidRecord(f"{path.name} is not the file that its card describes")
    games = read_native(data)
    source = Source(path.name, "native", card.sha256, len(data), len(games))
    return replace(
        games,
        source=np.zeros(len(games), dtype=np.int32),
        place=np.arange(len(games), dtype=np.int32),
        provenance=replace(games.provenance, sources=(source,)),
    )


def _check_name(name: str) -> None:
    if name not in shipped_names():
        known = ", ".join(shipped_names())
        raise KatachiError(f"no records {shown(name)} ship with katachi; known: {known}")
