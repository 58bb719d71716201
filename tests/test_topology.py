"""Geometry: neighbours, sides, corners, distances and symmetries of every board."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

import katachi
from katachi import _core

ALL_GAMES = [kind(size) for kind in katachi.games_by_name.values() for size in kind.sizes]
SMALL_GAMES = [game for game in ALL_GAMES if len(game.topology.cells) <= 121]
GROUP_SIZES = {"othello": 8, "go": 8, "hex": 4, "havannah": 12, "gomoku": 8, "y": 6}

Steps = set[tuple[int, int]]
STEPS: dict[str, Steps] = {
    "go": {(0, -1), (1, 0), (0, 1), (-1, 0)},
    "othello": {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)},
    # formats.md 8.3 and 8.4, as (column, row).
    "hex": {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)},
    "havannah": {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)},
    "gomoku": {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)},
    "y": {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)},
}


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_board_has_its_number_of_cells_at_different_places(game: katachi.Game) -> None:
    size = game.size
    counts = {"havannah": 3 * size * (size - 1) + 1, "y": size * (size + 1) // 2}
    expected = counts.get(game.name, size * size)
    places = [game.topology.coordinates(cell) for cell in game.topology.cells]
    assert len(set(places)) == len(places) == expected
    # Cells are numbered row by row.
    assert places == sorted(places, key=lambda place: (place[1], place[0]))


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_neighbours_are_one_step_away_and_all_that_are(game: katachi.Game) -> None:
    board = game.topology
    by_place = {board.coordinates(cell): cell for cell in board.cells}
    for cell in board.cells:
        x, y = board.coordinates(cell)
        around = {by_place.get((x + dx, y + dy)) for dx, dy in STEPS[game.name]} - {None}
        found = board.neighbours(cell)
        assert set(found) == around
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_neighbours_are_mutual(game: katachi.Game) -> None:
    board = game.topology
    for cell in board.cells:
        for neighbour in board.neighbours(cell):
            assert cell in board.neighbours(neighbour)


@pytest.mark.parametrize(
    ("game", "cell", "neighbours"),
    [
        (katachi.Go(9), "E5", ("E6", "F5", "E4", "D5")),
        (katachi.Go(9), "A1", ("A2", "B1")),
        (katachi.Othello(), "d4", ("d3", "e3", "e4", "e5", "d5", "c5", "c4", "c3")),
        (katachi.Othello(), "h8", ("h7", "g8", "g7")),
        (katachi.Hex(5), "c3", ("c2", "d2", "d3", "c4", "b4", "b3")),
        (katachi.Hex(5), "a1", ("b1", "a2")),
        (katachi.Hex(5), "e1", ("e2", "d2", "d1")),
        (katachi.Havannah(4), "d4", ("c3", "c4", "d5", "e5", "e4", "d3")),
        (katachi.Havannah(4), "a1", ("a2", "b2", "b1")),
        (katachi.Y(4), "b3", ("a2", "b2", "c3", "c4", "b4", "a3")),
        (katachi.Y(4), "a1", ("b2", "a2")),
    ],
)
def test_neighbours_come_clockwise_from_the_top(
    game: katachi.Game, cell: str, neighbours: tuple[str, ...]
) -> None:
    assert game.topology.neighbours(cell) == neighbours


def steps_from(board: katachi.Topology, start: str) -> dict[str, int]:
    """Breadth first."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for neighbour in board.neighbours(cell):
            if neighbour not in steps:
                steps[neighbour] = steps[cell] + 1
                waiting.append(neighbour)
    return steps


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_distance_is_the_number_of_steps(game: katachi.Game) -> None:
    board = game.topology
    for start in board.cells:
        steps = steps_from(board, start)
        assert {cell: board.distance(start, cell) for cell in board.cells} == steps


@pytest.mark.parametrize("game", [katachi.Go(19), katachi.Hex(19), katachi.Havannah(10)], ids=str)
def test_distance_is_the_number_of_steps_on_large_boards(game: katachi.Game) -> None:
    board = game.topology
    for start in (*board.corners, board.cells[len(board.cells) // 2], board.cells[7]):
        steps = steps_from(board, start)
        assert {cell: board.distance(start, cell) for cell in board.cells} == steps


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_sides_and_corners_have_their_numbers_of_cells(game: katachi.Game) -> None:
    board, size = game.topology, game.size
    hexagon = game.name == "havannah"
    edges = {"havannah": 6, "y": 3}.get(game.name, 4)
    assert [len(side) for side in board.sides] == [size - 2 if hexagon else size] * edges
    assert len(set(board.corners)) == len(board.corners) == edges
    on_sides = [cell for side in board.sides for cell in side]
    if hexagon:  # a corner belongs to no side
        assert not set(on_sides) & set(board.corners)
        assert len(set(on_sides)) == len(on_sides) == 6 * (size - 2)
    else:
        assert {cell for cell in on_sides if on_sides.count(cell) == 2} == set(board.corners)


@pytest.mark.parametrize(
    ("game", "sides", "corners"),
    [
        (
            katachi.Hex(3),
            ("a1 b1 c1", "a3 b3 c3", "a1 a2 a3", "c1 c2 c3"),
            "a1 c1 a3 c3",
        ),
        (katachi.Go(2), ("A2 B2", "A1 B1", "A2 A1", "B2 B1"), "A2 B2 A1 B1"),
        (
            katachi.Havannah(4),
            ("a2 a3", "b5 c6", "e7 f7", "g5 g6", "e2 f3", "b1 c1"),
            "a4 d7 g7 g4 d1 a1",
        ),
        (katachi.Y(3), ("a1 a2 a3", "a1 b2 c3", "a3 b3 c3"), "a1 c3 a3"),
    ],
)
def test_sides_and_corners_are_these_cells_in_this_order(
    game: katachi.Game, sides: tuple[str, ...], corners: str
) -> None:
    assert game.topology.sides == tuple(tuple(side.split()) for side in sides)
    assert game.topology.corners == tuple(corners.split())


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_group_has_its_size_and_begins_with_the_identity(game: katachi.Game) -> None:
    group = game.topology.symmetries
    cells = len(game.topology.cells)
    assert len(group) == GROUP_SIZES[game.name]
    assert group[0].images.tolist() == list(range(cells))
    assert not group[0].exchanges_colors
    assert len({tuple(s.images) for s in group}) == len(group)
    for symmetry in group:
        assert sorted(symmetry.images) == list(range(cells))


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_group_is_closed_under_composition(game: katachi.Game) -> None:
    group = game.topology.symmetries
    known = {(tuple(s.images), s.exchanges_colors) for s in group}
    for first in group:
        for second in group:
            both = second.images[first.images]
            assert (tuple(both), first.exchanges_colors != second.exchanges_colors) in known


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_symmetries_keep_neighbours_and_take_sides_to_sides(game: katachi.Game) -> None:
    board = game.topology
    number = {cell: index for index, cell in enumerate(board.cells)}
    sides = [{number[cell] for cell in side} for side in board.sides]
    for symmetry in board.symmetries:
        images = symmetry.images
        for cell in board.cells:
            moved = {images[number[n]] for n in board.neighbours(cell)}
            image = board.cells[images[number[cell]]]
            assert moved == {number[n] for n in board.neighbours(image)}
        for index, side in enumerate(sides):
            target = sides.index({int(images[cell]) for cell in side})
            if game.name == "hex":  # 0 and 1 are Black's, 2 and 3 White's
                assert (index // 2 != target // 2) == symmetry.exchanges_colors


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_only_hex_exchanges_colours(game: katachi.Game) -> None:
    exchanging = sum(symmetry.exchanges_colors for symmetry in game.topology.symmetries)
    assert exchanging == (2 if game.name == "hex" else 0)


def test_the_playable_cells_of_othello_fall_into_nine_classes() -> None:
    game = katachi.Othello()
    middle = {"d4", "e4", "d5", "e5"}
    playable = [orbit for orbit in game.topology.orbits if not set(orbit) & middle]
    assert [orbit[0] for orbit in playable] == [
        "a1",
        "b1",
        "c1",
        "d1",
        "b2",
        "c2",
        "d2",
        "c3",
        "d3",
    ]
    assert [len(orbit) for orbit in playable] == [4, 8, 8, 8, 4, 8, 8, 4, 8]
    assert sum(map(len, playable)) == 60


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_orbits_are_what_symmetries_without_exchange_of_colours_make_equal(
    game: katachi.Game,
) -> None:
    board = game.topology
    seen: list[str] = []
    for orbit in board.orbits:
        seen += orbit
        first = game.cell_number(orbit[0])
        images = {int(s.images[first]) for s in board.symmetries if not s.exchanges_colors}
        assert {board.cells[image] for image in images} == set(orbit)
        assert [board.orbit(cell) for cell in orbit] == [orbit[0]] * len(orbit)
        assert orbit[0] == min(orbit, key=game.cell_number)
    assert sorted(seen) == sorted(board.cells)


def test_a_symmetry_is_an_array_of_cells_that_indexes_a_board() -> None:
    game = katachi.Go(3)
    turn = game.topology.symmetries[1]
    assert turn.images.dtype == np.intp
    position = game.position("X../.O./...")
    stones = np.frombuffer(position.stones, dtype=np.uint8)
    turned = np.empty_like(stones)
    turned[turn.images] = stones
    assert position.transformed(turn).stones == turned.tobytes()


@pytest.mark.parametrize("game", [katachi.Hex(3), katachi.Havannah(3)], ids=str)
def test_transforming_by_all_symmetries_keeps_who_has_won(game: katachi.Game) -> None:
    won = game.start().play_all("b2 a1 b1 c1 b3" if game.name == "hex" else "a1 c3 a2 d4 a3")
    assert won.outcome.winner == "black"
    for symmetry in game.topology.symmetries:
        image = won.transformed(symmetry)
        assert image.outcome.reason == won.outcome.reason
        assert image.outcome.winner == ("white" if symmetry.exchanges_colors else "black")


def test_the_core_refuses_boards_and_cells_that_do_not_exist() -> None:
    for grid, sizes in [
        (_core.Grid.square, (1, 20)),
        (_core.Grid.rhombus, (2, 20)),
        (_core.Grid.hexagon, (2, 11)),
    ]:
        for size in sizes:
            with pytest.raises(ValueError, match=f"no board of size {size}"):
                _core.topology(grid, size)
    board = _core.topology(_core.Grid.square, 3)
    for cell in (-1, 9):
        with pytest.raises(IndexError, match=f"no cell {cell}"):
            board.neighbours(cell)


def test_cells_that_do_not_exist_are_refused_by_name() -> None:
    board = katachi.Hex(3).topology
    for cell in ("d1", "a4", "", "swap"):
        with pytest.raises(katachi.InvalidMove):
            board.neighbours(cell)
        with pytest.raises(katachi.InvalidMove):
            board.distance("a1", cell)
