"""Monte-Carlo tree search: settings, search and result.

One search serves all games; every enhancement is a field of the settings, with the paper and formula
it comes from in `cpp/search/settings.h` and in docs/methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import msgspec

from katachi import _core
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.games.position import Position
from katachi.knowledge import Knowledge
from katachi.weights import CellWeights, LocalPatternWeights

# Defaults are written once, in the core.
_DEFAULT: Any = _core.MctsSettings()

CONNECTION_GAMES = frozenset({"hex", "havannah"})
WEIGHTED = frozenset({"roulette", "epsilon_greedy", "softmax"})  # base policies with strengths


class Selection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which child to visit.

    `formula`: uct, uct_two (AGENTS: 2 ln n), ucb1_tuned, puct. `exploration`: C.
    `first_play_urgency`: value of an unvisited child; inf tries every child once first.
    `rave`: none, hand_selected (HAVANNAH 2.2, constant R = `rave_equivalence`) or minimum_mse
    (Gelly and Silver, b = `rave_bias`). `grave_visits`: AMAF of the nearest ancestor with so many
    visits. `amaf_moves`: only the first so many moves of a playout count (Extended RAVE).
    `killer_moves`: only so many moves of each player count, those with the best win rate in the
    search so far (Killer RAVE, Lorentz 2010).
    `history_weight`: W of progressive history (HAVANNAH 2.3). `bias`: none, simple, chaslot, huang,
    ikeda (SHAPES 2.2 to 2.4) with `bias_weight`, `bias_horizon` (K), `bias_constant`. `widening`:
    children enter in order of strength (Coulom 2007). `solver`: MCTS-Solver with draws;
    `score_bounds`: it also uses bounds, such as at least a draw (Cazenave and Saffidine 2010).
    """

    formula: Literal["uct", "uct_two", "ucb1_tuned", "puct"] = _DEFAULT.selection.formula.name
    exploration: float = _DEFAULT.selection.exploration
    first_play_urgency: float = _DEFAULT.selection.first_play_urgency
    rave: Literal["none", "hand_selected", "minimum_mse"] = _DEFAULT.selection.rave.name
    rave_equivalence: float = _DEFAULT.selection.rave_equivalence
    rave_bias: float = _DEFAULT.selection.rave_bias
    grave_visits: int = _DEFAULT.selection.grave_visits
    amaf_moves: int = _DEFAULT.selection.amaf_moves
    killer_moves: int = _DEFAULT.selection.killer_moves
    history_weight: float = _DEFAULT.selection.history_weight
    bias: Literal["none", "simple", "chaslot", "huang", "ikeda"] = _DEFAULT.selection.bias.name
    bias_weight: float = _DEFAULT.selection.bias_weight
    bias_horizon: float = _DEFAULT.selection.bias_horizon
    bias_constant: float = _DEFAULT.selection.bias_constant
    widening: bool = _DEFAULT.selection.widening
    widening_start: float = _DEFAULT.selection.widening_start
    widening_growth: float = _DEFAULT.selection.widening_growth
    solver: bool = _DEFAULT.selection.solver
    score_bounds: bool = _DEFAULT.selection.score_bounds


class Expansion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of children before any visit (HAVANNAH 3.7 and 3.4).

    `visits`: a leaf gets children on the visit after so many. `joint_neighbour`,
    `local_connections`, `edge_connections` give initial visits and wins (all three together are the
    thesis' combination); `edge_counts_itself` is its table 4.21. `knowledge_visits`: weight of
    knowledge as initial visits. `dead_cells`: leave out useless cells. `transpositions`: equal
    positions share their children (Childs, Brodeur and Kocsis 2008; not in Go).
    """

    visits: int = _DEFAULT.expansion.visits
    joint_neighbour: bool = _DEFAULT.expansion.joint_neighbour
    local_connections: bool = _DEFAULT.expansion.local_connections
    edge_connections: bool = _DEFAULT.expansion.edge_connections
    edge_counts_itself: bool = _DEFAULT.expansion.edge_counts_itself
    knowledge_visits: float = _DEFAULT.expansion.knowledge_visits
    dead_cells: bool = _DEFAULT.expansion.dead_cells
    transpositions: bool = _DEFAULT.expansion.transpositions


class Playout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How games are played out from a leaf.

    `base`: uniform, roulette, epsilon_greedy, softmax (these three need strengths: playout weights
    or `joint_neighbour`), mast or nst; `temperature` is that of the last three. `joint_neighbour`:
    strengths 40, 30, 5 of neighbour, joint and other moves (HAVANNAH 4.6.1). `dead_cells`: useless
    cells are not played. `decisive`, `anti_decisive`: Teytaud and Teytaud 2010. `mate`:
    Havannah-Mate in the first cells / c plies (HAVANNAH 2.2.3). `last_good_reply` 1 or 2 with
    `forgetting` (LGRF) and `keep_replies` between moves; `ngrams` 1 or 2 with `ngram_decay`
    (gamma), `ngram_threshold` (T) and `ngram_averaging`; `epsilon` is the share of moves left to
    the base policy. Go (FOREST 4.6): `atari_escapes`, `near_shapes`, `captures`, and
    `self_atari_refusal`, a probability.
    """

    base: Literal["uniform", "roulette", "epsilon_greedy", "softmax", "mast", "nst"] = (
        _DEFAULT.playout.base.name
    )
    epsilon: float = _DEFAULT.playout.epsilon
    temperature: float = _DEFAULT.playout.temperature
    joint_neighbour: bool = _DEFAULT.playout.joint_neighbour
    dead_cells: bool = _DEFAULT.playout.dead_cells
    decisive: bool = _DEFAULT.playout.decisive
    anti_decisive: bool = _DEFAULT.playout.anti_decisive
    mate: float = _DEFAULT.playout.mate
    last_good_reply: int = _DEFAULT.playout.last_good_reply
    forgetting: bool = _DEFAULT.playout.forgetting
    keep_replies: bool = _DEFAULT.playout.keep_replies
    ngrams: int = _DEFAULT.playout.ngrams
    ngram_decay: float = _DEFAULT.playout.ngram_decay
    ngram_threshold: float = _DEFAULT.playout.ngram_threshold
    ngram_averaging: bool = _DEFAULT.playout.ngram_averaging
    atari_escapes: bool = _DEFAULT.playout.atari_escapes
    near_shapes: bool = _DEFAULT.playout.near_shapes
    captures: bool = _DEFAULT.playout.captures
    self_atari_refusal: float = _DEFAULT.playout.self_atari_refusal


class Backup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a playout is worth: `score_share` mixes in the scaled score of AGENTS."""

    score_share: float = _DEFAULT.backup.score_share


class FinalMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which move is played: most_visits (ties by value) or best_value.

    With a `temperature` the move is drawn by visits^(1/temperature), for varied self-play.
    """

    choice: Literal["most_visits", "best_value"] = _DEFAULT.final_move.choice.name
    temperature: float = _DEFAULT.final_move.temperature


class MctsSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    r"""Everything about a search except its budget.

    >>> MctsSettings(selection=Selection(rave="hand_selected", exploration=0.4)).selection.rave
    'hand_selected'
    >>> MctsSettings.from_toml("[playout]\nlast_good_reply = 2\nforgetting = true").threads
    1
    """

    selection: Selection = Selection()
    expansion: Expansion = Expansion()
    playout: Playout = Playout()
    backup: Backup = Backup()
    final_move: FinalMove = FinalMove()
    seed: int = _DEFAULT.seed
    threads: int = _DEFAULT.threads
    megabytes: int = _DEFAULT.megabytes

    def __post_init__(self) -> None:
        """Refuses numbers out of range and parts that cannot work together."""
        for sentence in _contradictions(self):
            raise InvalidSettings(sentence)

    @classmethod
    def from_toml(cls, text: str) -> MctsSettings:
        """Reads TOML with the groups as tables; raises `InvalidSettings`."""
        try:
            return msgspec.toml.decode(text, type=cls)
        except msgspec.MsgspecError as error:
            raise InvalidSettings(f"settings are wrong: {error}") from None

    def to_core(self) -> _core.MctsSettings:
        """The structure of the core."""
        core = _core.MctsSettings()
        for group in ("selection", "expansion", "playout", "backup", "final_move"):
            target, source = getattr(core, group), getattr(self, group)
            for field in source.__struct_fields__:
                value = getattr(source, field)
                default = getattr(target, field)
                kind = type(default)
                setattr(target, field, kind[value] if hasattr(default, "name") else value)
        core.seed = self.seed % 2**64
        core.threads = self.threads
        core.megabytes = self.megabytes
        return core


_RANGES: dict[str, tuple[float, float]] = {
    "selection.exploration": (0, 1e6),
    "selection.rave_equivalence": (1e-6, 1e12),
    "selection.rave_bias": (0, 1e6),
    "selection.grave_visits": (0, 1e9),
    "selection.amaf_moves": (0, 1e9),
    "selection.killer_moves": (0, 1e9),
    "selection.history_weight": (0, 1e6),
    "selection.bias_weight": (-1e6, 1e6),
    "selection.bias_horizon": (1e-6, 1e12),
    "selection.bias_constant": (-1e6, 1e6),
    "selection.widening_start": (0, 1e9),
    "selection.widening_growth": (1, 1e3),
    "expansion.visits": (0, 1e9),
    "expansion.knowledge_visits": (0, 1e9),
    "playout.epsilon": (0, 1),
    "playout.temperature": (1e-3, 1e6),
    "playout.mate": (0, 1e6),
    "playout.last_good_reply": (0, 2),
    "playout.ngrams": (0, 2),
    "playout.ngram_decay": (0, 1),
    "playout.ngram_threshold": (0, 1e9),
    "playout.self_atari_refusal": (0, 1),
    "backup.score_share": (0, 1),
    "final_move.temperature": (0, 1e3),
    "threads": (1, 1024),
    "megabytes": (1, 131072),
}


def _contradictions(settings: MctsSettings) -> list[str]:
    found = []
    for path, (low, high) in _RANGES.items():
        value: Any = settings
        for name in path.split("."):
            value = getattr(value, name)
        if not low <= value <= high:
            found.append(f"{path} must be {low:g} to {high:g}, not {shown(value)}")
    s, p = settings.selection, settings.playout
    if math.isnan(s.first_play_urgency):
        found.append("selection.first_play_urgency must be a number or inf, not nan")
    if s.grave_visits and s.rave == "none":
        found.append("selection.grave_visits needs selection.rave")
    if s.amaf_moves and s.rave == "none":
        found.append("selection.amaf_moves needs selection.rave")
    if s.killer_moves and s.rave == "none":
        found.append("selection.killer_moves needs selection.rave")
    if s.score_bounds and not s.solver:
        found.append("selection.score_bounds needs selection.solver")
    found += _playout_contradictions(p)
    if settings.expansion.edge_counts_itself and not settings.expansion.edge_connections:
        found.append("expansion.edge_counts_itself needs expansion.edge_connections")
    return found


def _playout_contradictions(p: Playout) -> list[str]:
    found = []
    if p.forgetting and not p.last_good_reply:
        found.append("playout.forgetting needs playout.last_good_reply")
    if p.ngram_averaging and p.ngrams != 2:
        found.append("playout.ngram_averaging needs playout.ngrams = 2")
    if p.base == "nst" and p.ngrams:
        found.append("playout.base = 'nst' reads N-grams of both lengths: playout.ngrams must be 0")
    if p.joint_neighbour and p.base not in WEIGHTED:
        found.append(f"playout.joint_neighbour needs playout.base of {', '.join(sorted(WEIGHTED))}")
    return found


def _has_order(playout: Playout) -> bool:
    """Whether playouts are played move by move, by a policy."""
    return playout != msgspec.structs.replace(
        Playout(),
        epsilon=playout.epsilon,
        temperature=playout.temperature,
        keep_replies=playout.keep_replies,
        ngram_decay=playout.ngram_decay,
        ngram_threshold=playout.ngram_threshold,
    )


Proof = Literal["unknown", "loss", "draw", "win", "at_most_draw", "at_least_draw"]
Strengths = Callable[[PositionLike, Sequence[str]], Sequence[float]]
MoveKnowledge = CellWeights | Knowledge | Strengths
PlayoutWeights = CellWeights | LocalPatternWeights | Knowledge | Strengths


@dataclass(frozen=True)
class PlayedOut:
    """One playout. Games written in Python do not tell the reason of its outcome."""

    moves: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True)
class MoveStatistics:
    """What the search knows of one move; values are for the player who makes it, 0 to 1."""

    move: str
    visits: int
    value: float
    amaf_visits: float
    amaf_value: float
    initial_visits: float
    initial_value: float
    strength: float
    proof: Proof
    depth: int = 0


@dataclass(frozen=True)
class SearchResult:
    """What a search found. `move` is None when the game is over."""

    move: str | None
    value: float
    proof: Proof
    moves: tuple[MoveStatistics, ...]
    principal_variation: tuple[str, ...]
    simulations: int
    seconds: float
    depth: int
    families: int
    nodes: int
    bytes_used: int
    memory_full: bool
    interrupted: bool
    to_move: Color

    @property
    def simulations_per_second(self) -> float:
        """Speed of this run."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0


class Mcts:
    """A search that lives as long as a game: it keeps its tree from move to move.

    >>> import katachi
    >>> search = katachi.Mcts(katachi.Othello())
    >>> result = search.run(katachi.Othello().start(), simulations=500)
    >>> result.move in {"d3", "c4", "f5", "e6"}, result.simulations
    (True, 500)

    `knowledge` (a `CellWeights`, learned `Knowledge`, or any function of position and moves that gives a strength for
    each move) serves bias, widening, puct and initial visits; `playout_weights` (the same, or
    `LocalPatternWeights`) the weighted playouts. A function is called at every ply of every playout
    and is slow. One thread and a budget of simulations: same seed, same result.
    """

    def __init__(
        self,
        game: GameLike,
        settings: MctsSettings | None = None,
        *,
        knowledge: MoveKnowledge | None = None,
        playout_weights: PlayoutWeights | None = None,
    ) -> None:
        """Checks the settings against the game; raises `InvalidSettings`."""
        self.game = game
        self.settings = settings or MctsSettings()
        self._check(knowledge, playout_weights)
        start = game.start()
        self._current: PositionLike = start
        core_settings = self.settings.to_core()
        weights = list(playout_weights.by_move) if isinstance(playout_weights, CellWeights) else []
        self._search: _core.Search | _core.PythonSearch
        strengths = list(knowledge.by_move) if isinstance(knowledge, CellWeights) else []
        function = None if isinstance(knowledge, (CellWeights, Knowledge)) else knowledge
        if isinstance(start, Position):
            self._search = _core.Search(
                start.core,
                core_settings,
                cell_strengths=strengths,
                function=self._adapted(function) if function else None,
                playout_weights=weights,
                playout_function=self._adapted(playout_weights)
                if callable(playout_weights)
                else None,
                local_patterns=playout_weights.table(self.game)
                if isinstance(playout_weights, LocalPatternWeights)
                else None,
                learned=knowledge.core if isinstance(knowledge, Knowledge) else None,
                playout_learned=playout_weights.core
                if isinstance(playout_weights, Knowledge)
                else None,
            )
        else:
            self._search = _core.PythonSearch(
                start,
                list(game.moves),
                core_settings,
                cell_strengths=strengths,
                function=function,
                playout_weights=weights,
                playout_function=playout_weights if callable(playout_weights) else None,
            )

    def _adapted(self, function: Strengths) -> Callable[[_core.Position, list[int]], list[float]]:
        game = self.game

        def strengths(core: _core.Position, numbers: list[int]) -> list[float]:
            moves = [game.moves[number] for number in numbers]
            return [float(s) for s in function(Position(game, core), moves)]  # type: ignore[arg-type]

        return strengths

    def _check(
        self, knowledge: MoveKnowledge | None, playout_weights: PlayoutWeights | None
    ) -> None:
        s, e, p = self.settings.selection, self.settings.expansion, self.settings.playout
        name = self.game.name
        wants_knowledge = {
            f"selection.bias = {s.bias!r}": s.bias != "none",
            "selection.formula = 'puct'": s.formula == "puct",
            "selection.widening": s.widening,
            "expansion.knowledge_visits": e.knowledge_visits > 0,
        }
        for what, wanted in wants_knowledge.items():
            if wanted and knowledge is None:
                raise InvalidSettings(f"{what} needs knowledge")
        for learned in (knowledge, playout_weights):
            if isinstance(learned, Knowledge):
                self._check_learned(learned)
        self._check_playout_weights(playout_weights)
        only_connection = {
            "expansion.joint_neighbour": e.joint_neighbour,
            "expansion.local_connections": e.local_connections,
            "expansion.edge_connections": e.edge_connections,
            "expansion.dead_cells": e.dead_cells,
            "playout.decisive": p.decisive,
            "playout.anti_decisive": p.anti_decisive,
            "playout.mate": p.mate > 0,
            "playout.joint_neighbour": p.joint_neighbour,
            "playout.dead_cells": p.dead_cells,
        }
        for what, wanted in only_connection.items():
            if wanted and name not in CONNECTION_GAMES:
                raise InvalidSettings(f"{what} is for Hex and Havannah, not for {name}")
        only_go = {
            "playout.atari_escapes": p.atari_escapes,
            "playout.near_shapes": p.near_shapes,
            "playout.captures": p.captures,
            "playout.self_atari_refusal": p.self_atari_refusal > 0,
        }
        for what, wanted in only_go.items():
            if wanted and name != "go":
                raise InvalidSettings(f"{what} is for Go, not for {name}")
        builtin = isinstance(self.game.start(), Position)
        if not builtin and self.settings.threads > 1:
            raise InvalidSettings("a game written in Python is searched in one thread")
        if e.transpositions and (not builtin or name == "go"):
            raise InvalidSettings(
                "expansion.transpositions is for games whose moves depend on the position alone "
                f"and that cannot come back to a position, not for {name}"
            )
        if s.amaf_moves and name == "hex" and not _has_order(p):
            raise InvalidSettings(
                "selection.amaf_moves needs playouts with an order of moves; uniform playouts of "
                "hex fill the board at once"
            )

    def _check_learned(self, knowledge: Knowledge) -> None:
        board = knowledge.game
        if not isinstance(self.game.start(), Position):
            raise InvalidSettings("learned knowledge is for built-in games")
        if board.name != self.game.name or list(board.moves) != list(self.game.moves):
            raise InvalidSettings(f"the knowledge is for {board}, not for {self.game}")

    def _check_playout_weights(self, playout_weights: PlayoutWeights | None) -> None:
        p = self.settings.playout
        if p.base in WEIGHTED and playout_weights is None and not p.joint_neighbour:
            raise InvalidSettings(f"playout.base = {p.base!r} needs playout weights")
        if p.joint_neighbour and playout_weights is not None:
            raise InvalidSettings("playout.joint_neighbour and playout weights exclude each other")
        if isinstance(playout_weights, CellWeights) and (
            list(playout_weights.game.moves) != list(self.game.moves)
        ):
            raise InvalidSettings(
                f"the playout weights are for {playout_weights.game}, not for {self.game}"
            )
        if (
            isinstance(playout_weights, LocalPatternWeights)
            and self.game.name not in CONNECTION_GAMES
        ):
            raise InvalidSettings(
                f"local patterns are for Hex and Havannah, not for {self.game.name}"
            )

    def run(
        self,
        position: PositionLike | None = None,
        *,
        simulations: int = 0,
        seconds: float = 0.0,
        nodes: int = 0,
    ) -> SearchResult:
        """Searches a position (None: where the search stands) until a budget is used.

        `nodes` counts the moves in the tree, visited or not. Ctrl-C ends the search early with the
        best move so far (`interrupted`).
        """
        if min(simulations, nodes) < 0 or not 0 <= seconds < 1e9:
            raise KatachiError(
                f"a budget must not be {simulations} simulations, {seconds} s, {nodes} nodes"
            )
        if not (simulations or seconds or nodes):
            raise KatachiError("a search needs a budget of simulations, seconds or nodes")
        if position is not None:
            self._move_to(position)
        report = self._search.run(simulations=simulations, seconds=seconds, nodes=nodes)
        texts = self.game.moves
        return SearchResult(
            move=None if report.best is None else texts[report.best],
            value=report.value,
            proof=cast(Proof, report.proof.name),
            moves=tuple(self._statistics(line) for line in report.moves),
            principal_variation=tuple(texts[move] for move in report.principal_variation),
            simulations=report.simulations,
            seconds=report.seconds,
            depth=report.depth,
            families=report.families,
            nodes=report.nodes,
            bytes_used=report.bytes,
            memory_full=report.full,
            interrupted=report.interrupted,
            to_move=self._current.to_move,
        )

    def _move_to(self, position: PositionLike) -> None:
        if isinstance(self._search, _core.Search):
            if not isinstance(position, Position) or position.game != self.game:
                raise KatachiError(f"the search is for {self.game}")
            self._search.set_position(position.core)
        else:
            self._search.set_position(position)
        self._current = position

    def advance(self, move: str) -> None:
        """Plays a real move and keeps what the tree knows about the position after it."""
        position = self._current.play(move)
        self._search.advance(list(self.game.moves).index(move))
        self._current = position

    def follow(self, position: PositionLike) -> bool:
        """Advances to a position one move ahead, keeping the tree; False if it is not that."""
        if isinstance(self._search, _core.Search):
            if not isinstance(position, Position) or position.game != self.game:
                raise KatachiError(f"the search is for {self.game}")
            followed = self._search.follow(position.core)
        else:
            followed = self._search.follow(position)
        if followed:
            self._current = position
        return followed

    def new_game(self) -> None:
        """Forgets everything and returns to the start."""
        start = self.game.start()
        if isinstance(self._search, _core.Search):
            assert isinstance(start, Position)
            self._search.new_game(start.core)
        else:
            self._search.new_game(start)
        self._current = start

    def play_out(
        self,
        start: PositionLike,
        *,
        seed: int = 0,
        after: Sequence[str] = (),
        learn: bool = True,
    ) -> PlayedOut:
        """One playout with the policy of this search, outside the tree.

        `after` are the moves that led to `start`; replies and N-grams look at the last two. With
        `learn` their tables change as after a simulation. A playout of a search with several
        threads uses the tables of the first.
        """
        numbers = {move: number for number, move in enumerate(self.game.moves)}
        context = [-1, -1]
        for move in after:
            if move not in numbers:
                raise KatachiError(f"{shown(move)} is not a move of {self.game}")
            context.append(numbers[move])
        moves = {"before": context[-2], "last": context[-1]}
        if isinstance(self._search, _core.Search):
            if not isinstance(start, Position) or start.game != self.game:
                raise KatachiError(f"the search is for {self.game}")
            played = self._search.play_out(start.core, **moves, seed=seed % 2**64, learn=learn)
        else:
            played = self._search.play_out(start, **moves, seed=seed % 2**64, learn=learn)
        return PlayedOut(
            moves=tuple(self.game.moves[move] for move in played.moves),
            outcome=Outcome(
                winner=COLORS[played.winner] if played.winner < len(COLORS) else None,
                reason=played.reason.name,
                score=played.score,
            ),
        )

    def tree(self, *, depth: int = 2, least_visits: int = 1) -> tuple[MoveStatistics, ...]:
        """The nodes of the tree, depth first, best first."""
        return tuple(
            self._statistics(line) for line in self._search.dump(depth, max(0, least_visits))
        )

    def _statistics(self, line: _core.MoveReport) -> MoveStatistics:
        return MoveStatistics(
            move=self.game.moves[line.move],
            visits=line.visits,
            value=line.value,
            amaf_visits=line.amaf_visits,
            amaf_value=line.amaf_value,
            initial_visits=line.initial_visits,
            initial_value=line.initial_value,
            strength=line.strength,
            proof=cast(Proof, line.proof.name),
            depth=line.depth,
        )
