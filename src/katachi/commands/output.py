"""How commands answer machines, and the options that choose the form of an answer."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Annotated

import typer

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object instead of text for people.")
]
AsciiOption = Annotated[
    bool, typer.Option("--ascii", help="Draw with plain letters, without colours.")
]


def print_json(value: object) -> None:
    """One JSON document on standard output; numbers that are not finite become null."""
    typer.echo(json.dumps(_finite(value), indent=2, allow_nan=False))


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, (list, tuple)) else value
