"""One game between two agents."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.agents.agent import Agent, Budget
from katachi.games.contract import GameLike
from katachi.games.outcome import Outcome


@dataclass(frozen=True)
class PlayedGame:
    """Moves, result and how much each side searched (simulations in all, per colour)."""

    moves: tuple[str, ...]
    outcome: Outcome
    simulations: tuple[int, int]
    thinking_moves: tuple[int, int]


def play_game(
    game: GameLike,
    players: tuple[Agent, Agent],
    budget: Budget,
    *,
    seed: int,
    opening: tuple[str, ...] = (),
) -> PlayedGame:
    """Black and White play from an opening to the end, with seeds made from `seed`."""
    black, white = players
    black.new_game(game, 2 * seed)
    white.new_game(game, 2 * seed + 1)
    position = game.start()
    moves = list(opening)
    for move in opening:
        position = position.play(move)
    simulations, thinking = [0, 0], [0, 0]
    while not position.is_over:
        side = 0 if position.to_move == "black" else 1
        choice = players[side].choose(position, budget)
        if choice.search is not None:
            simulations[side] += choice.search.simulations
            thinking[side] += 1
        moves.append(choice.move)
        position = position.play(choice.move)
    return PlayedGame(
        tuple(moves),
        position.outcome,
        (simulations[0], simulations[1]),
        (thinking[0], thinking[1]),
    )
