"""The results of the papers' rows that ship with katachi, one table a paper; `make book` writes them."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def kept_results(name: str) -> str:
    """The result of every row of a paper that was played or learned, as CSV; empty without one.

    >>> kept_results("havannah-2011").splitlines()[1].split(",")[:2]
    ['4.1', 'patterns']
    """
    path = RESULTS / f"{name}.csv"
    return path.read_text(encoding="utf-8") if path.is_file() else ""
