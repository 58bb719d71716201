"""Players: the interface, the ones we ship, and how to load more."""

from katachi.agents.agent import Agent, Budget, Choice
from katachi.agents.alphabeta import AlphaBetaAgent
from katachi.agents.ann import AnnAgent
from katachi.agents.catalogue import (
    AgentFile,
    agent_names,
    build_agent,
    default_agent_name,
    load_agent,
    read_agent_file,
)
from katachi.agents.gtp import GtpAgent
from katachi.agents.gtp_settings import GtpSettings
from katachi.agents.imitating import ImitatingAgent, ImitationSettings
from katachi.agents.judge import Judge, JudgeSettings
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
    "ImitatingAgent",
    "ImitationSettings",
    "Judge",
    "JudgeSettings",
    "MctsAgent",
    "UniformAgent",
    "agent_names",
    "build_agent",
    "default_agent_name",
    "load_agent",
    "read_agent_file",
]
