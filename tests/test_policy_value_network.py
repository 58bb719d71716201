"""Networks with a policy and a value head: what they say, their files, the searches that use them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from reference.policy_value import answer
from test_planes import planes_of, random_game

import katachi
from katachi import KatachiError, Mcts, MctsSettings
from katachi.agents import Budget
from katachi.agents.catalogue import AgentFile, build_agent
from katachi.knowledge import Card, load_knowledge
from katachi.knowledge.networks import PolicyValueNetwork, PolicyValueWeights
from katachi.knowledge.networks.policy_value_weights import WholeLayer
from katachi.search import SelectionSettings

GAMES: list[katachi.Game] = [
    katachi.Othello(6),
    katachi.Go(5),
    katachi.Hex(4),
    katachi.Havannah(3),
    katachi.Gomoku(9),
    katachi.Y(5),
]
JUDGED = MctsSettings(
    selection=SelectionSettings(formula="puct", exploration=0.8, first_play_urgency=0.0),
    playout=katachi.PlayoutSettings(evaluator_share=1.0),
)


def random_weights(
    game: katachi.Game, seed: int = 0, channels: int = 16, blocks: int = 2
) -> PolicyValueWeights:
    rng = np.random.default_rng(seed)
    planes = len(planes_of(game).names)

    def numbers(spread: float, *shape: int) -> NDArray[np.float32]:
        return rng.normal(0, spread, shape).astype(np.float32)

    arrays = {
        "input.weights": numbers(0.2, channels, planes, 3, 3),
        "input.biases": numbers(0.1, channels),
        "policy.weights": numbers(0.5, 1, channels, 1, 1),
        "policy.biases": numbers(0.5, 1),
        "hidden.weights": numbers(0.5, 8, channels),
        "hidden.biases": numbers(0.5, 8),
        "outputs.weights": numbers(0.5, 3, 8),
        "outputs.biases": numbers(0.5, 3),
    }
    for number in range(2 * blocks):
        arrays[f"layer{number}.weights"] = numbers(0.1, channels, channels, 3, 3)
        arrays[f"layer{number}.biases"] = numbers(0.1, channels)
        if number % 2 == 0:
            arrays[f"layer{number}.pool"] = numbers(0.1, channels, channels)
    return PolicyValueWeights.of(arrays)


def random_network(game: katachi.Game, seed: int = 0, channels: int = 16) -> PolicyValueNetwork:
    return PolicyValueNetwork(game, random_weights(game, seed, channels), Card(about="random"))


def some_positions(game: katachi.Game, count: int = 12, seed: int = 1) -> list[katachi.Position]:
    found: list[katachi.Position] = []
    while len(found) < count:
        position = game.start()
        for move in random_game(game, seed):
            found.append(position)
            position = position.play(move)
        seed += 1
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize("channels", [16, 32, 48])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_core_computes_what_the_slow_twin_does(game: katachi.Game, channels: int) -> None:
    network = random_network(game, channels=channels)
    planes = planes_of(game)
    cells = np.array(planes.places(0), np.intp)[: len(game.topology.cells)]
    positions = some_positions(game)
    rows = network.answers(positions)
    for position, row in zip(positions, rows, strict=True):
        slow = answer(network.weights, planes.of([position.core])[0], cells)
        # Logits of cells come from exact sums; the rest from a few sums of floats.
        np.testing.assert_array_equal(row[:-4], slow.logits[:-1].astype(np.float32))
        np.testing.assert_allclose(row[-4], slow.logits[-1], atol=1e-4)
        np.testing.assert_allclose(row[-3], slow.margin, atol=1e-4)
        np.testing.assert_allclose(row[-2], slow.log_spread, atol=1e-4)
    assert np.unique(rows[:, 0]).size > len(positions) // 2  # the network looks at something


def test_every_instruction_set_gives_the_same_bits(tmp_path: Path) -> None:
    network = random_network(katachi.Go(5), channels=48)
    path = tmp_path / "five.network"
    network.save(path)
    script = (
        "import katachi, sys\n"
        f"network = katachi.load_knowledge({str(path)!r})\n"
        "position = katachi.Go(5).start().play_all('C3 B2 D4 C4')\n"
        "sys.stdout.write(network.answers([position]).tobytes().hex())\n"
    )

    def said(**changes: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, **changes},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert said() == said(KATACHI_PORTABLE="1") != ""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_onnx_says_the_same_but_for_rounding(game: katachi.Game) -> None:
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    network = random_network(game)
    session = runtime.InferenceSession(network.to_onnx(), providers=["CPUExecutionProvider"])
    positions = some_positions(game)
    planes = planes_of(game)
    logits, values = session.run(None, {"planes": planes.of([one.core for one in positions])})
    rows = network.answers(positions)
    places = np.array(planes.places(0), np.intp)
    if len(game.topology.cells) == planes.side**2:  # ONNX knows no board that is not a square
        np.testing.assert_allclose(rows[:, places], logits[:, places], atol=0.05)
        np.testing.assert_allclose(rows[:, -3:-1], values, atol=0.05)
    again = PolicyValueNetwork.of_onnx(game, network.to_onnx())
    np.testing.assert_array_equal(again.answers(positions), rows)


def test_komi_moves_the_value_and_colours_complement() -> None:
    network = random_network(katachi.Go(5))
    moves = "C3 B2 D4 C4"

    def value(komi: float) -> float:
        return float(network.values([katachi.Go(5, komi=komi).start().play_all(moves)])[0])

    row = network.answers([katachi.Go(5, komi=0).start().play_all(moves)])[0]
    for komi in (-5.5, 0.0, 7.5):
        expected = 1 / (1 + np.exp(-(float(row[-3]) - komi) / np.exp(float(row[-2]))))
        assert value(komi) == pytest.approx(expected, abs=1e-6)
    # With the stones of the other colour the other player sees the same board, and komi turns round.
    black = katachi.Go(5, komi=3.5).position("...../.XX../..O../...../..... X")
    white = katachi.Go(5, komi=-3.5).position("...../.OO../..X../...../..... O")
    first, second = network.answers([black, white])
    np.testing.assert_array_equal(first, second)


def test_strengths_are_shares_of_the_logits() -> None:
    game = katachi.Hex(4)
    network = random_network(game)
    position = game.start().play("b2")  # White looks at the mirrored board
    row = network.answers([position])[0]
    places = planes_of(game).places(1)
    shares = {m: np.exp(float(row[places[game.number(m)]])) for m in position.legal_moves}
    total = sum(shares.values())
    found = network.strengths(position)
    assert found == pytest.approx({move: share / total for move, share in shares.items()})


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_tree_has_its_strengths_and_values(game: katachi.Game) -> None:
    network = random_network(game)
    settings = msgspec.structs.replace(
        JUDGED, selection=SelectionSettings(formula="puct", exploration=0.8)
    )
    search = Mcts(game, settings, knowledge=network, evaluator=network)
    result = search.run(simulations=len(game.start().legal_moves))
    strengths = network.strengths(game.start())
    assert {m.move: m.strength for m in result.moves} == pytest.approx(strengths, abs=1e-5)
    once = [line for line in result.moves if line.visits == 1]
    assert once
    for line in once:
        value = 1 - float(network.values([game.start().play(line.move)])[0])
        assert line.value == pytest.approx(value, abs=1e-5)


def test_one_thread_and_seed_give_one_tree_and_threads_share_the_network() -> None:
    game = katachi.Go(5)
    trees = []
    for _ in range(2):
        network = random_network(game)
        search = Mcts(game, JUDGED, knowledge=network, evaluator=network)
        search.run(simulations=300)
        trees.append(search.tree_text(depth=6))
    assert trees[0] == trees[1]
    network = random_network(game)
    settings = msgspec.structs.replace(JUDGED, threads=4)
    result = Mcts(game, settings, knowledge=network, evaluator=network).run(simulations=2000)
    assert sum(line.visits for line in result.moves) == 2000
    positions = some_positions(game)
    np.testing.assert_array_equal(  # whatever the threads left in its memory
        network.answers(positions), random_network(game).answers(positions)
    )


def test_an_agent_names_it_once_for_moves_and_once_for_values(tmp_path: Path) -> None:
    game = katachi.Go(5)
    path = tmp_path / "five.network"
    random_network(game).save(path)
    file = AgentFile(kind="mcts", knowledge=str(path), evaluator=str(path), mcts=JUDGED)
    agent = build_agent("five", file)
    agent.new_game(game, 1)
    choice = agent.choose(game.start(), Budget(simulations=50))
    assert choice.move in game.start().legal_moves


# Files


def test_files_keep_a_network_to_the_byte(tmp_path: Path) -> None:
    network = random_network(katachi.Havannah(3))
    first, second = tmp_path / "one.network", tmp_path / "two.network"
    network.save(first)
    again = load_knowledge(first, PolicyValueNetwork)
    again.save(second)
    assert first.read_bytes() == second.read_bytes()
    positions = some_positions(katachi.Havannah(3))
    np.testing.assert_array_equal(again.answers(positions), network.answers(positions))
    assert again.card.about == "random"


def rewritten(path: Path, changes: dict[str, bytes | None]) -> None:
    """The zip with some parts replaced, or left out."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts |= {name: content for name, content in changes.items() if content is not None}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            if changes.get(name, b"") is not None:
                archive.writestr(name, content)


def npy(array: NDArray[np.generic]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": b"katachi-policy-value-network 2\n"}, "version '2' is unknown"),
        ({"board": b"chess8\n"}, "chess8"),
        ({"planes": b"own\nother\n"}, "other planes"),
        ({"weights1.npy.packed": None}, "no part 'weights1'"),
        (
            {"hidden.npy.packed": None, "hidden.npy": npy(np.zeros((8, 3), np.float32))},
            "do not fit",
        ),
        (
            {"hidden.npy.packed": None, "hidden.npy": npy(np.full((8, 17), np.nan, np.float32))},
            "not a number",
        ),
        ({"shifts.npy.packed": None, "shifts.npy": npy(np.full(6, 99, np.int32))}, "shift"),
        ({"shifts.npy.packed": None, "shifts.npy": npy(np.zeros(3, np.int32))}, "no input"),
        (
            {
                "weights1.npy.packed": None,
                "weights1.npy": npy(np.full((16, 16, 3, 3), 2**15 - 1, np.int16)),
            },
            "too large",
        ),
        ({"card.json": b"{"}, "card"),
    ],
)
def test_bad_files_are_refused_with_a_sentence(
    changes: dict[str, bytes | None], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "five.network"
    random_network(katachi.Go(5)).save(path)
    rewritten(path, changes)
    with pytest.raises(KatachiError, match=words if words != "card" else "five.network"):
        PolicyValueNetwork.load(path)


def test_every_damaged_byte_gives_a_katachi_error_or_the_same_network(tmp_path: Path) -> None:
    path = tmp_path / "five.network"
    network = random_network(katachi.Go(5))
    network.save(path)
    content = path.read_bytes()
    positions = some_positions(katachi.Go(5), 3)
    expected = network.answers(positions)
    rng = np.random.default_rng(5)
    refused = 0
    for place in rng.integers(len(content), size=60):
        damaged = bytearray(content)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(bytes(damaged))
        try:
            found = PolicyValueNetwork.load(path)
        except KatachiError:
            refused += 1
            continue
        np.testing.assert_array_equal(found.answers(positions), expected)
    assert refused > 40


def test_sums_that_could_leave_32_bits_are_refused() -> None:
    game = katachi.Go(5)
    weights = random_weights(game)
    heavy = WholeLayer(np.full_like(weights.layers[1].weights, 30000), weights.layers[1].biases, 14)
    with pytest.raises(KatachiError, match="too large"):
        PolicyValueNetwork(game, replace(weights, layers=(weights.layers[0], heavy) * 2))


def test_weights_of_any_size_get_a_shift_that_fits() -> None:
    rng = np.random.default_rng(3)
    for spread in (1e-4, 0.1, 3.0, 40.0):
        layer = WholeLayer.of(
            rng.normal(0, spread, (16, 16, 3, 3)).astype(np.float32),
            rng.normal(0, spread, 16).astype(np.float32),
        )
        reach = np.abs(layer.weights.astype(np.int64)).sum((1, 2, 3)) * 4095
        assert np.all(reach + np.abs(layer.biases.astype(np.int64)) < 2**31)
        np.testing.assert_allclose(
            layer.floats()["weights"], layer.weights / 2.0**layer.shift, rtol=1e-6
        )


def test_weights_are_rounded_to_the_nearest_with_fewer_places(tmp_path: Path) -> None:
    network = random_network(katachi.Hex(5), channels=32)
    rounded = network.rounded(8)
    before, after = network.weights.floats(), rounded.weights.floats()
    assert {one.shift for one in (rounded.weights.input, *rounded.weights.layers)} == {8}
    assert rounded.weights.policy is network.weights.policy  # the heads are small
    for name, array in before.items():
        # Biases of layers have eight places more.
        unit = 2.0**-16 if name.endswith("biases") else 2.0**-8
        assert np.abs(after[name] - array).max() <= unit / 2, name
    assert any(np.any(after[name] != array) for name, array in before.items())
    positions = some_positions(katachi.Hex(5))
    assert np.abs(network.values(positions) - rounded.values(positions)).max() < 0.1
    sizes = []
    for number, kept in enumerate((network, rounded)):
        kept.save(tmp_path / f"{number}.network")
        sizes.append((tmp_path / f"{number}.network").stat().st_size)
    assert sizes[1] < 0.75 * sizes[0]
    same = network.rounded(14)
    assert all(np.array_equal(a, before[n]) for n, a in same.weights.floats().items())
    with pytest.raises(KatachiError, match="binary places must be 1 to 14, not 0"):
        network.rounded(0)


def test_other_boards_are_refused() -> None:
    network = random_network(katachi.Go(5))
    with pytest.raises(KatachiError, match="for Go"):
        Mcts(katachi.Go(6), JUDGED, knowledge=network, evaluator=network)
    with pytest.raises(KatachiError, match="go5"):
        network.values([katachi.Go(6).start()])
