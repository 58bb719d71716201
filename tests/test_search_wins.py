"""A move that wins at once is found, whatever formula and initial values lead the search."""

from __future__ import annotations

import math
import random
from functools import cache

import pytest
from conftest import scaled_down
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, PlayoutSettings, SelectionSettings
from katachi.games.core_capabilities import capabilities

GAMES: list[katachi.Game] = [
    katachi.Othello(6),
    katachi.Go(4, komi=0.5, move_limit=60),
    katachi.Hex(4),
    katachi.Havannah(3),
    katachi.Havannah(4),
]
# Random games are played until there are enough positions; their last ones are looked at.
MOST_GAMES, ENOUGH, LAST = 1000, 30, 8
SIMULATIONS = 400


def wins_at_once(position: katachi.Position) -> set[str]:
    found = set()
    for move in position.legal_moves:
        after = position.play(move)
        if after.is_over and after.outcome.winner == position.to_move:
            found.add(move)
    return found


@cache
def positions_to_win(game: katachi.Game) -> list[katachi.Position]:
    """With a move that wins at once and others that do not, from the ends of random games."""
    found: list[katachi.Position] = []
    for seed in range(MOST_GAMES):
        rng = random.Random(seed)
        line = [game.start()]
        while not line[-1].is_over:
            line.append(line[-1].play(rng.choice(line[-1].legal_moves)))
        found += [
            position
            for position in line[-LAST:-1]
            if 0 < len(wins_at_once(position)) < len(position.legal_moves)
        ]
        if len(found) >= ENOUGH:
            break
    return found


@settings(max_examples=scaled_down(120), suppress_health_check=[HealthCheck.too_slow])
@given(
    game=st.sampled_from(GAMES),
    place=st.integers(0, 10_000),
    formula=st.sampled_from(["uct", "uct_two", "ucb1_tuned"]),
    exploration=st.floats(0.3, 2.0),
    urgency=st.sampled_from([1.0, 1.1, 3.0, 50.0, math.inf]),
    rave=st.sampled_from(["none", "hand_selected", "minimum_mse"]),
    initial=st.sets(st.sampled_from(["joint_neighbour", "local_connections", "edge_connections"])),
    knowledge_visits=st.sampled_from([0.0, 0.5, 3.0]),
    policy=st.sampled_from(["uniform", "mast"]),
)
def test_a_win_at_once_is_proven(
    *,
    game: katachi.Game,
    place: int,
    formula: str,
    exploration: float,
    urgency: float,
    rave: str,
    initial: set[str],
    knowledge_visits: float,
    policy: str,
) -> None:
    positions = positions_to_win(game)
    position = positions[place % len(positions)]
    initial = initial if "connections" in capabilities(game) else set()
    # AMAF knows passes from the ends of playouts alone and may speak against one that wins for
    # thousands of simulations; agents ask before they search (agents/passing.py).
    rave = "none" if "pass" in game.moves else rave
    chosen = MctsSettings(
        selection=SelectionSettings(
            formula=formula,  # type: ignore[arg-type]
            exploration=exploration,
            first_play_urgency=urgency,
            rave=rave,  # type: ignore[arg-type]
            solver=True,
        ),
        expansion=ExpansionSettings(
            knowledge_visits=knowledge_visits, **dict.fromkeys(initial, True)
        ),
        playout=PlayoutSettings(base=policy),  # type: ignore[arg-type]
        megabytes=2,
    )
    even = katachi.CellWeights(game, (1.0,) * len(game.moves))
    search = Mcts(game, chosen, knowledge=even if knowledge_visits else None)
    result = search.run(position, simulations=SIMULATIONS)
    assert not any(map(math.isnan, search.scores().values()))
    # The chosen move is a proven win, though perhaps a longer one.
    assert (result.proof, result.moves[0].move, result.moves[0].proof) == (
        "win",
        result.move,
        "win",
    )


@pytest.mark.parametrize("formula", ["uct", "uct_two", "ucb1_tuned"])
def test_a_thousand_initial_wins_are_looked_at_first(formula: str) -> None:
    """HAVANNAH 3.7.3 gives a move that joins enough edges 1000 wins of one visit."""
    position = katachi.Havannah(4).start().play_all("a1 d4 a2 d5 a3 e5")
    chosen = MctsSettings(
        selection=SelectionSettings(formula=formula),  # type: ignore[arg-type]
        expansion=ExpansionSettings(edge_connections=True, edge_counts_itself=True),
    )
    result = Mcts(position.game, chosen).run(position, simulations=100)
    assert (result.move, result.moves[0].visits) == ("a4", 100)


def test_widening_without_a_start_opens_every_child() -> None:
    """0 * growth^k is 0 for every k, also where growth^k is beyond all numbers."""
    game = katachi.Go(19)
    chosen = MctsSettings(
        selection=SelectionSettings(widening=True, widening_start=0.0, widening_growth=1000.0)
    )
    even = katachi.CellWeights(game, (1.0,) * len(game.moves))
    result = Mcts(game, chosen, knowledge=even).run(simulations=len(game.moves))
    assert len([line for line in result.moves if line.visits]) == len(game.moves)
