"""Rows and sentences of a paper beside what we found."""

from __future__ import annotations

from dataclasses import dataclass

from katachi.matches import MatchResult, MatchScore
from katachi.papers.figure import Contrast, Figure
from katachi.papers.file import Statement
from katachi.papers.learned import paper_difference
from katachi.papers.table import Row, Table
from katachi.papers.verdict import Answer, Claim, Interval, Verdict


@dataclass(frozen=True)
class RowResult:
    """A row. `figure` is None for rows that wait, and for games of which none could be finished.

    `match` is None for rows that play nothing. `contrast` is the difference to the row that it is
    compared with.
    """

    table: Table
    row: Row
    figure: Figure | None
    match: MatchResult | None = None
    score: MatchScore | None = None
    contrast: Contrast | None = None
    claim: Claim | None = None
    verdict: Verdict | None = None
    waits_for: str = ""  # what katachi lacks

    @property
    def name(self) -> str:
        """As `--only` takes it."""
        return f"{self.table.number}:{self.row.name}"

    @property
    def answer(self) -> Answer | None:
        """Whether the claim is confirmed; None without a claim or a figure."""
        return self.verdict.answer if self.verdict else None

    @property
    def difference(self) -> float | None:
        """To the row that it is compared with."""
        return self.contrast.value if self.contrast else None

    @property
    def interval(self) -> Interval | None:
        """Of what the claim is about: the difference of a row that is compared, else its figure."""
        if self.row.than:
            return self.contrast.interval if self.contrast else None
        return self.figure.interval if self.figure else None

    @property
    def paper_difference(self) -> float | None:
        """The paper's, to the row that it is compared with."""
        return paper_difference(self.table, self.row)


@dataclass(frozen=True)
class StatementResult:
    """A sentence about several rows; `contrast` is how much their figures rise, None if one waits."""

    statement: Statement
    contrast: Contrast | None
    verdict: Verdict | None

    @property
    def answer(self) -> Answer | None:
        """Whether the sentence is confirmed."""
        return self.verdict.answer if self.verdict else None


@dataclass(frozen=True)
class Reproduction:
    """What a run found: rows in the order of the file, and sentences all of whose rows were chosen."""

    rows: list[RowResult]
    statements: list[StatementResult]

    @property
    def answers(self) -> list[Answer]:
        """Of all claims that have one."""
        found = [*(row.answer for row in self.rows), *(one.answer for one in self.statements)]
        return [answer for answer in found if answer is not None]
