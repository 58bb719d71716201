"""What a check is, and what can come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from katachi.gtp.conformance.session import Session

Verdict = Literal["ok", "warning", "wrong", "skipped"]
CheckFunction = Callable[[Session], str]


@dataclass(frozen=True)
class Finding:
    """The result of one check; `clause` says where the rule is written."""

    name: str
    clause: str
    verdict: Verdict
    detail: str


@dataclass(frozen=True)
class Check:
    """A rule and the function that looks whether it is kept."""

    name: str
    clause: str
    function: CheckFunction


class Checks(list[Check]):
    """The checks of one kind, in the order in which they are made."""

    def add(self, name: str, clause: str) -> Callable[[CheckFunction], None]:
        """Registers a check; its function returns a remark or raises a verdict."""

        def register(function: CheckFunction) -> None:
            self.append(Check(name, clause, function))

        return register


def summary(findings: Sequence[Finding]) -> dict[Verdict, int]:
    """How many of each verdict."""
    counts: dict[Verdict, int] = {"ok": 0, "warning": 0, "wrong": 0, "skipped": 0}
    for finding in findings:
        counts[finding.verdict] += 1
    return counts
