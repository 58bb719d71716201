"""An agent's description with some settings replaced: variants of papers, brackets behind a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from katachi.agents.former_names import present_names
from katachi.errors import InvalidSettings

Changes = Mapping[str, Any]
Description = TypeVar("Description", bound=msgspec.Struct)


def changed(agent: Description, changes: Changes, *, where: str = "changes") -> Description:
    """The same agent with some settings replaced; raises `InvalidSettings`.

    >>> from katachi.agents import read_agent_file
    >>> changed(read_agent_file("uct"), {"mcts": {"playout": {"ngrams": 1}}}).mcts.playout.ngrams
    1
    """
    if not changes:
        return agent
    merged = _merged(msgspec.to_builtins(agent), present_names(changes))
    try:
        return msgspec.convert(merged, type(agent))
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"{where}: {error}") from None


def _merged(base: Changes, changes: Changes) -> dict[str, Any]:
    merged = dict(base)
    for name, value in changes.items():
        old = merged.get(name)
        both = isinstance(value, Mapping) and isinstance(old, Mapping)
        merged[name] = _merged(old, value) if both else value  # type: ignore[arg-type]
    return merged
