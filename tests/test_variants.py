"""Agents of papers are changes to a base: they play exactly as their former files said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from katachi.agents import agent_names, load_agent, paper_agent_names, read_agent_file
from katachi.agents import variants as variants_module
from katachi.agents.agent_text import agent_text
from katachi.agents.variants import variants, variants_by_paper
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError

FORMER = Path(__file__).parent / "data" / "agents_of_papers.txt"


def former_files() -> dict[str, str]:
    parts = re.split(r"^## (.+)\n", FORMER.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("name", "text"), former_files().items(), ids=list(former_files()))
def test_every_former_file_equals_its_variant(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    assert read_agent_file(str(path)) == read_agent_file(name)
    assert load_agent(name).name == name


def test_names_are_unique() -> None:
    names = [name for made in variants_by_paper().values() for name in made]
    assert len(names) == len(set(names))
    assert not set(names) & set(agent_names())
    assert paper_agent_names() == names


@pytest.mark.parametrize("name", [*agent_names(), *paper_agent_names()])
def test_an_agent_as_text_is_the_same_agent(name: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(agent_text(read_agent_file(name)), encoding="utf-8")
    assert read_agent_file(str(path)) == read_agent_file(name)
    shown = CliRunner().invoke(app, ["agents", name])
    assert shown.stdout == path.read_text(encoding="utf-8")


def test_the_list_is_short_without_papers_and_grouped_with_them() -> None:
    plain = CliRunner().invoke(app, ["agents"]).stdout
    assert "havannah-lgr-1" not in plain
    assert "go19" in plain
    full = CliRunner().invoke(app, ["agents", "--papers"], env={"COLUMNS": "200"}).stdout
    assert full.index("Rows of havannah-2011") < full.index("havannah-lgr-1")
    listed = json.loads(CliRunner().invoke(app, ["agents", "--papers", "--json"]).stdout)
    papers = {entry["name"]: entry["paper"] for entry in listed["agents"]}
    assert papers["havannah-lgr-1"] == "havannah-2011"
    assert papers["uct"] is None


def test_broken_variants_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variants_by_paper.cache_clear()
    monkeypatch.setattr(variants_module, "PAPERS", tmp_path)
    path = tmp_path / "mine.toml"
    try:
        path.write_text(
            '[variants.a]\nbase = "uct"\nchanges = { mcts.selection.exploration = "x" }'
        )
        with pytest.raises(InvalidSettings, match="a: Expected `float`, got `str`"):
            read_agent_file("a")
        variants_by_paper.cache_clear()
        path.write_text('[variants.a]\nbase = "nobody"')
        with pytest.raises(KatachiError, match="no agent 'nobody'"):
            read_agent_file("a")
        variants_by_paper.cache_clear()
        path.write_text("[variants.a]\nbose = 1")
        with pytest.raises(InvalidSettings, match=r"mine.toml: .*bose"):
            variants()
    finally:
        variants_by_paper.cache_clear()
