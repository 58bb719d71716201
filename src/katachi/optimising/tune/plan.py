"""What `tune` does: an agent, a game, the settings and their ranges, and how much is played."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.errors import InvalidSettings
from katachi.optimising.tune.settings import TunedSetting, default_settings

TuneMethod = Literal["spsa", "cma"]


class TunePlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what comes out.

    `settings`: texts such as `selection.exploration=0.05:1`; empty: those of the agent's parts. SPSA
    takes `steps` steps, each a match of `pairs` pairs between two agents on both sides of the
    present one, `reach` of the range away at first, and moves by `gain` of that distance when one of
    them wins every game. CMA-ES takes `steps` points, each a match of `pairs` pairs against the agent
    as it was. Both agents of a match have the `budget` of a move. The result plays `confirm_pairs`
    pairs against the agent as it was, with openings and seeds that were not used before.
    """

    agent: str
    game: str
    settings: tuple[str, ...] = ()
    method: TuneMethod = "spsa"
    budget: str = "10ms"
    steps: Annotated[int, msgspec.Meta(ge=1)] = 150
    pairs: Annotated[int, msgspec.Meta(ge=1)] = 4
    reach: Annotated[float, msgspec.Meta(gt=0, le=0.5)] = 0.15
    gain: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    opening_plies: Annotated[int, msgspec.Meta(ge=1)] = 2
    confirm_pairs: Annotated[int, msgspec.Meta(ge=0)] = 100
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses wrong numbers and agents that have nothing to tune."""
        for name, kind in _RANGES.items():
            try:
                msgspec.convert(getattr(self, name), kind)
            except msgspec.ValidationError as error:
                raise InvalidSettings(f"{name}: {error}") from None
        if self.file.kind != "mcts":
            raise InvalidSettings(f"tune needs an agent of the kind mcts, not {self.file.kind}")
        if len({one.name for one in self.tuned}) < len(self.tuned):
            raise InvalidSettings("a setting is named twice")

    @property
    def file(self) -> AgentFile:
        """The agent as it is before."""
        return read_agent_file(self.agent)

    @property
    def tuned(self) -> tuple[TunedSetting, ...]:
        """The settings and their ranges."""
        return tuple(map(TunedSetting.parse, self.settings)) or default_settings(self.file)


_RANGES: dict[str, object] = {
    "steps": Annotated[int, msgspec.Meta(ge=1)],
    "pairs": Annotated[int, msgspec.Meta(ge=1)],
    "reach": Annotated[float, msgspec.Meta(gt=0, le=0.5)],
    "gain": Annotated[float, msgspec.Meta(gt=0)],
    "opening_plies": Annotated[int, msgspec.Meta(ge=1)],
    "confirm_pairs": Annotated[int, msgspec.Meta(ge=0)],
    "method": TuneMethod,
}
