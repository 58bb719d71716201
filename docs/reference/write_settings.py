"""Writes what follows from the declarations of the search's parts: Python settings and their page.

Run it with katachi installed: `make settings`, or `python docs/reference/write_settings.py`.
"""

from __future__ import annotations

import csv
from pathlib import Path

from katachi.search.parts import FIELDS
from katachi.search.reference import module_text, page_text

ROOT = Path(__file__).resolve().parents[2]
HAVANNAH = "[Havannah 5](../methods/effects.md), 1,000 games"
CONTROLS = "[Havannah 5](../methods/effects.md), 400 games"
# Measured by other experiments.
ELSEWHERE = {
    "expansion.joint_neighbour": f"true: 79.6 [77.0, 82.0], {HAVANNAH}",
    "expansion.local_connections": f"true: 82.7 [80.2, 84.9], {HAVANNAH}",
    "expansion.edge_connections": f"true: 80.7 [78.1, 83.0], {HAVANNAH}",
    "expansion.dead_cells": f"true, in playouts too: 50.3 [47.2, 53.4], {HAVANNAH}",
    "expansion.equal_visits": f"40: 60.8 [55.9, 65.4], 100: 73.5 [69.0, 77.6], {CONTROLS}",
    "expansion.batch": "speed with a network: 8 gives 1.39, 64 gives 1.79 times the simulations "
    "([policy networks](../methods/policy-network.md))",
    "playout.base=roulette": f"54.2 [51.1, 57.3] with local patterns, {HAVANNAH}",
    "threads": "speed: 2 give 1.8 times the simulations of UCT in Othello "
    "([threads](../methods/threads.md))",
}


def setting_of(name: str) -> str:
    """The full name of a setting from that of a row, which may leave out the group."""
    name = name.replace("final ", "final_move.").replace(" ", ".")
    (path,) = [path for path in FIELDS if path == name or path.endswith(f".{name}")]
    return path


def measured() -> dict[str, str]:
    """The measured effects: of settings, and of values of choices as `path=value`."""
    effects = dict(ELSEWHERE)
    with (ROOT / "experiments/effects/results.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            name, _, value = row["row"].partition("=")
            path = setting_of(name)
            ours, low, high = (float(row[column]) for column in ("ours", "low", "high"))
            text = f"{ours:.1f} [{low:.1f}, {high:.1f}]"
            effects[f"{path}={value}"] = text
            before = f"{effects[path]}; " if path in effects else ""
            effects[path] = f"{before}{value}: {text}"
    return effects


if __name__ == "__main__":
    (ROOT / "src/katachi/search/phases.py").write_text(module_text(), encoding="utf-8")
    page = ROOT / "docs/reference/search-settings.md"
    page.write_text(page_text(measured()), encoding="utf-8")
