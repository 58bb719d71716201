"""Shares of the positions of games that take turns, loop by loop: more than memory holds."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from katachi.competitions import Competitions
from katachi.errors import InvalidSettings
from katachi.records import Games


class Turns:
    """Gives a loop its share of the positions and counts what was given.

    `positions` and `appearances` of levels are those of all different parts so far.
    """

    def __init__(  # noqa: PLR0913 - keyword arguments
        self,
        games: Games,
        first: Competitions,
        *,
        parts: int,
        share: float,
        whole_games: bool,
        seed: int,
        threads: int | None,
    ) -> None:
        """`first` is part 0."""
        if parts < 1 or parts * share > 1 + 1e-9:
            raise InvalidSettings(f"there are no {parts} parts of a share of {share:g} each")
        self.parts = parts
        self._games = games
        self._of = partial(
            Competitions.of,
            features=first.features,
            forced_moves=first.forced_moves,
            share=share,
            whole_games=whole_games,
            seed=seed,
            threads=threads,
            encoder=first.encoder,
        )
        self.positions = len(first)
        self.appearances: NDArray[np.float64] = first.teams.appearances()

    def __call__(self, loop: int) -> Competitions:
        """The part of a loop; loops come one after the other, from 1."""
        given = self._of(self._games, part=loop % self.parts)
        if loop < self.parts:
            self.positions += len(given)
            self.appearances += given.teams.appearances()
        return given
