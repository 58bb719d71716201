"""What can be set while the engine runs: limits, resigning, and every parameter of the agent.

Limits have KataGo's names; a parameter of an agent has the agent's own (`HasParameters`): a setting
of the search is named by its group and field, as in an agent file: `selection.exploration`,
`threads`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from katachi.errors import shown
from katachi.gtp.protocol.entities import parse_boolean, parse_float, parse_int
from katachi.gtp.protocol.wire import CommandFailed

# KataGo's name of a parameter that agents call otherwise.
OWN_THREADS, AGENT_THREADS = "numSearchThreads", "threads"


@dataclass(frozen=True)
class Parameters:
    """0 means no limit. `resign_threshold` is a value from -1 (lost) to 1, as KataGo counts.

    `lag`: seconds kept back at every move for the way of the answer. Resigning is off unless asked
    for, and then needs `resign_turns` moves in a row below the threshold (KataGo: -0.90 and 3).
    """

    max_visits: int = 0
    max_playouts: int = 0
    max_time: float = 0.0
    lag: float = 0.05
    allow_resignation: bool = False
    resign_threshold: float = -0.9
    resign_turns: int = 3


# Name in the protocol, field, and how its text is read.
_FIELDS: dict[str, tuple[str, Callable[[str], float]]] = {
    "maxVisits": ("max_visits", parse_int),
    "maxPlayouts": ("max_playouts", parse_int),
    "maxTime": ("max_time", parse_float),
    "lagBuffer": ("lag", parse_float),
    "allowResignation": ("allow_resignation", parse_boolean),
    "resignThreshold": ("resign_threshold", parse_float),
    "resignConsecTurns": ("resign_turns", parse_int),
}
_RANGES = {
    "maxTime": (0.0, 1e8),
    "lagBuffer": (0.0, 60.0),
    "resignThreshold": (-1.0, 1.0),
    "resignConsecTurns": (1, 2**31 - 1),
}


def all_parameters(parameters: Parameters, of_agent: Mapping[str, str]) -> dict[str, str]:
    """Names and values as texts, limits first."""
    texts = {name: _text(getattr(parameters, field)) for name, (field, _) in _FIELDS.items()}
    if AGENT_THREADS in of_agent:
        texts[OWN_THREADS] = of_agent[AGENT_THREADS]
    return {**texts, **of_agent}


def parameter_text(name: str, parameters: Parameters, of_agent: Mapping[str, str]) -> str:
    """The value of a parameter as text; raises `CommandFailed`."""
    found = all_parameters(parameters, of_agent).get(name)
    if found is None:
        raise CommandFailed(f"no parameter {shown(name)}")
    return found


def agent_name(name: str, of_agent: Mapping[str, str]) -> str:
    """What the agent calls a parameter; empty if it has none of that name."""
    own = AGENT_THREADS if name == OWN_THREADS else name
    return own if own in of_agent else ""


def with_parameter(name: str, text: str, parameters: Parameters) -> Parameters:
    """The parameters of the engine after a change; raises `CommandFailed`."""
    if name not in _FIELDS:
        raise CommandFailed(f"no parameter {shown(name)}")
    field, kind = _FIELDS[name]
    value = kind(text)
    low, high = _RANGES.get(name, (0, 2**31 - 1))
    if not low <= value <= high:
        raise CommandFailed(f"{name} must be {low:g} to {high:g}, not {shown(text)}")
    return replace(parameters, **{field: value})  # type: ignore[arg-type]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return f"{value:g}"
    return str(value)
