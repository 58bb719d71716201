"""What children know before any visit: HAVANNAH 3.7 and 3.4 against whole-board twins."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from reference import EMPTY
from reference.havannah import Havannah as HavannahTwin
from reference.hex import Hex as HexTwin
from reference.search_brute_force import solve_twin
from reference.search_initial import initial, is_dead

import katachi
from katachi import ExpansionSettings, Mcts, MctsSettings, MoveStatistics

PARTS = {
    "joint": ExpansionSettings(joint_neighbour=True),
    "local": ExpansionSettings(local_connections=True),
    "edge": ExpansionSettings(edge_connections=True),
    "edge with itself": ExpansionSettings(edge_connections=True, edge_counts_itself=True),
    "combination": ExpansionSettings(
        joint_neighbour=True, local_connections=True, edge_connections=True
    ),
}


def root_lines(
    position: katachi.Position,
    parts: ExpansionSettings,
    knowledge: katachi.CellWeights | None = None,
) -> dict[str, MoveStatistics]:
    search = Mcts(position.game, MctsSettings(expansion=parts), knowledge=knowledge)
    return {line.move: line for line in search.run(position, simulations=1).moves}


def random_position(game: katachi.Game, rng: random.Random) -> katachi.Position:
    """Anywhere in a random game that is not over."""
    line = [game.start()]
    while not line[-1].is_over:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves)))
    return rng.choice(line[:-1])


def twin_of(position: katachi.Position) -> HavannahTwin | HexTwin:
    kind = HavannahTwin if position.game.name == "havannah" else HexTwin
    color = 0 if position.to_move == "black" else 1
    return kind(position.game.size, stones=bytes(position.stones), to_move=color)


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize(
    "game", [katachi.Havannah(4), katachi.Havannah(5), katachi.Hex(5)], ids=str
)
def test_initial_visits_are_those_of_the_twin(
    game: katachi.Game, name: str, scaled: Callable[[int], int]
) -> None:
    rng = random.Random(11)
    for _ in range(scaled(25)):
        position = random_position(game, rng)
        twin = twin_of(position)
        cells = list(twin.board)
        for move, line in root_lines(position, PARTS[name]).items():
            expected = initial(twin, cells[game.number(move)], twin.to_move, PARTS[name])
            assert (line.initial_visits, line.initial_value) == expected, (position, move)


def test_equal_visits_know_nothing_and_add_up() -> None:
    position = katachi.Havannah(4).start().play_all("d4 a1 c3")
    alone = root_lines(position, ExpansionSettings(equal_visits=30))
    assert {(one.initial_visits, one.initial_value) for one in alone.values()} == {(30, 15)}
    joint = root_lines(position, PARTS["joint"])
    both = root_lines(position, ExpansionSettings(joint_neighbour=True, equal_visits=10))
    for move, line in both.items():
        assert line.initial_visits == joint[move].initial_visits + 10
        assert line.initial_value == joint[move].initial_value + 5


def test_initial_visits_are_those_of_the_thesis() -> None:
    """HAVANNAH 3.7 by hand: neighbour 40/40, joint 40/30, other 40/5; groups and edges 30/10."""
    game = katachi.Havannah(5)

    def of(moves: str, parts: ExpansionSettings, move: str) -> tuple[float, float]:
        line = root_lines(game.start().play_all(moves), parts)[move]
        return line.initial_visits, line.initial_value

    joint, local = PARTS["joint"], PARTS["local"]
    assert of("e5 a1", joint, "e6") == (40, 40)
    assert of("e5 a1", joint, "d3") == (40, 30)
    assert of("e5 a1", joint, "a5") == (40, 5)
    assert of("e5 a1", local, "e6") == (30, 10)
    assert of("e5 a1", local, "a5") == (30, 0)
    assert of("e5 a1 e7 a2", local, "e6") == (30, 20)
    assert of("a1 e5 a3 e6", PARTS["edge"], "a2") == (30, 20)
    assert of("a1 e5 a3 e6", PARTS["edge"], "b2") == (30, 10)
    assert of("a1 e5 a3 e6", PARTS["edge"], "e9") == (30, 0)


def test_a_move_that_joins_enough_edges_is_chosen_whatever_happens() -> None:
    position = katachi.Havannah(4).start().play_all("a1 d4 a2 d5 a3 e5")
    lines = root_lines(position, PARTS["edge with itself"])
    assert (lines["a4"].initial_visits, lines["a4"].initial_value) == (1, 1000)
    result = Mcts(position.game, MctsSettings(expansion=PARTS["edge with itself"])).run(
        position, simulations=100
    )
    assert result.move == "a4"
    assert result.moves[0].visits == 100


def test_the_swap_has_no_initial_visits() -> None:
    lines = root_lines(katachi.Hex(4, swap=True).start().play("b2"), PARTS["combination"])
    assert (lines["swap"].initial_visits, lines["swap"].initial_value) == (0, 0)


def test_knowledge_as_visits_gives_an_average_move_half_the_wins() -> None:
    game = katachi.Hex(3)
    weights = katachi.CellWeights(game, (4.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.25, 0.25, 1.0))
    lines = root_lines(game.start(), ExpansionSettings(knowledge_visits=12.0), weights)
    average = 9.0 / 9
    for number, move in enumerate(game.moves[:-1]):
        strength = weights.by_move[number]
        assert lines[move].initial_visits == 12
        assert lines[move].initial_value == pytest.approx(12 * strength / (strength + average))


# ----------------------------------------------------------------------------------- dead cells


def nearly_full(game: katachi.Game, rng: random.Random, empty: int) -> katachi.Position | None:
    position = game.start()
    while not position.is_over and position.stones.count(EMPTY) > empty:
        position = position.play(rng.choice(position.legal_moves))
    return None if position.is_over else position


@pytest.mark.parametrize(("size", "empty"), [(3, 5), (4, 12)])
def test_dead_cells_are_left_out(size: int, empty: int) -> None:
    game, rng = katachi.Havannah(size), random.Random(2)
    dead = 0
    for _ in range(250):
        position = nearly_full(game, rng, empty)
        if position is None:
            continue
        twin = twin_of(position)
        assert isinstance(twin, HavannahTwin)
        expected = {
            move
            for number, move in enumerate(game.moves[:-1])
            if move in position.legal_moves and not is_dead(twin, twin.cells[number])
        }
        left = set(root_lines(position, ExpansionSettings(dead_cells=True)))
        assert left == (expected or set(position.legal_moves)), position
        dead += len(position.legal_moves) - len(expected)
    assert dead >= 1


def test_a_dead_cell_is_worth_the_same_to_both() -> None:
    """The claim of HAVANNAH 3.4 by brute force: it does not matter whose stone fills the cell."""
    game, rng = katachi.Havannah(3), random.Random(7)
    checked = 0
    for _ in range(600):
        position = nearly_full(game, rng, 4)
        if position is None:
            continue
        left = root_lines(position, ExpansionSettings(dead_cells=True))
        for move in set(position.legal_moves) - set(left):
            results = set()
            for color in (0, 1):
                twin = twin_of(position)
                assert isinstance(twin, HavannahTwin)
                twin.board[twin.cells[game.number(move)]] = color
                results.add(solve_twin(twin))
            assert len(results) == 1, (position, move)
            checked += 1
        if checked >= 5:
            return
    assert checked, "no dead cell in 600 positions"


# ------------------------------------------------------------------------------------- own eyes


@pytest.mark.parametrize(
    ("moves", "left_out"),
    [
        ("a2 e5 b1 e4 b2 e3", {"A1"}),
        ("a2 e5 b1 e4 d4 b2", set()),  # the diagonal belongs to White: a false eye
        ("c2 e5 b3 e4 d3 e3 c4 e2", {"C3"}),
        ("a2 e5 b1 e4 b2 e3 d1", set()),  # White is to move, the eye is Black's
    ],
)
def test_own_eyes_are_not_filled_in_the_tree(moves: str, left_out: set[str]) -> None:
    position = katachi.Go(5).start().play_all(moves)
    searched = set(root_lines(position, ExpansionSettings()))
    assert set(position.legal_moves) - searched == left_out
    assert "pass" in searched
