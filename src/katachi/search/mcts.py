"""The search itself: one for all games, in the core."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Outcome
from katachi.games.position import Position
from katachi.knowledge import Knowledge, Strengths, as_knowledge
from katachi.search.budget import Budget, budget_of
from katachi.search.evaluator import Evaluator, core_judgement, values_in_core
from katachi.search.result import (
    MoveStatistics,
    PlayedOut,
    SearchResult,
    best_lines,
    result_of,
    statistics_of,
    tree_objects,
    tree_text,
)
from katachi.search.settings import MctsSettings
from katachi.search.suitability import check_suitable

DEEPEST_VARIATION = 24


class Mcts:
    """A search that lives as long as a game: it keeps its tree from move to move.

    >>> import katachi
    >>> search = katachi.Mcts(katachi.Othello())
    >>> result = search.run(katachi.Othello().start(), simulations=500)
    >>> result.move in {"d3", "c4", "f5", "e6"}, result.simulations
    (True, 500)

    `knowledge` (of any kind, or any function of position and moves that gives a strength for each
    move) serves bias, widening, puct and initial visits; `playout_knowledge` the weighted playouts.
    A function is called at every ply of every playout and is slow. `evaluator` (a function of a
    position that gives the probability that the player to move wins, or anything with `values` of
    positions, such as a `ValueNetwork`) judges leaves beside playouts or in their place. One thread
    and a budget of simulations: same seed, same result.

    One caller at a time: a call from another thread, or from a function that the search asks, raises
    `InUse` while another call runs; take a search for each. After a fork an idle search can be used in
    the child, one that another thread was using cannot.
    """

    def __init__(
        self,
        game: GameLike,
        settings: MctsSettings | None = None,
        *,
        knowledge: Knowledge | Strengths | None = None,
        playout_knowledge: Knowledge | Strengths | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        """Checks the settings against the game; raises `InvalidSettings`."""
        self.game = game
        self.settings = settings or MctsSettings()
        of_tree = None if knowledge is None else as_knowledge(knowledge)
        of_playouts = None if playout_knowledge is None else as_knowledge(playout_knowledge)
        check_suitable(game, self.settings, of_tree, of_playouts, evaluator)
        start = game.start()
        self._current: PositionLike = start
        self._search: _core.Search | _core.PythonSearch
        settings_in_core = self.settings.to_core()
        asked = {
            "knowledge": _in_core(of_tree, game),
            "playout_knowledge": _in_core(of_playouts, game),
        }
        if isinstance(start, Position):
            self._search = _core.Search(start.core, settings_in_core, **asked)
        else:
            first = _core.PythonPosition(start, list(game.moves))
            self._search = _core.PythonSearch(first, settings_in_core, **asked)
        if evaluator is not None:
            values = values_in_core(evaluator, game)
            if values is not None and isinstance(self._search, _core.Search):
                self._search.set_values(values)
            else:
                self._search.set_evaluator(core_judgement(evaluator, game))

    def run(  # noqa: PLR0913 - all but the first two by name
        self,
        position: PositionLike | None = None,
        budget: Budget | None = None,
        *,
        simulations: int = 0,
        seconds: float = 0.0,
        nodes: int = 0,
        moves: Sequence[str] | None = None,
    ) -> SearchResult:
        """Searches a position (None: where the search stands) until the budget is used.

        `simulations`, `seconds` and `nodes` are short for a budget of them. Ctrl-C ends the search
        early with the best move so far (`interrupted`); an exception that a signal handler of yours
        raises ends it as well and is raised here. With `moves` only these moves of the
        position are searched and reported, and a proof is that of the best of them; raises
        `KatachiError` if one is illegal, or if the search considers none of them.
        """
        budget = budget_of(budget, simulations=simulations, seconds=seconds, nodes=nodes)
        if budget is None or not budget.ends_tree_search:
            raise KatachiError("a search needs a budget of simulations, seconds or nodes")
        with self._search:
            if position is not None:
                self._move_to(position)
            allowed = [] if moves is None else self._numbers(moves)
            try:
                report = self._search.run(budget.core, moves=allowed)
            except ValueError as error:
                if not allowed or type(error) is not KatachiError:
                    raise
                raise KatachiError(f"{error}: {shown(' '.join(moves or ()))}") from None
            return result_of(report, self.game.moves, self._current.to_move)

    def is_decided(self, simulations: int) -> bool:
        """Whether the position is proven, or its best move stays ahead for this many more simulations."""
        return self._search.is_decided(max(0, simulations))

    def _numbers(self, moves: Sequence[str]) -> list[int]:
        legal = set(self._current.legal_moves)
        for move in moves:
            if move not in legal:
                raise KatachiError(f"{shown(move)} is not a legal move here")
        if not moves and legal:
            raise KatachiError("a search needs at least one move to search")
        every = {move: number for number, move in enumerate(self.game.moves)}
        return [every[move] for move in moves]

    def populations(self) -> list[_core.Population]:
        """The weights of the genetic part, one population per thread; empty if it is off."""
        if isinstance(self._search, _core.Search):
            return self._search.populations()
        return []

    def _move_to(self, position: PositionLike) -> None:
        if isinstance(self._search, _core.Search):
            if not isinstance(position, Position) or position.game != self.game:
                raise KatachiError(f"the search is for {self.game}")
            self._search.set_position(position.core)
        else:
            self._search.set_position(position)
        self._current = position

    def advance(self, move: str) -> None:
        """Plays a real move and keeps what the tree knows about the position after it."""
        with self._search:
            position = self._current.play(move)
            game = self.game
            number = game.number(move) if isinstance(game, Game) else list(game.moves).index(move)
            self._search.advance(number)
            self._current = position

    def follow(self, position: PositionLike) -> bool:
        """Advances to a position one move ahead, keeping the tree; False if it is not that."""
        with self._search:
            if isinstance(self._search, _core.Search):
                if not isinstance(position, Position) or position.game != self.game:
                    raise KatachiError(f"the search is for {self.game}")
                followed = self._search.follow(position.core)
            else:
                followed = self._search.follow(position)
            if followed:
                self._current = position
            return followed

    def new_game(self) -> None:
        """Forgets everything and returns to the start."""
        with self._search:
            start = self.game.start()
            if isinstance(self._search, _core.Search):
                assert isinstance(start, Position)
                self._search.new_game(start.core)
            else:
                self._search.new_game(start)
            self._current = start

    def play_out(
        self,
        start: PositionLike,
        *,
        seed: int = 0,
        after: Sequence[str] = (),
        learn: bool = True,
    ) -> PlayedOut:
        """One playout with the policy of this search, outside the tree.

        `after` are the moves that led to `start`; replies and N-grams look at the last two. With
        `learn` their tables change as after a simulation. A playout of a search with several
        threads uses the tables of the first.
        """
        numbers = {move: number for number, move in enumerate(self.game.moves)}
        context = [-1, -1]
        for move in after:
            if move not in numbers:
                raise KatachiError(f"{shown(move)} is not a move of {self.game}")
            context.append(numbers[move])
        moves = {"before": context[-2], "last": context[-1]}
        if isinstance(self._search, _core.Search):
            if not isinstance(start, Position) or start.game != self.game:
                raise KatachiError(f"the search is for {self.game}")
            played = self._search.play_out(start.core, **moves, seed=seed % 2**64, learn=learn)
        else:
            played = self._search.play_out(start, **moves, seed=seed % 2**64, learn=learn)
        return PlayedOut(
            moves=tuple(self.game.moves[move] for move in played.moves),
            outcome=Outcome(
                winner=COLORS[played.winner] if played.winner < len(COLORS) else None,
                reason=played.reason.name,
                score=played.score,
            ),
        )

    def scores(self) -> dict[str, float]:
        """What selection compares at the root: the next simulation goes to the largest.

        Children that must be tried first, or may not be looked at yet, have a score as well. A
        proven loss has -inf. Empty before the first run.

        >>> import katachi
        >>> search = katachi.Mcts(katachi.Othello())
        >>> _ = search.run(simulations=50)
        >>> sorted(search.scores())
        ['c4', 'd3', 'e6', 'f5']
        """
        return {self.game.moves[move]: score for move, score in self._search.scores()}

    def tree(self, *, depth: int = 2, least_visits: int = 1) -> tuple[MoveStatistics, ...]:
        """The nodes of the tree, depth first, best first."""
        return tuple(
            statistics_of(line, self.game.moves)
            for line in self._search.dump(depth, max(0, least_visits))
        )

    def variations(self) -> dict[str, tuple[MoveStatistics, ...]]:
        """The line that the tree prefers after each visited move of the position, that move first.

        Lines end where hardly any simulation has been.
        """
        roots = self.tree(depth=1)
        least = max(1, sum(node.visits for node in roots) // 1000)
        lines = best_lines(self.tree(depth=DEEPEST_VARIATION, least_visits=least))
        return {root.move: lines.get(root.move, (root,)) for root in roots}

    def tree_text(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """The tree as lines for people, indented by depth."""
        return tree_text(self.tree(depth=depth, least_visits=least_visits))

    def tree_json(self, *, depth: int = 2, least_visits: int = 1) -> str:
        """The tree as JSON: a list of nodes, each with its statistics and its children."""
        nodes = tree_objects(self.tree(depth=depth, least_visits=least_visits))
        return msgspec.json.encode(nodes).decode()


def _in_core(knowledge: Knowledge | None, game: GameLike) -> _core.MoveKnowledge | None:
    """For the board of the game, which is the same or another of a size that it suits."""
    return None if knowledge is None else knowledge.on_board(game).core_for(game)
