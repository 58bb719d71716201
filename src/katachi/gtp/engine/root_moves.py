"""The clauses of an analysis that leave moves out.

    avoid PLAYER VERTEX,VERTEX,... PLIES
    allow PLAYER VERTEX,VERTEX,... PLIES

`avoid` forbids these moves to a player during the first plies of the search, `allow` all others. As
in KataGo `avoid` may be repeated, `allow` comes once and alone. katachi restricts the moves of the
position itself and nothing deeper, so clauses about the other player are read and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from katachi.errors import InvalidMove, shown
from katachi.games.contract import PositionLike
from katachi.games.outcome import Color
from katachi.gtp.engine.state import State
from katachi.gtp.protocol.entities import parse_int
from katachi.gtp.protocol.wire import CommandFailed

CLAUSES = frozenset({"avoid", "allow"})
WORDS = 3  # of a clause, after its name


@dataclass(frozen=True)
class RootMoves:
    """The clauses so far: who must not play what, and who may play only what."""

    avoided: frozenset[tuple[Color, str]] = frozenset()
    allowed: tuple[Color, frozenset[str]] | None = None

    def with_clause(self, state: State, key: str, words: list[str]) -> RootMoves:
        """One clause more; raises `CommandFailed` that names the wrong word."""
        if len(words) < WORDS:
            text = " ".join((key, *words))
            raise CommandFailed(
                f"syntax error: a player, vertices and a number of plies are needed, "
                f"not {shown(text)}"
            )
        color = state.color(words[0])
        moves = frozenset(_move(state, key, vertex) for vertex in words[1].split(","))
        if parse_int(words[2], what="a number of plies") < 1:
            raise CommandFailed(
                f"syntax error: {key} needs at least one ply, not {shown(words[2])}"
            )
        if self.allowed is not None or (key == "allow" and self.avoided):
            raise CommandFailed(f"syntax error: allow comes once and without avoid, not with {key}")
        if key == "allow":
            return replace(self, allowed=(color, moves))
        return replace(self, avoided=self.avoided | {(color, move) for move in moves})

    def of(self, position: PositionLike) -> tuple[str, ...] | None:
        """The legal moves that are left, in their order; None: all of them."""
        color = position.to_move
        left = [move for move in position.legal_moves if (color, move) not in self.avoided]
        if self.allowed is not None and self.allowed[0] == color:
            left = [move for move in left if move in self.allowed[1]]
        return None if len(left) == len(position.legal_moves) else tuple(left)


def _move(state: State, key: str, vertex: str) -> str:
    try:
        return state.dialect.move(state.game, vertex, notation=state.notation)
    except InvalidMove as error:
        raise CommandFailed(f"syntax error: {key}: {error}") from None
