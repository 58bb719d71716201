"""Positions of games with what they turned out to be worth, sorted by the number of stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.files.checkpoint import digest_of_arrays
from katachi.games.game import Game
from katachi.games.threads import thread_count
from katachi.learning.competitions import games_by_start
from katachi.records import Games

# Positions with so few empty cells are solved where the game has a solver: about a millisecond a
# game of Othello.
SOLVE_FROM = 12


@dataclass(frozen=True, eq=False)
class ValueExamples:
    """Positions in ascending order of stones, each from the side of the player to move.

    own, other  uint64 [positions, words]: bit c of word c // 64 is cell c
    numbers     float32 [positions, features of the game]
    stones      uint16 [positions]
    scores      float32 [positions]: the final margin, with best play near the end; +-1 without points
    exact       bool [positions]: whether the score is that of best play
    games       uint32 [positions]: of which game
    chances     float32 [positions]: the probability to win, where somebody gave it; else None
    """

    game: Game
    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    numbers: NDArray[np.float32]
    stones: NDArray[np.uint16]
    scores: NDArray[np.float32]
    exact: NDArray[np.bool_]
    games: NDArray[np.uint32]
    chances: NDArray[np.float32] | None = None

    def __len__(self) -> int:
        """How many positions."""
        return len(self.stones)

    @staticmethod
    def of(
        games: Games, game: Game, *, solve_from: int = SOLVE_FROM, threads: int | None = None
    ) -> ValueExamples:
        """All positions with a choice of games that have a result or a solved position."""
        parts = []
        first = 0
        for start, some in games_by_start(games, game):
            try:
                found = _core.value_examples(
                    start.core,
                    some.moves,
                    some.offsets,
                    solve_from=solve_from,
                    threads=thread_count(threads),
                )
            except ValueError as error:
                raise KatachiError(str(error)) from None
            parts.append(_of_core(game, found, first))
            first += len(some)
        if not sum(map(len, parts)):
            raise KatachiError("there are no positions with a result in these games")
        return ValueExamples.joined(parts)

    @staticmethod
    def with_chances(
        games: Games,
        game: Game,
        chances: NDArray[np.float32],
        *,
        threads: int | None = None,
    ) -> ValueExamples:
        """Positions of games that begin alike, with labels of the caller's own.

        `chances`: float32 [moves of all games], the probability that the player to move wins; NaN
        for positions that teach nothing. Scores are 2 * chance - 1.
        """
        parts = games_by_start(games, game)
        if len(parts) != 1:
            raise KatachiError("labels need games that all begin alike")
        (start, some) = parts[0]
        try:
            found = _core.value_examples(
                start.core,
                some.moves,
                some.offsets,
                solve_from=0,
                threads=thread_count(threads),
                labels=(2 * chances - 1).astype(np.float32),
            )
        except ValueError as error:
            raise KatachiError(str(error)) from None
        made = _of_core(game, found, 0)
        order = np.argsort(made.stones, kind="stable")
        chosen = some_of(made, order)
        return replace(chosen, chances=((chosen.scores + 1) / 2).astype(np.float32))

    @staticmethod
    def joined(parts: Sequence[ValueExamples]) -> ValueExamples:
        """Several sets of one board as one; numbers of games are counted on."""
        first = np.cumsum([0, *(int(part.games.max(initial=0)) + 1 for part in parts)])
        games = [part.games + np.uint32(n) for part, n in zip(parts, first, strict=False)]
        stones = np.concatenate([part.stones for part in parts])
        order = np.argsort(stones, kind="stable")
        return ValueExamples(
            parts[0].game,
            np.concatenate([part.own for part in parts])[order],
            np.concatenate([part.other for part in parts])[order],
            np.concatenate([part.numbers for part in parts])[order],
            stones[order],
            np.concatenate([part.scores for part in parts])[order],
            np.concatenate([part.exact for part in parts])[order],
            np.concatenate(games)[order],
        )

    @property
    def results(self) -> NDArray[np.float32]:
        """float32 [positions]: 1 won, 1/2 drawn, 0 lost; or what was given instead."""
        if self.chances is not None:
            return self.chances
        return ((np.sign(self.scores) + 1) / 2).astype(np.float32)

    @cached_property
    def digest(self) -> str:
        """Names the positions and their labels."""
        return digest_of_arrays(self.own, self.other, self.scores)

    def range_of(self, first: int, last: int) -> tuple[int, int]:
        """Which positions have `first` to `last` stones."""
        begin = np.searchsorted(self.stones, first, side="left")
        return int(begin), int(np.searchsorted(self.stones, last, side="right"))

    def features(self, chosen: NDArray[np.uint8]) -> NDArray[np.float32]:
        """float32 [positions, 1 + features]: a constant, and some features of the game."""
        columns = [np.ones(len(self), np.float32), *(self.numbers[:, number] for number in chosen)]
        return np.ascontiguousarray(np.column_stack(columns), np.float32)


def some_of(
    examples: ValueExamples, chosen: NDArray[np.bool_] | NDArray[np.intp] | slice
) -> ValueExamples:
    """Some of the positions, in the order of the choice."""
    return ValueExamples(
        examples.game,
        examples.own[chosen],
        examples.other[chosen],
        examples.numbers[chosen],
        examples.stones[chosen],
        examples.scores[chosen],
        examples.exact[chosen],
        examples.games[chosen],
        None if examples.chances is None else examples.chances[chosen],
    )


def _of_core(game: Game, found: _core.ValueExamples, first: int) -> ValueExamples:
    count = len(found.stones)
    return ValueExamples(
        game,
        found.own.reshape(count, found.words),
        found.other.reshape(count, found.words),
        found.numbers.reshape(count, found.features).astype(np.float32),
        found.stones,
        found.scores,
        found.exact.astype(np.bool_),
        found.games + np.uint32(first),
    )
