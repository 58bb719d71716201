"""By how many discs values of Othello are wrong.

    python experiments/values/errors.py WTHOR_FILE PLAYOK_FILE VALUES OTHER_VALUES

A third each of the positions is from WTHOR, from PlayOK, and from WTHOR but left for the last four plies: one
player moves at random, the other searches four plies with the evaluation by hand. With 20 empty cells they
are solved, with 24 searched to 6 million nodes, with 30 and 40 to 13 and 12 plies; what is not solved is the
mean of what searches with both values say. Prints root mean square errors of the evaluation by hand (scaled
to fit best) and of both values, and of searches of them to four plies.
"""

from __future__ import annotations

import random
import sys

import numpy as np

import katachi
from katachi.games.position import Position
from katachi.records import Games, read
from katachi.search import Budget
from katachi.search.alphabeta import AlphaBeta, AlphaBetaSettings

COUNTS = {20: 120, 24: 60, 30: 99, 40: 99}
BUDGETS = {
    20: Budget(depth=20),
    24: Budget(nodes=6_000_000),
    30: Budget(depth=13),
    40: Budget(depth=12),
}
SOURCES = ("WTHOR", "PlayOK", "random")


def main() -> None:
    """Chooses, labels, compares."""
    wthor, playok = (read(file) for file in sys.argv[1:3])
    names = sys.argv[3:5]
    searches = [search_of(name) for name in names]
    by_hand = AlphaBeta(katachi.Othello(), AlphaBetaSettings(depth=1))
    rng = random.Random(77)
    print("| empty cells | of | by hand | " + " | ".join(f"{n} | 4 plies" for n in names) + " |")
    for empties, count in COUNTS.items():
        chosen = [
            one_position((wthor, playok, wthor)[number % 3], 4 * (number % 3 == 2), empties, rng)
            for number in range(count)
        ]
        labels = np.array([label(one, searches, empties) for one in chosen])
        hand = np.array([by_hand.evaluate(one) for one in chosen], float)
        columns = [hand * (hand @ labels) / (hand @ hand)]
        for search in searches:
            columns.append(np.array([search.evaluate(one) / 100 for one in chosen]))
            columns.append(np.array([search.run(one, depth=4).score / 100 for one in chosen]))
        for source in range(-1, 3):
            part = slice(None) if source < 0 else slice(source, None, 3)
            errors = [np.sqrt(np.mean((one[part] - labels[part]) ** 2)) for one in columns]
            name = "all" if source < 0 else SOURCES[source]
            print(
                f"| {empties} | {name} | " + " | ".join(f"{e:.1f}" for e in errors) + " |",
                flush=True,
            )


def search_of(name: str) -> AlphaBeta:
    """A search with values."""
    return AlphaBeta(
        katachi.Othello(),
        AlphaBetaSettings(endgame_empties=0, megabytes=64),
        knowledge=katachi.load_knowledge(name),
    )


def one_position(games: Games, stray: int, empties: int, rng: random.Random) -> Position:
    """One with a choice of moves, after `stray` plies off the record."""
    while True:
        record = games[rng.randrange(len(games))]
        position = record.game.start()
        left = 60
        for move in record.moves:
            if left <= empties + stray:
                break
            position = position.play(move)
            left -= move != "pass"
        for number in range(stray):
            if position.is_over:
                break
            if number % 2 == 0:
                move = rng.choice(position.legal_moves)
            else:
                move = STEADY.run(position, depth=4).move or "pass"
            position = position.play(move)
            left -= move != "pass"
        if left != empties or position.is_over or len(position.legal_moves) < 2:
            continue
        assert isinstance(position, Position)
        return position


STEADY = AlphaBeta(katachi.Othello(), AlphaBetaSettings(depth=4))


def label(position: Position, searches: list[AlphaBeta], empties: int) -> float:
    """In discs."""
    found = [search.run(position, BUDGETS[empties]) for search in searches]
    if found[-1].exact:
        return found[-1].score / 100
    return float(np.mean([one.score for one in found])) / 100


if __name__ == "__main__":
    main()
