"""The parts of the search as they declare themselves: parameters, ranges, what they need and suit.

The declarations stand in the core, one file a part (`cpp/search/part.h` says how); here they are
read. A need is a pair of conditions: `what` works only if `needs` holds. Conditions are texts:
`selection.rave` (is on: true, not 0, not "none"), `threads = 1`, `playout.base of mast, nst`, or
something that a search is given, such as `knowledge`; `no` turns one round, ` or ` gives
alternatives.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from katachi import _core
from katachi.errors import shown

PARTS: tuple[_core.DeclaredPart, ...] = tuple(_core.declared_parts())

# What a search may be given besides its settings, as the parts call it.
GIVEN = frozenset({"knowledge", "playout weights", "evaluator"})


def path_of(part: _core.DeclaredPart, name: str) -> str:
    """The name of a parameter with its group: `selection.rave`, `threads`."""
    return f"{part.group}.{name}" if part.group else name


FIELDS: dict[str, _core.DeclaredField] = {
    path_of(part, field.name): field for part in PARTS for field in part.fields
}

# Of all numbers that have one, except where infinity is allowed as well.
RANGES: dict[str, tuple[float, float]] = {
    path: (field.low, field.high)
    for path, field in FIELDS.items()
    if field.ranged and not field.infinite
}


def value_at(settings: object, path: str) -> Any:  # noqa: ANN401 - whatever the setting is
    """A setting by its path."""
    for name in path.split("."):
        settings = getattr(settings, name)
    return settings


def range_refusals(settings: object) -> Iterator[str]:
    """A sentence for every number that is out of its range."""
    for path, field in FIELDS.items():
        if not field.ranged:
            continue
        value = value_at(settings, path)
        if field.low <= value <= field.high or (field.infinite and value == math.inf):
            continue
        extra = ", or inf," if field.infinite else ","
        yield f"{path} must be {field.low:g} to {field.high:g}{extra} not {shown(value)}"


def contradictions(settings: object) -> Iterator[str]:
    """A sentence for every need that other settings do not meet."""
    for part, need in _needs(given=False):
        yield from _refusal(part, need, settings, frozenset())


def missing(settings: object, given: frozenset[str]) -> Iterator[str]:
    """A sentence for everything that a search of these settings must be given and is not."""
    for part, need in _needs(given=True):
        yield from _refusal(part, need, settings, given)


def wanted_capabilities(settings: object) -> Iterator[tuple[str, _core.DeclaredNeed]]:
    """The settings that are for some games only, and the capability that these games have."""
    for part in PARTS:
        for need in part.suits:
            path = path_of(part, need.what)
            if _holds(path, settings, frozenset()):
                yield _parsed(path)[0], need


def _needs(*, given: bool) -> Iterator[tuple[_core.DeclaredPart, _core.DeclaredNeed]]:
    for part in PARTS:
        for need in part.needs:
            named = {one.removeprefix("no ") for one in need.needs.split(" or ")}
            if bool(named & GIVEN) is given:
                yield part, need


def _refusal(
    part: _core.DeclaredPart, need: _core.DeclaredNeed, settings: object, given: frozenset[str]
) -> Iterator[str]:
    what = path_of(part, need.what)
    if not _holds(what, settings, given):
        return
    if any(_holds(one, settings, given) for one in need.needs.split(" or ")):
        return
    sentence = need.sentence or "{what} needs {needs}"
    named = _named(_parsed(what)[0], settings)
    yield sentence.replace("{what}", named).replace("{needs}", need.needs)


def _named(path: str, settings: object) -> str:
    """The setting with its value if that is one of several."""
    return f"{path} = {value_at(settings, path)!r}" if FIELDS[path].choices else path


def _holds(condition: str, settings: object, given: frozenset[str]) -> bool:
    if condition.startswith("no "):
        return not _holds(condition.removeprefix("no "), settings, given)
    if condition in GIVEN:
        return condition in given
    path, values = _parsed(condition)
    value = value_at(settings, path)
    return value in values if values else value not in (0, "none")


def _parsed(condition: str) -> tuple[str, tuple[object, ...]]:
    """The path, and the values it may have; no values: any that is on."""
    path, equals, value = condition.partition(" = ")
    if equals:
        return path, (msgspec.toml.decode(f"value = {value}")["value"],)
    path, _, values = condition.partition(" of ")
    return path, tuple(values.split(", ")) if values else ()
