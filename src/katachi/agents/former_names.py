"""Keys of agent files that had other names before: they are read, never written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORMER_NAMES: dict[str, tuple[str, ...]] = {
    "knowledge": ("network",),
    "playout_knowledge": ("playout_weights", "playout_network"),
}


def present_names(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Settings under the names of today.

    >>> present_names({"playout_weights": "mine.txt", "kind": "mcts"})
    {'playout_knowledge': 'mine.txt', 'kind': 'mcts'}
    """
    present = {old: name for name, former in FORMER_NAMES.items() for old in former}
    return {present.get(name, name): value for name, value in changes.items()}
