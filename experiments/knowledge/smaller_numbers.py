"""Shipped feature weights with numbers of few bits, for a smaller wheel; says what that costs.

    python experiments/knowledge/smaller_numbers.py FOLDER GAMES NAME... [--bits 6] [--step 0.015625]

Reads each NAME, writes FOLDER/NAME.knowledge, and predicts the games of the file GAMES with both.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
from learn import rounded

from katachi import load_knowledge, predict
from katachi.games import Game
from katachi.knowledge import FeatureWeights
from katachi.records import read


def main() -> None:
    """Rounds, writes, compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", type=Path)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--bits", type=int, default=6, help="behind the leading one")
    parser.add_argument("--step", type=float, default=0.0, help="factors are multiples of this")
    parser.add_argument("--limit", type=int, default=1500, help="games")
    options = parser.parse_args()
    games = read(options.games)
    for name in options.names:
        whole = load_knowledge(name, FeatureWeights)
        factors = None if whole.factors is None else rounded(whole.factors, options.bits)
        if factors is not None and options.step:
            factors = (options.step * np.round(factors / options.step)).astype(np.float32)
        small = replace(whole, weights=rounded(whole.weights, options.bits), factors=factors)
        path = options.folder / f"{name}.knowledge"
        small.save(path, overwrite=True)
        assert isinstance(whole.game, Game)
        test = games.of_board(whole.game)[: options.limit]
        before, after = (predict(one, test) for one in (whole, small))
        print(
            f"{name}: {path.stat().st_size:,} bytes, {after.positions:,} positions, MLE "
            f"{before.mean_log_evidence:.5f} to {after.mean_log_evidence:.5f}, M(1) "
            f"{100 * before.accuracy:.2f} to {100 * after.accuracy:.2f} %",
            flush=True,
        )


if __name__ == "__main__":
    main()
