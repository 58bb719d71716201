"""Planes: what convolutional networks look at, against a slow twin, and under symmetries."""

from __future__ import annotations

import random

import numpy as np
import pytest
from reference.planes import slow_planes

import katachi
from katachi import KatachiError, _core
from katachi.learning.networks import Examples, place_symmetries
from katachi.records import GameRecord, Games

GAMES: list[katachi.Game] = [
    katachi.Othello(6),
    katachi.Othello(8),
    katachi.Othello(10),
    katachi.Go(4),
    katachi.Go(9),
    katachi.Hex(4),
    katachi.Havannah(3),
]


def random_game(game: katachi.Game, seed: int, *, most: int = 200) -> list[str]:
    """Passes only where there is nothing else."""
    rng = random.Random(seed)
    played: list[str] = []
    position = game.start()
    while not position.is_over and len(played) < most:
        legal = [move for move in position.legal_moves if move != "pass"] or ["pass"]
        played.append(rng.choice(legal))
        position = position.play(played[-1])
    return played


def played_out(game: katachi.Game, moves: list[str]) -> katachi.Position:
    position = game.start()
    for move in moves:
        position = position.play(move)
    return position


def planes_of(game: katachi.Game) -> _core.Planes:
    return _core.Planes(game.make_core(None))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_planes_are_those_of_the_slow_twin(game: katachi.Game) -> None:
    planes = planes_of(game)
    seen = np.zeros(len(planes.names), bool)
    for seed in range(6):
        moves = random_game(game, seed)
        for length in range(0, len(moves), 1 + len(moves) // 12):
            position = played_out(game, moves[:length])
            names, wanted = slow_planes(position, moves[:length], side=planes.side)
            assert list(planes.names) == names
            found = planes.of([position.core])[0]
            assert np.array_equal(found, wanted), (position, length)
            seen |= found.any(axis=(1, 2))
    missing = {name for name, any_one in zip(planes.names, seen, strict=True) if not any_one}
    assert missing <= {"ko"}


def test_a_ko_is_marked() -> None:
    game = katachi.Go(4)
    moves = ["B4", "C4", "A3", "D3", "B2", "C2", "C3", "B3"]  # White takes C3
    position = played_out(game, moves)
    assert position.ko == "C3"
    planes = planes_of(game)
    _, wanted = slow_planes(position, moves, side=4)
    found = planes.of([position.core])[0]
    assert np.array_equal(found, wanted)
    assert found[list(planes.names).index("ko")].sum() == 1


def test_boards_that_are_no_square_lie_in_one() -> None:
    planes = planes_of(katachi.Havannah(3))
    assert planes.side == 5
    assert planes.of([katachi.Havannah(3).start().core]).sum() == 19


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_places_of_moves_are_those_of_their_planes(game: katachi.Game) -> None:
    """A stone just played shows where its move lies, for the player who made it."""
    planes = planes_of(game)
    for moves in ([], random_game(game, 3)[:3]):
        position = played_out(game, moves)
        places = planes.places(0 if position.to_move == "black" else 1)
        assert len(set(places)) == len(game.moves)
        assert places[-1] == planes.side**2
        empty = planes.of([position.core])[0, 2].ravel()
        for move in position.legal_moves:
            if move in game.topology.cells:
                assert empty[places[game.number(move)]] == 1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_symmetries_of_boards_are_symmetries_of_planes(game: katachi.Game) -> None:
    moves = random_game(game, 5)[:9]
    turning = [one for one in game.topology.symmetries if not one.exchanges_colors]
    places = place_symmetries(game)
    assert len(places) == len(turning)
    record = Games.of([GameRecord(game, tuple(moves))])
    examples = Examples(game, record, forced_moves=True)
    batch = examples.batch(np.array([len(moves) - 1]))
    for number, symmetry in enumerate(turning):
        images = [
            game.topology.cells[symmetry.images[game.number(move)]] if move != "pass" else move
            for move in moves
        ]
        start = game.start().transformed(symmetry)
        turned = Games.of([GameRecord(game, tuple(images), start=start)])
        wanted = Examples(game, turned, forced_moves=True)
        other = wanted.batch(np.array([len(moves) - 1]))
        found = batch.transformed(places, np.array([number]))
        assert np.array_equal(found.planes, other.planes)
        assert np.array_equal(found.legal, other.legal)
        assert np.array_equal(found.chosen, other.chosen)


def test_both_players_of_hex_see_the_same_board() -> None:
    """The mirror image with exchanged colours gives the same planes, up to half a turn."""
    game = katachi.Hex(4)
    planes = planes_of(game)
    position = played_out(game, random_game(game, 2)[:5])
    found = planes.of([position.core])[0, :3]
    for symmetry in game.topology.symmetries:
        other = planes.of([position.transformed(symmetry).core])[0, :3]
        assert np.array_equal(other, found) or np.array_equal(other, found[:, ::-1, ::-1])


def test_examples_are_the_positions_with_a_choice() -> None:
    game = katachi.Othello(6)
    records = [GameRecord(game, tuple(random_game(game, seed))) for seed in range(5)]
    examples = Examples(game, Games.of(records))
    planes = planes_of(game)
    wanted = []
    for number, record in enumerate(records):
        position = game.start()
        for move in record.moves:
            if len(position.legal_moves) > 1:
                wanted.append((number, position, move))
            position = position.play(move)
    assert len(examples) == len(wanted)
    assert examples.game_numbers.tolist() == [number for number, *_ in wanted]
    order = np.random.default_rng(0).permutation(len(wanted))
    batch = examples.batch(order)
    for row, at in enumerate(order):
        _, position, move = wanted[at]
        places = planes.places(0 if position.to_move == "black" else 1)
        assert np.array_equal(batch.planes[row], planes.of([position.core])[0])
        assert batch.chosen[row] == places[game.number(move)]
        assert batch.moves_played[row] == position.moves_played
        legal = {places[game.number(one)] for one in position.legal_moves}
        assert set(np.flatnonzero(batch.legal[row])) == legal


def test_games_from_several_starts_keep_their_order() -> None:
    game = katachi.Hex(4)
    other = game.start().play("a1").play("d4")
    records = [
        GameRecord(game, ("b2", "c3")),
        GameRecord(game, ("b3", "c2"), start=other),
        GameRecord(game, ("d1", "a4")),
    ]
    games = Games.of(records)
    examples = Examples(game, games)
    whole = examples.batch(np.arange(len(examples)))
    for number in range(len(examples)):
        one = examples.batch(np.array([number]))
        assert np.array_equal(one.planes[0], whole.planes[number])
        assert one.chosen[0] == whole.chosen[number]
    backwards = examples.batch(np.arange(len(examples))[::-1])
    assert np.array_equal(backwards.planes[::-1], whole.planes)
    assert whole.planes[:, :2].sum(axis=(1, 2, 3)).tolist() == [0, 1, 0, 1, 2, 3]


def test_games_that_do_not_fit_are_refused() -> None:
    game = katachi.Hex(4)
    twice = Games.of([GameRecord(game, ("a1", "b2")), GameRecord(game, ("a1", "a1"))])
    with pytest.raises(KatachiError, match="game 2, ply 2"):
        Examples(game, twice)
    with pytest.raises(KatachiError, match="there are games of Hex"):
        Examples(katachi.Hex(5), twice)
    with pytest.raises(KatachiError, match="no positions"):
        Examples(game, Games.of([GameRecord(game)]))
    with pytest.raises(ValueError, match="another board"):
        planes_of(game).of([katachi.Hex(5).start().core])
