"""Writes the most telling result of every row and sentence of the papers into the package, for the desk.

`make book` does so after the pages; what counts as a result, and its verdict, is decided in write_pages.py.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from katachi.games.python_file import load_module
from katachi.papers import paper_names, read_paper
from katachi.papers.verdict import reading

FOLDER = Path(__file__).parent
IN_THE_PACKAGE = FOLDER.parents[1] / "src" / "katachi" / "papers" / "results"
FIGURES = ("ours", "low", "high", "difference", "paper_difference", "accuracy")
COLUMNS = ("table", "row", *FIGURES, "games", "answer", "agreement", "run")

pages = load_module(FOLDER / "write_pages.py")


def kept_results(name: str) -> str:
    """The results of a paper as CSV; figures have five decimals."""
    paper, runs = read_paper(name), pages.runs_of(name)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for table in paper.tables:
        for row in table.all_rows:
            known = ((run, run.lines.get((table.number, row.name))) for run in runs)
            run, line = next(((r, one) for r, one in known if one and one["ours"]), (None, None))
            if run is None or line is None:
                continue
            found = pages.verdict_of(paper, table, row, line)
            judged = {"answer": found[1].answer, "agreement": reading(*found)} if found else {}
            writer.writerow(_figures(line) | judged | {"run": run.conditions})
    for one in paper.claims:
        line = pages.statement_result(runs, one)
        if line:
            said = {"table": "claim", "row": one.name, "answer": line["answer"]}
            writer.writerow(_figures(line) | said)
    return text.getvalue()


def _figures(line: dict[str, str]) -> dict[str, str]:
    """A result without its verdict."""
    found = {name: pages.number(line, name) for name in FIGURES}
    rounded = {name: f"{x:.5f}" for name, x in found.items() if x is not None}
    return {name: line.get(name) or "" for name in ("table", "row", "games")} | rounded


if __name__ == "__main__":
    for paper_name in paper_names():
        path = IN_THE_PACKAGE / f"{paper_name}.csv"
        path.write_text(kept_results(paper_name), encoding="utf-8")
