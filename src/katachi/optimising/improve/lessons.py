"""What a window of own games teaches: strengths of moves, and values of positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError
from katachi.features import CellClasses, FeatureSet, LargePatterns, Tactics
from katachi.features.default_value_shapes import default_value_shapes
from katachi.features.shape_set import neighbourhoods
from katachi.games.game import Game
from katachi.knowledge import Card, FeatureWeights
from katachi.knowledge.pattern_values import PatternValues
from katachi.learning.competitions import Competitions
from katachi.learning.harvest import harvest_patterns
from katachi.learning.learn import learn
from katachi.learning.values import ValueLearner, learn_values
from katachi.learning.values.examples import ValueExamples
from katachi.optimising.improve.own_game import OwnGame
from katachi.optimising.improve.own_games import as_records, chances_of, lessons_of

# Of the games of the window one in so many is kept for measuring.
TEST_EVERY = 10
# A pattern enters when it was played once in so many games, and at least so often.
GAMES_OF_A_PATTERN = 40
LEAST_OF_A_PATTERN = 5
LOOPS = 20
VALUE_LOOPS = 30


@dataclass(frozen=True)
class Lesson:
    """What was learned, and how well it foretells the games that were kept.

    `evidence`: mean log evidence of the moves taught; `value_loss`: log loss of values, 0.693 for a
    guess.
    """

    moves: FeatureWeights
    values: PatternValues
    patterns: int
    positions: int
    evidence: float
    value_loss: float


def take_lesson(
    game: Game,
    own: Sequence[OwnGame],
    *,
    search_share: float,
    about: str,
    threads: int | None = None,
) -> Lesson:
    """Harvests patterns, learns moves from visits, and values from results and searches."""
    kept = [one for one in own if one.number % TEST_EVERY == 0]
    train = [one for one in own if one.number % TEST_EVERY]
    if not kept or not train:
        raise KatachiError(f"{len(own)} games are too few to learn from")
    features = features_from(game, train, threads=threads)
    positions = _competitions(game, train, features, threads)
    tested = _competitions(game, kept, features, threads)
    if not len(positions) or not len(tested):
        raise KatachiError("no position of the own games teaches a move: play more of them")
    evidence: list[float] = []
    moves = learn(
        positions,
        test=tested,
        loops=LOOPS,
        patience=3,
        about=about,
        threads=threads,
        progress=lambda point: evidence.append(point.test or 0.0),
    )
    values, loss = _values(game, train, kept, search_share, about, threads)
    patterns = sum(len(one) for one in features if isinstance(one, LargePatterns))
    return Lesson(moves, values, patterns, len(positions), max(evidence), loss)


def features_from(
    game: Game, own: Sequence[OwnGame], *, threads: int | None = None
) -> list[FeatureSet]:
    """Cells, tactics, and patterns harvested from the games, as far as the board has them."""
    found: list[FeatureSet] = [CellClasses(game)]
    for make in (
        lambda: Tactics(game),
        lambda: harvest_patterns(
            as_records(game, own),
            at_least=max(LEAST_OF_A_PATTERN, len(own) // GAMES_OF_A_PATTERN),
            threads=threads,
        ),
    ):
        try:
            one: FeatureSet = make()
            _ = one.core
        except KatachiError:  # a graph has no patterns, a game may have no tactics
            continue
        found.append(one)
    if not any(isinstance(one, LargePatterns) for one in found):
        found.append(neighbourhoods(game))
    return found


def _competitions(
    game: Game, own: Sequence[OwnGame], features: Sequence[FeatureSet], threads: int | None
) -> Competitions:
    return Competitions.of(
        as_records(game, own), features, taught=lessons_of(game, own), threads=threads
    )


def _values(  # noqa: PLR0913, PLR0917 - as `take_lesson` has them
    game: Game,
    train: Sequence[OwnGame],
    kept: Sequence[OwnGame],
    search_share: float,
    about: str,
    threads: int | None,
) -> tuple[PatternValues, float]:
    examples, tested = (
        ValueExamples.with_chances(
            as_records(game, some), game, chances_of(game, some, search_share), threads=threads
        )
        for some in (train, kept)
    )
    cells = len(game.topology.cells)
    length = max(4, cells // 6)
    learner = ValueLearner(target="result", stage_length=length, reach=length // 2)
    losses: list[float] = []
    values = learn_values(
        examples,
        default_value_shapes(game),
        learner,
        test=tested,
        loops=VALUE_LOOPS,
        patience=5,
        threads=threads,
        progress=lambda point: losses.append(-(point.test or 0.0)),
        card=Card(about=about, games=len(train)),
    )
    return values, min(losses)
