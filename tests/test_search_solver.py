"""What the solver proves is what trying everything finds."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import SANITIZED
from reference import WHITE
from reference.havannah import Havannah as HavannahTwin
from reference.othello import Othello as OthelloTwin
from reference.search_brute_force import PROOFS, Known, mover_wins_hex_4x4, solve, solve_twin
from reference.search_toys import Lines, Pile

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings, SelectionSettings

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
import connect_four

SOLVER = MctsSettings(selection=SelectionSettings(solver=True))
# A proven draw is visited again while its value is the best, so draws need more exploration.
CURIOUS = MctsSettings(selection=SelectionSettings(solver=True, exploration=2.0))
# With everything that helps to find wins early.
SHARP = MctsSettings(
    selection=SelectionSettings(
        solver=True, rave="hand_selected", exploration=0.2, first_play_urgency=1.0
    ),
    playout=PlayoutSettings(decisive=True, anti_decisive=True),
)


KNOWN_HEX_4X4: dict[tuple[int, int], bool] = {}


def late_positions(
    game: katachi.Game, *, empty: int, count: int, seed: int
) -> Iterator[katachi.Position]:
    """Unfinished positions of random games with so many empty cells."""
    rng = random.Random(seed)
    found = 0
    for _ in range(100 * count):
        position = game.start()
        while not position.is_over and position.stones.count(2) > empty:
            position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            yield position
            found += 1
        if found == count:
            return
    raise AssertionError(f"random games of {game} end too early")


# ------------------------------------------------------------------------------------------- Hex


@pytest.mark.parametrize("settings", [SOLVER, SHARP], ids=["plain", "sharp"])
@pytest.mark.parametrize("swap", [False, True], ids=["plain", "swap"])
def test_every_opening_of_hex_3x3(settings: MctsSettings, swap: bool) -> None:  # noqa: FBT001
    game = katachi.Hex(3, swap=swap)
    known: Known = {}
    for opening in game.start().legal_moves:
        position = game.start().play(opening)
        result = Mcts(game, settings).run(position, simulations=50_000)
        assert result.proof == PROOFS[solve(position, known)], opening


@pytest.mark.parametrize("settings", [SOLVER, SHARP], ids=["plain", "sharp"])
def test_every_opening_of_hex_4x4(settings: MctsSettings, scaled: Callable[[int], int]) -> None:
    game = katachi.Hex(4)
    openings = game.moves[:-1]
    for opening in openings[:: len(openings) // scaled(len(openings))]:
        result = Mcts(game, settings).run(game.start().play(opening), simulations=400_000)
        wins = mover_wins_hex_4x4(0, 1 << game.number(opening), WHITE, KNOWN_HEX_4X4)
        assert result.proof == ("win" if wins else "loss"), opening


def test_the_proof_names_every_winning_opening_of_hex_3x3() -> None:
    """The root of an empty board is won, and no move is called a win or loss wrongly."""
    game = katachi.Hex(3)
    search = Mcts(game, SOLVER)
    result = search.run(simulations=50_000)
    assert result.proof == "win"
    known: Known = {}
    for line in search.tree(depth=2, least_visits=0):
        if line.depth == 0 and line.proof != "unknown":
            assert line.proof == PROOFS[-solve(game.start().play(line.move), known)]
    assert result.moves[0].proof == "win"


# -------------------------------------------------------------------------------------- Havannah


@pytest.mark.parametrize("settings", [SOLVER, SHARP], ids=["plain", "sharp"])
def test_late_positions_of_havannah(settings: MctsSettings, scaled: Callable[[int], int]) -> None:
    game = katachi.Havannah(3)
    found = set()
    for position in late_positions(game, empty=7, count=scaled(20), seed=3):
        color = 0 if position.to_move == "black" else 1
        twin = HavannahTwin(3, stones=bytes(position.stones), to_move=color)
        result = Mcts(game, settings).run(position, simulations=100_000)
        assert result.proof == PROOFS[solve_twin(twin)], position
        found.add(result.proof)
    assert found >= {"win", "loss"}


@pytest.mark.slow
def test_earlier_positions_of_havannah() -> None:
    game = katachi.Havannah(3)
    for position in late_positions(game, empty=10, count=40, seed=4):
        known: Known = {}
        result = Mcts(game, SOLVER).run(position, simulations=2_000_000)
        assert result.proof == PROOFS[solve(position, known)], position


def test_a_full_board_of_havannah_is_a_proven_draw() -> None:
    """Positions with three empty cells; some of their games end without a shape."""
    game = katachi.Havannah(3)
    rng = random.Random(1)
    proofs: list[str] = []
    while "draw" not in proofs:
        assert len(proofs) < 3000
        position = game.start()
        while not position.is_over and position.stones.count(2) > 2:
            position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            result = Mcts(game, SOLVER).run(position, simulations=1000)
            assert result.proof == PROOFS[solve(position)]
            proofs.append(result.proof)


# --------------------------------------------------------------------------------------- Othello


@pytest.mark.parametrize("size", [6, 8])
def test_endgames_of_othello(size: int, scaled: Callable[[int], int]) -> None:
    game = katachi.Othello(size)
    found = set()
    for position in late_positions(game, empty=7, count=scaled(16), seed=size):
        result = Mcts(game, SOLVER).run(position, simulations=400_000)
        assert result.proof == PROOFS[solve(position, {})], position
        found.add(result.proof)
    assert len(found) >= 2


def test_an_endgame_of_othello_by_the_slow_rules() -> None:
    game = katachi.Othello(6)
    for position in late_positions(game, empty=4, count=6, seed=9):
        color = 0 if position.to_move == "black" else 1
        twin = OthelloTwin(6, bytes(position.stones), color)
        result = Mcts(game, SOLVER).run(position, simulations=50_000)
        assert result.proof == PROOFS[solve_twin(twin)], position


def fforum(shared: Path, number: int) -> tuple[katachi.Position, dict[str, int]]:
    """A position of the FFO test suite, and the exact score of the moves that are known."""
    text = (shared / "data/tests/othello/fforum-1-19.obf").read_text().splitlines()[number - 1]
    board, *moves = text.split(";")
    stones, color = board.split()
    rows = "/".join(stones[i : i + 8] for i in range(0, 64, 8)).replace("-", ".")
    scores = dict(move.strip().lower().split(":") for move in moves if move.strip())
    position = katachi.Othello().position(f"{rows} {color}")
    return position, {move: int(score) for move, score in scores.items()}


def check_fforum(shared: Path, number: int, simulations: int) -> None:
    position, scores = fforum(shared, number)
    best = max(scores.values())
    chosen = MctsSettings(selection=SelectionSettings(solver=True), megabytes=1500)
    result = Mcts(katachi.Othello(), chosen).run(position, simulations=simulations)
    assert result.proof == PROOFS[(best > 0) - (best < 0)]
    assert result.move is not None
    if result.move in scores:
        assert (scores[result.move] > 0) == (best > 0)


# Out of reach of the plain solver within three million simulations: 4 (a draw), 13, 14, 15, 18; 19
# was not tried.
@pytest.mark.skipif(SANITIZED, reason="takes minutes with sanitizers")
@pytest.mark.parametrize("number", [2, 3, 5, 11, 17])
def test_positions_of_the_fforum(shared: Path, number: int) -> None:
    """14 to 16 empty cells."""
    check_fforum(shared, number, 600_000)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 6, 7, 8, 9, 10, 12, 16])
def test_longer_positions_of_the_fforum(shared: Path, number: int) -> None:
    check_fforum(shared, number, 4_000_000)


# ------------------------------------------------------------------------------------------- Go


# Black's result with best play, area scoring and positional superko (Tromp and Farnebaeck,
# "Combinatorics of Go"): 2 x 2 Black by 1, 3 x 3 Black by 9.
@pytest.mark.parametrize(("komi", "proof"), [(-0.5, "win"), (0.5, "win"), (1.5, "loss")])
def test_go_2x2(komi: float, proof: str) -> None:
    game = katachi.Go(2, komi=komi)
    assert Mcts(game, SOLVER).run(simulations=300_000).proof == proof


@pytest.mark.parametrize(("komi", "proof"), [(0.5, "loss"), (8.5, "loss")])
def test_go_3x3_after_the_centre(komi: float, proof: str) -> None:
    """White to move loses up to a komi of 8.5."""
    game = katachi.Go(3, komi=komi)
    position = game.start().play("b2")
    assert Mcts(game, SOLVER).run(position, simulations=1_000_000).proof == proof


@pytest.mark.slow
def test_go_3x3_with_a_komi_that_is_too_large() -> None:
    game = katachi.Go(3, komi=9.5)
    position = game.start().play("b2")
    assert Mcts(game, SOLVER).run(position, simulations=3_000_000).proof == "win"


# ----------------------------------------------------------------------------- games in Python


@pytest.mark.parametrize(
    "game",
    [
        Lines(width=3, height=3, drop=True),
        Lines(width=4, height=3, drop=True),
        Lines(width=2, height=2, length=2),
        *(Pile(n) for n in range(1, 9)),
        *(Pile(n, gains=(-1.0, 0.0, 1.0)) for n in range(1, 9)),
    ],
    ids=str,
)
def test_toys_in_python(game: katachi.GameLike) -> None:
    result = Mcts(game, CURIOUS).run(simulations=20_000)
    assert result.proof == PROOFS[solve(game.start(), {})]


@pytest.mark.parametrize("opening", Lines().moves)
def test_every_opening_of_tic_tac_toe_after_the_centre_or_a_corner(opening: str) -> None:
    position = Lines().start().play("e" if opening == "a" else "a")
    if opening not in position.legal_moves:
        return
    position = position.play(opening)
    result = Mcts(Lines(), CURIOUS).run(position, simulations=20_000)
    assert result.proof == PROOFS[solve(position, {})]


@pytest.mark.parametrize(
    ("moves", "move", "proof"),
    [
        ("dadadb", "d", "win"),
        ("dadad", "d", "unknown"),  # the only move that does not lose at once
        ("cadae", None, "loss"),  # three in a row at the bottom, open at both ends
    ],
)
def test_connect_four(moves: str, move: str | None, proof: str) -> None:
    position = connect_four.game.start()
    for played in moves:
        position = position.play(played)
    result = Mcts(connect_four.game, SOLVER).run(position, simulations=1500)
    assert result.proof == proof
    assert move is None or result.move == move


def test_a_player_who_moves_twice_in_a_row_is_understood() -> None:
    for pile in range(1, 12):
        for again in (2, 3, 4, 5):
            game = Pile(pile, again=again, gains=(-1.0, 0.0, 1.0))
            result = Mcts(game, SOLVER).run(simulations=5000)
            assert result.proof == PROOFS[solve(game.start(), {})], game


# ------------------------------------------------------------------------------- what follows


def test_a_win_in_one_is_found_and_ends_the_search() -> None:
    position = katachi.Havannah(4).start().play_all("a1 d4 a2 d5 a3 e5")
    result = Mcts(katachi.Havannah(4), SOLVER).run(position, simulations=100_000)
    assert (result.move, result.proof) == ("a4", "win")
    assert result.simulations < 100_000


def test_a_proven_position_is_not_searched_again() -> None:
    search = Mcts(Lines(width=2, height=2, length=2), SOLVER)
    assert search.run(simulations=1000).proof == "win"
    again = search.run(simulations=1000)
    assert (again.proof, again.simulations) == ("win", 0)
    assert again.move is not None


def test_a_drawn_position_plays_a_move_that_draws() -> None:
    """Tic-tac-toe after a corner: only the centre holds."""
    position = Lines().start().play("a")
    result = Mcts(Lines(), CURIOUS).run(position, simulations=20_000)
    assert (result.proof, result.move) == ("draw", "e")
    assert {line.proof for line in result.moves if line.move != "e"} == {"loss"}


def test_without_the_solver_nothing_is_proven() -> None:
    position = katachi.Havannah(4).start().play_all("a1 d4 a2 d5 a3 e5")
    result = Mcts(katachi.Havannah(4)).run(position, simulations=500)
    assert (result.move, result.proof, result.simulations) == ("a4", "unknown", 500)
    assert {line.proof for line in result.moves} == {"unknown"}
