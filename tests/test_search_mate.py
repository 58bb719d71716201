"""Havannah-Mate: a playout ends where its last stone threatens to win at two cells."""

from __future__ import annotations

import random

import pytest

import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings


def passed(position: katachi.Position) -> katachi.Position:
    """The same stones with the other player to move."""
    stones, turn = position.text.rsplit(" ", 1)
    return position.game.position(f"{stones} {'XO'['OX'.index(turn)]}")


def chain(position: katachi.Position, stone: str) -> set[str]:
    color, found, waiting = position.at(stone), {stone}, [stone]
    while waiting:
        for near in position.game.topology.neighbours(waiting.pop()):
            if near not in found and position.at(near) is color:
                found.add(near)
                waiting.append(near)
    return found


def winning_cells(position: katachi.Position, stone: str) -> set[str]:
    """Cells beside the chain of the stone just placed that would win for its owner."""
    neighbours = position.game.topology.neighbours
    near = {cell for own in chain(position, stone) for cell in neighbours(own)}
    again = passed(position)
    return {
        cell
        for cell in near
        if position.at(cell) is None and again.play(cell).outcome.winner is position.at(stone)
    }


@pytest.mark.parametrize("constant", [1.0, 2.0, 5.0])
@pytest.mark.parametrize("game", [katachi.Havannah(4), katachi.Hex(5)], ids=str)
def test_a_double_threat_ends_a_playout(game: katachi.games.Game, constant: float) -> None:
    """In the first cells / c plies of the playout, also late in a game, and nowhere else."""
    search = Mcts(game, MctsSettings(playout=PlayoutSettings(mate=constant)))
    cells = len(game.topology.cells)
    rng = random.Random(7)
    mates = late = 0
    for seed in range(100):
        position = game.start()
        for _ in range(rng.randrange(cells // 2 + 3)):
            if not position.is_over:
                position = position.play(
                    rng.choice([m for m in position.legal_moves if m != "swap"])
                )
        if position.is_over:
            continue
        begun = position.moves_played
        played = search.play_out(position, seed=seed)
        for ply, move in enumerate(played.moves):
            mover = position.to_move
            position = position.play(move)
            if position.is_over:
                assert played.outcome.winner is position.outcome.winner
                break
            looks = ply < int(cells / constant)
            mate = looks and len(winning_cells(position, move)) >= 2
            assert mate == (ply + 1 == len(played.moves)), (seed, ply, move, str(position))
            if mate:
                assert played.outcome.winner is mover
                mates += 1
                late += begun + ply >= cells / constant
    assert mates > 10
    if constant > 1:
        assert late > 0


@pytest.mark.parametrize("game", [katachi.Havannah(7), katachi.Hex(9), katachi.Y(9)], ids=str)
def test_a_playout_ends_at_its_first_double_threat(game: katachi.games.Game) -> None:
    """On boards with long chains: winning cells are kept from stone to stone, not looked for anew."""
    search = Mcts(game, MctsSettings(playout=PlayoutSettings(mate=1.0)))
    rng = random.Random(11)
    mates = 0
    for seed in range(8):
        position = game.start()
        for _ in range(rng.randrange(len(game.topology.cells) // 3)):
            position = position.play(rng.choice([m for m in position.legal_moves if m != "swap"]))
        played = search.play_out(position, seed=seed)
        for move in played.moves:
            position = position.play(move)
            threats = set() if position.is_over else winning_cells(position, move)
            assert (len(threats) >= 2 or position.is_over) == (move == played.moves[-1])
        mates += not position.is_over
        assert played.outcome.winner is position.at(played.moves[-1])
    assert mates >= 4


@pytest.mark.parametrize("game", [katachi.Havannah(4), katachi.Hex(5)], ids=str)
def test_no_winning_cell_is_forgotten(game: katachi.games.Game) -> None:
    """A playout with decisive and anti-decisive moves wins wherever it can, and stops where it must.

    A stone that threatens at several cells leaves all of them to be played or stopped, also after
    one of them was filled.
    """
    search = Mcts(game, MctsSettings(playout=PlayoutSettings(decisive=True, anti_decisive=True)))
    wins = stops = 0
    for seed in range(40):
        position = game.start()
        for move in search.play_out(position, seed=seed).moves:
            own = winning_moves(position)
            others = winning_moves(passed(position))
            if own:
                assert move in own, (str(position), move, own)
                wins += 1
            elif others:
                assert move in others, (str(position), move, others)
                stops += 1
            position = position.play(move)
    assert wins > 30
    assert stops > 30


def winning_moves(position: katachi.Position) -> set[str]:
    """Every cell that would win at once for the player to move."""
    return {
        move
        for move in position.legal_moves
        if move != "swap" and position.play(move).outcome.winner is position.to_move
    }
