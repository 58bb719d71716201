"""The judge of a player's moves: a value for every legal move, and how much each one gives away.

A game that says so (games/judging.py) is judged by alpha-beta, six plies deep with the evaluation
that our own players use, in hundredths of a point: what people give away by it goes with their
rating (docs/methods/rivals.md). SHAPES (appendix, "Configuration of Tester AI") has a minimax of
depth 5 with the evaluation of "Reversi in C#" at its expert level:
`katachi.search.alphabeta.TESTER`. Alpha-beta that gives every move a value of its own finds the
same values as minimax. Other games are judged by Monte-Carlo tree search: every move gets a search
of its own, of the same size, so that rarely visited moves are judged as well as the others; values
are shares of points, from 0 to 1.

    badness(move) = min(most, v(best move) - v(move))

A decided game is worth +-(10000 + margin) to alpha-beta. `most` is ours: one overlooked win
would otherwise outweigh all other moves of a game.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.judging import judging_of
from katachi.search.alphabeta import WON_SCORE, AlphaBeta, AlphaBetaSettings
from katachi.search.mcts import Mcts
from katachi.search.settings import MctsSettings

# The same numbers as in cpp/alphabeta/duel.h.
DECIDED_VALUE = 10_000
MOST_BADNESS = 1_000

# The default. Ends are not solved: what people give away there says little about them.
STRONG = AlphaBetaSettings(depth=6, endgame_empties=0, megabytes=8)


class JudgeSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How moves are judged: by `alphabeta` if the game says so (games/judging.py), else by `mcts`.

    `simulations`: for every legal move. A judge without randomness: the same position, the same
    values.
    """

    alphabeta: AlphaBetaSettings = STRONG
    mcts: MctsSettings = MctsSettings()
    simulations: int = 200

    def __post_init__(self) -> None:
        """Refuses a judge that would never answer."""
        if self.alphabeta.depth < 1:
            raise InvalidSettings("a judge needs a depth")
        if not 1 <= self.simulations <= 10**9:
            raise InvalidSettings(f"a judge cannot spend {shown(self.simulations)} simulations")


class JudgedMove(NamedTuple):
    """What the best move is worth, and what the one that was played gives away."""

    best: float
    badness: float


class Judge:
    """Values of moves in one game.

    >>> import katachi
    >>> judge = Judge(katachi.Othello())
    >>> judge.badness(katachi.Othello().start())
    {'d3': 0.0, 'c4': 0.0, 'f5': 0.0, 'e6': 0.0}
    """

    def __init__(self, game: GameLike, settings: JudgeSettings | None = None) -> None:
        """Makes the search that the game needs."""
        self.game = game
        self.settings = settings or JudgeSettings()
        self._alphabeta: AlphaBeta | None = None
        if judging_of(game).by_evaluation:
            self._alphabeta = AlphaBeta(game, self.settings.alphabeta)

    def values(self, position: PositionLike) -> dict[str, float]:
        """The value of every legal move for the player who makes it, in the order of the moves."""
        if position.is_over:
            raise KatachiError("the game is over: there is no move to judge")
        if self._alphabeta is not None:
            result = self._alphabeta.run(position, every_move=True)
            if result.interrupted:
                raise KeyboardInterrupt
            scores = {
                line.move: judged_value(line.score, exact=result.exact) for line in result.moves
            }
            return {move: float(scores[move]) for move in position.legal_moves}
        return {move: self._value_after(position, move) for move in position.legal_moves}

    def badness(self, position: PositionLike) -> dict[str, float]:
        """What every legal move gives away; the best have 0. A forced move is not searched."""
        legal = position.legal_moves
        if len(legal) == 1:
            return {legal[0]: 0.0}
        values = self.values(position)
        best = max(values.values())
        return {move: min(float(MOST_BADNESS), best - value) for move, value in values.items()}

    def judged(self, position: PositionLike, move: str) -> JudgedMove:
        """One move beside the best: `badness` of it alone, which costs less than that of all."""
        if self._alphabeta is None or move not in position.legal_moves:
            values = self.values(position)
            best = max(values.values())
            return JudgedMove(best, min(float(MOST_BADNESS), best - values[move]))
        found = [self._alphabeta.run(position)]
        if found[0].move != move:
            found.append(self._alphabeta.run(position, only=[move]))
        if any(result.interrupted for result in found):
            raise KeyboardInterrupt
        scores = [float(judged_value(result.score, exact=result.exact)) for result in found]
        return JudgedMove(scores[0], min(float(MOST_BADNESS), scores[0] - scores[-1]))

    def _value_after(self, position: PositionLike, move: str) -> float:
        after = position.play(move)
        if after.is_over:
            winner = after.outcome.winner
            return 0.5 if winner is None else float(winner == position.to_move)
        # A search of its own: one that went on would draw other random numbers the second time.
        search = Mcts(self.game, self.settings.mcts)
        result = search.run(after, simulations=self.settings.simulations)
        if result.interrupted:
            raise KeyboardInterrupt
        return result.value if after.to_move == position.to_move else 1.0 - result.value


def judged_value(score: int, *, exact: bool) -> int:
    """The value of a move from a score of alpha-beta.

    >>> judged_value(37, exact=False), judged_value(-600, exact=True)
    (37, -10006)
    >>> judged_value(WON_SCORE + 1200, exact=False)
    10012
    """
    if exact:
        margin = score // 100
    elif abs(score) >= WON_SCORE:
        margin = (abs(score) - WON_SCORE) // 100 * (1 if score > 0 else -1)
    else:
        return score
    if margin == 0:
        return 0
    return margin + (DECIDED_VALUE if margin > 0 else -DECIDED_VALUE)
