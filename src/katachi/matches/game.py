"""One game between two agents."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from katachi.agents.agent import Agent, Choice
from katachi.agents.capabilities import CountsWork, ExpectsBudget, IsToldLimits
from katachi.errors import AgentFailure, FailureReason, KatachiError, is_of_handler, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.outcome import COLORS, Color, Outcome, opponent
from katachi.matches.adjudication import Adjudication, Umpire, resignation
from katachi.search import Budget
from katachi.search.clock import TimeKeeper

# Longer transcripts keep their end, where the cause usually is.
LONGEST_TRANSCRIPT = 20_000
# What is kept back of the clock for the way from the agent to the one who looks at the clock.
LAG_SECONDS = 0.01
SHORTEST_SECONDS = 0.001


# Sees a game while it is played: the moves so far.
Spectator = Callable[[tuple[str, ...]], None]


@dataclass(frozen=True)
class Seat:
    """Who plays a colour, and how long it may think about a move or, with a clock, in all."""

    agent: Agent
    budget: Budget


@dataclass(frozen=True)
class PlayedGame:
    """A finished game.

    `movers` (b or w), `seconds`, `simulations`, `processor` (seconds of processor time), `values`
    (what the search thought of the game before the move, for the mover, 0 to 1), `visits` (of the
    root of its tree) and `depths`: an entry per move after the opening, None where nobody knows. A
    resignation, and the move that came too late, have entries there, but are no moves. `told`: the
    limits that programs outside katachi were given, Black's first. `failure`: what went wrong, if
    the game was lost by that.
    """

    moves: tuple[str, ...]
    opening_plies: int
    outcome: Outcome
    movers: str
    seconds: tuple[float, ...]
    simulations: tuple[int, ...]
    processor: tuple[float | None, ...] = ()
    values: tuple[float | None, ...] = ()
    visits: tuple[int | None, ...] = ()
    depths: tuple[int | None, ...] = ()
    told: tuple[str, str] = ("", "")
    failure: str = ""


@dataclass(frozen=True)
class VoidGame:
    """A game that an agent could not finish. `culprit` is None if unknown.

    `lost` is the same as a game that the culprit lost; None if it failed before the first move, for
    then nobody knows whether it can play at all.
    """

    reason: FailureReason
    culprit: Color | None
    message: str
    transcript: str
    moves: tuple[str, ...]
    lost: PlayedGame | None = None


def play_game(  # noqa: PLR0913 - all but two by name
    game: GameLike,
    seats: tuple[Seat, Seat],
    *,
    seed: int,
    opening: tuple[str, ...] = (),
    adjudication: Adjudication | None = None,
    spectator: Spectator | None = None,
) -> PlayedGame | VoidGame:
    """Black and White play from an opening to the end, with seeds made from `seed`.

    `spectator` sees the moves so far before every move; what it raises counts as a failure unless it is
    no `Exception`, which ends the game without a result.
    """
    rules = adjudication or Adjudication()
    umpire = Umpire(rules)
    sheet = _Sheet(list(opening), len(opening))
    color: Color = "black"
    outcome: Outcome | None = None
    begun = False
    try:
        desks = {}
        for side, color in enumerate(COLORS):
            desks[color] = _Desk(seats[side], color)
            desks[color].begin(game, 2 * seed + side)
        begun = True
        position = game.start()
        for move in opening:
            position = position.play(move)
        while not position.is_over:
            color = position.to_move
            if spectator is not None:
                spectator(tuple(sheet.moves))
            choice = desks[color].choose(position, sheet)
            if choice is None:
                outcome = lost_on_time(color)
                break
            _check(sheet, seats[COLORS.index(color)].budget, rules)
            if choice.move == "resign" and "resign" not in game.moves:
                outcome = resignation(color)
                break
            position = _after(position, choice.move)
            sheet.moves.append(choice.move)
            outcome = umpire.after_choice(color, choice) or umpire.after_move(
                position, len(sheet.moves)
            )
            if outcome is not None and not position.is_over:
                break
    except Exception as error:  # whatever an agent raises must not end the match
        if is_of_handler(error):
            raise
        reason: FailureReason = "crash"
        message, transcript = f"{type(error).__name__}: {error}", traceback.format_exc()
        if isinstance(error, AgentFailure):
            reason, message, transcript = error.reason, str(error), error.transcript
        lost = None
        if begun:
            told = tuple(_told(seat.agent) for seat in seats)
            lost = sheet.game(forfeit(color), told, failure=f"{reason}: {message}")
        return VoidGame(
            reason, color, message, transcript[-LONGEST_TRANSCRIPT:], tuple(sheet.moves), lost
        )
    ended = position.outcome if position.is_over or outcome is None else outcome
    return sheet.game(ended, tuple(_told(seat.agent) for seat in seats))


@dataclass
class _Sheet:
    """What is written down while a game is played."""

    moves: list[str]
    opening_plies: int
    movers: str = ""
    seconds: list[float] = field(default_factory=list)
    processor: list[float | None] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    visits: list[int | None] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)

    def note(self, color: Color, choice: Choice | None, seconds: float, processor: float) -> None:
        """A choice; None if the agent failed or came too late."""
        search = None if choice is None else choice.search
        self.movers += color[0]
        self.seconds.append(seconds)
        self.processor.append(processor if math.isfinite(processor) else None)
        self.simulations.append(0 if search is None else search.simulations)
        # Alpha-beta counts no visits, and knows a value only where it has proved one.
        knows = search is not None and (search.moves or search.proof != "unknown")
        self.values.append(search.value if search is not None and knows else None)
        visits = sum(line.visits for line in search.moves) if search is not None else 0
        self.visits.append(visits or None)
        self.depths.append(None if search is None else search.depth)

    def game(self, outcome: Outcome, told: tuple[str, ...], *, failure: str = "") -> PlayedGame:
        return PlayedGame(
            tuple(self.moves),
            self.opening_plies,
            outcome,
            self.movers,
            tuple(self.seconds),
            tuple(self.simulations),
            processor=tuple(self.processor),
            values=tuple(self.values),
            visits=tuple(self.visits),
            depths=tuple(self.depths),
            told=(told[0], told[1]),
            failure=failure,
        )


class _Desk:
    """A player with its clock and what measures its work."""

    def __init__(self, seat: Seat, color: Color) -> None:
        self._agent = seat.agent
        self._budget = seat.budget
        self._color = color
        self._clock = seat.budget.clock
        self._keeper = TimeKeeper()
        # A program outside may work while its opponent thinks: its account never stops. What this
        # process does counts for whoever is to move.
        self._account: Callable[[], float] | None = (
            seat.agent.processor_seconds if isinstance(seat.agent, CountsWork) else None
        )
        self._spent = 0.0

    def begin(self, game: GameLike, seed: int) -> None:
        begin_game(self._agent, game, seed, self._budget)
        self._spent = self._processor()

    def choose(self, position: PositionLike, sheet: _Sheet) -> Choice | None:
        """A move, written down; None if the clock has run out."""
        budget = self._allotted(position)
        left = math.inf if self._clock is None else self._clock.whole_left(self._color)
        if self._account is None:
            self._spent = self._processor()
        choice = None
        started = time.perf_counter()
        try:
            choice = self._agent.choose(position, budget)
            if choice.search is not None and choice.search.interrupted:
                raise KeyboardInterrupt
        except AgentFailure as failure:
            if failure.reason != "time-out" or time.perf_counter() - started <= left:
                raise
        finally:
            seconds = time.perf_counter() - started
            before, self._spent = self._spent, self._processor()
            if seconds > left:
                choice = None
            # A program that was started anew counts from zero.
            sheet.note(self._color, choice, seconds, max(0.0, self._spent - before))
        if self._clock is not None:
            self._keeper.note(budget.seconds, seconds)
            self._clock = self._clock.after_move(self._color, seconds)
        return choice

    def _allotted(self, position: PositionLike) -> Budget:
        """The budget of this move: with a clock, a share of what is left."""
        if self._clock is None:
            return self._budget
        margin = self._keeper.margin(LAG_SECONDS)
        share = self._clock.seconds_for_move(self._color, position, margin)
        seconds = max(SHORTEST_SECONDS, 0.0 if share is None else share)
        if self._budget.seconds:
            seconds = min(seconds, self._budget.seconds)
        return replace(self._budget, seconds=seconds, clock=self._clock)

    def _processor(self) -> float:
        return time.process_time() if self._account is None else self._account()


def begin_game(agent: Agent, game: GameLike, seed: int, budget: Budget) -> None:
    """Begins a game, and says before what each move will get."""
    if isinstance(agent, ExpectsBudget):
        agent.expect(budget)
    agent.new_game(game, seed)


def lost_on_time(color: Color) -> Outcome:
    """The outcome when the clock of a colour has run out."""
    return Outcome(opponent(color), "time", -1.0 if color == "black" else 1.0)


def forfeit(color: Color) -> Outcome:
    """The outcome when a colour could not go on."""
    return Outcome(opponent(color), "forfeit", -1.0 if color == "black" else 1.0)


def _told(agent: Agent) -> str:
    return agent.told if isinstance(agent, IsToldLimits) else ""


def _check(sheet: _Sheet, budget: Budget, rules: Adjudication) -> None:
    """Refuses a last choice that came too late."""
    seconds = sheet.seconds[-1]
    if budget.processor_time:
        seconds = sheet.processor[-1] or 0.0
    if rules.overtime and budget.seconds and seconds > budget.seconds + rules.overtime:
        raise AgentFailure(
            f"a move took {seconds:.3f} s, the budget is {budget.seconds:g} s", reason="time-out"
        )


def _after(position: PositionLike, move: str) -> PositionLike:
    try:
        return position.play(move)
    except KatachiError as error:
        raise AgentFailure(
            f"the agent chose {shown(move)}: {error}", reason="illegal move"
        ) from None
