"""Knowledge of the shape groups that SHAPES lets play against alpha-beta.

    python experiments/rivals/learn_groups.py FOLDER_OF_WTHOR_FILES knowledge

Fits the default and evolved shapes and the better, middle and worse groups (tables 6.1 to 6.3) on
the same games, and writes one file each into the folder; `katachi reproduce shapes-2014` looks for
the groups in `knowledge/`. Files that are there already are kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import katachi
from katachi.features import shapes
from katachi.records import Games

GROUPS = ("default", "evolved", "better", "middle", "worse")


def main() -> None:
    """One line per group: its mean log evidence on games that took no part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--train", type=int, default=14_000)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--loops", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    files = sorted(options.games.glob("WTH_*.wtb"))
    games = Games.joined([katachi.records.read(file) for file in files])
    train, test = games.split(test=options.test, train=options.train, seed=options.seed)
    options.folder.mkdir(parents=True, exist_ok=True)
    for group in GROUPS:
        path = options.folder / f"othello-{group}.knowledge"
        if path.exists():
            print(f"{path} is there already", flush=True)
            continue
        learned = katachi.learn(
            train,
            features=[shapes(f"othello-{group}")],
            learner="mm",
            test=test,
            loops=options.loops,
            about=f"{group} shapes of SHAPES on {len(train)} games of WTHOR, seed {options.seed}",
        )
        learned.save(path)
        found = katachi.predict(learned, test)
        print(
            f"{group}: MLE {found.mean_log_evidence:.5f}, {path.stat().st_size:,} bytes", flush=True
        )


if __name__ == "__main__":
    main()
