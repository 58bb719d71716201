"""Who will own each point of a Go board, and by how much the game will be won, from playouts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games.position import Position
from katachi.games.threads import thread_count

PLAYOUTS = 400


@dataclass(frozen=True)
class Ownership:
    """Means over playouts.

    `values` by cell: 1 if Black always owned it, -1 if White did. `neutral` by cell: the share of
    playouts after which nobody did, as between the stones of a seki. `score` is Black's margin with
    komi, `deviation` the standard deviation of a single playout's.
    """

    values: tuple[float, ...]
    neutral: tuple[float, ...]
    score: float
    deviation: float
    playouts: int


def _policy() -> _core.PlayoutSettings:
    """Settles what is settled: no self-atari (seki stays), no own eye, dead stones are caught."""
    policy = _core.PlayoutSettings()
    policy.atari_escapes = policy.nakade = policy.captures = True
    policy.self_atari_refusal = 1.0
    return policy


_POLICY = _policy()


def ownership(
    position: Position, *, playouts: int = PLAYOUTS, seed: int = 0, threads: int | None = 1
) -> Ownership:
    """Plays the position out, also if the game is over, and counts the owners of all points.

    After two passes either colour begins half of the playouts. The same seed gives the same
    counts on any number of threads (None: all).

    >>> import katachi
    >>> walls = katachi.Go(5).position(".XO../.XO../.XO../.XO../.XO.. X")
    >>> [round(value) for value in ownership(walls, playouts=50).values[:5]]
    [1, 1, -1, -1, -1]
    """
    workers = thread_count() if threads is None else threads
    for name, value, most in (("playouts", playouts, 2**31), ("threads", workers, 1024)):
        if type(value) is not int or not 1 <= value <= most:
            raise KatachiError(f"{name} must be 1 to {most}, not {shown(value)}")
    if type(seed) is not int:
        raise KatachiError(f"seed must be an integer, not {shown(seed)}")
    if position.game.name != "go":
        raise KatachiError(f"only points of Go have owners, not those of {position.game}")
    counts = _core.count_ownership(
        position.core, _POLICY, count=playouts, seed=seed % 2**64, threads=workers
    )
    pairs = list(zip(counts.black, counts.white, strict=True))
    mean = counts.score / playouts
    return Ownership(
        values=tuple((black - white) / playouts for black, white in pairs),
        neutral=tuple(1 - (black + white) / playouts for black, white in pairs),
        score=mean,
        deviation=math.sqrt(max(0.0, counts.score_squares / playouts - mean * mean)),
        playouts=playouts,
    )
