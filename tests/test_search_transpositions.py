"""Equal positions share their children, and nothing else changes for the worse."""

from __future__ import annotations

from collections import defaultdict

import pytest
from reference.search_brute_force import PROOFS, Known, solve
from reference.search_steps import Family, whole_tree
from reference.search_toys import Lines

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, SelectionSettings

SHARED = ExpansionSettings(transpositions=True)


def families_by_position(search: Mcts) -> dict[katachi.Position, list[Family]]:
    """The children in the tree, by the position they belong to."""
    found: dict[katachi.Position, list[Family]] = defaultdict(list)
    start = search.game.start()
    assert isinstance(start, katachi.Position)
    for path, family in whole_tree(search).items():
        found[start.play_all(path)].append(family)
    return found


def numbers(family: Family) -> dict[str, tuple[int, float, float]]:
    return {move: (line.visits, line.value, line.amaf_visits) for move, line in family.items()}


@pytest.mark.parametrize("game", [katachi.Hex(3), katachi.Othello(6), katachi.Havannah(3)], ids=str)
def test_equal_positions_have_the_same_children(game: katachi.Game) -> None:
    deep = SelectionSettings(rave="hand_selected", exploration=0.1, first_play_urgency=0.8)
    search = Mcts(game, MctsSettings(expansion=SHARED, selection=deep))
    search.run(simulations=2500)
    several = [each for each in families_by_position(search).values() if len(each) > 1]
    assert several
    for each in several:
        assert all(numbers(family) == numbers(each[0]) for family in each)


def test_without_them_every_path_has_its_own_children() -> None:
    search = Mcts(katachi.Hex(3))
    search.run(simulations=1500)
    several = [each for each in families_by_position(search).values() if len(each) > 1]
    assert any(numbers(each[0]) != numbers(each[1]) for each in several)


def test_visits_add_up_at_the_root_and_memory_is_saved() -> None:
    game = katachi.Hex(4)
    plain = Mcts(game).run(simulations=3000)
    search = Mcts(game, MctsSettings(expansion=SHARED))
    shared = search.run(simulations=3000)
    assert sum(line.visits for line in shared.moves) == 3000
    assert shared.families < plain.families
    assert shared.move is not None
    search.advance(shared.move)
    assert search.run(simulations=100).move in game.start().play(shared.move).legal_moves


@pytest.mark.parametrize("swap", [False, True])
def test_proofs_by_other_paths_are_right(swap: bool) -> None:  # noqa: FBT001
    game = katachi.Hex(3, swap=swap)
    known: Known = {}
    chosen = MctsSettings(expansion=SHARED, selection=SelectionSettings(solver=True))
    for opening in game.start().legal_moves:
        position = game.start().play(opening)
        search = Mcts(game, chosen)
        assert search.run(position, simulations=20_000).proof == PROOFS[solve(position, known)]
        for path, family in whole_tree(search).items():
            at = position.play_all(path)
            for move, line in family.items():
                if line.proof != "unknown":
                    assert line.proof == PROOFS[-solve(at.play(move), known)], (opening, path, move)


def test_a_game_that_remembers_cannot_have_them() -> None:
    for game in (katachi.Go(5), Lines()):
        with pytest.raises(
            katachi.InvalidSettings, match=r"expansion\.transpositions is for games"
        ):
            Mcts(game, MctsSettings(expansion=SHARED))
