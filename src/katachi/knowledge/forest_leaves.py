"""The leaves of a forest: their strengths, which of them a move reaches, and where one occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError, shown
from katachi.features import FeatureLevel, Forest, parse_feature_set
from katachi.files.reading import read_text
from katachi.games.position import Position
from katachi.knowledge.catalogue import SUFFIX, knowledge_names, load_knowledge
from katachi.knowledge.feature_weights import FeatureWeights
from katachi.records import Games


@dataclass(frozen=True)
class Example:
    """A position, and a move that reaches a leaf there."""

    position: Position
    move: str


@dataclass(frozen=True)
class ForestLeaves:
    """A forest, and the weights of its leaves if it came with some."""

    forest: Forest
    weights: NDArray[np.float32] | None = None
    begins: tuple[int, ...] = ()  # where the leaves of each tree begin among the weights

    @classmethod
    def read(cls, file: str) -> ForestLeaves:
        """A forest as text, or knowledge with one, by name or file; raises `KatachiError`."""
        if file in knowledge_names() or file.endswith(SUFFIX):
            knowledge = load_knowledge(file, FeatureWeights)
            first = 0
            for features in knowledge.features:
                if isinstance(features, Forest):
                    begins = knowledge.level_begins[first : first + len(features.trees)]
                    return cls(features, knowledge.weights, tuple(int(b) for b in begins))
                first += len(features.feature_names)
            raise KatachiError(f"{shown(file)} holds no forest")
        found = parse_feature_set(read_text(Path(file)))
        if not isinstance(found, Forest):
            raise KatachiError(f"{shown(file)} holds features of another kind than a forest")
        return cls(found)

    def strength(self, level: FeatureLevel) -> float | None:
        """What the leaf multiplies the chances of a move by."""
        if self.weights is None:
            return None
        return float(np.exp(self.weights[self.begins[level.feature] + level.level]))

    def title(self, level: FeatureLevel) -> str:
        """Which leaf it is, in words."""
        tree = self.forest.trees[level.feature]
        text = f"tree {level.feature + 1} ({tree.system}), leaf {level.level + 1}"
        text += f" of {tree.leaf_count:,}"
        strength = self.strength(level)
        return text if strength is None else f"{text}, strength {strength:.3g}"

    def trees(self, tree: int | None) -> Sequence[int]:
        """All trees, or one that is counted from 1; raises `KatachiError`."""
        if tree is None:
            return range(len(self.forest.trees))
        if tree > len(self.forest.trees):
            raise KatachiError(f"there is no tree {tree}; there are {len(self.forest.trees)}")
        return [tree - 1]

    def chosen(
        self, tree: int | None, leaf: int | None, name: str, *, needed: bool = False
    ) -> list[FeatureLevel]:
        """The leaf of a name, or of a tree and a number from 1, or none if none is needed."""
        if name:
            return [self.forest.parse_level(name)]
        if leaf is None and not needed:
            return []
        if leaf is None or tree is None:
            raise KatachiError("a leaf is given by --tree and --leaf, or by --name")
        (number,) = self.trees(tree)
        count = self.forest.trees[number].leaf_count
        if leaf > count:
            raise KatachiError(f"tree {tree} has {count} leaves, not {leaf}")
        return [FeatureLevel(number, leaf - 1)]

    def strongest(self, count: int) -> list[FeatureLevel]:
        """The leaves that speak most for a move, the strongest first."""
        if self.weights is None:
            raise KatachiError(f"only leaves of a {SUFFIX} file have strengths")
        ranked = sorted(self.forest.leaves(), key=lambda level: -(self.strength(level) or 0.0))
        return ranked[:count]

    def reached(self, example: Example, tree: int | None) -> list[FeatureLevel]:
        """The leaves that a move reaches, in one tree (counted from 1) or in all."""
        return [
            FeatureLevel(number, self.forest.trace(example.position, example.move, number).leaf)
            for number in self.trees(tree)
        ]

    def example_in(self, games: Games, wanted: FeatureLevel) -> Example:
        """The first position of games in which a move reaches the leaf; played moves first."""
        forest = self.forest
        for record in games:
            position = record.game.start() if record.start is None else record.start
            if not isinstance(position, Position):
                raise KatachiError(f"{record.game} is a game in Python; forests do not know it")
            for played in record.moves:
                legal = position.legal_moves
                cells = [cell for cell in legal if cell in forest.game.topology.cells]
                for candidate in sorted(cells, key=lambda cell: cell != played):
                    if forest.trace(position, candidate, wanted.feature).leaf == wanted.level:
                        return Example(position, candidate)
                position = position.play(played)
        raise KatachiError("no position of these games reaches the leaf")

    def nodes(self, level: FeatureLevel, example: Example | None) -> dict[int, str]:
        """Cells by number of the discovered node, 0 is the move; sides have none."""
        if example is None:
            return {}
        cells = self.forest.trace(example.position, example.move, level.feature).cells
        topology = self.forest.game.topology
        known = set(topology.cells)
        found = {number: cell for number, cell in enumerate(cells) if cell in known}
        found[0] = example.position.cell_of(example.move) or example.move
        return found
