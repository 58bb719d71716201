"""Speed of alpha-beta: the middle game by depth, and every FFO endgame with its exact score.

    python benchmarks/alphabeta_speed.py [FOLDER] [LAST]

FOLDER holds fforum-1-19.obf and fforum-20-39.obf (positions, best moves and scores); without it
only the middle game is measured. LAST is the number of the last position, 39 at most.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import katachi

MIDDLE_GAME = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6"


def middle_game() -> None:
    game = katachi.Othello()
    position = game.start().play_all(MIDDLE_GAME)
    print("| game | depth | nodes | CPU s | million nodes a CPU second |\n|---|---|---|---|---|")
    for depth in (6, 8, 10):
        report("Othello", katachi.AlphaBeta(game), position, depth)
    hex_game = katachi.Hex(11)
    for depth in (2, 3):
        report("Hex 11", katachi.AlphaBeta(hex_game), hex_game.start().play_all("f6 g4"), depth)


def report(name: str, search: katachi.AlphaBeta, position: katachi.Position, depth: int) -> None:
    begin = time.process_time()
    result = search.run(position, depth=depth)
    seconds = time.process_time() - begin
    print(
        f"| {name} | {depth} | {result.nodes} | {seconds:.3f} | {result.nodes / seconds / 1e6:.2f} |"
    )


def endgames(folder: Path, last: int) -> None:
    game = katachi.Othello()
    search = katachi.AlphaBeta(game, katachi.AlphaBetaSettings(empties_to_winner=True))
    lines = [
        line
        for name in ("fforum-1-19.obf", "fforum-20-39.obf")
        for line in (folder / name).read_text().splitlines()
        if line.strip()
    ]
    print("\n| FFO | empty | score | listed | nodes | CPU s | million nodes a CPU second |")
    print("|---|---|---|---|---|---|---|")
    total_nodes, total_seconds = 0, 0.0
    for number, line in enumerate(lines[:last], 1):
        board, best, *_ = line.split(";")
        cells, to_move = board.replace("-", ".").split()
        rows = "/".join(cells[i : i + 8] for i in range(0, 64, 8))
        position = game.position(f"{rows} {to_move}")
        begin = time.process_time()
        result = search.solve(position)
        seconds = time.process_time() - begin
        total_nodes += result.nodes
        total_seconds += seconds
        listed = int(best.split(":")[1])
        print(
            f"| {number} | {cells.count('.')} | {result.margin:+d} | {listed:+d} | {result.nodes} "
            f"| {seconds:.3f} | {result.nodes / max(seconds, 1e-9) / 1e6:.1f} |",
            flush=True,
        )
    print(f"\n{total_nodes / total_seconds / 1e6:.1f} million nodes a CPU second in all")


if __name__ == "__main__":
    middle_game()
    if len(sys.argv) > 1:
        endgames(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 39)
