"""Networks: values of boards, and strengths of moves, evolved (AGENTS) or convolutional; both at once."""

from katachi.knowledge.networks.convolutional import ConvolutionalNetwork
from katachi.knowledge.networks.file import Node
from katachi.knowledge.networks.inputs import board_inputs, cells_inputs, seen_cells
from katachi.knowledge.networks.layers import Layers
from katachi.knowledge.networks.library import library
from katachi.knowledge.networks.policy_network import PolicyNetwork
from katachi.knowledge.networks.policy_value_network import PolicyValueNetwork
from katachi.knowledge.networks.policy_value_weights import PolicyValueWeights
from katachi.knowledge.networks.value_network import ValueNetwork

__all__ = [
    "ConvolutionalNetwork",
    "Layers",
    "Node",
    "PolicyNetwork",
    "PolicyValueNetwork",
    "PolicyValueWeights",
    "ValueNetwork",
    "board_inputs",
    "cells_inputs",
    "library",
    "seen_cells",
]
