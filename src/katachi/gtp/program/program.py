r"""A program that speaks GTP, as a child process that can do no harm.

The program is confined (confinement.py): whatever it starts ends with it. Its standard error is
drained while an answer is awaited, so that it cannot block on a full pipe; only the tail is kept.
Every wait has an end, and every answer a largest size. Time in which the program was ready to run
but got no core does not count, within limits: a starved program is not a hung one. Whatever goes
wrong becomes an `AgentFailure` with the conversation so far; the program is then gone, and the next
question starts nothing: make a new `GtpProgram`.

Waiting for several pipes at once and process groups are what POSIX systems have; elsewhere no
program is started.

    with GtpProgram(["gnugo", "--mode", "gtp"]) as program:
        program.ask("name").text
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import selectors
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, NoReturn, Self

from katachi.errors import AgentFailure, FailureReason, shown
from katachi.gtp.program.confinement import GRACE_SECONDS, ConfinedProcess, Limits
from katachi.gtp.program.starvation import Patience
from katachi.gtp.protocol.wire import preprocess

LARGEST_ANSWER = 2**20  # bytes; the longest honest answers (analysis, boards) are far below
TRANSCRIPT_CHARACTERS = 20_000
STDERR_CHARACTERS = 4_000
CHUNK = 65_536
SHORTEST_WAIT = 0.01  # seconds between two looks at a program that is late
# Where Debian puts games, which is not on every PATH.
GAMES_FOLDERS = ("/usr/games", "/usr/local/games")

POSIX = os.name == "posix"
NO_LIMITS = Limits()

_ANSWER = re.compile(r"([=?])([0-9]*)(.*)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def find_program(name: str) -> str | None:
    """The path of a program, looked for also where Debian puts games; None if there is none."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(GAMES_FOLDERS))


@dataclass(frozen=True)
class Reply:
    """What a program answered: the text after `=` or `?`, and how long it took."""

    success: bool
    text: str
    seconds: float
    id: int | None = None


class Transcript:
    """The end of a conversation, bounded."""

    def __init__(self, most: int) -> None:
        """Keeps about `most` characters."""
        self._most = most
        self._lines: deque[str] = deque()
        self._size = 0

    def add(self, mark: str, text: str) -> None:
        """One more line; long ones are cut."""
        line = mark + (text if len(text) <= 2000 else f"{text[:2000]} ...")
        self._lines.append(line)
        self._size += len(line) + 1
        while self._size > self._most and len(self._lines) > 1:
            self._size -= len(self._lines.popleft()) + 1

    def __str__(self) -> str:
        """Lines."""
        return "\n".join(self._lines)


class GtpProgram:
    """A running program. Not for several threads at once."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: str | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        """Starts it; raises `AgentFailure` if that is impossible."""
        self.command = tuple(command)
        self._transcript = Transcript(TRANSCRIPT_CHARACTERS)
        self._stderr = ""
        self._unread = bytearray()
        self._failure: tuple[str, FailureReason] | None = None
        if not POSIX:
            raise AgentFailure(
                f"cannot start {shown(' '.join(self.command))}: programs that speak GTP run on "
                "Linux and macOS only",
                reason="crash",
            )
        program = find_program(self.command[0]) if self.command else None
        try:
            if program is None and os.sep not in self.command[0]:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            words = (program or self.command[0], *self.command[1:])
            self._confined = ConfinedProcess(words, folder, limits)
        except (OSError, ValueError, IndexError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise AgentFailure(
                f"cannot start {shown(' '.join(self.command))}: {why}", reason="crash"
            ) from None
        self._process = self._confined.process
        self._streams: dict[int, str] = {}
        for stream, name in ((self._out, "stdout"), (self._err, "stderr")):
            os.set_blocking(stream.fileno(), False)
            self._streams[stream.fileno()] = name
        os.set_blocking(self._in.fileno(), False)
        # Whoever forgets to close leaves no process behind.
        self._finalizer = weakref.finalize(self, self._confined.end)

    @property
    def _in(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def _err(self) -> IO[bytes]:
        assert self._process.stderr is not None
        return self._process.stderr

    @property
    def is_alive(self) -> bool:
        """Whether questions can be asked."""
        return self._failure is None and self._finalizer.alive and self._process.poll() is None

    @property
    def transcript(self) -> str:
        """What was said lately, and the end of standard error."""
        text = str(self._transcript)
        return f"{text}\nstandard error:\n{self._stderr}" if self._stderr.strip() else text

    @property
    def process_id(self) -> int:
        """Of the process from which all others of the program descend."""
        return self._process.pid

    def ask(self, line: str, *, timeout: float = 30.0) -> Reply:
        """Sends a command and waits for the answer; raises `AgentFailure`.

        A failure answer (`?`) is an answer like any other. The id of the command, if it has one,
        must come back.
        """
        begin = time.monotonic()
        deadline = begin + timeout
        self._refuse_unasked_output()
        self._transcript.add("> ", line)
        self.send(f"{line}\n".encode("ascii", "replace"), deadline=deadline)
        raw = self.read_answer(deadline=deadline)
        reply = self._parse(raw, time.monotonic() - begin)
        self._transcript.add("< ", raw)
        sent = re.match(r"\s*([0-9]+)\s", preprocess(line) + " ")
        wanted = int(sent[1]) if sent else None
        if reply.id != wanted:
            self.fail(f"the answer to {shown(line)} has the id {reply.id}", "protocol error")
        return reply

    def send(self, data: bytes, *, deadline: float) -> None:
        """Writes bytes, reading meanwhile so that neither side blocks the other."""
        if self._failure is not None:
            raise AgentFailure(
                self._failure[0], reason=self._failure[1], transcript=self.transcript
            )
        if not self._finalizer.alive:
            raise AgentFailure("the program has been closed", reason="crash")
        rest = memoryview(data)
        patience = Patience(self.process_id, deadline)
        while rest:
            with selectors.DefaultSelector() as selector:
                selector.register(self._in, selectors.EVENT_WRITE)
                for descriptor in self._streams:
                    selector.register(descriptor, selectors.EVENT_READ)
                ready = selector.select(max(SHORTEST_WAIT, patience.left))
            if not ready and patience.left <= 0:
                self.fail("the program does not read its input", "time-out")
            for key, _ in ready:
                if key.fileobj is self._in:
                    try:
                        rest = rest[os.write(self._in.fileno(), rest[:CHUNK]) :]
                    except BlockingIOError:
                        continue
                    except OSError:
                        self._drain(0.05)
                        self.fail(f"the program ended{self._code()}", "crash")
                else:
                    self._read(key.fd)

    def read_answer(self, *, deadline: float) -> str:
        """The text up to the next empty line, without it; raises `AgentFailure`."""
        patience = Patience(self.process_id, deadline)
        while True:
            text = self.take_answer()
            if text is not None:
                return text
            if len(self._unread) > LARGEST_ANSWER:
                self.fail(f"an answer is longer than {LARGEST_ANSWER} bytes", "protocol error")
            if "stdout" not in self._streams.values():
                self.fail(f"the program ended{self._code()}", "crash")
            left = patience.left
            if left <= 0:
                self.fail("no answer in time", "time-out")
            self._drain(max(left, SHORTEST_WAIT))

    def take_answer(self) -> str | None:
        """A whole answer out of what was read; None if there is none yet."""
        text = self._unread.replace(b"\r", b"")
        end = text.find(b"\n\n")
        if end < 0:
            return None
        self._unread = bytearray(text[end + 2 :])
        # Decoded byte by byte: no program can break the text by odd characters.
        return _CONTROL.sub("", text[:end].decode("latin-1")).replace("\t", " ")

    def wait_for_output(self, seconds: float) -> bytes:
        """All that came unasked within a time; what was read stays unread."""
        deadline = time.monotonic() + seconds
        while self._streams and (left := deadline - time.monotonic()) > 0:
            self._drain(left)
            if len(self._unread) > LARGEST_ANSWER:
                break
        return bytes(self._unread)

    def wait_for_end(self, seconds: float) -> int | None:
        """The exit code, or None if the program still runs by then."""
        patience = Patience(self.process_id, time.monotonic() + seconds)
        while self._process.poll() is None and patience.left > 0:
            if self._streams:
                self._drain(0.02)
            else:
                time.sleep(0.01)
        return self._process.poll()

    def end_input(self) -> None:
        """Closes the program's standard input."""
        self._in.close()

    def _refuse_unasked_output(self) -> None:
        if self._failure is None and self._finalizer.alive:
            self._drain(0.0)
            if self._unread.strip():
                text = bytes(self._unread[:200]).decode("latin-1")
                self.fail(f"output without a question: {shown(text)}", "protocol error")
            self._unread.clear()

    def _parse(self, raw: str, seconds: float) -> Reply:
        match = _ANSWER.fullmatch(raw)
        if match is None or (match[3] and match[3][0] not in " \n"):
            self._transcript.add("< ", raw)
            self.fail(f"an answer must begin with = or ?, not {shown(raw)}", "protocol error")
        number = int(match[2]) if match[2] and len(match[2]) < 20 else None
        return Reply(match[1] == "=", match[3].strip(" "), seconds, number)

    def _drain(self, seconds: float) -> None:
        """Waits for output up to a time and reads one piece of each stream."""
        if not self._streams:
            return
        with selectors.DefaultSelector() as selector:
            for descriptor in self._streams:
                selector.register(descriptor, selectors.EVENT_READ)
            for key, _ in selector.select(seconds):
                self._read(key.fd)

    def _read(self, descriptor: int) -> None:
        name = self._streams[descriptor]
        try:
            data = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            del self._streams[descriptor]
        elif name == "stderr":
            self._stderr = (self._stderr + data.decode("latin-1"))[-STDERR_CHARACTERS:]
        else:
            self._unread += data

    def _code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        code = self._process.returncode
        if code is None:
            return ""
        return f" by signal {signal.Signals(-code).name}" if code < 0 else f" with code {code}"

    def fail(self, sentence: str, reason: FailureReason) -> NoReturn:
        """Ends the program and raises `AgentFailure`."""
        message = f"{self.command[0]}: {sentence}"
        self._failure = (message, reason)
        self._finalizer()
        raise AgentFailure(message, reason=reason, transcript=self.transcript)

    def close(self) -> None:
        """Asks the program to quit, and ends all that it started in any case; may be called twice."""
        if self.is_alive:
            with contextlib.suppress(AgentFailure, OSError, ValueError):
                self.send(b"quit\n", deadline=time.monotonic() + GRACE_SECONDS)
                self.wait_for_end(GRACE_SECONDS)
        self._finalizer()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes."""
        self.close()
