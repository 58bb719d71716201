"""What is written from the declarations of the parts: the settings of each phase and their page.

`docs/reference/write_settings.py` writes both; a test keeps them fresh.
"""

from __future__ import annotations

import struct
import textwrap
from collections.abc import Iterator, Mapping

from katachi import _core
from katachi.search.parts import PARTS, path_of, value_at

WIDTH = 100
UNMEASURED = "\N{EN DASH}"

# Class and sentence of the settings of each phase, in the order of a simulation.
PHASES = {
    "selection": ("SelectionSettings", "Which child to visit."),
    "expansion": ("ExpansionSettings", "When a node gets children, and what is known of them."),
    "playout": ("PlayoutSettings", "How games are played out from a leaf."),
    "backup": ("BackupSettings", "What the end of a simulation is worth to the nodes above."),
    "final_move": ("FinalSettings", "Which move is played."),
}

# What parts ask of the search, in words.
DEMANDS = {
    "amaf": "all-moves-as-first counts",
    "initial": "initial visits",
    "strength": "strengths of moves",
    "properties": "properties of boards",
    "proof": "proofs",
    "evaluation": "evaluations of children",
    "history": "win rates of moves over the whole search",
    "policy": "playouts that choose move by move",
}


def shortest(value: float) -> float:
    """The number with the fewest digits that is the same in single precision.

    >>> shortest(0.699999988079071), shortest(5000.0)
    (0.7, 5000.0)
    """
    single = struct.Struct("f")
    for digits in range(1, 10):
        rounded = float(f"{value:.{digits}g}")
        if single.pack(rounded) == single.pack(value):
            return rounded
    return value


def default_of(path: str) -> object:
    """The default of a setting: the core's, which has single precision, so 0.7 is 0.7 here."""
    value = value_at(_core.MctsSettings(), path)
    return shortest(value) if isinstance(value, float) else value


def module_text() -> str:
    """The Python module `katachi.search.phases`."""
    lines = [
        '"""The settings of each phase of the search, written from the declarations of its parts.',
        "",
        "Do not edit: the parts declare themselves in `cpp/search/`, and `make settings` writes this.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "import math",
        "from typing import Literal",
        "",
        "import msgspec",
    ]
    for group, (name, sentence) in PHASES.items():
        lines += [
            "",
            "",
            f"class {name}(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):",
            f'    """{sentence}"""',
        ]
        for part in PARTS:
            if part.group == group:
                lines += _field_lines(part)
    return "\n".join(lines) + "\n"


def _field_lines(part: _core.DeclaredPart) -> Iterator[str]:
    for field in part.fields:
        yield ""
        default = default_of(path_of(part, field.name))
        text = "math.inf" if default == float("inf") else _quoted(default)
        kind = field.kind
        if field.choices:
            kind = f"Literal[{', '.join(_quoted(one.name) for one in field.choices)}]"
        line = f"    {field.name}: {kind} = {text}"
        if len(line) > WIDTH:
            line = f"    {field.name}: {kind} = (\n        {text}\n    )"
        yield line
        words = f'"""{_described(field)}"""'
        yield from textwrap.wrap(
            words, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _described(field: _core.DeclaredField) -> str:
    text = field.sentence
    if field.choices:
        listed = [f"{one.name}, {one.sentence}{_cited(one.source)}" for one in field.choices]
        text = f"{text.removesuffix('.')}: {'; '.join(listed)}."
    if not field.source:
        return text
    return f"{text.removesuffix('.')}{_cited(field.source)}."


def _cited(source: str) -> str:
    return f" ({source})" if source else ""


def page_text(measured: Mapping[str, str]) -> str:
    """The page docs/reference/search-settings.md.

    `measured` has the measured effect of a setting, or of one value of a choice (`path=value`).
    """
    lines = [
        "# Settings of the search",
        "",
        "Every part of the search with its parameters, as the parts declare themselves in",
        "`cpp/search/`; written by `make settings`, shown by `katachi agents --parts`. In an agent file a group is a table of `[mcts]`,",
        "such as `[mcts.selection]`; over GTP a parameter has its full name, such as",
        "`selection.exploration`. [Search](../methods/search.md) explains the parts, [Effects]"
        "(../methods/effects.md)",
        "what each was measured to gain, and [a new part](../how-to/new-part.md) how to add one. Papers",
        "are named as there: HAVANNAH is Stankiewicz 2011, SHAPES Nguyen 2014, FOREST van Niekerk 2014,",
        "AGENTS Hawk 2017.",
        "",
        "The last column is the share of points in % with Wilson's 95 % interval, of an agent with the value that is named",
        "against the same agent without that change: [Hex 7, 200 games, equal processor time]"
        "(../../experiments/effects/README.md),",
        f"unless it says otherwise. The values were not tuned. {UNMEASURED}: not measured.",
    ]
    for group, (name, sentence) in PHASES.items():
        lines += ["", f"## {group}", "", f"{sentence} `katachi.{name}`."]
        lines += [
            line for part in PARTS if part.group == group for line in part_lines(part, measured)
        ]
    lines += ["", "## Of the search itself", "", "Fields of `katachi.MctsSettings`."]
    lines += [line for part in PARTS if not part.group for line in part_lines(part, measured)]
    return "\n".join(lines) + "\n"


def part_lines(part: _core.DeclaredPart, measured: Mapping[str, str]) -> Iterator[str]:
    """One part in Markdown."""
    yield from ("", f"### {part.name}", "", f"{part.sentence}{_sentence('', part.source)}", "")
    yield "| setting | default | values | meaning | source | measured |"
    yield "|---|---|---|---|---|---|"
    for field in part.fields:
        path = path_of(part, field.name)
        default = f"`{default_text(path)}`" if field.choices else default_text(path)
        values = "" if field.choices else values_text(field)
        effect = "" if field.choices else measured.get(path, UNMEASURED)
        yield f"| `{path}` | {default} | {values} | {field.sentence} | {field.source} | {effect} |"
        for one in field.choices:
            usual = "default" if one.name == default_text(path) else UNMEASURED
            effect = measured.get(f"{path}={one.name}", usual)
            yield f"| | | `{one.name}` | {one.sentence} | {one.source} | {effect} |"
    notes = []
    if part.asks:
        notes.append(f"Asks for {', '.join(DEMANDS[ask] for ask in part.asks)}.")
    notes += [f"`{path_of(part, need.what)}` needs {need.needs}." for need in part.needs]
    notes += [f"`{path_of(part, one.what)}` is for games with {one.needs}." for one in part.suits]
    for note in notes:
        yield from ("", note)


def _sentence(before: str, text: str) -> str:
    return f"{before} {text}." if text else ""


def default_text(path: str) -> str:
    """The default of a setting as an agent file has it."""
    value = default_of(path)
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def values_text(field: _core.DeclaredField) -> str:
    """What a setting may be."""
    if field.choices:
        return ", ".join(one.name for one in field.choices)
    if field.kind == "bool":
        return "true, false"
    if not field.ranged:
        return "any whole number"
    return f"{field.low:g} to {field.high:g}{', inf' if field.infinite else ''}"


def parts_data() -> list[dict[str, object]]:
    """The parts for machines."""
    return [
        {
            "name": part.name,
            "sentence": part.sentence,
            "source": part.source or None,
            "asks": part.asks,
            "needs": {path_of(part, need.what): need.needs for need in part.needs},
            "suits": {path_of(part, one.what): one.needs for one in part.suits},
            "settings": [
                {
                    "name": path_of(part, field.name),
                    "kind": field.kind,
                    "default": default_text(path_of(part, field.name)),
                    "values": values_text(field),
                    "sentence": field.sentence,
                    "source": field.source or None,
                }
                for field in part.fields
            ],
        }
        for part in PARTS
    ]
