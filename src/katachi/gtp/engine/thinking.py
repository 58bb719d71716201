"""Thinking in slices, so that the engine hears its controller and keeps its clock.

An agent with a search (`MctsAgent`) is searched here piece by piece and keeps its tree along the
moves of the game; any other agent is asked for its move in one go.
"""

from __future__ import annotations

import contextlib
import copy
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from katachi.agents.agent import Agent
from katachi.agents.catalogue import load_agent
from katachi.agents.defaults import default_agent_name
from katachi.agents.mcts import MctsAgent
from katachi.agents.passing import answer_to_pass, must_clean_up
from katachi.errors import KatachiError
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.gtp.engine.state import State
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import Budget, Mcts, MctsSettings, SearchResult

SLICE_SECONDS = 0.05  # how long the engine may be deaf
SLICES = 6  # at least so many before a deadline, to see in time that the machine is busy
SHORTEST_SLICE = 0.002
SLICE_SIMULATIONS = 500  # fixed pieces: a budget of simulations gives the same move every time
LEAST_SIMULATIONS = 32  # when the time is already up
MOST_FOLLOWED = 8  # moves along which a tree is kept


@dataclass(frozen=True)
class Limits:
    """When to stop: the first limit that is reached. None and 0 mean no limit.

    `deadline` is a moment of `time.monotonic`, behind which `reserve` seconds are left for what
    goes wrong; `may_stop_early` allows to stop when no other move can catch up with the best one
    before the deadline.
    """

    deadline: float | None = None
    reserve: float = 0.0
    playouts: int = 0
    visits: int = 0
    may_stop_early: bool = False


class Thinker:
    """An agent at work for the engine."""

    def __init__(self, agent: Agent, seed: int, *, any_board: bool = False) -> None:
        """The agent is used for one game at a time.

        `any_board`: nobody chose the agent, so each board gets its default one.
        """
        self._agent = agent
        self._any_board = any_board
        self._seed = seed
        self._game: Game | None = None
        self._start: Position | None = None
        self._at: tuple[str, ...] = ()  # the moves along which the search has been led
        self.result: SearchResult | None = None  # of the last search
        self.searched: Position | None = None  # the position of `result`
        self.stall = 0.0  # the longest time by which a slice of the last move took too long

    @property
    def name(self) -> str:
        """Of the agent."""
        return self._agent.name

    @property
    def settings(self) -> MctsSettings | None:
        """Of the search, if the agent has one."""
        return self._agent.settings if isinstance(self._agent, MctsAgent) else None

    def set_settings(self, settings: MctsSettings) -> None:
        """Another search from the next move on."""
        agent = copy.copy(self._agent)
        assert isinstance(agent, MctsAgent)
        agent.settings = settings
        self._agent = agent
        self._game = None

    def try_settings(self, settings: MctsSettings, game: Game) -> None:
        """The same, if the game can be searched with them; raises `KatachiError` if not."""
        before = self._agent
        self.set_settings(settings)
        try:
            self.prepare(game)
        except KatachiError:
            self._agent = before
            self._game = None
            raise

    @property
    def search(self) -> Mcts:
        """The search at work."""
        assert isinstance(self._agent, MctsAgent)
        return self._agent.search

    def prepare(self, game: Game) -> None:
        """Makes the search for a game, which otherwise the first move would pay for."""
        if game != self._game:
            if self._any_board and self._agent.name != (name := default_agent_name(game)):
                self._agent = load_agent(name)
            self._agent.new_game(game, self._seed)
            self._game = game
            self._start, self._at = None, ()
            self.result = self.searched = None
            if isinstance(self._agent, MctsAgent):
                self._agent.search.run(simulations=1)

    def forget(self) -> None:
        """Begins anew with the same seed: what was searched before has no influence."""
        self._game = None

    def refuse_without_search(self) -> None:
        """Raises `CommandFailed` if the agent has no search to show."""
        if self.settings is None:
            raise CommandFailed(f"the agent {self.name} does not search")

    def choose(
        self,
        state: State,
        color: Color,
        limits: Limits,
        stop: Callable[[], bool],
        *,
        clean_up: bool = False,
    ) -> tuple[str, SearchResult | None]:
        """A move and the search behind it.

        `clean_up`: in Go dead stones of the opponent must be taken before a pass.
        """
        position = state.turned(color)
        if position.is_over:
            raise CommandFailed("the game is over")
        self.prepare(state.game)
        self.stall = 0.0
        if not isinstance(self._agent, MctsAgent):
            return self._ask(state, position, limits)
        answer = answer_to_pass(position, "alive" if clean_up else state.dead_stones)
        may_pass = answer != "play" and not (clean_up and must_clean_up(position))
        if answer == "pass" and may_pass:
            return "pass", None
        if len(position.legal_moves) == 1 and not limits.visits and not limits.playouts:
            return position.legal_moves[0], None
        result = None
        moves = None if may_pass else [move for move in position.legal_moves if move != "pass"]
        try:
            for result in self.slices(state, color, limits, moves):  # noqa: B007 - the last counts
                if stop():
                    break
        except KatachiError:
            if may_pass:
                raise
            return "pass", None  # nothing but own eyes is left
        assert result is not None
        assert result.move is not None
        return result.move, result

    def slices(
        self,
        state: State,
        color: Color,
        limits: Limits,
        only: Sequence[str] | None = None,
    ) -> Iterator[SearchResult]:
        """Results as they get better, one per slice, until a limit; at least one.

        `only`: the legal moves that may be searched; raises `KatachiError` if the search considers
        none of them.
        """
        position = state.turned(color)
        self.prepare(state.game)
        search = self._lead(state)
        self.searched = position
        assert isinstance(self._agent, MctsAgent)
        moves = None if position.is_over else self._agent.root_moves(position)
        if only is not None:
            # What the controller leaves over outweighs what the agent would like.
            moves = [move for move in moves or only if move in only] or list(only)
        done = 0
        self.stall = 0.0
        began = time.monotonic()
        # Fractions of a time that is nearly over would cost more than they tell.
        longest = SLICE_SECONDS
        if limits.deadline is not None:
            share = (limits.deadline - began) / SLICES
            longest = min(SLICE_SECONDS, max(SHORTEST_SLICE, share))
        while True:
            pieces = self._next_piece(limits, done, longest)
            slice_began = time.monotonic()
            # The position matters for the first slice only; where the search stands, it stays.
            self.result = result = search.run(
                None if done else position, simulations=pieces[0], seconds=pieces[1], moves=moves
            )
            if pieces[1]:
                self.stall = max(self.stall, time.monotonic() - slice_began - pieces[1])
            done += result.simulations
            yield result
            visits = sum(line.visits for line in result.moves)
            if result.simulations == 0 or result.interrupted:
                return
            if limits.playouts and done >= limits.playouts:
                return
            if limits.visits and visits >= limits.visits:
                return
            if limits.deadline is not None:
                left = limits.deadline - time.monotonic()
                if left <= 0:
                    return
                # Another stall like the longest one must leave half of the reserve.
                end = min(longest, left) + self.stall
                if limits.reserve and end > left + limits.reserve / 2:
                    return
                rate = done / max(1e-6, time.monotonic() - began)
                if limits.may_stop_early and search.is_decided(int(rate * left)):
                    return

    def _next_piece(self, limits: Limits, done: int, longest: float) -> tuple[int, float]:
        """Simulations and seconds of the next slice, which takes `longest` seconds at most."""
        simulations, seconds = 0, 0.0
        if limits.playouts:
            simulations = max(1, min(SLICE_SIMULATIONS, limits.playouts - done))
        if limits.visits:
            visits = (
                0
                if self.result is None or not done
                else sum(line.visits for line in self.result.moves)
            )
            rest = max(1, limits.visits - visits)
            simulations = min(simulations or SLICE_SIMULATIONS, rest)
        if limits.deadline is not None:
            left = limits.deadline - time.monotonic()
            if left <= 0.001:
                return LEAST_SIMULATIONS, 0.0
            seconds = min(longest, left)
        if not simulations and not seconds:
            seconds = SLICE_SECONDS
        return simulations, seconds

    def _ask(
        self, state: State, position: Position, limits: Limits
    ) -> tuple[str, SearchResult | None]:
        """The choice of an agent without a search of ours."""
        if not self._follows(state):
            self._agent.new_game(state.game, self._seed)
        self._note(state)
        try:
            choice = self._agent.choose(position, self._budget(limits))
        except KatachiError:
            self.forget()  # an external program that failed must be started again
            raise
        return choice.move, choice.search

    def _follows(self, state: State) -> bool:
        """Whether the game has gone on from where the agent last saw it."""
        moves = [step.move for step in state.steps]
        return (
            self._start == state.start
            and tuple(moves[: len(self._at)]) == self._at
            and len(moves) - len(self._at) <= MOST_FOLLOWED
        )

    def _note(self, state: State) -> None:
        self._start, self._at = state.start, tuple(step.move for step in state.steps)

    def _lead(self, state: State) -> Mcts:
        """The search, with its tree led along the moves since it was used last."""
        assert isinstance(self._agent, MctsAgent)
        search = self._agent.search
        if self._agent.reuse_tree and self._follows(state):
            # A colour that moved twice running is nothing that the tree knows about.
            with contextlib.suppress(KatachiError):
                for step in state.steps[len(self._at) :]:
                    search.advance(step.move)
        else:
            search.new_game()
        self._note(state)
        return search

    @staticmethod
    def _budget(limits: Limits) -> Budget:
        seconds = 0.0
        if limits.deadline is not None:
            seconds = max(0.001, limits.deadline - time.monotonic())
        simulations = limits.playouts or limits.visits
        return Budget(simulations=simulations, seconds=seconds or (0.0 if simulations else 1.0))
