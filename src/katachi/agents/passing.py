"""The pass that wins at once: Go after a pass of the opponent, if the board as it stands is won."""

from __future__ import annotations

from katachi.games.contract import PositionLike
from katachi.games.position import Position


def pass_wins(position: PositionLike) -> bool:
    """Whether a second pass ends the game in favour of the player to move.

    What stands on the board is counted as alive, so this is a proof, not an opinion.

    >>> import katachi
    >>> pass_wins(katachi.Go(5).start().play("pass"))  # White has the komi
    True
    >>> pass_wins(katachi.Go(5).start())
    False
    """
    if not isinstance(position, Position) or position.game.name != "go" or position.is_over:
        return False
    return position.passes == 1 and position.play("pass").outcome.winner == position.to_move
