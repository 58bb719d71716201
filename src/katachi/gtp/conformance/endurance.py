"""Checks that take long: a whole game, and many random lines."""

from __future__ import annotations

import random
import time

from katachi.errors import shown
from katachi.games.position import Position
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import Session
from katachi.gtp.conformance.verdicts import Doubtful, Wrong

LONGEST_GAME = 1_000
_WORDS = ("play", "genmove", "b", "w", "x", "A1", "pass", "boardsize", "komi", "-1", "1e9", "99999")

CHECKS = Checks()


@CHECKS.add("a whole game against itself", "every move legal, every answer in time")
def _game(session: Session) -> str:
    position: Position | None = session.new_game()
    slowest, moves = 0.0, 0
    while position is not None and not position.is_over and moves < LONGEST_GAME:
        begin = time.monotonic()
        position = session.generate(position)
        slowest = max(slowest, time.monotonic() - begin)
        moves += 1
    if position is None:
        return f"resigned after {moves} moves, slowest {slowest:.2f} s"
    if not position.is_over:
        raise Doubtful(f"no end after {moves} moves")
    if session.knows("final_score"):
        _check_score(session.order("final_score"))
    return f"{moves} moves, slowest {slowest:.2f} s, {position.outcome}"


def _check_score(text: str) -> None:
    if text == "0":
        return
    winner, _, margin = text.partition("+")
    try:
        right = winner in {"B", "W"} and (
            margin in {"", "R", "Resign", "T", "F"} or float(margin) > 0
        )
    except ValueError:
        right = False
    if not right:
        raise Wrong(f"final_score must look like W+2.5, B+31 or 0, not {shown(text)}")


@CHECKS.add("300 random lines", "GTP 2, 2.7: an answer or silence, never an end")
def _noise(session: Session) -> str:
    rng = random.Random(1)
    session.new_game()
    for number in range(300):
        words = [rng.choice(_WORDS) for _ in range(rng.randrange(1, 5))]
        if words[0] in {"genmove", "b", "w"}:
            words[0] = "x"  # thinking three hundred times would take too long
        if rng.random() < 0.3:
            letters = [chr(rng.choice((9, 35, *range(32, 127)))) for _ in range(12)]
            words = ["".join(letters)]
        line = f"{number + 1000} probe_{number} {' '.join(words)}"
        if rng.random() < 0.5:
            line = f"{number + 1000} {' '.join(words)}"
        (text,) = session.raw(line.encode() + b"\n" + b"9 name\n", 1)
        if text.startswith(("=9", "?9")) and not text.startswith((f"={number + 1000}",)):
            continue  # the line was a comment, or empty: silence is right
        session.raw(b"", 1)
    return ""
