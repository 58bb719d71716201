"""Pattern values: who is ahead, as a sum of weights of shapes laid over the whole board.

    score = sum of weights[stage][content of each placement] + sum of features * weights

from the side of the player to move, in hundredths of a point (or of 10 natural logits where the
game has no points); value = 1 / (1 + exp(-score / spread[stage])). docs/how-to/values.md.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError
from katachi.features.value_shapes import ValueShapes, parse_value_shapes
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.knowledge.archive import Archive, Format, open_archive, write_archive
from katachi.knowledge.card import Card
from katachi.knowledge.knowledge import Knowledge, same_board
from katachi.knowledge.position_explanation import (
    MoveChange,
    PositionExplanation,
    explain_change,
    explain_position,
)
from katachi.showing import Columns, Picture
from katachi.showing.plot import bar_plot

FORMAT = Format("katachi-values", 1, "file of pattern values", largest=2**28)
# Weights of features are finer than scores, by this factor; as in the core.
FINE = 256


class ProbCut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """How well a search to `shallow` plies foretells one to `deep` plies, with `empties` cells left.

    score(deep) is about `slope` * score(shallow) + `offset`, with the standard deviation `error`.
    """

    empties: int
    shallow: int
    deep: int
    slope: float
    offset: float
    error: float


class _Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part `values.json`."""

    stages: tuple[int, ...]
    spread: tuple[float, ...]
    points: bool
    prob_cuts: tuple[ProbCut, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class PatternValues(Knowledge):
    """Weights of the contents of shapes, a set for each stage.

    stages           with how many stones each stage begins; the first is 0
    weights          int16 [stages, parameters of the shapes]
    constants        int32 [stages]
    feature_weights  int32 [stages, features], in 1/256
    spread           float32 [stages]
    points           whether a score is in hundredths of a point
    """

    kind: ClassVar[str] = "pattern values"
    format: ClassVar[str] = FORMAT.name
    of_moves: ClassVar[bool] = False
    of_positions: ClassVar[bool] = True

    shapes: ValueShapes
    stages: tuple[int, ...]
    weights: NDArray[np.int16]
    constants: NDArray[np.int32]
    feature_weights: NDArray[np.int32]
    spread: NDArray[np.float32]
    points: bool
    card: Card = field(default_factory=Card)
    prob_cuts: tuple[ProbCut, ...] = ()

    def __post_init__(self) -> None:
        """Sizes must fit."""
        count = len(self.stages)
        shapes = (
            (self.weights, (count, self.shapes.parameters)),
            (self.constants, (count,)),
            (self.feature_weights, (count, len(self.shapes.features))),
            (self.spread, (count,)),
        )
        rises = all(a < b for a, b in zip(self.stages, self.stages[1:], strict=False))
        if any(array.shape != shape for array, shape in shapes) or not rises:
            raise KatachiError("the parts of the values do not fit one another")
        if self.stages[:1] != (0,) or not np.all(self.spread > 0):
            raise KatachiError("the stages of the values are wrong")

    def __repr__(self) -> str:
        """Short, for a prompt."""
        used = int(np.count_nonzero(self.weights))
        return (
            f"<PatternValues of {self.game.name}{self.game.size}: {len(self.shapes.shapes)} shapes, "
            f"{len(self.stages)} stages, {used:,} weights>"
        )

    def to_frame(self) -> Columns:
        """A row for each weight of a shape that is not 0: stage, shape, number of its content, weight."""
        stage, parameter = np.nonzero(self.weights)
        ends = np.cumsum([table.parameters for table in self.shapes.tables])
        shape = np.searchsorted(ends, parameter, side="right")
        begins = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        return Columns(
            stage=stage.astype(np.int64),
            shape=shape.astype(np.int64),
            content=parameter - begins[shape],
            weight=self.weights[stage, parameter],
        )

    def plot(self) -> Picture:
        """How much each shape says: the root mean square of its weights that are not 0."""
        rows = self.to_frame()
        shape, weight = np.asarray(rows["shape"]), np.asarray(rows["weight"], np.float64)
        found = [
            (" ".join(cells), float(np.sqrt((weight[shape == number] ** 2).mean())))
            for number, cells in enumerate(self.shapes.shapes)
            if np.any(shape == number)
        ]
        unit = "hundredths of a point" if self.points else "units of the score"
        return bar_plot(
            sorted(found, key=lambda one: -one[1]),
            title="Weights of the shapes, root mean square",
            across=unit,
        )

    @property
    def game(self) -> Game:
        """The board it is for."""
        return self.shapes.game

    @cached_property
    def core(self) -> _core.PatternValues:
        """The same in the core."""
        try:
            return _core.PatternValues(
                self.shapes.core,
                stage_numbers(self.stages, len(self.game.topology.cells)),
                np.ascontiguousarray(self.weights).ravel(),
                self.constants,
                self.shapes.feature_numbers,
                np.ascontiguousarray(self.feature_weights).ravel(),
                self.spread,
            )
        except ValueError as error:
            raise KatachiError(str(error)) from None

    def values_in_core(self, game: GameLike) -> _core.AlphaBetaValues:
        """The values and what is known of searches with them."""
        cuts = [msgspec.structs.astuple(cut) for cut in self.prob_cuts]
        return _core.AlphaBetaValues(self.on_board(game).core, cuts)

    def on_board(self, game: GameLike) -> PatternValues:
        """The same values for another size of the board, if no shape names cells; raises `KatachiError`.

        Stages stay those of the size that was learned: they count stones.
        """
        if same_board(self.game, game):
            return self
        named = any("," not in cells[0] for cells in self.shapes.shapes)
        if named or not isinstance(game, Game) or game.name != self.game.name:
            raise KatachiError(self.refusal(game))
        if game not in self._boards:
            self._boards[game] = replace(self, shapes=replace(self.shapes, game=game))
        return self._boards[game]

    @cached_property
    def _boards(self) -> dict[Game, PatternValues]:
        return {}

    def refusal(self, game: GameLike) -> str:
        """Why it cannot be used for a game."""
        if same_board(self.game, game):
            return ""
        return f"the values are for {self.game}, not {game}"

    def values(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """float64 [positions], each for the player who is to move there; finished games their result."""
        found = self._judged(positions)[:, 1]
        return self._with_results(positions, found, {True: 1.0, False: 0.0, None: 0.5})

    def scores(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """float64 [positions]: expected points for the player to move (or tenths of a logit)."""
        return self._judged(positions)[:, 0] / 100.0

    def _judged(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        for position in positions[:1]:
            if sentence := self.refusal(position.game):
                raise KatachiError(sentence)
        found = self.core.judge([position.core for position in positions])
        return np.asarray(found, np.float64).reshape(len(positions), 2)

    @staticmethod
    def _with_results(
        positions: Sequence[Position],
        found: NDArray[np.float64],
        worth: dict[bool | None, float],
    ) -> NDArray[np.float64]:
        for number, position in enumerate(positions):
            if position.is_over:
                winner = position.outcome.winner
                found[number] = worth[None if winner is None else winner == position.to_move]
        return found

    def explain_position(self, position: Position) -> PositionExplanation:
        """Who is ahead and what says so, by shape and cell."""
        if sentence := self.refusal(position.game):
            raise KatachiError(sentence)
        return explain_position(self, position)

    def explain_change(self, position: Position, move: str) -> MoveChange:
        """What a move changes, for the player who makes it."""
        if sentence := self.refusal(position.game):
            raise KatachiError(sentence)
        return explain_change(self, position, move)

    def quantised(self, step: int) -> PatternValues:
        """Weights rounded to multiples of `step`: a smaller file."""
        rounded = np.rint(self.weights / step) * step
        return replace(self, weights=rounded.astype(np.int16))

    def facts(self) -> dict[str, Any]:
        """What is inside."""
        return {
            "shapes": len(self.shapes.shapes),
            "features": ", ".join(self.shapes.features),
            "stages": len(self.stages),
            "weights": int(np.count_nonzero(self.weights)),
        }

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        head = _Head(
            stages=self.stages,
            spread=tuple(float(x) for x in self.spread),
            points=self.points,
            prob_cuts=self.prob_cuts,
        )
        linear = np.column_stack([self.constants, self.feature_weights])
        parts = {
            "card.json": msgspec.json.format(msgspec.json.encode(self.card), indent=2),
            "shapes.txt": self.shapes.text.encode(),
            "values.json": msgspec.json.encode(head),
            # By parameter: contents that never occurred are rows of zeros, which take no room.
            "weights.npy": _array_bytes(self.weights.T.astype("<i2")),
            "linear.npy": _array_bytes(linear.astype("<i4")),
        }
        write_archive(Path(path), FORMAT, parts, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> PatternValues:
        """Reads a file; raises `KatachiError`."""
        with open_archive(Path(path), FORMAT) as archive:
            head = msgspec.json.decode(archive.part("values.json"), type=_Head)
            linear = _array(archive, "linear.npy", "<i4").astype(np.int32)
            return cls(
                shapes=parse_value_shapes(archive.part("shapes.txt").decode()),
                stages=head.stages,
                weights=np.ascontiguousarray(_array(archive, "weights.npy", "<i2").T, np.int16),
                constants=np.ascontiguousarray(linear[:, 0]),
                feature_weights=np.ascontiguousarray(linear[:, 1:]),
                spread=np.array(head.spread, np.float32),
                points=head.points,
                card=msgspec.json.decode(archive.part("card.json"), type=Card),
                prob_cuts=head.prob_cuts,
            )


def stage_numbers(stages: Sequence[int], cells: int) -> NDArray[np.uint8]:
    """uint8 [cells + 1]: the stage of a board by its number of stones.

    >>> stage_numbers((0, 2, 4), 5)
    array([0, 0, 1, 1, 2, 2], dtype=uint8)
    """
    found = np.searchsorted(np.asarray(stages), np.arange(cells + 1), side="right") - 1
    return found.astype(np.uint8)


def _array_bytes(array: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(
        buffer, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False
    )
    return buffer.getvalue()


def _array(archive: Archive, name: str, kind: str) -> NDArray[Any]:
    content = io.BytesIO(archive.part(name))
    array: NDArray[Any] = np.lib.format.read_array(content, allow_pickle=False)
    if array.dtype != np.dtype(kind) or array.ndim != 2:
        raise KatachiError(f"{name} is no table of {np.dtype(kind)}")
    return array
