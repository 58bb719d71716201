"""The lines that a search shows: paths of its tree, best moves first, all of them playable."""

from __future__ import annotations

import random

import pytest

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, SelectionSettings
from katachi.gtp.engine.analysis import Report, analysis_line
from katachi.gtp.engine.state import State
from katachi.gtp.protocol.dialects import dialect_of
from katachi.search.result import MoveStatistics, best_lines

SETTINGS = {
    "plain": MctsSettings(),
    "transpositions": MctsSettings(expansion=ExpansionSettings(transpositions=True)),
    "RAVE": MctsSettings(selection=SelectionSettings(rave="hand_selected", exploration=0.1)),
    "solver": MctsSettings(selection=SelectionSettings(solver=True)),
}
GAMES = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(4)]


def node(move: str, depth: int) -> MoveStatistics:
    return MoveStatistics(move, 1, 0.5, 0, 0, 0, 0, 0, "unknown", depth)


def test_a_line_goes_from_first_child_to_first_child() -> None:
    """What stands below a sibling does not lengthen a line that has ended."""
    tree = [node(*one) for one in [("a", 0), ("b", 1), ("c", 1), ("d", 2), ("e", 3), ("f", 0)]]
    found = {move: [one.move for one in line] for move, line in best_lines(tree).items()}
    assert found == {"a": ["a", "b"], "f": ["f"]}


@pytest.mark.parametrize("kind", SETTINGS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_line_of_a_game_can_be_played(game: katachi.Game, kind: str) -> None:
    """Along a game with a tree that is kept, also as controllers see it."""
    if kind == "transpositions" and game.name == "go":
        pytest.skip("moves of Go depend on more than the position")
    rng = random.Random(1)
    search = Mcts(game, SETTINGS[kind])
    position = game.start()
    longest = 0
    for _ in range(12):
        if position.is_over:
            break
        result = search.run(position, simulations=300)
        paths = set()
        path: list[str] = []
        for one in search.tree(depth=30):
            path[one.depth :] = [one.move]
            paths.add(tuple(path))
        for line in search.variations().values():
            assert tuple(one.move for one in line) in paths
            position.play_all([one.move for one in line])
            longest = max(longest, len(line))
        state = State.of(dialect_of(game), game)
        report = Report("kata", variation_visits=True)
        text = analysis_line(state, position, search.variations(), result, report)
        for part in text.split("info move ")[1:]:
            moves, _, visits = part.partition(" pv ")[2].partition(" pvVisits ")
            position.play_all([state.move(vertex) for vertex in moves.split()])
            assert len(moves.split()) == len(visits.split())
        move = rng.choice(position.legal_moves)
        search.run(position, simulations=10)
        search.advance(move)
        position = position.play(move)
    assert longest > 1
