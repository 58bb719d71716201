"""Random playouts: known averages of random play, determinism, and agreement with slow play.

Tolerances are four standard errors (seeds are fixed, so a test that passes goes on passing), plus
half a unit of the last digit of numbers that are known only rounded. The 8 x 8 Othello playouts of
processors with and without AVX2 cannot be compared here: one run sees only one of them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

import katachi
from katachi import _core

BATCHES = 50
STANDARD_ERRORS = 4.0


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, from equally weighted values."""
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values)))


def batches(start: katachi.Position, count: int, seed: int) -> list[katachi.Tally]:
    """One long run in equal parts, whose scatter tells the standard error."""
    blocks = count // (BATCHES * _core.PLAYOUTS_PER_BLOCK) + 1
    return [
        katachi.random_playouts(
            start, blocks * _core.PLAYOUTS_PER_BLOCK, seed=seed, first_block=batch * blocks
        )
        for batch in range(BATCHES)
    ]


# ------------------------------------------------------------------------------- known averages


def length(tally: katachi.Tally) -> float:
    return tally.mean_length


def black(tally: katachi.Tally) -> float:
    return 100 * tally.share("black")


def draws(tally: katachi.Tally) -> float:
    return 100 * tally.share(None)


def by(reason: str) -> Callable[[katachi.Tally], float]:
    def share(tally: katachi.Tally) -> float:
        return 100 * tally.reasons.get(reason, 0) / tally.playouts

    share.__name__ = reason
    return share


@dataclass(frozen=True)
class Known:
    """An average over large samples of another program; shares in percent."""

    game: katachi.Game
    statistic: Callable[[katachi.Tally], float]
    value: float
    half_unit: float = 0.05

    def __str__(self) -> str:
        return f"{self.game} {self.statistic.__name__} {self.value}"


OTHELLO, HEX = katachi.Othello(8), katachi.Hex(11)
HAVANNAH5, HAVANNAH8, HAVANNAH10 = (katachi.Havannah(size) for size in (5, 8, 10))
# Lengths count passes: 60 discs at most are placed in Othello.
KNOWN = [
    Known(OTHELLO, length, 60.4),
    Known(OTHELLO, black, 45.4),
    Known(OTHELLO, draws, 4.2),
    Known(HEX, black, 52.3),
    Known(HAVANNAH5, length, 46.54, 0.005),
    Known(HAVANNAH5, black, 53.6),
    Known(HAVANNAH5, by("bridge"), 36.9),
    Known(HAVANNAH5, by("fork"), 42.9),
    Known(HAVANNAH5, by("ring"), 20.2),
    Known(HAVANNAH8, length, 120.5),
    Known(HAVANNAH8, black, 51.5),
    Known(HAVANNAH8, by("bridge"), 6.6),
    Known(HAVANNAH8, by("fork"), 20.9),
    Known(HAVANNAH8, by("ring"), 72.5),
    Known(HAVANNAH10, length, 179.8),
    Known(HAVANNAH10, black, 50.9),
    Known(HAVANNAH10, by("bridge"), 1.6),
    Known(HAVANNAH10, by("fork"), 7.3),
    Known(HAVANNAH10, by("ring"), 91.1),
]


@cache
def long_run(game: katachi.Game, count: int) -> list[katachi.Tally]:
    """Several averages are read from one run."""
    return batches(game.start(), count, seed=2026)


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_random_play_has_the_averages_that_others_found(
    known: Known, scaled: Callable[[int], int]
) -> None:
    tallies = long_run(known.game, scaled(400_000))
    mean, error = mean_and_error([known.statistic(tally) for tally in tallies])
    assert abs(mean - known.value) < STANDARD_ERRORS * error + known.half_unit, (mean, error)


def test_hex_is_won_after_107_moves_on_average(scaled: Callable[[int], int]) -> None:
    """A playout fills the board; this one stops at the win."""
    rng = random.Random(11)
    start = katachi.Hex(11).start().core
    lengths = []
    for _ in range(scaled(10_000)):
        position = start
        for cell in rng.sample(range(121), 121):
            position = position.after(cell)
            if position.is_over:
                break
        lengths.append(position.moves_played)
    mean, error = mean_and_error(lengths)
    assert abs(mean - 107.5) < STANDARD_ERRORS * error + 0.05, (mean, error)


# -------------------------------------------------------------------- agreement with slow play


@dataclass(frozen=True)
class Ends:
    """How a number of random games ended."""

    winners: list[int]  # 1 black, -1 white, 0 draw
    scores: list[float]
    lengths: list[int]


SIDES, DIAGONALS = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1))


def colors_near(
    core: _core.Position, size: int, cell: int, steps: Sequence[tuple[int, int]]
) -> list[int]:
    near = [(cell % size + dx, cell // size + dy) for dx, dy in steps]
    return [core.stones[y * size + x] for x, y in near if 0 <= x < size and 0 <= y < size]


def is_surrounded(core: _core.Position, size: int, cell: int) -> bool:
    return set(colors_near(core, size, cell, SIDES)) == {core.to_move}


def is_own_eye(core: _core.Position, size: int, cell: int) -> bool:
    """A point no playout fills: own stones around it, and few opposing ones at its diagonals."""
    diagonals = colors_near(core, size, cell, DIAGONALS)
    opposing = diagonals.count(1 - core.to_move)
    allowed = 1 if len(diagonals) == 4 else 0
    return is_surrounded(core, size, cell) and opposing <= allowed


def playable(game: katachi.Game, core: _core.Position) -> list[int]:
    """What a playout chooses from: legal moves; in Go no own eyes, and a pass only at the end."""
    legal = core.legal_moves
    if not isinstance(game, katachi.Go):
        return legal
    return [move for move in legal[:-1] if not is_own_eye(core, game.size, move)] or legal[-1:]


def slow_playouts(start: katachi.Position, games: int, seed: int) -> Ends:
    """Random games move by move, through the checked interface of the core."""
    rng = random.Random(seed)
    ends = Ends([], [], [])
    for _ in range(games):
        core, plies = start.core, 0
        while not core.is_over and plies < 3 * len(core.stones):
            core = core.after(rng.choice(playable(start.game, core)))
            plies += 1
        winner, _, score = core.outcome
        ends.winners.append({0: 1, 1: -1, 2: 0}[winner])
        ends.scores.append(score)
        ends.lengths.append(plies)
    return ends


# Positions in the middle of things, many of them better for one side.
SLOW_PLAY: list[tuple[katachi.Game, str, int]] = [
    (katachi.Othello(6), "", 1500),
    (katachi.Othello(8), "f5 d6 c3 d3 c4 f4 e3", 800),
    (katachi.Othello(10), "", 400),
    (katachi.Go(3, superko="none"), "", 1000),
    (katachi.Go(5, superko="none"), "C3 B2 pass", 500),
    (katachi.Go(7, superko="none", scoring="stones", move_limit=60), "D4", 150),
    (katachi.Hex(3), "a1", 2000),
    (katachi.Hex(5), "b4 c3 a1", 1500),
    (katachi.Hex(8), "d4 e5 d6 e3 d2 h8 a1", 800),
    (katachi.Hex(11), "f6", 500),
    (katachi.Hex(13), "g7 f8", 400),
    (katachi.Havannah(3), "", 1500),
    (katachi.Havannah(4), "d4 a1 d5 a3", 1500),
    (katachi.Havannah(6), "", 300),
]


@pytest.mark.parametrize(("game", "moves", "games"), SLOW_PLAY, ids=str)
def test_playouts_end_like_games_played_move_by_move(
    game: katachi.Game, moves: str, games: int, scaled: Callable[[int], int]
) -> None:
    """Share of wins, mean score and mean length; a Hex playout always fills the board."""
    start = game.start().play_all(moves)
    slow = slow_playouts(start, scaled(games), seed=5)
    fast = batches(start, scaled(20_000), seed=5)
    pairs: list[tuple[Sequence[float], list[float]]] = [
        (slow.winners, [t.share("black") - t.share("white") for t in fast]),
        (slow.scores, [t.score / t.playouts for t in fast]),
    ]
    if game.name != "hex":
        pairs.append((slow.lengths, [t.mean_length for t in fast]))
    for slow_values, fast_values in pairs:
        slow_mean, slow_error = mean_and_error(slow_values)
        fast_mean, fast_error = mean_and_error(fast_values)
        tolerance = STANDARD_ERRORS * np.hypot(slow_error, fast_error) + 1e-9
        assert abs(slow_mean - fast_mean) < tolerance, (slow_mean, fast_mean, tolerance)


def crowded_go_positions(count: int, seed: int) -> Iterator[katachi.Position]:
    """A ko, then late positions of random games; the rules end the game after one move more."""
    size = 5
    rng = random.Random(seed)
    long_game = katachi.Go(size, superko="none")
    one_move = katachi.Go(size, superko="none", komi=0, move_limit=1)
    # By stones, the forbidden capture has a score of its own.
    by_stones = katachi.Go(size, superko="none", komi=0, move_limit=1, scoring="stones")
    yield by_stones.position(".XO../X.XO./.XO../...../..... O ko:B4")
    for _ in range(count):
        core = long_game.start().core
        for _ in range(rng.randrange(size * size // 2, 2 * size * size)):
            after = core.after(rng.choice(playable(long_game, core)))
            if after.is_over:
                break
            core = after
        yield one_move.position(katachi.Position(long_game, core).text)


def test_a_go_playout_begins_with_any_move_but_suicide_ko_and_own_eyes(
    scaled: Callable[[int], int],
) -> None:
    """A playout of one move shows by its score which moves are played, and how often."""
    false_eyes = 0
    for start in crowded_go_positions(scaled(400), seed=3):
        moves = playable(start.game, start.core)
        false_eyes += any(is_surrounded(start.core, 5, move) for move in moves if move < 25)
        expected = Counter(start.core.after(move).outcome[2] for move in moves)
        runs = 400
        found = Counter(katachi.random_playouts(start, 1, seed=seed).score for seed in range(runs))
        assert set(found) <= set(expected), start
        for score, ways in expected.items():
            share = ways / len(moves)
            error = np.sqrt(share * (1 - share) / runs)
            assert abs(found[score] / runs - share) <= 5 * error, start
    assert false_eyes > 0


@pytest.mark.parametrize(
    ("game", "moves"),
    [(katachi.Hex(3), "b2 c1"), (katachi.Hex(4), "a1 b2 c3"), (katachi.Hex(5), "")],
    ids=str,
)
def test_hex_playouts_fill_the_board(game: katachi.Game, moves: str) -> None:
    start = game.start().play_all(moves)
    tally = katachi.random_playouts(start, 100, seed=1)
    assert tally.mean_length == len(game.topology.cells) - start.moves_played
    assert tally.reasons == {"connection": 100}


@pytest.mark.parametrize("size", [3, 4])
def test_hex_playouts_give_every_filling_the_same_chance(
    size: int, scaled: Callable[[int], int]
) -> None:
    """With five empty cells all fillings can be listed, and their winners counted exactly."""
    game = katachi.Hex(size)
    rng = random.Random(size)
    checked = 0
    while checked < 10:
        cells = rng.sample(range(size * size), size * size - 5)
        start = game.start().core
        for cell in cells:
            if not start.is_over:
                start = start.after(cell)
        if start.is_over:
            continue
        checked += 1
        exact = share_of_black(start)
        count = scaled(40_000)
        position = katachi.Position(game, start)
        share = katachi.random_playouts(position, count, seed=checked).share("black")
        error = np.sqrt(exact * (1 - exact) / count)
        assert abs(share - exact) <= STANDARD_ERRORS * error


def share_of_black(core: _core.Position) -> float:
    """The chance of Black in random play, by trying all moves."""
    if core.is_over:
        return float(core.outcome[0] == 0)
    shares = [share_of_black(core.after(move)) for move in core.legal_moves]
    return sum(shares) / len(shares)


def test_the_number_of_othello_playouts_asked_for_does_not_change_their_length(
    scaled: Callable[[int], int],
) -> None:
    """Runs of five playouts against runs of four: games run side by side, and none is dropped."""
    start = katachi.Othello(8).start()
    means = {}
    for count in (4, 5):
        runs = [
            katachi.random_playouts(start, count, seed=7, first_block=block).mean_length
            for block in range(scaled(200_000) // count)
        ]
        means[count] = mean_and_error(runs)
    difference = means[4][0] - means[5][0]
    assert abs(difference) < STANDARD_ERRORS * np.hypot(means[4][1], means[5][1])


# ------------------------------------------------------------------------------------ determinism

# Not a multiple of the block, so that the last block is short.
UNEVEN = 5 * 64 + 17


def boards() -> list[katachi.Game]:
    return [kind(kind.sizes[-1]) for kind in katachi.games_by_name.values()] + [
        katachi.Othello(6),
        katachi.Othello(8),
        katachi.Go(9, suicide=True),
        katachi.Go(7, scoring="stones", move_limit=30),
        katachi.Hex(8),
        katachi.Havannah(5),
    ]


on_every_board = pytest.mark.parametrize("game", boards(), ids=str)


@on_every_board
def test_the_result_does_not_depend_on_the_number_of_threads(game: katachi.Game) -> None:
    start = game.start()
    one, two, three = (
        katachi.random_playouts(start, UNEVEN, seed=9, threads=threads) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one.signature != 0


@on_every_board
def test_the_same_seed_gives_the_same_playouts_and_another_seed_others(game: katachi.Game) -> None:
    start = game.start()
    signatures = {
        seed: katachi.random_playouts(start, 1000, seed=seed).signature for seed in range(8)
    }
    assert signatures[3] == katachi.random_playouts(start, 1000, seed=3).signature
    assert len(set(signatures.values())) == len(signatures)


@on_every_board
def test_a_run_can_be_continued_by_blocks(game: katachi.Game) -> None:
    start, block = game.start(), _core.PLAYOUTS_PER_BLOCK
    whole = katachi.random_playouts(start, 5 * block, seed=4)
    parts = [
        katachi.random_playouts(start, 2 * block, seed=4),
        katachi.random_playouts(start, 3 * block, seed=4, first_block=2),
    ]
    assert sum(part.playouts for part in parts) == whole.playouts
    assert sum(part.moves for part in parts) == whole.moves
    assert sum(part.signature for part in parts) % 2**64 == whole.signature


@on_every_board
def test_a_tally_adds_up(game: katachi.Game) -> None:
    for count in (1, 2, 3, 4, 5, 63, 64, 65, UNEVEN):
        tally = katachi.random_playouts(game.start(), count, seed=count)
        assert tally.playouts == count
        assert tally.black_wins + tally.white_wins + tally.draws == count
        assert sum(tally.reasons.values()) == count
        assert tally.moves > 0


def test_fewer_than_one_playout_is_refused() -> None:
    for count in (0, -3):
        with pytest.raises(
            katachi.KatachiError, match=f"count must be an integer of at least 1, not {count}"
        ):
            katachi.random_playouts(katachi.Hex(3).start(), count)


# ----------------------------------------------------------------------------- finished positions

FINISHED = [
    (katachi.Othello(6), "XX..../....../....../....../....../...... O"),
    (
        katachi.Othello(8),
        "OO....../......../......../......../......../......../......../........ X",
    ),
    (katachi.Go(3, komi=0), "XX./.X./.X. X passes:2"),
    (katachi.Go(9), ("." * 9 + "/") * 8 + "." * 9 + " O passes:2"),
    (katachi.Hex(3), "X.O/X.O/X.. O"),
    (katachi.Hex(3), "X.X/OOO/X.. X"),
    (katachi.Havannah(3), "XXX/.O../..O../..../... O"),
    (katachi.Havannah(3), ".../.OO./.OXO./.OO./... X"),
    (katachi.Havannah(3), "OXO/XXXO/OXXOX/OOXO/XOX O"),
]


@pytest.mark.parametrize(("game", "text"), FINISHED, ids=str)
def test_a_playout_of_a_finished_game_is_its_outcome(game: katachi.Game, text: str) -> None:
    position = game.position(text)
    assert position.is_over
    outcome = position.outcome
    tally = katachi.random_playouts(position, 10, seed=1)
    assert (tally.playouts, tally.moves) == (10, 0)
    assert tally.share(outcome.winner) == 1.0
    assert tally.reasons == {outcome.reason: 10}
    assert tally.score == 10 * outcome.score


def test_a_playout_stops_at_the_move_limit() -> None:
    game = katachi.Go(9, move_limit=20)
    position = game.start().play_all("A1 B2 C3 D4 E5")
    assert katachi.random_playouts(position, 50, seed=1).mean_length == 15


# ---------------------------------------------------------------------------------- Python games


class PythonHex:
    """A position that is not one of ours: playouts then run in Python."""

    def __init__(self, position: katachi.Position) -> None:
        self.position = position
        self.to_move = position.to_move
        self.legal_moves = position.legal_moves
        self.is_over = position.is_over
        self.outcome = position.outcome
        self.key = position.key

    def play(self, move: str) -> PythonHex:
        return PythonHex(self.position.play(move))


def test_a_game_written_in_python_is_played_out_like_ours(scaled: Callable[[int], int]) -> None:
    start = katachi.Hex(3).start().play("a1")
    exact = share_of_black(start.core)
    count = scaled(2000)
    tally = katachi.random_playouts(PythonHex(start), count, seed=1)
    assert (tally.playouts, tally.signature) == (count, 0)
    assert abs(tally.share("black") - exact) < STANDARD_ERRORS * np.sqrt(
        exact * (1 - exact) / count
    )
    assert tally == katachi.random_playouts(PythonHex(start), count, seed=1)


# ---------------------------------------------------------------------------- instruction sets


def test_the_portable_way_plays_the_same_othello_games() -> None:
    """With KATACHI_PORTABLE the core leaves AVX2 alone; without AVX2 both runs are portable."""
    script = (
        "import katachi; "
        "print(katachi.random_playouts(katachi.Othello().start(), 2000, seed=3).signature)"
    )
    answers = set()
    for portable in (False, True):
        environment = {k: v for k, v in os.environ.items() if k != "KATACHI_PORTABLE"}
        if portable:
            environment["KATACHI_PORTABLE"] = "1"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(done.stdout)
    assert len(answers) == 1
