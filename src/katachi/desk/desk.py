"""What all questions to a desk share."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from katachi.desk.players import make_analyst, make_player
from katachi.desk.processors import Processors
from katachi.desk.sittings import Sitting, Sittings
from katachi.errors import KatachiError
from katachi.games import Game


@dataclass
class Desk:
    """The folder whose files pages may use, the processors, and the agents that wait."""

    folder: Path
    processors: Processors
    sittings: Sittings = field(default_factory=Sittings)
    _prepared: set[Game] = field(default_factory=set)

    def prepare(self, game: Game) -> None:
        """Reads the knowledge of a board, if it is the first time, while the page is being drawn."""
        if game not in self._prepared:
            self._prepared.add(game)
            threading.Thread(
                target=self._read_knowledge, args=(game,), name="desk knowledge", daemon=True
            ).start()

    def _read_knowledge(self, game: Game) -> None:
        with suppress(KatachiError):
            make_analyst(self.folder, "", game).new_game(game, 0)

    def analyst(self, page: str, name: str, game: Game) -> AbstractContextManager[Sitting]:
        """Who looks at positions for a page."""
        return self.sittings.take(
            (page, "analyst", name, game), lambda: make_analyst(self.folder, name, game)
        )

    def player(
        self, page: str, name: str, game: Game, seed: int
    ) -> AbstractContextManager[Sitting]:
        """Who plays against a page."""
        return self.sittings.take(
            (page, f"player {seed}", name, game),
            lambda: make_player(self.folder, name, game),
            seed,
        )
