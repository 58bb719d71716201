"""Alpha-beta search of Othello and Hex: settings, search and result.

The method, its parts and what they are worth: docs/methods/alphabeta.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import msgspec
import numpy as np

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.catalogue import games_by_name
from katachi.games.contract import GameLike, PositionLike
from katachi.games.hex.evaluation import HexWeights
from katachi.games.othello.evaluation import OthelloWeights
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.knowledge.knowledge import Knowledge
from katachi.search.budget import DEEPEST, Budget, budget_of
from katachi.showing import Columns, ShowsItself, Table

__all__ = [
    "WON_SCORE",
    "AlphaBeta",
    "AlphaBetaResult",
    "AlphaBetaSettings",
    "HexWeights",
    "MoveScore",
    "OthelloWeights",
]

# Defaults are written once, in cpp/alphabeta/settings.h.
_DEFAULT: Any = _core.AlphaBetaSettings()
# Groups of weights, and what the core calls the evaluations that they belong to.
_EVALUATIONS = {"othello": "discs", "hex": "distances"}

# A score beyond this is a decided game, not an evaluation.
WON_SCORE = 100_000_000


class AlphaBetaSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    r"""Everything about an alpha-beta search except its budget.

    `depth`: plies, passes not counted; 0 leaves it to the budget. `endgame_empties`: an Othello
    position with at most this many empty cells is solved exactly. `empties_to_winner`: cells left
    empty count for the winner, as in tournaments. `megabytes`: size of the transposition table, 0
    for none. `threads` solve the end of Othello together; scores are those of one thread, `nodes`
    and moves of equal value in the principal variation may differ from run to run.
    `null_window`, `killers`, `history`, `static_order` and `stability` save work and never change
    a value; they can be switched off to see what they save. `selectivity`, with learned values: a
    search is skipped where a shallow one lies this many standard deviations outside the window
    (Multi-ProbCut, Buro 1997); 0: never.

    >>> AlphaBetaSettings.from_toml("depth = 4\n[othello]\nmobility = 500").othello.mobility
    500
    """

    depth: int = _DEFAULT.depth
    endgame_empties: int = _DEFAULT.endgame_empties
    empties_to_winner: bool = _DEFAULT.empties_to_winner
    megabytes: int = _DEFAULT.megabytes
    threads: int = _DEFAULT.threads
    null_window: bool = _DEFAULT.null_window
    killers: bool = _DEFAULT.killers
    history: bool = _DEFAULT.history
    static_order: bool = _DEFAULT.static_order
    stability: bool = _DEFAULT.stability
    selectivity: float = round(_DEFAULT.selectivity, 4)
    othello: OthelloWeights = OthelloWeights()
    hex: HexWeights = HexWeights()

    def __post_init__(self) -> None:
        """Refuses numbers out of range."""
        for name, high in (("depth", 100), ("endgame_empties", 100), ("megabytes", 131072)):
            _require(name, getattr(self, name), 0, high)
        _require("threads", self.threads, 1, 256)
        if not 0 <= self.selectivity <= 10:
            raise InvalidSettings(f"selectivity must be 0 to 10, not {shown(self.selectivity)}")
        for group in self.__struct_fields__:
            for name in getattr(getattr(self, group), "__struct_fields__", ()):
                _require(f"{group}.{name}", getattr(getattr(self, group), name), -10000, 10000)

    @classmethod
    def from_toml(cls, text: str) -> AlphaBetaSettings:
        """Reads TOML with the weights as tables; raises `InvalidSettings`."""
        try:
            return msgspec.toml.decode(text, type=cls)
        except msgspec.MsgspecError as error:
            raise InvalidSettings(f"settings are wrong: {error}") from None

    def to_core(self) -> _core.AlphaBetaSettings:
        """The structure of the core."""
        core = _core.AlphaBetaSettings()
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in _EVALUATIONS:
                target = getattr(core, _EVALUATIONS[name])
                for field in value.__struct_fields__:
                    setattr(target, field, getattr(value, field))
            else:
                setattr(core, name, value)
        return core


def _require(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or not low <= value <= high:
        raise InvalidSettings(f"{name} must be {low} to {high}, not {shown(value)}")


# The terms that SHAPES names for "Reversi in C#". The weights are a stand-in for its expert level:
# stable discs before openness before mobility before discs.
EXPERT = OthelloWeights(discs=1, mobility=5, openness=10, stable=50, corners=0)
TESTER = AlphaBetaSettings(depth=5, endgame_empties=0, megabytes=1, othello=EXPERT)


@dataclass(frozen=True)
class MoveScore:
    """A move and its score for the player who makes it."""

    move: str
    score: int


@dataclass(frozen=True, repr=False)
class AlphaBetaResult(ShowsItself):
    """What an alpha-beta search found; scores are for the player to move.

    `move` is None when the game is over. `score` is in hundredths of a disc (Othello) or of a
    stone to go (Hex); beyond +-100,000,000 the game is decided. With `exact` it is the outcome with
    best play on both sides: in Othello 100 * `margin`, the final difference of discs. `proof` may
    be known before that; the score then has its sign. `depth` counts plies, or empty cells when the
    end was reached. `moves` is filled only for `every_move`.
    """

    move: str | None
    score: int
    exact: bool
    proof: Literal["unknown", "loss", "draw", "win"]
    margin: int | None
    depth: int
    moves: tuple[MoveScore, ...]
    principal_variation: tuple[str, ...]
    nodes: int
    seconds: float
    interrupted: bool
    to_move: Color

    @property
    def nodes_per_second(self) -> float:
        """Speed of this run."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_frame(self) -> Columns:
        """A row for each move that has a score: columns for a data frame."""
        return Columns(
            move=[line.move for line in self.moves],
            score=np.array([line.score for line in self.moves], np.int64),
        )

    def _headline(self) -> str:
        if self.move is None:
            return "the game is over"
        known = "exact, " if self.exact else ""
        proof = "" if self.proof == "unknown" else f"{self.proof}, "
        return (
            f"{self.move}, score {self.score / 100:+.2f}, {known}{proof}depth {self.depth}, "
            f"{self.nodes:,} nodes in {self.seconds:.2f} s"
        )

    def _tables(self) -> tuple[Table, ...]:
        rows = tuple((line.move, f"{line.score / 100:+.2f}") for line in self.moves)
        line = " ".join(self.principal_variation)
        return (Table(("move", "score"), rows, f"line: {line}" if line else ""),) if rows else ()


class AlphaBeta:
    """A search of Othello or Hex to a depth, or to the end.

    >>> import katachi
    >>> search = katachi.AlphaBeta(katachi.Othello(6), katachi.AlphaBetaSettings(depth=4))
    >>> result = search.run(katachi.Othello(6).start())
    >>> result.depth, len(result.principal_variation), result.exact
    (4, 4, False)

    Every run begins afresh: without a limit of seconds the answer depends on the position, the
    settings and the budget alone. `knowledge` (of positions, in the core: `PatternValues`) replaces
    the evaluation by hand; the search is then selective. Runs of several threads wait for one another.
    """

    def __init__(
        self,
        game: GameLike,
        settings: AlphaBetaSettings | None = None,
        *,
        knowledge: Knowledge | None = None,
    ) -> None:
        """Raises `InvalidSettings` for a game without an evaluation, or knowledge that gives none."""
        self.game = game
        self.settings = settings or AlphaBetaSettings()
        self.knowledge = knowledge
        start = game.start()
        if not isinstance(start, Position) or not start.game.has_evaluation:
            known = " and ".join(
                kind.__name__ for kind in games_by_name.values() if kind.has_evaluation
            )
            raise InvalidSettings(f"alpha-beta plays {known}, not {game.name}")
        self._counts_points = start.game.has_score
        core = self.settings.to_core()
        if knowledge is not None:
            values = knowledge.values_in_core(game)
            if not isinstance(values, _core.AlphaBetaValues):
                raise InvalidSettings(f"alpha-beta cannot search with {knowledge!r}")
            core.values = values
        try:
            self._search = _core.AlphaBeta(start.core, core)
        except ValueError as error:
            raise InvalidSettings(str(error)) from None

    def run(  # noqa: PLR0913 - all but the first two by name
        self,
        position: PositionLike,
        budget: Budget | None = None,
        *,
        depth: int = 0,
        seconds: float = 0.0,
        nodes: int = 0,
        every_move: bool = False,
        only: Sequence[str] = (),
    ) -> AlphaBetaResult:
        """Searches until the first limit is reached; a depth replaces the one of the settings.

        `depth`, `seconds` and `nodes` are short for a budget of them; with a depth of its own the
        search needs none. `every_move` gives each move its own score, not only the best one. `only`
        are the moves to choose from, all if it is empty. Ctrl-C ends the search early with the best
        move so far (`interrupted`); what a signal handler of yours raises is raised here.
        """
        core = self._checked(position)
        budget = budget_of(budget, depth=depth, seconds=seconds, nodes=nodes)
        limited = budget is not None and (budget.depth or budget.seconds or budget.nodes)
        if not self.settings.depth and not limited:
            raise KatachiError("alpha-beta needs a depth or a budget of seconds or nodes")
        texts = self.game.moves
        for move in only:
            if move not in position.legal_moves:
                raise KatachiError(f"the search cannot choose {shown(move)}: it is not legal")
        report = self._search.run(
            core,
            _core.Budget() if budget is None else budget.core,
            every_move=every_move,
            only=[texts.index(move) for move in only],
        )
        proofs = {None: "unknown", -1: "loss", 0: "draw", 1: "win"}
        return AlphaBetaResult(
            move=None if report.best is None else texts[report.best],
            score=report.score,
            exact=report.exact,
            proof=cast(Literal["unknown", "loss", "draw", "win"], proofs[report.proof]),
            margin=report.score // 100 if report.exact and self._counts_points else None,
            depth=report.depth,
            moves=tuple(MoveScore(texts[move], score) for move, score in report.moves),
            principal_variation=tuple(texts[move] for move in report.principal_variation),
            nodes=report.nodes,
            seconds=report.seconds,
            interrupted=report.interrupted,
            to_move=position.to_move,
        )

    def solve(self, position: PositionLike, *, every_move: bool = False) -> AlphaBetaResult:
        """Searches to the end of the game, however long that takes.

        >>> import katachi
        >>> game = katachi.Hex(3)
        >>> katachi.AlphaBeta(game).solve(game.start()).proof
        'win'
        """
        return self.run(position, depth=DEEPEST, every_move=every_move)

    def evaluate(self, position: PositionLike) -> int:
        """The static evaluation for the player to move, or the score of a finished game."""
        return self._search.evaluate(self._checked(position))

    def _checked(self, position: PositionLike) -> _core.Position:
        if not isinstance(position, Position) or position.game != self.game:
            raise KatachiError(f"the search is for {self.game}")
        return position.core
