"""The agent that imitates the weakness of a player (SHAPES, appendix, "Evaluation and imitation").

Weakness mu is the mean badness of a player's moves (katachi.optimising.rivals.weakness). At its
move number n + 1 the agent has given away S so far, and chooses the badness b of a legal move that
brings its own mean nearest to mu:

    minimise | (S + b) / (n + 1) - mu |

The thesis' example: mu = 20, badness {0, 5, 40, 50}: 5 is nearest. Then {0, 15, 30, 50}: the means
are 2.5, 10, 17.5 and 27.5, so 30 is chosen. Of two equally near ones the smaller is taken; between
moves of equal badness the seed decides. Passes are no moves: they are neither counted nor judged.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from katachi.agents.agent import Choice
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.position import Position
from katachi.search import Budget
from katachi.search.judge import Judge, JudgeSettings

PASS = "pass"


class ImitationSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom to imitate: a `weakness`, in the units of the judge."""

    weakness: float = 0.0
    judge: JudgeSettings = JudgeSettings()

    def __post_init__(self) -> None:
        """Refuses what nobody can be."""
        if not 0 <= self.weakness < 1e6:
            raise InvalidSettings(f"a weakness cannot be {shown(self.weakness)}")


def nearest(
    badness: Mapping[str, float],
    weakness: float,
    *,
    total: float = 0.0,
    count: int = 0,
    tie: int = 0,
) -> str:
    """The move whose badness brings the mean of `count` earlier ones and itself nearest to mu.

    >>> nearest({"a": 0, "b": 5, "c": 40, "d": 50}, 20)
    'b'
    >>> nearest({"a": 0, "b": 15, "c": 30, "d": 50}, 20, total=5, count=1)
    'c'
    """

    def order(value: float) -> tuple[float, float]:
        return abs((total + value) / (count + 1) - weakness), value

    chosen = min(badness.values(), key=order)
    equal = [move for move, value in badness.items() if value == chosen]
    return equal[tie % len(equal)]


class ImitatingAgent:
    """Plays as badly as a weakness says, for any game that has a judge.

    It needs no budget: its judge has its own.
    """

    def __init__(self, name: str, settings: ImitationSettings) -> None:
        """The judge is made when a game begins."""
        self.name = name
        self.settings = settings
        self._judge: Judge | None = None
        self._seed = 0
        # Badness of own moves by the number of moves on the board: moves taken back drop out.
        self._given: dict[int, float] = {}

    def new_game(self, game: GameLike, seed: int) -> None:
        """Nothing given away so far; the seed decides between equal moves."""
        if self._judge is None or self._judge.game != game:
            self._judge = Judge(game, self.settings.judge)
        self._seed = seed
        self._given = {}

    @property
    def weakness(self) -> float:
        """The mean badness of the game so far, 0 before the first move."""
        return sum(self._given.values()) / len(self._given) if self._given else 0.0

    def choose(self, position: PositionLike, budget: Budget) -> Choice:  # noqa: ARG002 - see class
        """The move that keeps the mean nearest to the weakness."""
        if self._judge is None:
            raise KatachiError("new_game comes before choose")
        if position.is_over:
            raise KatachiError("the game is over: there is nothing to choose")
        legal = position.legal_moves
        if legal[0] == PASS:
            return Choice(PASS)
        played = position.moves_played if isinstance(position, Position) else len(self._given)
        self._given = {ply: given for ply, given in self._given.items() if ply < played}
        badness = self._judge.badness(position)
        move = nearest(
            badness,
            self.settings.weakness,
            total=sum(self._given.values()),
            count=len(self._given),
            tie=self._seed,
        )
        self._given[played] = badness[move]
        return Choice(move)
