"""What a match costs beside thinking: wall time of whole games against the searches' own seconds.

    python benchmarks/match_overhead.py --seconds 0.01

Two searching agents play games with so many seconds a move. *Choice* is what an agent's `choose`
takes beyond the budget and the search's own time; *loop* is everything else of a game: rules,
clocks, adjudication, new agents; *store* is saving the game. Shares are of the thinking time. On a
busy machine run it at real-time priority (`chrt -r 5`), or the system's pauses are counted too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import katachi
from katachi.agents import Agent, Budget, load_agent
from katachi.agents.agent import Choice
from katachi.games.contract import GameLike, PositionLike
from katachi.matches import (
    Laboratory,
    MatchPlan,
    PlayedGame,
    Seat,
    Slot,
    parse_contestant,
    play_game,
)


class Watched:
    """An agent that counts its searches' seconds and its own."""

    def __init__(self, agent: Agent) -> None:
        """Nothing counted yet."""
        self.name = agent.name
        self.agent = agent
        self.searched = 0.0
        self.used = 0.0

    def new_game(self, game: GameLike, seed: int) -> None:
        """As the agent does."""
        self.agent.new_game(game, seed)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """As the agent does, on the clock."""
        begin = time.perf_counter()
        choice = self.agent.choose(position, budget)
        self.used += time.perf_counter() - begin
        assert choice.search is not None
        self.searched += choice.search.seconds
        return choice


def measure(name: str, options: argparse.Namespace) -> str:
    """One line of the result."""
    game = katachi.parse_game(name)
    agents = [Watched(load_agent(options.agent)) for _ in range(2)]
    seats = [Seat(agent, Budget(seconds=options.seconds)) for agent in agents]
    contestant = parse_contestant(f"{options.agent}@{options.seconds}s")
    plan = MatchPlan(contestant, contestant, name, 10**6)
    with tempfile.TemporaryDirectory() as folder, Laboratory(Path(folder) / "lab.sqlite") as lab:
        number = lab.add_match(plan)
        moves, stored = 0, 0.0
        begin = time.perf_counter()
        for index in range(options.games):
            slot = Slot(index // 2, first_is_black=index % 2 == 0)
            played = play_game(game, (seats[0], seats[1]), seed=index)
            assert isinstance(played, PlayedGame), played
            moves += len(played.moves)
            saving = time.perf_counter()
            lab.reserve(number, slot, attempts=1)
            lab.save(number, slot, played, seed=index, started="")
            stored += time.perf_counter() - saving
        wall = time.perf_counter() - begin
    searched = sum(agent.searched for agent in agents)
    used = sum(agent.used for agent in agents)
    choice, loop = used - searched, wall - used - stored
    return (
        f"{name:<10} {options.games:>3} games {moves:>5} moves, searched {searched:.2f} s: choice "
        f"{choice / searched:.2%}, loop {loop / searched:.2%}, store {stored / searched:.2%}, "
        f"all {(wall - searched) / searched:.2%} = {1e6 * (wall - searched) / moves:.0f} us a move"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.01)
    parser.add_argument("--agent", default="rave")
    parser.add_argument("--on", nargs="+", default=["othello", "go9", "hex11", "havannah8"])
    options = parser.parse_args()
    for name in options.on:
        print(measure(name, options), flush=True)


if __name__ == "__main__":
    main()
