"""SHAPES table 5.11 and figure 5.5: does what predicts better also play better?

    python experiments/shapes-2014/stages.py FOLDER_OF_WTHOR_FILES RUN_FOLDER --simulations 500

The shapes after each of the nine evolutions of the thesis, and our own, are learned from the same
games by the same learner, and play against the default shapes as in section 5.3.5: bias and
playouts, equal simulations, games in pairs from random openings. Knowledge and games stay in
RUN_FOLDER; the same command goes on where it stopped. Prints a table in Markdown and writes
`stages.json` and `stages.svg` there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import katachi
from katachi.agents import Budget, read_agent_file
from katachi.agents.changes import changed
from katachi.features import ShapeSet
from katachi.files.atomic_file import write_atomically
from katachi.knowledge import FeatureWeights
from katachi.learning import learn, predict
from katachi.matches import Contestant, Laboratory, MatchPlan, Openings, Running, play_match
from katachi.optimising.shapes.light import target_of
from katachi.records import Games
from katachi.showing.plot import Series, line_plot

ORDER = ("b1", "c1", "d1", "b2", "c2", "d2", "d3", "c3", "a1")
# Table 5.11: the share of games that the shapes of each stage won against the default ones.
THESIS = (52.72, 55.84, 58.85, 62.12, 67.71, 74.48, 79.56, 81.76, 83.45)
LOOPS = 12


def shapes_of_stages() -> dict[str, ShapeSet]:
    """The default shapes, with one more class of the thesis' evolved ones at each stage; and ours."""
    default = katachi.features.shapes("othello-default")
    evolved = katachi.features.shapes("othello-evolved")
    stages = {"default": default}
    for number in range(1, len(ORDER) + 1):
        done = ORDER[:number]
        kept = [shape for shape in default.shapes if target_of(shape) not in done]
        new = [shape for shape in evolved.shapes if target_of(shape) in done]
        stages[f"evolution-{number}"] = default.with_shapes((*kept, *new))
    stages["evolved-2"] = katachi.features.shapes("othello-evolved-2")
    return stages


def knowledge_of(name: str, shapes: ShapeSet, games: Games, folder: Path) -> Path:
    """Learned once, then kept."""
    path = folder / f"{name}.knowledge"
    if not path.exists():
        learn(games, features=[shapes], learner="lbfgs", loops=LOOPS).save(path)
    return path


def player(name: str, path: Path, simulations: int) -> Contestant:
    """As section 5.3.5: the knowledge is bias and playout policy."""
    base = read_agent_file("othello-shapes-playouts")
    agent = changed(base, {"knowledge": str(path), "playout_knowledge": str(path)})
    return Contestant(name, agent, Budget(simulations=simulations))


def main() -> None:
    """One row a stage."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2014)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="names of stages")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    train, test = games.split(test=5000, seed=1)
    stages = shapes_of_stages()
    paths = {
        name: knowledge_of(name, shapes, train, options.folder)
        for name, shapes in stages.items()
        if name == "default" or not options.only or name in options.only
    }
    values = {
        name: predict(FeatureWeights.load(path), test).mean_log_evidence
        for name, path in paths.items()
    }
    default = player("default", paths["default"], options.simulations)
    rows = []
    points = [(values["default"], 50.0)]
    print("| stage | test MLE | share % | 95 % interval | games | thesis |")
    print("|---|---:|---:|---|---:|---:|")
    print(f"| default | {values['default']:.4f} | 50 | | | 50 |")
    with Laboratory(options.folder / "stages.sqlite") as laboratory:
        for name in [name for name in paths if name != "default"]:
            plan = MatchPlan(
                player(name, paths[name], options.simulations),
                default,
                "othello",
                options.pairs,
                seed=options.seed,
                openings=Openings("random", 6),
            )
            score = play_match(plan, laboratory, Running(processes=options.processes)).score
            low, high = score.interval
            row = {
                "stage": name,
                "test_mle": round(values[name], 5),
                "share": round(score.share, 4),
                "interval": [round(low, 4), round(high, 4)],
                "games": score.games.games,
            }
            rows.append(row)
            points.append((values[name], 100 * score.share))
            number = name.rpartition("-")[2]
            thesis = f"{THESIS[int(number) - 1]:.2f}" if name.startswith("evolution") else ""
            print(
                f"| {name} | {row['test_mle']:.4f} | {100 * score.share:.1f} "
                f"| {100 * low:.1f} to {100 * high:.1f} | {row['games']} | {thesis} |",
                flush=True,
            )
    conditions = {"simulations": options.simulations, "pairs": options.pairs, "seed": options.seed}
    text = json.dumps({"conditions": conditions, "rows": rows}, indent=1) + "\n"
    write_atomically(options.folder / "stages.json", text, overwrite=True)
    plot = line_plot(
        [Series(f"{options.simulations} simulations", sorted(points))],
        title="Strength against the default shapes",
        across="test MLE",
        up="share of points, %",
    )
    write_atomically(options.folder / "stages.svg", plot, overwrite=True)


if __name__ == "__main__":
    main()
