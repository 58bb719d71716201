"""The whole search against a complete twin in Python: every choice and every number of the tree.

Toy games that write down their simulations lead the twin (`reference/search_twin.py`); afterwards
the two trees must be equal node by node.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import fields
from reference.search_toys import Lines, Pile, Recorded
from reference.search_twin import EXACT, SearchTwin, by_path

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, SelectionSettings
from katachi.search import BackupSettings

GAMES: dict[str, katachi.GameLike] = {
    "tic-tac-toe": Lines(),
    "drop three": Lines(width=4, height=3, drop=True),
    "pile": Pile(11),
    "small pile": Pile(5, gains=(-1.0, 0.0, 1.0)),
    "pile with moves again": Pile(8, again=4, gains=(-1.0, 0.0, 1.0)),
}

RAVE: dict[str, Any] = {"exploration": 0.4, "first_play_urgency": 1.0, "rave": "hand_selected"}
SETTINGS: dict[str, MctsSettings] = {
    "uct": MctsSettings(),
    "uct two": MctsSettings(selection=SelectionSettings(formula="uct_two")),
    "ucb1 tuned": MctsSettings(selection=SelectionSettings(formula="ucb1_tuned")),
    "urgency": MctsSettings(selection=SelectionSettings(first_play_urgency=0.7)),
    "rave": MctsSettings(selection=SelectionSettings(**RAVE)),
    "rave, each first": MctsSettings(selection=SelectionSettings(rave="hand_selected")),
    "minimum mse": MctsSettings(selection=SelectionSettings(**{**RAVE, "rave": "minimum_mse"})),
    "grave": MctsSettings(selection=SelectionSettings(**RAVE, grave_visits=12)),
    "extended rave": MctsSettings(selection=SelectionSettings(**RAVE, amaf_moves=2)),
    "killer rave": MctsSettings(selection=SelectionSettings(**RAVE, killer_moves=2)),
    "history": MctsSettings(selection=SelectionSettings(history_weight=2.0)),
    "history and rave": MctsSettings(selection=SelectionSettings(**RAVE, history_weight=1.0)),
    "later expansion": MctsSettings(expansion=ExpansionSettings(visits=3)),
    "expansion at once": MctsSettings(expansion=ExpansionSettings(visits=0)),
    "solver": MctsSettings(selection=SelectionSettings(solver=True)),
    "solver with bounds": MctsSettings(selection=SelectionSettings(solver=True, score_bounds=True)),
    "solver and rave": MctsSettings(selection=SelectionSettings(**RAVE, solver=True)),
    "solver and history": MctsSettings(
        selection=SelectionSettings(history_weight=1.0, solver=True)
    ),
    "score": MctsSettings(backup=BackupSettings(score_share=0.4)),
    "score alone": MctsSettings(
        backup=BackupSettings(score_share=1.0), selection=SelectionSettings(**RAVE)
    ),
}
SIMULATIONS = 120


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("game_name", GAMES)
def test_the_search_and_its_twin_grow_the_same_tree(game_name: str, name: str) -> None:
    game, settings = Recorded(GAMES[game_name]), SETTINGS[name]
    search = Mcts(game, settings)
    result = search.run(simulations=SIMULATIONS)
    twin = SearchTwin(GAMES[game_name], settings)
    for simulation in game.simulations:
        assert not settings.selection.solver or twin.proof not in EXACT
        twin.follow(simulation)
    assert len(game.simulations) == result.simulations
    if settings.selection.solver:
        assert result.proof == twin.proof
        assert (result.simulations < SIMULATIONS) == (result.proof in EXACT)
    else:
        assert result.simulations == SIMULATIONS
    found, expected = by_path(search.tree(depth=100, least_visits=0)), twin.lines()
    assert found.keys() == expected.keys()
    for path, line in expected.items():
        for part in fields(line):
            number = getattr(line, part.name)
            close = pytest.approx(number, abs=1e-5) if isinstance(number, float) else number
            assert getattr(found[path], part.name) == close, (path, part.name)


def test_the_twin_notices_another_formula() -> None:
    """The twin itself can fail: led by simulations of other constants it protests."""
    game = Recorded(Lines())
    Mcts(game, MctsSettings(selection=SelectionSettings(exploration=0.1))).run(
        simulations=SIMULATIONS
    )
    twin = SearchTwin(Lines(), MctsSettings(selection=SelectionSettings(exploration=2.0)))
    with pytest.raises(AssertionError, match=r"\['"):
        list(map(twin.follow, game.simulations))
