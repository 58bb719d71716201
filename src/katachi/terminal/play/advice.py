"""Hints for a person at the board: the moves that the best agent likes, their values, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katachi.agents import Agent, Budget, load_agent
from katachi.agents.analysis import analyze_position
from katachi.agents.board_knowledge import knowledge_of_board
from katachi.games import Game, GameLike, Position, PositionLike
from katachi.knowledge import Knowledge
from katachi.terminal.analysis import line_text, thinking_line, value_text
from katachi.terminal.play.players import usual_opponent

MOST_ADVICE = 3
# A sentence about a move must say at least this much for it.
LEAST_FACTOR = 1.2


@dataclass(frozen=True)
class Advice:
    """A move, how good it is, how the game may go on, and a reason, or nothing."""

    move: str
    value: str
    line: str
    reason: str = ""


def advice_lines(advice: Sequence[Advice]) -> list[str]:
    """A line each, moves and values below each other, the reason at the end.

    >>> print(*advice_lines([Advice("d3", "57.0 %", "", "takes the corner")]))
    1. d3  57.0 %  d3 takes the corner
    """
    moves = max((len(one.move) for one in advice), default=0)
    values = max((len(one.value) for one in advice), default=0)
    lines = []
    for number, one in enumerate(advice, start=1):
        reason = f"{one.move} {one.reason}" if one.reason else ""
        facts = "; ".join(part for part in (one.line, reason) if part)
        lines.append(f"{number}. {one.move:<{moves}}  {one.value:>{values}}  {facts}".rstrip())
    return lines


class Adviser:
    """Thinks about positions of one game; made ready when it is asked first."""

    def __init__(self, game: GameLike, budget: Budget, seed: int) -> None:
        """The budget is for each hint."""
        self._game = game
        self._budget = budget
        self._seed = seed
        self._agent: Agent | None = None
        self._knowledge: Knowledge | None = None

    def advise(self, position: PositionLike) -> list[Advice]:
        """The best moves, the first the best; nothing if the game is over."""
        agent = self._ready()
        with thinking_line("thinking") as watch:
            found = analyze_position(agent, position, self._budget, lines=MOST_ADVICE, watch=watch)
        worth = [one for one in found.candidates if one.visits or one.score is not None]
        return [
            Advice(
                one.move,
                value_text(one, found),
                f"then {line_text(one).partition(' ')[2]}" if len(one.variation) > 1 else "",
                self._reason(position, one.move),
            )
            for one in worth[:MOST_ADVICE]
        ]

    def _ready(self) -> Agent:
        if self._agent is None:
            agent = load_agent(usual_opponent(self._game))
            agent.new_game(self._game, self._seed)
            self._agent = agent
            if isinstance(self._game, Game):
                self._knowledge = knowledge_of_board(self._game)
        return self._agent

    def _reason(self, position: PositionLike, move: str) -> str:
        """What speaks most for a move in words: patterns and rules need pictures."""
        if self._knowledge is None or not isinstance(position, Position):
            return ""
        reasons = [
            one
            for one in self._knowledge.explain(position, move).reasons_for
            if one.strength >= LEAST_FACTOR and not one.text.startswith("fits ")
        ]
        return reasons[0].text if reasons else ""
