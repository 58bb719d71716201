r"""The native collection: one file that is checked and fast to load.

Layout (docs/decisions/ has the reasons, docs/how-to/records.md an example):

    katachi games 1 <bytes of the header> <sha256 of the header>\n
    the header, JSON in UTF-8: kinds of game, provenance, and the list of blocks
    the blocks, in the order of the list, each begins at a multiple of 8 bytes

A block is one column: little-endian numbers, plain or zlib-compressed, with the sha256 of the
stored bytes. Integers are stored in the smallest type that holds them. Version 1 files stay
readable; a reader refuses versions that it does not know.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi import __version__
from katachi.errors import InvalidRecord, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.catalogue import games_by_name
from katachi.games.game import Game
from katachi.games.registry import registered_game
from katachi.records.collection import Games
from katachi.records.provenance import Provenance
from katachi.records.source_file import MOST_BYTES

MAGIC = b"katachi games "
VERSION = 1
SUFFIX = ".katachi"
_ALIGNMENT = 8
_LONGEST_FIRST_LINE = 128
_ZLIB_LEVEL = 9

Type = Literal["u1", "u2", "u4", "i4", "i8", "f8"]


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One column as it lies in the file; `stored` bytes."""

    name: str
    type: Type
    count: int
    stored: int
    sha256: str
    coding: Literal["plain", "zlib"] = "plain"


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the file says about itself."""

    games: int
    kinds: list[dict[str, str | int | float | bool]]
    provenance: Provenance
    blocks: list[Block]


def write_native(games: Games, *, compress: bool = False) -> bytes:
    """The collection as the content of a file."""
    blocks, contents = [], []
    for name, column in _columns(games):
        narrow = _narrowed(column)
        plain = narrow.tobytes()
        stored = zlib.compress(plain, _ZLIB_LEVEL) if compress else plain
        blocks.append(
            Block(
                name=name,
                type=_type_of(narrow),
                count=len(narrow),
                stored=len(stored),
                sha256=hashlib.sha256(stored).hexdigest(),
                coding="zlib" if compress else "plain",
            )
        )
        contents.append(stored)
    provenance = games.provenance
    if not provenance.made_by:
        provenance = Provenance(
            provenance.sources, provenance.steps, made_by(), provenance.problems
        )
    header = msgspec.json.encode(
        Header(
            games=len(games),
            kinds=[describe_game(kind) for kind in games.kinds],
            provenance=provenance,
            blocks=blocks,
        )
    )
    first = b"%s%d %d %s\n" % (
        MAGIC,
        VERSION,
        len(header),
        hashlib.sha256(header).hexdigest().encode(),
    )
    parts = [_padded(first + header), *map(_padded, contents)]
    return b"".join(parts)


def save_native(
    games: Games, path: str | Path, *, compress: bool = False, overwrite: bool = False
) -> None:
    """Writes the collection to a file, completely or not at all."""
    write_atomically(Path(path), write_native(games, compress=compress), overwrite=overwrite)


def is_native(data: bytes) -> bool:
    """Whether a file begins like a native collection."""
    return data.startswith(MAGIC)


def read_native(data: bytes, *, most_bytes: int = MOST_BYTES) -> Games:
    """The collection in a file; raises `InvalidRecord`.

    Checksums and the sense of all columns are checked. Games are not replayed, because what was
    written here was replayed before; `replay` does it for files from elsewhere.
    """
    header, at = _read_header(data)
    columns: dict[str, NDArray[np.generic]] = {}
    for block in header.blocks:
        if block.name in columns:
            raise InvalidRecord(f"there are two blocks {shown(block.name)}")
        if not 0 <= block.stored <= len(data) - at:
            raise InvalidRecord(f"the file ends in block {shown(block.name)}")
        columns[block.name] = _read_block(block, data[at : at + block.stored], most_bytes)
        at = _aligned(at + block.stored)
    if at != len(data):
        raise InvalidRecord(f"the file has {len(data)} bytes, its blocks end at {at}")
    games = _assemble(header, columns)
    games.check()
    return games


def describe_game(game: Game) -> dict[str, str | int | float | bool]:
    """Name and fields of a game, for JSON.

    >>> import katachi
    >>> describe_game(katachi.Hex(5, swap=True))
    {'name': 'hex', 'size': 5, 'swap': True}
    """
    return {"name": game.name, **asdict(game)}


def game_of(description: dict[str, str | int | float | bool]) -> Game:
    """The game of a description; raises `InvalidRecord`."""
    values = dict(description)
    name = str(values.pop("name", ""))
    own = None if name in games_by_name else registered_game(name)
    if own is not None and values == {"size": own.size}:
        return own
    kind = games_by_name.get(name)
    if kind is None or not set(values) <= {field.name for field in fields(kind)}:
        raise InvalidRecord(f"no such game: {shown(description)}")
    try:
        return kind(**values)  # type: ignore[arg-type]
    except (KatachiError, TypeError) as error:
        raise InvalidRecord(f"no such game: {error}") from None


def made_by() -> str:
    """This program and its version, for provenance."""
    return f"katachi {__version__}"


def _columns(games: Games) -> Iterable[tuple[str, NDArray[np.generic]]]:
    encoded = [text.encode("utf-8", "surrogatepass") for text in games.texts]
    yield "kind", games.kind
    yield "lengths", games.lengths
    yield "moves", games.moves
    yield "winner", games.winner
    yield "score", games.score
    yield "source", games.source
    yield "place", games.place
    yield "texts.lengths", np.array([len(text) for text in encoded], dtype=np.int64)
    yield "texts", np.frombuffer(b"".join(encoded), dtype=np.uint8)
    for name, column in games.columns.items():
        yield f"column.{name}", column
    for name, column in games.numbers.items():
        yield f"number.{name}", column


def _narrowed(column: NDArray[np.generic]) -> NDArray[np.generic]:
    """The same numbers in the smallest type of the file format."""
    if column.dtype.kind == "f":
        return column.astype("<f8")
    lowest = int(column.min()) if column.size else 0
    highest = int(column.max()) if column.size else 0
    if lowest >= 0:
        for kind, limit in (("<u1", 2**8), ("<u2", 2**16), ("<u4", 2**32)):
            if highest < limit:
                return column.astype(kind)
    return column.astype("<i4" if lowest >= -(2**31) and highest < 2**31 else "<i8")


def _type_of(column: NDArray[np.generic]) -> Type:
    return f"{column.dtype.kind}{column.dtype.itemsize}"  # type: ignore[return-value]


def _aligned(place: int) -> int:
    return -(-place // _ALIGNMENT) * _ALIGNMENT


def _padded(content: bytes) -> bytes:
    return content + b"\0" * (_aligned(len(content)) - len(content))


def _read_header(data: bytes) -> tuple[Header, int]:
    """The header, and where the first block begins."""
    end = data.find(b"\n", 0, _LONGEST_FIRST_LINE)
    words = data[len(MAGIC) : max(end, 0)].split(b" ")
    if not is_native(data) or end < 0 or len(words) != 3 or not words[0].isdigit():
        raise InvalidRecord("this is not a collection of katachi")
    if int(words[0]) != VERSION:
        raise InvalidRecord(
            f"the collection has version {int(words[0])}, this katachi reads version {VERSION}"
        )
    if not words[1].isdigit() or len(data) < end + 1 + int(words[1]):
        raise InvalidRecord("the file ends in its header")
    text = data[end + 1 : end + 1 + int(words[1])]
    if hashlib.sha256(text).hexdigest().encode() != words[2]:
        raise InvalidRecord("the header is damaged: its checksum is wrong")
    try:
        header = msgspec.json.decode(text, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecord(f"the header cannot be read: {error}") from None
    return header, _aligned(end + 1 + len(text))


def _read_block(block: Block, stored: bytes, most_bytes: int) -> NDArray[np.generic]:
    if hashlib.sha256(stored).hexdigest() != block.sha256:
        raise InvalidRecord(f"block {shown(block.name)} is damaged: its checksum is wrong")
    kind = np.dtype(f"<{block.type}")
    wanted = block.count * kind.itemsize
    if not 0 <= wanted <= most_bytes:
        raise InvalidRecord(f"block {shown(block.name)} has more than {most_bytes} bytes")
    plain = stored
    if block.coding == "zlib":
        try:
            plain = zlib.decompressobj().decompress(stored, wanted + 1)
        except zlib.error as error:
            raise InvalidRecord(f"block {shown(block.name)} is damaged: {error}") from None
    if len(plain) != wanted:
        raise InvalidRecord(f"block {shown(block.name)} has not {block.count} entries")
    return np.frombuffer(plain, dtype=kind)


def _assemble(header: Header, columns: dict[str, NDArray[np.generic]]) -> Games:
    def block(name: str, dtype: type[np.generic]) -> NDArray[np.generic]:
        if name not in columns:
            raise InvalidRecord(f"there is no block {shown(name)}")
        return columns[name].astype(dtype, copy=False)

    def named(prefix: str) -> dict[str, NDArray[np.int32]]:
        return {
            name.removeprefix(prefix): column.astype(np.int32, copy=False)
            for name, column in columns.items()
            if name.startswith(prefix)
        }

    lengths = block("lengths", np.int64)
    if len(lengths) != header.games:
        raise InvalidRecord(f"the header speaks of {header.games} games, not {len(lengths)}")
    if lengths.size and (lengths.min() < 0 or lengths.max() > MOST_BYTES):
        raise InvalidRecord("a length is out of range")
    return Games(
        kinds=tuple(game_of(kind) for kind in header.kinds),
        kind=block("kind", np.uint16),  # type: ignore[arg-type]
        offsets=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        moves=block("moves", np.uint16),  # type: ignore[arg-type]
        winner=block("winner", np.uint8),  # type: ignore[arg-type]
        score=block("score", np.float64),  # type: ignore[arg-type]
        texts=_read_texts(block("texts.lengths", np.int64), block("texts", np.uint8)),
        columns=named("column."),
        numbers=named("number."),
        source=block("source", np.int32),  # type: ignore[arg-type]
        place=block("place", np.int32),  # type: ignore[arg-type]
        provenance=header.provenance,
    )


def _read_texts(lengths: NDArray[np.generic], content: NDArray[np.generic]) -> tuple[str, ...]:
    ends = np.cumsum(lengths).tolist()
    if not ends or min(lengths.tolist()) < 0 or ends[-1] != len(content):
        raise InvalidRecord("the table of texts does not fit its lengths")
    data = content.tobytes()
    try:
        return tuple(
            data[end - length : end].decode("utf-8", "surrogatepass")
            for end, length in zip(ends, lengths.tolist(), strict=True)
        )
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"a text is not UTF-8: {error.reason}") from None
