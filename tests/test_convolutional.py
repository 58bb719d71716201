"""Convolutional networks: what they say, their files, and the searches that use them."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from test_networks import value_network
from test_planes import planes_of, played_out, random_game

import katachi
from katachi import (
    ConvolutionalNetwork,
    ExpansionSettings,
    KatachiError,
    Mcts,
    MctsSettings,
    SelectionSettings,
)
from katachi.agents import Budget, load_agent
from katachi.agents.catalogue import AgentFile, build_agent
from katachi.features import CellClasses
from katachi.knowledge import Card, knowledge_names, load_knowledge
from katachi.knowledge.networks import Layers
from katachi.knowledge.networks.archive import LARGEST_FILE
from katachi.learning import compare, learn, predict
from katachi.learning.competitions import Competitions
from katachi.learning.networks import predict_with_network
from katachi.matches import parse_contestant
from katachi.records import GameRecord, Games

GAMES: list[katachi.Game] = [katachi.Othello(6), katachi.Go(4), katachi.Hex(4), katachi.Havannah(3)]


def random_layers(game: katachi.Game, seed: int = 0, channels: int = 6, depth: int = 3) -> Layers:
    rng = np.random.default_rng(seed)
    planes = planes_of(game)

    def numbers(*shape: int) -> NDArray[np.float32]:
        return rng.normal(0, 0.4, shape).astype(np.float32)

    before = [len(planes.names), *[channels] * (depth - 1)]
    return Layers(
        tuple((numbers(channels, count, 3, 3), numbers(channels)) for count in before),
        numbers(channels),
        numbers(planes.side, planes.side),
        numbers(channels),
        numbers(1),
    )


def random_network(game: katachi.Game, seed: int = 0) -> ConvolutionalNetwork:
    return ConvolutionalNetwork(game, random_layers(game, seed).to_onnx(), Card(about="random"))


def slow_logits(layers: Layers, planes: NDArray[np.float32]) -> NDArray[np.float64]:
    """float64 [side * side + 1] of one position, by definition."""
    side = layers.side
    at = planes.astype(np.float64)
    for weights, biases in layers.convolutions:
        around = np.pad(at, ((0, 0), (1, 1), (1, 1)))
        sums = np.zeros((len(biases), side, side))
        for y in range(side):
            for x in range(side):
                sums[:, y, x] = (weights * around[None, :, y : y + 3, x : x + 3]).sum((1, 2, 3))
        at = np.maximum(sums + biases[:, None, None], 0)
    cells = np.tensordot(layers.cell_weights, at, 1) + layers.cell_biases
    special = at.mean((1, 2)) @ layers.special_weights + layers.special_bias[0]
    return np.append(cells.ravel(), special)


def slow_probabilities(layers: Layers, position: katachi.Position) -> dict[str, float]:
    game = position.game
    planes = planes_of(game)
    logits = slow_logits(layers, planes.of([position.core])[0])
    places = planes.places(0 if position.to_move == "black" else 1)
    shares = {move: np.exp(logits[places[game.number(move)]]) for move in position.legal_moves}
    return {move: share / sum(shares.values()) for move, share in shares.items()}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_model_computes_what_its_layers_say(game: katachi.Game) -> None:
    layers = random_layers(game, 1)
    network = ConvolutionalNetwork(game, layers.to_onnx())
    positions = [played_out(game, random_game(game, seed)[: 2 + seed]) for seed in range(6)]
    together = network.logits(positions)
    for position, logits in zip(positions, together, strict=True):
        wanted = slow_probabilities(layers, position)
        assert network.probabilities(position) == pytest.approx(wanted, abs=1e-5)
        assert network.logits([position])[0] == pytest.approx(logits, abs=1e-4)
        some = position.legal_moves[:2]
        assert network.strengths(position, some) == pytest.approx({m: wanted[m] for m in some})
    assert network.logits([]) == []
    assert layers.to_onnx() == network.model


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_strengths_in_the_tree_are_those_of_the_network(game: katachi.Game) -> None:
    network = random_network(game, 2)
    settings = MctsSettings(selection=SelectionSettings(formula="puct"))
    for moves in range(3):
        position = played_out(game, random_game(game, 4)[:moves])
        search = Mcts(game, settings, knowledge=network)
        search.run(position, simulations=30)
        children = [line for line in search.tree(depth=1, least_visits=0) if line.depth == 0]
        wanted = network.probabilities(position)
        total = sum(wanted[line.move] for line in children)
        assert len(children) > 1
        for line in children:
            assert line.strength == pytest.approx(wanted[line.move] / total, abs=1e-5)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_hook_of_functions_gives_the_same_tree(game: katachi.Game) -> None:
    """The network in the core, and the same network as a function in Python."""
    network = random_network(game, 3)

    def function(position: katachi.PositionLike, moves: Sequence[str]) -> list[float]:
        assert isinstance(position, katachi.Position)
        logits = network.logits([position])[0]
        return [float(np.exp(logits[move])) for move in moves]

    trees = []
    for knowledge in (network, function):
        settings = MctsSettings(selection=SelectionSettings(bias="ikeda"), seed=5)
        search = Mcts(game, settings, knowledge=knowledge)
        search.run(game.start(), simulations=200)
        trees.append([(s.depth, s.move, s.visits, s.value) for s in search.tree(depth=9)])
    assert trees[0] == trees[1]


class Counting:
    """A network that notes how many positions it is asked about at once."""

    def __init__(self, network: ConvolutionalNetwork) -> None:
        self.calls: list[int] = []
        self.network = network
        evaluate = network.evaluate

        def counting(planes: NDArray[np.float32]) -> NDArray[np.float32]:
            self.calls.append(len(planes))
            return evaluate(planes)

        object.__setattr__(network, "evaluate", counting)


@pytest.mark.parametrize("batch", [1, 4, 16])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_batches_ask_about_every_family_once(game: katachi.Game, batch: int) -> None:
    counted = Counting(random_network(game, 4))
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda"), expansion=ExpansionSettings(batch=batch), seed=3
    )
    search = Mcts(game, settings, knowledge=counted.network)
    result = search.run(game.start(), simulations=600)
    # Families without children are finished positions, which nobody asks about.
    assert sum(counted.calls) == result.families
    assert max(counted.calls) <= batch
    assert result.simulations == 600
    if batch > 1:
        assert np.mean(counted.calls) > 1.5
    trees = [search.tree_text(depth=9)]
    again = Mcts(game, settings, knowledge=random_network(game, 4))
    again.run(game.start(), simulations=600)
    trees.append(again.tree_text(depth=9))
    assert trees[0] == trees[1]
    # The waits of the first run are over: a second one goes on.
    assert search.run(simulations=600).families > result.families


def test_a_batch_of_one_is_the_search_without_waiting() -> None:
    game = katachi.Othello(6)
    knowledge = random_network(game, 5)
    trees = []
    for expansion in (ExpansionSettings(), ExpansionSettings(batch=1)):
        settings = MctsSettings(
            selection=SelectionSettings(bias="ikeda"), expansion=expansion, seed=1
        )
        search = Mcts(game, settings, knowledge=knowledge)
        search.run(game.start(), simulations=300)
        trees.append(search.tree_text(depth=9))
    assert trees[0] == trees[1]


def test_leaves_wait_without_any_knowledge_too() -> None:
    """The same number of playouts; only children come later, and none is lost."""
    game = katachi.Hex(4)
    waiting = MctsSettings(expansion=ExpansionSettings(batch=8, transpositions=True))
    plain = MctsSettings(expansion=ExpansionSettings(transpositions=True))
    found = [Mcts(game, one).run(game.start(), simulations=3000) for one in (waiting, plain)]
    assert found[0].simulations == found[1].simulations == 3000
    assert 0.8 * found[1].families < found[0].families <= found[1].families * 1.2


def test_waiting_leaves_do_not_hide_a_win() -> None:
    game = katachi.Hex(3)
    settings = MctsSettings(
        selection=SelectionSettings(solver=True), expansion=ExpansionSettings(batch=16)
    )
    assert Mcts(game, settings).run(game.start(), simulations=10_000).proof == "win"


def test_threads_share_a_network() -> None:
    game = katachi.Othello(6)
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda"), expansion=ExpansionSettings(batch=4), threads=3
    )
    search = Mcts(game, settings, knowledge=random_network(game, 6))
    result = search.run(game.start(), simulations=2000)
    assert sum(line.visits for line in result.moves) == 2000
    assert search.run(simulations=500).move


@pytest.mark.parametrize("batch", [1, 4])
def test_a_network_that_fails_ends_the_search_with_its_error(batch: int) -> None:
    game = katachi.Othello(6)
    network = random_network(game, 7)
    evaluate = network.evaluate
    left = 20

    def failing(planes: NDArray[np.float32]) -> NDArray[np.float32]:
        nonlocal left
        left -= 1
        if left == 0:
            raise RuntimeError("no more")
        return evaluate(planes)

    object.__setattr__(network, "evaluate", failing)
    settings = MctsSettings(
        selection=SelectionSettings(bias="ikeda"), expansion=ExpansionSettings(batch=batch)
    )
    search = Mcts(game, settings, knowledge=network)
    with pytest.raises(RuntimeError, match="no more"):
        search.run(game.start(), simulations=5000)
    assert search.run(simulations=1000).simulations == 1000


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (np.zeros((1, 5), np.float32), "5 numbers for 37"),
        (np.full((1, 37), np.nan, np.float32), "no finite number"),
    ],
)
def test_wrong_answers_of_a_network_are_refused(answer: NDArray[np.float32], words: str) -> None:
    game = katachi.Othello(6)
    network = random_network(game)
    object.__setattr__(network, "evaluate", lambda _planes: answer)
    search = Mcts(game, MctsSettings(selection=SelectionSettings(bias="ikeda")), knowledge=network)
    with pytest.raises(ValueError, match=words):
        search.run(game.start(), simulations=10)


def test_playouts_can_follow_a_network() -> None:
    game = katachi.Othello(6)
    network = random_network(game, 8)
    greedy = MctsSettings(playout=katachi.PlayoutSettings(base="epsilon_greedy", epsilon=0.0))
    played = Mcts(game, greedy, playout_knowledge=network).play_out(game.start(), seed=1)
    position = game.start()
    for move in played.moves:
        wanted = network.probabilities(position)
        assert wanted[move] == pytest.approx(max(wanted.values()), abs=1e-6)
        position = position.play(move)
    assert position.is_over


def test_files_keep_networks_to_the_byte(tmp_path: Path) -> None:
    network = random_network(katachi.Hex(4), 9)
    path = tmp_path / "mine.network"
    network.save(path)
    again = load_knowledge(str(path))
    assert isinstance(again, ConvolutionalNetwork)
    assert (again.model, again.card, str(again.game)) == (network.model, network.card, "Hex(4)")
    again.save(tmp_path / "again.network")
    assert (tmp_path / "again.network").read_bytes() == path.read_bytes()
    with pytest.raises(KatachiError, match="exists already"):
        network.save(path)
    assert "hex4: 5 planes" in repr(network)


def rewritten(path: Path, target: Path, **changes: bytes | None) -> Path:
    """A copy of an archive with other parts (in names, _ stands for a dot)."""
    parts = {name.replace("_", "."): content for name, content in changes.items()}
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = parts.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return target


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": b"katachi-other 1"}, "does not begin with katachi-convolutional-network"),
        ({"format": b"katachi-convolutional-network 9"}, "version '9' is unknown"),
        ({"model_onnx": None}, "no part 'model.onnx'"),
        ({"card_json": b"{"}, "is not a network"),
        ({"board": b"chess8"}, "chess8"),
        ({"board": b"\xff\xff"}, "is not a network"),
        ({"planes": b"own\nother\n"}, "other planes than this version"),
    ],
    ids=["format", "version", "part", "card", "board", "text", "planes"],
)
def test_bad_files_are_refused_with_a_sentence(
    tmp_path: Path, changes: dict[str, bytes | None], words: str
) -> None:
    good = tmp_path / "good.network"
    random_network(katachi.Hex(4)).save(good)
    bad = rewritten(good, tmp_path / "bad.network", **changes)
    with pytest.raises(KatachiError, match=words):
        load_knowledge(str(bad))


def test_damage_is_found_by_checksums(tmp_path: Path) -> None:
    good = tmp_path / "good.network"
    random_network(katachi.Hex(4)).save(good)
    content = bytearray(good.read_bytes())
    for cut in (3, len(content) // 2, len(content) - 4):
        (tmp_path / "cut.network").write_bytes(content[:cut])
        with pytest.raises(KatachiError, match=r"cut\.network"):
            load_knowledge(str(tmp_path / "cut.network"))
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "bit.network").write_bytes(content)
    with pytest.raises(KatachiError, match=r"bit\.network' is not a network"):
        load_knowledge(str(tmp_path / "bit.network"))
    large = tmp_path / "large.network"
    with large.open("wb") as file:
        file.write(b"PK")
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(KatachiError, match="too large"):
        load_knowledge(str(large))


def test_models_that_are_none_of_ours_are_refused_before_a_search() -> None:
    game = katachi.Hex(4)
    settings = MctsSettings(selection=SelectionSettings(bias="ikeda"))
    with pytest.raises(KatachiError, match="the model of the network is wrong"):
        Mcts(game, settings, knowledge=ConvolutionalNetwork(game, b"nonsense"))
    other = ConvolutionalNetwork(game, random_network(katachi.Hex(5)).model)
    with pytest.raises(KatachiError, match="the model of the network is not for hex4"):
        Mcts(game, settings, knowledge=other)
    with pytest.raises(KatachiError, match=r"the network is for Hex\(4\), not for Hex\(5\)"):
        Mcts(katachi.Hex(5), settings, knowledge=random_network(game))
    with pytest.raises(KatachiError, match="the network is for hex4"):
        random_network(game).probabilities(katachi.Hex(5).start())


def test_layers_that_do_not_fit_are_refused() -> None:
    layers = random_layers(katachi.Hex(4))
    first = layers.convolutions[0]
    rest = (layers.cell_weights, layers.cell_biases, layers.special_weights, layers.special_bias)
    with pytest.raises(KatachiError, match="do not fit each other"):
        Layers((first, first), *rest)
    with pytest.raises(KatachiError, match="at least one layer"):
        Layers((), *rest)
    with pytest.raises(KatachiError, match="last layers"):
        Layers(layers.convolutions, rest[0][:-1], *rest[1:])
    with pytest.raises(KatachiError, match="not a square"):
        Layers(layers.convolutions, rest[0], rest[1][:-1], *rest[2:])
    with pytest.raises(KatachiError, match="not a number"):
        Layers(layers.convolutions, rest[0] * np.float32(np.nan), *rest[1:])


def test_missing_libraries_are_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = katachi.Hex(4)
    network = random_network(game)
    layers = random_layers(game)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(
        KatachiError,
        match=r'a convolutional network needs onnxruntime: pip install "katachi\[network\]"',
    ):
        Mcts(game, MctsSettings(selection=SelectionSettings(bias="ikeda")), knowledge=network)
    with pytest.raises(
        KatachiError, match=r'needs onnx: pip install "katachi\[network-training\]"'
    ):
        layers.to_onnx()
    # Cards can be read without.
    assert network.card.about == "random"
    assert [
        name for name in knowledge_names(ConvolutionalNetwork) if load_knowledge(name).card.about
    ]


def agent_file(path: Path, **changes: object) -> AgentFile:
    file = AgentFile(
        kind="mcts",
        knowledge=str(path),
        mcts=MctsSettings(selection=SelectionSettings(bias="ikeda")),
    )
    return msgspec.structs.replace(file, **changes)


def test_agents_take_a_network_in_place_of_knowledge(tmp_path: Path) -> None:
    game = katachi.Othello(6)
    path = tmp_path / "mine.network"
    network = random_network(game, 10)
    network.save(path)
    moves = []
    for _ in range(2):
        agent = build_agent("mine", agent_file(path))
        agent.new_game(game, 7)
        position, played = game.start(), []
        for _ in range(6):
            choice = agent.choose(position, Budget(simulations=100))
            played.append(choice.move)
            position = position.play(choice.move)
        moves.append(played)
    assert moves[0] == moves[1]
    direct = Mcts(
        game, MctsSettings(selection=SelectionSettings(bias="ikeda"), seed=7), knowledge=network
    )
    assert direct.run(game.start(), simulations=100).move == moves[0][0]


def test_agents_refuse_what_does_not_give_strengths(tmp_path: Path) -> None:
    value_network(katachi.Go(5)).save(tmp_path / "value.network")
    agent = build_agent("x", agent_file(tmp_path / "value.network"))
    with pytest.raises(KatachiError, match="does not give strengths of moves"):
        agent.new_game(katachi.Go(5), 0)
    with pytest.raises(KatachiError, match="knowledge and network exclude each other"):
        build_agent("x", agent_file(tmp_path / "value.network", network="othello-default"))
    with pytest.raises(KatachiError, match=r"no knowledge 'conv-havannah3'"):
        load_agent("conv").new_game(katachi.Havannah(3), 0)


def test_stored_games_name_the_network_behind_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.network"
    agent = tmp_path / "mine.toml"
    agent.write_text(f'kind = "mcts"\nnetwork = "{path}"\n[mcts.selection]\nbias = "ikeda"\n')
    hashes = []
    for seed in (1, 2):
        random_network(katachi.Hex(4), seed).save(path, overwrite=True)
        hashes.append(parse_contestant(f"{agent}@10").hash)
    assert hashes[0] != hashes[1]


def random_records(game: katachi.Game, count: int) -> Games:
    return Games.of([GameRecord(game, tuple(random_game(game, seed))) for seed in range(count)])


@pytest.mark.parametrize("game", [katachi.Othello(6), katachi.Hex(4)], ids=str)
def test_predictions_are_those_of_the_probabilities(game: katachi.Game) -> None:
    games = random_records(game, 6)
    network = random_network(game, 11)
    found = predict_with_network(network, games)
    logs, first, ranks = [], [], []
    for record in games:
        position = game.start()
        for move in record.moves:
            if len(position.legal_moves) > 1:
                shares = network.probabilities(position)
                better = sum(share > shares[move] for share in shares.values())
                logs.append(np.log(shares[move]))
                first.append(better == 0)
                ranks.append(1 + better)
            position = position.play(move)
    assert found.positions == len(logs)
    assert found.mean_log_evidence == pytest.approx(np.mean(logs), abs=1e-5)
    assert found.accuracy == pytest.approx(np.mean(first), abs=0.02)
    assert found.mean_rank == pytest.approx(np.mean(ranks), abs=0.02)
    assert sum(one.candidates for one in found.calibration) == sum(
        len(position.legal_moves) for position in _choices(game, games)
    )


def _choices(game: katachi.Game, games: Games) -> list[katachi.Position]:
    found = []
    for record in games:
        position = game.start()
        for move in record.moves:
            if len(position.legal_moves) > 1:
                found.append(position)
            position = position.play(move)
    return found


def test_a_network_and_knowledge_are_compared_position_by_position() -> None:
    game = katachi.Othello(6)
    games = random_records(game, 8)
    knowledge = learn(games, features=[CellClasses(game)], loops=2)
    assert len(Competitions.of(games, knowledge.features)) == len(_choices(game, games))
    one = predict(knowledge, games)
    two = predict_with_network(random_network(game), games)
    assert one.uniform == pytest.approx(two.uniform)
    assert one.stages[0].positions == two.stages[0].positions
    difference = compare([one, two])[0]
    assert difference.mean == pytest.approx(two.mean_log_evidence - one.mean_log_evidence)
