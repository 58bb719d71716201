"""The weakness of a player, from records: what his moves give away, by the judge.

    mu = mean over the moves that count of v(a*) - v(a)

where a is the player's own move, a* the one that the judge likes best, v the judge's value. SHAPES
(appendix, "Evaluation and imitation of players") counts the first 20 own moves of a game
(`THESIS`). Of people that measures little: their openings are imposed or known by heart, forced
moves are nobody's choice, and in a decided game everybody plays anything. `Counting` leaves all of
these out; how much better the rest goes with ratings is measured in experiments/rivals. Passes are
no moves. A game that was cut short gives the moves it has; one without any that count is left out.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from katachi.agents.imitating import PASS
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.judging import judging_of
from katachi.games.outcome import Color
from katachi.matches.selfplay import OPENING_PLIES
from katachi.records import GameRecord
from katachi.search.judge import Judge, JudgeSettings


@dataclass(frozen=True)
class Counting:
    """Which own moves of a game count: `moves` of them after the opening, less those left out.

    The opening has `opening_plies`, or as many as the record says were imposed (the tag
    `opening_plies` of self-play) if these are more. `undecided`: positions whose best move is worth
    more than this, for either side, do not count; nor do `forced_moves`, unless they are to.
    """

    moves: int
    opening_plies: int = 0
    undecided: float = math.inf
    forced_moves: bool = False

    def __post_init__(self) -> None:
        """Refuses what would leave nothing."""
        if self.moves < 1 or self.opening_plies < 0 or not self.undecided >= 0:
            raise KatachiError(f"no move would count: {self}")


THESIS = Counting(20, forced_moves=True)


def counting_of(game: GameLike) -> Counting:
    """The one that suits a game."""
    judging = judging_of(game)
    return Counting(judging.moves, judging.opening_plies, judging.undecided)


@dataclass(frozen=True)
class Weakness:
    """What a player's moves gave away, in the units of the judge.

    `games`: of each game the sum and the number of the moves that counted. `available`: games of
    the player in the records.
    """

    player: str
    games: tuple[tuple[float, int], ...]
    available: int

    @property
    def moves(self) -> int:
        """How many counted."""
        return sum(count for _, count in self.games)

    @property
    def mean(self) -> float:
        """Mu."""
        return sum(total for total, _ in self.games) / self.moves

    @property
    def error(self) -> float:
        """Half the 95 % interval of mu, from the spread of the games; infinite for a single one."""
        number = len(self.games)
        if number < 2:
            return math.inf
        mean = self.mean
        # The ratio of two sums over games, linear around the mean.
        spread = sum((total - mean * count) ** 2 for total, count in self.games)
        return 1.96 * math.sqrt(spread * number / (number - 1)) / self.moves


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
    judge: Judge, record: GameRecord, color: Color, counting: Counting
) -> list[float]:
    """Badness of those own moves of one game that count."""
    given: list[float] = []
    opening = record.tag(OPENING_PLIES)
    skipped = max(counting.opening_plies, opening if isinstance(opening, int) else 0)
    number = 0
    for ply, (position, move) in enumerate(zip(record.replay(), record.moves, strict=False)):
        if number == counting.moves:
            break
        if ply < skipped or position.to_move != color or move == PASS:
            continue
        number += 1
        if len(position.legal_moves) == 1:
            given += [0.0] if counting.forced_moves else []
            continue
        best, badness = judge.judged(position, move)
        if abs(best) <= counting.undecided:
            given.append(badness)
    return given


def measure_weakness(  # noqa: PLR0913 - keyword arguments with defaults
    records: Sequence[GameRecord],
    player: str,
    settings: JudgeSettings | None = None,
    *,
    counting: Counting | None = None,
    most_games: int = 0,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Weakness:
    """The weakness of a player; `progress` is called with the number of games judged.

    All games must be of one kind. `most_games`: how many of them are judged, chosen by the seed; 0: all.
    """
    seats = seats_of(records, player)
    available = len(seats)
    kinds = {record.game for record, _ in seats}
    if len(kinds) > 1:
        names = ", ".join(sorted(map(str, kinds)))
        raise KatachiError(
            f"a weakness belongs to one game, and these are of {names}; --game chooses"
        )
    if 0 < most_games < available:
        chosen = sorted(random.Random(seed).sample(range(available), most_games))
        seats = [seats[place] for place in chosen]
    found = []
    judge: Judge | None = None
    for number, (record, color) in enumerate(seats, start=1):
        assert isinstance(record.game, Game)
        judge = judge or Judge(record.game, settings)
        given = game_weakness(judge, record, color, counting or counting_of(record.game))
        if given:
            found.append((sum(given), len(given)))
        if progress is not None:
            progress(number)
    if not found:
        raise KatachiError(
            f"there are no moves of {shown(player)} to judge: openings, forced moves and decided "
            "games do not count"
        )
    return Weakness(player, tuple(found), available)


def _listed(counts: Counter[str]) -> str:
    names = [name for name, _ in counts.most_common(5)]
    return ", ".join(map(shown, names)) + (", ..." if len(counts) > 5 else "") if names else "none"
