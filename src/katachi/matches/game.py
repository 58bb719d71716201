"""One game between two agents."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass

from katachi.agents.agent import Agent, Budget, Choice
from katachi.errors import AgentFailure, FailureReason, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.outcome import Color, Outcome
from katachi.matches.adjudication import Adjudication, Umpire, resignation

# Longer transcripts keep their end, where the cause usually is.
LONGEST_TRANSCRIPT = 20_000


@dataclass(frozen=True)
class Seat:
    """Who plays a colour, and how long it may think about a move."""

    agent: Agent
    budget: Budget


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. `movers` (b or w), `seconds` and `simulations`: per move after the opening.

    A resignation has entries there, but is no move.
    """

    moves: tuple[str, ...]
    opening_plies: int
    outcome: Outcome
    movers: str
    seconds: tuple[float, ...]
    simulations: tuple[int, ...]


@dataclass(frozen=True)
class VoidGame:
    """A game that an agent could not finish: it counts for nobody. `culprit` is None if unknown."""

    reason: FailureReason
    culprit: Color | None
    message: str
    transcript: str
    moves: tuple[str, ...]


def play_game(
    game: GameLike,
    seats: tuple[Seat, Seat],
    *,
    seed: int,
    opening: tuple[str, ...] = (),
    adjudication: Adjudication | None = None,
) -> PlayedGame | VoidGame:
    """Black and White play from an opening to the end, with seeds made from `seed`."""
    rules = adjudication or Adjudication()
    umpire = Umpire(rules)
    moves = list(opening)
    color: Color = "black"
    seconds: list[float] = []
    simulations: list[int] = []
    movers = ""
    outcome: Outcome | None = None
    try:
        for side, name in enumerate(("black", "white")):
            color = "black" if name == "black" else "white"
            seats[side].agent.new_game(game, 2 * seed + side)
        position = game.start()
        for move in opening:
            position = position.play(move)
        while not position.is_over:
            color = position.to_move
            seat = seats[0 if color == "black" else 1]
            started = time.perf_counter()
            choice = seat.agent.choose(position, seat.budget)
            seconds.append(time.perf_counter() - started)
            movers += color[0]
            simulations.append(_checked(choice, seconds[-1], seat.budget, rules))
            if choice.move == "resign" and "resign" not in game.moves:
                outcome = resignation(color)
                break
            position = _after(position, choice.move)
            moves.append(choice.move)
            outcome = umpire.after_choice(color, choice) or umpire.after_move(position, len(moves))
            if outcome is not None and not position.is_over:
                break
    except AgentFailure as failure:
        transcript = failure.transcript[-LONGEST_TRANSCRIPT:]
        return VoidGame(failure.reason, color, str(failure), transcript, tuple(moves))
    except Exception as error:  # whatever an agent raises must not end the match
        transcript = traceback.format_exc()[-LONGEST_TRANSCRIPT:]
        message = f"{type(error).__name__}: {error}"
        return VoidGame("crash", color, message, transcript, tuple(moves))
    return PlayedGame(
        tuple(moves),
        len(opening),
        position.outcome if position.is_over or outcome is None else outcome,
        movers,
        tuple(seconds),
        tuple(simulations),
    )


def _checked(choice: Choice, seconds: float, budget: Budget, rules: Adjudication) -> int:
    """The simulations of a choice that came in time."""
    if choice.search is not None and choice.search.interrupted:
        raise KeyboardInterrupt
    if rules.overtime and budget.seconds and seconds > budget.seconds + rules.overtime:
        raise AgentFailure(
            f"a move took {seconds:.3f} s, the budget is {budget.seconds:g} s", reason="time-out"
        )
    return 0 if choice.search is None else choice.search.simulations


def _after(position: PositionLike, move: str) -> PositionLike:
    try:
        return position.play(move)
    except KatachiError as error:
        raise AgentFailure(
            f"the agent chose {shown(move)}: {error}", reason="illegal move"
        ) from None
