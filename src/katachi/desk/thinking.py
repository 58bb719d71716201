"""Searches behind the pages: as many at once as there are processors, none for a page that is gone.

Every search runs in a thread of its own and works in slices. Before each slice it takes a place at
one of the processors, so that many pages share the machine evenly. A search ends when its time is
used, its position is proven, or the page that wanted it closes the stream.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from katachi.agents import AgentFile, Budget, build_agent, read_agent_file
from katachi.agents.agent import Agent
from katachi.agents.analysis import Analysis, analyze_position
from katachi.agents.defaults import best_of
from katachi.desk.boards import position_of
from katachi.desk.questions import AnalysisQuestion, MoveQuestion, ReviewQuestion, thinking_time
from katachi.errors import KatachiError
from katachi.games import Game, Position

MOST_SEARCHES = 24  # that wait or work
MOST_CANDIDATES = 30
MOST_WAITING = 20  # reports of an analysis that a page has not taken yet
SEARCH_MEGABYTES = 64


class Gone(Exception):
    """The page does not want the answer any more."""


@dataclass
class Desk:
    """What all requests of a server share."""

    processors: int

    def __post_init__(self) -> None:
        """Nobody thinks yet."""
        self._places = threading.Semaphore(self.processors)
        self._lock = threading.Lock()
        self.searches = 0

    def begin(self) -> None:
        """Counts a search; raises `KatachiError` if there are too many."""
        with self._lock:
            if self.searches >= MOST_SEARCHES:
                raise KatachiError(f"{MOST_SEARCHES} searches run already: close a page first")
            self.searches += 1

    def end(self) -> None:
        """Counts it out."""
        with self._lock:
            self.searches -= 1

    def take_turns(self) -> None:
        """Lets somebody else have the processor between two slices."""
        self._places.release()
        self._places.acquire()

    def run(self, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the work returns
        """The result of some work at one of the processors."""
        with self._places:
            return work()


def analyst_of(game: Game, name: str) -> Agent:
    """Who looks at positions: a named agent, or the best one that shows a tree of moves."""
    if not name:
        best = best_of(game)
        name = best.analyst or best.agent
    agent = build_agent(name, _small(read_agent_file(name)))
    agent.new_game(game, 0)
    return agent


def _small(file: AgentFile) -> AgentFile:
    """The same agent with a tree that leaves room for other pages."""
    if file.kind != "mcts" or file.mcts.megabytes <= SEARCH_MEGABYTES:
        return file
    settings = replace(file.mcts, megabytes=SEARCH_MEGABYTES)
    return replace(file, mcts=settings)


async def analysis(desk: Desk, question: AnalysisQuestion) -> AsyncIterator[dict[str, Any]]:
    """Candidates as they grow; the last report says so."""
    position = position_of(question)
    seconds = thinking_time(question.seconds)
    if position.is_over:
        yield {"candidates": [], "done": True, "over": str(position.outcome)}
        return

    def work(report: Callable[[dict[str, Any]], None]) -> None:
        agent = analyst_of(position.game, question.agent)

        def watch(found: Analysis) -> None:
            report(analysis_json(found, done=False))
            desk.take_turns()

        # The first answer comes at once, the rest as it grows.
        report(analysis_json(analyze_position(agent, position, Budget(seconds=0.05)), done=False))
        found = analyze_position(agent, position, Budget(seconds=seconds), watch=watch)
        report(analysis_json(found, done=True))

    async for report in _stream(desk, work):
        yield report


async def review(desk: Desk, question: ReviewQuestion) -> AsyncIterator[dict[str, Any]]:
    """What a search thinks of every position of a game, one after the other."""
    seconds = thinking_time(question.seconds)
    position_of(question)

    def work(report: Callable[[dict[str, Any]], None]) -> None:
        agent = analyst_of(position_of(question).game, question.agent)
        for ply in range(len(question.moves) + 1):
            position = position_of(replace(question, moves=question.moves[:ply]))
            played = question.moves[ply] if ply < len(question.moves) else ""
            report(reviewed(agent, position, ply, played, seconds))
            desk.take_turns()
        report({"done": True})

    async for report in _stream(desk, work):
        yield report


def reviewed(
    agent: Agent, position: Position, ply: int, played: str, seconds: float
) -> dict[str, Any]:
    """One position of a reviewed game; values are Black's share of the game."""
    if position.is_over:
        winner = position.outcome.winner
        value = 0.5 if winner is None else float(winner == "black")
        return {"ply": ply, "value": value, "spread": 0.0, "best": "", "played": "", "over": True}
    found = analyze_position(agent, position, Budget(seconds=seconds))
    best = found.candidates[0]
    black = position.to_move == "black"
    value = 0.5 if best.value is None else best.value
    visits = max(1, best.visits)
    report: dict[str, Any] = {
        "ply": ply,
        "mover": position.to_move,
        "value": value if black else 1 - value,
        # A rough one: results of playouts in a tree are no independent coins.
        "spread": (value * (1 - value) / visits) ** 0.5,
        "best": best.move,
        "line": list(best.variation[:12]),
        "played": played,
        "over": False,
    }
    if played:
        own = next((one for one in found.candidates if one.move == played), None)
        if own is not None and own.value is not None and own.visits >= visits / 50:
            report["loss"] = max(0.0, value - own.value)
    return report


def choose_move(desk: Desk, question: MoveQuestion) -> dict[str, Any]:
    """The move of a player."""
    position = position_of(question)
    if position.is_over:
        raise KatachiError("the game is over")
    name = question.player or best_of(position.game).agent

    def work() -> dict[str, Any]:
        agent = build_agent(name, _small(read_agent_file(name)))
        agent.new_game(position.game, question.seed + len(question.moves))
        chosen = agent.choose(position, Budget(seconds=thinking_time(question.seconds)))
        value = chosen.search.value if chosen.search is not None else None
        return {"move": chosen.move, "value": value}

    desk.begin()
    try:
        found: dict[str, Any] = desk.run(work)
        return found
    finally:
        desk.end()


def analysis_json(found: Analysis, *, done: bool) -> dict[str, Any]:
    """What a page shows of an analysis."""
    candidates = [
        {
            "move": one.move,
            "value": one.value,
            "visits": one.visits,
            "prior": one.prior,
            "score": one.score,
            "proof": one.proof,
            "line": list(one.variation),
        }
        for one in found.candidates[:MOST_CANDIDATES]
    ]
    return {
        "agent": found.agent,
        "candidates": candidates,
        "simulations": getattr(found.search, "simulations", 0),
        "seconds": getattr(found.search, "seconds", 0.0),
        "depth": getattr(found.search, "depth", 0),
        "knowledge": found.uses_knowledge,
        "done": done,
    }


async def _stream(
    desk: Desk, work: Callable[[Callable[[dict[str, Any]], None]], None]
) -> AsyncIterator[dict[str, Any]]:
    """What `work` reports from its thread; it ends with the consumer of the stream."""
    loop = asyncio.get_running_loop()
    reports: asyncio.Queue[dict[str, Any] | BaseException | None] = asyncio.Queue()
    gone = threading.Event()

    def tell(found: dict[str, Any] | BaseException | None) -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(reports.put_nowait, found)

    def report(found: dict[str, Any]) -> None:
        if gone.is_set():
            raise Gone
        # A page that cannot keep up misses what grows anyway.
        if reports.qsize() < MOST_WAITING or "candidates" not in found or found["done"]:
            tell(found)

    def run() -> None:
        end: BaseException | None = None
        try:
            desk.run(lambda: work(report))
        except Gone:
            pass
        except BaseException as error:
            end = error
        finally:
            desk.end()
            tell(end)

    desk.begin()
    threading.Thread(target=run, name="desk search", daemon=True).start()
    try:
        while (found := await reports.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found
    finally:
        gone.set()
