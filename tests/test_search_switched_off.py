"""A part that is off, however it is set otherwise, leaves the plain tree alone: bit for bit."""

from __future__ import annotations

from typing import Any

import pytest
from reference.search_settings import all_fields, settings_of

import katachi
from katachi import (
    ExpansionSettings,
    Mcts,
    MctsSettings,
    MoveStatistics,
    PlayoutSettings,
    SelectionSettings,
)
from katachi.search import BackupSettings, FinalSettings
from katachi.search.parts import RANGES

GAMES = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(4)]
SIMULATIONS = 400

# Fields that change a plain search as soon as they leave their default; all others belong to a part
# that is off and must not matter. A new field has to be sorted in here or be without effect.
EFFECTIVE = {
    "selection.formula", "selection.exploration", "selection.first_play_urgency",
    "selection.rave", "selection.history_weight", "selection.bias", "selection.widening",
    "selection.solver", "expansion.visits", "expansion.joint_neighbour",
    "expansion.local_connections", "expansion.edge_connections", "expansion.knowledge_visits",
    "expansion.batch",
    "expansion.dead_cells", "playout.base", "playout.decisive", "playout.anti_decisive",
    "playout.mate", "playout.last_good_reply", "playout.ngrams", "backup.score_share",
    "playout.evaluator_share", "selection.genetic", "final_move.choice", "seed", "threads", "megabytes",
}  # fmt: skip
# These are refused unless their part is on.
DEPENDENT = {
    "selection.grave_visits", "selection.amaf_moves", "playout.forgetting",
    "playout.ngram_averaging", "expansion.edge_counts_itself", "selection.killer_moves",
    "selection.score_bounds", "playout.ladders", "playout.evaluator_visits",
}  # fmt: skip
IDLE = {
    "selection.rave_equivalence": 7.0, "selection.rave_bias": 3.0, "selection.bias_weight": 9.0,
    "selection.bias_horizon": 2.0, "selection.bias_constant": -4.0,
    "selection.widening_start": 1.0, "selection.widening_growth": 1.0, "playout.epsilon": 0.9,
    "playout.temperature": 5.0, "playout.keep_replies": False, "playout.ngram_decay": 0.3,
    "playout.ngram_threshold": 2.0, "selection.genetic_weight": 7.0,
}  # fmt: skip


def tree(
    game: katachi.GameLike,
    settings: MctsSettings,
    **knowledge: Any,  # noqa: ANN401 - whatever a search takes
) -> tuple[MoveStatistics, ...]:
    search = Mcts(game, settings, **knowledge)
    search.run(simulations=SIMULATIONS)
    return search.tree(depth=100, least_visits=0)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_same_seed_gives_the_same_tree_and_another_seed_another(game: katachi.Game) -> None:
    assert tree(game, MctsSettings(seed=1)) == tree(game, MctsSettings(seed=1))
    assert tree(game, MctsSettings(seed=1)) != tree(game, MctsSettings(seed=2))


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("path", IDLE)
def test_constants_of_a_part_that_is_off_do_not_matter(path: str, game: katachi.Game) -> None:
    assert tree(game, settings_of({path: IDLE[path]})) == tree(game, MctsSettings())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_default_given_by_hand_is_the_plain_search(game: katachi.Game) -> None:
    chosen = {path: default for path, _, default in all_fields()}
    assert tree(game, settings_of(chosen)) == tree(game, MctsSettings())


def test_constants_not_listed_do_not_matter_either() -> None:
    """Fields of parts to come: a number that is not a switch is idle while its switch is off."""
    known = EFFECTIVE | DEPENDENT | IDLE.keys()
    for path, kind, default in all_fields():
        if path in known or kind not in (int, float) or default == 0:
            continue
        low, high = RANGES[path]
        for value in {kind(low), kind(high)} - {default}:
            found = tree(katachi.Havannah(4), settings_of({path: value}))
            assert found == tree(katachi.Havannah(4), MctsSettings()), path


# Each of these sets a part to the value that makes it idle, with everything around it on.
OFF: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "grave_visits 0": (
        {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0},
        {"selection.grave_visits": 0},
    ),
    "grave that never refers": (
        {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0},
        {"selection.grave_visits": 10**9},
    ),
    "amaf of all moves": (
        {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0},
        {"selection.amaf_moves": 10**6},
    ),
    "killer moves, all of them": (
        {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0},
        {"selection.killer_moves": 10**6},
    ),
    "bounds where nothing is drawn": ({"selection.solver": True}, {"selection.score_bounds": True}),
    "b of another schedule": (
        {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0},
        {"selection.rave_bias": 2.0},
    ),
    "R of another schedule": (
        {"selection.rave": "minimum_mse", "selection.first_play_urgency": 1.0},
        {"selection.rave_equivalence": 2.0},
    ),
    "not forgetting": ({"playout.last_good_reply": 1}, {"playout.forgetting": False}),
    "urgency that is never asked": (
        {"selection.first_play_urgency": float("inf")},
        {"selection.widening_start": 3.0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OFF)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_value_that_makes_a_part_idle(name: str, game: katachi.Game) -> None:
    around, off = OFF[name]
    if "selection.amaf_moves" in off and game.name == "hex":
        pytest.skip("playouts of Hex have no order")
    assert tree(game, settings_of({**around, **off})) == tree(game, settings_of(around))


def test_those_values_would_matter_if_they_were_others() -> None:
    """The comparison can fail."""
    around = {"selection.rave": "hand_selected", "selection.first_play_urgency": 1.0}
    plain = tree(katachi.Havannah(4), settings_of(around))
    for off in (
        {"selection.grave_visits": 20},
        {"selection.amaf_moves": 2},
        {"selection.killer_moves": 2},
        {"selection.rave_equivalence": 2.0},
    ):
        assert tree(katachi.Havannah(4), settings_of({**around, **off})) != plain


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_memory_that_suffices_does_not_matter(game: katachi.Game) -> None:
    assert tree(game, MctsSettings(megabytes=64)) == tree(game, MctsSettings(megabytes=1024))


@pytest.mark.parametrize("game", [katachi.Othello(8), katachi.Go(7), katachi.Hex(9)], ids=str)
def test_a_solver_without_a_proof_changes_nothing(game: katachi.Game) -> None:
    solving = tree(game, MctsSettings(selection=SelectionSettings(solver=True)))
    assert {line.proof for line in solving} == {"unknown"}
    assert solving == tree(game, MctsSettings())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_knowledge_that_nobody_reads_changes_only_the_order(game: katachi.Game) -> None:
    """Equal strengths: the order stays random, so the plain tree stays."""
    equal = katachi.CellWeights(game, (1.0,) * len(game.moves))
    assert tree(game, MctsSettings(), knowledge=equal) == tree(game, MctsSettings())
    assert tree(game, MctsSettings(), playout_knowledge=equal) == tree(game, MctsSettings())


def test_a_bias_of_weight_zero_is_none() -> None:
    game = katachi.Hex(5)
    equal = katachi.CellWeights(game, (1.0,) * len(game.moves))
    plain = tree(game, MctsSettings())
    for bias in ("simple", "huang", "ikeda"):
        chosen = MctsSettings(selection=SelectionSettings(bias=bias, bias_weight=0.0))
        found = tree(game, chosen, knowledge=equal)
        assert [(line.move, line.visits, line.value) for line in found] == [
            (line.move, line.visits, line.value) for line in plain
        ]


def test_the_final_move_does_not_change_the_tree() -> None:
    """The order of the lines differs, the numbers do not."""
    game = katachi.Havannah(4)
    most = tree(game, MctsSettings())
    best = tree(game, MctsSettings(final_move=FinalSettings(choice="best_value")))
    assert sorted(map(repr, most)) == sorted(map(repr, best))


def test_a_playout_policy_without_parts_is_uniform() -> None:
    """Off values of parts of playouts, in games whose uniform playouts take another way."""
    off = PlayoutSettings(
        decisive=False, anti_decisive=False, mate=0.0, last_good_reply=0, ngrams=0
    )
    for game in GAMES:
        assert tree(game, MctsSettings(playout=off)) == tree(game, MctsSettings())


def test_score_share_zero_is_the_win() -> None:
    for game in GAMES:
        assert tree(game, MctsSettings(backup=BackupSettings(score_share=0.0))) == tree(
            game, MctsSettings()
        )


def test_initial_parts_off() -> None:
    off = ExpansionSettings(joint_neighbour=False, local_connections=False, edge_connections=False)
    for game in GAMES[2:]:
        assert tree(game, MctsSettings(expansion=off)) == tree(game, MctsSettings())
