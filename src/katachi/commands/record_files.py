"""Record files on the command line, and the features that go with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.errors import KatachiError, shown
from katachi.features import (
    CellClasses,
    FeatureSet,
    Tactics,
    neighbourhoods,
    parse_feature_set,
    shapes,
)
from katachi.features.catalogue import shape_set_names
from katachi.games import parse_game
from katachi.records import Games, read, read_shipped, shipped_names

RecordFiles = Annotated[
    list[Path],
    typer.Argument(
        help="Files of games (WTHOR, SGF, katachi's own, ...) or shipped records "
        f"({', '.join(shipped_names())})."
    ),
]

LARGEST_TEST = 10**12  # games

# By name: whether the last moves count.
TACTICS = {"tactics": True, "tactics-without-history": False}


def read_games(files: list[Path]) -> Games:
    """All games of the files, and of records that ship with katachi, as one collection."""
    return Games.joined([read_records(file) for file in files])


def read_records(file: Path) -> Games:
    """The games of a file, or of the shipped records of that name if there is no such file."""
    return read_shipped(str(file)) if is_shipped(file) else read(file)


def is_shipped(file: Path) -> bool:
    """Whether it names records that ship with katachi: a file of that name goes first."""
    return str(file) in shipped_names() and not file.exists()


def size_of_test(number: float) -> float:
    """`--test`: a share of the games below 1, or how many; raises `KatachiError`."""
    if not 0 <= number <= LARGEST_TEST:
        raise KatachiError(f"--test must be a share below 1 or a number of games, not {number:g}")
    return number if number < 1 else int(number)


def features_by_name(names: list[str], game_text: str) -> list[FeatureSet]:
    """Feature sets from the words of the command line.

    `cells`, `around` (the neighbourhood of a move), `tactics`, `tactics-without-history`, the name
    of a shape set, or a file.
    """
    found: list[FeatureSet] = []
    for name in names:
        if name == "cells":
            found.append(CellClasses(parse_game(game_text)))
        elif name == "around":
            found.append(neighbourhoods(parse_game(game_text)))
        elif name in TACTICS:
            found.append(Tactics(parse_game(game_text), history=TACTICS[name]))
        elif name in shape_set_names():
            found.append(shapes(name))
        elif Path(name).is_file():
            found.append(parse_feature_set(Path(name).read_text("utf-8", "replace")))
        else:
            known = ", ".join(["cells", "around", *TACTICS, *shape_set_names()])
            raise KatachiError(f"no features {shown(name)}; known: {known}; or a file")
    return found
