"""A population of rivals for one target: strength against the target itself, and variety.

    python experiments/rivals/population.py RUN_FOLDER --threads 2

Measures the weakness of the target from the self-play records that `table71.py` left in the folder,
and evolves rivals against the agent that imitates it. Those that take 40 to 60 % in the games of a
check against the target are handed out, and measured in games against the target that nobody has
seen. Writes `population.json` and `population.svg`; the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from katachi.optimising.rivals import (
    THESIS,
    WANTED,
    MakingPlan,
    MggSettings,
    is_even,
    make_rivals,
    measure_weakness,
    similarity,
)
from katachi.optimising.rivals.individual import varied_weights
from katachi.records import read_native
from katachi.search.alphabeta import TESTER
from katachi.search.judge import JudgeSettings
from katachi.showing.plot import Point, scatter_plot

HERE = Path(__file__).parent


def main() -> None:
    """One row per individual, weakest first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", default="intermediate-3.toml")
    parser.add_argument("--records", default="alphabeta-3.katachi")
    parser.add_argument("--rivals", type=int, default=12)
    parser.add_argument("--check-pairs", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2031)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    games = list(read_native((options.folder / options.records).read_bytes()))
    judge = JudgeSettings(alphabeta=TESTER)
    weakness = measure_weakness(games, games[0].black, judge, counting=THESIS)
    plan = MakingPlan(
        game="othello8",
        weakness=round(weakness.mean, 4),
        judge=judge,
        mgg=MggSettings(seed=options.seed),
        check_pairs=options.check_pairs,
        final_pairs=options.pairs,
        keep=options.rivals,
        target=f"{HERE / options.target}@1",
    )
    rivals, making = make_rivals(
        plan,
        options.folder / "population.part",
        threads=options.threads,
        progress=lambda now: print(f"{now.done:.0f} of {now.total:.0f}: {now.text}", flush=True),
    )
    assert making.state is not None
    depth = plan.depth or 1 + making.tried.index(max(making.tried))
    checks = {one.genes: one.share for one in making.checked}
    everybody = [rival.logarithms for rival in rivals if rival.logarithms is not None]
    names = tuple(varied_weights(rivals[0].agent))
    rows: list[dict[str, Any]] = []
    for place, rival in enumerate(rivals):
        genes = everybody[place]
        rows.append(
            {
                **varied_weights(rival.agent),
                "check": round(checks[genes], 4),
                "measured": round(rival.share, 4),
                "interval": [round(bound, 4) for bound in rival.interval],
                "games": rival.games,
                "similarity": round(similarity(genes, everybody, itself=place), 4),
            }
        )
    inside = sum(WANTED[0] <= row["measured"] <= WANTED[1] for row in rows)
    summary = {
        "target": options.target,
        "weakness": round(weakness.mean, 3),
        "depth": depth,
        "seed": options.seed,
        "cycles": making.state.cycle,
        "evaluations": making.state.evaluations,
        "checked": len(making.checked),
        "even in the check": sum(map(is_even, checks.values())),
        "within 35 to 65 %": inside,
    }
    print(json.dumps(summary))
    print(f"| {' | '.join(names)} | check % | measured % | 95 % |")
    print("|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        low, high = row["interval"]
        print(
            f"| {' | '.join(str(row[name]) for name in names)} | {100 * row['check']:.1f} "
            f"| {100 * row['measured']:.1f} | [{100 * low:.1f}, {100 * high:.1f}] |"
        )
    points = [
        Point(row["openness"], row["mobility"], f"{100 * row['measured']:.0f}", row["stable"])
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
    document = summary | {"rivals": rows}
    (options.folder / "population.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
