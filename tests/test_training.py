"""Training of the networks of AGENTS: boards, labels, the two learners, the commands."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import check_grad
from typer.testing import CliRunner

import katachi
from katachi import KatachiError
from katachi.cli import app
from katachi.knowledge import ValueNetwork, load_knowledge
from katachi.learning.networks import (
    Label,
    NeatTraining,
    Question,
    ValueTraining,
    depths_of,
    evolve_policy_network,
    make_labels,
    question_of,
    random_board,
    read_labels,
    train_value_network,
)
from katachi.learning.networks.boards import DEPTHS
from katachi.learning.networks.neuroevolution import boards_of, evaluate, nodes_of
from katachi.learning.networks.value_training import Shape, loss_and_gradient

HEX = katachi.Hex(4)


def test_depths_are_those_of_the_thesis_as_far_as_games_go() -> None:
    assert DEPTHS == (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 105)  # fmt: skip
    assert depths_of(katachi.Go(5)) == DEPTHS
    assert depths_of(katachi.Othello(6))[-1] in {25, 30}
    with pytest.raises(KatachiError, match="end before 5 moves"):
        depths_of(katachi.Go(9, move_limit=4))


@pytest.mark.parametrize("game", [katachi.Go(5), katachi.Hex(5), katachi.Othello(6)], ids=str)
def test_boards_are_spread_over_the_depths(game: katachi.Game) -> None:
    depths = depths_of(game)
    for number in range(2 * len(depths)):
        position = random_board(game, depths, 7, number)
        assert position.moves_played == depths[number % len(depths)]
        assert not position.is_over
        assert position == random_board(game, depths, 7, number)
    assert random_board(game, depths, 7, 0) != random_board(game, depths, 8, 0)


def labels_of(game: katachi.Game, path: Path, boards: int, threads: int = 1) -> list[Label]:
    return make_labels(game, question_of(game, boards, 40, 3), path, threads=threads)


def test_labels_are_what_a_search_says(tmp_path: Path) -> None:
    label = labels_of(HEX, tmp_path / "labels", 6)[4]
    position = random_board(HEX, depths_of(HEX, 3), 3, 4)
    assert label.to_move == position.to_move
    assert [int(d) for d in label.cells] == [{0: 1, 1: 2, 2: 0}[s] for s in position.stones]
    assert {HEX.moves[move] for move in label.moves} == set(position.legal_moves)
    assert min(label.moves.values()) <= label.value <= max(label.moves.values())


def test_labels_do_not_depend_on_threads_and_runs_go_on(tmp_path: Path) -> None:
    whole = labels_of(HEX, tmp_path / "whole", 12)
    assert [label.board for label in whole] == list(range(12))
    assert labels_of(HEX, tmp_path / "threads", 12, threads=3) == whole

    lines = (tmp_path / "whole").read_text().splitlines()
    cut = tmp_path / "cut"
    cut.write_text("\n".join([*lines[:5], lines[5][:20]]))  # killed while it wrote
    assert len(read_labels(cut)) == 4
    made: list[int] = []
    question = question_of(HEX, 12, 40, 3)
    assert make_labels(HEX, question, cut, progress=made.append) == whole
    assert made == list(range(5, 13))
    before = cut.read_text()
    assert make_labels(HEX, question, cut) == whole
    assert sorted(cut.read_text().splitlines()) == sorted(before.splitlines())


def test_labels_of_another_question_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    labels_of(HEX, path, 2)
    with pytest.raises(KatachiError, match="answers another question"):
        make_labels(HEX, question_of(HEX, 2, 41, 3), path)
    path.write_text("no labels\n")
    with pytest.raises(KatachiError, match="is not a file of labels"):
        read_labels(path)
    lines = [json.dumps({"game": "x", "boards": 1, "simulations": 1, "score_share": 0.0}), "{}", ""]
    path.write_text("\n".join(lines))
    with pytest.warns(RuntimeWarning, match="line 2 is damaged and left out"):
        assert read_labels(path) == {}


def test_values_are_scores_in_go_and_wins_in_hex() -> None:
    assert question_of(katachi.Go(5), 1, 1, 0).score_share == 1.0
    assert question_of(katachi.Hex(5), 1, 1, 0).score_share == 0.0


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    shape = Shape(9)
    assert (shape.hidden, shape.count) == (3, 34)
    inputs, targets = rng.choice([-1.0, 0.0, 1.0], (20, 9)), rng.random(20)
    vector = rng.normal(size=shape.count)
    error = check_grad(
        lambda v: loss_and_gradient(v, shape, inputs, targets, 0.3)[0],
        lambda v: loss_and_gradient(v, shape, inputs, targets, 0.3)[1],
        vector,
    )
    assert error < 1e-6


def planted_labels(game: katachi.Game, boards: int) -> tuple[Question, list[Label]]:
    """The value of a board is 0.5 + a hundredth of own minus other stones, weighed by the row."""
    rng = random.Random(5)
    size = game.size
    labels = []
    for number in range(boards):
        position = random_board(game, depths_of(game), 0, number)
        own = position.to_move
        value = 0.5
        for k, cell in enumerate(game.topology.cells):
            stone = position.at(cell)
            if stone is not None:
                value += 0.01 * (1 + k // size) * (1 if stone == own else -1)
        labels.append(
            Label(
                board=number,
                cells="".join("120"[s] for s in position.stones),
                to_move=own,
                value=min(1.0, max(0.0, value)),
                moves={game.number(m): rng.random() for m in position.legal_moves},
            )
        )
    return question_of(game, boards, 1, 0), labels


def test_a_planted_value_is_found_again() -> None:
    game = katachi.Go(4)
    question, labels = planted_labels(game, 250)
    network = train_value_network(
        game, question, labels, ValueTraining(symmetries=False, penalty=0.01)
    )
    assert network.card.results["correlation of values"] > 0.97
    again = train_value_network(
        game, question, labels, ValueTraining(symmetries=False, penalty=0.01)
    )
    assert np.array_equal(network.hidden_weights, again.hidden_weights)
    assert network.low < min(label.value for label in labels)


def test_symmetric_boards_teach_symmetric_values() -> None:
    """With symmetries the values of a board and its images come nearer to each other."""
    game = katachi.Go(4)
    question, labels = planted_labels(game, 200)
    spread = []
    for symmetries in (False, True):
        network = train_value_network(
            game, question, labels, ValueTraining(symmetries=symmetries, steps=60)
        )
        boards = [random_board(game, depths_of(game), 1, number) for number in range(10)]
        images = [
            network.values([board.transformed(s) for s in game.topology.symmetries])
            for board in boards
        ]
        spread.append(np.mean([np.ptp(values) for values in images]))
    assert spread[1] < spread[0] / 2


def test_too_few_boards_are_refused() -> None:
    question, labels = planted_labels(HEX, 10)
    with pytest.raises(KatachiError, match="10 boards are too few"):
        train_value_network(HEX, question, labels)
    with pytest.raises(KatachiError, match="10 boards are too few"):
        evolve_policy_network(HEX, question, labels)
    with pytest.raises(KatachiError, match="held_out"):
        ValueTraining(held_out=1.0)


def test_evolved_networks_are_evaluated_as_the_library_does() -> None:
    """neat-python node by node, our matrices, and the core: three ways, one answer."""
    neat = pytest.importorskip("neat")
    from katachi.learning.networks.neuroevolution import _configuration

    training = NeatTraining(population=6, connections=60)
    config = _configuration(neat, 16, training)
    state = random.getstate()
    random.seed(2)
    genomes = list(neat.Population(config).population.values())
    for genome in genomes:
        for _ in range(40):
            genome.mutate(config.genome_config)
    random.setstate(state)
    _, labels = planted_labels(HEX, 20)
    inputs, _, _ = boards_of(HEX, labels)
    deep = 0
    for genome in genomes:
        nodes, outputs = nodes_of(genome, config)
        library = neat.nn.FeedForwardNetwork.create(genome, config)
        found = evaluate(nodes, outputs, inputs)
        for row, board in zip(found, inputs, strict=True):
            assert row == pytest.approx(library.activate(board.tolist()), abs=1e-9)
        deep += len(nodes) > 16
        network = katachi.knowledge.networks.PolicyNetwork(HEX, nodes, outputs)
        for number, label in enumerate(labels):
            position = random_board(HEX, depths_of(HEX), 0, label.board)
            seen = katachi.knowledge.networks.seen_cells(HEX, position.to_move)
            for move, strength in network.strengths(position).items():
                expected = found[number, seen[HEX.number(move)]]
                assert strength == pytest.approx(expected, abs=1e-5)
    assert deep, "no genome grew a hidden node"


def test_crossover_that_looks_for_no_cycles_gives_the_same_networks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    neat = pytest.importorskip("neat")
    from katachi.learning.networks import neuroevolution

    question, labels = planted_labels(HEX, 40)
    training = NeatTraining(population=20, generations=6, connections=60, seed=3)
    ours = evolve_policy_network(HEX, question, labels, training)
    careful = type("AcyclicGenome", (neat.DefaultGenome,), {})
    monkeypatch.setattr(neuroevolution, "_genome_kind", lambda _neat: careful)
    theirs = evolve_policy_network(HEX, question, labels, training)
    assert (ours.nodes, ours.outputs) == (theirs.nodes, theirs.outputs)


def test_evolution_lowers_the_error_and_leaves_random_numbers_alone() -> None:
    pytest.importorskip("neat")
    question, labels = planted_labels(HEX, 60)
    errors: list[float] = []
    random.seed(11)
    expected = random.Random(11).random()
    training = NeatTraining(population=20, generations=8, connections=40, seed=1)
    network = evolve_policy_network(
        HEX, question, labels, training, progress=lambda _, error: errors.append(error)
    )
    assert random.random() == expected
    assert errors[-1] < errors[0]
    assert network.card.results["error"] == pytest.approx(min(errors), abs=1e-5)
    again = evolve_policy_network(HEX, question, labels, training)
    assert again.nodes == network.nodes
    enough = NeatTraining(population=20, generations=8, connections=40, seed=1, error=errors[0])
    assert evolve_policy_network(HEX, question, labels, enough).card.settings["generations"] == 1


def test_targets_are_values_of_moves_and_zero_elsewhere() -> None:
    _, labels = planted_labels(HEX, 20)
    inputs, targets, legal = boards_of(HEX, labels)
    assert np.all(targets[~legal] == 0)
    assert np.all(inputs[legal] == 0), "a move is on an empty cell"
    white = next(label for label in labels if label.to_move == "white")
    row = labels.index(white)
    move, value = next(iter(white.moves.items()))
    assert targets[row, (move % 4) * 4 + move // 4] == value


def test_the_commands_train_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("neat")
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    small = ["hex4", "--boards", "40", "--simulations", "30"]
    done = runner.invoke(app, ["train", "ann", *small, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["file"] == "ann-hex4.network"
    assert told["card"]["settings"]["simulations"] == 30
    assert isinstance(load_knowledge("./ann-hex4.network"), ValueNetwork)
    assert len((tmp_path / "hex4-30.labels").read_text().splitlines()) == 41
    again = runner.invoke(app, ["train", "ann", *small])
    assert again.exit_code == 2
    assert "exists already" in again.output
    done = runner.invoke(
        app, ["train", "neat", *small, "--population", "8", "--generations", "2", "--seed", "0"]
    )
    assert done.exit_code == 0, done.output
    assert "written to neat-hex4.network" in done.output
    shown = runner.invoke(app, ["networks", "./neat-hex4.network"])
    assert "PolicyNetwork of hex4" in shown.output
    listed = runner.invoke(app, ["networks"])
    assert "ann-go9: ann for go 9" in listed.output
    match = runner.invoke(
        app, ["match", "ann@20", "random", "go5", "--pairs", "1", "--seed", "1", "--json"]
    )
    assert match.exit_code == 0, match.output
