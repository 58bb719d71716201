"""Draws the boards of the documents: a position of each game after seeded random play.

Run it from anywhere; it writes the pictures beside itself:

    python docs/images/draw_boards.py
"""

from __future__ import annotations

import random
from pathlib import Path

import katachi

# Game, number of random moves, seed.
PICTURES = {
    "othello.svg": (katachi.Othello(8), 26, 4),
    "go.svg": (katachi.Go(9), 34, 2),
    "hex.svg": (katachi.Hex(11), 44, 1),
    "havannah.svg": (katachi.Havannah(5), 26, 3),
    "y.svg": (katachi.Y(11), 44, 1),
}


def picture(game: katachi.Game, moves: int, seed: int) -> str:
    """The board after a number of random moves, passes left out where another move is legal."""
    rng = random.Random(seed)
    position = game.start()
    last = None
    for _ in range(moves):
        choices = [move for move in position.legal_moves if move != "pass"] or ["pass"]
        last = choices[int(rng.random() * len(choices))]
        position = position.play(last)
    return position.svg(katachi.Marks(last=last)) + "\n"


def main() -> None:
    """Writes all pictures."""
    folder = Path(__file__).parent
    for name, (game, moves, seed) in PICTURES.items():
        (folder / name).write_text(picture(game, moves, seed), encoding="utf-8")


if __name__ == "__main__":
    main()
