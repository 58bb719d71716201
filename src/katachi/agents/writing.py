"""An agent as the text of a TOML file: what differs from the defaults."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.files.atomic_file import write_atomically


def agent_text(agent: AgentFile) -> str:
    """The file that `read_agent_file` reads as this agent.

    >>> from katachi.agents import read_agent_file
    >>> print(agent_text(read_agent_file("uct")), end="")
    kind = "mcts"
    about = "Plain UCT with uniformly random playouts."
    """
    defaults = msgspec.to_builtins(AgentFile(kind=agent.kind))
    kept = {"kind": agent.kind} | _changes(msgspec.to_builtins(agent), defaults)
    return "\n".join(_lines(kept, "")) + "\n"


def write_agent(agent: AgentFile, path: Path) -> None:
    """Writes the file, whole or not at all; what was there is replaced."""
    write_atomically(path, agent_text(agent), overwrite=True)


def _changes(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping) and isinstance(defaults.get(name), Mapping):
            if inside := _changes(value, defaults[name]):
                found[name] = inside
        elif value != defaults.get(name):
            found[name] = value
    return found


def _lines(table: Mapping[str, Any], name: str) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if name and plain:
        yield f"\n[{name}]"
    for key, value in plain.items():
        yield f"{key} = {_value(value)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _lines(value, f"{name}.{key}" if name else key)


def _value(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return json.dumps(value, ensure_ascii=False)
