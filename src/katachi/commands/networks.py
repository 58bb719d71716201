"""`katachi networks`: what networks there are, and the card of one."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from katachi.commands.knowledge import show_card, show_list
from katachi.commands.output import JsonOption, print_json
from katachi.knowledge import (
    ConvolutionalNetwork,
    PolicyNetwork,
    PolicyValueNetwork,
    ValueNetwork,
    knowledge_names,
    load_knowledge,
)

EXAMPLES = """
katachi networks
katachi networks ann-go9
katachi networks conv-othello8
katachi networks mine.network --json
"""


def run(
    name: Annotated[str | None, typer.Argument(help="A name or a file; none: list them.")] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Lists the networks that ship with katachi, or shows the card of one: knowledge of one kind."""
    if name is None:
        names = knowledge_names(
            ConvolutionalNetwork, PolicyNetwork, PolicyValueNetwork, ValueNetwork
        )
        show_list(names, as_json=as_json)
        return
    network = load_knowledge(name)
    if as_json:
        card = msgspec.to_builtins(network.card)
        print_json({"network": repr(network), "game": str(network.game), "card": card})
        return
    show_card(network)
