"""Files of games, whatever their format, as one collection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from katachi.errors import InvalidRecord, shown
from katachi.games.game import Game
from katachi.records.collection import Games
from katachi.records.formats import FORMATS, Reading, format_named, format_of
from katachi.records.importing import Imported, import_drafts, raise_first
from katachi.records.native import SUFFIX, is_native, made_by, read_native
from katachi.records.provenance import Problem, Provenance, Source
from katachi.records.source_file import MOST_BYTES, SourceFile, open_source

OnError = Literal["raise", "skip"]
# Called with the share of the work done (0 to 1) and the file that is being read.
Progress = Callable[[float, str], None]


def read(  # noqa: PLR0913 - all but the first by name
    paths: str | Path | Iterable[str | Path],
    *,
    format: str = "",
    game: Game | None = None,
    on_error: OnError = "raise",
    progress: Progress | None = None,
    threads: int | None = None,
    most_bytes: int = MOST_BYTES,
) -> Games:
    """Reads a file, several files, or all files of a folder that are in a known format.

    Formats are recognised unless `format` names one; `game` is needed by formats that do not say
    which game they hold. Every game is replayed. A broken game raises `InvalidRecord` with file,
    place and reason, or with `on_error="skip"` is left out and listed in `provenance.problems`.
    Compressed files (.xz, .gz, .bz2) are read as they are.
    """
    if on_error not in {"raise", "skip"}:
        raise InvalidRecord(f"on_error must be 'raise' or 'skip', not {shown(on_error)}")
    files = _files(paths)
    sizes = [_size(file) for file in files]
    total, done = max(sum(sizes), 1), 0
    parts = []
    for file, size in zip(files, sizes, strict=True):

        def tick(share: float, file: Path = file, size: int = size, done: int = done) -> None:
            if progress is not None:
                progress((done + share * size) / total, file.name)

        tick(0.0)
        parts.append(
            _read_file(
                file,
                format,
                Reading(game, tick),
                on_error=on_error,
                threads=threads,
                most_bytes=most_bytes,
            )
        )
        done += size
    if progress is not None:
        progress(1.0, "")
    return parts[0] if len(parts) == 1 else Games.joined(parts)


def _read_file(  # noqa: PLR0913 - all but three by name
    path: Path,
    format_name: str,
    reading: Reading,
    *,
    on_error: OnError,
    threads: int | None,
    most_bytes: int,
) -> Games:
    """One file; problems of the whole file count as one."""
    source = None
    try:
        source = open_source(path, most_bytes=most_bytes)
        imported = read_source(source, format_name, reading, threads=threads, most_bytes=most_bytes)
    except InvalidRecord as error:
        text = str(error)
        problem = Problem(str(path), "", text if str(path) in text else f"'{path}': {text}")
        imported = _nothing(path, source, problem)
    if on_error == "raise":
        raise_first(imported.problems)
    return imported.games


def read_source(
    source: SourceFile,
    format_name: str,
    reading: Reading,
    *,
    threads: int | None = None,
    most_bytes: int = MOST_BYTES,
) -> Imported:
    """The games of a file whose content is in memory; raises `InvalidRecord` if they cannot be read."""
    if format_name == "native" or (not format_name and is_native(source.data)):
        return Imported(read_native(source.data, most_bytes=most_bytes), [])
    chosen = format_named(format_name) if format_name else format_of(source)
    return import_drafts(source, chosen.name, chosen.read(source, reading), threads)


def _nothing(path: Path, source: SourceFile | None, problem: Problem) -> Imported:
    """No games, and one problem."""
    found = Source(
        file=path.name,
        format="",
        sha256="" if source is None else source.sha256,
        bytes=0 if source is None else len(source.data),
        games=0,
        broken=1,
    )
    empty = Games.of([], provenance=Provenance((found,), (), made_by(), (problem,)))
    return Imported(empty, [problem])


def _files(paths: str | Path | Iterable[str | Path]) -> list[Path]:
    """The files themselves; folders give their files with known suffixes, in order."""
    given = [paths] if isinstance(paths, (str, Path)) else list(paths)
    suffixes = {SUFFIX, *(suffix for known in FORMATS for suffix in known.suffixes)}
    files: list[Path] = []
    for path in map(Path, given):
        if path.is_dir():
            found = sorted(
                file
                for file in path.iterdir()
                if file.is_file() and any(suffix.lower() in suffixes for suffix in file.suffixes)
            )
            if not found:
                raise InvalidRecord(f"folder '{path}' has no file in a known format")
            files += found
        else:
            files.append(path)
    if not files:
        raise InvalidRecord("there is no file to read")
    return files


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it will say what is wrong
