"""GTP, the protocol of boards and engines: lines, words, dialects, and programs that speak it."""

from katachi.gtp.dialects import DIALECTS, Dialect, dialect_of
from katachi.gtp.program import GtpProgram, Reply
from katachi.gtp.wire import Command, CommandFailed, parse_command

__all__ = [
    "DIALECTS",
    "Command",
    "CommandFailed",
    "Dialect",
    "GtpProgram",
    "Reply",
    "dialect_of",
    "parse_command",
]
