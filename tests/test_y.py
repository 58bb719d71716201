"""Y: the rules against OpenSpiel, Y-reduction and brute force; its search and its drawing."""

from __future__ import annotations

import random
from functools import cache

import pytest

from katachi import Mcts, MctsSettings, Position, Y, random_playouts
from katachi.features import FeatureLevel, LargePatterns, Tactics, make_encoder
from katachi.records import GameRecord, write_sgf
from katachi.search import ExpansionSettings, PlayoutSettings, SelectionSettings

pyspiel = pytest.importorskip("pyspiel")


def random_game(game: Y, rng: random.Random) -> list[str]:
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11, 15])
def test_open_spiel_agrees(size: int) -> None:
    game, theirs = Y(size), pyspiel.load_game(f"y(board_size={size})")
    there = game.notation("openspiel")
    rng = random.Random(size)
    for _ in range(60):
        position, state = game.start(), theirs.new_initial_state()
        while not position.is_over:
            assert not state.is_terminal()
            legal = {there.text(game.number(move)) for move in position.legal_moves}
            assert legal == {state.action_to_string(action) for action in state.legal_actions()}
            assert state.current_player() == (position.to_move == "white")
            move = rng.choice(position.legal_moves)
            state.apply_action(state.string_to_action(there.text(game.number(move))))
            position = position.play(move)
        assert state.is_terminal()
        assert (state.returns()[0] > 0) == (position.outcome.winner == "black")


def reduced(rows: list[list[int]]) -> int:
    """The winner of a full board: majorities of three, until one cell is left."""
    while len(rows) > 1:
        rows = [
            [
                int(rows[y][x] + rows[y + 1][x] + rows[y + 1][x + 1] >= 2)
                for x in range(len(rows[y]))
            ]
            for y in range(len(rows) - 1)
        ]
    return rows[0][0]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 9, 12, 13, 15])
def test_a_full_board_has_exactly_one_winner(size: int) -> None:
    game, rng = Y(size), random.Random(size)
    for _ in range(100):
        rows = [[rng.randrange(2) for _ in range(y + 1)] for y in range(size)]
        text = "/".join("".join("XO"[stone] for stone in row) for row in rows)
        position = game.position(f"{text} X")
        assert position.outcome.winner == ("black", "white")[reduced(rows)]


@pytest.mark.parametrize("size", [2, 3, 6, 9, 12, 13, 15])
def test_playouts_find_the_winner_of_the_last_cell(size: int) -> None:
    """A board with one empty cell has one playout, and it must end as the move does."""
    game, rng = Y(size), random.Random(size)
    decided = 0
    for _ in range(200):
        moves = random_game(game, rng)
        rest = [cell for cell in game.topology.cells if cell not in moves]
        rng.shuffle(rest)
        stones = {move: "XO"[ply % 2] for ply, move in enumerate(moves[:-1])}
        stones |= {cell: rng.choice("XO") for cell in rest}
        text = "".join(stones.get(cell, ".") for cell in game.topology.cells)
        for player in "XO":
            position = game.position(f"{text} {player}")
            if position.is_over:
                continue
            decided += 1
            winner = position.play(moves[-1]).outcome.winner
            assert winner is not None
            assert random_playouts(position, 64).share(winner) == 1.0
    assert decided > 0


def test_playouts_are_those_of_games() -> None:
    """Filled boards name the winner as often as games that stop at the first connection."""
    game, rng = Y(6), random.Random(3)
    start = game.start().play_all("a1 f6 a6")
    games = 2000
    wins = 0
    for _ in range(games):
        position = start
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
        wins += position.outcome.winner == "black"
    share = random_playouts(start, 200_000, seed=1).share("black")
    assert abs(wins / games - share) < 4 * (0.25 / games) ** 0.5


@cache
def first_player_wins(position: Position) -> bool:
    """Whether the player to move wins, by trying everything."""
    if position.is_over:
        return position.outcome.winner == position.to_move
    return any(not first_player_wins(position.play(move)) for move in position.legal_moves)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_first_player_wins_small_boards(size: int) -> None:
    game = Y(size)
    assert first_player_wins(game.start())
    winning = {move for move in game.moves[:-1] if not first_player_wins(game.start().play(move))}
    assert winning
    settings = MctsSettings(selection=SelectionSettings(solver=True), megabytes=16)
    result = Mcts(game, settings).run(game.start(), simulations=30_000)
    assert result.proof == "win"
    assert result.move in winning


def test_every_part_of_connection_games_works() -> None:
    game = Y(5, swap=True)
    settings = MctsSettings(
        selection=SelectionSettings(rave="hand_selected", solver=True),
        expansion=ExpansionSettings(
            joint_neighbour=True, local_connections=True, edge_connections=True, dead_cells=True
        ),
        playout=PlayoutSettings(
            base="roulette",
            decisive=True,
            anti_decisive=True,
            joint_neighbour=True,
            dead_cells=True,
        ),
    )
    position = game.position("./X./X../XO../..O.. X")
    result = Mcts(game, settings).run(position, simulations=500)
    assert result.move in {"a5", "b5"}
    assert result.proof == "win"
    mate = MctsSettings(playout=PlayoutSettings(mate=2.0))
    assert Mcts(game, mate).run(game.start(), simulations=200).simulations == 200


def test_swap_turns_the_stone_white_where_it_stands() -> None:
    first = Y(5, swap=True).start().play("c4")
    assert "swap" in first.legal_moves
    after = first.play("swap")
    assert (after.at("c4"), after.to_move) == ("white", "black")
    assert "swap" not in after.legal_moves


def levels_of(tactics: Tactics, position: Position, move: str) -> dict[str, str]:
    """The answer of each feature that says something of a move."""
    (row,) = make_encoder([tactics]).levels(position.core, [tactics.game.number(move)])
    found = {}
    for feature, level in row:
        name, _, answer = tactics.level_name(FeatureLevel(feature, level)).partition(": ")
        found[name] = answer
    return found


def test_tactics_see_bridges_and_sides() -> None:
    game = Y(5)
    tactics = Tactics(game)
    position = game.position("./../.X./..../..... X")
    assert levels_of(tactics, position, "c5")["new bridges"] == "one"
    assert levels_of(tactics, position, "b4")["joins"] == "one chain"
    assert levels_of(tactics, position, "a1")["sides"] == "two"
    # Black's chain reaches left and right; the bottom row wins, for White it stops.
    chain = "./../XXX/.X../..... "
    assert levels_of(tactics, game.position(chain + "X"), "b5")["sides"] == "three"
    assert levels_of(tactics, game.position(chain + "O"), "b5")["other sides"] == "three"
    assert levels_of(tactics, game.position("./../.X./..../..X.. O"), "b4")["opposing bridge"]
    assert levels_of(tactics, position, "a4")["line"] == "1"


def test_patterns_and_records_know_the_board() -> None:
    game = Y(6, swap=True)
    assert LargePatterns(game, (2, 4), "").rings
    record = GameRecord(game, ("c4", "swap", "b3"), black="A", white="B")
    text = write_sgf(record)
    assert "GM[y]" in text
    assert "W[swap]" in text


def test_the_drawing_is_a_triangle() -> None:
    position = Y(4).start().play("b3")
    assert str(position) == ("   1 .\n  2 . .\n 3 . X .\n4 . . . .\n a b c d\nWhite (O) to move")
    picture = position.svg()
    assert picture.count("<polygon") == 10
    assert picture.count(">d<") == 1
