"""How often `final_score` agrees with the counts of players.

    python experiments/go-scoring/score_records.py FOLDER --games 400 --seed 2026

Reads `*.sgf.xz` files (one game a line) of the folder, takes games whose result is a number of
points and whose last two moves are passes, loads each into the engine with `loadsgf` (which takes
rules and komi from the file) and compares the answer of `final_score` with the stated result. The
games of each file are drawn with the seed.
"""

from __future__ import annotations

import argparse
import lzma
import random
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import katachi
from katachi.agents import load_agent
from katachi.gtp.engine import Engine
from katachi.matches.ratings.intervals import wilson_interval

RESULT = re.compile(r"RE\[([BW])\+([0-9]+(?:\.[0-9]*)?)\]")
TWO_PASSES = re.compile(r";[BW]\[(?:tt)?\];[BW]\[(?:tt)?\]\)\s*$")
TERRITORY = re.compile(r"RU\[(?:Japanese|Korean)")


@dataclass
class Row:
    """Agreement on some games."""

    games: int = 0
    winner: int = 0
    within_one: int = 0
    exact: int = 0

    def add(self, stated: float, counted: float) -> None:
        """One game more."""
        self.games += 1
        self.winner += (stated > 0) == (counted > 0)
        self.within_one += abs(stated - counted) <= 1
        self.exact += stated == counted

    def line(self, name: str) -> str:
        """Of a table in Markdown."""
        cells = [name, str(self.games)]
        for count in (self.winner, self.within_one, self.exact):
            low, high = wilson_interval(count, self.games)
            share = 100 * count / self.games
            cells.append(f"{share:.1f} [{100 * low:.1f}, {100 * high:.1f}]")
        return f"| {' | '.join(cells)} |"


def counted_games(path: Path) -> list[tuple[int, str, float]]:
    """Line, text and stated margin of the games that players have counted."""
    found = []
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as file:
        for number, text in enumerate(file, start=1):
            result = RESULT.search(text)
            if result and TWO_PASSES.search(text):
                sign = 1 if result[1] == "B" else -1
                found.append((number, text, sign * float(result[2])))
    return found


def final_score(text: str, file: Path) -> float | None:
    """What the engine answers after `loadsgf`; None if it refuses the game."""
    file.write_text(text, encoding="utf-8")
    engine = Engine(katachi.Go(19), load_agent("random"))
    if not "".join(engine.answer(f"loadsgf {file}")).startswith("="):
        return None
    answer = "".join(engine.answer("final_score")).removeprefix("= ").strip()
    if answer == "0":
        return 0.0
    return float(answer[2:]) if answer.startswith("B") else -float(answer[2:])


def measure(folder: Path, games: int, seed: int) -> Iterator[tuple[str, Path, int, float, float]]:
    """(kind of count, file, line, stated, counted) of every game drawn."""
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "game.sgf"
        for path in sorted(folder.glob("*.sgf.xz")):
            found = counted_games(path)
            drawn = random.Random(f"{seed} {path.name}").sample(found, min(games, len(found)))
            for number, text, stated in drawn:
                counted = final_score(text, file)
                if counted is None:
                    print(f"{path.name}, line {number}: refused")
                    continue
                kind = "territory" if TERRITORY.search(text) else "area"
                yield kind, path, number, stated, counted


def main() -> None:
    """Prints a table, and the games with other winners."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="with *.sgf.xz, one game a line")
    parser.add_argument("--games", type=int, default=400, help="of each file")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    began = time.process_time()
    rows: dict[str, Row] = {}
    others = []
    for kind, path, number, stated, counted in measure(options.folder, options.games, options.seed):
        name = f"{path.name.removesuffix('.sgf.xz')}, {kind}"
        for row in (rows.setdefault(name, Row()), rows.setdefault("all", Row())):
            row.add(stated, counted)
        if (stated > 0) != (counted > 0):
            others.append(f"{path.name}, line {number}: stated {stated:+g}, counted {counted:+g}")
    print(
        "| games | number | winner right, % | within one point, % | exact, % |\n|---|---|---|---|---|"
    )
    for name in sorted(rows, key=lambda name: (name == "all", name)):
        print(rows[name].line(name))
    print(f"\n{time.process_time() - began:.0f} s of processor time. Other winners:\n")
    print("\n".join(f"- {line}" for line in others) or "- none")


if __name__ == "__main__":
    main()
