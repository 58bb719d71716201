"""Feature sets from text: the table of kinds, and the head that all texts share.

katachi-features 1 shapes
game othello8
# a comment
b1: a1 b1 c1
"""

from __future__ import annotations

import re
from collections.abc import Callable

from katachi.errors import KatachiError, shown
from katachi.features import by_stage, cells, forest, large_patterns, shape_set, stages, tactics
from katachi.features.by_stage import ByStage
from katachi.features.cells import CellClasses
from katachi.features.feature_set import FORMAT, VERSION, FeatureSet
from katachi.features.forest import Forest
from katachi.features.large_patterns import LargePatterns
from katachi.features.shape_set import ShapeSet
from katachi.features.stages import Stages
from katachi.features.tactics import Tactics
from katachi.games.catalogue import parse_game
from katachi.games.game import Game

LONGEST_TEXT = 1_000_000
# Kinds whose texts may be longer; a forest has room for a million leaves.
LONGER_TEXTS = {
    forest.KIND: 32_000_000,
    large_patterns.KIND: large_patterns.LONGEST_TEXT,
}
LONGER_TEXTS[by_stage.KIND] = max(LONGER_TEXTS.values())


def _by_stage(game: Game, lines: list[str]) -> ByStage:
    """From the number of stages, and the text of the features."""
    words = lines[0].split() if lines else []
    if len(words) != 2 or words[0] != "stages" or not (words[1].isascii() and words[1].isdigit()):
        raise KatachiError(
            f"features by stage have a line like 'stages 3', not {shown(lines[0] if lines else '')}"
        )
    if len(lines) > 1 and lines[1].split()[2:] == [by_stage.KIND]:
        raise KatachiError("features by stage cannot be by stage once more")
    features = parse_feature_set("\n".join(lines[1:]))
    if (features.game.name, features.game.size) != (game.name, game.size):
        raise KatachiError(f"features by stage of {game} are made of features of {features.game}")
    return ByStage(features, int(words[1]))


KINDS: dict[str, Callable[[Game, list[str]], FeatureSet]] = {
    by_stage.KIND: _by_stage,
    cells.KIND: CellClasses.from_lines,
    shape_set.KIND: ShapeSet.from_lines,
    forest.KIND: Forest.from_lines,
    large_patterns.KIND: LargePatterns.from_lines,
    stages.KIND: Stages.from_lines,
    tactics.KIND: Tactics.from_lines,
}


# Halves of characters, as Python reads bytes that are not UTF-8; the core takes none.
SURROGATES = re.compile("[\ud800-\udfff]")


def parse_feature_set(text: str) -> FeatureSet:
    r"""The feature set that a text describes; raises `KatachiError`.

    >>> parse_feature_set("katachi-features 1 cells\ngame hex11\n")
    CellClasses(game=Hex(11))
    """
    first = text.lstrip().partition("\n")[0].split()
    longest = LONGER_TEXTS.get(first[-1], LONGEST_TEXT) if first else LONGEST_TEXT
    if len(text) > longest:
        raise KatachiError(f"a feature set of {len(text)} characters is too long")
    if SURROGATES.search(text):
        raise KatachiError("a feature set is UTF-8 text")
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
