"""Draws the pictures of results in README.md: python docs/images/draw_results.py.

The test of pictures compares them with the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import katachi
from katachi.showing.plot import IntervalLine, interval_plot


def why() -> str:
    """Why the knowledge of the demo expects a move of Othello."""
    knowledge = katachi.load_knowledge("othello-selfplay")
    moves = "e6 d6 c6 f4 d3 c2 e3 f5 d2 c5 f6 c4 b1 f2 b3 c1 d1 b4 e2 a2 b5 g7 g6 e1"
    position = katachi.Othello().start().play_all(moves)
    chances = knowledge.probabilities(position)
    best = max(chances, key=lambda move: chances[move])
    return knowledge.explain(position, best).svg()


def demo() -> str:
    """The matches of the demo, as docs/tutorials/demo.md states them."""
    return interval_plot(
        [
            IntervalLine("no knowledge, 8,000 simulations", 0.938, 0.862, 0.973),
            IntervalLine("no knowledge, 50 ms a move", 0.950, 0.878, 0.980),
            IntervalLine("cell classes, 8,000 simulations", 0.881, 0.792, 0.935),
        ]
    )


PICTURES: dict[str, Callable[[], str]] = {"why.svg": why, "demo.svg": demo}


def main() -> None:
    """Writes all pictures."""
    for name, draw in PICTURES.items():
        (Path(__file__).parent / name).write_text(draw() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
