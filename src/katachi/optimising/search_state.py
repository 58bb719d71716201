"""Where an optimiser stands: everything it needs to go on, as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic

from katachi.errors import KatachiError
from katachi.optimising.problem import Problem, Solution


@dataclass
class Member(Generic[Solution]):
    """A solution and its value."""

    solution: Solution
    value: float


@dataclass
class SearchState(Generic[Solution]):
    """After `step` steps.

    `members`: the current solution, or a whole population. `failures`: steps since the last
    improvement. `evaluations`: values asked for. `skipped`: candidates refused by hope alone, whose
    last estimates are `hopes`. `accepted`: (step, value, solution) of every step that was taken,
    the start included. `told`: every value since the start, for methods that go on by them.
    `working`: what a method remembers between steps and can make again from the rest.
    """

    step: int = 0
    members: list[Member[Solution]] = field(default_factory=list)
    best: Member[Solution] | None = None
    failures: int = 0
    evaluations: int = 0
    skipped: int = 0
    hopes: list[float] = field(default_factory=list)
    accepted: list[tuple[int, float, Solution]] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    working: Any = field(default=None, compare=False, repr=False)

    @property
    def current(self) -> Member[Solution]:
        """The current solution; of a sorted population, the best."""
        return self.members[0]

    def accept(self, member: Member[Solution]) -> None:
        """Notes a step that was taken."""
        self.accepted.append((self.step, member.value, member.solution))
        if self.best is None or member.value > self.best.value:
            self.best = member

    @property
    def course(self) -> tuple[tuple[int, float], ...]:
        """The value after every step that was taken, up to the last step."""
        points = [(step, value) for step, value, _ in self.accepted]
        return (*points, (self.step, points[-1][1])) if points else ()

    def to_json(self, problem: Problem[Solution]) -> dict[str, Any]:
        """Everything, for a file."""
        best = self.best or self.current
        content: dict[str, Any] = {
            "step": self.step,
            "members": [[problem.to_json(m.solution), m.value] for m in self.members],
            "best": [problem.to_json(best.solution), best.value],
            "failures": self.failures,
            "evaluations": self.evaluations,
            "skipped": self.skipped,
            "hopes": self.hopes,
            "accepted": [[step, v, problem.to_json(s)] for step, v, s in self.accepted],
        }
        return {**content, "told": self.told} if self.told else content

    @staticmethod
    def from_json(value: dict[str, Any], problem: Problem[Solution]) -> SearchState[Solution]:
        """Back from a file; raises `KatachiError`."""
        try:
            return SearchState(
                step=int(value["step"]),
                members=[Member(problem.from_json(s), float(v)) for s, v in value["members"]],
                best=Member(problem.from_json(value["best"][0]), float(value["best"][1])),
                failures=int(value["failures"]),
                evaluations=int(value["evaluations"]),
                skipped=int(value["skipped"]),
                hopes=[float(hope) for hope in value["hopes"]],
                accepted=[
                    (int(step), float(v), problem.from_json(s)) for step, v, s in value["accepted"]
                ],
                told=[float(told) for told in value.get("told", [])],
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise KatachiError(f"this is not a state of a search: {error!r}") from None
