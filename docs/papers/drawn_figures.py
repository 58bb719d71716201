"""Figures of the papers that show what was learned, not how well: drawn from what ships."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from katachi.features import FeatureLevel
from katachi.features.catalogue import shapes as shapes_of
from katachi.features.shape_svg import shapes_svg
from katachi.games.go import Go
from katachi.games.svg import Marks
from katachi.knowledge import LocalPatternWeights, load_knowledge
from katachi.knowledge.forest_leaves import Example, ForestLeaves
from katachi.showing.plot import Series, line_plot

LEAVES = Path(__file__).parents[2] / "experiments" / "forest-2014" / "reports" / "leaves.json"

EVOLVED = """\
## Figure 5.6: the shapes after the evolution

Those of the thesis (`othello-evolved`):

![25 shapes of the thesis](shapes-2014-othello-evolved.svg)

Ours, evolved with the same settings from games of WTHOR (`othello-evolved-3`):

![25 shapes of ours](shapes-2014-othello-evolved-3.svg)
"""

LOCAL_PATTERNS = """\
## Figures 3.5, 4.1 and 4.2: local patterns

From the counts of `havannah5-local-patterns`, 5,000 games on a base-5 board as in the thesis.

![Weights of all patterns](havannah-2011-3.5.svg)

![How often patterns were there](havannah-2011-4.1.svg)

![Weights of the 50 most frequent patterns](havannah-2011-4.2.svg)
"""

EXAMPLE_LEAVES = """\
## Figures 5.1 and 5.2: example leaves

Two leaves of sg0 trees of `go19-forest` (sg0 and ig0, wwls, 16 trees of 3,200 games), as in the thesis: one that speaks
for a move and one of the lowest weights, each with a move of a game on KGS that reaches it. 0 is the move, the other
numbers are the nodes that the queries discovered, in order.
"""


def local_pattern_pictures() -> dict[str, str]:
    """Figures 3.5, 4.1 and 4.2 of HAVANNAH from the counts that ship: weights and frequencies."""
    weights = load_knowledge("havannah5-local-patterns", LocalPatternWeights)
    counts = [count for count in weights.counts.values() if count.available]
    games = int(weights.notes["games"])
    by_weight = sorted((one.played / one.available for one in counts), reverse=True)
    often = sorted(counts, key=lambda one: one.available, reverse=True)
    frequencies = [one.available / games for one in often]
    frequent = [one.played / one.available for one in often[:50]]

    def drawn(values: list[float], title: str, across: str, up: str) -> str:
        points = list(enumerate(values, 1))
        return str(line_plot([Series("ours", points)], title=title, across=across, up=up))

    by_frequency = "pattern, by frequency"
    return {
        "havannah-2011-3.5.svg": drawn(
            by_weight, "3.5: weights on a base-5 board", "pattern, by weight", "weight"
        ),
        "havannah-2011-4.1.svg": drawn(
            frequencies, "4.1: pattern frequencies", by_frequency, "turns a game"
        ),
        "havannah-2011-4.2.svg": drawn(
            frequent, "4.2: weights of the 50 most frequent", by_frequency, "weight"
        ),
    }


@functools.cache
def leaf_pictures() -> tuple[str, dict[str, str]]:
    """Figures 5.1 and 5.2 of FOREST: what the leaves ask in words, and the boards."""
    leaves = ForestLeaves.read("go19-forest")
    text, drawn = EXAMPLE_LEAVES, {}
    for one in json.loads(LEAVES.read_text(encoding="utf-8")):
        position = Go(19).start()
        for move in one["moves"].split():
            position = position.play(move)
        level = FeatureLevel(one["tree"] - 1, one["leaf"] - 1)
        nodes = leaves.nodes(level, Example(position, one["move"]))
        file = f"forest-2014-{one['figure']}.svg"
        drawn[file] = position.svg(Marks(labels={cell: str(n) for n, cell in nodes.items()}))
        asked = "\n".join(f"- {line}" for line in leaves.forest.describe(level))
        text += f"\n*{leaves.title(level)}*\n\n{asked}\n\n![{one['figure']}: a leaf on the board]({file})\n"
    return text, drawn


def evolved_pictures() -> dict[str, str]:
    """Figure 5.6 of SHAPES: the thesis' shapes and ours."""
    drawn = {}
    for name in ("othello-evolved", "othello-evolved-3"):
        one = shapes_of(name)
        drawn[f"shapes-2014-{name}.svg"] = shapes_svg(one.game, one.shapes)
    return drawn


def pictures() -> dict[str, str]:
    """All of them, by name of the file."""
    return local_pattern_pictures() | evolved_pictures() | leaf_pictures()[1]


# Text of the pages, by paper.
SECTIONS = {
    "forest-2014": leaf_pictures()[0],
    "havannah-2011": LOCAL_PATTERNS,
    "shapes-2014": EVOLVED,
}
