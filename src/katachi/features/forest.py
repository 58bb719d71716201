"""Decision forests as features: every tree is one, its leaves are the levels.

A forest as text has a line `tree SYSTEM` for each tree, followed by its queries in pre-order:

katachi-features 1 forest
game go19
tree sg0
Nbws3 L1<2 . . . D0,1=1 . . .

`Nbws3` asks for a new black, white or side node within 3 steps of the move (for the node next to
node 3 in an intersection graph), `D0,1=1` whether nodes 0 and 1 are 1 apart, `C0,1<2` for their
connectivity, `S1<4` and `L1<2` for size and liberties of node 1; a dot is a leaf. The children of
`N` are one for each letter and the last for "none", those of the others "yes" and "no".
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel, Picture
from katachi.features.forest_path import Step, answers, describe_path, path_facts, path_title
from katachi.features.forest_picture import leaf_picture
from katachi.features.sentences import Said, contents
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.words.naming import listed

KIND = "forest"
SYSTEMS = ("ig0", "ig-c", "ig-e", "ig-ce", "sg0", "sg-c")
MOST_TREES = 256
# Of a leaf in words: a path may be a hundred queries long.
MOST_NODES = 5
MOST_FACTS = 3
_LEAF = "."
_QUERIES_PER_LINE = 20


@dataclass(frozen=True)
class Tree:
    """A decision tree: its query system, and its queries in pre-order with white space between.

    >>> tree = Tree("sg0", "Nbw2 L1<2 . . . .")
    >>> tree.leaf_count, " ".join(map(str, tree.path(1)))
    (4, 'Nbw2:b L1<2:n')
    """

    system: str
    queries: str

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(self.queries.split())

    @property
    def leaf_count(self) -> int:
        """How many leaves."""
        return self._words.count(_LEAF)

    @cached_property
    def _parents(self) -> tuple[tuple[int, int], ...]:
        """For each word: the word of its parent and which child it is; the root's parent is -1."""
        parents = []
        open_places: list[tuple[int, int]] = [(-1, 0)]
        for number, word in enumerate(self._words):
            parents.append(open_places.pop())
            if word != _LEAF:
                children = len(answers(word))
                open_places += [(number, child) for child in reversed(range(children))]
        return tuple(parents)

    @cached_property
    def _leaves(self) -> tuple[int, ...]:
        return tuple(number for number, word in enumerate(self._words) if word == _LEAF)

    def path(self, leaf: int) -> tuple[Step, ...]:
        """The queries from the root to a leaf, with their answers."""
        steps = []
        number = self._leaves[leaf]
        while self._parents[number][0] >= 0:
            number, child = self._parents[number]
            word = self._words[number]
            steps.append(Step(word, answers(word)[child]))
        return tuple(reversed(steps))

    def leaf(self, path: Sequence[str]) -> int | None:
        """The leaf at the end of a path of steps as text; None if the tree has no such path."""
        number = 0
        for step in path:
            query, _, answer = step.rpartition(":")
            word = self._words[number]
            if word == _LEAF or query != word or len(answer) != 1 or answer not in answers(word):
                return None
            number = self._children[number, answers(word).index(answer)]
        return bisect_left(self._leaves, number) if self._words[number] == _LEAF else None

    @cached_property
    def _children(self) -> dict[tuple[int, int], int]:
        """The word of each child, by the word of its parent and which child it is."""
        return {place: number for number, place in enumerate(self._parents)}

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """Queries above each leaf."""
        depth = [0] * len(self._words)
        for number, (parent, _) in enumerate(self._parents):
            if parent >= 0:
                depth[number] = depth[parent] + 1
        return tuple(depth[number] for number in self._leaves)


@dataclass(frozen=True)
class Trace:
    """How a move descends a tree.

    `cells` are the discovered nodes of the first branch that reached the leaf, the move first; a
    side is `side 1`, and so on. `branches`: how many reached it. `cut`: whether more branches came
    up than are kept.
    """

    leaf: int
    cells: tuple[str, ...]
    branches: int
    cut: bool


@dataclass(frozen=True)
class Forest:
    """Decision trees of one board, of any query systems; docs/methods/forests.md.

    >>> import katachi
    >>> forest = Forest(katachi.Go(9), (Tree("sg0", "Nbw2 L1<2 . . . ."),))
    >>> forest.level_name(FeatureLevel(0, 1))
    '1: Nbw2:b L1<2:n'
    >>> forest.parse_level("1: Nbw2:b L1<2:n")
    FeatureLevel(feature=0, level=1)
    """

    game: Game
    trees: tuple[Tree, ...]

    def __post_init__(self) -> None:
        """Refuses what is no forest."""
        if not 0 < len(self.trees) <= MOST_TREES:
            raise KatachiError(f"a forest has 1 to {MOST_TREES} trees, not {len(self.trees)}")
        _ = self.core

    def __repr__(self) -> str:
        """Short, for a prompt."""
        leaves = sum(tree.leaf_count for tree in self.trees)
        return f"<Forest: {len(self.trees)} trees of {self.game}, {leaves:,} leaves>"

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core, which checks the trees."""
        trees = [(tree.system, tree.queries) for tree in self.trees]
        try:
            return _core.forest(self.game.topology.core, trees)
        except ValueError as error:
            raise KatachiError(str(error)) from None

    @property
    def is_relative(self) -> bool:
        """The same on every size of the board."""
        return True

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The number of the tree, from 1, and its system."""
        return tuple(f"tree {i} {tree.system}" for i, tree in enumerate(self.trees, 1))

    @property
    def text(self) -> str:
        """All trees."""
        lines = [f"{FORMAT} {VERSION} {KIND}", f"game {self.game.name}{self.game.size}"]
        for tree in self.trees:
            lines.append(f"tree {tree.system}")
            words = tree.queries.split()
            breaks = [*range(0, len(words), _QUERIES_PER_LINE), len(words)]
            lines += [" ".join(words[begin:end]) for begin, end in pairwise(breaks)]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> Forest:
        """From the lines after the head."""
        trees: list[tuple[str, list[str]]] = []
        for line in lines:
            if line.startswith("tree "):
                trees.append((line.removeprefix("tree ").strip(), []))
            elif trees:
                trees[-1][1].append(line)
            else:
                raise KatachiError(f"a tree begins with a line like 'tree sg0', not {shown(line)}")
        return cls(game, tuple(Tree(system, " ".join(parts)) for system, parts in trees))

    def level_name(self, level: FeatureLevel) -> str:
        """The number of the tree, and the path to the leaf."""
        path = self.trees[level.feature].path(level.level)
        return f"{level.feature + 1}: {' '.join(map(str, path))}".rstrip()

    def parse_level(self, name: str) -> FeatureLevel:
        """The level with that name."""
        number, colon, path = name.partition(":")
        if not colon or not number.strip().isdecimal():
            raise KatachiError(f"a leaf looks like '1: Nbw2:b L1<2:n', not {shown(name)}")
        feature = int(number) - 1 if len(number) < 9 else len(self.trees)
        if not 0 <= feature < len(self.trees):
            raise KatachiError(f"there is no tree {shown(number)}; there are {len(self.trees)}")
        leaf = self.trees[feature].leaf(path.split())
        if leaf is None:
            raise KatachiError(f"tree {feature + 1} has no leaf {shown(path.strip())}")
        return FeatureLevel(feature, leaf)

    def describe(self, level: FeatureLevel) -> list[str]:
        """The path to a leaf in words, one line per query."""
        tree = self.trees[level.feature]
        return describe_path(tree.system, tree.path(level.level))

    def picture(self, level: FeatureLevel) -> Picture:
        """Stones around the move as the path to a leaf has found them, in one arrangement that fits."""
        tree = self.trees[level.feature]
        return leaf_picture(self.game, tree.system, tree.path(level.level))

    def title(self, level: FeatureLevel) -> str:
        """What the path to a leaf has found out, in a few words.

        >>> import katachi
        >>> forest = Forest(katachi.Go(9), (Tree("sg0", "Nbw2 L1<2 . . . ."),))
        >>> forest.title(FeatureLevel(0, 0))
        'tree 1: own stone 1; 1 has at most 1 liberties'
        """
        return (
            f"tree {level.feature + 1}: {path_title(self.trees[level.feature].path(level.level))}"
        )

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """What the tree found on its way to the leaf, by the names of the cells."""
        tree = self.trees[level.feature]
        nodes = self.trace(position, move, level.feature).cells
        cells = tuple(cell for cell in nodes[1:] if cell in self.game.topology.cells)
        sides = {f"side {i}": name for i, name in enumerate(position.game.side_names, start=1)}
        names = [sides.get(node, node) for node in nodes]
        seen = [contents(position, cells[:MOST_NODES])] if cells else []
        seen += [sides[node] for node in dict.fromkeys(nodes[1:]) if node in sides]
        text = f"fits a rule about {listed(seen) if seen else 'its surroundings'}"
        facts = path_facts(tree.path(level.level), names)[:MOST_FACTS]
        return Said(f"{text}: {', '.join(facts)}" if facts else text, cells)

    def trace(self, position: Position, move: str, tree: int) -> Trace:
        """How a move of a position descends a tree (counted from 0); raises `KatachiError`."""
        cell = position.cell_of(move)
        number = len(position.stones) if cell is None else self.game.cell_number(cell)
        try:
            leaf, nodes, branches, cut = _core.trace_tree(self.core, position.core, tree, number)
        except ValueError as error:
            raise KatachiError(f"{shown(move)} in tree {tree + 1}: {error}") from None
        names = self.game.topology.cells
        cells = [names[n] if n < len(names) else f"side {n - len(names) + 1}" for n in nodes]
        return Trace(leaf, tuple(cells), branches, cut)

    def leaves(self) -> Iterator[FeatureLevel]:
        """Every level, tree by tree from left to right."""
        for feature, tree in enumerate(self.trees):
            for leaf in range(tree.leaf_count):
                yield FeatureLevel(feature, leaf)
