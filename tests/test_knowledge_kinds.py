"""Every kind of knowledge behind one interface: in Python, in files, in the search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from reference.search_toys import Lines
from test_networks import policy_network, value_network

import katachi
from katachi import (
    CellWeights,
    ExpansionSettings,
    FeatureWeights,
    FunctionKnowledge,
    IllegalMove,
    InvalidSettings,
    KatachiError,
    Knowledge,
    LocalPatternWeights,
    Mcts,
    MctsSettings,
    PlayoutSettings,
    SelectionSettings,
    ValueNetwork,
    features,
    knowledge_names,
    load_knowledge,
)
from katachi.games.catalogue import parse_game
from katachi.games.core_capabilities import games_with
from katachi.knowledge import knowledge_for
from katachi.knowledge.catalogue import KINDS, is_family, is_known
from katachi.learning import predict
from katachi.learning.predicting import _by_strengths
from katachi.records import GameRecord, Games

HEX = katachi.Hex(5)
SOURCE = Path(katachi.__file__).parent


def cell_weights() -> CellWeights:
    return CellWeights.by_class(HEX, {"a1": 3.0, "c3": 7.5, "a5": 0.5})


def local_patterns() -> LocalPatternWeights:
    games = [GameRecord(HEX, ("c3", "b4", "d2", "b2", "c2", "c1", "b3", "a4"))]
    return LocalPatternWeights.learn_from_games(games, notes={"about": "One game."})


def feature_weights() -> FeatureWeights:
    levels = features.make_encoder([features.CellClasses(HEX)]).total_levels
    weights = np.linspace(-1, 1, levels).astype(np.float32)
    return FeatureWeights((features.CellClasses(HEX),), weights, np.ones(levels, np.uint32))


def by_letter(_: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
    return [1.0 + ord(move[0]) % 3 for move in moves]


def of_moves() -> list[Knowledge]:
    return [
        cell_weights(),
        local_patterns(),
        feature_weights(),
        policy_network(HEX),
        FunctionKnowledge(by_letter),
    ]


KIND_NAMES = [one.kind for one in of_moves()]


def named(kind: str) -> Knowledge:
    return next(one for one in of_moves() if one.kind == kind)


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_the_search_sees_the_strengths_that_python_gives(kind: str) -> None:
    knowledge = named(kind)
    position = HEX.start().play("c3").play("b4").play("d2")
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda", widening=True),
        expansion=ExpansionSettings(knowledge_visits=5.0),
    )
    result = Mcts(HEX, settings, knowledge=knowledge).run(position, simulations=200)
    wanted = knowledge.probabilities(position)
    assert {line.move: line.strength for line in result.moves} == pytest.approx(wanted, rel=1e-5)
    assert len(set(wanted.values())) > 1


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_playouts_play_the_strongest_move(kind: str) -> None:
    knowledge = named(kind)
    greedy = MctsSettings(playout=PlayoutSettings(base="epsilon_greedy", epsilon=0.0))
    played = Mcts(HEX, greedy, playout_knowledge=knowledge).play_out(HEX.start(), seed=3)
    position = HEX.start()
    for move in played.moves:
        strengths = knowledge.strengths(position, [m for m in position.legal_moves if m != "swap"])
        assert strengths[move] == pytest.approx(max(strengths.values()))
        position = position.play(move)
    assert position.is_over


@pytest.mark.parametrize("name", ["havannah5-local-patterns", "othello-cells", "hex", "neat-hex9"])
def test_the_prompt_shows_knowledge_in_a_line(name: str) -> None:
    text = repr(load_knowledge(name))
    assert text.startswith(f"<{type(load_knowledge(name)).__name__}")
    assert len(text) < 100


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_every_kind_explains_a_move(kind: str) -> None:
    knowledge = named(kind)
    position = HEX.start().play("c3")
    told = knowledge.explain(position, "b4")
    strengths = knowledge.strengths(position)
    assert told.probability == pytest.approx(strengths["b4"] / sum(strengths.values()))
    assert told.rank == 1 + sum(one > strengths["b4"] for one in strengths.values())
    assert "b4" in str(told)
    assert "<svg" in told.svg()
    assert str(katachi.why(knowledge, position, "b4", "c2"))
    with pytest.raises(IllegalMove, match="c3 cannot be explained"):
        knowledge.explain(position, "c3")


@pytest.mark.parametrize("kind", [name for name in KIND_NAMES if name != "function"])
def test_what_is_in_a_file_decides_its_kind(kind: str, tmp_path: Path) -> None:
    """Whatever its name says."""
    knowledge, position = named(kind), HEX.start().play("c3")
    for suffix in (".knowledge", ".network", ".txt"):
        path = tmp_path / f"mine{suffix}"
        knowledge.save(path)
        again = load_knowledge(path)
        assert type(again) is type(knowledge)
        assert again.strengths(position) == pytest.approx(knowledge.strengths(position))
        assert again.card == knowledge.card
        assert again is load_knowledge(str(path))
        with pytest.raises(KatachiError, match="exists already"):
            knowledge.save(path)


def test_functions_have_no_file(tmp_path: Path) -> None:
    with pytest.raises(KatachiError, match="cannot be written"):
        FunctionKnowledge(by_letter).save(tmp_path / "x.knowledge")
    assert not list(tmp_path.iterdir())


def test_files_of_nothing_are_refused(tmp_path: Path) -> None:
    for suffix, content in {
        ".knowledge": b"",
        ".network": b'{"format": "other 1", "kind": "value"}',
        ".txt": b"katachi-other 1\n",
    }.items():
        path = tmp_path / f"none{suffix}"
        path.write_bytes(content)
        with pytest.raises(KatachiError, match="none"):
            load_knowledge(path)


@pytest.mark.parametrize(
    ("knowledge", "game", "words"),
    [
        (cell_weights(), "hex6", r"the cell weights are for Hex\(5\), not for Hex\(6\)"),
        (
            local_patterns(),
            "othello8",
            f"local patterns are for {games_with('connections')}, not for othello",
        ),
        (feature_weights(), "hex6", r"the knowledge is for Hex\(5\), not for Hex\(6\)"),
        (policy_network(HEX), "havannah4", r"the network is for Hex\(5\), not for Havannah\(4\)"),
    ],
    ids=["cells", "patterns", "features", "network"],
)
def test_knowledge_of_another_board_is_refused(knowledge: Knowledge, game: str, words: str) -> None:
    other = parse_game(game)
    assert knowledge.suits(HEX)
    assert not knowledge.suits(other)
    with pytest.raises(KatachiError):
        knowledge.on_board(other)
    for slot in ("knowledge", "playout_knowledge"):
        with pytest.raises(InvalidSettings, match=words):
            Mcts(other, **{slot: knowledge})  # type: ignore[arg-type]


def test_games_written_in_python_take_cells_and_functions() -> None:
    game = Lines()
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda"), playout=PlayoutSettings(base="roulette")
    )
    cells = CellWeights(game, tuple(float(i + 1) for i in range(len(game.moves))))
    numbers = {move: i + 1.0 for i, move in enumerate(game.moves)}
    function = FunctionKnowledge(lambda _, moves: [numbers[move] for move in moves])
    trees = []
    for knowledge in (cells, function):
        search = Mcts(game, settings, knowledge=knowledge, playout_knowledge=knowledge)
        search.run(simulations=100)
        trees.append(search.tree(depth=4))
    assert trees[0] == trees[1]
    for refused, words in (
        (feature_weights(), "learned knowledge is for built-in games"),
        (policy_network(HEX), "networks are for built-in games"),
        (local_patterns(), "local patterns are for"),
    ):
        assert refused.refusal(game).startswith(words)
        with pytest.raises(InvalidSettings, match=words):
            Mcts(game, settings, knowledge=refused, playout_knowledge=cells)


def test_values_are_knowledge_of_positions() -> None:
    network = value_network(HEX)
    assert (network.of_moves, network.of_positions) == (False, True)
    assert network.values([HEX.start()]).shape == (1,)
    with pytest.raises(KatachiError, match="does not give strengths of moves"):
        network.strengths(HEX.start())
    with pytest.raises(InvalidSettings, match="the value network does not give strengths of moves"):
        Mcts(HEX, knowledge=network)
    with pytest.raises(KatachiError, match="does not give values of positions"):
        cell_weights().values([HEX.start()])


def test_other_kinds_predict_as_they_are_asked() -> None:
    """The slow way, one position after the other, finds the figures of the fast one."""
    lines = ["c3 b4 d2 b2 c2 c1 b3 a4", "a1 e5 c3 d3 d2 c4 b4 b3 b2"]
    games = Games.of([GameRecord(HEX, tuple(line.split())) for line in lines])
    fast = predict(feature_weights(), games)
    slow = _by_strengths(
        feature_weights(), games, forced_moves=False, stage_length=10, threads=None
    )
    assert slow.positions == fast.positions
    assert slow.mean_log_evidence == pytest.approx(fast.mean_log_evidence, rel=1e-5)
    assert slow.within == pytest.approx(fast.within)
    assert slow.stages == tuple(pytest.approx(stage) for stage in fast.stages)
    assert [one.candidates for one in slow.calibration] == [
        one.candidates for one in fast.calibration
    ]
    assert predict(cell_weights(), games).positions == fast.positions
    with pytest.raises(KatachiError, match="does not give strengths"):
        predict(value_network(HEX), games)


@pytest.mark.parametrize("name", knowledge_names())
def test_all_that_ships_has_a_card_and_a_kind(name: str) -> None:
    knowledge = load_knowledge(name)
    assert knowledge.card.about
    assert type(knowledge) in [kind for kind, _, _ in KINDS]
    assert name in knowledge_names(type(knowledge))
    assert load_knowledge(name, type(knowledge)) is not None


def test_one_kind_can_be_asked_for() -> None:
    assert load_knowledge("hex", FeatureWeights).features
    with pytest.raises(KatachiError, match="'hex' holds feature weights, not cell weights"):
        load_knowledge("hex", CellWeights)
    assert "ann-go9" in knowledge_names(ValueNetwork)
    assert "hex" not in knowledge_names(ValueNetwork)


def test_families_are_resolved_by_board() -> None:
    assert [is_family(name) for name in ("ann", "ann-go9", "hex", "nothing")] == [True] + [
        False
    ] * 3
    assert knowledge_for("ann", katachi.Go(9)) is load_knowledge("ann-go9")
    assert is_known("ann", katachi.Go(9))
    assert not is_known("ann", katachi.Go(19))
    with pytest.raises(KatachiError, match=r"no knowledge 'ann-go19'.*katachi train ann go19"):
        knowledge_for("ann", katachi.Go(19))
    with pytest.raises(KatachiError, match="no knowledge 'nothing-go9'; known: "):
        knowledge_for("nothing", katachi.Go(9))


def test_nobody_asks_of_which_kind_knowledge_is() -> None:
    kinds = "|".join(kind.__name__ for kind, _, _ in KINDS) + "|FunctionKnowledge"
    asked = re.compile(rf"isinstance\([^)]*\b({kinds})\b")
    found = [str(path) for path in SOURCE.rglob("*.py") if asked.search(path.read_text("utf-8"))]
    assert not found
