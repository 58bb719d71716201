"""Networks of the learning agents of AGENTS: values of boards, and strengths of moves."""

from katachi.networks.catalogue import load_network, network_files, network_for, network_names
from katachi.networks.file import Node
from katachi.networks.inputs import board_inputs, cells_inputs, seen_cells
from katachi.networks.policy_network import PolicyNetwork
from katachi.networks.value_network import ValueNetwork

__all__ = [
    "Node",
    "PolicyNetwork",
    "ValueNetwork",
    "board_inputs",
    "cells_inputs",
    "load_network",
    "network_files",
    "network_for",
    "network_names",
    "seen_cells",
]
