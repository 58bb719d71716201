"""The papers as a page shows them: their tables, and beside each figure ours, if a report has it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from katachi.desk.record_files import file_in, names_of
from katachi.errors import KatachiError
from katachi.papers import Paper, paper_names, read_paper

REPORT_ENDING = ".csv"
LARGEST_REPORT = 4 * 2**20
FIGURES = ("ours", "low", "high", "games", "difference", "paper_difference", "accuracy")


def papers_json() -> list[dict[str, Any]]:
    """All papers, shortly."""
    found = []
    for name in paper_names():
        paper = read_paper(name)
        found.append(
            {
                "name": name,
                "paper": paper.paper,
                "title": paper.title,
                "source": paper.source,
                "tables": len(paper.tables),
                "claims": len(paper.claims),
            }
        )
    return found


def paper_json(folder: Path, name: str, report: str) -> dict[str, Any]:
    """One paper with its tables; ours from a report of the folder (CSV), by default the fullest."""
    if name not in paper_names():
        raise KatachiError(f"there is no paper '{name[:80]}'")
    paper = read_paper(name)
    reports = {}
    for known in names_of(folder, (REPORT_ENDING,)):
        rows = _read(folder / known, paper)
        if rows:
            reports[known] = rows
    if report and report not in reports:
        file_in(folder, report)
        raise KatachiError(f"'{report[:80]}' is no report about {name}")
    chosen = report or max(reports, key=lambda known: len(reports[known]), default="")
    ours = reports.get(chosen, {})
    return {
        "name": name,
        "paper": paper.paper,
        "title": paper.title,
        "source": paper.source,
        "about": paper.about,
        "reports": sorted(reports),
        "report": chosen,
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


def _read(path: Path, paper: Paper) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of a report by table and name; nothing if the file is about something else."""
    if path.stat().st_size > LARGEST_REPORT:
        return {}
    known = {(table.number, row.name) for table in paper.tables for row in table.all_rows}
    known |= {("claim", one.name) for one in paper.claims}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    try:
        for line in csv.DictReader(io.StringIO(path.read_text("utf-8"))):
            place = (line.get("table") or "", line.get("row") or line.get("claim") or "")
            if place in known:
                figures = {name: _number(line.get(name)) for name in FIGURES}
                texts = {name: line.get(name) or "" for name in ("answer", "agreement")}
                found[place] = figures | texts
    except (OSError, UnicodeDecodeError, csv.Error):
        return {}
    return found


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
