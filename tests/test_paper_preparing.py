"""Papers: what is learned or measured before a row can be played, and evolutions as rows."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from katachi.errors import InvalidSettings, KatachiError
from katachi.knowledge import load_knowledge
from katachi.matches import open_laboratory
from katachi.papers import (
    Means,
    Paper,
    RowResult,
    Selection,
    Sources,
    evolving,
    missing_for,
    needs_records,
    preparing,
    read_paper,
    reproduce,
)
from katachi.papers import learned as learned_module
from katachi.records import Games, read_shipped

SMALL = """
format = "katachi paper 1"
title = "Small"
paper = "NOBODY"
source = "A test"
[learning.small]
seed = 3
smoke = { train = 44, test = 20, loops = 2, steps = 3, runs = 2 }
quick = { train = 44, test = 20, loops = 2 }
paper = { train = 44, test = 20, loops = 2 }
[play.small]
game = "othello"
base = "othello-shapes-playouts"
opponent = { shapes = ["othello-default"] }
games = 10
openings = "random:6"
smoke = { pairs = 1, simulations = 10, records = 2 }
quick = { pairs = 1, simulations = 10 }
paper = { pairs = 1, simulations = 10 }
[[tables]]
number = "games"
rows = [
  { name = "mixed", shapes = ["othello-default"], classes_from = "othello-evolved", classes = ["b1"], paper = 50.0 },
  { name = "evolved", shapes = ["othello-evolved"] },
]
[[tables]]
number = "imitation"
base = "imitation"
opponent = { base = "intermediate-3", simulations = 1 }
rows = [
  { name = "measured", imitates = "by-weakness" },
  { name = "corrected", imitates = "by-results" },
]
[[tables]]
number = "evolution"
kind = "evolution"
rows = [
  { name = "start", shapes = ["othello-better"] },
  { name = "evolved", shapes = ["othello-better"], method = "annealing", than = "start", claim = "better" },
]
"""


@pytest.fixture(scope="module")
def games() -> Games:
    return read_shipped("othello-selfplay")[:64]


@pytest.fixture
def small(tmp_path: Path) -> Paper:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return read_paper(str(path))


def run(paper: Paper, table: str, games: Games | None, work: Path | None) -> dict[str, RowResult]:
    records = {} if games is None else {"small": games}
    with open_laboratory(None) as laboratory:
        means = Means(laboratory, sources=Sources(records, work=work))
        found = reproduce(paper, Selection("smoke", (table,)), means)
    return {row.row.name: row for row in found.rows}


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("made again")


def test_knowledge_of_shapes_is_learned_once_and_played_with(
    small: Paper, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    found = run(small, "games", games, work)
    files = sorted(work.glob("*.knowledge"))
    assert len(files) == 3, "two rows and their opponent"
    agents = {}
    for name, row in found.items():
        assert row.match is not None
        first, second = row.match.plan.first.agent, row.match.plan.second.agent
        assert first.knowledge == first.playout_knowledge != second.knowledge
        agents[name] = {first.knowledge, second.knowledge}
        assert row.score is not None
        assert row.score.games.games == 2
    (theirs,) = agents["mixed"] & agents["evolved"]
    names = {str(file) for file in files}
    assert agents["mixed"] | agents["evolved"] == names
    assert load_knowledge(theirs).card.games == 44
    monkeypatch.setattr(learned_module, "learn", refuse)
    again = run(small, "games", games, work)
    assert [row.figure for row in again.values()] == [row.figure for row in found.values()]
    with pytest.raises(AssertionError, match="made again"):
        run(small, "games", games[:60], work)


def test_without_records_such_rows_wait(small: Paper) -> None:
    found = run(small, "games", None, None)
    assert {row.waits_for for row in found.values()} == {"records of games"}
    (table,) = [table for table in small.tables if table.number == "imitation"]
    assert not needs_records(small, table, table.rows[0])
    assert missing_for(small, table, table.rows[0], {}) == ""


def test_without_a_folder_everything_is_made_and_thrown_away(small: Paper, games: Games) -> None:
    (row,) = [row for name, row in run(small, "games", games, None).items() if name == "mixed"]
    assert row.match is not None
    assert row.score is not None
    assert not Path(row.match.plan.first.agent.knowledge).exists()


def test_an_agent_gets_the_weakness_of_its_opponent(
    small: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    found = run(small, "imitation", None, work)
    weakness = {}
    for name, row in found.items():
        assert row.match is not None
        weakness[name] = row.match.plan.first.agent.imitation.weakness
        assert row.match.plan.first.agent.imitation.judge.alphabeta.depth == 5
    # Two games with itself give away something, but not the 30 of the file.
    assert 1 < weakness["measured"] < 100
    assert weakness["measured"] != 30
    assert weakness["corrected"] != weakness["measured"]
    files = sorted(work.glob("weakness-*.json"))
    assert len(files) == 2
    monkeypatch.setattr(preparing, "measure_weakness", refuse)
    assert list(run(small, "imitation", None, work)) == ["measured", "corrected"]
    files[0].write_text(files[0].read_text().replace("weakness 1", "weakness 9"))
    with pytest.raises(KatachiError, match="has the format 'katachi weakness 9'"):
        run(small, "imitation", None, work)
    files[0].write_text("{")
    with pytest.raises(KatachiError, match="is not a weakness"):
        run(small, "imitation", None, work)


def test_only_an_imitating_agent_imitates(small: Paper) -> None:
    (table,) = [table for table in small.tables if table.number == "imitation"]
    wrong = msgspec.structs.replace(table, base="uct")
    with pytest.raises(KatachiError, match="measured imitates, and its agent measured cannot"):
        run(msgspec.structs.replace(small, tables=[wrong]), "imitation", None, None)


def test_an_evolution_is_a_row(
    small: Paper, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    found = run(small, "evolution", games, work)
    start, evolved = found["start"].figure, found["evolved"].figure
    assert start is not None
    assert evolved is not None
    assert start.sample is None
    assert len(evolved.runs) == 2
    assert len(set(evolved.runs)) == 2, "seeds differ"
    assert found["evolved"].contrast is not None
    assert found["evolved"].contrast.value == pytest.approx(evolved.value - start.value)
    assert found["evolved"].contrast.interval is not None
    assert len(list(work.glob("evolution-*"))) == 2
    monkeypatch.setattr(evolving, "evolve", refuse)
    assert run(small, "evolution", games, work)["evolved"].figure == evolved


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('method = "annealing"', 'imitates = "by-results"', "imitates nobody: it plays no games"),
        ('imitates = "by-weakness"', 'imitates = "by-force"', "by-force"),
        ("records = 2", "records = 0", "a scale needs records"),
    ],
)
def test_files_that_make_no_sense(tmp_path: Path, before: str, after: str, words: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(SMALL.replace(before, after))
    with pytest.raises(InvalidSettings, match=words):
        read_paper(str(path))


def test_knowledge_needs_conditions_of_learning(tmp_path: Path) -> None:
    text = SMALL.partition('[[tables]]\nnumber = "imitation"')[0]
    begin, end = text.index("[learning.small]"), text.index("[play.small]")
    path = tmp_path / "wrong.toml"
    path.write_text(text[:begin] + text[end:])
    with pytest.raises(InvalidSettings, match="games:mixed needs conditions of learning"):
        read_paper(str(path))
