"""Collections written to files, in the format that the name of the file says."""

from __future__ import annotations

from pathlib import Path

from katachi.errors import InvalidRecord
from katachi.files.atomic_file import check_vacant, write_atomically
from katachi.records.collection import Games
from katachi.records.formats import FORMATS, Format, format_named
from katachi.records.native import SUFFIX, save_native


def write(
    games: Games,
    path: str | Path,
    *,
    format: str = "",
    overwrite: bool = False,
    compress: bool = False,
) -> list[Path]:
    """Writes a collection, native if the name ends in `.katachi`; returns the files written.

    Formats of more than one file (WTHOR) put the others beside it. Nothing is written if any of
    the files exists, unless `overwrite`. Raises `InvalidRecord` for games that the format cannot
    hold.
    """
    path = Path(path)
    if format == "native" or (not format and path.suffix == SUFFIX):
        save_native(games, path, compress=compress, overwrite=overwrite)
        return [path]
    chosen = format_named(format) if format else _format_of_name(path)
    if chosen.write is None:
        raise InvalidRecord(f"{chosen.name} can be read, not written")
    contents = chosen.write(games)
    files = [path if not suffix else path.with_suffix(suffix) for suffix in contents]
    for file in files:
        check_vacant(file, overwrite=overwrite)
    for file, content in zip(files, contents.values(), strict=True):
        write_atomically(file, content, overwrite=overwrite)
    return files


def _format_of_name(path: Path) -> Format:
    for known in FORMATS:
        if path.suffix.lower() in known.suffixes:
            return known
    suffixes = ", ".join(suffix for known in FORMATS for suffix in known.suffixes)
    raise InvalidRecord(f"'{path.name}' ends in none of {SUFFIX}, {suffixes}; format=... names one")
