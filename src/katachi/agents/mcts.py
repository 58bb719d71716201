"""The agent that searches."""

from __future__ import annotations

import contextlib
import copy
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Self

import msgspec

from katachi.agents.agent import Choice
from katachi.agents.setting_texts import setting_texts, with_setting
from katachi.errors import KatachiError
from katachi.games.capabilities import KnowsOpenings, KnowsPassing
from katachi.games.contract import GameLike, PositionLike
from katachi.knowledge import Knowledge, Strengths, knowledge_for
from katachi.search import (
    Budget,
    Evaluator,
    Mcts,
    MctsSettings,
    MoveStatistics,
    SearchResult,
)


class MctsAgent:
    """Monte-Carlo tree search with any settings.

    `reuse_tree` keeps the part of the tree that the moves played lead to; otherwise every move
    begins with an empty tree (tables of playout policies follow their own settings).
    `knowledge` and `playout_knowledge` are those of `Mcts`, or texts that name some: what ships, a
    file, or a family (`neat`, `conv`: the one that ships for the board of the game). `evaluator` is
    that of `Mcts`, or names knowledge of positions.
    `knows_openings`: the first stone goes where the game says that it belongs. Records of games
    with the swap rule teach balanced first moves, which are weak where nobody can swap.
    """

    def __init__(  # noqa: PLR0913 - keyword arguments with defaults
        self,
        name: str,
        settings: MctsSettings,
        *,
        reuse_tree: bool = True,
        knows_openings: bool = False,
        knowledge: Knowledge | Strengths | str | None = None,
        playout_knowledge: Knowledge | Strengths | str | None = None,
        evaluator: Evaluator | str | None = None,
    ) -> None:
        """Settings are checked against the game when one begins."""
        self.name = name
        self.settings = settings
        self.reuse_tree = reuse_tree
        self.knows_openings = knows_openings
        self.knowledge = knowledge
        self.playout_knowledge = playout_knowledge
        self.evaluator = evaluator
        self._search: Mcts | None = None
        self._considered: Sequence[str] | None = None  # of the position that is thought about

    def new_game(self, game: GameLike, seed: int) -> None:
        """A new search, with the seed of the game."""
        self._considered = None
        self._search = Mcts(
            game,
            msgspec.structs.replace(self.settings, seed=seed),
            knowledge=_found(self.knowledge, game),
            playout_knowledge=_found(self.playout_knowledge, game),
            evaluator=_judge(self.evaluator, game),
        )

    def root_moves(self, position: PositionLike) -> Sequence[str] | None:
        """The moves of a position that are searched; None: all."""
        game = self.search.game
        if self.knows_openings and isinstance(game, KnowsOpenings):
            return game.opening_moves(position) or None
        return None

    @property
    def search(self) -> Mcts:
        """The search of the game in progress; raises `KatachiError` before the first game."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        return self._search

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The move that the search likes best."""
        if self._search is None:
            raise KatachiError("new_game comes before choose")
        game = self._search.game
        if isinstance(game, KnowsPassing) and game.pass_wins(position):
            return Choice("pass")
        if self.reuse_tree:
            self._search.follow(position)
        watch = time.thread_time if budget.processor_time else time.monotonic
        began = watch()
        moves = self.root_moves(position)
        if budget.seconds:
            budget = replace(budget, seconds=max(1e-3, budget.seconds - (watch() - began)))
        result = self._search.run(position, budget, moves=moves)
        if result.move is None:
            raise KatachiError("the game is over: there is nothing to choose")
        if self.reuse_tree:
            self._search.advance(result.move)
        return Choice(result.move, result)

    # Thinking in slices

    def lead(self, moves: Sequence[str] | None) -> None:
        """Keeps the tree below the moves, if trees are kept."""
        if moves is None or not self.reuse_tree:
            self.search.new_game()
            return
        # A colour that moved twice running is nothing that the tree knows about.
        with contextlib.suppress(KatachiError):
            for move in moves:
                self.search.advance(move)

    def think(
        self, position: PositionLike | None, budget: Budget, *, moves: Sequence[str] | None = None
    ) -> SearchResult:
        """Searches; what the caller leaves over outweighs what the agent would like."""
        if position is not None:
            kept = None if position.is_over else self.root_moves(position)
            if moves is not None:
                kept = [move for move in kept or moves if move in moves] or list(moves)
            self._considered = kept
        return self.search.run(position, budget, moves=self._considered)

    def is_decided(self, simulations: int) -> bool:
        """Whether this many more simulations could not change the most visited move."""
        return self.search.is_decided(simulations)

    def variations(self) -> dict[str, tuple[MoveStatistics, ...]]:
        """The lines of the tree."""
        return self.search.variations()

    def tree_text(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """As `Mcts.tree_text`."""
        return self.search.tree_text(depth=depth, least_visits=least_visits)

    def tree_json(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """As `Mcts.tree_json`."""
        return self.search.tree_json(depth=depth, least_visits=least_visits)

    def description(self) -> dict[str, object]:
        """Settings and knowledge; knowledge that was made in this process is like no other."""
        return {
            "settings": self.parameters(),
            "reuse_tree": self.reuse_tree,
            **({"knows_openings": True} if self.knows_openings else {}),
            "knowledge": _identity(self.knowledge),
            "playout_knowledge": _identity(self.playout_knowledge),
            **({"evaluator": _identity(self.evaluator)} if self.evaluator is not None else {}),
        }

    # Parameters

    def parameters(self) -> dict[str, str]:
        """The settings of the search by group and field."""
        return setting_texts(self.settings)

    def with_parameters(self, changes: Mapping[str, str]) -> Self:
        """Another agent with other settings."""
        changed = copy.copy(self)
        for name, text in changes.items():
            changed.settings = with_setting(changed.settings, name, text)
        changed._search = None
        return changed


def _identity(source: object) -> str:
    if source is None or isinstance(source, str):
        return source or ""
    return f"{type(source).__qualname__} {id(source)}"


def _found(
    knowledge: Knowledge | Strengths | str | None, game: GameLike
) -> Knowledge | Strengths | None:
    return knowledge_for(knowledge, game) if isinstance(knowledge, str) else knowledge


def _judge(evaluator: Evaluator | str | None, game: GameLike) -> Evaluator | None:
    return knowledge_for(evaluator, game) if isinstance(evaluator, str) else evaluator
