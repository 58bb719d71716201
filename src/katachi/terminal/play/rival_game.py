"""A game against a rival: who comes, and what its result changes."""

from __future__ import annotations

import datetime
from pathlib import Path

from katachi.agents.catalogue import build_agent
from katachi.errors import KatachiError
from katachi.games import Color, GameLike
from katachi.games.game import Game
from katachi.matches import text_of_game
from katachi.optimising.rivals import (
    PlayedRival,
    add_result,
    next_rival,
    read_results,
    read_rivals,
    results_path,
)
from katachi.records import GameRecord
from katachi.terminal.play.players import HUMAN, AgentPlayer
from katachi.terminal.play.session import Seat

RIVAL = "rival"


class RivalGame:
    """The next rival of a set, and where its result goes."""

    def __init__(self, file: Path, game: GameLike) -> None:
        """Refuses a set for another game or board."""
        self._rivals = read_rivals(file)
        self._results = results_path(file)
        text = text_of_game(game) if isinstance(game, Game) else game.name
        if self._rivals.game != text:
            raise KatachiError(f"'{file}' has rivals for {self._rivals.game}, not for {text}")
        self._game = game
        self._name = next_rival(self._rivals, read_results(self._results).games)
        self._color: Color | None = None

    def seat(self, color: Color, seconds: float, seed: int) -> Seat:
        """The rival at the board."""
        if self._color is not None:
            raise KatachiError("a rival cannot play itself: one colour is yours")
        self._color = color
        agent = build_agent(self._name, self._rivals.rival(self._name).agent)
        return Seat(self._name, AgentPlayer(agent, self._game, seconds, seed))

    def finish(self, record: GameRecord) -> str:
        """Keeps the result of a finished game between a person and the rival; a sentence about it."""
        sides = {"black": record.black, "white": record.white}
        persons = [color for color, name in sides.items() if name == HUMAN]
        if record.outcome is None or len(persons) != 1:
            return "The game does not count for the choice of rivals."
        winner = record.outcome.winner
        points = 0.5 if winner is None else float(winner == persons[0])
        today = datetime.date.today().isoformat()
        results = add_result(
            self._results, PlayedRival(rival=self._name, points=points, date=today)
        )
        following = next_rival(self._rivals, results.games)
        if following == self._name:
            return f"Next time again: {following}."
        names = self._rivals.names
        stronger = names.index(following) > names.index(self._name)
        return f"Next time {'a stronger' if stronger else 'a weaker'} one: {following}."
