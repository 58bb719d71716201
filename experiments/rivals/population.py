"""A population of rivals for one target: strength against the target itself, and variety.

    python experiments/rivals/population.py RUN_FOLDER --threads 2

Measures the weakness of the target from the self-play records that `table71.py` left in the folder,
evolves rivals against the agent that imitates it, and lets every individual of the last population
play the target, on openings that nobody has seen. Writes `population.json` and `population.svg`; the
same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from katachi.agents import read_agent_file
from katachi.ratings.intervals import wilson_interval
from katachi.records import read_native
from katachi.reports.scatter_plot import Point, scatter_plot
from katachi.rivals import (
    DuelPlan,
    DuelSide,
    MakingPlan,
    MggSettings,
    duel_counts,
    make_rivals,
    measure_weakness,
    settings_of,
    similarity,
    weights_of,
)
from katachi.rivals.individual import NAMES

HERE = Path(__file__).parent


def main() -> None:
    """One row per individual, weakest first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", default="intermediate-3.toml")
    parser.add_argument("--records", default="alphabeta-3.katachi")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    games = list(read_native((options.folder / options.records).read_bytes()))
    weakness = measure_weakness(games, games[0].black)
    plan = MakingPlan(
        game="othello8", weakness=round(weakness.mean, 4), mgg=MggSettings(seed=options.seed)
    )
    _, making = make_rivals(plan, options.folder / "population.part", threads=options.threads)
    assert making.state is not None
    depth = plan.depth or 1 + making.tried.index(max(making.tried))
    target = DuelSide(read_agent_file(str(HERE / options.target)).alphabeta)
    duels = DuelPlan(pairs=options.pairs, seed=options.seed + 100, threads=options.threads)
    everybody = [one.genes for one in making.state.population]
    rows = []
    for place, genes in enumerate(everybody):
        counts = duel_counts(DuelSide(settings_of(genes, depth), natural=True), target, duels)
        losses, draws, wins = making.measured[place]
        low, high = wilson_interval(counts.points, counts.games)
        weights = weights_of(genes)
        rows.append(
            {
                **{name: getattr(weights, name) for name in NAMES},
                "against_agent": round((wins + draws / 2) / (wins + draws + losses), 4),
                "against_target": round(counts.share, 4),
                "interval": [round(low, 4), round(high, 4)],
                "games": counts.games,
                "similarity": round(similarity(genes, everybody, itself=place), 4),
            }
        )
    rows.sort(key=lambda row: row["against_target"])
    print(f"weakness {weakness.mean:.2f} ± {weakness.error:.2f}, depth {depth}")
    print(f"| {' | '.join(NAMES)} | against the agent % | against the target % | 95 % |")
    print("|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        low, high = row["interval"]
        print(
            f"| {' | '.join(str(row[name]) for name in NAMES)} | {100 * row['against_agent']:.1f} "
            f"| {100 * row['against_target']:.1f} | [{100 * low:.1f}, {100 * high:.1f}] |"
        )
    points = [
        Point(row["openness"], row["mobility"], f"{100 * row['against_target']:.0f}", row["stable"])
        for row in rows
    ]
    svg = scatter_plot(
        points,
        title=f"{len(points)} rivals: weights, and share of points against the target in %",
        across="weight of openness",
        up="weight of mobility",
        shade="weight of stable discs",
    )
    (options.folder / "population.svg").write_text(svg + "\n")
    document = {"weakness": round(weakness.mean, 3), "depth": depth, "rivals": rows}
    (options.folder / "population.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
