"""What can be set while the engine runs: limits, resigning, and every setting of the search.

Limits have KataGo's names; a setting of the search is named by its group and field, as in an agent
file: `selection.exploration`, `playout.mate`, `threads`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from katachi.errors import InvalidSettings, shown
from katachi.gtp.protocol.entities import parse_boolean, parse_float, parse_int
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import MctsSettings
from katachi.search.settings import GROUPS

OWN_THREADS = "numSearchThreads"


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


def parameter_names(search: MctsSettings | None) -> list[str]:
    """All names, limits first."""
    names = list(_FIELDS)
    if search is not None:
        names.append(OWN_THREADS)
        names += ["seed", "threads", "megabytes"]
        names += [
            f"{group}.{field}"
            for group in GROUPS
            for field in getattr(search, group).__struct_fields__
        ]
    return names


def parameter_text(name: str, parameters: Parameters, search: MctsSettings | None) -> str:
    """The value of a parameter as text; raises `CommandFailed`."""
    if name in _FIELDS:
        return _text(getattr(parameters, _FIELDS[name][0]))
    if name not in parameter_names(search):
        raise CommandFailed(f"no parameter {shown(name)}")
    value: object = search
    for part in _path(name):
        value = getattr(value, part)
    return _text(value)


def with_parameter(
    name: str, text: str, parameters: Parameters, search: MctsSettings | None
) -> tuple[Parameters, MctsSettings | None]:
    """Both structures after a change; raises `CommandFailed`."""
    if name in _FIELDS:
        field, kind = _FIELDS[name]
        value = kind(text)
        low, high = _RANGES.get(name, (0, 2**31 - 1))
        if not low <= value <= high:
            raise CommandFailed(f"{name} must be {low:g} to {high:g}, not {shown(text)}")
        return replace(parameters, **{field: value}), search  # type: ignore[arg-type]
    if search is None or name not in parameter_names(search):
        raise CommandFailed(f"no parameter {shown(name)}")
    return parameters, _with_setting(search, _path(name), text)


def _path(name: str) -> list[str]:
    return ["threads"] if name == OWN_THREADS else name.split(".")


def _with_setting(search: MctsSettings, path: list[str], text: str) -> MctsSettings:
    owner = getattr(search, path[0]) if len(path) == 2 else search
    kinds = msgspec.structs.fields(owner)
    kind = next(field.type for field in kinds if field.name == path[-1])
    try:
        value = msgspec.convert(text.lower() if kind is bool else text, type=kind, strict=False)
        if value != value:  # noqa: PLR0124 - only NaN differs from itself
            raise CommandFailed(f"{'.'.join(path)} cannot be {shown(text)}: it is no number")
        changed = msgspec.structs.replace(owner, **{path[-1]: value})
        if len(path) == 2:
            changed = msgspec.structs.replace(search, **{path[0]: changed})
        # `replace` does not check; the settings do when they are read.
        return msgspec.convert(msgspec.to_builtins(changed), type=MctsSettings)
    except InvalidSettings as error:
        raise CommandFailed(str(error)) from None
    except msgspec.ValidationError as error:
        raise CommandFailed(f"{'.'.join(path)} cannot be {shown(text)}: {error}") from None


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return f"{value:g}"
    return str(value)
