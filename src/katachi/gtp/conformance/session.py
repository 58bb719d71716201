"""The conversation with a program under test."""

from __future__ import annotations

import time
from collections.abc import Sequence

from katachi.errors import KatachiError, shown
from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.gtp.conformance.verdicts import Doubtful, Skipped, Wrong
from katachi.gtp.program import GtpProgram, Limits, Reply
from katachi.gtp.program.program import NO_LIMITS
from katachi.gtp.protocol.dialects import dialect_of

QUIET_SECONDS = 0.3  # how long to wait for output that must not come
LONGEST_FAREWELL = 5.0


class Session:
    """A program under test, started again whenever it has ended."""

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        *,
        dialect: str = "",
        timeout: float = 30.0,
        limits: Limits = NO_LIMITS,
    ) -> None:
        """Starts nothing yet; `timeout` is for one answer."""
        self.command = tuple(command)
        self.game = game
        self.dialect: Dialect = dialect_of(game, dialect)
        self.timeout = timeout
        self._limits = limits
        self.patience = min(timeout, LONGEST_FAREWELL)  # seconds to end after quit
        self._program: GtpProgram | None = None
        self.listed: frozenset[str] = frozenset()

    @property
    def program(self) -> GtpProgram:
        """The running program."""
        if self._program is None or not self._program.is_alive:
            self.close()
            self._program = GtpProgram(self.command, limits=self._limits)
        return self._program

    def close(self) -> None:
        """Ends the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def ask(self, line: str) -> Reply:
        """Any answer."""
        return self.program.ask(line, timeout=self.timeout)

    def order(self, line: str) -> str:
        """The text of a success; raises `Wrong` for a failure."""
        reply = self.ask(line)
        if not reply.success:
            raise Wrong(f"{shown(line)} failed: {shown(reply.text)}")
        return reply.text

    def refused(self, line: str, words: str = "") -> None:
        """The command must fail; a standard text that is missing is doubtful."""
        reply = self.ask(line)
        if reply.success:
            raise Wrong(f"{shown(line)} must fail, but the answer is {shown('= ' + reply.text)}")
        if words and words not in reply.text.lower():
            raise Doubtful(
                f"{shown(line)} fails with {shown(reply.text)}; the standard text is {shown(words)}"
            )

    def raw(self, data: bytes, answers: int) -> list[str]:
        """Sends bytes as they are and reads a number of answers."""
        deadline = time.monotonic() + self.timeout
        program = self.program  # which may end while it answers
        program.send(data, deadline=deadline)
        return [program.read_answer(deadline=deadline) for _ in range(answers)]

    def knows(self, name: str) -> bool:
        """Whether the program lists a command."""
        if not self.listed:
            self.listed = frozenset(self.order("list_commands").split())
        return name in self.listed

    def need(self, name: str) -> None:
        """Raises `Skipped` if the program does not list a command."""
        if not self.knows(name):
            raise Skipped(f"the program does not list {name}")

    def new_game(self) -> Position:
        """A fresh board."""
        size = self.dialect.board_size(self.game)
        self.order(
            f"boardsize {size} {size}" if self.dialect.name == "htp" else f"boardsize {size}"
        )
        self.order("clear_board")
        return self.game.start()

    def vertex(self, move: str) -> str:
        """A move in the dialect."""
        return self.dialect.vertex(self.game, move)

    def color(self, color: Color) -> str:
        """A colour in the dialect."""
        return self.dialect.color(color)

    def play(self, position: Position, move: str) -> Position:
        """Tells a legal move."""
        self.order(f"play {self.color(position.to_move)} {self.vertex(move)}")
        return position.play(move)

    def generate(self, position: Position) -> Position | None:
        """The position after the program's move; None if it resigns. Raises `Wrong`."""
        text = self.order(f"genmove {self.color(position.to_move)}").strip()
        if text.lower() == "resign":
            return None
        try:
            return position.play(self.dialect.move(self.game, text))
        except KatachiError as error:
            raise Wrong(f"genmove answers {shown(text)}: {error}") from None

    def board(self) -> str | None:
        """What the program shows; None if it cannot."""
        return self.order("showboard") if self.knows("showboard") else None


def some_move(position: Position) -> str:
    """A move in the middle of the list: no corner, no pass."""
    moves = position.legal_moves
    return moves[len(moves) // 2]
