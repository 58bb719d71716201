"""The protocol of boards and engines: lines, words, and the dialects of its games."""

from katachi.games.dialect import Dialect
from katachi.gtp.protocol.dialects import dialect_names, dialect_of
from katachi.gtp.protocol.wire import Command, CommandFailed, parse_command

__all__ = [
    "Command",
    "CommandFailed",
    "Dialect",
    "dialect_names",
    "dialect_of",
    "parse_command",
]
