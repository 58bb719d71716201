"""Feature sets by the words that people use for them."""

from __future__ import annotations

from pathlib import Path

from katachi.errors import KatachiError, shown
from katachi.features.catalogue import shape_set_names, shapes
from katachi.features.cells import CellClasses
from katachi.features.feature_set import FeatureSet
from katachi.features.parsing import parse_feature_set
from katachi.features.shape_set import neighbourhoods
from katachi.features.stages import Stages
from katachi.features.tactics import Tactics
from katachi.files.reading import read_text
from katachi.games import parse_game

# By name: whether the last moves count.
TACTICS = {"tactics": True, "tactics-without-history": False}


def features_by_name(names: list[str], game_text: str) -> list[FeatureSet]:
    """Feature sets for a game: their names, in order.

    `cells`, `around` (the neighbourhood of a move), `stages`, `tactics`, `tactics-without-history`,
    the name of a shape set, or a file.
    """
    found: list[FeatureSet] = []
    for name in names:
        if name == "cells":
            found.append(CellClasses(parse_game(game_text)))
        elif name == "stages":
            found.append(Stages(parse_game(game_text)))
        elif name == "around":
            found.append(neighbourhoods(parse_game(game_text)))
        elif name in TACTICS:
            found.append(Tactics(parse_game(game_text), history=TACTICS[name]))
        elif name in shape_set_names():
            found.append(shapes(name))
        elif Path(name).is_file():
            found.append(parse_feature_set(read_text(Path(name))))
        else:
            known = ", ".join(["cells", "around", "stages", *TACTICS, *shape_set_names()])
            raise KatachiError(f"no features {shown(name)}; known: {known}; or a file")
    return found
