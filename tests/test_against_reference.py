"""The core agrees with the slow twins of tests/reference along random games and on random boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from reference import BLACK, EMPTY, WHITE, Result, Twin
from reference.go import Go as GoTwin
from reference.go import Rules
from reference.gomoku import Gomoku as GomokuTwin
from reference.havannah import Havannah as HavannahTwin
from reference.hex import Hex as HexTwin
from reference.othello import Othello as OthelloTwin
from reference.y import Y as YTwin

import katachi
from katachi import _core


def twin_of(game: katachi.Game) -> Twin:
    """The twin at the start of a game."""
    start = game.start()
    if isinstance(game, katachi.Go):
        rules = Rules(
            game.size, game.komi, game.suicide, game.superko, game.scoring, game.move_limit
        )
        return GoTwin(rules, start.stones, start.core.to_move)
    if isinstance(game, katachi.Hex):
        return HexTwin(game.size, swap=game.swap)
    if isinstance(game, katachi.Y):
        return YTwin(game.size, swap=game.swap)
    if isinstance(game, katachi.Havannah):
        return HavannahTwin(game.size, swap=game.swap)
    if isinstance(game, katachi.Gomoku):
        return GomokuTwin(game.size, rule=game.rule, swap=game.swap)
    assert isinstance(game, katachi.Othello), f"{game} has no twin in tests/reference"
    return OthelloTwin(game.size)


def result_of(position: _core.Position) -> Result:
    winner, reason, score = position.outcome
    return winner, reason.name, score


# Games, and how many random games of each.
RANDOM_GAMES: list[tuple[katachi.Game, int]] = [
    (katachi.Othello(6), 60),
    (katachi.Othello(8), 30),
    (katachi.Othello(10), 15),
    (katachi.Go(2), 200),
    (katachi.Go(3), 150),
    (katachi.Go(4), 60),
    (katachi.Go(5), 30),
    (katachi.Go(9), 3),
    (katachi.Go(2, superko="situational"), 200),
    (katachi.Go(3, superko="situational"), 100),
    (katachi.Go(2, superko="none", move_limit=60), 200),
    (katachi.Go(3, superko="none", move_limit=60), 100),
    (katachi.Go(2, suicide=True), 200),
    (katachi.Go(3, suicide=True), 100),
    (katachi.Go(4, suicide=True, komi=0), 40),
    (katachi.Go(3, suicide=True, superko="situational"), 100),
    (katachi.Go(3, suicide=True, superko="none", move_limit=60), 100),
    (katachi.Go(4, scoring="stones", komi=-2.5, move_limit=25), 60),
    (katachi.Go(7, handicap=4, komi=0.5), 5),
    (katachi.Hex(3), 100),
    (katachi.Hex(4), 60),
    (katachi.Hex(5), 40),
    (katachi.Hex(3, swap=True), 100),
    (katachi.Hex(4, swap=True), 60),
    (katachi.Havannah(3), 100),
    (katachi.Havannah(4), 40),
    (katachi.Havannah(5), 20),
    (katachi.Havannah(3, swap=True), 100),
    (katachi.Havannah(4, swap=True), 20),
    (katachi.Gomoku(9), 20),
    (katachi.Gomoku(9, rule="exact"), 20),
    (katachi.Gomoku(10, swap=True), 10),
    (katachi.Gomoku(16, rule="exact", swap=True), 2),
    (katachi.Y(2), 20),
    (katachi.Y(4), 60),
    (katachi.Y(6), 20),
    (katachi.Y(4, swap=True), 60),
]


def test_every_registered_game_has_a_twin(small_game: katachi.Game) -> None:
    assert twin_of(small_game).stones == small_game.start().stones


@pytest.mark.parametrize(("game", "games"), RANDOM_GAMES, ids=str)
def test_the_core_and_its_twin_agree_along_random_games(
    game: katachi.Game, games: int, scaled: Callable[[int], int]
) -> None:
    rng = random.Random(str(game))
    special = len(game.moves) - 1
    for _ in range(scaled(games)):
        core, twin = game.start().core, twin_of(game)
        while True:
            legal = core.legal_moves
            assert (core.stones, core.to_move, legal, core.is_over) == (
                twin.stones,
                twin.to_move,
                twin.legal_moves(),
                twin.is_over,
            )
            if core.is_over or game.name in {"othello", "go"}:
                assert result_of(core) == twin.result
            if not legal:
                break
            # A swap is one move among many: take it every second time.
            swaps = game.name in {"hex", "havannah", "gomoku", "y"} and legal[-1] == special
            move = special if swaps and rng.random() < 0.5 else rng.choice(legal)
            core, twin = core.after(move), twin.play(move)


def crowded_games(size: int, seed: int) -> Iterator[list[int]]:
    """Move orders in which Black fills the middle of the board and White the rim.

    Black's stones come to lie close together, so that rings round own stones are common.
    """
    rng = random.Random(seed)
    topology = katachi.Havannah(size).topology
    middle_cell = topology.cells[len(topology.cells) // 2]
    near = [
        number
        for number, cell in enumerate(topology.cells)
        if topology.distance(cell, middle_cell) <= size - 2
    ]
    rim = [number for number in range(len(topology.cells)) if number not in near]
    while True:
        black, white = rng.sample(near, len(near)), rng.sample(rim, len(rim))
        yield [move for pair in zip(black, white, strict=False) for move in pair]


def test_rings_round_own_stones_are_found_when_they_are_closed(
    scaled: Callable[[int], int],
) -> None:
    """Also counts how many rings had a black inside: the test must not lose its object."""
    filled = 0
    for moves, _ in zip(crowded_games(4, seed=1), range(scaled(300)), strict=False):
        core, twin = katachi.Havannah(4).start().core, HavannahTwin(4)
        for move in moves:
            core, twin = core.after(move), twin.play(move)
            assert core.is_over == twin.is_over
            assert not core.is_over or result_of(core) == twin.result
            if core.is_over:
                break
        cut_off = [cell for cell in twin.cells if twin.is_cut_off(cell, BLACK)]
        filled += bool(cut_off) and all(twin.board[cell] == BLACK for cell in cut_off)
    assert filled >= scaled(300) // 20


def random_board(rng: random.Random, cells: int) -> bytes:
    """Each cell on its own, with a share of stones and of black ones that varies by board."""
    stones, black = rng.random(), rng.random()
    weights = (stones * black, stones * (1 - black), 1 - stones)
    return bytes(rng.choices((BLACK, WHITE, EMPTY), weights, k=cells))


@pytest.mark.parametrize(("size", "boards"), [(3, 3000), (4, 1500), (5, 500)])
def test_havannah_set_ups_are_won_exactly_when_the_twin_sees_a_shape(
    size: int, boards: int, scaled: Callable[[int], int]
) -> None:
    rng = random.Random(size)
    game = katachi.Havannah(size)
    seen: Counter[str] = Counter()
    for _ in range(scaled(boards)):
        stones = random_board(rng, len(game.topology.cells))
        twin = HavannahTwin(size, stones=stones)
        shapes = {color: twin.shapes(color) for color in (BLACK, WHITE)}
        if shapes[BLACK] and shapes[WHITE]:
            seen["both"] += 1
            with pytest.raises(katachi.InvalidPosition, match="both players have won"):
                game.set_up((stones, 0, -1, 0, 0))
            continue
        core = game.set_up((stones, 0, -1, 0, 0))
        assert (core.is_over, result_of(core)) == (twin.is_over, twin.result)
        if core.outcome[0] != EMPTY:
            seen[core.outcome[1].name] += 1
    if boards == scaled(boards):  # fewer boards may miss a shape
        assert set(seen) == {"both", "ring", "bridge", "fork"}


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_hex_set_ups_are_won_exactly_when_the_twin_sees_a_connection(
    size: int, scaled: Callable[[int], int]
) -> None:
    rng = random.Random(size)
    game = katachi.Hex(size)
    seen: Counter[int] = Counter()
    for _ in range(scaled(500)):
        stones = random_board(rng, size * size)
        twin = HexTwin(size, stones=stones)
        core = game.set_up((stones, 1, -1, 0, 0))
        assert (core.is_over, result_of(core)) == (twin.is_over, twin.result)
        seen[core.outcome[0]] += 1
    assert set(seen) == {BLACK, WHITE, EMPTY}


@pytest.mark.parametrize("size", [3, 5, 11, 14, 19])
def test_a_full_hex_board_has_exactly_one_winner(size: int, scaled: Callable[[int], int]) -> None:
    rng = random.Random(size)
    for _ in range(scaled(60)):
        stones = bytes(rng.choices((BLACK, WHITE), k=size * size))
        twin = HexTwin(size, stones=stones)
        assert twin.has_joined(BLACK) != twin.has_joined(WHITE)
        assert result_of(katachi.Hex(size).set_up((stones, 0, -1, 0, 0))) == twin.result


@pytest.mark.parametrize("size", [2, 3, 5, 7])
def test_go_scores_random_boards_like_the_twin(size: int, scaled: Callable[[int], int]) -> None:
    """Boards without dead chains; both ways of scoring, stopped where they stand."""
    rng = random.Random(size)
    scored = 0
    for _ in range(scaled(400)):
        stones = random_board(rng, size * size)
        for scoring in ("area", "stones"):
            game = katachi.Go(size, komi=0.5, scoring=scoring)
            try:
                core = game.set_up((stones, 0, -1, 0, 0))
            except katachi.InvalidPosition:
                continue
            twin = GoTwin(Rules(size, komi=0.5, scoring=scoring), stones)
            assert result_of(core) == twin.result
            scored += 1
    assert scored > scaled(50)


def test_othello_moves_agree_on_random_boards(scaled: Callable[[int], int]) -> None:
    """Boards that no game reaches: lines of every length and direction end at every edge."""
    rng = random.Random(8)
    for size in katachi.Othello.sizes:
        for _ in range(scaled(150)):
            stones, to_move = random_board(rng, size * size), rng.randrange(2)
            core = katachi.Othello(size).set_up((stones, to_move, -1, 0, 0))
            twin = OthelloTwin(size, stones, to_move)
            legal = core.legal_moves
            assert (legal, result_of(core)) == (twin.legal_moves(), twin.result)
            for move in legal[:: max(1, len(legal) // 4)]:
                assert core.after(move).stones == twin.play(move).stones
