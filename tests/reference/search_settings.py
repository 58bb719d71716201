"""Random settings for the search, drawn from what the structures of settings declare.

A new field is drawn as soon as it exists, within its range. A combination that is refused is
repaired: the sentence begins with the path of the offending field, which goes back to its default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from katachi import InvalidSettings, MctsSettings
from katachi.search.parts import RANGES

# Not in RANGES, or with a range that is too wide for a test.
NARROWER: dict[str, st.SearchStrategy[Any]] = {
    "selection.first_play_urgency": st.sampled_from([float("inf"), 0.0, 0.5, 1.0, 1.1, -2.0, 50.0]),
    "seed": st.integers(-(2**70), 2**70),
    "threads": st.integers(1, 2),
    "megabytes": st.integers(1, 2),
}
USUAL = 60.0  # numbers are mostly drawn from this far above the lower end of their range

T = TypeVar("T")

Changes = dict[str, Any]  # by path: "selection.rave"


def all_fields(
    kind: type[msgspec.Struct] = MctsSettings, prefix: str = ""
) -> Iterator[tuple[str, Any, Any]]:
    """Path, type and default of every setting."""
    for info in msgspec.structs.fields(kind):
        if isinstance(info.type, type) and issubclass(info.type, msgspec.Struct):
            yield from all_fields(info.type, f"{prefix}{info.name}.")
        else:
            yield f"{prefix}{info.name}", info.type, info.default


def values_of(path: str, kind: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401
    if path in NARROWER:
        return NARROWER[path]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is bool:
        return st.booleans()
    low, high = RANGES.get(path, (0.0, 1.0))
    near = min(high, low + USUAL)
    if kind is int:
        return st.one_of(st.integers(int(low), int(near)), st.sampled_from([int(low), int(high)]))
    assert kind is float, f"{path} has a type that this file does not know: {kind}"
    return st.one_of(st.floats(low, near), st.sampled_from([low, high]))


@st.composite
def changes(draw: st.DrawFn) -> Changes:
    """Some settings away from their defaults, any number of them."""
    found: Changes = {}
    eagerness = draw(st.integers(0, 3))
    for path, kind, _ in all_fields():
        if path in NARROWER or draw(st.integers(0, 3)) < eagerness:
            found[path] = draw(values_of(path, kind))
    return found


def settings_of(chosen: Changes) -> MctsSettings:
    """Raises `InvalidSettings`."""
    groups: dict[str, dict[str, Any]] = {"": {}}
    for path, value in chosen.items():
        group, _, name = path.rpartition(".")
        groups.setdefault(group, {})[name] = value
    types = {info.name: info.type for info in msgspec.structs.fields(MctsSettings)}
    parts = {group: types[group](**fields) for group, fields in groups.items() if group}
    return MctsSettings(**parts, **groups[""])


def repaired(chosen: Changes, build: Callable[[MctsSettings], T]) -> tuple[T | None, list[str]]:
    """What `build` makes of the settings, without those it refuses; and the sentences."""
    rest = dict(chosen)
    sentences: list[str] = []
    for _ in range(len(chosen) + 1):
        try:
            return build(settings_of(rest)), sentences
        except InvalidSettings as refusal:
            sentences.append(str(refusal))
            named = re.match(r"[a-z_]+(\.[a-z_]+)?", str(refusal))
            if named is None or rest.pop(named[0], None) is None:
                break
    return None, sentences
