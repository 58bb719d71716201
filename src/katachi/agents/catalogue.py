"""Agents by name: TOML files, ours in `configurations/` or a user's own, and variants of papers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import force_setattr, replace

from katachi.agents.agent import Agent
from katachi.agents.alphabeta import AlphaBetaAgent
from katachi.agents.ann import AnnAgent
from katachi.agents.changes import changed
from katachi.agents.former_names import FORMER_NAMES
from katachi.agents.gtp import GtpAgent
from katachi.agents.gtp_settings import GtpSettings
from katachi.agents.imitating import ImitatingAgent, ImitationSettings
from katachi.agents.level_agent import LevelAgent
from katachi.agents.levels import Level, checked_level, level_in
from katachi.agents.mcts import MctsAgent
from katachi.agents.uniform import UniformAgent
from katachi.agents.variants import variants
from katachi.errors import InvalidSettings, shown
from katachi.files.named_files import is_path, names_in, read_named
from katachi.knowledge import Knowledge, load_knowledge
from katachi.knowledge.catalogue import is_family
from katachi.search import MctsSettings
from katachi.search.alphabeta import AlphaBetaSettings

CONFIGURATIONS = Path(__file__).parent / "configurations"


class AgentFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An agent as a file: what it is, where it comes from, its settings."""

    # object: one that a program made in Python; it exists in no file.
    kind: Literal["random", "mcts", "alphabeta", "gtp", "ann", "imitation", "level", "object"]
    about: str = ""
    game: str = ""  # a hint for people and tests; empty: any game
    reuse_tree: bool = True
    knows_openings: bool = False  # mcts: the first stone goes where the game says that it belongs
    # What ships by name, a family of networks (conv), or a file; empty: none. A path that begins
    # with ./ or ../ starts beside the file of the agent, if something is there. Of the kinds ann and
    # alphabeta it is knowledge of positions; empty: ann, or the evaluation by hand.
    knowledge: str = ""
    playout_knowledge: str = ""  # the same for playouts
    evaluator: str = ""  # mcts: knowledge of positions, for the parts that judge them
    mcts: MctsSettings = MctsSettings()
    gtp: GtpSettings = GtpSettings()
    alphabeta: AlphaBetaSettings = AlphaBetaSettings()
    natural: bool = False  # alphabeta in Othello: no moves that look odd
    imitation: ImitationSettings = ImitationSettings()
    level: int = 0  # of the kind level: 1 to 10
    # Former names of knowledge and of playout_knowledge: read, never written.
    network: str = ""
    playout_weights: str = ""
    playout_network: str = ""

    def __post_init__(self) -> None:
        """Files that use the former names mean the present ones."""
        for name, former in FORMER_NAMES.items():
            for old in former:
                if not (text := getattr(self, old)):
                    continue
                if getattr(self, name):
                    raise InvalidSettings(f"{name} and {old} exclude each other")
                force_setattr(self, name, text)
                force_setattr(self, old, "")


def agent_names() -> list[str]:
    """The agents that ship with katachi.

    >>> "uct" in agent_names()
    True
    """
    return names_in(CONFIGURATIONS)


def paper_agent_names() -> list[str]:
    """The agents that stand for rows of the papers; others are stronger.

    >>> "havannah-baseline" in paper_agent_names()
    True
    """
    return list(variants())


def read_agent_file(name: str) -> AgentFile:
    """The description of an agent by name (also `level-1` to `level-10`), or by the path of a file."""
    level = level_in(name)
    if level is not None:
        return AgentFile(kind="level", level=level)
    if not is_path(name) and name not in agent_names() and name in variants():
        return _read_variant(name)
    found = read_named(name, CONFIGURATIONS, AgentFile, "agent")
    return _beside(found, Path(name).parent) if is_path(name) else found


def _beside(file: AgentFile, folder: Path) -> AgentFile:
    """The same with files that lie beside it found from anywhere."""
    names = {name: getattr(file, name) for name in ("knowledge", "playout_knowledge", "evaluator")}
    found = {
        name: os.path.normpath(folder / text)
        for name, text in names.items()
        if text.startswith(("./", "../")) and (folder / text).is_file()
    }
    return replace(file, **found)


def _read_variant(name: str) -> AgentFile:
    variant = variants()[name]
    return changed(
        replace(read_agent_file(variant.base), about=variant.about), variant.changes, where=name
    )


def load_agent(name: str) -> Agent:
    """An agent by name or file.

    >>> load_agent("random").name
    'random'
    """
    return build_agent(Path(name).stem, read_agent_file(name))


def build_agent(name: str, file: AgentFile) -> Agent:
    """The agent that a description describes, under any name."""
    return _MAKERS[file.kind](name, file)


def _refuse(name: str, _file: AgentFile) -> Agent:
    raise InvalidSettings(f"{name}: an agent of the kind object cannot be made from a file")


def _make_ann(name: str, file: AgentFile) -> Agent:
    return AnnAgent(name, file.mcts, values=file.knowledge or "ann", reuse_tree=file.reuse_tree)


def _make_mcts(name: str, file: AgentFile) -> Agent:
    return MctsAgent(
        name,
        file.mcts,
        reuse_tree=file.reuse_tree,
        knows_openings=file.knows_openings,
        knowledge=_knowledge(file.knowledge),
        playout_knowledge=_knowledge(file.playout_knowledge),
        evaluator=_evaluator(file.evaluator),
    )


def _make_alphabeta(name: str, file: AgentFile) -> Agent:
    knowledge = load_knowledge(file.knowledge) if file.knowledge else None
    return AlphaBetaAgent(name, file.alphabeta, natural=file.natural, knowledge=knowledge)


def _evaluator(name: str) -> Knowledge | str | None:
    """Knowledge of positions; raises `InvalidSettings` if it is of moves alone."""
    found = _knowledge(name)
    if isinstance(found, Knowledge) and not found.of_positions:
        raise InvalidSettings(f"{shown(name)} gives no values of positions")
    return found


def _knowledge(name: str) -> Knowledge | str | None:
    """Loaded, so that what is wrong is said now; a family waits for its board."""
    if not name:
        return None
    return name if is_family(name) else load_knowledge(name)


def _agent_of_level(level: Level) -> Agent:
    file = read_agent_file(level.agent)
    final_move = replace(file.mcts.final_move, temperature=level.temperature)
    alphabeta = file.alphabeta
    if level.depth:
        alphabeta = replace(alphabeta, depth=level.depth, endgame_empties=level.endgame_empties)
    mcts = replace(file.mcts, final_move=final_move)
    return build_agent(level.agent, replace(file, mcts=mcts, alphabeta=alphabeta))


_MAKERS: dict[str, Callable[[str, AgentFile], Agent]] = {
    "random": lambda name, _: UniformAgent(name),
    "mcts": _make_mcts,
    "alphabeta": _make_alphabeta,
    "gtp": lambda name, file: GtpAgent(name, file.gtp),
    "ann": _make_ann,
    "imitation": lambda name, file: ImitatingAgent(name, file.imitation),
    "level": lambda _, file: LevelAgent(checked_level(file.level), _agent_of_level),
    "object": _refuse,
}
