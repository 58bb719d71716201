"""What each loop of a learner passes over: all positions, or shares of them in turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import FeatureSet, make_encoder
from katachi.files.checkpoint import digest_of_text
from katachi.learning.competitions import Competitions
from katachi.learning.course import Restored, State
from katachi.records import Games
from katachi.records.digest import digest_of_games


class Turns:
    """Gives each loop another share of the positions of games: more than memory holds at once.

    The length is the number of different positions that were counted, `appearances` those of the
    levels there.
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
        first_ply: int,
        seed: int,
        threads: int | None,
    ) -> None:
        """Nothing is encoded yet."""
        if parts < 1 or parts * share > 1 + 1e-9:
            raise InvalidSettings(f"there are no {parts} parts of a share of {share:g} each")
        if whole_games and parts > len(games):
            raise InvalidSettings(f"there are no {parts} parts of {len(games)} games")
        self.features = tuple(features)
        self.encoder = make_encoder(features)
        self.forced_moves = forced_moves
        self.first_ply = first_ply
        self.settings = {"parts": parts, "share": share, "whole_games": whole_games}
        self._parts, self._games, self._seed = parts, games, seed
        self._of = partial(
            Competitions.of,
            features=self.features,
            forced_moves=forced_moves,
            first_ply=first_ply,
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
        """The part of a loop, from 0; raises `KatachiError` if there is nothing in it."""
        part = loop % self._parts
        given = self._of(self._games, part=part)
        if not len(given):
            raise KatachiError(f"there are no positions in part {part + 1} of {self._parts}")
        return given

    def count(self, loop: int, given: Competitions) -> None:
        """The part of this loop was learned from; loops come one after the other, from 0."""
        if loop == 0:
            self._positions, self._part_games = 0, 0
            self.appearances = np.zeros(self.encoder.total_levels)
        if loop < self._parts:
            self._positions += len(given)
            self._part_games += given.games
            self.appearances = self.appearances + given.teams.appearances()

    @property
    def games(self) -> int:
        """Games that the positions so far are of."""
        return min(self._part_games, len(self._games))

    @property
    def form(self) -> _core.Teams:
        """Teams of no position, in the format of all."""
        return _core.encode_games(
            self.features[0].game.start().core,
            self.encoder,
            np.zeros(0, np.uint16),
            np.zeros(1, np.int64),
            forced_moves=False,
            first_ply=0,
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
            "features": digest_of_text(*[one.text for one in self.features]),
            "forced_moves": self.forced_moves,
            **({"first_ply": self.first_ply} if self.first_ply else {}),
            "seed_of_parts": self._seed,
            **self.settings,
        }

    def state(self) -> State:
        """What `restore` needs."""
        return {
            "counted": np.array([self._positions, self._part_games], np.int64),
            "appearances": self.appearances,
        }

    def restore(self, restored: Restored) -> None:
        """Has counted what it had when the checkpoint was made."""
        self._positions, self._part_games = map(int, restored.array("counted", 2, dtype=np.int64))
        self.appearances = restored.array("appearances", self.encoder.total_levels)


class Undivided:
    """All positions in every loop: `Turns` of one part."""

    def __init__(self, positions: Competitions) -> None:
        """What to learn from."""
        self._positions = positions
        self.form = positions.teams
        self.appearances: NDArray[np.float64] = positions.teams.appearances()

    def __call__(self, loop: int) -> Competitions:  # noqa: ARG002 - as Turns
        """The same for every loop."""
        return self._positions

    def count(self, loop: int, given: Competitions) -> None:
        """Nothing to count."""

    @property
    def identity(self) -> dict[str, object]:
        """What a checkpoint must agree with."""
        return {"train": self._positions.teams.digest}

    def state(self) -> State:
        """Nothing changes."""
        return {}

    def restore(self, restored: Restored) -> None:
        """Nothing has changed."""
