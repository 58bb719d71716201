"""Libraries of extras, imported when they are first needed."""

from __future__ import annotations

import importlib
from typing import Any

from katachi.errors import KatachiError


def library(name: str, *, what: str, extra: str) -> Any:  # noqa: ANN401 - a module
    """A module of an extra; raises `KatachiError` that says what needs it and how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise KatachiError(f'{what} needs {name}: pip install "katachi[{extra}]"') from None
