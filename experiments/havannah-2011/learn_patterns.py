"""Learns weights of local patterns from self-play (HAVANNAH 3.3) and writes them with their card.

python experiments/havannah-2011/learn_patterns.py patterns.txt --games 5000
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import katachi
from katachi.agents import Budget, load_agent
from katachi.errors import KatachiError
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.matches import PlayedGame, Seat, play_game
from katachi.records import GameRecord

ABOUT = "Own self-play; HAVANNAH 3.3, equation 3.1: played / available."


def self_play(
    game_text: str, agent: str, games: int, simulations: int, seed: int
) -> Iterator[GameRecord]:
    """Games of an agent against itself, each with a seed of its own."""
    game = katachi.parse_game(game_text)
    budget = Budget(simulations=simulations)
    seats = (Seat(load_agent(agent), budget), Seat(load_agent(agent), budget))
    begin = time.monotonic()
    for number in range(games):
        played = play_game(game, seats, seed=seed + number)
        if not isinstance(played, PlayedGame):
            raise KatachiError(f"game {number} is void: {played.message}")
        yield GameRecord(game, played.moves)
        if (number + 1) % 100 == 0:
            print(f"{number + 1} games, {time.monotonic() - begin:.0f} s", flush=True)


def main() -> None:
    """Plays, counts, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", default="havannah5")
    parser.add_argument("--agent", default="experiments/havannah-2011/self-play.toml")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--seed", type=int, default=2011)
    options = parser.parse_args()
    check_vacant(options.file)
    card = {
        "about": ABOUT,
        "game": options.game,
        "agent": options.agent,
        "simulations": str(options.simulations),
        "seed": str(options.seed),
        "made-with": f"katachi {katachi.__version__}",
    }
    records = self_play(
        options.game, options.agent, options.games, options.simulations, options.seed
    )
    weights = katachi.LocalPatternWeights.learn_from_games(records, notes=card)
    write_atomically(options.file, str(weights))


if __name__ == "__main__":
    main()
