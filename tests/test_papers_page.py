"""The page about the papers: what it names exists, what exists it names."""

from __future__ import annotations

import re

import msgspec
import pytest
from conftest import ROOT

from katachi.games.python_file import load_module
from katachi.papers import kept_results, paper_names, read_paper, selected_rows
from katachi.search import MctsSettings

PAGE = (ROOT / "docs" / "explanations" / "papers.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "how-to" / "laboratory.md").read_text(encoding="utf-8")


def test_every_setting_on_the_page_exists() -> None:
    groups = {field.name: field.default for field in msgspec.structs.fields(MctsSettings)}
    named = re.findall(r"`(selection|expansion|playout|backup|final_move)\.(\w+)`", PAGE)
    assert len(named) > 30
    for group, name in named:
        assert hasattr(groups[group], name), f"{group}.{name}"


@pytest.mark.parametrize("name", paper_names())
def test_every_paper_is_cited_with_its_counts(name: str) -> None:
    paper = read_paper(name)
    counts = (
        len(paper.tables),
        len(selected_rows(paper, ())),
        len(paper.claims) or "",
        len(paper.variants),
    )
    cells = " | ".join(map(str, counts)).replace("|  |", "| |")
    assert f"| {paper.paper} | `{name}` | {cells} |" in PAGE
    assert f"\n## {paper.paper}\n" in PAGE


def test_rooms_on_the_page_exist() -> None:
    rooms = re.findall(r"`((?:features|learning|optimising|games|agents)/[\w./]*)`", PAGE)
    assert len(rooms) > 8
    for room in rooms:
        assert (ROOT / "src" / "katachi" / room).exists(), room


def test_the_file_of_the_guide_can_be_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("guide") / "paper.toml"
    (text,) = re.findall(r'```toml\n(format = "katachi paper 1".*?)```', GUIDE, re.DOTALL)
    path.write_text(text, encoding="utf-8")
    paper = read_paper(str(path))
    assert [table.number for table in paper.tables] == ["4.2", "5.11"]
    assert paper.claims[0].rows == ("4.2:lgr-1", "4.2:lgrf-1")


def test_the_book_is_what_the_results_say() -> None:
    """`make book` after new results; verdicts on the pages are never typed by hand."""
    script = load_module(ROOT / "docs" / "papers" / "write_pages.py")
    for name, text in script.pages().items():
        assert (ROOT / "docs" / "papers" / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("name", paper_names())
def test_the_results_that_ship_are_those_of_the_book(name: str) -> None:
    script = load_module(ROOT / "docs" / "papers" / "write_results.py")
    assert kept_results(name) == script.kept_results(name)
