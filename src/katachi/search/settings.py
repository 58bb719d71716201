"""Settings of the search: every enhancement is a field, grouped by phase.

Papers and formulas stand beside each field in `cpp/search/settings.h` and in docs/methods.
"""

from __future__ import annotations

import math
import struct
from typing import Any, Literal

import msgspec

from katachi import _core
from katachi.errors import InvalidSettings, shown


def shortest(value: float) -> float:
    """The number with the fewest digits that is the same in single precision.

    >>> shortest(0.699999988079071), shortest(5000.0)
    (0.7, 5000.0)
    """
    single = struct.Struct("f")
    for digits in range(1, 10):
        rounded = float(f"{value:.{digits}g}")
        if single.pack(rounded) == single.pack(value):
            return rounded
    return value


class _Defaults:
    """Defaults are written once, in the core, whose numbers have single precision: 0.7 is 0.7 here."""

    def __init__(self, core: object) -> None:
        self._core = core

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the core has
        value = getattr(self._core, name)
        if isinstance(value, float):
            return shortest(value)
        return _Defaults(value) if name in GROUPS else value


# The settings of each phase, in the order of a simulation.
GROUPS = ("selection", "expansion", "playout", "backup", "final_move")
_DEFAULT = _Defaults(_core.MctsSettings())

WEIGHTED = frozenset({"roulette", "epsilon_greedy", "softmax"})  # base policies with strengths


class SelectionSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    `genetic`: weights of board properties evolve during the search and bias selection and the final
    choice by value (AGENTS 3.2.3): agents2017 (weights 0 to 1) or any_sign, with `genetic_weight`.
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
    genetic: Literal["none", "agents2017", "any_sign"] = _DEFAULT.selection.genetic.name
    genetic_weight: float = _DEFAULT.selection.genetic_weight


class ExpansionSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of children before any visit (HAVANNAH 3.7 and 3.4).

    `visits`: a leaf gets children on the visit after so many. `joint_neighbour`,
    `local_connections`, `edge_connections` give initial visits and wins (all three together are the
    thesis' combination); `edge_counts_itself` is its table 4.21. `knowledge_visits`: weight of
    knowledge as initial visits. `dead_cells`: leave out useless cells. `transpositions`: equal
    positions share their children (Childs, Brodeur and Kocsis 2008; not in Go). `batch`: so many
    leaves wait for their children until knowledge is asked about all of them at once, which networks
    answer faster; meanwhile they are played out from. A wait ends with the run.
    """

    visits: int = _DEFAULT.expansion.visits
    joint_neighbour: bool = _DEFAULT.expansion.joint_neighbour
    local_connections: bool = _DEFAULT.expansion.local_connections
    edge_connections: bool = _DEFAULT.expansion.edge_connections
    edge_counts_itself: bool = _DEFAULT.expansion.edge_counts_itself
    knowledge_visits: float = _DEFAULT.expansion.knowledge_visits
    dead_cells: bool = _DEFAULT.expansion.dead_cells
    transpositions: bool = _DEFAULT.expansion.transpositions
    batch: int = _DEFAULT.expansion.batch


class PlayoutSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How games are played out from a leaf.

    `base`: uniform, roulette, epsilon_greedy, softmax (these three need strengths: playout weights
    or `joint_neighbour`), mast or nst; `temperature` is that of the last three. `joint_neighbour`:
    strengths 40, 30, 5 of neighbour, joint and other moves (HAVANNAH 4.6.1). `dead_cells`: useless
    cells are not played. `decisive`, `anti_decisive`: Teytaud and Teytaud 2010. `mate`:
    Havannah-Mate in the first cells / c plies of a playout (HAVANNAH 2.2.3). `last_good_reply` 1 or 2 with
    `forgetting` (LGRF) and `keep_replies` between moves; `ngrams` 1 or 2 with `ngram_decay`
    (gamma), `ngram_threshold` (T) and `ngram_averaging`; `epsilon` is the share of moves left to
    the base policy. Go (FOREST 4.6): `atari_escapes`, with `ladders` not into a ladder, `attacks`
    (catch the chain of the last move, at once or in a ladder), `nakade` (the vital point of a small
    eye), `near_shapes`, `captures`, and `self_atari_refusal`, a probability.
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
    ladders: bool = _DEFAULT.playout.ladders
    attacks: bool = _DEFAULT.playout.attacks
    nakade: bool = _DEFAULT.playout.nakade
    near_shapes: bool = _DEFAULT.playout.near_shapes
    captures: bool = _DEFAULT.playout.captures
    self_atari_refusal: float = _DEFAULT.playout.self_atari_refusal


class BackupSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a playout is worth: `score_share` mixes in the scaled score of AGENTS."""

    score_share: float = _DEFAULT.backup.score_share


class FinalSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which move is played: most_visits (ties by value) or best_value.

    With a `temperature` the move is drawn by visits^(1/temperature), for varied self-play.
    `stop_when_decided` ends a search with a budget of simulations as soon as no other move can get
    as many visits as the first any more: the same move, sooner.
    """

    choice: Literal["most_visits", "best_value"] = _DEFAULT.final_move.choice.name
    temperature: float = _DEFAULT.final_move.temperature
    stop_when_decided: bool = _DEFAULT.final_move.stop_when_decided


class MctsSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    r"""Everything about a search except its budget.

    >>> MctsSettings(selection=SelectionSettings(rave="hand_selected", exploration=0.4)).selection.rave
    'hand_selected'
    >>> MctsSettings.from_toml("[playout]\nlast_good_reply = 2\nforgetting = true").threads
    1
    """

    selection: SelectionSettings = SelectionSettings()
    expansion: ExpansionSettings = ExpansionSettings()
    playout: PlayoutSettings = PlayoutSettings()
    backup: BackupSettings = BackupSettings()
    final_move: FinalSettings = FinalSettings()
    seed: int = _DEFAULT.seed
    threads: int = _DEFAULT.threads
    megabytes: int = _DEFAULT.megabytes

    def __post_init__(self) -> None:
        """Refuses wrong types, numbers out of range and parts that cannot work together."""
        for name in GROUPS:
            group = getattr(self, name)
            try:  # fields given in Python are not checked by msgspec itself
                msgspec.convert(msgspec.structs.asdict(group), type(group))
            except (msgspec.ValidationError, TypeError) as error:
                raise InvalidSettings(f"{name} is wrong: {error}") from None
        for name in ("seed", "threads", "megabytes"):
            if not isinstance(getattr(self, name), int):
                raise InvalidSettings(
                    f"{name} must be a whole number, not {shown(getattr(self, name))}"
                )
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
        for group in GROUPS:
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


RANGES: dict[str, tuple[float, float]] = {
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
    "selection.genetic_weight": (0, 1e6),
    "expansion.visits": (0, 1e9),
    "expansion.knowledge_visits": (0, 1e9),
    "expansion.batch": (1, 1024),
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
    for path, (low, high) in RANGES.items():
        value: Any = settings
        for name in path.split("."):
            value = getattr(value, name)
        if not low <= value <= high:
            found.append(f"{path} must be {low:g} to {high:g}, not {shown(value)}")
    s, p = settings.selection, settings.playout
    if not (-1e6 <= s.first_play_urgency <= 1e6 or s.first_play_urgency == math.inf):
        found.append(
            "selection.first_play_urgency must be -1e+06 to 1e+06, or inf, not "
            f"{shown(s.first_play_urgency)}"
        )
    if s.grave_visits and s.rave == "none":
        found.append("selection.grave_visits needs selection.rave")
    if s.amaf_moves and s.rave == "none":
        found.append("selection.amaf_moves needs selection.rave")
    if s.killer_moves and s.rave == "none":
        found.append("selection.killer_moves needs selection.rave")
    if s.score_bounds and not s.solver:
        found.append("selection.score_bounds needs selection.solver")
    found += _playout_contradictions(p)
    if settings.final_move.stop_when_decided:
        last = settings.final_move
        for wrong, what in (
            (last.choice != "most_visits", "final_move.choice = 'most_visits'"),
            (last.temperature > 0, "final_move.temperature = 0"),
            (s.solver, "selection.solver = false"),
            (settings.threads > 1, "threads = 1"),
        ):
            if wrong:
                found.append(f"final_move.stop_when_decided needs {what}")
    if settings.expansion.edge_counts_itself and not settings.expansion.edge_connections:
        found.append("expansion.edge_counts_itself needs expansion.edge_connections")
    return found


def _playout_contradictions(p: PlayoutSettings) -> list[str]:
    found = []
    if p.forgetting and not p.last_good_reply:
        found.append("playout.forgetting needs playout.last_good_reply")
    if p.ladders and not p.atari_escapes:
        found.append("playout.ladders needs playout.atari_escapes")
    if p.ngram_averaging and p.ngrams != 2:
        found.append("playout.ngram_averaging needs playout.ngrams = 2")
    if p.base == "nst" and p.ngrams:
        found.append("playout.base = 'nst' reads N-grams of both lengths: playout.ngrams must be 0")
    if p.joint_neighbour and p.base not in WEIGHTED:
        found.append(f"playout.joint_neighbour needs playout.base of {', '.join(sorted(WEIGHTED))}")
    return found


def has_order(playout: PlayoutSettings) -> bool:
    """Whether playouts are played move by move, by a policy."""
    return playout != msgspec.structs.replace(
        PlayoutSettings(),
        epsilon=playout.epsilon,
        temperature=playout.temperature,
        keep_replies=playout.keep_replies,
        ngram_decay=playout.ngram_decay,
        ngram_threshold=playout.ngram_threshold,
    )
