"""Recorded positions as competitions: the legal moves are teams, the played move won.

The teams live in the core, in dense columns (`cpp/learning/teams.h`); here is how games become
competitions and what there is to know about them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import FeatureSet, make_encoder, on_board
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.threads import thread_count
from katachi.records import Games

# In lessons: a position that teaches no move.
NOTHING = 0xFFFF
# No game is longer.
LATEST_PLY = 10_000


@dataclass(frozen=True, eq=False)
class Competitions:
    """Positions of games, encoded by feature sets.

    `forced_moves` says whether positions with a single legal move are among them, `first_ply` after
    how many moves they begin.

    >>> import katachi
    >>> from katachi.records import GameRecord, Games
    >>> games = Games.of([GameRecord(katachi.Othello(), ("f5", "d6", "c3"))])
    >>> competitions = Competitions.of(games, [katachi.features.shapes("othello-default")])
    >>> len(competitions), competitions.teams.team_count, competitions.teams.member_count
    (3, 8, 27)
    """

    features: tuple[FeatureSet, ...]
    encoder: _core.Encoder
    teams: _core.Teams
    games: int
    forced_moves: bool
    first_ply: int = 0

    @classmethod
    def of(  # noqa: PLR0913 - keyword arguments with defaults
        cls,
        games: Games,
        features: Sequence[FeatureSet],
        *,
        forced_moves: bool = False,
        first_ply: int = 0,
        merge: bool = True,
        share: float = 1.0,
        part: int = 0,
        whole_games: bool = False,
        seed: int = 0,
        first_game: int = 0,
        threads: int | None = None,
        encoder: _core.Encoder | None = None,
        taught: NDArray[np.uint16] | None = None,
    ) -> Competitions:
        """Replays the games; raises `KatachiError` for an illegal move.

        The games may be of several sizes of the board if the features are relative. Only positions
        after at least `first_ply` moves take part. `merge` makes one team of identical ones.
        `share` of the positions are taken, chosen by `seed`, game and ply; different `part`s
        (from 0) have none in common. With `whole_games` they are shares of the games, with all
        their positions: features that remember what the position before had (forests) are worked
        out much faster then. Games are numbered from `first_game`. The result does not depend on
        `threads` (default: all processors). An `encoder` of the same features may be shared with
        other competitions.

        `taught`: uint16 [lessons, moves of all games], the number of the move that counts as chosen
        at each ply instead of the one that was played, `NOTHING` where a position teaches none. A
        position with several lessons is as many competitions. All games begin alike then.
        """
        check_first_ply(first_ply)
        if encoder is None:
            encoder = make_encoder(features)
        if whole_games:
            games = part_of(games, share=share, part=part, seed=seed)
            share, part = 1.0, 0
        teams: _core.Teams | None = None
        first = first_game
        board = features[0].game
        relative = all(one.is_relative for one in features)
        encoders = {board.size: encoder}
        parts = games_by_start(games, board, any_size=relative)
        if taught is not None and (len(parts) != 1 or whole_games):
            raise KatachiError("lessons need whole games that all begin alike")
        lessons = [None] if taught is None else [np.ascontiguousarray(one) for one in taught]
        for (start, some), lesson in itertools.product(parts, lessons):
            size = start.game.size
            if size not in encoders:
                encoders[size] = make_encoder([on_board(one, start.game) for one in features])
            try:
                found = _core.encode_games(
                    start.core,
                    encoders[size],
                    some.moves,
                    some.offsets,
                    forced_moves=forced_moves,
                    first_ply=first_ply,
                    merge=merge,
                    share=share,
                    part=part,
                    seed=seed % 2**64,
                    first_game=first,
                    threads=thread_count(threads),
                    taught=lesson,
                )
            except ValueError as error:
                raise KatachiError(str(error)) from None
            first += len(some) if taught is None else 0
            if teams is None:
                teams = found
            else:
                teams.append(found)
        if teams is None:
            raise KatachiError("there are no games to learn from")
        return cls(tuple(features), encoder, teams, len(games), forced_moves, first_ply)

    def __len__(self) -> int:
        """How many positions."""
        return self.teams.competition_count

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return (
            f"<Competitions: {len(self):,} positions of {self.games:,} games, "
            f"{self.teams.team_count:,} teams, {self.teams.bytes / 1e6:,.1f} MB>"
        )


def check_first_ply(first_ply: int) -> None:
    """Raises `InvalidSettings` for what no game reaches."""
    if not 0 <= first_ply <= LATEST_PLY:
        raise InvalidSettings(f"the first ply must be 0 to {LATEST_PLY}, not {first_ply}")


def said_of_ply(first_ply: int) -> str:
    """What explains that no positions are left, for the end of a sentence.

    >>> said_of_ply(20), said_of_ply(0)
    (': the first ply is 20', '')
    """
    return f": the first ply is {first_ply}" if first_ply else ""


def part_of(games: Games, *, share: float, part: int, seed: int) -> Games:
    """A share of the games, chosen by `seed`; different parts (from 0) have none in common."""
    borders = [round(len(games) * min(1.0, share * number)) for number in (part, part + 1)]
    if not (0 < share <= 1 and part >= 0 and borders[0] < len(games)):
        raise KatachiError(f"there is no part {part} of shares of {share:g}")
    order = np.random.default_rng(seed % 2**64).permutation(len(games))
    return games.take(np.sort(order[borders[0] : borders[1]]))


def games_by_start(
    games: Games, board: Game, *, any_size: bool = False
) -> list[tuple[Position, Games]]:
    """The games by their start positions, in the order of the first game of each.

    They must be of this board, or with `any_size` of any size of it.
    """
    for kind in games.kinds:
        if kind.name != board.name or (kind.size != board.size and not any_size):
            raise KatachiError(f"the features are for {board}, but there are games of {kind}")
    starts = games.columns.get("start")
    codes = games.kind.astype(np.int64) * len(games.texts)
    if starts is not None:
        codes = codes + starts
    if not len(games):
        return []
    if codes.min() == codes.max():
        return [(games.start_of(0), games)]
    _, firsts = np.unique(codes, return_index=True)
    return [
        (games.start_of(int(first)), games.take(np.flatnonzero(codes == codes[first])))
        for first in sorted(firsts)
    ]
