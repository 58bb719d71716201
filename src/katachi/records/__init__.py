"""Records of games, and the files they live in.

>>> import katachi
>>> games = katachi.records.Games.of([katachi.records.GameRecord(katachi.Hex(3), ("b2",))])
>>> games.info["games"]
1
"""

from katachi.records.collection import Games
from katachi.records.formats import FORMATS
from katachi.records.native import read_native, save_native, write_native
from katachi.records.provenance import Problem, Provenance, Source
from katachi.records.reading import read
from katachi.records.record import GameRecord, Origin
from katachi.records.replaying import Replay, replay
from katachi.records.sgf import save_sgf, write_sgf
from katachi.records.shipped import (
    RecordsCard,
    read_shipped,
    shipped_card,
    shipped_file,
    shipped_names,
)
from katachi.records.writing import write

__all__ = [
    "FORMATS",
    "GameRecord",
    "Games",
    "Origin",
    "Problem",
    "Provenance",
    "RecordsCard",
    "Replay",
    "Source",
    "read",
    "read_native",
    "read_shipped",
    "replay",
    "save_native",
    "save_sgf",
    "shipped_card",
    "shipped_file",
    "shipped_names",
    "write",
    "write_native",
    "write_sgf",
]
