"""How strong the champions of a run became: one scale for all of them and the fixed opponents."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.matches.laboratory import Laboratory
from katachi.matches.ratings.bradley_terry import Pairing, rate
from katachi.matches.ratings.elo import Estimate
from katachi.matches.ratings.intervals import wilson_interval
from katachi.optimising.improve.improve import Improvement
from katachi.optimising.improve.state import Folder


@dataclass(frozen=True)
class AgainstOpponent:
    """What a champion scored against a fixed opponent, with Wilson's 95 % interval."""

    generation: int
    opponent: str
    points: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share of points."""
        return wilson_interval(self.points, self.games)


@dataclass(frozen=True)
class History:
    """Ratings by generation (of its champion), and the games that they rest on.

    `elo`: the difference to the first opponent; not defined where somebody lost every game.
    """

    elo: dict[int, Estimate]
    scores: tuple[AgainstOpponent, ...]
    games: int
    seconds: float  # of thinking in matches


def history_of(run: Improvement) -> History:
    """From the laboratory of the folder."""
    champions: dict[str, int] = {}
    for generation in run.generations:
        champions.setdefault(generation.champion, generation.number)
    pairings: list[Pairing] = []
    scores: list[AgainstOpponent] = []
    games, seconds = 0, 0.0
    with Laboratory(Folder(run.folder).laboratory) as laboratory:
        for match in laboratory.matches():
            results = laboratory.results(match.id)
            games += len(results)
            seconds += sum(sum(one.seconds) for one in results)
            first, second = match.first_name, match.second_name
            for is_black in (True, False):
                some = [one.points for one in results if one.slot.first_is_black == is_black]
                points, sides = sum(some), (first, second)
                if not is_black:
                    points, sides = len(some) - points, (second, first)
                if some:
                    pairings.append(Pairing(*sides, points, len(some)))
            if second in run.plan.opponents and first in champions and results:
                points = sum(one.points for one in results)
                scores.append(AgainstOpponent(champions[first], second, points, len(results)))
    ratings = {one.player: one.elo for one in rate(pairings).ratings} if pairings else {}
    anchor = ratings.get(run.plan.opponents[0]) if run.plan.opponents else None
    zero = anchor.value if anchor is not None and anchor.is_defined else 0.0
    elo = {
        number: Estimate(ratings[name].value - zero, ratings[name].error)
        for name, number in champions.items()
        if name in ratings and ratings[name].is_defined
    }
    return History(elo, tuple(sorted(scores, key=lambda one: one.generation)), games, seconds)
