"""The settings of each phase of the search, written from the declarations of its parts.

Do not edit: the parts declare themselves in `cpp/search/`, and `make settings` writes this.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec


class SelectionSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which child to visit."""

    formula: Literal["uct", "uct_two", "ucb1_tuned", "puct"] = "uct"
    """The term for exploration: uct, v + C sqrt(ln N / n) (HAVANNAH 2.1); uct_two, v + C sqrt(2 ln
    N / n) (AGENTS 1.2); ucb1_tuned, v + C sqrt(ln N / n min(1/4, v(1-v) + sqrt(2 ln N / n))) (Auer
    et al. 2002); puct, v + C P sqrt(N) / (1 + n), P from knowledge (Silver et al. 2016)."""

    exploration: float = 0.7
    """C (Kocsis and Szepesvari 2006: 1 / sqrt 2)."""

    first_play_urgency: float = math.inf
    """Value of a child without visits; below 0: so much less than the mean of those with visits;
    inf: every child is tried once first, in random order (Gelly and Wang 2006)."""

    rave: Literal["none", "hand_selected", "minimum_mse"] = "none"
    """How the weight a of AMAF fades: none, off; hand_selected, a = R / (R + n) (HAVANNAH 2.2);
    minimum_mse, a = m / (n + m + 4 n m b^2) (Gelly and Silver 2011)."""

    rave_equivalence: float = 50.0
    """R of hand_selected (HAVANNAH 4.1)."""

    rave_bias: float = 0.1
    """b of minimum_mse."""

    grave_visits: int = 0
    """AMAF comes from the nearest ancestor with at least this many visits; 0: from the node itself
    (Cazenave 2015)."""

    amaf_moves: int = 0
    """Extended RAVE: only the first moves of a playout count, this many; 0: all."""

    killer_moves: int = 0
    """Killer RAVE: of each player only the moves with the best win rates in the search so far
    count, this many; 0: all (Lorentz 2010)."""

    history_weight: float = 0.0
    """W of the bonus W h / (losses + 1), h the win rate of the move; 0: off (HAVANNAH 2.3)."""

    bias: Literal["none", "simple", "chaslot", "huang", "ikeda"] = "none"
    """The term for knowledge: none, off; simple, + W H / n (Chaslot et al. 2008); chaslot, (1-a) v
    + a rave + (G + W / ln(2 + n)) H (SHAPES 2.2); huang, (1-a) (v + C sqrt(ln N / n)) + a rave + W
    H / N (SHAPES 2.3); ikeda, UCB + W sqrt(K / (N + K)) P (SHAPES 2.4 and 5.1)."""

    bias_weight: float = 0.5
    """W, also called C_BT and C_PB (SHAPES 5.1)."""

    bias_horizon: float = 5000.0
    """K of ikeda (SHAPES 5.1)."""

    bias_constant: float = 0.0
    """G of chaslot (SHAPES 2.2)."""

    widening: bool = False
    """Children enter in the order of their strength (FOREST 2.4)."""

    widening_start: float = 40.0
    """Visits of the parent until its second child enters (Coulom 2007)."""

    widening_growth: float = 1.4
    """How much longer every further child takes (Coulom 2007)."""

    solver: bool = False
    """Proven wins, losses and draws (Winands et al. 2008)."""

    score_bounds: bool = False
    """Bounds as well: at least a draw, at most a draw (Cazenave and Saffidine 2010)."""

    genetic: Literal["none", "agents2017", "any_sign"] = "none"
    """Which weights: + W h, h their sum over the properties per cell: none, off; agents2017,
    weights from 0 to 1; what is bad for the player counts negatively (AGENTS 3.2.3); any_sign,
    weights from -1 to 1, nothing known of what is good."""

    genetic_weight: float = 1.0
    """W; AGENTS gives none."""


class ExpansionSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a node gets children, and what is known of them."""

    visits: int = 1
    """A leaf gets children on the visit after this many."""

    joint_neighbour: bool = False
    """40 visits with 40, 30 or 5 wins for neighbour, joint and other moves (HAVANNAH 3.7.1)."""

    local_connections: bool = False
    """30 visits with 10 wins for every local group that the move joins (HAVANNAH 3.7.2)."""

    edge_connections: bool = False
    """30 visits with 10 wins for every side and corner that it joins (HAVANNAH 3.7.3)."""

    edge_counts_itself: bool = False
    """The cell's own side or corner counts too (HAVANNAH table 4.21)."""

    knowledge_visits: float = 0.0
    """Visits that the strength of a move is worth; 0: off."""

    equal_visits: float = 0.0
    """Initial visits of every move; 0: off."""

    dead_cells: bool = False
    """Leave out cells that can change nothing, but never all (HAVANNAH 3.4)."""

    transpositions: bool = False
    """Equal positions share their children (Childs, Brodeur and Kocsis 2008)."""

    batch: int = 1
    """Leaves that wait until they are this many; 1: nobody waits."""


class PlayoutSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How games are played out from a leaf."""

    base: Literal["uniform", "roulette", "epsilon_greedy", "softmax", "mast", "nst"] = "uniform"
    """How the move is drawn: uniform, every move alike; roulette, p = strength / sum (HAVANNAH
    3.5); epsilon_greedy, the strongest move with probability 1 - epsilon (HAVANNAH 3.6); softmax, p
    = exp(strength / temperature) / sum; mast, softmax over the win rates of moves (Finnsson and
    Bjornsson 2008); nst, softmax over means of win rates of moves and N-grams (Tak et al. 2012)."""

    epsilon: float = 0.1
    """Share of moves that epsilon_greedy and N-grams leave to chance (HAVANNAH 3.6)."""

    temperature: float = 1.0
    """Of softmax, mast and nst; 1 leaves strengths as they are."""

    joint_neighbour: bool = False
    """Strengths 40, 30 and 5 of neighbour, joint and other moves (HAVANNAH 4.6.1)."""

    dead_cells: bool = False
    """Cells that can change nothing are played only when nothing else is left (HAVANNAH 3.4)."""

    decisive: bool = False
    """Play a winning move (Teytaud and Teytaud 2010)."""

    anti_decisive: bool = False
    """Stop the opponent's winning move (Teytaud and Teytaud 2010)."""

    mate: float = 0.0
    """c: it does so in the first cells / c plies; 0: off (HAVANNAH 2.2.3)."""

    last_good_reply: int = 0
    """1: the reply to a move, 2: to two moves (LGR-1, LGR-2); 0: off (HAVANNAH 2.2.4)."""

    forgetting: bool = False
    """A reply that lost is forgotten (LGRF) (Baier and Drake 2010)."""

    keep_replies: bool = True
    """The tables go on after a real move."""

    ngrams: int = 0
    """How many moves they look back (N-gram1, N-gram2); 0: off (HAVANNAH 2.2.5)."""

    ngram_decay: float = 0.0
    """gamma: what is left of the counts after every real move (HAVANNAH 2.2.5)."""

    ngram_threshold: float = 0.0
    """T: only N-grams that were played more often (HAVANNAH 2.2.5)."""

    ngram_averaging: bool = False
    """The mean of lengths 1 and 2 (HAVANNAH 2.2.5)."""

    atari_escapes: bool = False
    """Save chains that the last move put in atari (FOREST 4.6)."""

    ladders: bool = False
    """But do not run where a ladder catches them."""

    attacks: bool = False
    """Catch the chain of the last move, at once or in a ladder."""

    nakade: bool = False
    """Play the vital point of a small eye beside the last move."""

    near_shapes: bool = False
    """3 x 3 shapes around the last move (FOREST 4.6)."""

    captures: bool = False
    """Take any chain in atari (FOREST 4.6)."""

    self_atari_refusal: float = 0.0
    """Probability that a random move refuses self-atari (FOREST 4.6)."""

    evaluator_share: float = 0.0
    """Share of the evaluator in the value of a leaf; 0: playouts alone, 1: no playouts."""

    evaluator_visits: int = 0
    """A node is judged once, on the visit after this many that it had since it got its children,
    and leaves below are worth the same; 0: every leaf is judged."""


class BackupSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the end of a simulation is worth to the nodes above."""

    score_share: float = 0.0
    """Share of (s + b^2) / (2 b^2), s the score and b^2 the cells (AGENTS)."""

    implicit_minimax: float = 0.0
    """alpha of Q = (1 - alpha) mean + alpha minimax; 0: off (Lanctot et al. 2014)."""


class FinalSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which move is played."""

    choice: Literal["most_visits", "best_value"] = "most_visits"
    """By what the moves are compared: most_visits, the most visits, ties by value; best_value, the
    best value, ties by visits."""

    temperature: float = 0.0
    """Draws the move by visits^(1/temperature), for varied self-play; 0: the best."""

    stop_when_decided: bool = False
    """End when no other move can get as many visits as the first: the same move, sooner."""
