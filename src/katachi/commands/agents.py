"""`katachi agents`: who can play."""

from __future__ import annotations

from typing import Annotated

import typer

from katachi.agents import agent_names, read_agent_file
from katachi.agents.catalogue import CONFIGURATIONS
from katachi.commands.terminal import JsonOption, make_table, output_console, print_json

EXAMPLES = """
katachi agents                        # all, with where they come from
katachi agents havannah-baseline      # the file of one: copy it to make your own
"""


def run(
    name: Annotated[str | None, typer.Argument(help="Show the file of this agent.")] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Lists the agents that ship with katachi, or shows one as TOML.

    A file of your own in the same form can be given wherever a name of an agent is asked for.
    """
    if name is not None:
        read_agent_file(name)  # raises if there is none
        typer.echo((CONFIGURATIONS / f"{name}.toml").read_text(encoding="utf-8"), nl=False)
        return
    files = {agent: read_agent_file(agent) for agent in agent_names()}
    if as_json:
        print_json(
            [
                {"name": agent, "kind": file.kind, "game": file.game or None, "about": file.about}
                for agent, file in files.items()
            ]
        )
        return
    console = output_console()
    table = make_table(console, title="The agents of katachi")
    for column in ("agent", "game", "about"):
        table.add_column(column, no_wrap=column != "about")
    for agent, file in files.items():
        table.add_row(agent, file.game or "any", file.about)
    console.print(table)
