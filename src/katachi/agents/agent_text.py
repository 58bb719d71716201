"""An agent's description as the text of an agent file: what differs from the defaults, nothing else."""

from __future__ import annotations

import json
from typing import Any

import msgspec


def agent_text(agent: msgspec.Struct) -> str:
    """TOML that reads as the same agent.

    >>> from katachi.agents import read_agent_file
    >>> print(agent_text(read_agent_file("random")), end="")
    kind = "random"
    about = "Any legal move."
    """
    return "\n\n".join("\n".join(lines) for lines in _tables(agent, "")) + "\n"


def _tables(struct: msgspec.Struct, path: str) -> list[list[str]]:
    """The lines of a table and of those below it; empty ones are left out."""
    lines = [f"[{path}]"] if path else []
    below = []
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if value == field.default:
            continue
        if isinstance(value, msgspec.Struct):
            below += _tables(value, f"{path}.{field.name}" if path else field.name)
        else:
            lines.append(f"{field.name} = {_scalar(msgspec.to_builtins(value))}")
    return [lines, *below] if lines[bool(path) :] else below


def _scalar(value: Any) -> str:  # noqa: ANN401 - whatever a setting holds
    """Numbers, texts and lists of them are written alike in JSON and TOML."""
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
