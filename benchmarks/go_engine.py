"""Simulations a second of whole Go engines, and how many nodes they expand and evaluate.

    python benchmarks/go_engine.py go19 go19 go-rave 'go19[mcts.expansion.visits=1]' --simulations 4000

The first argument is the board, the others are agents as for `katachi match`. Positions are those
of one game that the first agent plays against itself with few simulations: the start, and after so
many plies. Every agent searches each of them from an empty tree, in turn, several times; processor
time of one thread, so that other work on the machine matters little. `families` are the nodes that
were expanded, each with one evaluation of all its legal moves: agents that differ only in
`expansion.visits` tell what one costs.
"""

from __future__ import annotations

import argparse
import statistics
import time

import msgspec

import katachi
from katachi.agents import Budget, MctsAgent, build_agent
from katachi.games.position import Position
from katachi.matches import parse_contestant

QUICK = 100  # simulations of the moves that lead to the positions


def main() -> None:
    """Prints one table."""
    options = _options()
    game = katachi.parse_game(options.game)
    agents = {text: _agent(text) for text in options.agents}
    positions = _positions(game, next(iter(agents.values())), options.plies)
    print(f"{game}, {options.simulations} simulations, median of {options.rounds} rounds")
    heads = " | ".join(f"{ply} plies" for ply in positions)
    print(f"| agent | {heads} | families a simulation |\n|---|{'---:|' * (len(positions) + 1)}")
    rates: dict[str, dict[int, list[float]]] = {
        text: {ply: [] for ply in positions} for text in agents
    }
    families: dict[str, list[float]] = {text: [] for text in agents}
    for number in range(options.rounds):
        for text, agent in agents.items():
            for ply, position in positions.items():
                assert not isinstance(agent.knowledge, str)  # a network, named
                search = katachi.Mcts(
                    game,
                    msgspec.structs.replace(agent.settings, seed=number, threads=1),
                    knowledge=agent.knowledge,
                )
                begin = time.process_time()
                result = search.run(position, simulations=options.simulations)
                rates[text][ply].append(options.simulations / (time.process_time() - begin))
                families[text].append(result.families / options.simulations)
    for text in agents:
        row = " | ".join(f"{statistics.median(rates[text][ply]):,.0f}" for ply in positions)
        print(f"| {text} | {row} | {statistics.mean(families[text]):.3f} |")


def _agent(text: str) -> MctsAgent:
    contestant = parse_contestant(text, Budget(simulations=1))
    agent = build_agent(contestant.name, contestant.agent)
    if not isinstance(agent, MctsAgent):
        raise SystemExit(f"{text} does not search")
    return agent


def _positions(game: katachi.Game, agent: MctsAgent, plies: list[int]) -> dict[int, Position]:
    agent.new_game(game, seed=1)
    position = game.start()
    found = {0: position}
    for ply in range(1, max(plies, default=0) + 1):
        position = position.play(agent.choose(position, Budget(simulations=QUICK)).move)
        if position.is_over:
            break
        if ply in plies:
            found[ply] = position
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plies", type=int, nargs="*", default=[60, 120])
    return parser.parse_args()


if __name__ == "__main__":
    main()
