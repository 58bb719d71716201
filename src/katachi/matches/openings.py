"""Openings: how a pair of games begins, so that equal agents do not play one game over and over.

Both games of a pair begin alike. An opening depends only on the seed of the match and the number of
the pair, never on who asks or when.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from katachi.errors import KatachiError, shown
from katachi.files.reading import read_text
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.search import Mcts, MctsSettings

OpeningKind = Literal["none", "random", "file", "balanced"]

# A balanced opening is the one of several random ones that a search with a few simulations values
# nearest to an even game. Fewer simulations flatter whoever moves: their best move is a lucky one.
CANDIDATES = 12
BALANCE_SIMULATIONS = 2000

PASS = "pass"


@dataclass(frozen=True)
class Openings:
    """Where openings come from.

    `random` and `balanced` play random moves, `plies` of them; `file` takes its `lines` in order, and
    begins again after the last.
    """

    kind: OpeningKind = "none"
    plies: int = 0
    lines: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Every kind with what it needs."""
        if self.kind in {"random", "balanced"} and self.plies < 1:
            raise KatachiError(f"{self.kind} openings need a number of plies")
        if self.kind == "file" and not self.lines:
            raise KatachiError("a file of openings needs at least one line with moves")

    def opening(self, game: GameLike, seed: int, pair: int) -> tuple[str, ...]:
        """The moves that begin a pair."""
        if self.kind == "file":
            return self.lines[pair % len(self.lines)]
        if self.kind == "random":
            return _random_moves(game, random.Random(f"opening {seed} {pair}"), self.plies)
        if self.kind == "balanced":
            if isinstance(game, Game):
                return _remembered(game, seed, pair, self.plies)
            return _balanced(game, seed, pair, self.plies)
        return ()

    def __str__(self) -> str:
        """For headings."""
        if self.kind == "none":
            return "no openings"
        if self.kind == "file":
            return f"{len(self.lines)} openings from a file"
        return f"{self.kind} openings of {self.plies} plies"


def parse_openings(text: str, game: GameLike) -> Openings:
    """Openings from `none`, `random:6`, `balanced:6` or the path of a file.

    A file has one opening per line, moves with spaces between; `#` begins a comment. Its moves are
    checked here.
    """
    kind, _, plies = text.partition(":")
    if text == "none":
        return Openings()
    if kind in {"random", "balanced"}:
        if not plies.isdecimal() or not 0 < int(plies) <= 1000:
            raise KatachiError(f"{shown(text)}: write {kind}:PLIES, for example {kind}:6")
        return Openings(kind, int(plies))  # type: ignore[arg-type]
    return Openings("file", lines=read_openings(Path(text), game))


def read_openings(path: Path, game: GameLike) -> tuple[tuple[str, ...], ...]:
    """The openings of a file; an illegal one is refused with its line."""
    try:
        text = read_text(path)
    except KatachiError as error:
        raise KatachiError(
            f"no openings {shown(str(path))}: write none, random:PLIES, balanced:PLIES "
            f"or a file ({error})"
        ) from None
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        moves = tuple(line.partition("#")[0].split())
        position = game.start()
        for move in moves:
            try:
                position = position.play(move)
            except KatachiError as error:
                raise KatachiError(f"{path}, line {number}: {error}") from None
        if moves and position.is_over:
            raise KatachiError(f"{path}, line {number}: the game is over after {shown(line)}")
        if moves:
            lines.append(moves)
    return tuple(lines)


def _random_moves(game: GameLike, rng: random.Random, plies: int) -> tuple[str, ...]:
    """Random legal moves that do not end the game; fewer if it ends however one plays.

    Nobody passes who could move: after a pass in Go the other may pass too, and the game is over.
    """
    for _ in range(100):
        moves: list[str] = []
        position = game.start()
        while len(moves) < plies:
            moves.append(_random_move(position, rng))
            position = position.play(moves[-1])
            if position.is_over:
                break
        else:
            return tuple(moves)
    return tuple(moves[:-1])


def _random_move(position: PositionLike, rng: random.Random) -> str:
    legal = list(position.legal_moves)
    while True:
        move = rng.choice(legal)
        if move != PASS or len(legal) == 1:
            return move


@lru_cache(maxsize=16)  # the second game of a pair asks again
def _remembered(game: Game, seed: int, pair: int, plies: int) -> tuple[str, ...]:
    return _balanced(game, seed, pair, plies)


def _balanced(game: GameLike, seed: int, pair: int, plies: int) -> tuple[str, ...]:
    rng = random.Random(f"balanced {seed} {pair}")
    judged = []
    for _ in range(CANDIDATES):
        moves = _random_moves(game, rng, plies)
        position = game.start()
        for move in moves:
            position = position.play(move)
        search = Mcts(game, MctsSettings(seed=rng.getrandbits(32)))
        result = search.run(position, simulations=BALANCE_SIMULATIONS)
        judged.append((abs(result.value - 0.5), moves))
    return min(judged)[1]
