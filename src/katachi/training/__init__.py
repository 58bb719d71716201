"""Training of networks: those of AGENTS from random boards, policy networks from records."""

from katachi.training.boards import depths_of, random_board
from katachi.training.labels import Label, Question, make_labels, question_of, read_labels
from katachi.training.neuroevolution import NeatTraining, evolve_policy_network
from katachi.training.policy_training import PolicyTraining, TrainingState, train_policy_network
from katachi.training.value_training import ValueTraining, train_value_network

__all__ = [
    "Label",
    "NeatTraining",
    "PolicyTraining",
    "Question",
    "TrainingState",
    "ValueTraining",
    "depths_of",
    "evolve_policy_network",
    "make_labels",
    "question_of",
    "random_board",
    "read_labels",
    "train_policy_network",
    "train_value_network",
]
