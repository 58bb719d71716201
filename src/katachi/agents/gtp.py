"""A GTP program as an agent.

An agent file says how to start it:

    kind = "gtp"
    game = "go"

    [gtp]
    command = ["gnugo", "--mode", "gtp", "--level", "1"]
    new_game = ["set_random_seed {seed}"]

The program lives from game to game; after a failure (crash, time-out, illegal move, protocol
error) it is ended with its whole process group, and the next game starts a new one.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from katachi.agents.agent import Budget, Choice
from katachi.errors import AgentFailure, InvalidSettings, KatachiError, shown
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.gtp.dialects import Dialect, dialect_of
from katachi.gtp.path import moves_between, stones_of
from katachi.gtp.program import GtpProgram, Reply, find_program

RESIGN = "resign"
LARGEST_SEED = 2**31 - 1  # GTP's largest integer


class GtpSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to start a program and talk to it.

    `command`: the program and its arguments. `dialect`: empty for the game's own. `startup`:
    commands sent once after the start; `new_game`: before every game; `{seed}` in a text becomes
    the seed of the game. `move_timeout`: seconds for one move, on top of the budget;
    `answer_timeout`: for every other answer. `folder`: where the program runs.
    """

    command: tuple[str, ...] = ()
    dialect: str = ""
    startup: tuple[str, ...] = ()
    new_game: tuple[str, ...] = ()
    move_timeout: float = 60.0
    answer_timeout: float = 30.0
    folder: str | None = None

    def __post_init__(self) -> None:
        """Refuses time-outs that never end."""
        for name in ("move_timeout", "answer_timeout"):
            if not 0 < getattr(self, name) < 1e6:
                raise InvalidSettings(f"gtp.{name} must be above 0 and below a million")


class GtpAgent:
    """Plays what a program says."""

    def __init__(self, name: str, settings: GtpSettings) -> None:
        """Starts nothing yet."""
        if not settings.command:
            raise InvalidSettings(f"{name}: gtp.command is missing")
        self.name = name
        self.settings = settings
        self._program: GtpProgram | None = None
        self._commands: frozenset[str] = frozenset()
        self._dialect: Dialect | None = None
        self._position: Position | None = None  # what stands on the program's board
        self._told: Budget | None = None

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

    def new_game(self, game: GameLike, seed: int) -> None:
        """Clears the program's board, or starts the program; raises `AgentFailure`."""
        if not isinstance(game, Game):
            raise InvalidSettings(f"{self.name} plays built-in games, not {shown(game.name)}")
        self._dialect = dialect_of(game, self.settings.dialect)
        self._position = None
        number = str(seed % LARGEST_SEED)
        if self._program is None or not self._program.is_alive:
            self._start(number)
        size = self._dialect.board_size(game)
        self._order(
            f"boardsize {size} {size}" if self._dialect.name == "htp" else f"boardsize {size}"
        )
        self._order("clear_board")
        if isinstance(game, Go):
            self._order(f"komi {game.komi:g}")
            if game.handicap:
                self._order(f"fixed_handicap {game.handicap}")
        elif getattr(game, "swap", False):
            self._order("swap 1" if self._dialect.name == "castro" else "param_game allow_swap 1")
        for line in self.settings.new_game:
            self._order(line.replace("{seed}", number))
        self._told = None
        self._position = game.start()

    def choose(self, position: PositionLike, budget: Budget) -> Choice:
        """The program's move, or "resign"; raises `AgentFailure`."""
        if self._position is None or not isinstance(position, Position):
            raise KatachiError("new_game comes before choose")
        self._catch_up(position)
        self._tell_budget(budget, position.to_move)
        timeout = self.settings.move_timeout + budget.seconds
        dialect = self._spoken
        reply = self._ask(f"genmove {dialect.color(position.to_move)}", timeout)
        vertex = reply.text.strip()
        if not reply.success:
            self._fail(f"genmove failed: {shown(vertex)}")
        if vertex.lower() == RESIGN:
            self._position = None
            return Choice(RESIGN)
        self._position = self._played(position, vertex)
        return Choice(self._last_move)

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

    def _start(self, seed: str) -> None:
        if self._program is not None:
            self._program.close()
        command = [word.replace("{seed}", seed) for word in self.settings.command]
        self._program = GtpProgram(command, folder=self.settings.folder)
        listed = self._ask("list_commands", self.settings.answer_timeout)
        self._commands = frozenset(listed.text.split()) if listed.success else frozenset()
        for line in self.settings.startup:
            self._order(line.replace("{seed}", seed))

    def _catch_up(self, position: Position) -> None:
        """Makes the program's board show the position."""
        before = self._position
        assert before is not None
        moves = moves_between(before, position)
        if moves is not None:
            for move in moves:
                self._send_move(before.to_move, move)
                before = before.play(move)
        elif "set_position" in self._commands:
            self._order(f"set_position {' '.join(map(' '.join, self._stones(position)))}".rstrip())
        elif position.game.name == "go":
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
        if dialect.game == "othello" and vertex == "pass":
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

    def _tell_budget(self, budget: Budget, color: Color) -> None:
        """Passes the budget on as well as the program's commands allow."""
        seconds = budget.seconds
        if budget != self._told:
            self._told = budget
            if budget.simulations and "kata-set-param" in self._commands:
                self._order(f"kata-set-param maxPlayouts {budget.simulations}")
            if seconds and "kata-time_settings" in self._commands:
                self._order(f"kata-time_settings byoyomi 0 {seconds:g} 1")
            elif seconds and "time_settings" in self._commands:
                self._order(f"time_settings 0 {max(1, math.floor(seconds))} 1")
        if seconds and "kata-time_settings" in self._commands:
            self._order(f"time_left {self._spoken.color(color)} {seconds:g} 1")

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
