"""Uniformly random games."""

from __future__ import annotations

import random
from dataclasses import dataclass

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games.contract import LONGEST_GAME, PositionLike, broken_at
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.games.threads import thread_count

_REASONS = [reason.name for reason in sorted(_core.Reason, key=lambda reason: reason.value)]


@dataclass(frozen=True)
class Tally:
    """What happened in a number of playouts.

    `signature` digests winner, reason, score and length of every playout in the core: two builds
    with the same signature behave alike. It is 0 for games written in Python.
    """

    playouts: int
    black_wins: int
    white_wins: int
    draws: int
    moves: int
    score: float
    reasons: dict[str, int]
    signature: int = 0

    @property
    def mean_length(self) -> float:
        """Moves per playout, passes included."""
        return self.moves / self.playouts

    def share(self, winner: Color | None) -> float:
        """Share of playouts that a colour won (None: draws)."""
        wins = {"black": self.black_wins, "white": self.white_wins, None: self.draws}
        return wins[winner] / self.playouts


def random_playouts(
    start: PositionLike,
    count: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    first_block: int = 0,
) -> Tally:
    """Plays random games to the end and counts the results.

    Built-in games run in the core, with the interpreter free, on `threads` threads (None: all); the
    result depends on the seed and not on the number of threads. `first_block` continues an earlier
    run: blocks hold `katachi._core.PLAYOUTS_PER_BLOCK` playouts. A game written in Python runs in
    one thread.

    In Go, playouts do not fill own eyes and do not look for superko; in Hex the board is filled.

    >>> import katachi
    >>> tally = random_playouts(katachi.Hex(11).start(), 10_000, seed=1)
    >>> 0.50 < tally.share("black") < 0.55
    True
    """
    for name, value, least in (
        ("count", count, 1),
        ("threads", 1 if threads is None else threads, 1),
        ("first_block", first_block, 0),
    ):
        if not isinstance(value, int) or not least <= value < 2**63:
            raise KatachiError(f"{name} must be an integer of at least {least}, not {shown(value)}")
    if not isinstance(seed, int):
        raise KatachiError(f"seed must be an integer, not {shown(seed)}")
    if not isinstance(start, Position):
        return _python_playouts(start, count, random.Random(seed))
    tally = _core.run_playouts(
        start.core,
        count=count,
        seed=seed % 2**64,
        threads=min(thread_count(threads), 1024),
        first_block=first_block,
    )
    return Tally(
        playouts=tally.playouts,
        black_wins=tally.winners[0],
        white_wins=tally.winners[1],
        draws=tally.winners[2],
        moves=tally.moves,
        score=tally.score,
        reasons={n: c for n, c in zip(_REASONS, tally.reasons, strict=True) if c},
        signature=tally.signature,
    )


def _python_playouts(start: PositionLike, count: int, rng: random.Random) -> Tally:
    wins: dict[Color | None, int] = {"black": 0, "white": 0, None: 0}
    reasons: dict[str, int] = {}
    moves, score = 0, 0.0
    for _ in range(count):
        position = start
        for _ply in range(LONGEST_GAME):
            if position.is_over:
                break
            legal = position.legal_moves
            if not legal:
                raise broken_at(position, "is_over is false, but there is no legal move")
            position = position.play(rng.choice(legal))
            moves += 1
        else:
            raise broken_at(position, f"no end after {LONGEST_GAME} moves")
        outcome = position.outcome
        wins[outcome.winner] += 1
        reasons[outcome.reason] = reasons.get(outcome.reason, 0) + 1
        score += outcome.score
    return Tally(count, wins["black"], wins["white"], wins[None], moves, score, reasons)
