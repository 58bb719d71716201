"""Stored trees, grown again and compared line by line: a change of the search shows here.

A file holds the repr of the game, the position, the settings and the simulations, and then the
tree: a line per node with its visits, value and whatever else is known of it. Write all of them
anew with `pytest tests/test_search_golden.py --update-golden`; read the diff before committing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from reference.search_settings import settings_of

import katachi
from katachi import Mcts, MctsSettings, MoveStatistics

FOLDER = Path(__file__).parent / "data" / "trees"
FIRST_LINE = "katachi tree, version 1"
SIMULATIONS = 300
DEEPEST = 6
LEAST_VISITS = 2

# One game of every kind of the catalogue, with moves that lead to a position worth searching.
POSITIONS: dict[str, tuple[katachi.Game, str]] = {
    "othello": (katachi.Othello(6), "c2 d2"),
    "go": (katachi.Go(5, komi=6.5), "c3 c2"),
    "hex": (katachi.Hex(5, swap=True), "b2"),
    "havannah": (katachi.Havannah(4), "d4 c3 e5"),
    "gomoku": (katachi.Gomoku(9), "e5 f6 e6 d4 e7"),
    "y": (katachi.Y(5, swap=True), "b3"),
}
RAVE = {
    "selection.rave": "hand_selected",
    "selection.exploration": 0.4,
    "selection.first_play_urgency": 1.0,
}
# Changes of the settings, and which games have them.
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "uct": {},
    "tuned": {"selection.formula": "ucb1_tuned", "selection.history_weight": 1.0},
    "rave": RAVE,
    "grave": {**RAVE, "selection.rave": "minimum_mse", "selection.grave_visits": 30},
    "replies": {"playout.last_good_reply": 2, "playout.forgetting": True, "playout.ngrams": 1},
    "knowledge": {
        "selection.bias": "ikeda",
        "selection.widening": True,
        "selection.widening_start": 5.0,
        "playout.base": "roulette",
    },
    "genetic": {"selection.genetic": "agents2017", "final_move.choice": "best_value", "seed": 3},
    "score": {"backup.score_share": 0.5, "selection.solver": True, "seed": 5},
    "combination": {
        **RAVE,
        "selection.solver": True,
        "expansion.joint_neighbour": True,
        "expansion.local_connections": True,
        "expansion.edge_connections": True,
        "playout.mate": 2.0,
    },
}
CONNECTION_ONLY = {"combination"}


def cases() -> Iterator[tuple[str, str]]:
    for game in POSITIONS:
        for name in CONFIGURATIONS:
            if name not in CONNECTION_ONLY or game in {"hex", "havannah", "y"}:
                yield game, name


def line_of(line: MoveStatistics) -> str:
    """Move, visits, value; AMAF, initial visits, strength and proof where there are any."""
    words = [f"{'  ' * line.depth}{line.move}", f"{line.visits}", f"{line.value:.6f}"]
    if line.amaf_visits:
        words.append(f"amaf {line.amaf_visits:.0f} {line.amaf_value:.4f}")
    if line.initial_visits:
        words.append(f"initial {line.initial_visits:.4f} {line.initial_value:.4f}")
    if line.strength:
        words.append(f"strength {line.strength:.5f}")
    if line.proof != "unknown":
        words.append(line.proof)
    return "  ".join(words)


def grow(game_name: str, name: str) -> list[str]:
    """The lines of a file."""
    game, moves = POSITIONS[game_name]
    position = game.start().play_all(moves)
    count = len(game.moves)
    weights = katachi.CellWeights(game, tuple(1.0 + (5 * i) % 7 for i in range(count)))
    changes = CONFIGURATIONS[name]
    settings: MctsSettings = settings_of(changes)
    search = Mcts(game, settings, knowledge=weights if name == "knowledge" else None,
                  playout_knowledge=weights if name == "knowledge" else None)  # fmt: skip
    result = search.run(position, simulations=SIMULATIONS)
    lines = [FIRST_LINE, f"game {game!r}", f"moves {moves}"]
    lines += [f"setting {path} = {value!r}" for path, value in changes.items()]
    lines += [f"simulations {result.simulations}", f"move {result.move}", f"proof {result.proof}"]
    lines += [f"families {result.families}", f"depth {result.depth}"]
    lines += ["principal variation " + " ".join(result.principal_variation), ""]
    return lines + [line_of(line) for line in search.tree(depth=DEEPEST, least_visits=LEAST_VISITS)]


def path_of(game: str, name: str) -> Path:
    return FOLDER / f"{game}_{name}.txt"


@pytest.mark.parametrize(("game", "name"), list(cases()))
def test_stored_trees_grow_again(game: str, name: str, update_golden: bool) -> None:  # noqa: FBT001
    path = path_of(game, name)
    lines = grow(game, name)
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
    stored = path.read_text().splitlines()
    assert stored[0] == FIRST_LINE
    for number, (expected, found) in enumerate(zip_longest(stored, lines), start=1):
        assert found == expected, f"{path.name}, line {number}"


def test_there_is_a_tree_for_every_game_and_no_file_without_a_test() -> None:
    assert set(POSITIONS) == set(katachi.games_by_name)
    assert {path.name for path in FOLDER.iterdir()} == {path_of(*case).name for case in cases()}


def test_trees_of_different_settings_differ() -> None:
    for game in POSITIONS:
        texts = [path_of(*case).read_text().split("\n\n")[1] for case in cases() if case[0] == game]
        assert len(set(texts)) == len(texts)
