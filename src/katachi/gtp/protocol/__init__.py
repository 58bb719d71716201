"""The protocol of boards and engines: lines, words, and the dialects of its games."""

from katachi.gtp.protocol.dialects import DIALECTS, Dialect, dialect_of
from katachi.gtp.protocol.wire import Command, CommandFailed, parse_command

__all__ = [
    "DIALECTS",
    "Command",
    "CommandFailed",
    "Dialect",
    "dialect_of",
    "parse_command",
]
