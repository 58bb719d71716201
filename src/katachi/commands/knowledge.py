"""`katachi knowledge`: what knowledge there is, and the card of one."""

from __future__ import annotations

from typing import Annotated

import msgspec
import numpy as np
import typer

from katachi.commands.output import JsonOption, print_json
from katachi.knowledge import FeatureWeights, Knowledge, knowledge_names, load_knowledge
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi knowledge
katachi knowledge conv-othello8
katachi knowledge mine.knowledge
katachi knowledge mine.knowledge --top 20
"""


def run(
    name: Annotated[
        str | None, typer.Argument(help="A name or a file of any kind; none: list them.")
    ] = None,
    *,
    top: Annotated[int, typer.Option(min=0, help="Show the strongest and weakest levels.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Lists the knowledge of all kinds that ships with katachi, or shows the card of one file."""
    if name is None:
        show_list(knowledge_names(), as_json=as_json)
        return
    knowledge = load_knowledge(name)
    if as_json:
        print_json(
            {
                "kind": knowledge.kind,
                "game": None if knowledge.game is None else str(knowledge.game),
                **knowledge.facts(),
                "card": msgspec.to_builtins(knowledge.card),
            }
        )
        return
    show_card(knowledge)
    if top:
        _show_levels(load_knowledge(name, FeatureWeights), top)


def show_list(names: list[str], *, as_json: bool) -> None:
    """Names of knowledge, each with its kind and what its card says it is."""
    if as_json:
        print_json(names)
        return
    for name in names:
        known = load_knowledge(name)
        line = f"{name}: {known.card.about} ({known.kind})"
        output_console().print(line, markup=False, soft_wrap=True)


def show_card(knowledge: Knowledge) -> None:
    """What it is and how it was made."""
    console = output_console()
    console.print(repr(knowledge), markup=False, soft_wrap=True)
    for field, value in msgspec.to_builtins(knowledge.card).items():
        if isinstance(value, (list, tuple)):
            for line in value[:20]:
                console.print(f"  {field}: {line}", markup=False, soft_wrap=True)
        elif value not in ("", {}, 0, False):
            console.print(f"  {field}: {value}", markup=False, soft_wrap=True)


def _show_levels(knowledge: FeatureWeights, top: int) -> None:
    console = output_console()
    seen = np.flatnonzero(knowledge.appearances >= 100)
    order = seen[np.argsort(-knowledge.weights[seen], kind="stable")]
    chosen = [*order[:top], *order[max(top, len(order) - top) :]]
    table = make_table(console, title="strongest and weakest levels seen 100 times or more")
    for column in ("strength", "seen", "level"):
        table.add_column(column, justify="left" if column == "level" else "right")
    begins = knowledge.level_begins
    for index in chosen:
        feature = int(np.searchsorted(begins, index, side="right")) - 1
        table.add_row(
            f"{np.exp(float(knowledge.weights[index])):.3g}",
            f"{int(knowledge.appearances[index]):,}",
            knowledge.level_name(feature, int(index - begins[feature])),
        )
    console.print(table)
