"""The table of formats: how each is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from katachi.errors import InvalidRecord, shown
from katachi.games.game import Game
from katachi.records import wthor
from katachi.records.collection import Games
from katachi.records.drafts import Drafts, Tick
from katachi.records.source_file import SourceFile


@dataclass(frozen=True)
class Reading:
    """What a reader may need besides the file: the game, if the caller names it, and a bell."""

    game: Game | None = None
    tick: Tick = field(default=lambda _share: None)


@dataclass(frozen=True)
class Format:
    """A kind of file.

    `write` gives the contents by suffix; most formats are one file. None: reading only.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    recognises: Callable[[SourceFile], bool]
    read: Callable[[SourceFile, Reading], Drafts]
    write: Callable[[Games], Mapping[str, bytes]] | None = None


def _write_wthor(games: Games) -> Mapping[str, bytes]:
    files = wthor.write_wthor(games)
    return {"": files.games, ".JOU": files.players, ".TRN": files.tournaments}


# In this order files are recognised.
FORMATS: tuple[Format, ...] = (
    Format(
        "wthor",
        "Othello: the French federation's database, with .JOU and .TRN beside it",
        wthor.SUFFIXES,
        wthor.recognises,
        lambda source, _: wthor.read_wthor(source),
        _write_wthor,
    ),
)


def format_named(name: str) -> Format:
    """A format by name."""
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise InvalidRecord(f"no format {shown(name)}; known: native, {names}")


def format_of(source: SourceFile) -> Format:
    """The format of a file, by suffix and content."""
    for known in FORMATS:
        if known.recognises(source):
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise InvalidRecord(
        f"'{source.path}' is in no format that is known here: native, {names}; format=... names one"
    )
