"""What can go wrong with input, as exceptions whose text names the offender.

All derive from `KatachiError`, which is a `ValueError`: bad text, an illegal move, an impossible
game. Anything else that escapes from katachi is a bug.
"""

from __future__ import annotations


def shown(text: object, limit: int = 60) -> str:
    """The repr of `text`, cut so that a message stays readable.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'..."
    """
    try:
        whole = repr(text if not isinstance(text, str) else text[: limit + 1])
    except ValueError:  # Python refuses to write very long integers
        return "a huge number"
    return whole if len(whole) <= limit else f"{whole[: limit - 2]}'..."


class KatachiError(ValueError):
    """Something about the input is wrong; the message says what."""


class InvalidGame(KatachiError):
    """There is no such game or board."""


class InvalidMove(KatachiError):
    """The text does not name a move of the game."""


class IllegalMove(KatachiError):
    """The move exists, but the rules forbid it in this position."""


class InvalidPosition(KatachiError):
    """The text does not describe a position of the game."""


class BrokenGame(KatachiError):
    """A game written in Python does not keep the contract of `katachi.check_game`."""


class InvalidSettings(KatachiError):
    """Settings are out of range, contradict each other or do not fit the game."""


class InvalidRecord(KatachiError):
    """A file of games, or a game in it, cannot be read; the message says where and why."""
