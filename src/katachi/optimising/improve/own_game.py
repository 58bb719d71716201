"""One game of self-play with exploration, and what it teaches.

A searched position teaches moves by the visits of its search, as QUARTERS moves that divide the
visits among them, and values by what the search said of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import msgspec
import numpy as np

from katachi.agents.agent import Agent
from katachi.agents.catalogue import load_agent
from katachi.errors import KatachiError
from katachi.games.capabilities import KnowsPassing
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color
from katachi.matches.game_text import game_of_text
from katachi.optimising.improve.plan import Exploration
from katachi.search import Budget, SearchResult

# A position teaches this many moves, each a quarter of the visits.
QUARTERS = 4
# A game is left unfinished after this many moves for every cell of its board.
MOST_MOVES_A_CELL = 20
# Searches in a row that a player must find hopeless before it resigns.
HOPELESS = 2


@dataclass(frozen=True)
class OwnPlay:
    """How the games of a generation are played; a game depends on this and its number alone."""

    game: str
    agent: str  # a file
    seed: str
    simulations: int
    cheap_simulations: int
    exploration: Exploration


class OwnGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game.

    `taught`: for each ply the moves that its search teaches, QUARTERS texts with spaces between, or
    nothing. `shares`: for the same plies the visits of every move in thousandths, "d4 612 e5 388";
    games of earlier versions have none. `values`: for each ply the value of the search for the
    player to move; -1 without one.
    `winner` is empty for a draw or a game that was left (`reason` is empty then). `doubted`: the
    first player who found its game hopeless, in games that were played out all the same.
    """

    number: Annotated[int, msgspec.Meta(ge=0)]
    moves: tuple[str, ...]
    taught: tuple[str, ...]
    values: tuple[float, ...]
    opening: Annotated[int, msgspec.Meta(ge=0)]
    winner: str
    reason: str
    doubted: str = ""
    seconds: float = 0.0
    shares: tuple[str, ...] = ()

    def result(self, color: Color) -> float:
        """1, 0 or -1 for a player."""
        if not self.winner:
            return 0.0
        return 1.0 if self.winner == color else -1.0


def play_own_game(task: tuple[OwnPlay, int]) -> OwnGame:
    """The game with a number."""
    return _Playing(*task).play()


class _Playing:
    """A game in progress."""

    def __init__(self, plan: OwnPlay, number: int) -> None:
        self.plan = plan
        self.number = number
        self.game: Game = game_of_text(plan.game)
        self.rng = random.Random(f"{plan.seed} {number}")
        self.agent = _agent(plan.agent)
        self.position = self.game.start()
        self.moves: list[str] = []
        self.taught: list[str] = []
        self.values: list[float] = []
        self.shares: list[str] = []
        self.hopeless: dict[Color, int] = dict.fromkeys(COLORS, 0)
        self.played_out = self.rng.random() < plan.exploration.played_out
        self.doubted = ""

    def play(self) -> OwnGame:
        """To the end."""
        began = time.process_time()
        self._open()
        opening = len(self.moves)
        self.agent.new_game(self.game, self.rng.getrandbits(40))
        exploring = self.plan.exploration.plies or len(self.game.topology.cells) // 4
        winner, reason = "", ""
        longest = MOST_MOVES_A_CELL * len(self.game.moves)
        while not self.position.is_over and len(self.moves) < longest:
            mover = self.position.to_move
            explores = len(self.moves) < opening + exploring
            if self._search_and_play(explores=explores) and not self.played_out:
                winner, reason = next(color for color in COLORS if color != mover), "resignation"
                break
        if self.position.is_over:
            outcome = self.position.outcome
            winner, reason = outcome.winner or "", outcome.reason
        return OwnGame(
            number=self.number,
            moves=tuple(self.moves),
            taught=tuple(self.taught),
            values=tuple(self.values),
            opening=opening,
            winner=winner,
            reason=reason,
            doubted=self.doubted,
            seconds=round(time.process_time() - began, 4),
            shares=tuple(self.shares),
        )

    def _open(self) -> None:
        """Random moves that do not end the game."""
        for _ in range(self.rng.randint(0, self.plan.exploration.opening_plies)):
            legal = [move for move in self.position.legal_moves if move != self.game.moves[-1]]
            if not legal:
                return
            move = self.rng.choice(legal)
            after = self.position.play(move)
            if after.is_over:
                return
            self._note(move, "", -1.0)
            self.position = after

    def _search_and_play(self, *, explores: bool) -> bool:
        """One move; whether the mover has no hope."""
        plan, mover = self.plan, self.position.to_move
        if isinstance(self.game, KnowsPassing) and self.game.pass_wins(self.position):
            self._note("pass", "", 1.0)
            self.position = self.position.play("pass")
            return False
        full = self.rng.random() < plan.exploration.full_share
        simulations = plan.simulations if full else plan.cheap_simulations
        result = self._search(simulations)
        assert result.move is not None
        shares = visit_shares(result)
        value = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(result.proof, result.value)
        taught = told = ""
        if full and result.proof != "loss" and len(result.moves) > 1:
            taught = " ".join(quarters(shares))
            told = thousandths(shares)
        move = result.move
        if explores and result.proof != "win":
            move = explored_move(shares, plan.exploration, self.rng)
        self._note(move, taught, round(value, 4), told)
        self.position = self.position.play(move)
        self.hopeless[mover] = (
            self.hopeless[mover] + 1 if value < plan.exploration.resign_below else 0
        )
        lost = self.hopeless[mover] >= HOPELESS
        if lost and not self.doubted:
            self.doubted = mover if self.played_out else ""
        return lost

    def _search(self, simulations: int) -> SearchResult:
        choice = self.agent.choose(self.position, Budget(simulations=simulations))
        if choice.search is None:
            raise KatachiError(
                f"{self.agent.name} tells nothing of its search: it cannot be improved"
            )
        return choice.search

    def _note(self, move: str, taught: str, value: float, shares: str = "") -> None:
        self.moves.append(move)
        self.taught.append(taught)
        self.values.append(value)
        self.shares.append(shares)


def visit_shares(result: SearchResult) -> dict[str, float]:
    """The share of the visits of each move; a proven win has all, proven losses have none."""
    wins = [line.move for line in result.moves if line.proof == "win"]
    if wins:
        return {line.move: float(line.move == wins[0]) for line in result.moves}
    visits = {
        line.move: 0.0 if line.proof == "loss" else float(line.visits) for line in result.moves
    }
    total = sum(visits.values())
    if not total:
        return {move: 1 / len(visits) for move in visits}
    return {move: count / total for move, count in visits.items()}


def quarters(shares: dict[str, float]) -> list[str]:
    """The moves at the middle of each quarter of the shares, the largest first.

    >>> quarters({"a1": 0.1, "b2": 0.7, "c3": 0.2})
    ['b2', 'b2', 'b2', 'c3']
    """
    ordered = sorted(shares.items(), key=lambda one: -one[1])
    borders = np.cumsum([share for _, share in ordered])
    middles = (np.arange(QUARTERS) + 0.5) / QUARTERS * borders[-1]
    return [ordered[place][0] for place in np.searchsorted(borders, middles)]


def thousandths(shares: dict[str, float]) -> str:
    """The moves with their shares in thousandths, the largest first, those that round to 0 left out.

    >>> thousandths({"a1": 0.0004, "b2": 0.7, "c3": 0.2996})
    'b2 700 c3 300'
    """
    ordered = sorted(shares.items(), key=lambda one: -one[1])
    counts = [(move, round(1000 * share)) for move, share in ordered]
    return " ".join(f"{move} {count}" for move, count in counts if count)


def explored_move(shares: dict[str, float], how: Exploration, rng: random.Random) -> str:
    """A move drawn by its visits and some noise."""
    moves = list(shares)
    warm = [share ** (1 / how.temperature) for share in shares.values()]
    noise = dirichlet(len(moves), how.noise_moves / len(moves), rng)
    total = sum(warm)
    weights = [
        (1 - how.noise) * share / total + how.noise * extra
        for share, extra in zip(warm, noise, strict=True)
    ]
    return rng.choices(moves, weights)[0]


def dirichlet(count: int, parameter: float, rng: random.Random) -> Sequence[float]:
    """Shares that add up to 1, drawn from a symmetric Dirichlet distribution.

    >>> round(sum(dirichlet(5, 0.3, random.Random(1))), 6)
    1.0
    """
    drawn = [rng.gammavariate(parameter, 1.0) for _ in range(count)]
    total = sum(drawn)
    return [one / total for one in drawn] if total > 0 else [1 / count] * count


@lru_cache(maxsize=2)
def _agent(path: str) -> Agent:
    """Kept from game to game; a file of one generation never changes."""
    return load_agent(path)
