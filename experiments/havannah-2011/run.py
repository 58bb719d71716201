"""Plays the rows of rows.toml and writes report.md; run again to resume or to go on.

python experiments/havannah-2011/run.py --scale quick --processes 2
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from katachi.agents import Budget
from katachi.matches import MatchPlan, MatchScore, play_match, score_of

HERE = Path(__file__).parent


def verdict(score: MatchScore, paper: float) -> str:
    """Whether the direction of the paper (better or worse than even) is confirmed."""
    low, high = score.interval
    if low > 0.5:
        return "confirmed" if paper > 50 else "not confirmed"
    if high < 0.5:
        return "confirmed" if paper < 50 else "not confirmed"
    return "undecided"


def main() -> None:
    """Plays what is missing, row by row, and rewrites the report after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", choices=("smoke", "quick", "longer", "paper"), default="quick")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--logs", type=Path, default=HERE / "games")
    parser.add_argument("--only", nargs="*", default=[], help="agents; default: all rows")
    options = parser.parse_args()
    setup = tomllib.loads((HERE / "rows.toml").read_text(encoding="utf-8"))
    scale = setup["scales"][options.scale]
    lines = [
        f"# HAVANNAH chapter 4 at scale {options.scale}",
        "",
        f"Game {setup['game']}, opponent {setup['opponent']}, {scale['seconds']} s a move for both, "
        f"{scale['pairs']} pairs a row with colours exchanged, no openings, seed {setup['seed']}. "
        "Share of points of the enhanced agent with Wilson's 95 % interval; simulations a move of "
        "the enhanced agent and of the base line.",
        "",
        "| table | agent | paper % | ours % | interval | games | first, second mover % | simulations | direction |",
        "|---|---|---:|---:|---|---:|---|---|---|",
    ]
    rows = [row for row in setup["rows"] if not options.only or row["agent"] in options.only]
    for row in rows:
        plan = MatchPlan(
            first=row["agent"],
            second=setup["opponent"],
            game=setup["game"],
            budget=Budget(seconds=scale["seconds"]),
            pairs=scale["pairs"],
            seed=setup["seed"],
        )
        log = options.logs / f"{options.scale}-{row['agent']}.jsonl"
        score = score_of(play_match(plan, log, processes=options.processes))
        low, high = score.interval
        as_white = score.games - score.games_as_black
        lines.append(
            f"| {row['table']} | {row['agent'].removeprefix('havannah-')} | {row['paper']} "
            f"| {100 * score.share:.1f} | {100 * low:.1f} to {100 * high:.1f} | {score.games} "
            f"| {100 * score.wins_as_black / score.games_as_black:.1f}, "
            f"{100 * (score.wins - score.wins_as_black) / as_white:.1f} "
            f"| {score.simulations_per_move[0]:.0f}, {score.simulations_per_move[1]:.0f} "
            f"| {verdict(score, row['paper'])} |"
        )
        report = HERE / f"report-{options.scale}.md"
        report.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
