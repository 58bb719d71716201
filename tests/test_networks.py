"""Networks: what they see, what they say, their files; the agents that use them."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

import katachi
from katachi import KatachiError, Mcts, MctsSettings, PlayoutSettings
from katachi.agents import AnnAgent, Budget, load_agent, read_agent_file
from katachi.agents.ann import kept_moves, pruned_share
from katachi.agents.catalogue import AgentFile
from katachi.knowledge import (
    ConvolutionalNetwork,
    PolicyNetwork,
    ValueNetwork,
    knowledge_for,
    knowledge_names,
    load_knowledge,
)
from katachi.knowledge.networks import Node, board_inputs
from katachi.matches import parse_contestant

NAMES = knowledge_names(ConvolutionalNetwork, PolicyNetwork, ValueNetwork)


def value_network(game: katachi.Game, seed: int = 0) -> ValueNetwork:
    rng = np.random.default_rng(seed)
    cells = len(game.topology.cells)
    hidden = cells // 3
    return ValueNetwork(
        game,
        rng.normal(size=(hidden, cells)),
        rng.normal(size=hidden),
        rng.normal(size=hidden),
        0.1,
        0.3,
        0.8,
    )


def policy_network(game: katachi.Game, seed: int = 0) -> PolicyNetwork:
    """Two hidden nodes, the second fed by the first; the last cell has no node."""
    rng = random.Random(seed)
    cells = len(game.topology.cells)

    def edges(sources: range) -> tuple[tuple[int, float], ...]:
        return tuple((source, rng.gauss(0, 0.4)) for source in sources)

    nodes = [
        Node(rng.gauss(0, 0.2), rng.uniform(0.5, 1.5), edges(range(cells + n))) for n in (0, 1)
    ]
    nodes += [Node(rng.gauss(0, 0.2), 1.0, edges(range(cells + 2))) for _ in range(cells - 1)]
    return PolicyNetwork(game, tuple(nodes), (*range(2, cells + 1), -1))


def random_position(game: katachi.Game, moves: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = game.start()
    for _ in range(moves):
        position = position.play(rng.choice([m for m in position.legal_moves if m != "pass"]))
    return position


def slow_inputs(position: katachi.Position) -> list[float]:
    """In Hex White sees column and row exchanged."""
    cells = position.game.topology.cells
    if position.game.name == "hex" and position.to_move == "white":
        size = position.game.size
        cells = tuple(cells[(k % size) * size + k // size] for k in range(len(cells)))
    stones = [position.at(cell) for cell in cells]
    return [0.0 if s is None else 1.0 if s == position.to_move else -1.0 for s in stones]


GAMES: list[katachi.Game] = [katachi.Othello(6), katachi.Go(4), katachi.Hex(4), katachi.Havannah(3)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_inputs_are_what_the_player_sees(game: katachi.Game) -> None:
    for moves in range(7):
        position = random_position(game, moves, moves)
        assert board_inputs([position])[0].tolist() == slow_inputs(position)


def test_both_players_of_hex_see_the_same_board() -> None:
    """Exchanged colours and sides give the same values."""
    game = katachi.Hex(4)
    network = value_network(game)
    for seed in range(5):
        position = random_position(game, 5, seed)
        mirror = next(s for s in game.topology.symmetries if s.exchanges_colors)
        values = network.values([position, position.transformed(mirror)])
        turned = next(s for s in game.topology.symmetries[1:] if not s.exchanges_colors)
        others = network.values([position.transformed(turned)])
        # One of the reflections is the mirror itself, the other one also turns the board.
        assert values[0] == pytest.approx(values[1]) or values[1] == pytest.approx(others[0])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_are_those_of_the_formula(game: katachi.Game) -> None:
    network = value_network(game)
    position = random_position(game, 4, 1)
    inputs = slow_inputs(position)

    def sigmoid(x: float) -> float:
        return 1 / (1 + math.exp(-x))

    top = network.output_bias
    for row, bias, weight in zip(
        network.hidden_weights, network.hidden_biases, network.output_weights, strict=True
    ):
        top += weight * sigmoid(bias + sum(w * x for w, x in zip(row, inputs, strict=True)))
    assert network.values([position])[0] == pytest.approx(0.3 + 0.5 * sigmoid(top))
    assert network.values([]).size == 0


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_core_evaluates_policies_as_the_formula_does(game: katachi.Game) -> None:
    network = policy_network(game)
    size = game.size
    for seed in range(4):
        position = random_position(game, 3 + seed, seed)
        values = slow_inputs(position)
        for node in network.nodes:
            total = sum(weight * values[source] for source, weight in node.edges)
            z = max(-60.0, min(60.0, 5 * (node.bias + node.response * total)))
            values.append(1 / (1 + math.exp(-z)))
        cells = len(game.topology.cells)
        for move, strength in network.strengths(position).items():
            number = game.number(move)
            if game.name == "hex" and position.to_move == "white" and number < cells:
                number = (number % size) * size + number // size
            output = network.outputs[number] if number < cells else -1
            assert strength == pytest.approx(values[cells + output] if output >= 0 else 0, abs=1e-5)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_greedy_playouts_play_the_strongest_move(game: katachi.Game) -> None:
    network = policy_network(game, 3)
    greedy = MctsSettings(playout=PlayoutSettings(base="epsilon_greedy", epsilon=0.0))
    search = Mcts(game, greedy, playout_knowledge=network)
    played = search.play_out(game.start(), seed=1)
    position = game.start()
    for move in played.moves:
        strengths = network.strengths(position)
        # Playouts of Go leave out own eyes and suicide, so only what they consider is compared.
        allowed = {move: s for move, s in strengths.items() if game.name != "go" or move != "pass"}
        if game.name != "go":
            assert strengths[move] == pytest.approx(max(allowed.values()), abs=1e-6)
        position = position.play(move)
    assert position.is_over
    first = max(network.strengths(game.start()).items(), key=lambda pair: pair[1])[0]
    assert played.moves[0] == first


def test_the_pruned_share_is_that_of_the_thesis() -> None:
    """Half at move 0, 10 % at move 70, 4 % at move 125 (AGENTS 3.2.2)."""
    assert pruned_share(0) == pytest.approx(0.5)
    assert round(pruned_share(70), 2) == 0.10
    assert round(pruned_share(125), 2) == 0.04


@pytest.mark.parametrize("game", [katachi.Go(5), katachi.Hex(5), katachi.Othello(6)], ids=str)
def test_the_moves_that_are_worst_for_the_network_are_dropped(game: katachi.Game) -> None:
    network = value_network(game, 7)
    for moves in (0, 3, 8):
        position = random_position(game, moves, moves)
        ranked = [m for m in position.legal_moves if m != "pass"]
        dropped = int(pruned_share(position.moves_played) * len(ranked))
        ranked.sort(key=lambda m: network.values([position.play(m)])[0])  # good for the mover first
        expected = set(ranked[: len(ranked) - dropped])
        if "pass" in position.legal_moves:
            expected.add("pass")
        assert set(kept_moves(network, position)) == expected
        assert dropped > 0


def test_ann_searches_only_what_the_network_keeps(tmp_path: Path) -> None:
    game = katachi.Hex(4)
    path = tmp_path / "mine.network"
    value_network(game).save(path)
    agent = AnnAgent("ann", MctsSettings(), values=str(path), reuse_tree=False)
    agent.new_game(game, 1)
    choice = agent.choose(game.start(), Budget(simulations=60))
    assert choice.search is not None
    kept = kept_moves(value_network(game), game.start())
    assert {line.move for line in choice.search.moves} == set(kept)
    assert len(kept) == 8
    agent.choose(game.start().play(choice.move), Budget(seconds=0.01))


@pytest.mark.parametrize("name", NAMES)
def test_networks_that_ship_have_cards_and_play(name: str) -> None:
    network = load_knowledge(name)
    game, card = network.game, network.card
    assert isinstance(game, katachi.Game)
    assert card.about
    assert card.made_by
    if isinstance(network, ConvolutionalNetwork):
        assert card.results["accuracy"] > 0.4
    else:
        assert card.results["held-out error"] > 0
    family, _, board = name.partition("-")
    assert board == f"{game.name}{game.size}"
    agent = load_agent(family)
    agent.new_game(game, 1)
    assert agent.choose(game.start(), Budget(simulations=20)).move
    if isinstance(network, ValueNetwork):
        cells = len(network.game.topology.cells)
        assert network.hidden_biases.shape == (cells // 3,)
        assert card.results["best move in the better half"] > 0.6


def test_networks_for_the_boards_of_the_measurements_ship() -> None:
    assert {"ann-go5", "ann-go7", "ann-go9", "ann-hex9", "conv-othello8"} <= set(NAMES)


def test_files_keep_networks(tmp_path: Path) -> None:
    for network in (value_network(katachi.Go(5)), policy_network(katachi.Hex(4))):
        path = tmp_path / f"{network.game.name}.network"
        network.save(path)
        again = load_knowledge(str(path))
        assert type(again) is type(network)
        position = random_position(network.game, 3, 2)
        if isinstance(network, ValueNetwork):
            assert isinstance(again, ValueNetwork)
            assert again.values([position]) == pytest.approx(network.values([position]), abs=1e-6)
        else:
            assert isinstance(again, PolicyNetwork)
            assert again.strengths(position) == network.strengths(position)
        with pytest.raises(KatachiError, match="exists already"):
            network.save(path)


def test_bad_files_are_refused_with_their_name(tmp_path: Path) -> None:
    good = tmp_path / "good.network"
    value_network(katachi.Go(5)).save(good)
    whole = json.loads(good.read_text())
    damages: dict[str, object] = {
        "no json": "{",
        "no kind": {**whole, "kind": "other"},
        "version": {**whole, "format": "katachi network 2"},
        "unknown": {**whole, "more": 1},
        "layers": {**whole, "hidden_biases": [0.0]},
        "rows": {**whole, "hidden_weights": [[0.0], [0.0, 1.0]]},
        "board": {**whole, "game": "chess8"},
    }
    for name, content in damages.items():
        path = tmp_path / f"{name}.network"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        with pytest.raises(KatachiError):
            load_knowledge(str(path))
    with pytest.raises(KatachiError, match=r"cannot read .*none\.network"):
        load_knowledge(str(tmp_path / "none.network"))
    with pytest.raises(KatachiError, match="no knowledge 'ann-chess'"):
        load_knowledge("ann-chess")


@pytest.mark.parametrize(
    ("nodes", "outputs", "words"),
    [
        ([Node(0.0, 1.0, ((16, 1.0),))], (-1,) * 16, "edge from 16"),
        ([Node(0.0, 1.0, ((3, math.inf),))], (-1,) * 16, "edge from 3"),
        ([Node(math.nan, 1.0, ())], (-1,) * 16, "bias"),
        ([], (0,) + (-1,) * 15, "no node has the number 0"),
        ([], (-1,) * 15, "15 outputs for 16 cells"),
    ],
)
def test_policies_that_lead_nowhere_are_refused(
    nodes: list[Node], outputs: tuple[int, ...], words: str
) -> None:
    with pytest.raises(KatachiError, match=words):
        PolicyNetwork(katachi.Hex(4), tuple(nodes), outputs)


def test_a_network_is_for_one_board(tmp_path: Path) -> None:
    path = tmp_path / "go5.network"
    value_network(katachi.Go(5)).save(path)
    assert isinstance(knowledge_for(str(path), katachi.Go(5, komi=0.5)), ValueNetwork)
    with pytest.raises(KatachiError, match=r"the network is for Go\(5.*\), not for Go"):
        knowledge_for(str(path), katachi.Go(7))
    with pytest.raises(KatachiError, match="katachi train ann hex4"):
        knowledge_for("ann", katachi.Hex(4))
    with pytest.raises(KatachiError, match="the network is for"):
        value_network(katachi.Go(5)).values([katachi.Go(7).start()])
    policy_network(katachi.Hex(4)).save(tmp_path / "p.network")
    agent = AnnAgent("x", MctsSettings(), values=str(tmp_path / "p.network"))
    with pytest.raises(KatachiError, match="does not give values"):
        agent.new_game(katachi.Hex(4), 0)
    with pytest.raises(KatachiError, match="the network is for"):
        Mcts(katachi.Hex(5), knowledge=policy_network(katachi.Hex(4)))


def test_stored_games_name_the_networks_behind_them() -> None:
    """Another network is another player."""
    files = json.loads(parse_contestant("ann@10").configuration)["files"]
    assert {f"{name}.network" for name in NAMES if name.startswith("ann-")} == set(files)
    assert all(len(found) == 64 for found in files.values())


def test_agent_files_exclude_two_kinds_of_strengths() -> None:
    both = "playout_knowledge and playout_weights exclude each other"
    with pytest.raises(KatachiError, match=both):
        msgspec.structs.replace(read_agent_file("neat"), playout_weights="x")
    with pytest.raises(KatachiError, match="knowledge and network exclude each other"):
        AgentFile(kind="mcts", knowledge="hex", network="conv")


def test_agent_files_with_former_names_mean_the_same() -> None:
    former = msgspec.toml.decode(
        b'kind = "mcts"\nnetwork = "conv"\nplayout_weights = "othello-cells"\n', type=AgentFile
    )
    assert former == AgentFile(kind="mcts", knowledge="conv", playout_knowledge="othello-cells")
    assert AgentFile(kind="mcts", playout_network="neat").playout_knowledge == "neat"
    changed = parse_contestant("othello-cells[playout_weights=othello-cells-annealed]@10")
    assert changed.agent.playout_knowledge == "othello-cells-annealed"
    assert "playout_weights" not in changed.configuration
