"""Players: the interface, the ones we ship, and how to load more."""

from katachi.agents.agent import Agent, Choice
from katachi.agents.alphabeta import AlphaBetaAgent
from katachi.agents.ann import AnnAgent
from katachi.agents.catalogue import (
    AgentFile,
    agent_names,
    build_agent,
    load_agent,
    paper_agent_names,
    read_agent_file,
)
from katachi.agents.defaults import Best, best_by_game, best_of, default_agent_name
from katachi.agents.gtp import GtpAgent
from katachi.agents.gtp_settings import GtpSettings
from katachi.agents.imitating import ImitatingAgent, ImitationSettings
from katachi.agents.level_agent import LevelAgent
from katachi.agents.levels import HIGHEST, LOWEST, Level, ladders, level_name, level_of
from katachi.agents.mcts import MctsAgent
from katachi.agents.uniform import UniformAgent
from katachi.search import Budget

__all__ = [
    "HIGHEST",
    "LOWEST",
    "Agent",
    "AgentFile",
    "AlphaBetaAgent",
    "AnnAgent",
    "Best",
    "Budget",
    "Choice",
    "GtpAgent",
    "GtpSettings",
    "ImitatingAgent",
    "ImitationSettings",
    "Level",
    "LevelAgent",
    "MctsAgent",
    "UniformAgent",
    "agent_names",
    "best_by_game",
    "best_of",
    "build_agent",
    "default_agent_name",
    "ladders",
    "level_name",
    "level_of",
    "load_agent",
    "paper_agent_names",
    "read_agent_file",
]
