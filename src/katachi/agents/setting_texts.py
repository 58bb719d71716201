"""Settings of a tree search by name and as texts: `selection.exploration`, `playout.mate`, `threads`."""

from __future__ import annotations

import msgspec

from katachi.errors import InvalidSettings, shown
from katachi.search import MctsSettings
from katachi.search.settings import GROUPS

WHOLE = ("seed", "threads", "megabytes")  # of the whole search, in this order before the groups


def setting_texts(settings: MctsSettings) -> dict[str, str]:
    """All settings, each as a text that `with_setting` reads.

    >>> setting_texts(MctsSettings())["threads"]
    '1'
    """
    texts = {name: _text(getattr(settings, name)) for name in WHOLE}
    for group in GROUPS:
        fields = getattr(settings, group)
        texts |= {
            f"{group}.{name}": _text(getattr(fields, name)) for name in fields.__struct_fields__
        }
    return texts


def with_setting(settings: MctsSettings, name: str, text: str) -> MctsSettings:
    """The settings with one of them changed; raises `InvalidSettings`.

    >>> with_setting(MctsSettings(), "selection.exploration", "0.3").selection.exploration
    0.3
    """
    if name not in setting_texts(settings):
        raise InvalidSettings(f"no setting {shown(name)}")
    path = name.split(".")
    owner = getattr(settings, path[0]) if len(path) == 2 else settings
    kinds = msgspec.structs.fields(owner)
    kind = next(field.type for field in kinds if field.name == path[-1])
    try:
        value = msgspec.convert(text.lower() if kind is bool else text, type=kind, strict=False)
        if value != value:  # noqa: PLR0124 - only NaN differs from itself
            raise InvalidSettings(f"{name} cannot be {shown(text)}: it is not a number")
        changed = msgspec.structs.replace(owner, **{path[-1]: value})
        if len(path) == 2:
            changed = msgspec.structs.replace(settings, **{path[0]: changed})
        # `replace` does not check; the settings do when they are read.
        return msgspec.convert(msgspec.to_builtins(changed), type=MctsSettings)
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"{name} cannot be {shown(text)}: {error}") from None


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return f"{value:g}"
    return str(value)
