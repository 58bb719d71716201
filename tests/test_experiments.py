"""Papers: rows of games, verdicts, runs, reports; and the commands that show them."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

import katachi
from katachi.cli import app
from katachi.errors import KatachiError
from katachi.matches import Laboratory, open_laboratory, parse_contestant
from katachi.matches.curves import mean_curve, score_curve
from katachi.matches.export import COLUMNS, export
from katachi.matches.tournament import TournamentPlan, play_tournament
from katachi.papers import (
    Claim,
    Listeners,
    Means,
    Paper,
    PlayScale,
    RowResult,
    ScaleName,
    Selection,
    Verdict,
    judge,
    missing_for,
    needs_records,
    paper_names,
    playing,
    read_paper,
    reproduce,
    row_plan,
    selected_rows,
)
from katachi.papers.verdict import reading
from katachi.reports.paper_report import conditions, csv_report, html_report, markdown_report
from katachi.reports.paper_rows import GAMES_HEADINGS, row_record
from katachi.reports.tournament_report import (
    cross_table,
    markdown_tournament,
    match_rows,
    rating_rows,
)
from katachi.showing.plot import curve_plot

SMALL = """
format = "katachi paper 1"
title = "Search against chance"
paper = "NOBODY"
source = "A test"
[play.chance]
game = "hex4"
base = "uct"
opponent = { base = "random" }
seconds = 1.0
games = 100
seed = 1
smoke = { pairs = 1, simulations = 5 }
quick = { pairs = 8, simulations = 60 }
paper = { pairs = 50, share = 0.5 }
[[tables]]
number = "1"
rows = [
  { name = "more", paper = 98.0 },
  { name = "same", paper = 98.0, changes = { mcts.playout.ngrams = 0 } },
  { name = "wrong", paper = 10.0, error = 3.0, seconds = 3.0 },
]
[[tables]]
number = "2"
changes = { mcts.playout.ngrams = 1 }
rows = [
  { name = "all", paper = 90.0, pooled = true },
  { name = "later", paper = 50.0, waits_for = "patience" },
]
[tables.grid]
games = ["hex3", "othello6"]
seconds = [1.0, 2.0]
"""


@pytest.fixture
def small(tmp_path: Path) -> Paper:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return read_paper(str(path))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def successful(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def parsed(*arguments: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return json.loads(successful(*arguments, "--json"))


# Files


@pytest.mark.parametrize("name", paper_names())
def test_every_row_that_ships_makes_a_match_at_every_scale(name: str) -> None:
    paper = read_paper(name)
    scales: tuple[ScaleName, ...] = ("smoke", "quick", "paper")
    for scale in scales:
        keys = set()
        for table, row in selected_rows(paper, ()):
            if not table.is_played or row.pooled or row.waits_for or table.waits_for:
                continue
            plan = row_plan(paper, table, row, paper.play_of(table).scale(scale))
            # Knowledge that is learned first makes the difference later.
            assert plan.first.hash != plan.second.hash or needs_records(paper, table, row)
            keys.add(plan.key)
        assert keys or not paper.play


def test_all_tables_of_havannah_chapter_4_are_there(shared: Path) -> None:
    """Every figure of the thesis' tables, read from its text."""
    paper = read_paper("havannah-2011")
    thesis_tables = [one for one in paper.tables if one.number.startswith("4.")]
    assert [table.number for table in thesis_tables] == [f"4.{n}" for n in range(1, 25)]
    (thesis,) = (shared / "papers").glob("001_*.txt")
    text = thesis.read_text(encoding="utf-8")
    blocks = re.split(r"^Table (4\.\d+):", text, flags=re.MULTILINE)
    tables = {number: before for before, number in zip(blocks[::2], blocks[1::2], strict=False)}
    for table in thesis_tables:
        lines = [line for line in tables[table.number].splitlines() if "\t" in line]
        figures = [float(f) for line in lines for f in re.findall(r"([\d.]+)\s?%", line)]
        for row in table.rows:
            assert row.paper in figures, (table.number, row.name)
            if row.moving_first is not None:
                assert row.moving_first in figures
                assert row.moving_second in figures
                assert row.paper == pytest.approx(
                    (row.moving_first + row.moving_second) / 2, abs=0.051
                )
        with_average = [row.paper for row in table.rows]
        bracketed = re.findall(r"([\d.]+)% \(± ([\d.]+)\)", "\n".join(lines))
        assert sorted((row.paper, row.error) for row in table.rows) == sorted(
            (float(value), float(error)) for value, error in bracketed
        ), with_average


def test_rows_carry_the_settings_they_are_named_after() -> None:
    paper = read_paper("havannah-2011")
    scale = paper.play["games"].paper
    plans = {
        f"{table.number}:{row.name}": row_plan(paper, table, row, scale)
        for table, row in selected_rows(paper, ())
        if not (table.waits_for or row.pooled or table.number in {"control", "parts"})
    }
    for name, plan in plans.items():
        playout, expansion = plan.first.agent.mcts.playout, plan.first.agent.mcts.expansion
        assert playout.forgetting == ("lgrf" in name or name.startswith("4.24"))
        for length in (1, 2):
            if re.search(rf"ngram-{length}", name):
                assert playout.ngrams == length, name
            if re.search(rf"lgrf?-{length}", name):
                assert playout.last_good_reply == length, name
        assert playout.keep_replies == (not name.startswith(("4.5", "4.6", "4.7"))), name
        assert expansion.joint_neighbour == ("joint" in name or "combination" in name)
        assert plan.second.agent.mcts.selection == plan.first.agent.mcts.selection
        assert plan.first.budget == plan.second.budget
        seconds = {"4.3": 3, "4.6": 3, "4.4": 5, "4.7": 5}.get(name.partition(":")[0], 1)
        assert plan.first.budget.seconds == seconds
    joint = plans["4.24:combination-against-joint"].second.agent.mcts
    assert joint.expansion.joint_neighbour
    assert not joint.expansion.local_connections
    assert joint.playout.ngrams == 1
    # The same agent in two tables shares its games.
    assert plans["4.8:ngram-1-decay-0.0"].key == plans["4.9:ngram-1-threshold-0"].key


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('"katachi paper 1"', '"katachi paper 2"', "Invalid enum value"),
        ("pairs = 8", "pairs = 0", "a scale needs pairs"),
        ("seed = 1", "sead = 1", "unknown field `sead`"),
        ('name = "same"', 'name = "more"', "two rows of table 1 have the same name"),
        ('number = "2"', 'number = "1"', "two tables have the same number"),
        ("paper = { pairs", "huge = { pairs", "huge"),
        ("[play.chance]", "[play.chance]\nshare = 1", "share"),
        ('number = "2"', 'number = "2"\nconditions = "war"', "the conditions war, none of play"),
        ('number = "2"', 'number = "2"\nkind = "cells"', "needs conditions of learning"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, old: str, new: str, error: str) -> None:
    path = tmp_path / "broken.toml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new))
    with pytest.raises(KatachiError, match=rf"broken.toml: .*{error}"):
        read_paper(str(path))


def test_unknown_names_are_named(small: Paper) -> None:
    with pytest.raises(KatachiError, match="no paper 'nothing'; known: agents-2017, cells"):
        read_paper("nothing")
    with pytest.raises(KatachiError, match=r"no table or row '9'; tables: 1, 2"):
        selected_rows(small, ["9"])
    assert [row.name for _, row in selected_rows(small, ["1:wrong", "2"])] == [
        "wrong",
        "hex3-1s",
        "hex3-2s",
        "othello6-1s",
        "othello6-2s",
        "all",
        "later",
    ]


# Verdicts


@pytest.mark.parametrize(
    ("claim", "interval", "verdict"),
    [
        (Claim(0.6, 0.03), (0.55, 0.65), Verdict("confirmed", "within")),
        (Claim(0.6, 0.03), (0.51, 0.59), Verdict("confirmed", "above")),
        (Claim(0.6, 0.03), (0.61, 0.70), Verdict("confirmed", "below")),
        (Claim(0.6, 0.03), (0.40, 0.49), Verdict("not confirmed", "above")),
        (Claim(0.6, 0.03), (0.49, 0.61), Verdict("undecided", "within")),
        (Claim(0.6, 0.03), (0.47, 0.53), Verdict("undecided", "above")),
        (Claim(0.4, 0.03), (0.35, 0.45), Verdict("confirmed", "within")),
        (Claim(0.4, 0.03), (0.55, 0.60), Verdict("not confirmed", "below")),
        (Claim(0.51, 0.03), (0.47, 0.53), Verdict("confirmed", "within")),
        (Claim(0.51, 0.03), (0.40, 0.60), Verdict("undecided", "within")),
        (Claim(0.51, 0.03), (0.53, 0.56), Verdict("not confirmed", "below")),
    ],
)
def test_verdicts(claim: Claim, interval: tuple[float, float], verdict: Verdict) -> None:
    assert judge(claim, interval) == verdict


@pytest.mark.parametrize(
    ("claim", "interval", "words"),
    [
        (Claim(0.6, 0.03), (0.55, 0.65), "agrees"),
        (Claim(0.6, 0.03), (0.51, 0.59), "same direction, smaller"),
        (Claim(0.6, 0.03), (0.61, 0.70), "same direction, larger"),
        (Claim(0.4, 0.03), (0.41, 0.45), "same direction, smaller"),
        (Claim(0.4, 0.03), (0.31, 0.35), "same direction, larger"),
        (Claim(0.6, 0.03), (0.40, 0.49), "contradicted"),
        (Claim(0.6, 0.03), (0.49, 0.61), "undecided"),
        (Claim.of_direction("worse"), (-0.2, -0.1), "same direction"),
        (Claim.of_difference(0.0), (-0.01, 0.01), "undecided"),
    ],
)
def test_readings(claim: Claim, interval: tuple[float, float], words: str) -> None:
    assert reading(claim, judge(claim, interval)) == words


def test_claims_without_an_error_get_one_from_their_games() -> None:
    assert Claim.of_games(0.5, 1000).error == pytest.approx(0.031, abs=0.0005)
    assert Claim.of_games(0.9875, 400).direction == "better"


# Runs


def test_a_paper_answers_and_resumes(small: Paper, tmp_path: Path) -> None:
    file = tmp_path / "lab.sqlite"
    selection = Selection("quick")
    ended: list[str] = []
    games = 0

    def count(*_: object) -> None:
        nonlocal games
        games += 1

    def row_ended(result: RowResult) -> None:
        ended.append(result.name)

    runs = []
    for _ in range(2):
        with Laboratory(file) as laboratory:
            listeners = Listeners(game=count, row=row_ended)
            runs.append(reproduce(small, selection, Means(laboratory, listeners=listeners)).rows)
    # Six different matches: "same" and "more" share one; the second run played nothing. The grid
    # differs only in boards, since the scale counts simulations.
    assert games == 16 * 3
    assert len(ended) == 2 * 7
    assert [row_record(a) for a in runs[0]] == [row_record(b) for b in runs[1]]
    rows = {result.name: result for result in runs[0]}
    assert rows["1:more"].verdict is not None
    assert rows["1:more"].verdict.answer == "confirmed"
    assert rows["1:wrong"].verdict == Verdict("not confirmed", "below")
    assert rows["1:same"].match is not None
    assert rows["1:more"].match is not None
    assert rows["1:same"].match.results == rows["1:more"].match.results
    pooled = rows["2:all"]
    assert pooled.score is not None
    assert pooled.score.games.games == 4 * 16
    assert rows["2:later"].score is None
    assert rows["2:later"].verdict is None


def test_opponents_may_have_a_budget_of_their_own(tmp_path: Path) -> None:
    text = SMALL.replace(
        'opponent = { base = "random" }', 'opponent = { base = "random", simulations = 1 }'
    )
    text = text.replace("seconds = 1.0\ngames", "resign = 0.1\nmost_plies = 9\ngames", 1)
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(KatachiError, match="a share needs the seconds"):
        read_paper(str(path))
    text = text.replace("share = 0.5", "simulations = 7").replace(
        "simulations = 5 ", "simulations = 5, most_plies = 3 "
    )
    path.write_text(text)
    paper = read_paper(str(path))
    table, play = paper.tables[0], paper.play["chance"]
    plans = [row_plan(paper, table, table.rows[0], scale) for scale in (play.smoke, play.paper)]
    assert [plan.first.budget.simulations for plan in plans] == [5, 7]
    assert [plan.second.budget.simulations for plan in plans] == [1, 1]
    assert [plan.adjudication.most_plies for plan in plans] == [3, 9]
    assert plans[0].adjudication.resign_value == 0.1
    with pytest.raises(KatachiError, match="published without a time"):
        Selection("paper", seconds=1.0).of_play(play)


def test_rows_wait_for_programs_that_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = read_paper("forest-2014")
    rows = {row.name: (table, row) for table, row in selected_rows(paper, ["5.10"])}
    monkeypatch.setattr(playing, "find_program", lambda _: None)
    assert missing_for(paper, *rows["all"], {}) == "the program gnugo"
    monkeypatch.setattr(playing, "find_program", lambda name: name)
    assert missing_for(paper, *rows["all"], {}) == ""
    assert missing_for(paper, *rows["tactics"], {}) == "knowledge tactics.knowledge"


def test_budgets_follow_the_published_times(small: Paper) -> None:
    table = small.tables[0]
    scale = PlayScale(pairs=1, share=0.01)
    seconds = {
        row.name: row_plan(small, table, row, scale).first.budget.seconds for row in table.rows
    }
    assert seconds == {"more": 0.01, "same": 0.01, "wrong": 0.03}


def test_budgets_may_count_work_instead_of_the_clock(small: Paper) -> None:
    table, row = selected_rows(small, [])[0]
    timed = Selection("paper", seconds=0.5, processor_time=True)
    plans = [
        playing.plan_of(small, table, row, selection)
        for selection in (timed, Selection("paper", seconds=0.5))
    ]
    assert [plan.first.budget.processor_time for plan in plans] == [True, False]
    assert [plan.second.budget.processor_time for plan in plans] == [True, False]
    assert plans[0].key != plans[1].key
    with open_laboratory(None) as laboratory:
        found = reproduce(small, Selection("smoke"), Means(laboratory))
    assert any("processor time" in text for text in conditions(small, timed, found, {}))


def test_reports_say_the_same_in_all_forms(small: Paper) -> None:
    selection = Selection("smoke")
    with open_laboratory(None) as laboratory:
        found = reproduce(small, selection, Means(laboratory))
    results = found.rows
    texts = conditions(small, selection, found, {})
    assert "1 pairs of games a row with colours exchanged, 5 simulations a move" in texts[0]
    markdown = markdown_report(small, texts, found)
    page = html_report(small, texts, found)
    rows = list(csv.DictReader(csv_report(found).splitlines()))
    assert len(rows) == len(results) == 9
    lines = [line for line in markdown.splitlines() if line.startswith("| ")]
    assert lines[0] == f"| {' | '.join(GAMES_HEADINGS)} |"
    assert len(lines) == 10
    for row, line, result in zip(rows, lines[1:], results, strict=True):
        assert f"| {row['table']} | {row['row']} |" in line
        if result.score is not None:
            assert f"{float(row['ours']):.1f}" in line
        assert (row["answer"] or "") in line
    assert "waits for patience" in markdown
    assert "nan" not in markdown
    # The page is well-formed, and its picture has a dot for every row that was played.
    tree = ET.fromstring(page)
    dots = tree.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(dots) == 8
    # Intervals; of the two rows in Othello scores, and simulations of the agent that searches.
    assert page.count("<svg") == 1 + 2 * 2
    assert len(tree.findall(".//tr")) == 10


def test_every_paper_runs_at_scale_smoke(tmp_path: Path) -> None:
    documents = parsed("reproduce", "all", "--scale", "smoke", "--report", str(tmp_path))
    assert [document["paper"] for document in documents] == paper_names()
    for document in documents:
        name, rows = document["paper"], document["rows"]
        waiting = [row for row in rows if row["waits_for"]]
        for row in rows:
            if not row["waits_for"]:
                assert row["games"] >= 2 if row["kind"] == "games" else row["ours"] is not None
        # No records of Go ship.
        assert len(waiting) < len(rows) / 2 or name == "forest-2014"
        for ending in ("md", "html", "csv"):
            assert (tmp_path / f"{name}-smoke.{ending}").stat().st_size > 500


# Tournaments, exports, curves


def tournament(kind: str, *agents: str, pairs: int = 4) -> TournamentPlan:
    contestants = tuple(parse_contestant(agent) for agent in agents)
    return TournamentPlan(contestants, "hex4", pairs, kind=kind)  # type: ignore[arg-type]


STRONG, WEAK, CHANCE = "rave@300", "uct@10", "random@1"


def test_a_round_robin_meets_everybody_and_rates() -> None:
    with open_laboratory(None) as laboratory:
        standings = play_tournament(tournament("round-robin", WEAK, STRONG, CHANCE), laboratory)
    assert len(standings.matches) == 3
    names = [rating.player for rating in standings.ratings.ratings]
    assert names[0] == "rave"
    table = cross_table(standings)
    assert len(table) == 4
    for one in names:
        for other in names:
            if one == other:
                continue
            ours, games = standings.points(one, other)
            theirs, _ = standings.points(other, one)
            assert ours + theirs == games == 8
    assert [row[1] for row in rating_rows(standings)] == names
    assert "| 1 | rave |" in markdown_tournament(standings)
    heading, *matches = match_rows(standings)
    assert [row[:2] for row in matches] == [
        [m.plan.first.name, m.plan.second.name] for m in standings.matches
    ]
    low, high = standings.matches[0].score.interval
    assert matches[0][heading.index("95 % interval")] == f"{100 * low:.1f} to {100 * high:.1f}"
    assert f"| {' | '.join(matches[0])} |" in markdown_tournament(standings)


def test_a_gauntlet_plays_only_the_first() -> None:
    plan = tournament("gauntlet", STRONG, WEAK, CHANCE)
    assert [(m.first.name, m.second.name) for m in plan.matches] == [
        ("rave", "uct"),
        ("rave", "random"),
    ]


def test_a_ladder_sorts_by_matches() -> None:
    with open_laboratory(None) as laboratory:
        standings = play_tournament(tournament("ladder", CHANCE, WEAK, STRONG, pairs=6), laboratory)
    assert standings.ladder == ("rave", "uct", "random")
    assert len(standings.matches) == 3


def test_tournaments_that_cannot_be_are_refused() -> None:
    with pytest.raises(KatachiError, match="at least two agents"):
        tournament("ladder", STRONG)
    with pytest.raises(KatachiError, match="two agents have the name 'uct'"):
        tournament("ladder", WEAK, WEAK)


def test_exports_hold_every_game(tmp_path: Path) -> None:
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        play_tournament(tournament("round-robin", WEAK, CHANCE, STRONG, pairs=2), laboratory)
        sgf, table = tmp_path / "games.sgf", tmp_path / "games.csv"
        assert export(laboratory, sgf, "sgf") == 12
        assert export(laboratory, table, "csv") == 12
        assert export(laboratory, table, "csv", numbers={2}, overwrite=True) == 4
        with pytest.raises(KatachiError, match="exists already"):
            export(laboratory, sgf, "sgf")
        with pytest.raises(KatachiError, match="has no match 9"):
            export(laboratory, tmp_path / "x.csv", "csv", numbers={9})
        games = [g for m in laboratory.matches() for g in laboratory.results(m.id)]
    assert sgf.read_text().count("(;FF[4]GM[11]") == 12
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["moves"] == " ".join(games[4].moves)
    assert int(rows[0]["simulations_black"]) == sum(
        s for s, mover in zip(games[4].simulations, games[4].movers, strict=True) if mover == "b"
    )


def test_parquet_holds_what_csv_holds(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        play_tournament(tournament("gauntlet", WEAK, CHANCE, pairs=2), laboratory)
        assert export(laboratory, tmp_path / "games.parquet", "parquet") == 4
    table = parquet.read_table(tmp_path / "games.parquet")
    assert tuple(table.column_names) == COLUMNS
    assert table.num_rows == 4
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_score_curves_end_with_the_score() -> None:
    plan = TournamentPlan(
        (parse_contestant("uct@20"), parse_contestant("random@1")), "othello6", 2, kind="gauntlet"
    )
    with open_laboratory(None) as laboratory:
        (match,) = play_tournament(plan, laboratory).matches
    curves = [score_curve("othello6", result) for result in match.results]
    for curve, result in zip(curves, match.results, strict=True):
        assert len(curve) == len(result.moves)
        assert curve[-1] == (result.score if result.slot.first_is_black else -result.score)
        assert any(curve[:-1])
    assert mean_curve([[1.0] * 9, [3.0]]) == [2.0] * 9
    picture = ET.fromstring(curve_plot(curves, mean_curve(curves), title="a < b"))
    assert (
        len(picture.findall("{http://www.w3.org/2000/svg}path[@class='line']")) == len(curves) + 1
    )
    assert curve_plot([], [], title="nothing").endswith("</svg>")


# Commands


def test_reproduce_lists_and_answers(tmp_path: Path) -> None:
    assert "havannah-2011" in successful("reproduce", "list")
    listed = parsed("reproduce", "list")
    names = [entry["name"] for entry in listed]
    assert names == paper_names()
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    lab = str(tmp_path / "lab.sqlite")
    options = ("--scale", "quick", "--only", "1:more,1:wrong", "--pairs", "6", "--lab", lab)
    text = successful("reproduce", str(path), *options)
    assert "1:more: 100.0 %" in text
    assert "paper 10.0 ± 3.0: not confirmed" in text
    assert "2 claims: 1 confirmed, 1 not confirmed, 0 undecided." in text
    (document,) = parsed("reproduce", str(path), *options)
    assert [row["games"] for row in document["rows"]] == [12, 12]


def test_a_second_run_of_a_row_has_games_of_its_own(tmp_path: Path) -> None:
    path, lab = tmp_path / "small.toml", tmp_path / "lab.sqlite"
    path.write_text(SMALL)
    row = ("reproduce", str(path), "--scale", "quick", "--only", "1:more", "--lab", str(lab))
    assert "openings: none, seed 1." in successful(*row)
    for _ in range(2):  # the second time it finds them
        assert "openings: none, seed 7." in successful(*row, "--seed", "7")
    with open_laboratory(lab) as laboratory:
        assert len(list(laboratory.matches())) == 2


@pytest.mark.parametrize(
    ("call_text", "error"),
    [
        ("reproduce nothing", "no paper 'nothing'"),
        ("reproduce havannah-2011 --scale smoke --only 9.9", "no table or row '9.9'"),
        ("reproduce havannah-2011 --seconds 1 --simulations 5", "--seconds or --simulations"),
        ("match uct uct hex4 --on moon", "--on knows ray and ray://HOST:PORT, not 'moon'"),
        ("match uct uct hex4 --sprt 5,0", "elo0 must be less than elo1"),
        ("match uct uct hex4 --openings x", "write none, random:PLIES"),
        ("match uct@x uct hex4", "'x' is not a budget"),
        ("match uct uct hex4 --lab nowhere/lab.sqlite", "there is no folder 'nowhere'"),
        ("tournament hex4 uct", "a tournament needs at least two agents"),
        ("lab nothing.sqlite", "there is no laboratory 'nothing.sqlite'"),
    ],
)
def test_mistakes_are_named(
    call_text: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*call_text.split())
    assert result.exit_code == 2
    assert error in result.stderr


def test_a_match_prints_the_block_and_keeps_its_games(tmp_path: Path) -> None:
    lab = str(tmp_path / "lab.sqlite")
    base = ("match", "uct@60", "random", "hex4", "--seconds", "0.5", "--lab", lab)
    text = successful(*base, "--pairs", "3", "--sprt", "0,50")
    assert text.splitlines()[1] == (
        "Results of uct vs random (60 simulations and 0.5 s a move, Hex(4), no openings, seed 0):"
    )
    for word in ("Elo: ", "LOS: ", "Games: 6, Wins: ", "Ptnml(0-2): [", "LLR: ", "Share: "):
        assert word in text
    document = parsed(*base, "--pairs", "4")
    assert document["wins"] + document["draws"] + document["losses"] == 8
    (match,) = parsed("lab", lab)
    assert match["games"] == 8
    assert "uct" in successful("lab", lab)
    assert successful("lab", lab, "voids") == "no void games\n"
    for ending in ("sgf", "csv"):
        target = tmp_path / f"games.{ending}"
        assert successful("lab", lab, "export", "--to", str(target)).startswith("8 games")
        assert target.exists()
    moves = tmp_path / "moves.csv"
    successful("lab", lab, "moves", "--to", str(moves))
    with moves.open() as file:
        rows = list(csv.DictReader(file))
    assert {row["simulations"] for row in rows} == {"0", "60"}
    assert sum(row["ply"] == "1" for row in rows) == 8
    picture = tmp_path / "curves.svg"
    successful("lab", lab, "plot", "--match", "1", "--to", str(picture))
    ET.parse(picture)
    assert call("lab", lab, "export").exit_code == 2
    assert call("lab", lab, "plot", "--match", "7", "--to", "x.svg").exit_code == 2


def test_a_test_may_play_more_than_the_usual_pairs() -> None:
    call_text = "match uct@40 random@1 hex4 --sprt 0,20"
    document = parsed(*call_text.split())
    assert document["decision"] == "H1"
    assert document["wins"] + document["losses"] > 20


def test_a_tournament_prints_ratings(tmp_path: Path) -> None:
    report = tmp_path / "tournament.md"
    options = ("--pairs", "2", "--report", str(report))
    text = successful("tournament", "hex4", "uct@40", "uct@5", "random@1", *options)
    assert "uct@40" in text
    assert "Moving first is worth" in text
    assert report.read_text().startswith("# round-robin of 3 agents")
    document = parsed(
        "tournament", "hex3", "uct@40", "random@1", "--kind", "ladder", "--pairs", "2"
    )
    assert sorted(document["ladder"]) == ["random", "uct"]


def test_public_structures_of_experiments_are_frozen(small: Paper) -> None:
    with pytest.raises(AttributeError):
        small.title = "5"  # type: ignore[misc]
    assert msgspec.structs.replace(small, title="5").title == "5"
    assert katachi.AgentFailure.__doc__
