"""What Go remembers: the ko point, passes, moves, prisoners, and positions for superko.

In a text `ko:C3` and `passes:1` where they apply, `moves:40` if the game has a move limit, with
territory scoring `prisoners:3,5` (black and white stones taken), and `seen:` with what superko
remembers of earlier positions: eleven characters each, base64 of their keys.
"""

from __future__ import annotations

import base64
import binascii
import re

from katachi.games.game import Game
from katachi.games.memory import Memory
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.games.topology import Symmetry

_PRISONERS = re.compile(r"(\d{1,6}),(\d{1,6})", re.ASCII)
_KEY_CHARACTERS = 11  # of eight bytes in base64, without the sign for "nothing follows"


class GoMemory(Memory):
    """A turned position loses the memory of superko."""

    def written(self, position: Position, *, complete: bool) -> list[str]:
        """See the head of this file."""
        fields = []
        if position.ko is not None:
            fields.append(f"ko:{position.ko}")
        if position.passes:
            fields.append(f"passes:{position.passes}")
        if getattr(position.game, "move_limit", 0):
            fields.append(f"moves:{position.moves_played}")
        if getattr(position.game, "scoring", "") == "territory":
            fields.append("prisoners:{},{}".format(*position.prisoners))
        if complete and (seen := position.core.seen):
            fields.append(f"seen:{_written_keys(seen)}")
        return fields

    def read(self, game: Game, parts: SetUp, key: str, value: str) -> SetUp:
        """See the head of this file."""
        if key == "ko":
            return parts._replace(ko=game.cell_number(value))
        if key == "passes" and value in {"0", "1", "2"}:
            return parts._replace(passes=int(value))
        if key == "moves" and value.isascii() and value.isdecimal() and len(value) < 7:
            return parts._replace(moves_played=int(value))
        if key == "prisoners" and (match := _PRISONERS.fullmatch(value)):
            return parts._replace(prisoners=(int(match[1]), int(match[2])))
        if key == "seen":
            return parts._replace(seen=_read_keys(value))
        raise ValueError

    def turned(self, position: Position, parts: SetUp, symmetry: Symmetry) -> SetUp:
        """All but what superko remembers."""
        ko = position.core.ko
        return parts._replace(
            ko=ko if ko < 0 else int(symmetry.images[ko]),
            passes=position.passes,
            moves_played=position.moves_played,
            prisoners=position.prisoners,
        )

    def remark(self, position: Position) -> str:
        """The ko point."""
        return f", ko at {position.ko}" if position.ko else ""


def _written_keys(seen: bytes) -> str:
    keys = (seen[start : start + 8] for start in range(0, len(seen), 8))
    return "".join(base64.urlsafe_b64encode(key).decode()[:_KEY_CHARACTERS] for key in keys)


def _read_keys(text: str) -> bytes:
    """Raises `ValueError`."""
    if not text or len(text) % _KEY_CHARACTERS:
        raise ValueError
    parts = (
        text[start : start + _KEY_CHARACTERS] for start in range(0, len(text), _KEY_CHARACTERS)
    )
    try:
        return b"".join(
            base64.b64decode(f"{part}=", altchars=b"-_", validate=True) for part in parts
        )
    except (binascii.Error, UnicodeError):
        raise ValueError from None
