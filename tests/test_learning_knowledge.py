"""FeatureWeights: files, predictions, explanations, and its use in the search."""

from __future__ import annotations

import io
import json
import math
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner, Result

import katachi
from katachi import (
    ExpansionSettings,
    FeatureWeights,
    Mcts,
    MctsSettings,
    PlayoutSettings,
    SelectionSettings,
    features,
)
from katachi.agents import Budget, load_agent
from katachi.cli import app
from katachi.knowledge import Comparison, Explanation, load_knowledge, why
from katachi.knowledge.packing import pack, unpack
from katachi.learning import compare, predict
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games

GAME = katachi.Othello()
STORED = Path(__file__).parent / "data" / "version-1.knowledge"


def random_knowledge(
    sets: tuple[features.FeatureSet, ...], seed: int, *, factors: int = 0
) -> FeatureWeights:
    levels = features.make_encoder(sets).total_levels
    rng = np.random.default_rng(seed)
    rows: NDArray[np.float32] | None = None
    if factors:
        rows = rng.normal(scale=0.3, size=(levels, factors)).astype(np.float32)
    return FeatureWeights(
        sets,
        rng.normal(size=levels).astype(np.float32),
        rng.integers(0, 9, size=levels).astype(np.uint32),
        katachi.Card(about="random"),
        rows,
    )


def small_knowledge() -> FeatureWeights:
    return random_knowledge((features.CellClasses(GAME),), seed=1)


def shape_knowledge(name: str = "othello-evolved") -> FeatureWeights:
    return random_knowledge((features.shapes(name),), seed=2)


def played(moves: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = GAME.start()
    for _ in range(moves):
        position = position.play(rng.choice(position.legal_moves))
    return position


def test_files_give_back_what_was_saved(tmp_path: Path) -> None:
    few = features.shapes("othello-default").shapes[2:4]
    sets = (features.ShapeSet(GAME, few), features.CellClasses(GAME))
    for factors in (0, 3):
        knowledge = random_knowledge(sets, seed=3, factors=factors)
        path = tmp_path / f"{factors}.knowledge"
        knowledge.save(path)
        again = FeatureWeights.load(path)
        assert again.features == knowledge.features
        assert np.array_equal(again.weights, knowledge.weights)
        assert np.array_equal(again.appearances, knowledge.appearances)
        assert again.card == knowledge.card
        if factors:
            assert again.factors is not None
            assert knowledge.factors is not None
            assert np.array_equal(again.factors, knowledge.factors)
        else:
            assert again.factors is None
        copy = tmp_path / f"{factors}-copy.knowledge"
        again.save(copy)
        assert copy.read_bytes() == path.read_bytes()
        with pytest.raises(katachi.KatachiError, match="exists already"):
            knowledge.save(path)
        knowledge.save(path, overwrite=True)


def test_stored_file_of_version_1_stays_readable() -> None:
    knowledge = FeatureWeights.load(STORED)
    expected = small_knowledge()
    assert knowledge.features == expected.features
    assert knowledge.card.about == "random"
    assert knowledge.weights == pytest.approx(expected.weights)


def test_damaged_files_give_clean_errors(tmp_path: Path) -> None:
    whole = STORED.read_bytes()
    rng = random.Random(4)
    path = tmp_path / "damaged.knowledge"
    refused = accepted = 0
    for _ in range(400):
        content = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        if rng.random() < 0.3:
            content = content[: rng.randrange(len(content))]
        path.write_bytes(content)
        try:
            FeatureWeights.load(path)
        except katachi.KatachiError as error:
            refused += "damaged.knowledge" in str(error)
        else:
            accepted += 1
    assert refused + accepted == 400
    assert refused > 200


def archive(**parts: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello", "not a zip"),
        (archive(other=b""), "no part 'format'"),
        (archive(format=b"something 1"), "does not begin with katachi-knowledge"),
        (archive(format=b"katachi-knowledge 7"), "version '7' is unknown"),
        (archive(format=b"katachi-knowledge 1"), "no part 'features.txt'"),
    ],
)
def test_errors_of_files_name_the_reason(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "x.knowledge"
    path.write_bytes(content)
    with pytest.raises(katachi.KatachiError, match=words):
        FeatureWeights.load(path)


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.0, 1.5, -0.0, 0.0, 3.25], "<f4"),
        np.zeros((9, 3), "<f4"),
        np.arange(35, dtype="<f4").reshape(7, 5) * (np.arange(7) % 3 == 1)[:, None],
        np.zeros(0, "<u4"),
    ],
    ids=["signed zeros", "all zero", "rows", "empty"],
)
def test_packed_arrays_are_the_same_bytes(array: NDArray[Any]) -> None:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, version=(1, 0))
    packed = pack(buffer.getvalue())
    assert unpack(packed, len(buffer.getvalue())) == buffer.getvalue()
    with pytest.raises(ValueError, match="too large"):
        unpack(packed, len(buffer.getvalue()) - 1)


def test_damaged_packed_arrays_are_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "x.knowledge", tmp_path / "y.knowledge"
    shape_knowledge().save(path)
    with zipfile.ZipFile(path) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    assert {"weights.npy.packed", "appearances.npy.packed"} <= parts.keys()
    for wrong in (parts["weights.npy.packed"][:-1], parts["weights.npy.packed"][:60], b""):
        with zipfile.ZipFile(other, "w") as damaged:
            for name, content in (parts | {"weights.npy.packed": wrong}).items():
                damaged.writestr(name, content)
        with pytest.raises(katachi.KatachiError, match="is not a knowledge file"):
            FeatureWeights.load(other)


def test_pickled_arrays_are_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array([object()]), allow_pickle=True)
    parts = {
        "format": b"katachi-knowledge 1",
        "features__txt": b"katachi-features 1 cells\ngame othello8\n",
        "card__json": b"{}",
        "weights__npy": buffer.getvalue(),
    }
    path = tmp_path / "x.knowledge"
    path.write_bytes(archive(**parts))
    with pytest.raises(katachi.KatachiError, match="is not a knowledge file"):
        FeatureWeights.load(path)


def test_knowledge_by_name() -> None:
    with pytest.raises(katachi.KatachiError, match="no knowledge 'nothing'"):
        load_knowledge("nothing")
    with pytest.raises(katachi.KatachiError, match="cannot read"):
        load_knowledge("/nowhere/x.knowledge")
    assert load_knowledge(str(STORED)) is load_knowledge(str(STORED))


def test_sizes_and_numbers_are_checked() -> None:
    sets = (features.CellClasses(GAME),)
    with pytest.raises(katachi.KatachiError, match="10 levels, the weights 3"):
        FeatureWeights(sets, np.zeros(3, np.float32), np.zeros(10, np.uint32))
    weights = np.zeros(10, np.float32)
    weights[4] = np.nan
    with pytest.raises(katachi.KatachiError, match="not a number"):
        FeatureWeights(sets, weights, np.zeros(10, np.uint32))


def test_strengths_are_products_of_levels() -> None:
    knowledge = shape_knowledge()
    position = played(20, seed=1)
    begins = knowledge.level_begins
    for move, strength in knowledge.strengths(position).items():
        (row,) = knowledge.levels(position, [move])
        expected = math.prod(math.exp(knowledge.weights[begins[f] + level]) for f, level in row)
        assert strength == pytest.approx(expected, rel=1e-5)
    probabilities = knowledge.probabilities(position)
    assert sum(probabilities.values()) == pytest.approx(1.0)


def test_factors_add_the_pairs() -> None:
    sets = (features.shapes("othello-default"), features.CellClasses(GAME))
    knowledge = random_knowledge(sets, seed=6, factors=4)
    assert knowledge.factors is not None
    position = played(12, seed=2)
    move = position.legal_moves[0]
    (row,) = knowledge.levels(position, [move])
    places = [int(knowledge.level_begins[f]) + level for f, level in row]
    expected = sum(float(knowledge.weights[place]) for place in places)
    for i, a in enumerate(places):
        for b in places[i + 1 :]:
            expected += float(knowledge.factors[a] @ knowledge.factors[b])
    assert knowledge.log_strengths(position, [move])[0] == pytest.approx(expected, rel=1e-4)


def search_strengths(knowledge: FeatureWeights, position: katachi.Position) -> dict[str, float]:
    """What the search sees at the root, from the core alone."""
    settings = MctsSettings(selection=SelectionSettings(bias="ikeda"))
    search = Mcts(position.game, settings, knowledge=knowledge)
    result = search.run(position, simulations=5)
    return {line.move: line.strength for line in result.moves}


@pytest.mark.parametrize("name", ["othello-default", "othello-evolved", "othello-worse"])
@pytest.mark.parametrize("plies", [1, 8, 25, 44])
def test_the_search_sees_the_same_strengths(name: str, plies: int) -> None:
    knowledge = shape_knowledge(name)
    position = played(plies, seed=plies)
    seen = search_strengths(knowledge, position)
    assert seen == pytest.approx(knowledge.probabilities(position), rel=1e-4)


@pytest.mark.parametrize("name", ["othello-default", "othello-worse"])
@pytest.mark.parametrize("plies", [1, 17, 18, 25, 39, 55])
def test_the_search_sees_the_same_strengths_by_stage(name: str, plies: int) -> None:
    """Shapes by stage are gathered from bitboards, too, from the table of their stage."""
    knowledge = random_knowledge((features.ByStage(features.shapes(name), 3),), seed=2)
    position = played(plies, seed=plies)
    seen = search_strengths(knowledge, position)
    assert seen == pytest.approx(knowledge.probabilities(position), rel=1e-4)


def test_the_search_sees_the_same_without_gathering() -> None:
    """The portable way, in a process of its own because the choice is made once."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_learning_knowledge as t\n"
        "k = t.shape_knowledge(); p = t.played(25, 25); s = t.search_strengths(k, p)\n"
        "assert s == t.pytest.approx(k.probabilities(p), rel=1e-4); print('same')"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, str(Path(__file__).parent)],
        env={**os.environ, "KATACHI_PORTABLE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert found.stdout.strip() == "same", found.stderr


def test_small_boards_see_the_same_strengths() -> None:
    """Boards without the eight images of 8 x 8; a1 and b2 have two readings."""
    game = katachi.Othello(6)
    lines = (
        "a1 b1 c1 b2 a3",
        "b1 a1 c1 d2 e3",
        "c1 a1 b1 d1 c2 c3 c4",
        "b2 a1 c3 d4 a2",
        "c2 b2 a2",
    )
    text = "katachi-features 1 shapes\ngame othello6\n" + "".join(
        f"{line.split()[0]}: {line}\n" for line in lines
    )
    knowledge = random_knowledge((features.parse_feature_set(text),), seed=4)
    rng = random.Random(2)
    position = game.start()
    while not position.is_over:
        seen = search_strengths(knowledge, position)
        assert seen == pytest.approx(knowledge.probabilities(position), rel=1e-4)
        position = position.play(rng.choice(position.legal_moves))


def roulette_search(source: str, seed: int) -> list[tuple[str, int, float]]:
    """Visits and values of the root after a search whose playouts draw moves by strength."""
    cells = katachi.load_knowledge("othello-cells")
    weights = cells if source == "cells" else shape_knowledge(source)
    settings = MctsSettings(playout=PlayoutSettings(base="roulette"), seed=seed)
    search = Mcts(GAME, settings, playout_knowledge=weights)
    result = search.run(played(10 * seed, seed), simulations=300)
    return [(line.move, line.visits, line.value) for line in result.moves]


@pytest.mark.parametrize("source", ["cells", "othello-default", "othello-evolved"])
def test_roulette_playouts_in_one_piece_are_those_of_the_general_way(source: str) -> None:
    """Move by move: one other draw in 300 playouts would change the tree."""
    program = (
        "import sys, json; sys.path.insert(0, sys.argv[1]); import test_learning_knowledge as t\n"
        "print(json.dumps([t.roulette_search(sys.argv[2], seed) for seed in (1, 3, 5)]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, str(Path(__file__).parent), source],
        env={**os.environ, "KATACHI_PORTABLE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    here = [[list(line) for line in roulette_search(source, seed)] for seed in (1, 3, 5)]
    assert json.loads(found.stdout) == here


@pytest.mark.parametrize(
    "sets",
    [
        (features.shapes("othello-default"), features.CellClasses(GAME)),
        (features.neighbourhoods(katachi.Go(5)),),
        (features.neighbourhoods(katachi.Hex(5)), features.CellClasses(katachi.Hex(5))),
        (features.neighbourhoods(katachi.Havannah(4)),),
    ],
    ids=lambda sets: str(sets[0].game),
)
@pytest.mark.parametrize("factors", [0, 2])
def test_all_games_search_with_knowledge(
    sets: tuple[features.FeatureSet, ...], factors: int
) -> None:
    knowledge = random_knowledge(sets, seed=5, factors=factors)
    game = knowledge.game
    rng = random.Random(9)
    position = game.start()
    for _ in range(5):
        position = position.play(rng.choice(position.legal_moves))
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda", widening=True),
        expansion=ExpansionSettings(knowledge_visits=5.0),
        playout=PlayoutSettings(base="roulette"),
    )
    search = Mcts(game, settings, knowledge=knowledge, playout_knowledge=knowledge)
    result = search.run(position, simulations=100)
    strengths = knowledge.strengths(position, [line.move for line in result.moves])
    total = sum(strengths.values())
    seen = {line.move: line.strength for line in result.moves}
    assert seen == pytest.approx({m: s / total for m, s in strengths.items()}, rel=1e-3)


def test_playouts_follow_the_knowledge() -> None:
    """Where one class of cells is a million times stronger, playouts go there when they can."""
    weights = np.zeros(10, np.float32)
    weights[0] = 14.0
    knowledge = FeatureWeights((features.CellClasses(GAME),), weights, np.ones(10, np.uint32))
    settings = MctsSettings(playout=PlayoutSettings(base="roulette"))
    search = Mcts(GAME, settings, playout_knowledge=knowledge)
    corners = {"a1", "h1", "a8", "h8"}
    for seed in range(20):
        position = GAME.start()
        for move in search.play_out(position, seed=seed).moves:
            if corners & set(position.legal_moves):
                assert move in corners
            position = position.play(move)


def test_knowledge_of_another_board_is_refused() -> None:
    settings = MctsSettings(selection=SelectionSettings(bias="ikeda"))
    with pytest.raises(katachi.InvalidSettings, match=r"for Othello\(8\), not for Othello\(6\)"):
        Mcts(katachi.Othello(6), settings, knowledge=shape_knowledge())
    with pytest.raises(katachi.KatachiError, match=r"for Othello\(8\), not for Hex\(5\)"):
        shape_knowledge().strengths(katachi.Hex(5).start())


def test_agents_name_their_knowledge(tmp_path: Path) -> None:
    small_knowledge().save(tmp_path / "k.knowledge")
    agent_file = tmp_path / "biased.toml"
    agent_file.write_text(
        f"kind = 'mcts'\nknowledge = '{tmp_path}/k.knowledge'\n"
        f"playout_knowledge = '{tmp_path}/k.knowledge'\n"
        "[mcts.selection]\nbias = 'ikeda'\n[mcts.playout]\nbase = 'roulette'\n"
    )
    agent = load_agent(str(agent_file))
    agent.new_game(GAME, seed=1)
    choice = agent.choose(GAME.start(), Budget(simulations=50))
    assert choice.move in GAME.start().legal_moves
    assert choice.search is not None
    assert choice.search.moves[0].strength > 0


def test_prediction_by_hand() -> None:
    """Two positions whose probabilities and ranks can be written down."""
    weights = np.zeros(10, np.float32)
    weights[7] = math.log(4.0)  # the class of c3
    knowledge = FeatureWeights((features.CellClasses(GAME),), weights, np.ones(10, np.uint32))
    games = Games.of([GameRecord(GAME, ("f5", "f6"))])
    prediction = predict(knowledge, games)
    # Four equal moves, then f6 (class c3) against f4 and d6.
    expected = (math.log(1 / 4) + math.log(4 / 6)) / 2
    assert prediction.mean_log_evidence == pytest.approx(expected)
    assert prediction.accuracy == pytest.approx((1 / 4 + 1) / 2)
    assert prediction.within[1] == pytest.approx((2 / 4 + 1) / 2)
    assert prediction.mean_rank == pytest.approx((2.5 + 1) / 2)
    assert prediction.uniform == pytest.approx((math.log(1 / 4) + math.log(1 / 3)) / 2)
    assert [(s.first, s.positions) for s in prediction.stages] == [(0, 2)]
    found = {round(b.low, 2): (b.candidates, b.expected, b.chosen) for b in prediction.calibration}
    assert found[0.25] == pytest.approx((4, 0.25, 0.25))
    assert found[0.15] == pytest.approx((2, 1 / 6, 0.0))
    assert found[0.65] == pytest.approx((1, 4 / 6, 1.0))


def corner_games(count: int, seed: int) -> Games:
    rng = random.Random(seed)
    records = []
    for _ in range(count):
        position = GAME.start()
        moves: list[str] = []
        while not position.is_over:
            legal = position.legal_moves
            weights = [8.0 if m in {"a1", "h1", "a8", "h8"} else 1.0 for m in legal]
            moves.append(rng.choices(legal, weights)[0])
            position = position.play(moves[-1])
        records.append(GameRecord(GAME, tuple(moves)))
    return Games.of(records)


def test_learned_knowledge_predicts_better_than_none() -> None:
    train, test = corner_games(60, 1), corner_games(30, 2)
    sets = (features.CellClasses(GAME),)
    knowledge = katachi.learn(train, features=sets, loops=10)
    blank = FeatureWeights(sets, np.zeros(10, np.float32), np.zeros(10, np.uint32))
    first, second = predict(blank, test), predict(knowledge, test)
    assert first.mean_log_evidence == pytest.approx(first.uniform)
    (difference,) = compare([first, second])
    assert difference.mean == pytest.approx(second.mean_log_evidence - first.mean_log_evidence)
    assert difference.is_clear
    assert difference.mean > 0.02
    (hits,) = compare([first, second], measure="first")
    assert hits.mean == pytest.approx(second.accuracy - first.accuracy)
    (nothing,) = compare([second, second])
    assert nothing.mean == 0.0
    assert not nothing.is_clear
    with pytest.raises(katachi.KatachiError, match="different positions"):
        compare([first, predict(knowledge, test[:5])])


def test_predictions_do_not_depend_on_the_games_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    games = corner_games(23, 3)
    knowledge = katachi.learn(games, features=(features.CellClasses(GAME),), loops=3)
    whole = predict(knowledge, games)
    monkeypatch.setattr("katachi.learning.prediction.GAMES_AT_ONCE", 5)
    parts = predict(knowledge, games)
    assert np.array_equal(parts.log_evidence, whole.log_evidence)
    assert np.array_equal(parts.game_numbers, whole.game_numbers)
    for part, one in zip(parts.calibration, whole.calibration, strict=True):
        assert part.candidates == one.candidates
        assert part.expected == pytest.approx(one.expected)
    assert (parts.interval, parts.within, parts.stages) == (
        whole.interval,
        whole.within,
        whole.stages,
    )
    with pytest.raises(katachi.KatachiError, match="no positions"):
        predict(knowledge, games[:0])


def test_intervals_hold_what_they_promise() -> None:
    """About 95 % of the intervals from parts of the games hold the mean of all."""
    games = corner_games(200, 3)
    knowledge = katachi.learn(games, features=(features.CellClasses(GAME),), loops=5)
    truth = predict(knowledge, games).mean_log_evidence
    held = 0
    for part in range(20):
        low, high = predict(knowledge, games[part * 10 : part * 10 + 10]).interval
        held += low <= truth <= high
    assert held >= 15


def test_why_names_levels_and_cells() -> None:
    knowledge = shape_knowledge("othello-default")
    position = played(14, seed=5)
    probabilities = knowledge.probabilities(position)
    for move in position.legal_moves:
        found = why(knowledge, position, move)
        assert isinstance(found, Explanation)
        assert found.probability == pytest.approx(probabilities[move], rel=1e-6)
        product = math.prod(reason.strength for reason in found.reasons)
        assert product == pytest.approx(found.strength, rel=1e-5)
        assert sum(reason.share for reason in found.reasons) == pytest.approx(1.0)
        for level in found.reasons:
            # The name of the level says what is on the cells that were read.
            _, _, contents = level.level.partition(": ")
            for cell, word in zip(level.cells, contents.split(), strict=True):
                stone = position.at(cell)
                sign = "." if stone is None else "x" if stone == position.to_move else "o"
                assert word[-1] == sign
        assert "<svg" in found.svg()
        assert f"{move} is expected with " in str(found)
    best = max(probabilities, key=lambda move: probabilities[move])
    top = why(knowledge, position, best)
    assert isinstance(top, Explanation)
    assert top.rank == 1


def test_why_compares_two_moves() -> None:
    knowledge = shape_knowledge()
    position = GAME.start().play("f5")
    found = why(knowledge, position, "d6", "f6")
    assert isinstance(found, Comparison)
    strengths = knowledge.strengths(position)
    assert found.ratio == pytest.approx(strengths["d6"] / strengths["f6"], rel=1e-5)
    assert " times as often as " in str(found)
    with pytest.raises(katachi.IllegalMove, match="a1 cannot be explained"):
        why(knowledge, position, "a1")


def katachi_command(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_commands_from_games_to_reasons(tmp_path: Path) -> None:
    records = tmp_path / "games.katachi"
    katachi.records.save_native(corner_games(30, 7), records)
    output = tmp_path / "mine.knowledge"
    learned = katachi_command(
        "learn", str(records), "-f", "cells", "--loops", "3", "-o", str(output), "--json"
    )
    assert learned.exit_code == 0, learned.stderr
    assert json.loads(learned.stdout)["card"]["games"] == 27
    again = katachi_command("learn", str(records), "-f", "cells", "-o", str(output))
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    predicted = katachi_command("predict", str(output), str(output), "-g", str(records), "--json")
    assert predicted.exit_code == 0, predicted.stderr
    assert json.loads(predicted.stdout)[1]["against_first"]["mean"] == 0.0
    table = katachi_command("predict", str(output), "-g", str(records))
    assert "calibration" in table.stdout
    picture = tmp_path / "why.svg"
    reasons = katachi_command(
        "why", "othello", "d6", "-k", str(output), "--moves", "f5", "--svg", str(picture)
    )
    assert reasons.exit_code == 0, reasons.stderr
    assert "d6:" in reasons.stdout
    assert picture.read_text().startswith("<svg")
    card = katachi_command("knowledge", str(output), "--json")
    assert json.loads(card.stdout)["card"]["learner"] == "mm"
    wrong = katachi_command(
        "learn", str(records), "-f", "stars", "-o", str(tmp_path / "x.knowledge")
    )
    assert wrong.exit_code == 2
    assert "no features 'stars'" in wrong.stderr


def test_competitions_share_an_encoder() -> None:
    games = corner_games(3, 8)
    sets = (features.CellClasses(GAME),)
    first = Competitions.of(games, sets)
    other = Competitions.of(games, sets)
    first.teams.append(Competitions.of(games, sets, encoder=first.encoder).teams)
    assert len(first) == 2 * len(other)
    first.teams.append(other.teams)  # other objects, but the same features
    assert len(first) == 3 * len(other)
    shapes = Competitions.of(games, (features.shapes("othello-default"),))
    with pytest.raises(ValueError, match="different features"):
        first.teams.append(shapes.teams)


def test_cards_are_strict() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"title": "x"}', type=katachi.Card)


# How often the played move must come first: larger boards have more moves.
SENSE = {
    "othello8": 0.4,
    "go9": 0.4,
    "go19": 0.35,
    "hex11": 0.4,
    "hex13": 0.4,
    "havannah8": 0.3,
}


@pytest.mark.parametrize("name", katachi.knowledge_names(FeatureWeights))
def test_shipped_knowledge_has_its_card_and_some_sense(name: str) -> None:
    knowledge = load_knowledge(name, FeatureWeights)
    card = knowledge.card
    assert card.about
    assert card.sources
    assert card.results["mean_log_evidence"] < 0
    assert card.results["accuracy"] > SENSE[f"{knowledge.game.name}{knowledge.game.size}"]


@pytest.mark.parametrize("name", ["othello-default", "othello-evolved"])
def test_knowledge_of_tournaments_knows_the_tiger_opening(name: str) -> None:
    """Self-play from random openings has not seen it; tournament players have, thousands of times."""
    chances = load_knowledge(name).probabilities(GAME.start().play_all("f5 d6 c3 d3 c4"))
    assert max(chances, key=lambda move: chances[move]) == "f4"
