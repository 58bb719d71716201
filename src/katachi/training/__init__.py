"""Training of the networks of AGENTS: random boards, what a search says of them, learners."""

from katachi.training.boards import depths_of, random_board
from katachi.training.labels import Label, Question, make_labels, question_of, read_labels
from katachi.training.neuroevolution import NeatTraining, evolve_policy_network
from katachi.training.value_training import ValueTraining, train_value_network

__all__ = [
    "Label",
    "NeatTraining",
    "Question",
    "ValueTraining",
    "depths_of",
    "evolve_policy_network",
    "make_labels",
    "question_of",
    "random_board",
    "read_labels",
    "train_value_network",
]
