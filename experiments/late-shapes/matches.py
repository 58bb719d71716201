"""Matches of knowledge of shapes, each against the same one, to a CSV file that grows line by line.

python matches.py FOLDER MATCHES.csv

FOLDER has the knowledge that README.md speaks of, NAME.knowledge each. Both players are the search of SHAPES
5.3.5: bias, and playouts drawn by strengths. A row that the file has is not played again.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
from pathlib import Path

OPPONENT = "a"
# First player: the knowledge of its bias, and that of its playouts, which tactics would make slow.
PLAYERS = {
    "b": "b",
    "b-all": "b-all",
    "c": "c",
    "d": "a",
    "e": "a",
    "a-late": "a-late",
    "a-stages": "a-stages",
    "a-tactics": "a",
}
OPENINGS = ("random:10", "random:16")
BUDGETS = {
    "500 simulations": ["--simulations", "500"],
    "3 ms": ["--seconds", "0.003", "--cpu-time"],
}
SEED = "2026"


def player(folder: Path, knowledge: str, playouts: str) -> str:
    """The search with this knowledge, as commands take it."""
    files = [folder / f"{name}.knowledge" for name in (knowledge, playouts)]
    return f"othello-shapes-playouts[knowledge={files[0]},playout_knowledge={files[1]}]"


def played(folder: Path, name: str, openings: str, budget: str, pairs: int) -> dict[str, object]:
    """A row."""
    command = ["katachi", "match", player(folder, name, PLAYERS[name])]
    command += [player(folder, OPPONENT, OPPONENT), "othello", "--openings", openings]
    command += [*BUDGETS[budget], "--pairs", str(pairs), "--seed", SEED, "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    low, high = found["interval"]
    own, other = found["simulations_per_move"]
    return {
        "bias": name,
        "playouts": PLAYERS[name],
        "against": OPPONENT,
        "budget": budget,
        "openings": openings,
        "games": found["wins"] + found["draws"] + found["losses"],
        "share": f"{100 * found['share']:.1f}",
        "low": f"{100 * low:.1f}",
        "high": f"{100 * high:.1f}",
        "simulations": round(own),
        "opposing": round(other),
    }


def main() -> None:
    """Plays what the file lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=list(PLAYERS))
    given = parser.parse_args()
    rows: list[dict[str, object]] = []
    if given.output.exists():
        rows = list(csv.DictReader(given.output.open(newline="")))
    done = {(row["bias"], row["budget"], row["openings"]) for row in rows}
    for openings in OPENINGS:
        for budget in BUDGETS:
            for name in given.only:
                if (name, budget, openings) in done:
                    continue
                rows.append(played(given.folder, name, openings, budget, given.pairs))
                with given.output.open("w", newline="") as file:
                    writer = csv.DictWriter(file, rows[0], lineterminator="\n")
                    writer.writeheader()
                    writer.writerows(rows)
                print(rows[-1], flush=True)


main()
