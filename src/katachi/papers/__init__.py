"""Papers as files, and what our games and our learning say about their claims."""

from katachi.papers.conditions import (
    Learning,
    LearningScale,
    Play,
    PlayScale,
    ScaleName,
    Selection,
)
from katachi.papers.cost import cost_of_row, cost_of_rows, duration
from katachi.papers.figure import Contrast, Figure, Sample, contrast
from katachi.papers.file import Paper, Statement, paper_names, read_paper
from katachi.papers.kept import kept_results
from katachi.papers.playing import needs_records, row_plan
from katachi.papers.result import Reproduction, RowResult, StatementResult
from katachi.papers.run import Listeners, Means, Sources, missing_for, reproduce, selected_rows
from katachi.papers.table import Row, Table
from katachi.papers.verdict import Claim, Verdict, judge

__all__ = [
    "Claim",
    "Contrast",
    "Figure",
    "Learning",
    "LearningScale",
    "Listeners",
    "Means",
    "Paper",
    "Play",
    "PlayScale",
    "Reproduction",
    "Row",
    "RowResult",
    "Sample",
    "ScaleName",
    "Selection",
    "Sources",
    "Statement",
    "StatementResult",
    "Table",
    "Verdict",
    "contrast",
    "cost_of_row",
    "cost_of_rows",
    "duration",
    "judge",
    "kept_results",
    "missing_for",
    "needs_records",
    "paper_names",
    "read_paper",
    "reproduce",
    "row_plan",
    "selected_rows",
]
