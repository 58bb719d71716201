"""Feature weights: strengths of moves from feature sets and what each of their levels weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.features import FeatureLevel, FeatureSet, make_encoder, on_board
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.card import Card
from katachi.knowledge.explanation import Explanation
from katachi.knowledge.feature_weights_file import FORMAT, read_parts, write_parts
from katachi.knowledge.knowledge import Knowledge, is_built_in, same_board
from katachi.knowledge.reasons import explain
from katachi.showing import Columns

# exp of anything beyond is no strength that learning gives.
LARGEST_WEIGHT = 60.0


@dataclass(frozen=True, eq=False, repr=False)
class FeatureWeights(Knowledge):
    """Feature sets, weights, card.

    weights      float32 [levels of all features], natural logarithms of strengths
    appearances  uint32 [levels], how often each level was seen in training; 0: never, weight 0
    factors      float32 [levels, k] of factorization Bradley-Terry, or None: what a pair of levels
                 adds to the logarithm is the scalar product of their rows

    The strength of a move is the product over its levels of exp(weight), times the exponentials of
    all pairs if there are factors; its probability is its share of the strengths of all legal
    moves.
    """

    kind: ClassVar[str] = "feature weights"
    format: ClassVar[str] = FORMAT.name

    features: tuple[FeatureSet, ...]
    weights: NDArray[np.float32]
    appearances: NDArray[np.uint32]
    card: Card = field(default_factory=Card)
    factors: NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        """Sizes must fit, and numbers must be numbers."""
        levels = self.encoder.total_levels
        for name, array in (("weights", self.weights), ("appearances", self.appearances)):
            if array.shape != (levels,):
                raise KatachiError(f"the features have {levels} levels, the {name} {array.size}")
        if not np.all(np.abs(self.weights) <= LARGEST_WEIGHT):
            raise KatachiError(
                f"a weight is not a number from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}"
            )
        if self.factors is not None:
            if self.factors.ndim != 2 or self.factors.shape[0] != levels:
                raise KatachiError(f"the features have {levels} levels, the factors do not fit")
            if not np.all(np.abs(self.factors) <= LARGEST_WEIGHT):
                raise KatachiError("a factor is not a number of reasonable size")

    @property
    def game(self) -> Game:
        """The board it is for."""
        return self.features[0].game

    @cached_property
    def encoder(self) -> _core.Encoder:
        """All feature sets as one, in the core."""
        return make_encoder(self.features)

    def refusal(self, game: GameLike) -> str:
        """Relative features suit every size of their game."""
        if not is_built_in(game):
            return "learned knowledge is for built-in games"
        if same_board(self.game, game) or (self.is_relative and game.name == self.game.name):
            return ""
        return f"the knowledge is for {self.game}, not for {game}"

    @property
    def is_relative(self) -> bool:
        """Whether no feature speaks of certain cells."""
        return all(one.is_relative for one in self.features)

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - its own board
        """The same in the core, for searches."""
        return self._for_searches

    @cached_property
    def _for_searches(self) -> _core.MoveKnowledge:
        factors = np.zeros((0, 0), np.float32) if self.factors is None else self.factors
        return _core.MoveKnowledge.features(
            self.encoder,
            np.ascontiguousarray(self.weights, np.float32),
            factors=np.ascontiguousarray(factors, np.float32).ravel(),
            factor_count=factors.shape[1],
        )

    @cached_property
    def gammas(self) -> NDArray[np.float64]:
        """float64 [levels], strengths."""
        return np.exp(self.weights.astype(np.float64))

    def __repr__(self) -> str:
        """Short, for a prompt."""
        seen = int(np.count_nonzero(self.appearances))
        return (
            f"<FeatureWeights of {self.game}: {self.encoder.feature_count} features, "
            f"{self.weights.size:,} levels, {seen:,} seen>"
        )

    def to_frame(self) -> Columns:
        """A row for each level of each feature: its weight, and how often learning saw it."""
        counts = np.asarray(self.encoder.level_counts)
        names = [name for features in self.features for name in features.feature_names]
        return Columns(
            feature=[name for name, count in zip(names, counts, strict=True) for _ in range(count)],
            level=np.concatenate([np.arange(count) for count in counts]),
            weight=self.weights,
            appearances=self.appearances,
        )

    def _check(self, position: Position) -> None:
        game = position.game
        if (game.name, game.size) != (self.game.name, self.game.size):
            raise KatachiError(f"the knowledge is for {self.game}, not for {game}")

    def levels(self, position: Position, moves: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each move its (feature, level) pairs; features of all sets numbered through."""
        self._check(position)
        numbers = [self.game.number(move) for move in moves]
        found: list[list[tuple[int, int]]] = self.encoder.levels(position.core, numbers)
        return found

    def log_strengths(self, position: Position, moves: Sequence[str]) -> list[float]:
        """Natural logarithms of the strengths."""
        begins = self.level_begins
        result = []
        for row in self.levels(position, moves):
            indices = [begins[feature] + level for feature, level in row]
            total = float(self.weights[indices].astype(np.float64).sum())
            if self.factors is not None:
                rows = self.factors[indices].astype(np.float64)
                total += 0.5 * float((rows.sum(axis=0) ** 2).sum() - (rows**2).sum())
            result.append(total)
        return result

    @cached_property
    def level_begins(self) -> NDArray[np.int64]:
        """int64 [features + 1], where the levels of each feature begin."""
        return np.concatenate(([0], np.cumsum(self.encoder.level_counts))).astype(np.int64)

    def strengths(self, position: Position, moves: Sequence[str] | None = None) -> dict[str, float]:
        """Strengths of moves (all legal ones by default); only their ratios matter."""
        chosen = position.legal_moves if moves is None else moves
        logs = self.log_strengths(position, chosen)
        return {move: float(np.exp(log)) for move, log in zip(chosen, logs, strict=True)}

    def probabilities(self, position: Position) -> dict[str, float]:
        """What the model expects a player to choose among the legal moves."""
        moves = position.legal_moves
        logs = np.array(self.log_strengths(position, moves))
        shares = np.exp(logs - logs.max()) if moves else logs
        return {move: float(p) for move, p in zip(moves, shares / shares.sum(), strict=True)}

    def explain(self, position: Position, move: str) -> Explanation:
        """What was seen of a legal move, in words about the board."""
        return explain(self, position, move)

    def facts(self) -> dict[str, Any]:
        """Feature sets as texts, and how many levels they have and were seen."""
        return {
            "features": [one.text for one in self.features],
            "levels": int(self.weights.size),
            "seen": int(np.count_nonzero(self.appearances)),
        }

    def feature_of(self, feature: int) -> tuple[FeatureSet, int]:
        """The feature set of a feature, and its number there."""
        for features in self.features:
            if feature < len(features.feature_names):
                return features, feature
            feature -= len(features.feature_names)
        raise KatachiError(f"there is no feature {feature}")

    def level_name(self, feature: int, level: int) -> str:
        """The name of a level."""
        features, number = self.feature_of(feature)
        return features.level_name(FeatureLevel(number, level))

    def on_board(self, game: GameLike) -> FeatureWeights:
        """The same knowledge for another size of the board; raises `KatachiError` if it has none.

        Relative features (tactics, large patterns, forests) suit every size; what they lose there
        is in docs/methods/board-sizes.md.
        """
        if same_board(self.game, game):
            return self
        if not isinstance(game, Game):
            raise KatachiError(self.refusal(game))
        if game.size not in self._boards:
            features = tuple(on_board(one, game) for one in self.features)
            self._boards[game.size] = replace(self, features=features)
        return self._boards[game.size]

    @cached_property
    def _boards(self) -> dict[int, FeatureWeights]:
        return {}

    def with_card(self, card: Card) -> FeatureWeights:
        """The same knowledge with another card."""
        return replace(self, card=card)

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all; see docs/how-to/knowledge-files.md."""
        write_parts(Path(path), self, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> FeatureWeights:
        """Reads a file; raises `KatachiError`."""
        parts = read_parts(Path(path))
        try:
            return cls(parts.features, parts.weights, parts.appearances, parts.card, parts.factors)
        except KatachiError as error:
            raise KatachiError(f"'{path}': {error}") from None
