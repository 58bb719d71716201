"""`katachi networks`: what networks there are, and the card of one."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from katachi.commands.output import JsonOption, print_json
from katachi.knowledge.networks import load_network, network_names
from katachi.terminal.console import output_console

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
    """Lists the networks that ship with katachi, or shows the card of one file."""
    console = output_console()
    if name is None:
        if as_json:
            print_json(network_names())
            return
        for known in network_names():
            about = load_network(known).card.about
            console.print(f"{known}: {about}", markup=False, soft_wrap=True)
        return
    network = load_network(name)
    card = msgspec.to_builtins(network.card)
    if as_json:
        print_json({"network": repr(network), "game": str(network.game), "card": card})
        return
    console.print(repr(network), markup=False, soft_wrap=True)
    for field, value in card.items():
        if value not in ("", {}, 0, False, ()):
            console.print(f"  {field}: {value}", markup=False, soft_wrap=True)
