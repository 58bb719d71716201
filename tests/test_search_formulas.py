"""Every choice in the tree is the one that the formula of the paper makes, computed in Python.

Built-in games, one simulation at a time: see `reference/search_steps.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from reference.search_formulas import open_children, widening_thresholds
from reference.search_steps import wrong_choices
from reference.search_toys import Pile

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, PlayoutSettings, SelectionSettings

RAVE: dict[str, Any] = {"exploration": 0.4, "first_play_urgency": 1.0}


@dataclass(frozen=True)
class Case:
    settings: MctsSettings
    game: katachi.GameLike = katachi.Havannah(3)  # noqa: RUF009
    knowledge: bool = False
    already: tuple[int, ...] = (1, 60, 120)  # simulations before those that are watched


def selection(*, game: katachi.Game | None = None, knowledge: bool = False, **fields: Any) -> Case:  # noqa: ANN401
    chosen = MctsSettings(selection=SelectionSettings(**fields), seed=len(fields))
    return Case(chosen, game or katachi.Havannah(3), knowledge)


def expansion(*, knowledge: bool = False, rave: bool = False, **fields: Any) -> Case:  # noqa: ANN401
    part = SelectionSettings(rave="hand_selected", **RAVE) if rave else SelectionSettings()
    return Case(
        MctsSettings(selection=part, expansion=ExpansionSettings(**fields)), knowledge=knowledge
    )


CASES: dict[str, Case] = {
    "uct": selection(),
    "uct, other constant": selection(exploration=0.2),
    "uct, no exploration": selection(exploration=0.0, first_play_urgency=0.6),
    "uct, othello": selection(game=katachi.Othello(6)),
    "uct, go": selection(game=katachi.Go(3)),
    "uct, hex with swap": selection(game=katachi.Hex(3, swap=True)),
    "uct two": selection(formula="uct_two"),
    "ucb1 tuned": selection(formula="ucb1_tuned"),
    "ucb1 tuned, large constant": selection(formula="ucb1_tuned", exploration=1.4),
    # The variance speaks only after hundreds of visits of a child.
    "ucb1 tuned, many visits": Case(
        MctsSettings(selection=SelectionSettings(formula="ucb1_tuned")),
        Pile(6, gains=(-1.0, 0.0, 1.0)),
        already=(1500, 1500),
    ),
    "urgency 0": selection(first_play_urgency=0.0),
    "urgency 0.4": selection(first_play_urgency=0.4),
    "urgency 3": selection(first_play_urgency=3.0),
    "ucb1 tuned, initial values": Case(
        MctsSettings(
            selection=SelectionSettings(formula="ucb1_tuned"),
            expansion=ExpansionSettings(edge_connections=True, edge_counts_itself=True),
        )
    ),
    "urgency 3, tuned": selection(formula="ucb1_tuned", first_play_urgency=3.0),
    "urgency 0.5, tuned": selection(formula="ucb1_tuned", first_play_urgency=0.5),
    "puct": selection(formula="puct", exploration=1.5, first_play_urgency=0.5, knowledge=True),
    "puct, infinite urgency": selection(formula="puct", exploration=0.8, knowledge=True),
    "rave": selection(rave="hand_selected", **RAVE),
    "rave, R 5": selection(rave="hand_selected", rave_equivalence=5.0, **RAVE),
    "rave, each child first": selection(rave="hand_selected", exploration=0.4),
    "rave, hex": selection(rave="hand_selected", game=katachi.Hex(3), **RAVE),
    "rave, go": selection(rave="hand_selected", game=katachi.Go(3), **RAVE),
    "rave, othello": selection(rave="hand_selected", game=katachi.Othello(6), **RAVE),
    "minimum mse": selection(rave="minimum_mse", **RAVE),
    "minimum mse, b 0.5": selection(rave="minimum_mse", rave_bias=0.5, **RAVE),
    "minimum mse, b 0": selection(rave="minimum_mse", rave_bias=0.0, **RAVE),
    "grave": selection(rave="hand_selected", grave_visits=20, **RAVE),
    "grave, one visit": selection(rave="hand_selected", grave_visits=1, **RAVE),
    "grave, minimum mse": selection(rave="minimum_mse", grave_visits=50, **RAVE),
    "killer rave": selection(rave="hand_selected", killer_moves=3, **RAVE),
    "extended rave": selection(rave="hand_selected", amaf_moves=3, **RAVE),
    "simple bias": selection(bias="simple", knowledge=True, bias_weight=2.0),
    "simple bias, urgency": selection(bias="simple", knowledge=True, first_play_urgency=0.5),
    "chaslot": selection(bias="chaslot", knowledge=True, bias_constant=0.3, bias_weight=1.0),
    "chaslot, rave": selection(
        bias="chaslot", knowledge=True, rave="hand_selected", bias_constant=-0.2, **RAVE
    ),
    "huang": selection(bias="huang", knowledge=True, bias_weight=3.0),
    "huang, rave": selection(
        bias="huang", knowledge=True, rave="minimum_mse", bias_weight=3.0, **RAVE
    ),
    "ikeda": selection(bias="ikeda", knowledge=True),
    "ikeda, short horizon": selection(
        bias="ikeda", knowledge=True, bias_weight=2.0, bias_horizon=30.0, first_play_urgency=0.5
    ),
    "widening": selection(widening=True, knowledge=True),
    "widening, fast": selection(
        widening=True, knowledge=True, widening_start=3.0, widening_growth=1.2
    ),
    "widening, bias, urgency": selection(
        widening=True,
        knowledge=True,
        widening_start=2.0,
        widening_growth=1.5,
        bias="ikeda",
        first_play_urgency=0.5,
    ),
    "joint and neighbour": expansion(joint_neighbour=True),
    "local connections": expansion(local_connections=True),
    "edge connections": expansion(edge_connections=True),
    "combination": expansion(joint_neighbour=True, local_connections=True, edge_connections=True),
    "combination, rave": expansion(
        joint_neighbour=True, local_connections=True, edge_connections=True, rave=True
    ),
    "knowledge as visits": expansion(knowledge_visits=12.0, knowledge=True),
    "later expansion": expansion(visits=4),
    "expansion at once": Case(MctsSettings(expansion=ExpansionSettings(visits=0)), katachi.Hex(3)),
    "solver": selection(solver=True, game=katachi.Hex(3)),
    "solver, bounds": selection(solver=True, score_bounds=True, game=katachi.Go(2, komi=1.0)),
    "transpositions": expansion(transpositions=True),
    "solver, rave": selection(solver=True, rave="hand_selected", game=katachi.Hex(3), **RAVE),
}


def strengths(game: katachi.Game) -> katachi.CellWeights:
    """All different, so that the order of strength is known."""
    count = len(game.moves)
    return katachi.CellWeights(game, tuple(1.0 + (7 * i) % count for i in range(count)))


@pytest.mark.parametrize("name", CASES)
def test_every_choice_is_that_of_the_formula(name: str, scaled: Callable[[int], int]) -> None:
    case = CASES[name]
    game = case.game
    weights = strengths(game) if case.knowledge and isinstance(game, katachi.Game) else None
    search = Mcts(case.game, case.settings, knowledge=weights)
    by_move = dict(zip(game.moves, weights.by_move, strict=True)).__getitem__ if weights else None
    choices = 0
    for already in case.already:
        search.run(simulations=already)
        if search.run(simulations=1).proof != "unknown":
            break
        for sentence in wrong_choices(search, scaled(18), by_move):
            assert not sentence
            choices += 1
    assert choices >= scaled(18)


def test_simulations_one_by_one_make_the_tree_of_all_at_once() -> None:
    """What the tests of this file rely on."""
    chosen = MctsSettings(
        selection=SelectionSettings(rave="hand_selected", solver=True, **RAVE),
        playout=PlayoutSettings(last_good_reply=2, ngrams=1),
    )
    together, alone = (Mcts(katachi.Havannah(3), chosen) for _ in range(2))
    together.run(simulations=100)
    for _ in range(100):
        alone.run(simulations=1)
    assert together.tree(depth=100, least_visits=0) == alone.tree(depth=100, least_visits=0)


def test_the_thresholds_of_widening_are_those_of_the_paper() -> None:
    """Coulom 2007: the second move after 40 simulations, then each 1.4 times later."""
    assert widening_thresholds(SelectionSettings(), 5) == pytest.approx([0, 40, 96, 174.4, 284.16])
    assert [open_children(SelectionSettings(widening=True), 9, n) for n in (0, 39, 40, 95, 96)] == [
        1, 1, 2, 2, 3,
    ]  # fmt: skip


def test_widening_opens_the_next_strongest_move_at_its_threshold() -> None:
    game = katachi.Hex(4)
    weights = strengths(game)
    order = sorted(game.moves[:-1], key=lambda m: -weights.by_move[game.number(m)])
    search = Mcts(game, MctsSettings(selection=SelectionSettings(widening=True)), knowledge=weights)
    visited = 0
    for threshold, opened in ((40, 1), (96, 2), (174, 3)):
        lines = search.run(simulations=threshold - visited).moves
        visited = threshold
        assert {line.move for line in lines if line.visits} == set(order[:opened])
        search.run(simulations=2)
        visited += 2
        lines = search.tree(depth=1)
        assert {line.move for line in lines if line.visits} == set(order[: opened + 1])


def test_no_urgency_is_tried_before_the_better_known_move() -> None:
    """Urgency 0 and no exploration: the first child with a win is never left."""
    chosen = SelectionSettings(first_play_urgency=0.0, exploration=0.0)
    result = Mcts(katachi.Hex(5), MctsSettings(selection=chosen)).run(simulations=100)
    assert result.moves[0].visits > 80
    assert math.isclose(sum(line.visits for line in result.moves), 100)
