"""The genetic part: properties, population, and every choice that they bias."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal

import pytest
from reference.genetic import PopulationTwin, properties
from reference.search_formulas import TOLERANCE, score
from reference.search_steps import Tree, visited_path, whole_tree
from reference.search_toys import Pile

import katachi
from katachi import FinalSettings, InvalidSettings, Mcts, MctsSettings, SelectionSettings, _core

GAMES: list[katachi.Game] = [
    katachi.Othello(6),
    katachi.Othello(8),
    katachi.Go(4),
    katachi.Go(9),
    katachi.Hex(4),
    katachi.Hex(12),
    katachi.Havannah(4),
    katachi.Havannah(6),
]
SIGNS = {"othello": (1, 1, -1, 1, -1), "go": (1, 1, -1, -1, 1), "hex": (1, 1, -1, -1, 1),
         "havannah": (1, 1, -1, 1, -1)}  # fmt: skip


def random_positions(game: katachi.Game, seed: int, count: int) -> list[katachi.Position]:
    rng = random.Random(seed)
    found: list[katachi.Position] = []
    while len(found) < count:
        position = game.start()
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
            if rng.random() < 0.2:
                found.append(position)
        found.append(position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_properties_are_those_of_the_twin(game: katachi.Game, scaled: Callable[[int], int]) -> None:
    for position in random_positions(game, 3, scaled(40)):
        for number, player in enumerate(("black", "white")):
            found = _core.board_properties(position.core, number)
            assert [count for _, _, count in found] == properties(position, player), position  # type: ignore[arg-type]
            assert tuple(sign for _, sign, _ in found) == SIGNS[game.name]


def test_properties_of_a_board_of_go_counted_by_hand() -> None:
    """B1 and B2 are black, A1 and C1 white: A1 has no liberty but A2."""
    position = katachi.Go(3).start().play_all("B1 A1 B2 C1")
    found = {name: count for name, _, count in _core.board_properties(position.core, 0)}
    assert found == {
        "net stones": 0,
        "own liberties": 3,
        "their liberties": 2,
        "own stones in atari": 0,
        "their stones in atari": 2,
    }


def test_properties_of_a_board_of_hex_counted_by_hand() -> None:
    """b2 and c3 do not touch; b3 and c2 between them are empty: one bridge, two moves missing."""
    position = katachi.Hex(4).start().play_all("b3 a1 c1 d4")
    found = {name: count for name, _, count in _core.board_properties(position.core, 0)}
    assert found["net bridges"] == 1
    assert found["own largest chain"] == 1
    assert found["own moves to win"] == 2


def weights_of(kind: Literal["agents2017", "any_sign"]) -> _core.SelectionSettings:
    return MctsSettings(selection=SelectionSettings(genetic=kind)).to_core().selection


@pytest.mark.parametrize("kind", ["agents2017", "any_sign"])
def test_the_population_evolves_as_the_twin_does(
    kind: Literal["agents2017", "any_sign"],
) -> None:
    rng = random.Random(5)
    for seed in range(3):
        ours = _core.Population(weights_of(kind), seed, seed + 1)
        twin = PopulationTwin(kind, seed, seed + 1)
        for _ in range(1234):
            assert ours.current == twin.current
            result = rng.random() + 0.1 * twin.current[0]
            ours.learn(result)
            twin.learn(result)
        assert ours.best == twin.best
        for (genes, total, uses), other in zip(ours.individuals, twin.individuals, strict=True):
            assert genes == other.genes
            assert total == pytest.approx(sum(other.results))
            assert uses == len(other.results)


def test_weights_are_of_the_right_sign_and_move_towards_what_pays() -> None:
    """Fitness is the first weight: its mean over the population rises."""
    population = _core.Population(weights_of("agents2017"), 1, 0)
    assert all(0 <= gene < 1 for genes, _, _ in population.individuals for gene in genes)

    def mean() -> float:
        return sum(genes[0] for genes, _, _ in population.individuals) / 10

    before = mean()
    for _ in range(1500):
        population.learn(population.current[0])
    assert mean() > before + 0.1
    either = _core.Population(weights_of("any_sign"), 1, 0)
    assert any(gene < 0 for genes, _, _ in either.individuals for gene in genes)


@pytest.mark.parametrize("kind", ["agents2017", "any_sign"])
@pytest.mark.parametrize(
    "game", [katachi.Othello(6), katachi.Go(3), katachi.Hex(3), katachi.Havannah(3)], ids=str
)
def test_every_choice_adds_the_weighted_properties(game: katachi.Game, kind: str) -> None:
    """One simulation at a time: the weights of its turn, properties of the twin, the formula."""
    chosen = MctsSettings(selection=SelectionSettings(genetic=kind, genetic_weight=1.5), seed=4)  # type: ignore[arg-type]
    search = Mcts(game, chosen)
    twin = PopulationTwin(kind, 4, 0)
    cells = len(game.topology.cells)
    signs = SIGNS[game.name] if kind == "agents2017" else (1,) * 5

    def bias(at: katachi.Position, move: str) -> float:
        counts = properties(at.play(move), at.to_move)
        weighed = zip(twin.current, signs, counts, strict=True)
        return 1.5 * sum(gene * sign * count for gene, sign, count in weighed) / cells

    choices = decided = 0
    before = whole_tree(search)
    for _ in range(230):
        search.run(simulations=1)
        after = whole_tree(search)
        path = visited_path(before, after)
        at = game.start()
        for depth, move in enumerate(path):
            children = before.get(path[:depth])
            if children is None:
                break
            untried = {m for m, line in children.items() if line.visits == 0}
            if untried:
                assert move in untried
            else:
                parent = sum(line.visits for line in children.values())
                plain = {m: score(c, chosen.selection, parent) for m, c in children.items()}
                scores = {m: plain[m] + bias(at, m) for m in children}
                assert scores[move] >= max(scores.values()) - TOLERANCE
                choices += 1
                decided += plain[move] < max(plain.values()) - TOLERANCE
            at = at.play(move)
        twin.learn(result_of(before, after))
        assert search.populations()[0].current == twin.current
        before = after
    assert choices > 50
    assert decided > 0, "the bias never changed a choice"


def result_of(before: Tree, after: Tree) -> float:
    """What one simulation added to the values at the root: 0, 1/2 or 1."""

    def total(tree: Tree) -> float:
        return sum(line.value * line.visits for line in tree.get((), {}).values())

    return round(2 * (total(after) - total(before))) / 2


def test_the_final_choice_is_biased_by_the_fittest_weights() -> None:
    game = katachi.Go(5)
    chosen = MctsSettings(
        selection=SelectionSettings(genetic="agents2017"),
        final_move=FinalSettings(choice="best_value"),
        seed=2,
    )
    search = Mcts(game, chosen)
    result = search.run(simulations=400)
    best = search.populations()[0].best
    assert list(result.genes) == best
    start = game.start()
    for line in result.moves:
        counts = properties(start.play(line.move), "black")
        weighed = zip(best, SIGNS["go"], counts, strict=True)
        assert line.bias == pytest.approx(sum(g * s * c for g, s, c in weighed) / 25, abs=1e-6)
    sums = [line.value + line.bias for line in result.moves]
    assert sums == sorted(sums, reverse=True)
    assert [line.value for line in result.moves] != sorted(
        (line.value for line in result.moves), reverse=True
    )


def test_a_population_lives_as_long_as_the_game() -> None:
    search = Mcts(katachi.Hex(4), MctsSettings(selection=SelectionSettings(genetic="agents2017")))
    first = search.run(simulations=250)
    assert first.move is not None
    search.advance(first.move)
    search.run(simulations=250)
    assert sum(uses for _, _, uses in search.populations()[0].individuals) >= 250
    fresh = Mcts(katachi.Hex(4), MctsSettings(selection=SelectionSettings(genetic="agents2017")))
    search.new_game()
    assert search.populations()[0].individuals == fresh.populations()[0].individuals


def test_every_thread_has_a_population_of_its_own() -> None:
    chosen = MctsSettings(selection=SelectionSettings(genetic="any_sign"), threads=2)
    search = Mcts(katachi.Go(5), chosen)
    result = search.run(simulations=2000)
    populations = search.populations()
    assert len(populations) == 2
    assert populations[0].individuals != populations[1].individuals
    assert list(result.genes) in [one.best for one in populations]


def test_weight_zero_is_the_plain_tree() -> None:
    for game in GAMES[::2]:
        trees = []
        for selection in (
            SelectionSettings(),
            SelectionSettings(genetic="agents2017", genetic_weight=0.0),
        ):
            search = Mcts(game, MctsSettings(selection=selection))
            search.run(simulations=300)
            trees.append(search.tree(depth=50, least_visits=0))
        assert trees[0] == trees[1]
    assert Mcts(GAMES[0]).populations() == []


def test_games_written_in_python_have_no_properties() -> None:
    with pytest.raises(InvalidSettings, match=r"selection\.genetic is for built-in games"):
        Mcts(Pile(5), MctsSettings(selection=SelectionSettings(genetic="agents2017")))
