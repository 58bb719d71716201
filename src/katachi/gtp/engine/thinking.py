"""Thinking for the engine, which hears its controller and keeps its clock meanwhile.

An agent that thinks in slices (`ThinksInSlices`) is asked piece by piece and led along the moves of
the game; any other agent is asked for its move in one go.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from katachi.agents.agent import Agent
from katachi.agents.capabilities import HasParameters, ThinksInSlices
from katachi.agents.catalogue import load_agent
from katachi.agents.defaults import default_agent_name
from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.gtp.engine.state import State
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import Budget, SearchResult

SLICE_SECONDS = 0.05  # how long the engine may be deaf
SLICES = 6  # the fewest before a deadline, to see in time that the machine is busy
SHORTEST_SLICE = 0.002
SLICE_SIMULATIONS = 500  # fixed pieces: a budget of simulations gives the same move every time
LEAST_SIMULATIONS = 32  # when the time is already up
MOST_FOLLOWED = 8  # moves along which an agent is led
ALMOST_NOW = 0.001  # seconds


@dataclass(frozen=True)
class Allotment:
    """A budget as a command has it: its time ends at a moment. None and 0 mean no limit.

    `deadline` is a moment of `time.monotonic`, behind which `reserve` seconds are left for what
    goes wrong; `may_stop_early` allows to stop when no other move can catch up with the best one
    before the deadline. `visits` counts those of the position, also from earlier moves.
    """

    deadline: float | None = None
    reserve: float = 0.0
    playouts: int = 0
    visits: int = 0
    may_stop_early: bool = False

    @property
    def budget(self) -> Budget:
        """For an agent that is asked in one go."""
        seconds = 0.0
        if self.deadline is not None:
            seconds = max(ALMOST_NOW, self.deadline - time.monotonic())
        simulations = self.playouts or self.visits
        return Budget(simulations=simulations, seconds=seconds or (0.0 if simulations else 1.0))

    def piece(self, done: int, visits: int, longest: float) -> Budget:
        """The budget of the next slice after a number of simulations, of at most `longest` seconds."""
        simulations, seconds = 0, 0.0
        if self.playouts:
            simulations = max(1, min(SLICE_SIMULATIONS, self.playouts - done))
        if self.visits:
            rest = max(1, self.visits - visits)
            simulations = min(simulations or SLICE_SIMULATIONS, rest)
        if self.deadline is not None:
            left = self.deadline - time.monotonic()
            if left <= ALMOST_NOW:
                return Budget(simulations=LEAST_SIMULATIONS)
            seconds = min(longest, left)
        if not simulations and not seconds:
            seconds = SLICE_SECONDS
        return Budget(simulations=simulations, seconds=seconds)

    def is_used(self, done: int, visits: int) -> bool:
        """Whether simulations or visits are used up."""
        used = self.playouts and done >= self.playouts
        return bool(used or (self.visits and visits >= self.visits))


class Thinker:
    """An agent at work for the engine."""

    def __init__(self, agent: Agent, seed: int, *, any_board: bool = False) -> None:
        """The agent is used for one game at a time.

        `any_board`: nobody chose the agent, so each board gets its default one.
        """
        self._agent = agent
        self._any_board = any_board
        self._seed = seed
        self._game: GameLike | None = None
        self._start: PositionLike | None = None
        self._at: tuple[str, ...] = ()  # the moves along which the agent has been led
        self.result: SearchResult | None = None  # of the last search
        self.searched: PositionLike | None = None  # the position of `result`
        self.stall = 0.0  # the longest time by which a slice of the last move took too long

    @property
    def agent(self) -> Agent:
        """Who thinks."""
        return self._agent

    @property
    def name(self) -> str:
        """Of the agent."""
        return self._agent.name

    def use(self, agent: Agent) -> None:
        """Another agent from the next move on."""
        self._agent = agent
        self._game = None

    @property
    def parameters(self) -> Mapping[str, str]:
        """Of the agent, if it has any."""
        return self._agent.parameters() if isinstance(self._agent, HasParameters) else {}

    def change_parameters(self, changes: Mapping[str, str], game: GameLike) -> None:
        """Other parameters from the next move on, if the game can be played with them.

        Raises `KatachiError` if not, and then nothing has changed.
        """
        before = self._agent
        assert isinstance(before, HasParameters)
        changed = before.with_parameters(changes)
        if changed.parameters() == before.parameters():
            return
        self.use(changed)
        try:
            self.prepare(game)
        except KatachiError:
            self.use(before)
            raise

    @property
    def in_slices(self) -> ThinksInSlices:
        """The agent, if it thinks in slices; raises `CommandFailed` if it has no search to show."""
        if not isinstance(self._agent, ThinksInSlices):
            raise CommandFailed(f"the agent {self.name} does not search")
        return self._agent

    @property
    def shows_search(self) -> bool:
        """Whether there is anything to show while the agent thinks."""
        return isinstance(self._agent, ThinksInSlices)

    def prepare(self, game: GameLike) -> None:
        """Makes the agent ready for a game, which otherwise the first move would pay for."""
        if game == self._game:
            return
        if self._any_board and isinstance(game, Game):
            name = default_agent_name(game)
            if self._agent.name != name:
                self._agent = load_agent(name)
        self._agent.new_game(game, self._seed)
        self._game = game
        self._start, self._at = None, ()
        self.result = self.searched = None
        if isinstance(self._agent, ThinksInSlices):
            self._agent.think(None, Budget(simulations=1))

    def forget(self) -> None:
        """Begins anew with the same seed: what was searched before has no influence."""
        self._game = None

    def choose(
        self,
        state: State,
        color: Color,
        allotment: Allotment,
        stop: Callable[[], bool],
        *,
        clean_up: bool = False,
    ) -> tuple[str, SearchResult | None]:
        """A move and the search behind it.

        `clean_up`: lost stones of the opponent must be taken before a pass.
        """
        position = state.turned(color)
        if position.is_over:
            raise CommandFailed("the game is over")
        self.prepare(state.game)
        self.stall = 0.0
        if not isinstance(self._agent, ThinksInSlices):
            return self._ask(state, position, allotment)
        terms = state.terms.when_cleaning_up() if clean_up else state.terms
        answer = terms.answer_to_pass(position)
        may_pass = answer != "play" and not (clean_up and terms.must_clean_up(position))
        if answer == "pass" and may_pass:
            return "pass", None
        if len(position.legal_moves) == 1 and not allotment.visits and not allotment.playouts:
            return position.legal_moves[0], None
        result = None
        moves = None if may_pass else [move for move in position.legal_moves if move != "pass"]
        try:
            for result in self.slices(state, color, allotment, moves):  # noqa: B007 - the last counts
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
        allotment: Allotment,
        only: Sequence[str] | None = None,
    ) -> Iterator[SearchResult]:
        """Results as they get better, one per slice, until a limit; at least one.

        `only`: the legal moves that may be searched; raises `KatachiError` if the search considers
        none of them.
        """
        position = state.turned(color)
        self.prepare(state.game)
        agent = self.in_slices
        agent.lead(self._moves_since(state))
        self._note(state)
        self.searched = position
        pace = _Pace(allotment)
        done = visits = 0
        self.stall = 0.0
        while True:
            budget = allotment.piece(done, visits, pace.longest)
            slice_began = time.monotonic()
            # The position matters for the first slice only; where the search stands, it stays.
            result = agent.think(None if done else position, budget, moves=only)
            self.result = result
            if budget.seconds:
                self.stall = max(self.stall, time.monotonic() - slice_began - budget.seconds)
            done += result.simulations
            visits = sum(line.visits for line in result.moves)
            yield result
            if result.simulations == 0 or result.interrupted or allotment.is_used(done, visits):
                return
            if pace.must_end(self.stall):
                return
            if allotment.may_stop_early and agent.is_decided(pace.simulations_to_come(done)):
                return

    def _ask(
        self, state: State, position: PositionLike, allotment: Allotment
    ) -> tuple[str, SearchResult | None]:
        """The choice of an agent that thinks in one go."""
        if self._moves_since(state) is None:
            self._agent.new_game(state.game, self._seed)
        self._note(state)
        try:
            choice = self._agent.choose(position, allotment.budget)
        except KatachiError:
            self.forget()  # an external program that failed must be started again
            raise
        return choice.move, choice.search

    def _moves_since(self, state: State) -> list[str] | None:
        """The moves since the agent last saw the game; None if it has not gone on from there."""
        moves = [step.move for step in state.steps]
        followed = len(self._at)
        goes_on = (
            self._start == state.start
            and tuple(moves[:followed]) == self._at
            and len(moves) - followed <= MOST_FOLLOWED
        )
        return moves[followed:] if goes_on else None

    def _note(self, state: State) -> None:
        self._start, self._at = state.start, tuple(step.move for step in state.steps)


class _Pace:
    """How slices keep to a deadline."""

    def __init__(self, allotment: Allotment) -> None:
        self._deadline, self._reserve = allotment.deadline, allotment.reserve
        self._began = time.monotonic()
        # Fractions of a time that is nearly over would cost more than they tell.
        self.longest = SLICE_SECONDS
        if self._deadline is not None:
            share = (self._deadline - self._began) / SLICES
            self.longest = min(SLICE_SECONDS, max(SHORTEST_SLICE, share))

    def must_end(self, stall: float) -> bool:
        """Whether another slice could come too late, if it took longer than asked as one did before."""
        if self._deadline is None:
            return False
        left = self._deadline - time.monotonic()
        if left <= 0:
            return True
        # Another stall like the longest one must leave half of the reserve.
        end = min(self.longest, left) + stall
        return bool(self._reserve) and end > left + self._reserve / 2

    def simulations_to_come(self, done: int) -> int:
        """As many as the time left allows at the speed so far."""
        if self._deadline is None:
            return 2**62
        now = time.monotonic()
        rate = done / max(1e-6, now - self._began)
        return int(max(0.0, rate * (self._deadline - now)))
