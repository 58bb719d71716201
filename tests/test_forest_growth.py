"""Growth of decision trees: equal to a slow twin, query by query."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from reference import forest as twin
from reference import random_games as by_chance

import katachi
from katachi import _core
from katachi.errors import KatachiError
from katachi.features import Tree
from katachi.features.forest import SYSTEMS
from katachi.learning import CRITERIA, ForestPlan, GrownForest, grow_forest
from katachi.records import GameRecord, Games

GAMES = {
    "go5": katachi.Go(5),
    "go7": katachi.Go(7),
    "hex5": katachi.Hex(5),
    "othello6": katachi.Othello(6),
    "havannah3": katachi.Havannah(3),
}
SMALL = ("go5", "hex5", "othello6", "havannah3")  # the twin is slow


def random_records(game: katachi.Game, count: int, seed: int) -> list[GameRecord]:
    """Passes and swaps only where there is nothing else."""

    def a_cell(rng: random.Random, legal: Sequence[str]) -> str:
        return rng.choice([move for move in legal if move in game.topology.cells] or legal)

    return by_chance.random_records(game, count, seed, most=40, choose=a_cell)


def both(game: katachi.Game, plan: ForestPlan, games: int) -> tuple[Tree, str]:
    """The first tree of the core and of the twin."""
    records = random_records(game, games, seed=games)
    collection = Games.of(records)
    grown = grow_forest(collection, plan)
    assert grown.trees[0].cut == 0, "the twin keeps all branches"
    order = plan.order_of(len(records))
    expected = twin.grow(
        [(game.start(), list(records[i].moves)) for i in order],
        twin.Growth(
            system=plan.systems[0],
            criterion=plan.criterion,
            seed=plan.seed_of(0),
            share=plan.share,
            patience=plan.patience,
            delay=plan.delay,
        ),
    )
    return grown.forest.trees[0], expected


def check(name: str, system: str, criterion: str, *, games: int) -> None:
    plan = ForestPlan(
        systems=(system,),
        criterion=criterion,
        trees=1,
        games=None,
        share=0.5,
        patience=40,
        delay=7,
        seed=3,
    )
    tree, expected = both(GAMES[name], plan, games)
    assert tree.queries == expected
    assert tree.leaf_count > 2, "a tree that did not grow compares nothing"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_grows_as_the_twin_does(system: str) -> None:
    check("go5", system, "wwls", games=2)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_criterion_grows_as_the_twin_does(criterion: str) -> None:
    system = SYSTEMS[CRITERIA.index(criterion) % len(SYSTEMS)]
    check("go5", system, criterion, games=1)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("system", ["sg0", "ig0"])
def test_every_board_grows_as_the_twin_does(name: str, system: str) -> None:
    check(name, system, "wwls", games=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_everything_grows_as_the_twin_does(name: str, system: str, criterion: str) -> None:
    check(name, system, criterion, games=6)


def test_threads_do_not_change_the_forest() -> None:
    games = Games.of(random_records(katachi.Go(7), 12, seed=5))
    plan = ForestPlan(systems=("sg0", "ig-c"), trees=6, games=9, share=0.5, patience=60)
    one = grow_forest(games, plan, threads=1)
    three = grow_forest(games, plan, threads=3)
    assert one.forest.text == three.forest.text
    assert len({tree.queries for tree in one.trees}) > 2, "trees of one system differ"


def test_a_stopped_growth_goes_on(tmp_path: Path) -> None:
    games = Games.of(random_records(katachi.Go(7), 12, seed=5))
    plan = ForestPlan(systems=("sg0",), trees=4, games=None, share=0.5, patience=60)
    whole = grow_forest(games, plan)
    state = tmp_path / "state"

    class Stop(Exception):
        pass

    def stop_after_two(_part: float, finished: int) -> None:
        if finished >= 2:
            raise Stop

    with pytest.raises(Stop):
        grow_forest(games, plan, state=state, threads=1, progress=stop_after_two)
    assert state.exists()
    seen: list[int] = []
    again = grow_forest(games, plan, state=state, progress=lambda _part, done: seen.append(done))
    assert again.forest.text == whole.forest.text
    with pytest.raises(KatachiError, match="other settings or games"):
        grow_forest(games, ForestPlan(systems=("sg0",), trees=4, seed=1), state=state)
    state.write_bytes(b"{")
    with pytest.raises(KatachiError, match="is not a state of a growing forest"):
        grow_forest(games, plan, state=state)


def test_patience() -> None:
    """A leaf is split at the descent that fills it, not before."""
    games = Games.of(random_records(katachi.Go(5), 8, seed=5))

    def grown(patience: int) -> GrownForest:
        return grow_forest(
            games,
            ForestPlan(systems=("sg0",), trees=1, games=None, share=1.0, patience=patience),
        )

    descents = grown(10**6).trees[0].descents
    assert grown(descents).forest.trees[0].leaf_count > 1
    assert grown(descents + 1).forest.trees[0].leaf_count == 1


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (ForestPlan(systems=("sgx",)), "no query system 'sgx'; known: ig0"),
        (ForestPlan(criterion="best"), "no criterion 'best'; known: nds"),
        (ForestPlan(trees=3), "3 trees cannot be shared evenly by 2"),
        (ForestPlan(trees=0), "1 to 256 trees, not 0"),
        (ForestPlan(games=0), "at least 1 game"),
        (ForestPlan(share=0.0), "share"),
        (ForestPlan(patience=0), "patience must be 1 to 2147483647"),
    ],
)
def test_bad_plans(plan: ForestPlan, words: str) -> None:
    games = Games.of(random_records(katachi.Go(5), 1, seed=5))
    with pytest.raises(KatachiError, match=words):
        grow_forest(games, plan)


def test_games_that_do_not_fit() -> None:
    plan = ForestPlan(systems=("sg0",), trees=1)
    with pytest.raises(KatachiError, match="no games"):
        grow_forest(Games.of([]), plan)
    mixed = [*random_records(katachi.Go(5), 1, 1), *random_records(katachi.Hex(5), 1, 1)]
    with pytest.raises(KatachiError, match="one board, not of go5, hex5"):
        grow_forest(Games.of(mixed), plan)
    with pytest.raises(KatachiError, match="game 1, ply 2"):
        grow_forest(Games.of([GameRecord(katachi.Hex(5), ("a1", "a1"))]), plan)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_qualities_are_those_of_the_formulas(criterion: str) -> None:
    chooser = random.Random(7)
    suitable = 0
    for _ in range(400):
        children = [
            [
                chooser.choice([0, 0, 1, chooser.randrange(9)]),
                chooser.choice([0, chooser.randrange(40)]),
            ]
            for _ in range(chooser.choice([2, 3, 4]))
        ]
        if not any(map(sum, children)):
            continue
        told, value = _core.query_quality(criterion, [(c[0], c[1]) for c in children])
        assert told == twin.suitable(criterion, children)
        if told:
            suitable += 1
            assert value == pytest.approx(twin.quality(criterion, children), rel=1e-12)
    assert suitable > 50


def test_wss_chooses_as_wwls_does() -> None:
    """Both rise with the same sum, so they grow the same trees; wls does not."""
    games = Games.of(random_records(katachi.Go(7), 20, seed=5))

    def queries(criterion: str) -> str:
        plan = ForestPlan(
            systems=("sg0",), criterion=criterion, trees=1, games=None, share=1.0, patience=100
        )
        return grow_forest(games, plan).trees[0].queries

    assert queries("wss") == queries("wwls") != queries("wls")


def test_qualities_by_hand() -> None:
    """Four wins in ten descents: a child with three of five, one with one of five."""
    children = [(3.0, 2.0), (1.0, 4.0)]
    expected = {
        "nds": 0.0,
        "ds": 0.0,
        "ws": -0.5,
        "ls": -1 / 3,
        "eds": 1.0,
        "wrs": -0.4,
        "wls": 0.4,
        "wwls": 2.0,
        "ss": -(0.4 / 0.6 + 0.2 / 0.4),
        "wss": -5 * (0.4 / 0.6 + 0.2 / 0.4),
    }
    for criterion, value in expected.items():
        suitable, found = _core.query_quality(criterion, children)
        assert suitable
        assert found == pytest.approx(value)
