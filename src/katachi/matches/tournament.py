"""Many agents: everybody against everybody, one against all, or a ladder to climb."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.matches.adjudication import Adjudication
from katachi.matches.contestant import Contestant
from katachi.matches.game_text import game_of_text
from katachi.matches.laboratory import Laboratory
from katachi.matches.match import MatchResult, Running, Watcher, play_match, play_matches
from katachi.matches.openings import Openings
from katachi.matches.plan import MatchPlan
from katachi.matches.ratings.bradley_terry import Pairing, RatingList, rate

TournamentKind = Literal["round-robin", "gauntlet", "ladder"]


@dataclass(frozen=True)
class TournamentPlan:
    """Who meets whom.

    `round-robin`: everybody meets everybody. `gauntlet`: the first meets all others. `ladder`: the
    agents enter one by one at the foot of a ladder, in the order given; a newcomer plays the rung
    above it and takes that place if it scores more than half, until it does not.
    """

    contestants: tuple[Contestant, ...]
    game: str
    pairs: int
    kind: TournamentKind = "round-robin"
    seed: int = 0
    openings: Openings = field(default_factory=Openings)
    adjudication: Adjudication = field(default_factory=Adjudication)
    python_game: GameLike | None = None  # rules written in Python; `game` is then only their text

    def __post_init__(self) -> None:
        """At least two, with different names."""
        names = [contestant.name for contestant in self.contestants]
        if len(names) < 2:
            raise KatachiError("a tournament needs at least two agents")
        for name in names:
            if names.count(name) > 1:
                raise KatachiError(f"two agents have the name {shown(name)}")

    def match(self, first: Contestant, second: Contestant) -> MatchPlan:
        """The match of two of them."""
        return MatchPlan(
            first,
            second,
            self.game,
            self.pairs,
            seed=self.seed,
            openings=self.openings,
            adjudication=self.adjudication,
            python_game=self.python_game,
        )

    @property
    def rules(self) -> GameLike:
        """The game itself."""
        return game_of_text(self.game) if self.python_game is None else self.python_game

    @property
    def matches(self) -> list[MatchPlan]:
        """All matches; those of a ladder depend on how it goes, so they are not known."""
        if self.kind == "ladder":
            return []
        if self.kind == "gauntlet":
            return [self.match(self.contestants[0], other) for other in self.contestants[1:]]
        return [self.match(*two) for two in itertools.combinations(self.contestants, 2)]


@dataclass(frozen=True)
class Standings:
    """A tournament as it stands. `ladder` has the names from the top; empty for other kinds."""

    plan: TournamentPlan
    matches: tuple[MatchResult, ...]
    ladder: tuple[str, ...] = ()

    @property
    def ratings(self) -> RatingList:
        """Bradley-Terry ratings with the advantage of the first move."""
        return rate(pairings_of(self.matches))

    def points(self, name: str, other: str) -> tuple[float, int]:
        """Points of one agent against another, and games; (0, 0) if they did not meet."""
        points, games = 0.0, 0
        for match in self.matches:
            names = (match.plan.first.name, match.plan.second.name)
            if {name, other} != set(names):
                continue
            scored = sum(result.points for result in match.results)
            points += scored if names[0] == name else len(match.results) - scored
            games += len(match.results)
        return points, games


def pairings_of(matches: Iterable[MatchResult]) -> list[Pairing]:
    """The results of matches by who moved first (Black)."""
    pairings = []
    for match in matches:
        first, second = match.plan.first.name, match.plan.second.name
        black = [r.points for r in match.results if r.slot.first_is_black]
        white = [1 - r.points for r in match.results if not r.slot.first_is_black]
        if black:
            pairings.append(Pairing(first, second, sum(black), len(black)))
        if white:
            pairings.append(Pairing(second, first, sum(white), len(white)))
    return pairings


def play_tournament(
    plan: TournamentPlan,
    laboratory: Laboratory,
    running: Running | None = None,
    *,
    watcher: Watcher | None = None,
) -> Standings:
    """Plays what the laboratory does not hold yet."""
    if plan.kind != "ladder":
        return Standings(
            plan, tuple(play_matches(plan.matches, laboratory, running, watcher=watcher))
        )
    ladder: list[Contestant] = []
    matches: list[MatchResult] = []
    for newcomer in plan.contestants:
        place = len(ladder)
        while place > 0:
            match = plan.match(newcomer, ladder[place - 1])
            matches.append(play_match(match, laboratory, running, watcher=watcher))
            if not matches[-1].results or matches[-1].score.share <= 0.5:
                break
            place -= 1
        ladder.insert(place, newcomer)
    return Standings(plan, tuple(matches), tuple(contestant.name for contestant in ladder))
