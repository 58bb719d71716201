"""The notebooks of the site run from the first cell to the last, and are stored without outputs."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def code_cells(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def shown(value: object) -> str:
    """What a notebook would ask of the value of a cell's last line."""
    for method in ("_repr_svg_", "_repr_html_"):
        if hasattr(value, method):
            return str(getattr(value, method)())
    return repr(value)


@every_notebook
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    page = ModuleType(f"notebook_{path.stem.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, page.__name__, page)  # dataclasses look their module up there
    for number, cell in enumerate(code_cells(path), start=1):
        tree = ast.parse(cell, f"{path.name}, code cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), page.__dict__)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), str(path), "eval"), page.__dict__)
            # What a cell shows is for people.
            assert value is None or 0 < len(shown(value)) < 60_000


@every_notebook
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["cells"][0]["cell_type"] == "markdown"
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_there_are_four_notebooks_and_their_links_lead_somewhere() -> None:
    assert len(NOTEBOOKS) == 4
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        for target in re.findall(r"\]\(([^)#\s]+)\)", text):
            assert (path.parent / target).exists(), target
