"""Several threads on one tree: every simulation is counted once, in visits and in AMAF."""

from __future__ import annotations

from collections import defaultdict

import pytest

from katachi import Hex, Mcts, MctsSettings, SelectionSettings

SIMULATIONS = 5_000


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_no_update_is_lost(threads: int) -> None:
    """Half of the empty cells of a filled board are the mover's, and each is an AMAF visit.

    So the AMAF visits of the children of a node are known: `half` for each visit of a child.
    """
    selection = SelectionSettings(rave="minimum_mse", exploration=0.1)
    search = Mcts(Hex(11), MctsSettings(selection=selection, threads=threads))
    search.run(simulations=SIMULATIONS)
    path: list[str] = []
    visits: dict[tuple[str, ...], int] = defaultdict(int)
    amaf_visits: dict[tuple[str, ...], float] = defaultdict(float)
    for child in search.tree(depth=3, least_visits=0):
        path[child.depth :] = [child.move]
        parent = tuple(path[: child.depth])
        visits[parent] += child.visits
        amaf_visits[parent] += child.amaf_visits
    assert visits[()] == SIMULATIONS
    assert len(visits) > 20
    for parent, count in visits.items():
        half = (121 - len(parent) + 1) // 2
        assert amaf_visits[parent] == half * count, parent


@pytest.mark.slow
def test_amaf_counters_stop_together() -> None:
    """A float counts to 2^24; wins that went on where visits stop would raise the mean."""
    selection = SelectionSettings(rave="minimum_mse", exploration=0.1)
    search = Mcts(Hex(3), MctsSettings(selection=selection))
    for _ in range(2):
        search.run(simulations=10_000_000)
    most = max(search.tree(depth=1, least_visits=0), key=lambda child: child.amaf_visits)
    assert most.visits > 2**24
    assert most.amaf_visits == 2.0**23
    assert 0.99 < most.amaf_value <= 1.0  # the first move of Hex wins
