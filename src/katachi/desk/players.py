"""Who can be asked for moves on a desk: what ships, levels, and files of the folder."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from katachi.agents import AgentFile, agent_names, build_agent, read_agent_file
from katachi.agents.agent import Agent
from katachi.agents.catalogue import paper_agent_names
from katachi.agents.defaults import best_of
from katachi.agents.levels import level_in
from katachi.desk.record_files import file_in, names_of
from katachi.errors import KatachiError, shown
from katachi.games import Game
from katachi.optimising.rivals.rival_set import read_rivals

AGENT_ENDING = ".toml"
RIVALS_ENDING = ".rivals"
SEARCH_MEGABYTES = 64


def players_of(folder: Path) -> list[dict[str, str]]:
    """Agents that ship, agents and rivals of the folder; programs of others may not be installed."""
    known = []
    for name in agent_names():
        file = read_agent_file(name)
        if file.kind != "gtp":
            known.append({"name": name, "game": file.game, "about": file.about, "kind": "agent"})
    for name in names_of(folder, (AGENT_ENDING,)):
        try:
            file = read_agent_file(str(folder / name))
        except KatachiError:
            continue  # a TOML file of another kind
        known.append({"name": name, "game": file.game, "about": file.about, "kind": "file"})
    for name in names_of(folder, (RIVALS_ENDING,)):
        try:
            rivals = read_rivals(folder / name)
        except KatachiError:
            continue
        known += [
            {
                "name": f"{name}/{rival.name}",
                "game": rivals.game,
                "about": f"A rival of {rivals.player}",
                "kind": "rival",
            }
            for rival in rivals.rivals
        ]
    return known


def player_file(folder: Path, name: str) -> AgentFile:
    """The description of a player by the name that a page uses; raises `KatachiError`."""
    head, _, rest = name.partition("/")
    if head.endswith(RIVALS_ENDING):
        rival = read_rivals(file_in(folder, head)).rival(rest).agent
        refuse_unknown_program(folder, rival)
        return rival
    if name.endswith(AGENT_ENDING):
        return read_agent_file(str(file_in(folder, name)))
    if name in agent_names() or name in paper_agent_names() or level_in(name) is not None:
        return read_agent_file(name)
    raise KatachiError(f"no agent {shown(name)}; known: {', '.join(agent_names())}")


def refuse_unknown_program(folder: Path, file: AgentFile) -> None:
    """Raises `KatachiError` if a file starts a program that nobody has put into catalogue or folder.

    A laboratory or a set of rivals may come from somebody else, so that what it would start needs an
    agent file beside it.
    """
    if file.kind != "gtp":
        return
    names = [*agent_names(), *names_of(folder, (AGENT_ENDING,))]
    for name in names:
        try:
            known = player_file(folder, name)
        except KatachiError:
            continue  # a TOML file of another kind
        if known.gtp == file.gtp:
            return
    raise KatachiError(
        f"no agent file of the folder starts {shown(' '.join(file.gtp.command))}: put one there first"
    )


def make_player(folder: Path, name: str, game: Game) -> Agent:
    """A player by name, or the best of the board."""
    name = name or best_of(game).agent
    return build_agent(name, _small(player_file(folder, name)))


def make_analyst(folder: Path, name: str, game: Game) -> Agent:
    """Who looks at positions: a named agent, or the best one that shows a tree of moves."""
    if name:
        return make_player(folder, name, game)
    best = best_of(game)
    own = best.analyst or best.agent
    return build_agent(own, _proving(_small(player_file(folder, own))))


def _proving(file: AgentFile) -> AgentFile:
    """The same agent with marks of what is proven: who plays to win can do without, who looks cannot."""
    if file.kind != "mcts":
        return file
    selection = replace(file.mcts.selection, solver=True)
    return replace(file, mcts=replace(file.mcts, selection=selection))


def _small(file: AgentFile) -> AgentFile:
    """The same agent with a tree that leaves room for other pages."""
    if file.kind != "mcts" or file.mcts.megabytes <= SEARCH_MEGABYTES:
        return file
    settings = replace(file.mcts, megabytes=SEARCH_MEGABYTES)
    return replace(file, mcts=settings)
