"""A whole player that improves by its own play: `improve`."""

from katachi.optimising.improve.improve import Improvement, Standing, improve
from katachi.optimising.improve.plan import Exploration, ImprovePlan, NetworkPlan

__all__ = ["Exploration", "ImprovePlan", "Improvement", "NetworkPlan", "Standing", "improve"]
