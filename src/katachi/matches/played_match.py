"""A match in one call: `katachi.match`, and what it gives back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from katachi.agents.agent import Agent
from katachi.agents.catalogue import AgentFile
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.matches import (
    Adjudication,
    Contestant,
    MatchPlan,
    MatchResult,
    MatchScore,
    Running,
    game_of_text,
    open_laboratory,
    parse_contestant,
    parse_openings,
    play_match,
)
from katachi.matches.figures import number, percent
from katachi.matches.game_text import text_of_game
from katachi.matches.match_block import match_block, told_of
from katachi.matches.ratings import (
    Estimate,
    Sprt,
    elo_with_error,
    likelihood_of_superiority,
    parse_sprt,
)
from katachi.matches.ratings.counts import Counts
from katachi.matches.ratings.intervals import wilson_interval
from katachi.matches.results import GameResult
from katachi.search import Budget
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import Series, line_plot

DEFAULT_BUDGET = Budget(seconds=0.1)  # for a move, if nothing is said
PAIRS = 10
# A test usually stops long before; one between two equal agents may not.
MOST_PAIRS = 20_000


@dataclass(frozen=True, repr=False)
class PlayedMatch(ShowsItself):
    """A match that was played, and its statistics, all seen from the first agent.

    `result` has every game and every void game; what needs at least one game raises `KatachiError`
    without. `report()` is the block for people, `plot()` draws the share of points over the games,
    `to_frame()` has a row per game.
    """

    result: MatchResult

    @property
    def score(self) -> MatchScore:
        """Counts of games and pairs, `share` of points and its Wilson `interval`."""
        return self.result.score

    @property
    def elo(self) -> Estimate:
        """The difference in Elo with its 95 % error, from pairs; nan where it is not defined."""
        return elo_with_error(self._units)

    @property
    def superiority(self) -> float:
        """How likely the first agent is the stronger one (LOS); nan if all pairs ended alike."""
        return likelihood_of_superiority(self._units)

    @property
    def _units(self) -> Counts:
        score = self.score
        return score.pairs if score.pairs.pairs else score.games

    def report(self) -> str:
        """The block that users of fastchess know."""
        return match_block(self.result)

    def summary(self) -> dict[str, object]:
        """The same for machines; None where something is not defined."""
        plan, result = self.result.plan, self.result
        document: dict[str, object] = {
            "first": plan.first.name,
            "second": plan.second.name,
            "game": plan.game,
            "voids": len(result.voids),
            "decision": result.decision if plan.sprt else None,
        }
        if not result.results:
            return document | {"wins": 0, "draws": 0, "losses": 0}
        score, elo = self.score, self.elo
        return document | {
            "wins": score.games.wins,
            "draws": score.games.draws,
            "losses": score.games.losses,
            "pentanomial": list(score.pairs.frequencies),
            "unique": score.unique,
            "share": score.share,
            "interval": list(score.interval),
            "elo": _defined(elo.value),
            "elo_error": _defined(elo.error),
            "superiority": _defined(self.superiority),
            "llr": plan.sprt.log_likelihood_ratio(self._units) if plan.sprt else None,
            "simulations_per_move": list(score.simulations_per_move),
            "seconds_per_move": list(score.seconds_per_move),
            "longest_move": list(score.longest_move),
            "processor_per_move": [_defined(value) for value in score.processor_per_move],
            "lost_on_time": list(score.lost_on_time),
            "forfeited": list(score.forfeited),
            "told": [told_of(result, side) for side in (0, 1)],
        }

    def to_frame(self) -> Columns:
        """A row for each counted game, in the order of pairs: columns for a data frame."""
        games = self._games
        return Columns(
            pair=np.array([one.slot.pair for one in games], np.int64),
            first_is_black=np.array([one.slot.first_is_black for one in games], np.bool_),
            points=np.array([one.points for one in games], np.float64),
            winner=[one.winner or "" for one in games],
            reason=[one.reason for one in games],
            score=np.array([one.score for one in games], np.float64),
            plies=np.array([len(one.moves) for one in games], np.int64),
            seconds=np.array([sum(one.seconds) for one in games], np.float64),
            moves=[" ".join(one.moves) for one in games],
        )

    def plot(self) -> Picture:
        """The first agent's share of points after each game, with its 95 % interval."""
        points = np.cumsum([one.points for one in self._games]).tolist()
        numbers = range(1, len(points) + 1)
        bounds = [wilson_interval(sum_, games) for games, sum_ in zip(numbers, points, strict=True)]
        lines = {
            "share": [sum_ / games for games, sum_ in zip(numbers, points, strict=True)],
            "lower bound": [low for low, _ in bounds],
            "upper bound": [high for _, high in bounds],
        }
        plan = self.result.plan
        return line_plot(
            [
                Series(name, [(n, 100 * value) for n, value in zip(numbers, line, strict=True)])
                for name, line in lines.items()
            ],
            title=f"{plan.first.name} against {plan.second.name}, {plan.game}",
            across="games",
            up="points, %",
        )

    @property
    def _games(self) -> list[GameResult]:
        """In the order of pairs; the first agent's game as Black comes first."""
        return sorted(
            self.result.results, key=lambda one: (one.slot.pair, not one.slot.first_is_black)
        )

    def _headline(self) -> str:
        plan, result = self.result.plan, self.result
        told = str(self.score) if result.results else "no games"
        return f"{plan.first.name} against {plan.second.name}: {told}"

    def _tables(self) -> tuple[Table, ...]:
        if not self.result.results:
            return ()
        score, elo, plan = self.score, self.elo, self.result.plan
        rows = [
            ("game", str(plan.game)),
            ("Elo difference", f"{number(elo.value, 1)} ± {number(elo.error, 1)}"),
            ("likelihood of superiority", f"{percent(self.superiority)} %"),
            ("pairs with 0, ½, 1, 1½, 2 points", " ".join(map(str, score.pairs.frequencies))),
            ("different games", str(score.unique)),
        ]
        if plan.sprt:
            rows.append(("sequential test", self.result.decision))
        if self.result.voids:
            rows.append(("void games", str(len(self.result.voids))))
        return (Table(("measure", "value"), tuple(rows)),)


def match(  # noqa: PLR0913 - each one a question that a match has to answer
    first: str | Contestant | AgentFile | Agent,
    second: str | Contestant | AgentFile | Agent,
    game: str | GameLike,
    *,
    pairs: int | None = None,
    budget: Budget = DEFAULT_BUDGET,
    openings: str = "none",
    seed: int = 0,
    sprt: Sprt | str | tuple[float, float] | None = None,
    adjudication: Adjudication | None = None,
    lab: str | Path | None = None,
    running: Running | None = None,
) -> PlayedMatch:
    """Plays pairs of games with colours exchanged.

    Agents are texts as for `katachi match` (`"rave"`, `"uct@500"`, `"mine.toml@0.05s"`), agent
    files, contestants, or any object with the methods of `Agent`; a game is a text or any object
    with those of `GameLike`. Objects of your own play in this process. `budget` is
    for agents that bring none. `pairs` are 10, or with a test as
    many as it needs. `sprt`: two bounds of Elo, or a whole test. `lab` keeps every game, and the
    same call goes on where it stopped; without it games are gone afterwards. `running`: processes
    or a cluster. One thread and a budget of simulations: same seed, same games.

    >>> import katachi
    >>> from katachi.agents import Budget
    >>> played = katachi.match("uct", "random", "hex4", pairs=5, budget=Budget(simulations=50))
    >>> played.score.games.games, played.score.share > 0.7
    (10, True)
    >>> print(played.report().splitlines()[1])
    Results of uct vs random (50 simulations a move, Hex(4), no openings, seed 0):
    """
    text, rules = _game(game)
    test = parse_sprt(sprt) if isinstance(sprt, str) else sprt
    plan = MatchPlan(
        first=_contestant(first, budget, "first"),
        second=_contestant(second, budget, "second"),
        game=text,
        pairs=pairs or (PAIRS if test is None else MOST_PAIRS),
        seed=seed,
        openings=parse_openings(openings, rules),
        adjudication=adjudication or Adjudication(),
        sprt=Sprt(*test) if isinstance(test, tuple) else test,
        python_game=None if isinstance(rules, Game) else rules,
    )
    with open_laboratory(None if lab is None else Path(lab)) as laboratory:
        return PlayedMatch(play_match(plan, laboratory, running))


def _contestant(
    agent: str | Contestant | AgentFile | Agent, budget: Budget, name: str
) -> Contestant:
    if isinstance(agent, Contestant):
        return agent
    if isinstance(agent, str):
        return parse_contestant(agent, budget)
    if isinstance(agent, AgentFile):
        return Contestant(name, agent, budget)
    missing = [need for need in ("name", "new_game", "choose") if not hasattr(agent, need)]
    if missing or isinstance(agent, type):
        raise KatachiError(
            f"{shown(agent)} is not an agent: a name, an agent file, a contestant or an object with "
            "name, new_game and choose is needed"
        )
    return Contestant.of_player(agent, budget)


def _game(game: str | GameLike) -> tuple[str, GameLike]:
    """A game as a text and as rules."""
    if isinstance(game, str):
        return game, game_of_text(game)
    if not isinstance(game, GameLike) or isinstance(game, type):
        raise KatachiError(
            f"{shown(game)} is not a game: a text such as hex11, or an object with name, moves and "
            "start is needed"
        )
    return text_of_game(game), game


def _defined(value: float) -> float | None:
    """JSON has no nan."""
    return value if math.isfinite(value) else None
