"""The site: every page in its navigation, every public name, command and format in its reference."""

from __future__ import annotations

import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import katachi
from katachi.games.python_file import load_module
from katachi.records.formats import FORMATS

DOCS = ROOT / "docs"
API = sorted((DOCS / "reference" / "api").glob("*.md"))
CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
NAVIGATION = re.findall(r"(\S+\.md)$", CONFIGURATION.partition("\nnav:\n")[2], re.MULTILINE)
ENTRIES = [name for page in API for name in re.findall(r"^::: (\S+)$", page.read_text(), re.M)]
EXAMPLES = "".join(
    block
    for page in API
    for block in re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.M)
)
MODULES = {"records", "features"}
PUBLIC = [name for name in katachi.__all__ if name != "__version__" and name not in MODULES]
needs_mkdocs = pytest.mark.skipif(
    importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed: make docs"
)


def test_every_page_is_in_the_navigation_once() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    pages |= {f"notebooks/{path.stem}.md" for path in DOCS.glob("notebooks/*.ipynb")}
    listed = {page for page in NAVIGATION if not page.startswith("repository/")}
    assert sorted(pages - listed) == []
    assert sorted(listed - pages) == []
    assert len(set(NAVIGATION)) == len(NAVIGATION)


def test_pages_of_the_repository_are_in_the_navigation() -> None:
    """The hook of the site makes pages of them; those of experiments need no entry."""
    pages = {f"repository/{path.name}" for path in ROOT.glob("*.md") if path.name != "README.md"}
    assert sorted(pages | {"repository/cpp/README.md"}) == sorted(
        page for page in NAVIGATION if page.startswith("repository/")
    )


def test_every_public_name_is_in_the_reference_once() -> None:
    wanted = [f"katachi.{name}" for name in PUBLIC]
    for module in MODULES:
        names = getattr(katachi, module).__all__
        wanted += [f"katachi.{module}.{n}" for n in names if n not in PUBLIC]
    assert sorted(set(wanted) - set(ENTRIES)) == []
    assert len(set(ENTRIES)) == len(ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES)
def test_entries_of_the_reference_exist(entry: str) -> None:
    module, _, name = entry.rpartition(".")
    assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    """In its docstring, or on a page of the reference; other tests run both."""
    thing = getattr(katachi, name)
    own = (inspect.getdoc(thing) or "") if inspect.isclass(thing) or callable(thing) else ""
    assert ">>> " in own or re.search(rf"\bk\.{name}\b", EXAMPLES)


def test_the_page_of_commands_is_that_of_their_help() -> None:
    """If a command has changed on purpose: make reference."""
    script = load_module(DOCS / "reference" / "write_commands.py")
    assert (DOCS / "reference" / "commands.md").read_text(encoding="utf-8") == script.page_text()


def test_every_format_has_a_worked_example() -> None:
    page = (DOCS / "reference" / "formats.md").read_text(encoding="utf-8").lower()
    guide = (DOCS / "how-to" / "records.md").read_text(encoding="utf-8")
    headings = {"littlegolem": "little golem", "moves": "move lists", "transcript": "transcripts"}
    for known in FORMATS:
        assert f"| `{known.name}` |" in guide
        if known.name != "csv":  # a table of transcripts
            assert f"### {headings.get(known.name, known.name)}" in page.replace("the ", "")


@needs_mkdocs
@pytest.mark.slow
def test_the_site_is_built_strictly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs_mkdocs
def test_examples_in_docstrings_become_code() -> None:
    fenced = load_module(DOCS / "site" / "docstrings.py").fenced
    text = "One.\n\nkind   a number\n\n>>> 1\n1\n\nTwo."
    assert fenced(text).count("```") == 4
    assert "```pycon\n>>> 1\n1\n" in fenced(text)
    assert "```text\nkind   a number\n" in fenced(text)
