r"""Lines of GTP version 2 (Farnebäck, draft 2 of October 2002, chapter 2): commands and responses.

A command is one line, `[id] name [arguments]`. A response begins with `=` (success) or `?`
(failure), echoes the id if there was one, and ends with an empty line:

    7 genmove black\n   ->   =7 D4\n\n

HexGui accepts only responses that begin with `= ` or `? `, so an empty success is `= ` here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from katachi.errors import KatachiError

LARGEST_INT = 2**31 - 1

# Control characters other than tab and newline: both sides drop them.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ID = re.compile(r"[0-9]{1,10}")

# What GoGui sends to stop a thinking engine: a comment, to be looked at before comments go.
INTERRUPT = re.compile(r"\s*#\s*interrupt\s*", re.IGNORECASE)


class CommandFailed(KatachiError):
    """A command cannot be done; the text is what follows `? `. Nothing has changed."""


@dataclass(frozen=True)
class Command:
    """One command as it came; `id` is None if there was none."""

    id: int | None
    name: str
    arguments: tuple[str, ...] = ()


def is_interrupt(line: str) -> bool:
    """Whether a raw line is GoGui's comment that asks a thinking engine to move now."""
    return INTERRUPT.fullmatch(line) is not None


def preprocess(line: str) -> str:
    r"""A raw line as an engine reads it: control characters and comments gone, tabs as spaces.

    >>> preprocess("play\tb\x07 D4 # joseki\r\n")
    'play b D4'
    """
    visible = _CONTROL.sub("", line.replace("\n", ""))
    return visible.partition("#")[0].replace("\t", " ").strip(" ")


def parse_command(line: str) -> Command | None:
    """The command of a raw line; None for a line without one, which gets no response.

    A number that is not a valid id, or stands alone, is the name of an unknown command.

    >>> parse_command("12 play black D4")
    Command(id=12, name='play', arguments=('black', 'D4'))
    >>> parse_command("  # a comment") is None
    True
    """
    words = [word for word in preprocess(line).split(" ") if word]
    if not words:
        return None
    if _ID.fullmatch(words[0]) and int(words[0]) <= LARGEST_INT:
        if len(words) == 1:
            return Command(int(words[0]), "")
        return Command(int(words[0]), words[1], tuple(words[2:]))
    return Command(None, words[0], tuple(words[1:]))


def response(command_id: int | None, text: str, *, success: bool = True) -> str:
    r"""A whole response. Empty lines inside the text, which would end it early, are left out.

    A text that begins with a line break keeps it, so that boards begin on a line of their own.

    >>> response(3, "a\n\nb"), response(None, ""), response(None, "\na")
    ('=3 a\nb\n\n', '= \n\n', '= \na\n\n')
    """
    visible = visible_text(text)
    first_break = "\n" if text.startswith("\n") and visible else ""
    return f"{heading(command_id, success=success)} {first_break}{visible}\n\n"


def heading(command_id: int | None, *, success: bool = True) -> str:
    """What a response begins with."""
    return ("=" if success else "?") + ("" if command_id is None else str(command_id))


def visible_text(text: str) -> str:
    r"""Text that may stand in a response: no empty lines, no control characters.

    >>> visible_text("\n a\n \n\nb\n")
    ' a\nb'
    """
    clean = _CONTROL.sub("", text.replace("\t", " "))
    return "\n".join(line for line in clean.split("\n") if line.strip())
