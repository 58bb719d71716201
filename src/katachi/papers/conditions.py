"""Conditions of a paper's tables: how games are played and how much is learned, at three scales.

`smoke` takes seconds and proves only that everything runs, `quick` minutes a row, `paper` is what
was published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from katachi.errors import KatachiError

ScaleName = Literal["smoke", "quick", "paper"]


class PlayScale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is played.

    `pairs` of games a row. The budget is the published one times `share`, or a number of `simulations`
    for every move of every row. `most_plies` ends games sooner than the conditions do; 0: not.
    `records`: games of an opponent with itself, for agents that imitate it. `cost`: measured seconds
    of one processor for a game, from which runs are estimated; 0: nobody measured it.
    """

    pairs: int
    share: float = 0.0
    simulations: int = 0
    most_plies: int = 0
    records: int = 1
    cost: float = 0.0

    def __post_init__(self) -> None:
        """Refuses a scale that plays nothing."""
        if self.records < 1:
            raise ValueError("a scale needs records")
        if self.pairs < 1 or (self.share > 0) == (self.simulations > 0) or self.share < 0:
            raise ValueError("a scale needs pairs, and either a share or simulations")


class LearningScale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many games are learned from and tested with, loops of MM, and steps of optimisers.

    Importance and cell weights use `train` games. Optimisers run with `runs` seeds, evolutions with
    `trials` for each class in each of them. Evolutions use `light` of the games of `train` (0: all),
    `judging` of them (0: an eleventh) to judge shapes, and `light_loops`; where games judge, `battles`
    pairs of them. Instances use `part` of the games that they name, or all of `train` if it has
    fewer, and `share` of the positions of those for weights; `runs` counts the instances of rows
    about their spread.
    `cost`: measured seconds of one processor for a row; `tree_cost`: for a game that a tree grows
    from, besides.
    """

    train: int
    test: int
    loops: int
    steps: int = 0
    runs: int = 1
    part: float = 1.0
    share: float = 0.1
    trials: int = 1
    light: int = 0
    judging: int = 0
    light_loops: int = 3
    battles: int = 10
    cost: float = 0.0
    tree_cost: float = 0.0

    def __post_init__(self) -> None:
        """Refuses a scale that learns nothing."""
        if not (0 < self.part <= 1 and 0 < self.share <= 1):
            raise ValueError("part and share must be above 0 and at most 1")
        learned = (self.train, self.test, self.loops, self.light_loops)
        if (
            min(*learned, self.runs, self.trials, self.battles) < 1
            or min(self.steps, self.light, self.judging) < 0
        ):
            raise ValueError("a scale needs games for learning and testing, loops and runs")


class TrainingScale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many random boards a network learns from, and the simulations behind each label.

    `population` and `generations`: of networks that evolve.
    """

    boards: int
    simulations: int
    population: int = 100
    generations: int = 200

    def __post_init__(self) -> None:
        """Refuses a scale that teaches nothing."""
        if self.boards < 20 or self.population < 2 or min(self.simulations, self.generations) < 1:
            raise ValueError("a network needs 20 boards or more, simulations and generations")


class Networks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the networks of an agent are trained, one for each board, from boards that a search labels.

    `value` networks say what a board is worth, `policy` networks, which evolve, how good a move looks;
    the second needs the extra `neat`.
    """

    kind: Literal["value", "policy"]
    about: str = ""
    seed: int = 0
    smoke: TrainingScale
    quick: TrainingScale
    paper: TrainingScale

    def scale(self, name: ScaleName) -> TrainingScale:
        """By name."""
        scale: TrainingScale = getattr(self, name)
        return scale


class Player(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An agent: the base of the conditions, or another, with changes.

    `simulations`: its own budget whatever the scale, for programs that keep to no other; 0: that of
    the scale. `shapes`: sets whose knowledge is learned first, joined.
    """

    base: str = ""
    changes: dict[str, Any] = {}
    simulations: int = 0
    shapes: tuple[str, ...] = ()


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How games are played; `games` a row and `seconds` a move are the paper's.

    `seconds` is 0 where the paper counts simulations. `resign`: the value at which agents give up.
    """

    about: str = ""
    game: str
    base: str
    opponent: Player
    seconds: float = 0.0
    games: int
    seed: int = 0
    openings: str = "none"
    most_plies: int = 0
    resign: float = 0.0
    smoke: PlayScale
    quick: PlayScale
    paper: PlayScale

    def __post_init__(self) -> None:
        """Refuses a share of no time."""
        shares = (self.smoke.share, self.quick.share, self.paper.share)
        if not self.seconds and any(shares):
            raise ValueError("a share needs the seconds that were published")

    def scale(self, name: ScaleName) -> PlayScale:
        """By name."""
        scale: PlayScale = getattr(self, name)
        return scale


class Learning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much is learned, from records of `game` (a board, `go19`, or a game; empty: of any)."""

    about: str = ""
    game: str = ""
    seed: int = 0
    smoke: LearningScale
    quick: LearningScale
    paper: LearningScale

    def scale(self, name: ScaleName) -> LearningScale:
        """By name."""
        scale: LearningScale = getattr(self, name)
        return scale


@dataclass(frozen=True)
class Selection:
    """What part of a paper, and how much of it.

    `only`: numbers of tables (`4.14`) and rows (`4.2:lgrf-1`), all if empty. `pairs`, `seconds` (in
    place of the paper's usual time; other times follow) and `simulations` replace those of the
    scale. `processor_time`: seconds of work instead of the clock, for machines that do other
    things as well.
    """

    scale: ScaleName = "quick"
    only: tuple[str, ...] = ()
    pairs: int = 0
    seconds: float = 0.0
    simulations: int = 0
    processor_time: bool = False

    def __post_init__(self) -> None:
        """Refuses two budgets."""
        if self.seconds and self.simulations:
            raise KatachiError("--seconds or --simulations, not both")

    def of_play(self, play: Play) -> PlayScale:
        """How much is played under these conditions."""
        scale = play.scale(self.scale)
        if self.pairs:
            scale = msgspec.structs.replace(scale, pairs=self.pairs)
        if self.seconds and not play.seconds:
            raise KatachiError("these games were published without a time: use --simulations")
        if self.seconds:
            share = self.seconds / play.seconds
            scale = msgspec.structs.replace(scale, share=share, simulations=0)
        if self.simulations:
            scale = msgspec.structs.replace(scale, share=0.0, simulations=self.simulations)
        return scale

    def of_learning(self, learning: Learning) -> LearningScale:
        """How much is learned under these conditions."""
        return learning.scale(self.scale)
