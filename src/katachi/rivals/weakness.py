"""The weakness of a player, from records (SHAPES, appendix, "Evaluation and imitation of players").

    mu = 1/20 * sum for t = 1 .. 20 of v(a*_t) - v(a_t)

where a_t is the player's own move number t, a*_t the move that the judge likes best, v the judge's
value; several games give the mean of their mu. A game with fewer own moves gives the mean of those
there are; one without any is left out. Passes are no moves, and moves that a record marks as a random
opening (the tag `opening_plies` of self-play) are not the player's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from katachi.agents.imitating import PASS
from katachi.agents.judge import Judge, JudgeSettings
from katachi.errors import KatachiError, shown
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.matches.selfplay import OPENING_PLIES
from katachi.records import GameRecord

MOVES = 20


@dataclass(frozen=True)
class Weakness:
    """The mean badness of every game of a player, in the units of the judge."""

    player: str
    games: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Mu."""
        return sum(self.games) / len(self.games)

    @property
    def error(self) -> float:
        """Half the 95 % interval of mu, from the spread of the games; infinite for a single one."""
        if len(self.games) < 2:
            return math.inf
        mean = self.mean
        variance = sum((game - mean) ** 2 for game in self.games) / (len(self.games) - 1)
        return 1.96 * math.sqrt(variance / len(self.games))


def seats_of(records: Iterable[GameRecord], player: str) -> list[tuple[GameRecord, Color]]:
    """Every game of a player, with the colour; one who plays itself has both."""
    seats: list[tuple[GameRecord, Color]] = []
    for record in records:
        seats += [(record, "black")] if record.black == player else []
        seats += [(record, "white")] if record.white == player else []
    return seats


def choose_player(records: Sequence[GameRecord], wanted: str = "") -> str:
    """The player that is wanted, or the only one who takes part in all games."""
    counts = Counter(name for record in records for name in {record.black, record.white} if name)
    if wanted:
        if wanted in counts:
            return wanted
        raise KatachiError(f"no games of {shown(wanted)}; players: {_listed(counts)}")
    everywhere = [name for name, count in counts.items() if count == len(records)]
    if len(everywhere) == 1:
        return everywhere[0]
    raise KatachiError(f"whose weakness? Name one of the players: {_listed(counts)}")


def game_weakness(
    judge: Judge, record: GameRecord, color: Color, moves: int = MOVES
) -> list[float]:
    """Badness of the first own moves of one game."""
    given: list[float] = []
    opening = record.tag(OPENING_PLIES)
    skipped = opening if isinstance(opening, int) else 0
    for ply, (position, move) in enumerate(zip(record.replay(), record.moves, strict=False)):
        if len(given) == moves:
            break
        if ply < skipped or position.to_move != color or move == PASS:
            continue
        given.append(judge.badness(position)[move])
    return given


def measure_weakness(
    records: Sequence[GameRecord],
    player: str,
    settings: JudgeSettings | None = None,
    *,
    moves: int = MOVES,
    progress: Callable[[int], None] | None = None,
) -> Weakness:
    """The weakness of a player; `progress` is called with the number of games judged.

    All games must be of one kind.
    """
    seats = seats_of(records, player)
    kinds = {record.game for record, _ in seats}
    if len(kinds) > 1:
        names = ", ".join(sorted(map(str, kinds)))
        raise KatachiError(
            f"a weakness belongs to one game, and these are of {names}: choose one, such as "
            f"--game {min(f'{kind.name}{kind.size}' for kind in kinds)}"
        )
    found = []
    judge: Judge | None = None
    for number, (record, color) in enumerate(seats, start=1):
        assert isinstance(record.game, Game)
        judge = judge or Judge(record.game, settings)
        given = game_weakness(judge, record, color, moves)
        if given:
            found.append(sum(given) / len(given))
        if progress is not None:
            progress(number)
    if not found:
        raise KatachiError(f"there are no moves of {shown(player)} to judge")
    return Weakness(player, tuple(found))


def _listed(counts: Counter[str]) -> str:
    names = [name for name, _ in counts.most_common(5)]
    return ", ".join(map(shown, names)) + (", ..." if len(counts) > 5 else "") if names else "none"
