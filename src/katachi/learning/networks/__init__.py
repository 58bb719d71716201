"""Training of networks: those of AGENTS from random boards, policy networks from records."""

from katachi.learning.networks.boards import depths_of, random_board
from katachi.learning.networks.examples import Examples, place_symmetries
from katachi.learning.networks.labels import Label, Question, make_labels, question_of, read_labels
from katachi.learning.networks.neuroevolution import NeatTraining, evolve_policy_network
from katachi.learning.networks.policy_training import PolicyTraining, train_policy_network
from katachi.learning.networks.policy_value_judging import judge_network
from katachi.learning.networks.policy_value_lessons import Lessons, lessons_of
from katachi.learning.networks.policy_value_training import (
    PolicyValueTraining,
    train_policy_value_network,
)
from katachi.learning.networks.prediction import predict_with_network
from katachi.learning.networks.trainer import TrainingState
from katachi.learning.networks.value_training import ValueTraining, train_value_network

__all__ = [
    "Examples",
    "Label",
    "Lessons",
    "NeatTraining",
    "PolicyTraining",
    "PolicyValueTraining",
    "Question",
    "TrainingState",
    "ValueTraining",
    "depths_of",
    "evolve_policy_network",
    "judge_network",
    "lessons_of",
    "make_labels",
    "place_symmetries",
    "predict_with_network",
    "question_of",
    "random_board",
    "read_labels",
    "train_policy_network",
    "train_policy_value_network",
    "train_value_network",
]
