"""The search with vectors of AVX2 and without: the same trees. KATACHI_PORTABLE leaves AVX2 alone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys, katachi
game = eval("katachi." + sys.argv[1])
selection = katachi.SelectionSettings(rave="minimum_mse", exploration=0.1)
search = katachi.Mcts(game, katachi.MctsSettings(selection=selection, threads=1))
search.run(simulations=3000)
print(search.tree_json(depth=3, least_visits=2))
"""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("Hex(5)", id="one vector of moves is not full"),
        pytest.param("Y(9)", id="rows of different lengths"),
        pytest.param("Othello()", id="few children"),
        pytest.param("Hex(19)", id="more than 256 moves"),
        pytest.param("Havannah(10)", id="moves in order, more than 256"),
    ],
)
def test_amaf_is_the_same_with_and_without_vectors(game: str) -> None:
    trees = set()
    for portable in (False, True):
        environment = {k: v for k, v in os.environ.items() if k != "KATACHI_PORTABLE"}
        if portable:
            environment["KATACHI_PORTABLE"] = "1"
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, game],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert '"amaf_visits":' in done.stdout
        trees.add(done.stdout)
    assert len(trees) == 1
