"""Values of positions: examples with labels, regression, and how well values judge."""

from katachi.learning.values.examples import ValueExamples
from katachi.learning.values.judging import Judgement, judge_values
from katachi.learning.values.learn import ValueLearner, learn_values

__all__ = ["Judgement", "ValueExamples", "ValueLearner", "judge_values", "learn_values"]
