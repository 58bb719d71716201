"""What each part of the search costs, measured by removing it, in one run.

    python benchmarks/search_cost.py --seconds 4

A search with all the parts below runs beside searches that lack one of them, in short slices that
take turns, so that all see the same disturbances; medians over slices. The cost of a part is the
share of the time that goes away with it. Every slice searches the start position from an empty
tree, with one thread.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable
from pathlib import Path

import msgspec

import katachi

SLICE_SECONDS = 0.3
MEMORY_MEGABYTES = 1000
BOARDS = ("othello", "go9", "go19", "hex11", "havannah5", "havannah8")

Change = Callable[[katachi.MctsSettings], katachi.MctsSettings]


def with_selection(**fields: object) -> Change:
    """Replaces fields of the selection."""
    return lambda s: msgspec.structs.replace(
        s, selection=msgspec.structs.replace(s.selection, **fields)
    )


def with_playout(**fields: object) -> Change:
    """Replaces fields of the playout."""
    return lambda s: msgspec.structs.replace(
        s, playout=msgspec.structs.replace(s.playout, **fields)
    )


FULL = katachi.MctsSettings(
    megabytes=MEMORY_MEGABYTES,
    selection=katachi.SelectionSettings(
        rave="hand_selected", bias="ikeda", history_weight=1.0, solver=True
    ),
    playout=katachi.PlayoutSettings(last_good_reply=2, forgetting=True, ngrams=1),
)
PARTS: dict[str, Change] = {
    "RAVE": with_selection(rave="none"),
    "progressive bias": with_selection(bias="none"),
    "progressive history": with_selection(history_weight=0.0),
    "solver": with_selection(solver=False),
    "LGRF-2": with_playout(last_good_reply=0, forgetting=False),
    "N-gram1": with_playout(ngrams=0),
    "LGRF-2 and N-gram1": with_playout(last_good_reply=0, forgetting=False, ngrams=0),
}


def speeds_on(game: katachi.Game, seconds: float) -> dict[str, float]:
    """Simulations per second: plain UCT, everything, and everything but one part."""
    contestants = {
        "plain UCT": katachi.MctsSettings(megabytes=MEMORY_MEGABYTES),
        "everything": FULL,
        **{f"without {name}": change(FULL) for name, change in PARTS.items()},
    }
    weights = katachi.CellWeights.by_class(game, {})
    slices: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(max(1, round(seconds / SLICE_SECONDS))):
        for name, settings in contestants.items():
            biased = settings.selection.bias != "none"
            search = katachi.Mcts(
                game,
                msgspec.structs.replace(settings, seed=number),
                knowledge=weights if biased else None,
            )
            slices[name].append(
                search.run(game.start(), seconds=SLICE_SECONDS).simulations_per_second
            )
    return {name: statistics.median(found) for name, found in slices.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each search and board")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS))
    parser.add_argument("--json", type=Path, help="also write the speeds here")
    arguments = parser.parse_args()
    table = {}
    for text in arguments.boards:
        game = katachi.parse_game(text)
        table[text] = speeds_on(game, arguments.seconds)
        full = table[text]["everything"]
        print(
            f"{text}: plain UCT {table[text]['plain UCT']:,.0f}/s, everything {full:,.0f}/s; costs:"
        )
        for name in PARTS:
            cost = 1 - full / table[text][f"without {name}"]
            print(f"    {name:24s} {100 * cost:5.1f} %")
    if arguments.json:
        arguments.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
