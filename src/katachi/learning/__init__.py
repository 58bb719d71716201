"""Learners: competitions to weights, and what the weights predict."""

from katachi.learning.curve import CurvePoint, Fit
from katachi.learning.fbt import fit_fbt
from katachi.learning.forest_growth import CRITERIA, ForestPlan, GrownForest, GrownTree, grow_forest
from katachi.learning.harvest import harvest_patterns
from katachi.learning.lbfgs import fit_lbfgs
from katachi.learning.learn import learn
from katachi.learning.learners import LEARNERS, Fbt, Lbfgs, Learner, Mm
from katachi.learning.mm import fit_mm
from katachi.learning.predicting import predict
from katachi.learning.prediction import PairedDifference, Prediction, Stage, compare
from katachi.learning.turns import Turns

__all__ = [
    "CRITERIA",
    "LEARNERS",
    "CurvePoint",
    "Fbt",
    "Fit",
    "ForestPlan",
    "GrownForest",
    "GrownTree",
    "Lbfgs",
    "Learner",
    "Mm",
    "PairedDifference",
    "Prediction",
    "Stage",
    "Turns",
    "compare",
    "fit_fbt",
    "fit_lbfgs",
    "fit_mm",
    "grow_forest",
    "harvest_patterns",
    "learn",
    "predict",
]
