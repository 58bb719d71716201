"""One simulation of the real search, judged by its statistics before and after it.

This serves built-in games and knowledge: nothing but `Mcts.tree` is needed. A simulation raises the
visits of one child at every node it passes; the statistics before it must have chosen that child.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from katachi import Mcts, MctsSettings, MoveStatistics
from reference.search_formulas import BOUNDS, TOLERANCE, Amaf, open_children, score

Path = tuple[str, ...]
Family = dict[str, MoveStatistics]  # the children of a node by their moves
Tree = dict[Path, Family]


def whole_tree(search: Mcts) -> Tree:
    """The children of every node, by the moves that lead to it."""
    tree: Tree = {}
    path: Path = ()
    for line in search.tree(depth=1000, least_visits=0):
        path = path[: line.depth]
        tree.setdefault(path, {})[line.move] = line
        path = (*path, line.move)
    return tree


def visited_path(before: Tree, after: Tree) -> Path:
    """The moves in the tree of the one simulation between two trees."""
    path: Path = ()
    while path in after:
        old = before.get(path, {})
        raised = {m: line.visits - (old[m].visits if old else 0) for m, line in after[path].items()}
        chosen = [move for move, more in raised.items() if more]
        if not chosen:
            break  # expanded, but memory or a proof ended the simulation above
        assert [raised[move] for move in chosen] == [1]
        path = (*path, chosen[0])
    return path


class Judge:
    """Which child may be chosen, by the statistics of a tree alone."""

    def __init__(self, settings: MctsSettings, strengths: Mapping[str, float] | None) -> None:
        self.settings = settings
        self.rules = settings.selection
        self.strengths = strengths  # of moves; needed for the order of widening and untried moves

    @property
    def tries_each_first(self) -> bool:
        """Untried children come before all others, strongest first."""
        e = self.settings.expansion
        initial = (
            e.joint_neighbour or e.local_connections or e.edge_connections or e.knowledge_visits > 0
        )
        return (
            math.isinf(self.rules.first_play_urgency)
            and not initial
            and self.rules.formula != "puct"
        )

    def candidates(self, children: Family) -> list[str]:
        """Children that widening has opened; strengths must differ if it is on."""
        parent = sum(line.visits for line in children.values())
        count = open_children(self.rules, len(children), parent)
        if count == len(children):
            return list(children)
        assert self.strengths is not None
        return sorted(children, key=self.strengths.__getitem__, reverse=True)[:count]

    def allowed(self, tree: Tree, at: Path) -> set[str]:
        children = tree[at]
        candidates = self.candidates(children)
        untried = [move for move in candidates if children[move].visits == 0]
        if self.tries_each_first and untried:
            if self.strengths is None:
                return set(untried)
            strongest = max(self.strengths[move] for move in untried)
            return {move for move in untried if self.strengths[move] == strongest}
        parent = sum(line.visits for line in children.values())
        certain = 0
        if self.rules.score_bounds:
            certain = max(BOUNDS[line.proof][0] for line in children.values())
        scores = {
            move: score(
                children[move],
                self.rules,
                parent,
                amaf=self.amaf(tree, at, move),
                certain=certain,
            )
            for move in candidates
        }
        best = max(scores.values())
        return {move for move, s in scores.items() if s == best or s >= best - TOLERANCE}

    def amaf(self, tree: Tree, at: Path, move: str) -> Amaf | None:
        """GRAVE: of the nearest node of the same player with enough visits; players alternate."""
        if not self.rules.grave_visits:
            return None
        for depth in range(len(at), -1, -2):
            children = tree[at[:depth]]
            if sum(line.visits for line in children.values()) >= self.rules.grave_visits:
                line = children.get(move)
                return Amaf(line.amaf_visits, line.amaf_value) if line else Amaf(0.0, 0.0)
        return None


def wrong_choices(
    search: Mcts, simulations: int, strengths: Callable[[str], float] | None = None
) -> Iterator[str]:
    """Runs simulations one at a time; a sentence for every choice the formulas do not allow.

    Yields an empty text for every right choice, so that a caller can count them.
    """
    known = {move: strengths(move) for move in search.game.moves} if strengths else None
    judge = Judge(search.settings, known)
    before = whole_tree(search)
    for _ in range(simulations):
        search.run(simulations=1)
        after = whole_tree(search)
        path = visited_path(before, after)
        # A node that was expanded by this very simulation had no statistics before it.
        fresh = {
            at: {move: _without_visits(line) for move, line in after[at].items()}
            for at in (path[:depth] for depth in range(len(path)))
            if at not in before
        }
        tree = {**before, **fresh}
        for depth, move in enumerate(path):
            if _was_known_elsewhere(after, before, path[:depth]):
                break
            allowed = judge.allowed(tree, path[:depth])
            yield "" if move in allowed else f"{path[: depth + 1]} instead of {sorted(allowed)}"
        before = after


def _was_known_elsewhere(after: Tree, before: Tree, at: Path) -> bool:
    """Whether a transposition has joined an old family to this node: its statistics are not blank."""
    return at not in before and sum(line.visits for line in after[at].values()) > 1


def _without_visits(line: MoveStatistics) -> MoveStatistics:
    return MoveStatistics(
        move=line.move,
        visits=0,
        value=0.0,
        amaf_visits=0.0,
        amaf_value=0.0,
        initial_visits=line.initial_visits,
        initial_value=line.initial_value,
        strength=line.strength,
        proof="unknown",
        depth=line.depth,
    )
