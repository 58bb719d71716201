"""How well tactical features predict moves, alone and beside others (FOREST table 5.9).

    python experiments/forest-2014/tactics.py kgs_6dplus_19x19.sgf.xz --train 4000 \
        --instance tactics --instance tactics-without-history --instance tactics+around

An instance is: names of feature sets joined by +. The test games are
chosen by a seeded split; learning takes the first games of the rest. Prints M(1), MLE with a 95 %
interval by games, and processor seconds.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from katachi.commands.record_files import read_games
from katachi.features.by_name import features_by_name
from katachi.learning import learn, predict


def main() -> None:
    """Reads the arguments, learns and predicts, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--instance", action="append", required=True)
    parser.add_argument("--train", type=int, default=4000)
    parser.add_argument("--test", type=int, default=1000)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--loops", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="only games like this: havannah8")
    parser.add_argument("--save", type=Path, help="a folder for the knowledge")
    arguments = parser.parse_args()
    games = read_games(arguments.file)
    if arguments.game:
        wanted = [f"{kind.name}{kind.size}" == arguments.game for kind in games.kinds]
        games = games.where(np.array(wanted)[games.kind], note=arguments.game)
    kind = f"{games.kinds[0].name}{games.kinds[0].size}"
    rest, test = games.split(test=arguments.test, seed=arguments.seed)
    train = rest[: arguments.train]
    print(f"{kind}: {len(train)} learning games at share {arguments.share}, {len(test)} test games")
    print("| features | positions | M(1) | MLE | 95 % | learning s | prediction s |")
    print("|---|---:|---:|---:|---|---:|---:|")
    for instance in arguments.instance:
        sets = features_by_name(instance.split("+"), kind)
        begin = time.process_time()
        knowledge = learn(
            train, features=sets, share=arguments.share, loops=arguments.loops, threads=2
        )
        learned = time.process_time()
        found = predict(knowledge, test, threads=2)
        predicted = time.process_time()
        low, high = found.interval
        print(
            f"| {instance} | {knowledge.card.positions:,} | {100 * found.accuracy:.1f} % | "
            f"{found.mean_log_evidence:.4f} | {low:.4f} to {high:.4f} | {learned - begin:.1f} | "
            f"{predicted - learned:.1f} |",
            flush=True,
        )
        if arguments.save:
            knowledge.save(arguments.save / f"{kind}-{instance}.knowledge", overwrite=True)


if __name__ == "__main__":
    main()
