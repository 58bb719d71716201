"""JSON files, read and written whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from katachi.errors import KatachiError, shown


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """What a file holds; raises `KatachiError` that names it."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise KatachiError(f"cannot read {shown(str(path))}: {error}") from None
