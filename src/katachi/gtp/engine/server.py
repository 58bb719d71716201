"""The engine behind standard input and output."""

from __future__ import annotations

import contextlib
import gc
from typing import BinaryIO

from katachi.errors import AgentFailure
from katachi.gtp.engine.engine import Engine
from katachi.gtp.protocol.wire import parse_command, response


def serve(engine: Engine, output: BinaryIO) -> None:
    """Answers all lines of the engine's inbox until `quit` or the end of input."""
    # A program behind the engine that does not start fails the commands that need it, not the
    # engine.
    with contextlib.suppress(AgentFailure):
        engine.thinker.prepare(engine.state.game)
    # What was imported stays: looking through it again and again would cost tens of milliseconds,
    # in the middle of a move.
    gc.collect()
    gc.freeze()
    with contextlib.suppress(BrokenPipeError):
        while not engine.has_quit:
            line = engine.inbox.next()
            if line is None:
                return
            if line.cut:
                command = parse_command(line.text)
                if command is not None:  # a comment gets no response
                    _write(output, response(command.id, "the line is too long", success=False))
                continue
            for text in engine.answer(line.text, arrived=line.arrived):
                _write(output, text)


def _write(output: BinaryIO, text: str) -> None:
    output.write(text.encode("utf-8", "replace"))
    output.flush()
