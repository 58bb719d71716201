"""The engine: one game in progress, an agent, and the table of commands.

engine = Engine(katachi.Go(9), load_agent("uct"))
"".join(engine.answer("1 genmove black"))
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from katachi.agents.agent import Agent
from katachi.agents.catalogue import load_agent
from katachi.agents.defaults import ANY_GAME, best_of, default_agent_name
from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.gtp.engine import (
    analysis_commands,
    board_commands,
    castro_commands,
    gogui_commands,
    htp_commands,
    move_commands,
    parameter_commands,
    protocol_commands,
    rules_commands,
    time_commands,
)
from katachi.gtp.engine.inbox import Inbox, ScriptedInbox
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.engine.registry import commands_of
from katachi.gtp.engine.state import State
from katachi.gtp.engine.thinking import Allotment, Thinker
from katachi.gtp.protocol.dialects import dialect_of
from katachi.gtp.protocol.wire import CommandFailed, heading, parse_command, response, visible_text
from katachi.search.clock import TimeKeeper, reserve_behind

# Importing them fills the table of commands.
_COMMAND_FILES = (
    analysis_commands,
    board_commands,
    castro_commands,
    gogui_commands,
    htp_commands,
    move_commands,
    parameter_commands,
    protocol_commands,
    rules_commands,
    time_commands,
)

DEFAULT_SECONDS = 1.0  # for a move without clock and other limits


@dataclass(frozen=True)
class EngineOptions:
    """How the engine begins. `parameters` can be changed by commands later.

    `folder`: the only place where commands may read and write files, and where names begin; without,
    any file that katachi itself may use.
    """

    dialect: str = ""
    seed: int = 0
    parameters: Parameters = field(default_factory=Parameters)
    folder: Path | None = None


def _default_name(game: GameLike) -> str:
    return default_agent_name(game) if isinstance(game, Game) else ANY_GAME


class Engine:
    """Answers lines. What commands change is in `state`, one value."""

    def __init__(
        self,
        game: GameLike,
        agent: Agent | None = None,
        options: EngineOptions | None = None,
        *,
        inbox: Inbox | None = None,
    ) -> None:
        """`inbox` is where more lines come from while the engine thinks.

        Without an agent every board gets its own (`default_agent_name`), also after `boardsize`; a
        game written in Python is searched by `uct`.
        """
        options = options or EngineOptions()
        self.options = options
        self.inbox = inbox or ScriptedInbox(())
        dialect = dialect_of(game, options.dialect)
        self.state = State.of(dialect, game, options.parameters)
        self.commands = commands_of(dialect)
        self._any_agent = agent is None
        self.thinker = Thinker(
            agent or load_agent(_default_name(game)), options.seed, any_board=agent is None
        )
        self._analyst: Thinker | None = None
        self.time_keeper = TimeKeeper()
        self.arrived = time.monotonic()  # when the command at work came in
        self.begun = self.arrived  # when its work began
        self.has_quit = False
        self.scripts = 0  # files of commands at work

    @property
    def analyst(self) -> Thinker:
        """Who shows a search: the agent itself, or beside a default one without a tree another."""
        if not self._any_agent or self.thinker.shows_search:
            return self.thinker
        name = best_of(self.state.board_game).analyst
        if self._analyst is None or self._analyst.name != name:
            self._analyst = Thinker(load_agent(name), self.options.seed)
        return self._analyst

    def file(self, name: str) -> Path:
        """The file that a command names; raises `CommandFailed` outside of the engine's folder."""
        folder = self.options.folder
        if folder is None:
            return Path(name)
        try:
            path = (folder / name).resolve()
            inside = path.is_relative_to(folder.resolve())
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside:
            raise CommandFailed(f"{shown(name)} is outside of the folder of this engine")
        return path

    def answer(self, line: str, *, arrived: float | None = None) -> Iterator[str]:
        """What to write for a line, in pieces as they come; nothing for a line without command."""
        self.begun = time.monotonic()
        self.arrived = self.begun if arrived is None else arrived
        command = parse_command(line)
        if command is None:
            return
        handler = self.commands.get(command.name)
        if handler is None:
            yield response(command.id, "unknown command", success=False)
            return
        before, agent = self.state, self.thinker.agent
        begun = False
        try:
            answer = handler(self, command.arguments)
            if isinstance(answer, str):
                yield response(command.id, answer)
                return
            begun = True
            yield heading(command.id) + "\n"
            for text in answer:
                yield visible_text(text) + "\n"
            yield "\n"
        except Exception as error:  # a bug must not end a game
            self._restore(before, agent)
            if not isinstance(error, KatachiError):
                traceback.print_exc(file=sys.stderr)
                error = KatachiError(f"internal error: {error}")
            # A stream that has begun cannot fail any more: it just ends.
            yield "\n" if begun else response(command.id, str(error) or "failed", success=False)

    def _restore(self, state: State, agent: Agent) -> None:
        self.state = state
        if agent is not self.thinker.agent:
            self.thinker.use(agent)

    def allotment(self, color: Color) -> Allotment:
        """For a move of a colour that was asked for when the command came."""
        parameters = self.state.parameters
        margin = self.time_keeper.margin(parameters.lag)
        seconds = self.state.clock.seconds_for_move(color, self.state.position, margin)
        on_clock = seconds is not None
        if parameters.max_time:
            seconds = parameters.max_time if seconds is None else min(seconds, parameters.max_time)
        if seconds is None and not parameters.max_playouts and not parameters.max_visits:
            seconds = DEFAULT_SECONDS
        return Allotment(
            deadline=None if seconds is None else self.arrived + seconds,
            reserve=reserve_behind(seconds, margin) if seconds is not None and on_clock else 0.0,
            playouts=parameters.max_playouts,
            visits=parameters.max_visits,
            may_stop_early=on_clock and self.state.clock.system.kind in {"absolute", "fischer"},
        )

    def note_time(self, color: Color, allotment: Allotment) -> None:
        """After a move: runs the clock and learns from an overshoot."""
        used = time.monotonic() - self.arrived
        if allotment.deadline is not None:
            self.time_keeper.note(
                allotment.deadline - self.arrived,
                used,
                stall=self.thinker.stall,
                wake=self.begun - self.arrived,
            )
        clock = self.state.clock.after_move(color, used)
        self.state = replace(self.state, clock=clock)
