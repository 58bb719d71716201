"""Shares of the positions of games that take turns, loop by loop: more than memory holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.competitions import Competitions
from katachi.errors import InvalidSettings
from katachi.features import FeatureSet, make_encoder
from katachi.learning.curve import Course, State
from katachi.records import Games
from katachi.records.checkpoint import digest_of_arrays, digest_of_games


class Turns:
    """Gives each loop its share of the positions, and counts what was given.

    The length is the number of different positions so far, `appearances` those of the levels there.
    """

    def __init__(  # noqa: PLR0913 - keyword arguments
        self,
        games: Games,
        features: Sequence[FeatureSet],
        *,
        parts: int,
        share: float,
        whole_games: bool,
        forced_moves: bool,
        seed: int,
        threads: int | None,
    ) -> None:
        """Nothing is encoded yet."""
        if parts < 1 or parts * share > 1 + 1e-9:
            raise InvalidSettings(f"there are no {parts} parts of a share of {share:g} each")
        self.features = tuple(features)
        self.encoder = make_encoder(features)
        self.forced_moves = forced_moves
        self.settings = {"parts": parts, "share": share, "whole_games": whole_games}
        self._parts, self._games, self._seed = parts, games, seed
        self._of = partial(
            Competitions.of,
            features=self.features,
            forced_moves=forced_moves,
            share=share,
            whole_games=whole_games,
            seed=seed,
            threads=threads,
            encoder=self.encoder,
        )
        self._positions = 0
        self._part_games = 0
        self.appearances: NDArray[np.float64] = np.zeros(self.encoder.total_levels)

    def __len__(self) -> int:
        """Different positions so far."""
        return self._positions

    def __call__(self, loop: int) -> Competitions:
        """The part of a loop; loops come one after the other, from 0."""
        given = self._of(self._games, part=loop % self._parts)
        if loop < self._parts:
            self._positions += len(given)
            self._part_games += given.games
            self.appearances += given.teams.appearances()
        return given

    @property
    def games(self) -> int:
        """Games that the positions so far are of."""
        return min(self._part_games, len(self._games))

    @property
    def no_teams(self) -> _core.Teams:
        """Those of no position, in the format of all."""
        nothing = np.zeros(0, np.uint16)
        return _core.encode_games(
            self.features[0].game.start().core,
            self.encoder,
            nothing,
            np.zeros(1, np.int64),
            forced_moves=False,
            merge=True,
            share=1.0,
            part=0,
            seed=0,
            first_game=0,
            threads=1,
        )

    @property
    def identity(self) -> dict[str, object]:
        """What a checkpoint must agree with."""
        return {
            "games": digest_of_games(self._games),
            "features": [
                digest_of_arrays(np.frombuffer(one.text.encode(), np.uint8))
                for one in self.features
            ],
            "forced_moves": self.forced_moves,
            "seed_of_parts": self._seed,
            **self.settings,
        }

    def state(self) -> State:
        """What `restore` needs."""
        return {
            "given": np.array([self._positions, self._part_games]),
            "appearances": self.appearances.copy(),
        }

    def restore(self, course: Course) -> None:
        """Has given what it had when the checkpoint was made."""
        self._positions, self._part_games = map(int, course.array("given", 2))
        self.appearances = course.array("appearances", self.encoder.total_levels)
