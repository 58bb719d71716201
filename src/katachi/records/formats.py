"""The table of formats: how each is recognised, read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from katachi.errors import InvalidRecord, shown
from katachi.games.game import Game
from katachi.games.hex import Hex
from katachi.records import (
    ggf,
    little_golem,
    move_lists,
    obf,
    sgf,
    sgf_reading,
    transcripts,
    wthor,
)
from katachi.records.collection import Games
from katachi.records.drafts import Drafts, Tick
from katachi.records.sgf_tree import sgf_text
from katachi.records.source_file import SourceFile


@dataclass(frozen=True)
class Reading:
    """What a reader may need besides the file: the game, if the caller names it, and a bell."""

    game: Game | None = None
    tick: Tick = field(default=lambda _share: None)


@dataclass(frozen=True)
class Format:
    """A kind of file.

    `write` gives the contents by suffix; most formats are one file. None: reading only. `games`:
    names of the games that it was made for; none: every game that katachi can write in it.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    recognises: Callable[[SourceFile], bool]
    read: Callable[[SourceFile, Reading], Drafts]
    write: Callable[[Games], Mapping[str, bytes]] | None = None
    games: tuple[str, ...] = ()


def _write_wthor(games: Games) -> Mapping[str, bytes]:
    files = wthor.write_wthor(games)
    return {"": files.games, ".JOU": files.players, ".TRN": files.tournaments}


def _alone(write: Callable[[Games], bytes]) -> Callable[[Games], Mapping[str, bytes]]:
    """A writer of one file."""
    return lambda games: {"": write(games)}


def _looks_like_sgf(source: SourceFile) -> bool:
    return source.suffix == ".sgf" or re.search(rb"\(\s*;", source.data[:4096]) is not None


def _game_of_name(source: SourceFile) -> Game | None:
    """Lists of moves in a file such as games-11x11.txt are those of Hex archives."""
    size = move_lists.size_of_name(source.name)
    return Hex(size) if size in Hex.sizes else None


# In this order files are recognised.
FORMATS: tuple[Format, ...] = (
    Format(
        "wthor",
        "Othello: the French federation's database, with .JOU and .TRN beside it",
        wthor.SUFFIXES,
        wthor.recognises,
        lambda source, _: wthor.read_wthor(source),
        _write_wthor,
        games=("othello",),
    ),
    Format(
        "littlegolem",
        "Hex and Havannah from Little Golem: almost SGF, with its own colours and results",
        (".hgf",),
        lambda source: (
            _looks_like_sgf(source) and little_golem.recognises(sgf_text(source), source.suffix)
        ),
        lambda source, reading: little_golem.read_little_golem(
            str(source.path), sgf_text(source), reading.tick
        ),
        _alone(little_golem.write_little_golem),
        games=("hex", "havannah"),
    ),
    Format(
        "ggf",
        "Othello: the Generic Game Format of GGS",
        (".ggf",),
        lambda source: source.suffix == ".ggf" or ggf.recognises(source.text),
        lambda source, reading: ggf.read_ggf(str(source.path), source.text, reading.tick),
        _alone(ggf.write_ggf),
        games=("othello",),
    ),
    Format(
        "sgf",
        "Every game: Smart Game Format, main lines",
        (".sgf",),
        _looks_like_sgf,
        lambda source, reading: sgf_reading.read_sgf(
            str(source.path), sgf_text(source), reading.tick
        ),
        _alone(sgf.write_collection),
    ),
    Format(
        "obf",
        "Othello: positions with exact scores",
        (".obf",),
        lambda source: source.suffix == ".obf" or obf.recognises(source.text),
        lambda source, reading: obf.read_obf(str(source.path), source.text, reading.tick),
        _alone(obf.write_obf),
        games=("othello",),
    ),
    Format(
        "csv",
        "Othello: transcripts in a column of a table",
        (".csv",),
        lambda source: source.suffix == ".csv" or transcripts.recognises_csv(source.text),
        lambda source, reading: transcripts.read_csv(
            str(source.path), source.text, reading.game, reading.tick
        ),
        _alone(transcripts.write_csv),
        games=("othello",),
    ),
    Format(
        "transcript",
        "Othello: concatenated squares, one game a line",
        (".txt",),
        lambda source: transcripts.recognises(source.text),
        lambda source, reading: transcripts.read_transcripts(
            str(source.path), source.text, reading.game, reading.tick
        ),
        _alone(transcripts.write_transcripts),
        games=("othello",),
    ),
    Format(
        "moves",
        "Any game: moves with spaces between, one game a line",
        (".txt",),
        lambda source: move_lists.recognises(source.text, source.name),
        lambda source, reading: move_lists.read_move_lists(
            str(source.path), source.text, reading.game or _game_of_name(source), reading.tick
        ),
        _alone(move_lists.write_move_lists),
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
