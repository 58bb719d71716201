"""Networks: values of boards, and strengths of moves, evolved (AGENTS) or convolutional."""

from katachi.networks.catalogue import load_network, network_files, network_for, network_names
from katachi.networks.convolutional import ConvolutionalNetwork
from katachi.networks.examples import Examples, place_symmetries
from katachi.networks.file import Node
from katachi.networks.inputs import board_inputs, cells_inputs, seen_cells
from katachi.networks.layers import Layers
from katachi.networks.library import library
from katachi.networks.policy_network import PolicyNetwork
from katachi.networks.prediction import predict_with_network
from katachi.networks.value_network import ValueNetwork

__all__ = [
    "ConvolutionalNetwork",
    "Examples",
    "Layers",
    "Node",
    "PolicyNetwork",
    "ValueNetwork",
    "board_inputs",
    "cells_inputs",
    "library",
    "load_network",
    "network_files",
    "network_for",
    "network_names",
    "place_symmetries",
    "predict_with_network",
    "seen_cells",
]
