"""The end of a Go game as people count it: dead stones, seki, area or territory.

Playouts say who will own every point (`ownership`). A chain is dead if its points go to the other
side on average, unless it has two eyes that nobody can take (`safe_chains`). What is left when the
dead stones are gone divides the board: an empty region that only one colour touches is its; in a
region between both, points beside both colours are nobody's, and so are small parts between them,
where a move is missing (servers count them so); large parts are divided by the same question and,
last, by the playouts.

A living chain is in seki if it touches a point that mostly stays empty between both colours and
has no two eyes. Territory scoring gives no points for eyes in seki.

How often this agrees with the counts of players: docs/games/go.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from katachi.errors import KatachiError
from katachi.games.contract import PositionLike
from katachi.games.go.chains import EMPTY, Board, Chain, safe_chains
from katachi.games.go.game import Go
from katachi.games.go.ownership import PLAYOUTS, Ownership, ownership
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.games.position import Position

Status = Literal["alive", "seki", "dead"]
STATUSES: tuple[Status, ...] = ("alive", "seki", "dead")

CLEAR = 0.5  # a point between both colours belongs to one that owns it so much more often
SURE = 0.6  # less ownership than this is doubtful
LASTING = 0.5  # share of playouts after which a point of a seki is nobody's
SMALL = 3  # points of a part between both colours that counts for nobody
ROOM_FOR_TWO_EYES = 7  # a region so large can be divided


@dataclass(frozen=True)
class CountedChain:
    """Connected stones, and what becomes of them."""

    color: Color
    cells: tuple[str, ...]
    status: Status


@dataclass(frozen=True)
class Count:
    """A counted position.

    `owners` by cell: whose area it is, living stones included; None is nobody's. `doubt` is how
    many points the score would change if all that the playouts leave open went the other way.
    `outcome.reason` is area, territory or stones, as the game scores.
    """

    position: Position
    chains: tuple[CountedChain, ...]
    owners: tuple[Color | None, ...]
    outcome: Outcome
    doubt: float
    ownership: Ownership

    def stones(self, status: Status) -> tuple[tuple[str, ...], ...]:
        """The chains of a status, each with its cells in order."""
        return tuple(chain.cells for chain in self.chains if chain.status == status)

    @property
    def dead(self) -> tuple[str, ...]:
        """All dead stones."""
        return tuple(cell for chain in self.stones("dead") for cell in chain)

    def is_won_by(self, color: Color) -> bool:
        """Whether a colour wins whatever becomes of the points in doubt."""
        margin = self.outcome.score if color == "black" else -self.outcome.score
        return margin > self.doubt


def count(
    position: Position, *, playouts: int = PLAYOUTS, seed: int = 0, threads: int | None = 1
) -> Count:
    """Counts a position of Go, finished or not, without its dead stones.

    >>> import katachi
    >>> game = katachi.Go(5, komi=0.5, scoring="territory")
    >>> counted = count(game.position(".XO../XXO.O/.XOOX/XXOO./.XO.O O passes:2"))
    >>> counted.dead, counted.outcome.sgf_result
    (('E3',), 'W+4.5')
    """
    game = position.game
    if not isinstance(game, Go):
        raise KatachiError(f"{game} has no dead stones to count")
    owned = ownership(position, playouts=playouts, seed=seed, threads=threads)
    board = Board(position)
    dead = _dead_chains(board, owned)
    living = [
        EMPTY if stone == EMPTY or board.chain_of[cell] in dead else stone
        for cell, stone in enumerate(board.stones)
    ]
    owners = _divided(board, living, owned)
    seki = _chains_in_seki(board, living, owners, owned) - dead
    if game.scoring == "territory":
        _take_eyes_from(seki, board, living, owners)
    margin = _margin(position, game, living, owners)
    winner: Color | None = None if margin == 0 else "black" if margin > 0 else "white"
    return Count(
        position=position,
        chains=tuple(
            CountedChain(
                COLORS[chain.color],
                tuple(game.moves[cell] for cell in chain.cells),
                "dead" if chain in dead else "seki" if chain in seki else "alive",
            )
            for chain in sorted(board.chains, key=lambda chain: chain.cells)
        ),
        owners=tuple(None if owner == EMPTY else COLORS[owner] for owner in owners),
        outcome=Outcome(winner, game.scoring, margin),
        doubt=_doubt(board, owners, owned),
        ownership=owned,
    )


def final_count(position: PositionLike) -> Count | None:
    """The count of a game of Go that has ended by two passes; None for any other position.

    Stone scoring, whose games end by a move limit, takes nothing off.
    """
    if not isinstance(position, Position) or not isinstance(position.game, Go):
        return None
    ended = position.is_over and position.passes >= 2
    return count(position) if ended and position.game.scoring != "stones" else None


def _dead_chains(board: Board, owned: Ownership) -> set[Chain]:
    safe = safe_chains(board)
    dead = set()
    for chain in board.chains:
        value = sum(owned.values[cell] for cell in chain.cells)
        if chain not in safe and (value < 0 if chain.color == 0 else value > 0):
            dead.add(chain)
    return dead


def _divided(board: Board, living: list[int], owned: Ownership) -> list[int]:
    """The owner of every cell (0, 1, or EMPTY for nobody)."""
    owners = list(living)
    for region in board.regions(cell for cell, stone in enumerate(living) if stone == EMPTY):
        between = [p for p in region if len(board.touched([p], living.__getitem__)) == 2]
        for part in board.regions(sorted(set(region) - set(between))):
            colors = board.touched(part, living.__getitem__)
            if between and len(part) <= SMALL:
                continue
            for point in part:
                owners[point] = colors.copy().pop() if len(colors) == 1 else _clear(owned, point)
    return owners


def _clear(owned: Ownership, point: int) -> int:
    value = owned.values[point]
    return 0 if value > CLEAR else 1 if value < -CLEAR else EMPTY


def _chains_in_seki(
    board: Board, living: list[int], owners: list[int], owned: Ownership
) -> set[Chain]:
    safe = safe_chains(board)
    lasting = {
        cell
        for cell, stone in enumerate(board.stones)
        if stone == EMPTY
        and owned.neutral[cell] > LASTING
        and len(board.touched([cell], living.__getitem__)) == 2
    }
    eyes: dict[Chain, list[int]] = {}  # by living chain: sizes of the regions that are its colour's
    for region in board.regions(cell for cell, stone in enumerate(living) if stone == EMPTY):
        for part in board.regions(cell for cell in region if owners[cell] != EMPTY):
            for chain in _beside(board, part, living):
                if chain.color == owners[part[0]]:
                    eyes.setdefault(chain, []).append(len(part))
    return {
        chain
        for chain in board.chains
        if chain not in safe
        and chain.liberties & lasting
        and len(sizes := eyes.get(chain, [])) < 2
        and sum(sizes) < ROOM_FOR_TWO_EYES
    }


def _beside(board: Board, part: list[int], living: list[int]) -> set[Chain]:
    """The living chains that touch points."""
    return {
        board.chain_of[n] for point in part for n in board.neighbours[point] if living[n] != EMPTY
    }


def _take_eyes_from(seki: set[Chain], board: Board, living: list[int], owners: list[int]) -> None:
    """Makes the regions that only chains in seki touch nobody's."""
    for region in board.regions(cell for cell, stone in enumerate(living) if stone == EMPTY):
        for part in board.regions(cell for cell in region if owners[cell] != EMPTY):
            around = _beside(board, part, living)
            if around and around <= seki:
                for point in part:
                    owners[point] = EMPTY


def _margin(position: Position, game: Go, living: list[int], owners: list[int]) -> float:
    """Black's, with komi."""
    signs = (1, -1, 0)
    stones = sum(signs[stone] for stone in living)
    area = sum(signs[owner] for owner in owners)
    if game.scoring == "stones":
        return stones - game.komi
    if game.scoring == "area":
        return area - game.komi
    # What was on the board and is not living is a prisoner.
    taken = sum(
        signs[before] - signs[now] for before, now in zip(position.stones, living, strict=True)
    )
    black, white = position.prisoners
    return area - stones - taken - (black - white) - game.komi


def _doubt(board: Board, owners: list[int], owned: Ownership) -> float:
    """Two points for each one whose owner is not sure, one for what could still be somebody's."""
    doubt = 0.0
    for cell, owner in enumerate(owners):
        if owner == EMPTY:
            doubt += board.stones[cell] == EMPTY and owned.neutral[cell] <= LASTING
        elif (owned.values[cell] if owner == 0 else -owned.values[cell]) < SURE:
            doubt += 2
    return doubt
