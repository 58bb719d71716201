"""Settings that are tuned: numbers of an agent with a range, seen as a point of the unit cube.

Methods work on real numbers from 0 to 1; whole numbers are rounded last. A range that is positive
and at least ten times as large at its end is logarithmic: 0.1 and 0.2 differ as 1 and 2 do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from katachi.agents.catalogue import AgentFile
from katachi.agents.setting_texts import setting_texts, with_setting
from katachi.errors import InvalidSettings, shown
from katachi.search import MctsSettings

LOGARITHMIC_FROM = 10.0


@dataclass(frozen=True)
class TunedSetting:
    """A setting of a tree search and its range.

    >>> exploration = TunedSetting.parse("selection.exploration=0.01:1")
    >>> exploration.value(0.5), round(exploration.place(0.1), 3)
    (0.1, 0.5)
    """

    name: str
    low: float
    high: float

    def __post_init__(self) -> None:
        """Refuses empty ranges and settings that are no numbers."""
        texts = setting_texts(MctsSettings())
        if self.name not in texts or not _is_number(texts[self.name]):
            raise InvalidSettings(
                f"{shown(self.name)} is not a number among the settings of a tree search"
            )
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise InvalidSettings(f"{self.name}: the range must rise, not {self.low}:{self.high}")

    @classmethod
    def parse(cls, text: str) -> TunedSetting:
        """From `selection.exploration=0.05:1`."""
        name, _, bounds = text.partition("=")
        try:
            low, high = map(float, bounds.split(":"))
        except ValueError:
            raise InvalidSettings(
                f"write a setting as selection.exploration=0.05:1, not {shown(text)}"
            ) from None
        return cls(name.strip(), low, high)

    @property
    def is_logarithmic(self) -> bool:
        """Whether equal steps are equal ratios."""
        return self.low > 0 and self.high / self.low >= LOGARITHMIC_FROM

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number."""
        group, name = self.name.split(".")
        fields = msgspec.structs.fields(getattr(MctsSettings(), group))
        return next(field.type for field in fields if field.name == name) is int

    def value(self, place: float) -> float:
        """The value at a place from 0 to 1; beyond, that at the end."""
        share = min(1.0, max(0.0, place))
        if self.is_logarithmic:
            found = self.low * (self.high / self.low) ** share
        else:
            found = self.low + share * (self.high - self.low)
        return round(found) if self.is_whole else float(f"{found:.4g}")

    def place(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        inside = min(self.high, max(self.low, value))
        if self.is_logarithmic:
            return math.log(inside / self.low) / math.log(self.high / self.low)
        return (inside - self.low) / (self.high - self.low)

    def __str__(self) -> str:
        """As `parse` reads it."""
        return f"{self.name}={self.low:g}:{self.high:g}"


def default_settings(agent: AgentFile) -> tuple[TunedSetting, ...]:
    """What is worth tuning in most agents: the numbers of the parts that are on."""
    mcts = agent.mcts
    found = [TunedSetting("selection.exploration", 0.01, 2.0)]
    if mcts.selection.rave == "minimum_mse":
        found.append(TunedSetting("selection.rave_bias", 0.002, 0.5))
    if mcts.selection.rave == "hand_selected":
        found.append(TunedSetting("selection.rave_equivalence", 5.0, 5000.0))
    if mcts.selection.bias != "none":
        found.append(TunedSetting("selection.bias_weight", 0.02, 5.0))
    if mcts.expansion.knowledge_visits:
        found.append(TunedSetting("expansion.knowledge_visits", 1.0, 100.0))
    if mcts.playout.evaluator_share:
        found.append(TunedSetting("playout.evaluator_share", 0.0, 1.0))
    return tuple(found)


def point_of(agent: AgentFile, settings: Sequence[TunedSetting]) -> list[float]:
    """Where an agent lies."""
    texts = setting_texts(agent.mcts)
    return [one.place(float(texts[one.name])) for one in settings]


def agent_at(
    agent: AgentFile, settings: Sequence[TunedSetting], point: Sequence[float]
) -> AgentFile:
    """The agent with the settings of a point."""
    mcts = agent.mcts
    for one, place in zip(settings, point, strict=True):
        mcts = with_setting(mcts, one.name, f"{one.value(place):g}")
    return msgspec.structs.replace(agent, mcts=mcts)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
