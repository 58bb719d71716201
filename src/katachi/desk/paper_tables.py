"""The papers as a page shows them: their tables, and beside each figure ours.

Ours are those that ship with katachi, or those of a report in the folder of the desk.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from katachi.desk.record_files import file_in, names_of
from katachi.errors import KatachiError
from katachi.papers import Paper, kept_results, paper_names, read_paper

REPORT_ENDING = ".csv"
LARGEST_REPORT = 4 * 2**20
SHIPPED = "katachi's own"  # in the choice of reports
FIGURES = ("ours", "low", "high", "games", "difference", "paper_difference", "accuracy")
TEXTS = ("answer", "agreement", "run")


def papers_json() -> list[dict[str, Any]]:
    """All papers, shortly."""
    found = []
    for name in paper_names():
        paper = read_paper(name)
        ours = _read(kept_results(name), paper)
        found.append(
            {
                "name": name,
                "paper": paper.paper,
                "title": paper.title,
                "source": paper.source,
                "tables": len(paper.tables),
                "claims": len(paper.claims),
                "rows": sum(len(table.all_rows) for table in paper.tables),
                "results": sum(table != "claim" for table, _ in ours),
                "confirmed": sum(one["answer"] == "confirmed" for one in ours.values()),
                "judged": sum(bool(one["answer"]) for one in ours.values()),
            }
        )
    return found


def paper_json(folder: Path, name: str, report: str) -> dict[str, Any]:
    """One paper with its tables; ours from the fullest report of the folder, or else those that ship."""
    if name not in paper_names():
        raise KatachiError(f"there is no paper '{name[:80]}'")
    paper = read_paper(name)
    reports = {}
    for known in names_of(folder, (REPORT_ENDING,)):
        rows = _read(_content(folder / known), paper)
        if rows:
            reports[known] = rows
    chosen = report or max(reports, key=lambda known: len(reports[known]), default=SHIPPED)
    shipped = _read(kept_results(name), paper)
    if shipped:
        reports[SHIPPED] = shipped
    if report and report not in reports:
        file_in(folder, report)
        raise KatachiError(f"'{report[:80]}' is no report about {name}")
    ours = reports.get(chosen, {})
    return {
        "name": name,
        "paper": paper.paper,
        "title": paper.title,
        "source": paper.source,
        "about": paper.about,
        "reports": sorted(reports, key=lambda known: (known != SHIPPED, known)),
        "report": chosen if chosen in reports else "",
        "conditions": sorted({line["run"] for line in ours.values()} - {""}),
        "command": f"katachi reproduce {name} --scale quick --report .",
        "tables": [
            {
                "number": table.number,
                "title": table.title,
                "kind": table.kind,
                "played": table.is_played,
                "rows": [
                    {
                        "name": row.name,
                        "paper": row.paper,
                        "than": row.than,
                        **ours.get((table.number, row.name), {}),
                    }
                    for row in table.all_rows
                ],
            }
            for table in paper.tables
        ],
        "claims": [
            {
                "name": one.name,
                "says": one.says,
                "rows": list(one.rows),
                **ours.get(("claim", one.name), {}),
            }
            for one in paper.claims
        ],
    }


def _content(path: Path) -> str:
    """The text of a file of the folder; nothing if it is none, or too large for a report."""
    try:
        return path.read_text("utf-8") if path.stat().st_size <= LARGEST_REPORT else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _read(text: str, paper: Paper) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of a report by table and name; nothing if the text is about something else."""
    known = {(table.number, row.name) for table in paper.tables for row in table.all_rows}
    known |= {("claim", one.name) for one in paper.claims}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    try:
        for line in csv.DictReader(io.StringIO(text)):
            place = (line.get("table") or "", line.get("row") or line.get("claim") or "")
            if place in known:
                figures = {name: _number(line.get(name)) for name in FIGURES}
                found[place] = figures | {name: line.get(name) or "" for name in TEXTS}
    except csv.Error:
        return {}
    return found


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
