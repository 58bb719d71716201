"""`katachi agents`: who can play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from katachi.agents import (
    LOWEST,
    AgentFile,
    Level,
    agent_names,
    best_by_game,
    ladders,
    level_name,
    read_agent_file,
)
from katachi.agents.agent_text import agent_text
from katachi.agents.variants import variants_by_paper
from katachi.commands.output import JsonOption, print_json
from katachi.errors import KatachiError
from katachi.search import parts as search_parts
from katachi.search.reference import default_text, parts_data, values_text
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi agents                 # the best of every board, levels, and all that you may choose
katachi agents --papers        # also those that stand for rows of the papers, by paper
katachi agents go9             # the file of one: copy it to make your own
katachi agents --parts         # every setting that such a file may have under [mcts]
"""


def run(
    name: Annotated[str | None, typer.Argument(help="Show this agent as a file.")] = None,
    *,
    papers: Annotated[
        bool, typer.Option("--papers", help="List the agents of the papers, too.")
    ] = False,
    parts: Annotated[
        bool, typer.Option("--parts", help="List the parts of the search and their settings.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Lists the agents that ship with katachi, or shows one as TOML.

    First come the strongest of every board, which play where you choose nobody, and the levels for
    people. A file of your own in the same form can be given wherever an agent is asked for.
    """
    if name is not None:
        file = read_agent_file(name)  # raises if there is none
        if file.kind == "level":
            raise KatachiError(
                f"{name} plays another agent in every game: katachi agents lists them"
            )
        typer.echo(agent_text(file), nl=False)
        return
    if parts:
        print_json(parts_data()) if as_json else _print_parts()
        return
    files = {agent: read_agent_file(agent) for agent in agent_names()}
    by_paper = {
        paper: {agent: read_agent_file(agent) for agent in made}
        for paper, made in (variants_by_paper() if papers else {}).items()
    }
    if as_json:
        print_json(_as_data(files, by_paper))
        return
    _print(files, by_paper)


def _as_data(
    files: dict[str, AgentFile], by_paper: dict[str, dict[str, AgentFile]]
) -> dict[str, object]:
    return {
        "best": [
            {
                "game": game,
                "sizes": list(row.sizes),
                "agent": row.agent,
                "knowledge": row.knowledge or None,
            }
            for game, rows in best_by_game.items()
            for row in rows
        ],
        "levels": {
            game: [
                {"level": number, "agent": level.agent, "share": level.share or None}
                for number, level in enumerate(ladder.levels, LOWEST)
            ]
            for game, ladder in ladders().items()
        },
        "agents": [
            {
                "name": agent,
                "kind": file.kind,
                "game": file.game or None,
                "about": file.about,
                "paper": paper or None,
            }
            for paper, group in {"": files, **by_paper}.items()
            for agent, file in group.items()
        ],
    }


def _print(files: dict[str, AgentFile], by_paper: dict[str, dict[str, AgentFile]]) -> None:
    console = output_console()
    table = make_table(console, title="The best of every board")
    for column in ("game", "sizes", "agent", "knowledge"):
        table.add_column(column, no_wrap=True)
    for game, rows in best_by_game.items():
        for row in rows:
            table.add_row(game, _listed(row.sizes), row.agent, row.knowledge)
    console.print(table)
    table = make_table(console, title="Levels, and the share of points against the level below")
    table.add_column("level", no_wrap=True)
    for game, ladder in ladders().items():
        table.add_column(f"{game} ({ladder.board})")
    for number in range(LOWEST, LOWEST + 10):
        cells = [_step(ladder.levels[number - LOWEST]) for ladder in ladders().values()]
        table.add_row(level_name(number), *cells)
    console.print(table)
    programs = {agent: file for agent, file in files.items() if file.kind == "gtp"}
    ours = {agent: file for agent, file in files.items() if agent not in programs}
    _print_agents("The agents of katachi", ours)
    _print_agents("Programs of others, where they are installed", programs)
    for paper, made in by_paper.items():
        _print_agents(f"Rows of {paper}", made)


def _print_agents(title: str, files: dict[str, AgentFile]) -> None:
    console = output_console()
    table = make_table(console, title=title)
    for column in ("agent", "game", "about"):
        table.add_column(column, no_wrap=column != "about")
    for agent, file in files.items():
        table.add_row(agent, file.game or "any", file.about)
    console.print(table)


def _print_parts() -> None:
    console = output_console()
    for part in search_parts.PARTS:
        cited = f" ({part.source})" if part.source else ""
        table = make_table(console, title=f"{part.name}: {part.sentence}{cited}")
        for column in ("setting", "default", "values", "meaning"):
            table.add_column(column, no_wrap=column in {"setting", "default"})
        for field in part.fields:
            path = search_parts.path_of(part, field.name)
            table.add_row(path, default_text(path), values_text(field), field.sentence)
        console.print(table)


def _listed(sizes: Sequence[int]) -> str:
    if len(sizes) > 2:
        return f"{sizes[0]} to {sizes[-1]}"
    return " and ".join(map(str, sizes))


def _step(level: Level) -> str:
    if not level.games:
        return "-"
    low, high = level.interval
    return f"{level.share:.1f} % ({low:.1f} to {high:.1f})"
