"""What every game promises, checked along random games; and that rules commute with symmetries."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import katachi
from katachi.games.outcome import COLORS

# Options to test for each game; a game that is not named here is tested without options.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "go": [
        {"size": 5},
        {"size": 2, "suicide": True},
        {"size": 3, "suicide": True, "superko": "situational"},
        {"size": 3, "superko": "situational"},
        {"size": 3, "superko": "none", "move_limit": 90},
        {"size": 4, "scoring": "stones", "move_limit": 12},
        {"size": 4, "komi": -3, "suicide": True, "superko": "none", "move_limit": 90},
        {"size": 7, "handicap": 4, "komi": 0.5},
    ],
    "hex": [{"size": 6}, {"size": 3, "swap": True}, {"size": 5, "swap": True}],
    "havannah": [{"size": 3, "swap": True}, {"size": 4, "swap": True}],
    "gomoku": [{"size": 9, "rule": "exact"}, {"size": 16, "rule": "exact", "swap": True}],
    "y": [{"size": 3, "swap": True}, {"size": 5, "swap": True}],
}


def all_boards() -> list[katachi.Game]:
    boards: list[katachi.Game] = []
    for name, kind in katachi.games_by_name.items():
        boards += [kind(size) for size in kind.sizes[:3]]
        boards += [kind(**options) for options in OPTIONS.get(name, [])]
    return boards


BOARDS = all_boards()
NAMES = {name: getattr(katachi, name) for name in katachi.__all__}  # many come with their first use
on_every_board = pytest.mark.parametrize("game", BOARDS, ids=str)

# A random game as bytes: the n-th says which of the legal moves is played at ply n.
LONGEST_WALK = 120
choices_of_moves = st.integers(0, LONGEST_WALK).flatmap(
    lambda length: st.binary(min_size=length, max_size=length)
)
along_random_games = given(choices=choices_of_moves)


def walk(game: katachi.Game, choices: bytes) -> Iterator[katachi.Position]:
    """The positions of a random game, from the start on."""
    position = game.start()
    yield position
    for choice in choices:
        legal = position.legal_moves
        if not legal:
            return
        position = position.play(legal[choice % len(legal)])
        yield position


def played_out(game: katachi.Game, seed: int, longest: int = 10_000) -> katachi.Position:
    """The end of a random game."""
    rng = random.Random(seed)
    core = game.start().core
    for _ in range(longest):
        legal = core.legal_moves
        if not legal:
            return katachi.Position(game, core)
        core = core.after(rng.choice(legal))
    raise AssertionError(f"{game} with seed {seed} has no end after {longest} moves")


def without_memory(position: katachi.Position) -> str:
    """The text of what stands on the board, which is what keys are made from."""
    return position.text.partition(" seen:")[0]


# ------------------------------------------------------------------------------------------ moves


@on_every_board
@along_random_games
def test_legal_moves_are_ascending_and_unique_and_run_out_only_at_the_end(
    game: katachi.Game, choices: bytes
) -> None:
    for position in walk(game, choices):
        numbers = [game.number(move) for move in position.legal_moves]
        assert numbers == sorted(set(numbers)) == position.core.legal_moves
        assert (not numbers) == position.is_over
        assert all(position.is_legal(move) for move in position.legal_moves)


@on_every_board
@along_random_games
def test_all_other_moves_are_refused_and_leave_the_position_alone(
    game: katachi.Game, choices: bytes
) -> None:
    for position in walk(game, choices):
        legal = position.legal_moves
        before = (position.text, position.key, position.is_over, legal)
        illegal = [move for move in game.moves if move not in set(legal)]
        assert not any(position.is_legal(move) for move in illegal)
        for move in illegal[:: len(illegal) // 5 + 1]:
            with pytest.raises(katachi.IllegalMove) as refusal:
                position.play(move)
            mover = position.to_move.capitalize()
            assert str(refusal.value).startswith(f"{mover} cannot play {move}: ")
        after = (position.text, position.key, position.is_over, position.legal_moves)
        assert after == before


@on_every_board
@along_random_games
def test_playing_gives_a_new_position_and_keeps_the_old_one(
    game: katachi.Game, choices: bytes
) -> None:
    for position in walk(game, choices):
        before = (position.text, position.key, position.legal_moves)
        for move in position.legal_moves:
            after = position.play(move)
            assert after == position.play(move)
            assert after != position
        assert (position.text, position.key, position.legal_moves) == before


@on_every_board
def test_text_that_is_no_move_is_refused_by_name(game: katachi.Game) -> None:
    position = game.start()
    for text in ("z99", "", "a0", "resign", "x" * 1000):
        with pytest.raises(katachi.InvalidMove, match="is not a move here; moves look like"):
            position.play(text)
    for number in (-1, len(game.moves), 10**6):
        assert position.core.refusal(number) == "the board has no such cell"


OTHELLO, GO, HEX, HAVANNAH = "Othello(8)", "Go(4)", "Hex(3, swap=True)", "Havannah(3, swap=True)"
ONLY_SWAP = "swap is only White's answer to the first move"
# Game or position, moves that lead on from there, the refused move, why it is refused.
REFUSALS = [
    (f"{OTHELLO}.start()", "", "a1", "it flips no disc"),
    (f"{OTHELLO}.start()", "", "d4", "the cell is occupied"),
    (f"{OTHELLO}.start()", "", "pass", "a pass is legal only without any other move"),
    (
        "Othello(6).position('OX..../....../....../....../....../...... X')",
        "",
        "f6",
        "the only legal move is to pass",
    ),
    (
        "Othello(6).position('XX..../....../....../....../....../...... O')",
        "",
        "c1",
        "the game is over",
    ),
    (f"{GO}.start()", "A4 B2", "A4", "the cell is occupied"),
    (f"{GO}.start()", "A3 pass B4", "A4", "it is suicide"),
    (f"{GO}.start()", "A3 pass pass", "C1", "the game is over"),
    (f"{GO}.position('.XO./XO.O/.XO./.... X')", "C3", "B3", "it retakes a ko"),
    (
        "Go(4, suicide=True).start()",
        "A3 pass B4",
        "A4",
        "it repeats an earlier position (superko)",
    ),
    (f"{HEX}.start()", "b2", "b2", "the cell is occupied"),
    (f"{HEX}.start()", "", "swap", ONLY_SWAP),
    (f"{HEX}.start()", "b2 swap", "swap", ONLY_SWAP),
    (f"{HEX}.start()", "b2 a1 a2", "swap", ONLY_SWAP),
    ("Hex(3).start()", "b2", "swap", ONLY_SWAP),
    (f"{HEX}.start()", "b2 a1 b1 c1 b3", "a2", "the game is over"),
    (f"{HAVANNAH}.start()", "c3 a1 a2", "swap", ONLY_SWAP),
    (f"{HAVANNAH}.start()", "a1 c3 a2 d4 a3", "b1", "the game is over"),
]


@pytest.mark.parametrize(("start", "moves", "move", "reason"), REFUSALS)
def test_a_refusal_says_why(start: str, moves: str, move: str, reason: str) -> None:
    position = eval(start, NAMES).play_all(moves)
    with pytest.raises(katachi.IllegalMove) as refusal:
        position.play(move)
    assert f" cannot play {move}: {reason}; position: {position.game}" in str(refusal.value)


def test_a_ko_may_be_retaken_after_a_move_elsewhere_without_superko() -> None:
    """Under positional superko the same moves give the board a new stone, so it is legal too."""
    for superko in ("none", "positional", "situational"):
        game = katachi.Go(4, superko=superko)
        position = game.position(".XO./XO.O/.XO./.... X").play("C3")
        assert position.ko == "B3"
        assert not position.is_legal("B3")
        assert position.play_all("A1 D1").is_legal("B3")


# ------------------------------------------------------------------------- text, equality and keys


@on_every_board
@along_random_games
def test_the_repr_is_an_expression_for_the_position(game: katachi.Game, choices: bytes) -> None:
    for position in walk(game, choices):
        assert eval(repr(position), NAMES) == position
        assert eval(repr(position.game), NAMES) == game


@on_every_board
@along_random_games
def test_the_text_of_a_position_reads_back(game: katachi.Game, choices: bytes) -> None:
    for position in walk(game, choices):
        read = game.position(position.text)
        assert read == position
        assert (read.key, hash(read), read.text) == (position.key, hash(position), position.text)
        assert read.legal_moves == position.legal_moves
        assert read.is_over == position.is_over
        assert not position.is_over or read.outcome == position.outcome


def test_a_havannah_win_by_two_shapes_keeps_its_reason_when_read_back() -> None:
    position = katachi.Havannah(3).start()
    position = position.play_all("c3 b2 d2 a3 a1 d4 a2 c1 c5 e5 b3 c4 c2 e4 b1")
    assert position.outcome.reason == "ring"
    assert katachi.Havannah(3).position(position.text).outcome.reason == "ring"


@on_every_board
@given(games=st.lists(choices_of_moves, min_size=3, max_size=3))
def test_positions_keys_and_hashes_tell_apart_what_the_text_tells_apart(
    game: katachi.Game, games: list[bytes]
) -> None:
    """64 bits: among some hundred positions two equal keys would be no accident."""
    seen = [position for choices in games for position in walk(game, choices)]
    assert len({position.key for position in seen}) == len(set(map(without_memory, seen)))
    assert len(set(seen)) == len({position.text for position in seen})


@on_every_board
@along_random_games
def test_the_order_of_moves_does_not_matter_where_the_board_is_the_same(
    game: katachi.Game, choices: bytes
) -> None:
    """Plays a, b, c and c, b, a."""
    *_, position = walk(game, choices[:-3])
    first, second = position, position
    picked = []
    for choice in choices[-3:]:
        legal = first.legal_moves
        if not legal:
            return
        picked.append(legal[choice % len(legal)])
        first = first.play(picked[-1])
    for move in reversed(picked):
        if second.is_over or not second.is_legal(move):
            return
        second = second.play(move)
    assert (first == second) == (first.text == second.text)
    assert (without_memory(first) == without_memory(second)) == (first.key == second.key)


def ways_to_copy(position: katachi.Position) -> list[katachi.Position]:
    return [
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        eval(repr(position), NAMES),
        position.game.position(position.text),
    ]


@on_every_board
@along_random_games
def test_a_copy_is_equal_and_stays_so_whatever_is_played(
    game: katachi.Game, choices: bytes
) -> None:
    """The copies are made on the way; what the rules remember must not be lost in them."""
    *_, position = walk(game, choices[: len(choices) // 2])
    copies = ways_to_copy(position)
    for choice in choices[len(choices) // 2 :]:
        assert all(one == position for one in copies)
        assert all(one.legal_moves == position.legal_moves for one in copies)
        if position.is_over:
            break
        move = position.legal_moves[choice % len(position.legal_moves)]
        position = position.play(move)
        copies = [one.play(move) for one in copies]


@pytest.mark.parametrize("superko", ["positional", "situational", "none"])
@given(games=st.lists(choices_of_moves, min_size=4, max_size=4))
def test_equal_positions_of_go_have_equal_legal_moves(
    superko: Literal["positional", "situational", "none"], games: list[bytes]
) -> None:
    """On 2 x 2, where games meet all the time by different ways."""
    game = katachi.Go(2, superko=superko, suicide=True)
    found: dict[katachi.Position, tuple[str, ...]] = {}
    for choices in games:
        for position in walk(game, choices):
            assert found.setdefault(position, position.legal_moves) == position.legal_moves


def test_equality_tells_apart_what_superko_forbids() -> None:
    """White may take back on one of two boards that look the same."""
    game = katachi.Go(4)
    played = game.position(".XO./X.XO/.XO./.... O ko:B3").play_all("pass A1 D1")
    looks_same = game.position(without_memory(played))
    assert played.stones == looks_same.stones
    assert played != looks_same
    assert played.key == looks_same.key


# The same stones, but different positions.
SAME_STONES = [
    (katachi.Othello(6), "....../....../..OX../..XO../....../......", ["X", "O"]),
    (katachi.Hex(3), "X../.O./...", ["X", "O"]),
    (katachi.Havannah(3), "X../.O../...../..../...", ["X", "O"]),
    (
        katachi.Go(3),
        ".XO/X.O/.XO",
        ["X", "O", "X passes:1", "X passes:2", "O passes:1", "X ko:B2", "X ko:A1", "O ko:B2"],
    ),
    (katachi.Go(3, move_limit=9), ".XO/X.O/.XO", ["X moves:6", "X moves:8", "O moves:9"]),
]


@pytest.mark.parametrize(("game", "stones", "rests"), SAME_STONES, ids=str)
def test_turn_passes_ko_and_moves_up_to_a_limit_belong_to_the_position(
    game: katachi.Game, stones: str, rests: list[str]
) -> None:
    positions = [game.position(f"{stones} {rest}") for rest in rests]
    assert len(set(positions)) == len({position.key for position in positions}) == len(rests)


def test_different_games_have_different_positions() -> None:
    # The core does not know of handicaps: these two differ in nothing but the game.
    with_handicap = katachi.Go(7, handicap=2).start()
    assert with_handicap != katachi.Go(7).position(with_handicap.text)
    starts = [game.start() for game in BOARDS]
    for i, one in enumerate(starts):
        for j, other in enumerate(starts):
            assert (one == other) == (i == j)
    # Keys leave out rules that change nothing on the board, but never the game or its size.
    for one in starts:
        for other in starts:
            if (one.game.name, one.game.size) != (other.game.name, other.game.size):
                assert one.key != other.key


# -------------------------------------------------------------------------------- end and outcome

REASONS = {
    "othello": {"discs"},
    "go": {"area", "stones"},
    "hex": {"connection"},
    "havannah": {"ring", "bridge", "fork", "full_board"},
    "gomoku": {"five", "full_board"},
}
seeds = st.integers(0, 2**32 - 1)


@on_every_board
@given(seed=seeds)
def test_a_random_game_ends_with_a_well_formed_outcome(game: katachi.Game, seed: int) -> None:
    position = played_out(game, seed)
    assert position.is_over
    assert position.legal_moves == ()
    outcome = position.outcome
    assert outcome.winner in (None, *COLORS)
    sign = {"black": 1, "white": -1, None: 0}[outcome.winner]
    assert (outcome.score > 0) - (outcome.score < 0) == sign
    assert outcome.reason in REASONS.get(game.name, {outcome.reason})
    if game.name in {"hex", "havannah", "gomoku"}:
        assert outcome.score == sign
        assert (outcome.reason == "full_board") == (outcome.winner is None)
    if isinstance(game, katachi.Go):
        assert outcome.reason == game.scoring
        assert float(outcome.score + game.komi).is_integer()
    if game.name == "hex":
        assert outcome.winner is not None


@on_every_board
@along_random_games
def test_moves_are_counted_and_players_alternate(game: katachi.Game, choices: bytes) -> None:
    positions = list(walk(game, choices))
    for ply, position in enumerate(positions):
        stones = sum(stone < 2 for stone in position.stones)
        expected = {"othello": stones - 4, "go": ply}.get(game.name, stones)
        assert position.moves_played == expected
        assert position.to_move == COLORS[(COLORS.index(positions[0].to_move) + ply) % 2]


@on_every_board
@given(seed=seeds)
def test_games_are_not_longer_than_the_board_allows(game: katachi.Game, seed: int) -> None:
    """Othello passes are never two in a row; Go without a limit is bound by superko alone."""
    cells = len(game.topology.cells)
    longest = {"othello": 2 * cells, "hex": cells + 1, "havannah": cells + 1}.get(game.name, 10_000)
    if isinstance(game, katachi.Go) and game.move_limit:
        longest = game.move_limit
    played_out(game, seed, longest + 1)


@given(seed=seeds)
def test_a_move_limit_ends_the_game_at_that_move_or_two_passes_before(seed: int) -> None:
    position = played_out(katachi.Go(4, move_limit=9), seed)
    assert position.moves_played == 9 or (position.moves_played < 9 and position.passes == 2)


def test_a_handicap_game_begins_with_black_stones_and_white_to_move() -> None:
    for game, points in (
        (katachi.Go(9, handicap=2), {"C3", "G7"}),
        (katachi.Go(9, handicap=5), {"C3", "G7", "C7", "G3", "E5"}),
        (katachi.Go(13, handicap=4), {"D4", "K10", "D10", "K4"}),
        (katachi.Go(8, handicap=3), {"C3", "F6", "C6"}),
    ):
        start = game.start()
        black = {cell for cell in game.topology.cells if start.at(cell) == "black"}
        assert (black, start.to_move, start.stones.count(1)) == (points, "white", 0)


@on_every_board
def test_the_published_contract_holds(game: katachi.Game) -> None:
    assert katachi.check_game(game, games=5, seed=3) > 5


# -------------------------------------------------------------------------------- incremental state


@on_every_board
@along_random_games
def test_the_core_keeps_what_it_would_compute_anew(game: katachi.Game, choices: bytes) -> None:
    for position in walk(game, choices):
        assert position.core.is_consistent
        assert game.position(position.text).core.is_consistent


# One board for each capacity that the core is compiled for.
LARGE_BOARDS = [
    katachi.Othello(10),
    katachi.Go(9),
    katachi.Go(13),
    katachi.Go(19, suicide=True),
    katachi.Hex(11),
    katachi.Hex(19),
    katachi.Havannah(6),
    katachi.Havannah(10),
]


@pytest.mark.parametrize("game", LARGE_BOARDS, ids=str)
def test_the_core_keeps_what_it_would_compute_anew_on_large_boards(game: katachi.Game) -> None:
    rng = random.Random(str(game))
    core = game.start().core
    for ply in range(2 * len(game.moves)):
        if ply % 5 == 0:
            assert core.is_consistent
            assert katachi.Position(game, core) == game.position(katachi.Position(game, core).text)
        if core.is_over:
            break
        core = core.after(rng.choice(core.legal_moves))
    assert core.is_consistent


# -------------------------------------------------------------------------------------- symmetries


def symmetric_boards() -> list[katachi.Game]:
    """Go without superko: a transformed position does not remember earlier ones."""
    boards: list[katachi.Game] = [
        katachi.Go(size, superko="none") if kind is katachi.Go else kind(size)
        for kind in katachi.games_by_name.values()
        for size in kind.sizes[:3]
    ]
    boards += [
        katachi.Go(5, superko="none", suicide=True, komi=0),
        katachi.Go(4, superko="none", move_limit=20),
        katachi.Hex(4, swap=True),
        katachi.Havannah(3, swap=True),
        katachi.Gomoku(9, rule="exact", swap=True),
    ]
    return boards


on_symmetric_boards = pytest.mark.parametrize("game", symmetric_boards(), ids=str)


def symmetries_that_apply(position: katachi.Position) -> list[katachi.Symmetry]:
    """All, but for the swap rule: it belongs to White.

    With a single stone on the board, a symmetry that exchanges colours would give the right to swap
    to a player who has none, or take it away.
    """
    symmetries = position.game.topology.symmetries
    stones = sum(stone < 2 for stone in position.stones)
    if stones == 1 and getattr(position.game, "swap", False):
        return [symmetry for symmetry in symmetries if not symmetry.exchanges_colors]
    return list(symmetries)


def image(symmetry: katachi.Symmetry, move: int) -> int:
    """Where a move goes; pass and swap stay."""
    return int(symmetry.images[move]) if move < len(symmetry.images) else move


@on_symmetric_boards
@along_random_games
def test_legal_moves_of_the_image_are_images_of_legal_moves(
    game: katachi.Game, choices: bytes
) -> None:
    for position in walk(game, choices):
        for symmetry in symmetries_that_apply(position):
            images = sorted(image(symmetry, move) for move in position.core.legal_moves)
            assert position.transformed(symmetry).core.legal_moves == images


@on_symmetric_boards
@along_random_games
def test_playing_and_transforming_can_be_exchanged(game: katachi.Game, choices: bytes) -> None:
    """Tries every move of the last position of a random game."""
    *_, position = walk(game, choices)
    for symmetry in symmetries_that_apply(position):
        transformed = position.transformed(symmetry)
        for move in position.core.legal_moves:
            played = katachi.Position(game, position.core.after(move))
            mirrored = transformed.play(game.moves[image(symmetry, move)])
            assert played.transformed(symmetry) == mirrored
            assert played.is_over == mirrored.is_over


@on_symmetric_boards
@given(seed=seeds)
@example(seed=59)  # on Havannah(5) the last stone makes a ring and a fork
def test_the_outcome_of_the_image_is_the_image_of_the_outcome(
    game: katachi.Game, seed: int
) -> None:
    position = played_out(game, seed)
    outcome = position.outcome
    for symmetry in game.topology.symmetries:
        mirrored = position.transformed(symmetry)
        assert mirrored.is_over
        expected = outcome
        if symmetry.exchanges_colors and outcome.winner is not None:
            winner = katachi.opponent(outcome.winner)
            expected = katachi.Outcome(winner, outcome.reason, -outcome.score)
        assert mirrored.outcome == expected


@on_symmetric_boards
@along_random_games
def test_symmetries_can_be_undone(game: katachi.Game, choices: bytes) -> None:
    *_, position = walk(game, choices)
    for symmetry in game.topology.symmetries:
        backs = [
            other
            for other in game.topology.symmetries
            if all(other.images[symmetry.images] == range(len(symmetry.images)))
        ]
        assert len(backs) == 1
        assert position.transformed(symmetry).transformed(backs[0]) == position


SYMMETRIES = {"othello": 8, "go": 8, "hex": 4, "havannah": 12, "gomoku": 8}


def test_symmetries_form_the_whole_group_and_keep_neighbours(small_game: katachi.Game) -> None:
    topology = small_game.topology
    symmetries = topology.symmetries
    assert len(symmetries) == SYMMETRIES.get(small_game.name, len(symmetries))
    assert list(symmetries[0].images) == list(range(len(topology.cells)))
    assert len({tuple(symmetry.images) for symmetry in symmetries}) == len(symmetries)
    number = {cell: i for i, cell in enumerate(topology.cells)}
    for symmetry in symmetries:
        goes_to = {cell: topology.cells[symmetry.images[number[cell]]] for cell in topology.cells}
        for cell in topology.cells:
            images = {goes_to[near] for near in topology.neighbours(cell)}
            assert images == set(topology.neighbours(goes_to[cell]))
