"""Results show themselves: one line at a prompt, tables in a notebook, columns for data frames."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import katachi as k
from katachi.features import CellClasses
from katachi.features.value_shapes import ValueShapes
from katachi.knowledge import PatternValues
from katachi.learning.values import ValueExamples, judge_values, learn_values
from katachi.learning.values.judging import Judgement
from katachi.optimising.improve import Improvement, ImprovePlan
from katachi.optimising.improve.state import Generation
from katachi.optimising.improve.state import Trial as Candidate
from katachi.optimising.shapes.evolution import EvolvedClass, Trial
from katachi.optimising.tune import TunePlan, Tuning
from katachi.optimising.tune.tune import TuneStep
from katachi.records import GameRecord, Games
from katachi.showing import Columns, Picture, ShowsItself, Table
from katachi.showing.plot import bar_plot

HEX = k.Hex(4)


def games() -> Games:
    moves = [("b2", "c3", "a4"), ("a1", "b2"), ("c2", "b2", "d1", "a1")] * 8
    return Games.of(
        [
            GameRecord(HEX, line, black="Ada", white="<Blaise>", date=f"2020-01-{day:02d}")
            for day, line in enumerate(moves, start=1)
        ]
    )


def knowledge() -> k.FeatureWeights:
    return k.learn(games(), features=[CellClasses(HEX)], loops=2)


def evolution() -> k.Evolution:
    shapes = k.features.shapes("othello-default")
    one = EvolvedClass("A", -2.0, -1.5, 0, (Trial(-2, -1.5, 3, 4, 0, 2),), ("x",), ("y",), 0.1)
    return k.Evolution(shapes, shapes, (one,))


def value_examples() -> ValueExamples:
    records = k.records.read_shipped("othello-selfplay")[:20]
    return ValueExamples.of(records, k.Othello(), threads=1)


def values() -> PatternValues:
    shapes = ValueShapes(k.Othello(), (("a1", "b1", "a2"), ("d1", "e1")))
    return learn_values(value_examples(), shapes, loops=3)


def judgement() -> Judgement:
    return judge_values(values(), value_examples())


def improvement() -> Improvement:
    trials = (
        Candidate(candidate="a.toml", change="first", wins=3, draws=2, losses=5, decision="H0"),
        Candidate(candidate="b.toml", change="<new>", wins=8, draws=0, losses=2, decision="H1"),
    )
    generations = (
        Generation(number=0, champion="uct.toml"),
        Generation(number=1, champion="b.toml", trials=trials, games=20, positions=300),
    )
    return Improvement(Path("run"), ImprovePlan(game="hex4"), generations)


def tuning() -> Tuning:
    plan = TunePlan(agent="uct", game="hex4", settings=("selection.exploration=0.1:1",), steps=3)
    path = tuple(TuneStep(step, (0.1 * step,), 0.5) for step in (1, 2, 3))
    return Tuning(Path("run"), plan, path, {"selection.exploration": (0.7, 0.4)}, None)


MAKERS: dict[str, Callable[[], ShowsItself]] = {
    "search": lambda: k.Mcts(HEX).run(simulations=200),
    "alpha-beta": lambda: k.AlphaBeta(HEX).run(HEX.start(), depth=1, every_move=True),
    "prediction": lambda: k.predict(knowledge(), games()),
    "match": lambda: k.match("uct", "random", HEX, pairs=2, budget=k.Budget(simulations=20)),
    "knowledge": knowledge,
    "cell weights": lambda: k.CellWeights(HEX, tuple(map(float, range(len(HEX.moves))))),
    "games": games,
    "evolution": evolution,
    "local patterns": lambda: k.load_knowledge("havannah5-local-patterns"),
    "values": values,
    "judgement of values": judgement,
    "improvement": improvement,
    "tuning": tuning,
}
PLOTTED = set(MAKERS) - {"alpha-beta", "knowledge", "local patterns"}
PRINTED = set(MAKERS) - {"local patterns"}  # which print the text of their file
every = pytest.mark.parametrize("name", MAKERS)


@every
def test_repr_is_one_short_line(name: str) -> None:
    text = repr(MAKERS[name]())
    assert "\n" not in text
    assert len(text) < 80
    assert text.startswith("<")
    assert text.endswith(">")


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_print_fits_the_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, str(MAKERS[name]()).splitlines())) <= 40


@every
def test_html_is_well_formed_and_small(name: str) -> None:
    text = MAKERS[name]()._repr_html_()
    ET.fromstring(f"<div>{text}</div>")
    assert "<table>" in text or name == "cell weights"
    assert len(text) < 4000


def test_html_is_escaped() -> None:
    assert "&lt;Blaise&gt;" in games()._repr_html_()


@every
def test_columns_have_one_length(name: str) -> None:
    columns = MAKERS[name]().to_frame()  # type: ignore[attr-defined]
    assert {len(column) for column in columns.values()} == {columns.rows}
    assert columns.rows > 0


@every
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_take_the_columns(name: str, library: str) -> None:
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    columns = MAKERS[name]().to_frame()  # type: ignore[attr-defined]
    frame = frames.DataFrame(columns)
    assert list(frame.columns) == list(columns)
    assert frame.shape == (columns.rows, len(columns))


@pytest.mark.parametrize("name", sorted(PLOTTED))
def test_plots_are_pictures(name: str) -> None:
    picture = MAKERS[name]().plot()  # type: ignore[attr-defined]
    assert ET.fromstring(picture).tag.endswith("svg")
    assert picture._repr_svg_() == picture


def test_columns_of_a_search_are_its_moves() -> None:
    result = k.Mcts(HEX).run(simulations=200)
    columns = result.to_frame()
    assert list(columns["move"]) == [line.move for line in result.moves]
    # The first simulation looks at the root itself.
    assert sum(columns["visits"]) in {199, 200}
    assert f" {result.move}, " in repr(result)


def test_columns_of_a_match_add_up_to_its_score() -> None:
    played = k.match("uct", "random", HEX, pairs=3, budget=k.Budget(simulations=20))
    columns = played.to_frame()
    assert np.mean(columns["points"]) == played.score.share
    assert list(columns["pair"]) == [0, 0, 1, 1, 2, 2]
    assert list(columns["first_is_black"]) == [True, False] * 3
    assert "LOS" not in repr(played)
    assert len(repr(played.result)) < 120


def test_columns_of_an_improvement_are_its_candidates() -> None:
    run = improvement()
    columns = run.to_frame()
    assert list(columns["accepted"]) == [False, True]
    assert list(columns["wins"]) == [3, 8]
    assert repr(run) == "<Improvement: hex4, 1 generations, 1 of 2 candidates accepted>"
    assert "&lt;new&gt;" in run._repr_html_()
    assert [trial.share for trial in run.generations[1].trials] == [0.4, 0.8]


def test_columns_of_a_tuning_have_the_values_of_its_settings() -> None:
    columns = tuning().to_frame()
    exploration = list(columns["selection.exploration"])
    assert exploration == sorted(exploration)
    assert 0.1 < exploration[0] < exploration[-1] < 1
    assert repr(tuning()) == "<Tuning: uct in hex4, 3 of 3 steps>"


def test_columns_of_values_are_their_weights() -> None:
    learned = values()
    columns = learned.to_frame()
    assert columns.rows == np.count_nonzero(learned.weights)
    tables = learned.shapes.tables
    for stage, shape, content, weight in list(zip(*columns.values(), strict=True))[::7]:
        first = sum(table.parameters for table in tables[:shape])
        assert content < tables[shape].parameters
        assert learned.weights[stage, first + content] == weight


def test_explanations_of_positions_are_short_and_drawn() -> None:
    learned = values()
    position = k.Othello().start()
    for told in (learned.explain_position(position), learned.explain_change(position, "f5")):
        assert len(repr(told)) < 80
        assert "<svg" in told._repr_svg_()


def test_columns_of_games_hold_their_texts() -> None:
    columns = games().to_frame()
    assert columns["black"] == ["Ada"] * 24
    assert columns["date"][0] == "2020-01-01"
    assert list(columns["plies"][:3]) == [3, 2, 4]


def test_a_record_is_drawn() -> None:
    assert "<svg" in (games()[0]._repr_svg_() or "")


def test_a_game_that_is_over_has_no_table() -> None:
    over = k.Hex(3).start().play_all("b2 a1 b1 c1 b3")
    result = k.Mcts(k.Hex(3)).run(over, simulations=10)
    assert repr(result) == "<SearchResult: the game is over>"
    assert str(result) == "the game is over"


def test_bars_begin_at_zero() -> None:
    picture = bar_plot([("b2", 90), ("a1", 45)], title="visits", across="visits")
    ends = [
        float(path.attrib["d"].split("H")[1]) - float(path.attrib["d"][1:].split()[0])
        for path in ET.fromstring(picture).iter()
        if path.attrib.get("class") == "bar"
    ]
    assert ends[0] == pytest.approx(2 * ends[1], abs=0.2)


def test_pictures_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    Picture("<svg/>").save(path)
    assert path.read_text() == "<svg/>"


def test_a_table_is_cut_where_the_terminal_ends() -> None:
    table = Table(("move", "note"), (("b2", "x" * 100),))
    assert [len(line) for line in table.text(20).splitlines()] == [10, 20]


def test_columns_without_rows() -> None:
    assert repr(Columns()) == "<Columns: none; 0 rows>"
    assert importlib.import_module("katachi.showing").__all__
