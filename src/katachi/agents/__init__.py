"""Players: the interface, the ones we ship, and how to load more."""

from katachi.agents.agent import Agent, Budget, Choice
from katachi.agents.alphabeta import AlphaBetaAgent
from katachi.agents.ann import AnnAgent
from katachi.agents.catalogue import (
    AgentFile,
    agent_names,
    build_agent,
    load_agent,
    read_agent_file,
)
from katachi.agents.gtp import GtpAgent, GtpSettings
from katachi.agents.mcts import MctsAgent
from katachi.agents.uniform import UniformAgent

__all__ = [
    "Agent",
    "AgentFile",
    "AlphaBetaAgent",
    "AnnAgent",
    "Budget",
    "Choice",
    "GtpAgent",
    "GtpSettings",
    "MctsAgent",
    "UniformAgent",
    "agent_names",
    "build_agent",
    "load_agent",
    "read_agent_file",
]
