"""The option for a level of play."""

from __future__ import annotations

from typing import Annotated

import typer

from katachi.agents.levels import HIGHEST, LOWEST

LevelOption = Annotated[
    int | None,
    typer.Option(
        "--level",
        min=LOWEST,
        max=HIGHEST,
        help=f"Strength from {LOWEST} (a beginner) to {HIGHEST}; without it the strongest agent.",
    ),
]
