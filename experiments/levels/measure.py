"""Plays every level against the one below; writes what it scored into levels.toml and the guide.

python experiments/levels/measure.py levels.sqlite [--game hex] [--pairs 100]

Colours are exchanged in pairs, the openings are random, and the levels have budgets of simulations
or depth: the load of the machine has no influence. Every game is kept, so that the same command
goes on where it stopped.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import msgspec

from katachi.agents import ladders, level_name
from katachi.agents.levels import FILE, HIGHEST, LOWEST, Ladder, Level
from katachi.games import parse_game
from katachi.matches import (
    Adjudication,
    MatchPlan,
    Running,
    open_laboratory,
    parse_contestant,
    parse_openings,
    play_match,
)
from katachi.matches.results import MatchScore, score_of
from katachi.search import Budget

SEED = 2029
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "levels.md"
# Levels have budgets of their own; this one only ends a search that would never stop.
BUDGET = Budget(seconds=60)


def main() -> None:
    """A line for each step, from the bottom."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("laboratory", type=Path)
    parser.add_argument("--game", action="append", choices=list(ladders()))
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--level", type=int, action="append", help="only this step; repeatable")
    options = parser.parse_args()
    with open_laboratory(options.laboratory) as laboratory:
        for game in options.game or ladders():
            ladder = ladders()[game]
            for level in options.level or range(LOWEST + 1, HIGHEST + 1):
                plan = MatchPlan(
                    first=parse_contestant(level_name(level), BUDGET),
                    second=parse_contestant(level_name(level - 1), BUDGET),
                    game=ladder.board,
                    pairs=options.pairs,
                    seed=SEED,
                    openings=parse_openings(ladder.openings, parse_game(ladder.board)),
                    adjudication=Adjudication(),
                )
                score = score_of(play_match(plan, laboratory, Running()).results)
                low, high = score.interval
                print(
                    f"{game} {level}: {100 * score.share:.1f} % "
                    f"({100 * low:.1f} to {100 * high:.1f}) of {score.games.games} games",
                    flush=True,
                )
                write(game, level, score)
    write_page()


def write(game: str, level: int, score: MatchScore) -> None:
    """Puts a measurement into the row of its level."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    begin = lines.index(f"[{game}]")
    rows = [n for n in range(begin, len(lines)) if lines[n].startswith("  { agent")]
    number = rows[level - LOWEST]
    low, high = (100 * end for end in score.interval)
    measured = (
        f", share = {100 * score.share:.1f}, interval = [{low:.1f}, {high:.1f}], "
        f"games = {score.games.games} }},"
    )
    lines[number] = re.sub(r"(, share = .*)? \},$", measured, lines[number])
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_page() -> None:
    """Puts the whole ladder into the table of the guide."""
    found = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, Ladder])
    boards = [parse_game(ladder.board) for ladder in found.values()]
    heads = [f"{type(board).__name__} {board.size}" for board in boards]
    lines = [f"| level | {' | '.join(heads)} |", f"|---:|{'---|' * len(heads)}"]
    for place in range(HIGHEST - LOWEST + 1):
        cells = [cell(ladder.levels[place]) for ladder in found.values()]
        lines.append(f"| {LOWEST + place} | {' | '.join(cells)} |")
    text = PAGE.read_text(encoding="utf-8")
    begin, rest = text.index("| level |"), text.index("\n\n", text.index("| level |"))
    PAGE.write_text(text[:begin] + "\n".join(lines) + text[rest:], encoding="utf-8")


def cell(level: Level) -> str:
    """How a level plays, and below that its share."""
    plays = f"depth {level.depth}" if level.depth else f"{level.simulations} simulations"
    if level.temperature:
        plays += f", temperature {level.temperature:g}"
    if not level.games:
        return f"{level.agent}, {plays}"
    low, high = level.interval
    return f"{level.agent}, {plays}<br>{level.share:.1f} % ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
