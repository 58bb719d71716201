"""Self-play and improve on a cluster: a worker dies once, and everything comes out as on one machine."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from katachi.matches import Running
from katachi.matches.tasks import run_tasks
from katachi.optimising.improve import ImprovePlan, improve
from katachi.optimising.tune import TunePlan, tune

CLUSTER = Running(processes=2, on_ray="ray")


def die_once(task: tuple[str, int]) -> int:
    """The number; the worker that is first asked for 2 dies."""
    folder, number = task
    mark = Path(folder) / "died"
    if number == 2 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def end_of(folder: Path) -> tuple[object, dict[str, bytes]]:
    """What must be equal after equal runs."""
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    for generation in state["generations"]:
        del generation["seconds"]
    return state, {path.name: path.read_bytes() for path in folder.glob("champion*")}


def main() -> None:
    """Prints a line that the test compares."""
    import ray

    folder = Path(sys.argv[1])
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    tasks = [(str(folder), number) for number in range(6)]
    answers = sorted(answer for _, answer in run_tasks(die_once, tasks, CLUSTER))
    plan = ImprovePlan(
        game="hex4",
        games=20,
        simulations=60,
        cheap_simulations=20,
        gate_budget="30",
        gate_pairs=4,
        trials=1,
        rating_pairs=1,
    )
    ends = []
    for name, running in (("here", Running()), ("there", CLUSTER)):
        improve(plan, folder / name, generations=1, running=running)
        ends.append(end_of(folder / name))
    tuning = TunePlan(agent="rave", game="hex4", budget="20", steps=3, pairs=2, confirm_pairs=2)
    paths = [
        tune(tuning, folder / f"tune-{name}", running=running).path
        for name, running in (("here", Running()), ("there", CLUSTER))
    ]
    print(f"answers {answers}, improve {ends[0] == ends[1]}, tune {paths[0] == paths[1]}")


if __name__ == "__main__":
    main()
