"""Features on the command line: by name, from a file of features, or those of learned knowledge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.features import FeatureSet
from katachi.features.by_name import features_by_name
from katachi.games.game import Game
from katachi.knowledge import FeatureWeights, load_knowledge
from katachi.knowledge.catalogue import SUFFIX

FirstPlyOption = Annotated[
    int,
    typer.Option(
        min=0, help="Only positions after at least this many moves are learned from and judged."
    ),
]


def chosen_features(names: list[str], game: Game) -> list[FeatureSet]:
    """Feature sets in order; a knowledge file stands for its features."""
    board = f"{game.name}{game.size}"
    found: list[FeatureSet] = []
    for name in names:
        if Path(name).suffix == SUFFIX:
            found += load_knowledge(name, FeatureWeights).on_board(game).features
        else:
            found += features_by_name([name], board)
    return found
