"""Feature sets from text: the table of kinds, and the head that all texts share.

katachi-features 1 shapes
game othello8
# a comment
b1: a1 b1 c1
"""

from __future__ import annotations

from collections.abc import Callable

from katachi.errors import KatachiError, shown
from katachi.features import cells, forest, shape_set
from katachi.features.cells import CellClasses
from katachi.features.feature_set import FORMAT, VERSION, FeatureSet
from katachi.features.forest import Forest
from katachi.features.shape_set import ShapeSet
from katachi.games.catalogue import parse_game
from katachi.games.game import Game

# Room for a forest of a million leaves.
LONGEST_TEXT = 32_000_000

KINDS: dict[str, Callable[[Game, list[str]], FeatureSet]] = {
    cells.KIND: CellClasses.from_lines,
    shape_set.KIND: ShapeSet.from_lines,
    forest.KIND: Forest.from_lines,
}


def parse_feature_set(text: str) -> FeatureSet:
    r"""The feature set that a text describes; raises `KatachiError`.

    >>> parse_feature_set("katachi-features 1 cells\ngame hex11\n")
    CellClasses(game=Hex(11))
    """
    if len(text) > LONGEST_TEXT:
        raise KatachiError(f"a feature set of {len(text)} characters is too long")
    lines = [line for line in map(str.strip, text.splitlines()) if line and line[0] != "#"]
    head = lines[0].split() if lines else []
    if len(head) != 3 or head[0] != FORMAT:
        raise KatachiError(
            f"a feature set begins with '{FORMAT} {VERSION} KIND', not {shown(lines[0] if lines else '')}"
        )
    if head[1] != str(VERSION):
        raise KatachiError(f"version {shown(head[1])} of {FORMAT} is unknown; known: {VERSION}")
    if head[2] not in KINDS:
        raise KatachiError(f"no kind of features {shown(head[2])}; known: {', '.join(KINDS)}")
    game_line = lines[1].split() if len(lines) > 1 else []
    if len(game_line) != 2 or game_line[0] != "game":
        raise KatachiError("the second line of a feature set looks like 'game othello8'")
    return KINDS[head[2]](parse_game(game_line[1]), lines[2:])
