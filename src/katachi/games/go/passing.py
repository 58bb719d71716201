"""When to end a game of Go by a second pass.

How the board is counted after two passes is a matter of the rules. If what stands is alive, the
pass that wins is proven (`Go.pass_wins`). If players agree on dead stones, the count without them
decides (`answer_to_pass`), and it must hold whatever becomes of the points in doubt.
"""

from __future__ import annotations

from katachi.games.go.rulesets import DeadStones
from katachi.games.go.scoring import count
from katachi.games.outcome import opponent
from katachi.games.position import Position
from katachi.games.terms import Answer


def answer_to_pass(position: Position, dead_stones: DeadStones) -> Answer:
    """What to do in a position after the opponent's pass; `search` in any other.

    With agreement on dead stones: pass if the count is won or lost beyond doubt, else play on where
    that costs nothing (area scoring). If nobody has said how dead stones are counted: pass if the
    board is won as it stands and also by the count, or if the count is lost beyond doubt.
    """
    if position.passes != 1 or position.is_over:
        return "search"
    wins_as_it_stands = position.game.pass_wins(position)
    if dead_stones == "alive" or (dead_stones == "unsaid" and not wins_as_it_stands):
        return "pass" if wins_as_it_stands else "search"
    mover = position.to_move
    counted = count(position)
    if counted.is_won_by(mover) or counted.is_won_by(opponent(mover)):
        return "pass"
    if dead_stones == "unsaid" and counted.outcome.winner == mover:
        return "pass"
    return "search" if counted.outcome.reason == "territory" else "play"


def must_clean_up(position: Position) -> bool:
    """Whether dead stones of the opponent stand on the board, which a clean-up must take."""
    other = opponent(position.to_move)
    return any(chain.color == other and chain.status == "dead" for chain in count(position).chains)
