"""Settings of an agent, tuned by matches: `tune`."""

from katachi.optimising.tune.plan import TunePlan
from katachi.optimising.tune.settings import TunedSetting
from katachi.optimising.tune.tune import TuneStep, Tuning, tune

__all__ = ["TunePlan", "TuneStep", "TunedSetting", "Tuning", "tune"]
