"""Claims of papers as files, and what our games say about them."""

from katachi.papers.file import (
    Experiment,
    Row,
    Scale,
    Table,
    experiment_names,
    read_experiment,
)
from katachi.papers.run import (
    Listeners,
    RowResult,
    Selection,
    missing_for,
    reproduce,
    row_plan,
    selected_rows,
)
from katachi.papers.verdict import Claim, Verdict, judge

__all__ = [
    "Claim",
    "Experiment",
    "Listeners",
    "Row",
    "RowResult",
    "Scale",
    "Selection",
    "Table",
    "Verdict",
    "experiment_names",
    "judge",
    "missing_for",
    "read_experiment",
    "reproduce",
    "row_plan",
    "selected_rows",
]
