"""The table of commands: name, the function behind it, and where it exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from katachi.games.dialect import Dialect
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

Arguments = tuple[str, ...]
# A text is the whole answer. A stream is its lines; everything that can fail happens before the
# stream is returned, because after the first line there is no way to say `?`.
Answer = str | Iterator[str]
Handler = Callable[["Engine", Arguments], Answer]
HandlerT = TypeVar("HandlerT", bound=Handler)


@dataclass(frozen=True)
class Entry:
    """A command. `exists` says in which dialects."""

    name: str
    handler: Handler
    exists: Callable[[Dialect], bool]


ENTRIES: list[Entry] = []


def always(dialect: Dialect) -> bool:  # noqa: ARG001 - the answer is yes
    """Every game and dialect."""
    return True


def command(
    *names: str, exists: Callable[[Dialect], bool] = always
) -> Callable[[HandlerT], HandlerT]:
    """Registers a function under one or more names."""

    def register(handler: HandlerT) -> HandlerT:
        ENTRIES.extend(Entry(name, handler, exists) for name in names)
        return handler

    return register


def speaking(group: str) -> Callable[[Dialect], bool]:
    """Only in dialects that speak this group of commands."""
    return lambda dialect: group in dialect.speaks


def on_board(dialect: Dialect) -> bool:
    """Only where cells have names: not in games written in Python."""
    return bool(dialect.notation)


def commands_of(dialect: Dialect) -> dict[str, Handler]:
    """All commands of a dialect, by name."""
    return {entry.name: entry.handler for entry in ENTRIES if entry.exists(dialect)}


def expect(arguments: Arguments, least: int, most: int | None = None) -> None:
    """Checks the number of arguments; raises `CommandFailed`."""
    most = least if most is None else most
    if not least <= len(arguments) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        plural = "" if wanted == "1" else "s"
        raise CommandFailed(f"syntax error: {wanted} argument{plural} needed, not {len(arguments)}")
