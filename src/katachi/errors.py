"""What can go wrong with input, as exceptions whose text names the offender.

All derive from `KatachiError`, which is a `ValueError`: bad text, an illegal move, an impossible
game. Anything else that escapes from katachi is a bug.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import CodeType
from typing import Literal


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


class InUse(KatachiError):
    """A search, a learner or a collection was asked for something before its last call was done.

    Another thread asked, or a function that the call itself asks. Take an object for each.
    """


class InvalidSettings(KatachiError):
    """Settings are out of range, contradict each other or do not fit the game."""


FailureReason = Literal["crash", "time-out", "illegal move", "protocol error"]


class AgentFailure(KatachiError):
    """An agent could not go on: the game in progress is void and counts for nobody.

    `reason` is one of four; `transcript` is what was said before, for whoever looks for the cause.

    >>> failure = AgentFailure("the engine ended with code 1", reason="crash", transcript="= ok")
    >>> print(failure.reason, "|", failure)
    crash | the engine ended with code 1
    """

    def __init__(self, message: str, *, reason: FailureReason, transcript: str = "") -> None:
        """`message` is a sentence for people."""
        super().__init__(message)
        self.reason: FailureReason = reason
        self.transcript = transcript


class InvalidRecord(KatachiError):
    """A file of games, or a game in it, cannot be read; the message says where and why."""


def is_of_handler(error: BaseException) -> bool:
    """Whether a handler of signals raised it: a time-out, say, that came while somebody else's code ran.

    Whoever catches what such code raises must let it pass.
    """
    return not _codes_in(error).isdisjoint(_codes_of_handlers())


def _codes_in(error: BaseException) -> set[CodeType]:
    """The functions that an exception came through."""
    found = set()
    trace = error.__traceback__
    while trace is not None:
        found.add(trace.tb_frame.f_code)
        trace = trace.tb_next
    return found


def _codes_of_handlers() -> Iterator[CodeType]:
    """The functions that handle signals."""
    for number in signal.valid_signals():
        handler = signal.getsignal(number)
        # A function, a method, or an object that is called.
        for name in ("__code__", "__call__"):
            found = getattr(handler, name, None)
            code = found if isinstance(found, CodeType) else getattr(found, "__code__", None)
            if code is not None:
                yield code
