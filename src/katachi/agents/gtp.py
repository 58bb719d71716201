"""A GTP program as an agent.

An agent file says how to start it:

    kind = "gtp"
    game = "go"

    [gtp]
    command = ["gnugo", "--mode", "gtp", "--level", "1"]
    new_game = ["set_random_seed {seed}"]

The program lives from game to game; after a failure (crash, time-out, illegal move, protocol
error) it is ended with all that it has started, and the next game starts a new one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from katachi.agents.agent import Choice
from katachi.agents.gtp_limits import LimitCommands
from katachi.agents.gtp_settings import GtpSettings, filled, names_budget, values_of
from katachi.errors import AgentFailure, InvalidSettings, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.gtp.program.confinement import Limits
from katachi.gtp.program.processor_time import processor_seconds
from katachi.gtp.program.program import GtpProgram, Reply, find_program
from katachi.gtp.protocol.dialects import dialect_of
from katachi.gtp.protocol.path import moves_between, stones_of
from katachi.search import Budget

RESIGN = "resign"
PASS = "pass"
CLEANUP = "kgs-genmove_cleanup"
# Seconds after its flag fell: a program on a clock that is not back by then has hung.
FLAG_SECONDS = 1.0
NEARLY_EQUAL = 0.05


class GtpAgent:
    """Plays what a program says."""

    def __init__(self, name: str, settings: GtpSettings) -> None:
        """Starts nothing yet."""
        if not settings.command:
            raise InvalidSettings(f"{name}: gtp.command is missing")
        self.name = name
        self.settings = settings
        self._program: GtpProgram | None = None
        self._limits = LimitCommands(frozenset())
        self._dialect: Dialect | None = None
        self._game: Game | None = None
        self._seed = 0
        self._position: Position | None = None  # what stands on the program's board
        self._expected: Budget | None = None
        self._started: Budget | None = None  # the budget on the program's command line
        self._announced: tuple[str, ...] | None = None  # the last commands about limits
        self._told: list[str] = []
        self._told_at_start: tuple[str, ...] = ()

    @property
    def is_installed(self) -> bool:
        """Whether there is such a program on this machine."""
        return find_program(self.settings.command[0]) is not None

    @property
    def program(self) -> GtpProgram:
        """The running program; raises `KatachiError` before the first game."""
        if self._program is None:
            raise KatachiError("new_game comes before choose")
        return self._program

    @property
    def told(self) -> str:
        """The limits that the program was given in this game; empty if none."""
        return "; ".join(self._told)

    def processor_seconds(self) -> float:
        """What the program and its children have used so far; NaN where nobody tells."""
        return math.nan if self._program is None else processor_seconds(self._program.process_id)

    def expect(self, budget: Budget) -> None:
        """What every move of the next game gets, for commands that need it before; may raise."""
        if budget.clock is not None and self.settings.fixes_budget:
            raise InvalidSettings(
                f"{self.name} is told its time before a game, so it cannot play on a clock: "
                "{seconds} must stand in gtp.before_move"
            )
        values = values_of(0, budget)
        for word in self.settings.command:
            if filled(word, values) is None:
                raise InvalidSettings(
                    f"{self.name}: there is no value for {shown(word)} ({budget})"
                )
        self._expected = budget

    def new_game(self, game: GameLike, seed: int) -> None:
        """Clears the program's board, or starts the program; raises `AgentFailure`.

        A program that must know its budget, and was not told to expect one, starts with its move.
        """
        if not isinstance(game, Game):
            raise InvalidSettings(f"{self.name} plays built-in games, not {shown(game.name)}")
        dialect = dialect_of(game, self.settings.dialect)
        self._dialect = replace(dialect, first=self.settings.first or dialect.first)
        self._game, self._seed, self._position = game, seed, None
        if self._expected is not None or not self.settings.fixes_budget:
            self._begin(game)

    def _begin(self, game: Game) -> None:
        expected = self._expected
        restarts = any(map(names_budget, (*self.settings.command, *self.settings.startup)))
        if restarts and self._started != expected:
            self.close()
        if self._program is None or not self._program.is_alive:
            self._start()
        self._told, self._announced = [*self._told_at_start], None
        self._order(f"boardsize {self._board_size(game)}")
        self._order("clear_board")
        for line in self._spoken.rules_lines(game):
            self._order(line)
        self._send_own(self.settings.new_game, expected)
        if expected is not None and not self.settings.names_budget and self.settings.time != "own":
            self._announce(expected)
        self._position = game.start()

    def _board_size(self, game: Game) -> str:
        form = self.settings.boardsize or self._spoken.boardsize
        return form.replace("{size}", str(self._spoken.board_size(game)))

    def _options(self) -> list[str]:
        """The words of the command line that hold the budget, each with the option before it."""
        values, command = values_of(self._seed, self._expected), self.settings.command
        found = []
        for option, word in zip(("", *command), command, strict=False):
            if names_budget(word):
                head = f"{option} " if option.startswith("-") else ""
                found.append(f"{head}{filled(word, values)}")
        return found

    def _send_own(self, lines: tuple[str, ...], budget: Budget | None) -> None:
        """The program's own commands; those without a value are left out."""
        values = values_of(self._seed, budget)
        for line in lines:
            command = filled(line, values)
            if command is None:
                continue
            self._order(command)
            # On a clock the numbers change from move to move: the line as written says enough.
            told = line if budget is not None and budget.clock is not None else command
            if names_budget(line) and told not in self._told:
                self._told.append(told)

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The program's move, or "resign"; raises `AgentFailure`."""
        if self._game is None or not isinstance(position, Position):
            raise KatachiError("new_game comes before choose")
        if self.settings.fixes_budget and not self._is_expected(budget):
            self.expect(budget)
            self._begin(self._game)
        if self._position is None:
            raise KatachiError("new_game comes before choose")
        self._catch_up(position)
        self._tell_limits(budget, position.to_move)
        timeout = self.settings.move_timeout + budget.seconds
        if budget.clock is not None:
            timeout = min(1e6, budget.clock.whole_left(position.to_move) + FLAG_SECONDS)
        vertex = self._generate("genmove", position, timeout)
        if self.settings.cleanup and vertex.lower() == PASS and not _stands_won(position):
            self._order("undo")
            vertex = self._generate(CLEANUP, position, timeout)
        if vertex.lower() == RESIGN:
            self._position = None
            return Choice(RESIGN)
        self._position = self._played(position, vertex)
        return Choice(self._last_move)

    def _is_expected(self, budget: Budget) -> bool:
        """Whether a budget is what the program was told, but for a hair: a restart costs much more."""
        told = self._expected
        return (
            told is not None
            and (told.simulations, told.clock) == (budget.simulations, budget.clock)
            and math.isclose(told.seconds, budget.seconds, rel_tol=NEARLY_EQUAL)
        )

    def _generate(self, command: str, position: Position, timeout: float) -> str:
        reply = self._ask(f"{command} {self._spoken.color(position.to_move)}", timeout)
        vertex = reply.text.strip()
        if not reply.success:
            self._fail(f"{command} failed: {shown(vertex)}")
        return vertex

    def close(self) -> None:
        """Ends the program; may be called twice."""
        if self._program is not None:
            self._program.close()
            self._program = None
        self._position = None

    def _played(self, position: Position, vertex: str) -> Position:
        """The position after the program's move, which is checked."""
        try:
            self._last_move = self._spoken.move(position.game, vertex)
            return position.play(self._last_move)
        except KatachiError as error:
            self._position = None
            message = f"{self.name} plays {shown(vertex)}: {error}"
            transcript = self.program.transcript
            self.close()
            raise AgentFailure(message, reason="illegal move", transcript=transcript) from None

    def _start(self) -> None:
        if self._program is not None:
            self._program.close()
        values = values_of(self._seed, self._expected)
        command = [filled(word, values) or "" for word in self.settings.command]
        limits = Limits(self.settings.megabytes, self.settings.processes)
        self._program = GtpProgram(command, folder=self.settings.folder, limits=limits)
        self._started = self._expected
        listed = self._ask("list_commands", self.settings.answer_timeout)
        commands = frozenset(listed.text.split()) if listed.success else frozenset()
        self._limits = LimitCommands(commands, fractions=self.settings.time == "fractions")
        missing = sorted({"undo", CLEANUP} - commands)
        if self.settings.cleanup and missing:
            self.close()
            raise InvalidSettings(f"{self.name} has no {' and no '.join(missing)} for gtp.cleanup")
        self._told = self._options()
        self._send_own(self.settings.startup, self._expected)
        self._told_at_start = tuple(self._told)

    def _catch_up(self, position: Position) -> None:
        """Makes the program's board show the position."""
        before = self._position
        assert before is not None
        moves = moves_between(before, position)
        if moves is not None:
            for move in moves:
                self._send_move(before.to_move, move)
                before = before.play(move)
        elif "set_position" in self._limits.commands:
            self._order(f"set_position {' '.join(map(' '.join, self._stones(position)))}".rstrip())
        elif self._spoken.any_turn:
            self._order("clear_board")
            for color, vertex in self._stones(position):
                self._order(f"play {color} {vertex}")
        else:
            self._fail("there is no way to tell the program this position")
        self._position = position

    def _send_move(self, color: Color, move: str) -> None:
        dialect = self._spoken
        assert self._position is not None
        vertex = dialect.vertex(self._position.game, move)
        line = f"play {dialect.color(color)} {vertex}"
        if dialect.omits_passes and vertex == PASS:
            # GRhino passes by itself and calls the word a syntax error: both are fine.
            self._ask(line, self.settings.answer_timeout)
        else:
            self._order(line)

    def _stones(self, position: Position) -> list[tuple[str, str]]:
        dialect = self._spoken
        return [
            (dialect.color(color), dialect.vertex(position.game, cell))
            for color, cell in stones_of(position)
        ]

    def _tell_limits(self, budget: Budget, color: Color) -> None:
        """Passes the budget of a move on as well as the program's commands allow."""
        self._send_own(self.settings.before_move, budget)
        if self.settings.names_budget or self.settings.time == "own":
            return
        self._announce(budget)
        line = ""
        if budget.clock is not None:
            line = self._limits.time_left(budget.clock, color, self._spoken.color(color))
        elif budget.seconds and "kata-time_settings" in self._limits.commands:
            line = f"time_left {self._spoken.color(color)} {budget.seconds:g} 1"
        if line:
            self._order(line)

    def _announce(self, budget: Budget) -> None:
        """The lines about limits that stay the same from move to move."""
        lines = self._limits.settings(budget)
        if lines == self._announced:
            return
        if budget.clock is not None and not any("time_settings" in line for line in lines):
            self.close()
            raise InvalidSettings(
                f"{self.name} cannot be told the clock {budget.clock.system}: it has no command for "
                "it (gtp.before_move with {seconds} would do)"
            )
        self._announced = lines
        for line in lines:
            self._order(line)
        self._told += [line for line in lines if line not in self._told]

    @property
    def _spoken(self) -> Dialect:
        assert self._dialect is not None
        return self._dialect

    def _ask(self, line: str, timeout: float) -> Reply:
        return self._guarded(lambda: self.program.ask(line, timeout=timeout))

    def _order(self, line: str) -> None:
        """A command that must succeed."""
        reply = self._ask(line, self.settings.answer_timeout)
        if not reply.success:
            self._fail(f"{shown(line)} failed: {shown(reply.text)}")

    def _guarded(self, question: Callable[[], Reply]) -> Reply:
        try:
            return question()
        except AgentFailure:
            self._position = None
            raise

    def _fail(self, sentence: str) -> None:
        """The program does not keep to the protocol: it is ended."""
        self._position = None
        program = self.program
        transcript = program.transcript
        self.close()
        raise AgentFailure(
            f"{self.name}: {sentence}", reason="protocol error", transcript=transcript
        )


def _stands_won(position: Position) -> bool:
    """Whether the player to move wins the board as it stands, every stone alive; also without passes."""
    ends = position.game.ends_by_passes
    return not ends or position.play(PASS).outcome.winner == position.to_move
