"""What games teach a network with a policy and a value head, position by position.

Records teach the move that was played and the result. Own games (`katachi improve`) teach the shares
of the visits of a search instead of one move, and a mix of the result and of what the search said.
Where the game has points and owners of cells, the end of a game teaches both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.games.capabilities import HasOwners
from katachi.games.game import Game
from katachi.games.outcome import COLORS
from katachi.games.position import Position
from katachi.knowledge.networks.file import board_name
from katachi.learning.networks.examples import ExampleBatch, Examples
from katachi.records import Games

# Playouts that say who owns a cell at the end of a game.
PLAYOUTS = 60
_DRAW, _UNKNOWN = 2, 3


@dataclass(frozen=True, eq=False)
class Lessons:
    """The lessons of some games.

    Moves of all games stand one after the other, as in `Games`:

    movers   int8 [moves], whose move it was: 0 black, 1 white
    begins   int64 [moves + 1], where the shares of a move begin in the next two
    taught   uint16 [shares], numbers of moves; float32 `shares` [shares] that add up to 1
    chances  float32 [moves], how likely the player to move wins; NaN: nothing is taught
    margins  float32 [games], by how much Black won on the board, without komi; NaN: unknown
    komi     float32 [games]
    owners   float32 [games, cells]: 1 black, -1 white; NaN: unknown
    """

    examples: Examples
    movers: NDArray[np.int8]
    begins: NDArray[np.int64]
    taught: NDArray[np.uint16]
    shares: NDArray[np.float32]
    chances: NDArray[np.float32]
    margins: NDArray[np.float32]
    komi: NDArray[np.float32]
    owners: NDArray[np.float32]

    @property
    def moves(self) -> NDArray[np.int64]:
        """int64 [positions of the examples]: the number of the move that was played there."""
        offsets = self.examples.games.offsets
        return offsets[self.examples.game_numbers] + self.examples.plies

    def useful(self) -> NDArray[np.int64]:
        """The positions of the examples that teach anything."""
        moves = self.moves
        teaches = (np.diff(self.begins) > 0) | ~np.isnan(self.chances)
        return np.flatnonzero(teaches[moves])

    def batch(self, chosen: NDArray[np.integer]) -> LessonBatch:
        """The lessons of some positions of the examples."""
        examples = self.examples.batch(chosen)
        planes = self.examples.planes
        places = np.array([planes.places(color) for color in range(len(COLORS))], np.int64)
        moves = self.moves[chosen]
        games = self.examples.game_numbers[chosen]
        movers = self.movers[moves]
        counts = (self.begins[moves + 1] - self.begins[moves]).astype(np.int64)
        rows = np.repeat(np.arange(len(chosen)), counts)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        entries = np.repeat(self.begins[moves], counts) + within
        shares = np.zeros(examples.legal.shape, np.float32)
        shares[rows, places[movers[rows], self.taught[entries]]] = self.shares[entries]
        sign = np.where(movers == 0, 1.0, -1.0).astype(np.float32)
        owners = np.full((len(chosen), planes.side**2 + 1), np.nan, np.float32)
        cells = self.owners.shape[1]
        for color in range(len(COLORS)):
            mine = movers == color
            owners[np.ix_(mine, places[color][:cells])] = self.owners[games[mine]]
        return LessonBatch(
            examples,
            shares,
            self.chances[moves],
            sign * self.komi[games],
            sign * self.margins[games],
            sign[:, None] * owners,
        )


@dataclass(frozen=True, eq=False)
class LessonBatch:
    """The lessons of some positions, everything for the player to move.

    shares    float32 [positions, places], all 0 where no move is taught
    chances, handicaps, margins   float32 [positions]; NaN: unknown
    owners    float32 [positions, places]: 1 own, -1 other; NaN: unknown
    """

    examples: ExampleBatch
    shares: NDArray[np.float32]
    chances: NDArray[np.float32]
    handicaps: NDArray[np.float32]
    margins: NDArray[np.float32]
    owners: NDArray[np.float32]

    def transformed(self, symmetries: NDArray[np.intp], which: NDArray[np.integer]) -> LessonBatch:
        """Each position turned and mirrored, as `ExampleBatch.transformed` does it."""
        origin = np.argsort(symmetries, axis=1)[which]
        return replace(
            self,
            examples=self.examples.transformed(symmetries, which),
            shares=np.take_along_axis(self.shares, origin, axis=1),
            owners=np.take_along_axis(self.owners, origin, axis=1),
        )


def lessons_of(
    game: Game,
    games: Games,
    *,
    shares: Sequence[str] | None = None,
    chances: NDArray[np.float32] | None = None,
    ends: bool = True,
) -> Lessons:
    """The lessons of games that begin on the empty board; raises `KatachiError` for others.

    Without `shares` (for each move "d4 612 e5 388", or nothing) every played move is taught, without
    `chances` every result. `ends`: the last positions say how cells and points were shared.
    """
    if any(board_name(kind) != board_name(game) for kind in games.kinds):
        raise KatachiError(f"there are games of other boards than {board_name(game)}")
    if np.any(games.columns.get("start", np.zeros(len(games), np.int32))):
        raise KatachiError("there are games that do not begin on the empty board")
    komi = np.array([getattr(kind, "komi", 0.0) for kind in games.kinds], np.float32)[games.kind]
    rules = [games.kinds[kind] for kind in games.kind]
    plain = replace(games, kinds=games.kinds[:1], kind=np.zeros(len(games), np.uint16))
    examples = Examples(plain.kinds[0], plain)
    movers = np.zeros(len(games.moves), np.int8)
    results = np.full(len(games.moves), np.nan, np.float32)
    margins = np.full(len(games), np.nan, np.float32)
    owners = np.full((len(games), len(game.topology.cells)), np.nan, np.float32)
    for number in range(len(games)):
        first, end = int(games.offsets[number]), int(games.offsets[number + 1])
        position = plain.kinds[0].start()
        for ply in range(first, end):
            movers[ply] = COLORS.index(position.to_move)
            position = position.play(game.moves[games.moves[ply]])
        winner = int(games.winner[number])
        if winner != _UNKNOWN:
            mine = 0.5 if winner == _DRAW else movers[first:end] == winner
            results[first:end] = mine
        if ends:
            _see_end(rules[number], position, number, margins, owners)
    begins, taught, weights = _shares(game, games, shares)
    return Lessons(
        examples,
        movers,
        begins,
        taught,
        weights,
        results if chances is None else chances,
        margins,
        komi,
        owners,
    )


def _see_end(
    rules: Game,
    position: Position,
    number: int,
    margins: NDArray[np.float32],
    owners: NDArray[np.float32],
) -> None:
    """Owners and margin of a last position, if the game knows them."""
    if isinstance(rules, HasOwners):
        found = rules.owners(position, playouts=PLAYOUTS)
        owners[number] = found.values
        if position.is_over:
            margins[number] = float(np.sum(np.rint(np.array(found.values))))
    elif position.is_over and position.outcome.reason == "discs":
        margins[number] = position.outcome.score


def _shares(
    game: Game, games: Games, shares: Sequence[str] | None
) -> tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.float32]]:
    if shares is None:
        begins = np.arange(len(games.moves) + 1, dtype=np.int64)
        return begins, games.moves.copy(), np.ones(len(games.moves), np.float32)
    numbers = {move: number for number, move in enumerate(game.moves)}
    counts, taught, weights = [0], [], []
    for text in shares:
        words = text.split()
        found = [float(word) for word in words[1::2]]
        counts.append(len(found))
        taught += [numbers[word] for word in words[::2]]
        weights += [one / sum(found) for one in found]
    return np.cumsum(counts), np.array(taught, np.uint16), np.array(weights, np.float32)
