"""Training of networks with a policy and a value head, and the lessons of records and own games."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
from test_planes import planes_of, random_game

import katachi
from katachi import KatachiError
from katachi.games.outcome import COLORS
from katachi.knowledge import load_knowledge
from katachi.knowledge.networks import PolicyValueNetwork
from katachi.learning.networks import (
    Lessons,
    PolicyValueTraining,
    TrainingState,
    judge_network,
    lessons_of,
    place_symmetries,
    train_policy_value_network,
)
from katachi.learning.networks import policy_value_training as module
from katachi.optimising.improve.network_lessons import network_lessons, read_journals
from katachi.optimising.improve.own_game import OwnPlay, play_own_game, thousandths
from katachi.optimising.improve.own_games import play_own_games
from katachi.optimising.improve.plan import Exploration
from katachi.records import GameRecord, Games, write

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)

GO = katachi.Go(5, komi=2.5)
HEX = katachi.Hex(4)
SMALL = PolicyValueTraining(channels=16, blocks=1, hidden=8, epochs=30, batch=16, rate=5e-3, seed=3)


def finished(game: katachi.Game, seed: int) -> GameRecord:
    moves = tuple(random_game(game, seed))
    position = game.start().play_all(" ".join(moves))
    return GameRecord(game, moves, outcome=position.outcome)


def greedy_games(count: int) -> Games:
    """Black plays the first empty cell; so he joins nothing and White, at random, wins often."""
    records = []
    for seed in range(count):
        rng = random.Random(seed)
        position, played = HEX.start(), []
        while not position.is_over:
            legal = position.legal_moves
            move = legal[0] if position.to_move == "black" else rng.choice(legal)
            played.append(move)
            position = position.play(move)
        records.append(GameRecord(HEX, tuple(played), outcome=position.outcome))
    return Games.of(records)


@pytest.mark.parametrize("game", [GO, HEX], ids=str)
def test_lessons_are_seen_by_the_player_to_move(game: katachi.Game) -> None:
    records = [finished(game, seed) for seed in range(3)]
    lessons = lessons_of(game, Games.of(records))
    useful = lessons.useful()
    batch = lessons.batch(useful)
    assert len(useful) == len(lessons.examples)
    for row, number in enumerate(useful):
        record = records[lessons.examples.game_numbers[number]]
        ply = int(lessons.examples.plies[number])
        position = game.start().play_all(" ".join(record.moves[:ply]))
        mover = position.to_move
        assert record.outcome is not None
        assert batch.chances[row] == float(record.outcome.winner == mover)
        places = planes_of(game).places(COLORS.index(mover))
        place = places[game.number(record.moves[ply])]
        assert batch.shares[row].sum() == batch.shares[row, place] == 1.0
        sign = 1 if mover == "black" else -1
        komi = getattr(game, "komi", 0.0)
        assert batch.handicaps[row] == sign * komi
        if game is GO:
            end = game.start().play_all(" ".join(record.moves))
            owned = np.array(game.owners(end, playouts=60).values)
            found = batch.owners[row][np.array(places)[: len(owned)]]
            np.testing.assert_allclose(found, sign * owned, atol=1e-6)
            if end.is_over:
                assert batch.margins[row] == sign * np.rint(owned).sum()
            else:
                assert np.isnan(batch.margins[row])
    if game is HEX:
        assert np.isnan(batch.owners).all()
        assert np.isnan(batch.margins).all()


def test_symmetries_turn_everything_alike() -> None:
    lessons = lessons_of(GO, Games.of([finished(GO, 1)]))
    batch = lessons.batch(lessons.useful()[:6])
    symmetries = place_symmetries(GO)
    which = np.array([3, 1, 4, 0, 5, 2])
    turned = batch.transformed(symmetries, which)
    for row, symmetry in enumerate(symmetries[which]):
        np.testing.assert_array_equal(turned.shares[row][symmetry], batch.shares[row])
        np.testing.assert_array_equal(turned.owners[row][symmetry], batch.owners[row])
        assert turned.examples.chosen[row] == turned.shares[row].argmax()


def test_games_of_other_boards_and_set_ups_are_refused() -> None:
    with pytest.raises(KatachiError, match="other boards than hex5"):
        lessons_of(katachi.Hex(5), greedy_games(1))


def own_play() -> OwnPlay:
    exploration = Exploration(opening_plies=1, full_share=0.5, resign_below=0.0)
    return OwnPlay("hex4", "rave", "seed 1", 40, 8, exploration)


def test_own_games_keep_the_visits_of_their_searches(tmp_path: Path) -> None:
    played = play_own_game((own_play(), 3))
    assert len(played.shares) == len(played.moves)
    for taught, shares in zip(played.taught, played.shares, strict=True):
        assert bool(taught) == bool(shares)
        if shares:
            counts = [int(word) for word in shares.split()[1::2]]
            assert 950 <= sum(counts) <= 1050
            assert counts == sorted(counts, reverse=True)
    assert thousandths({"a1": 0.5, "b1": 0.5}) == "a1 500 b1 500"
    journal = tmp_path / "own.jsonl"
    from katachi.matches.match import Running

    games = play_own_games(own_play(), 4, journal, Running())
    assert sorted(read_journals([journal]), key=lambda one: one.number) == games
    lessons = network_lessons(HEX, games)
    batch = lessons.batch(lessons.useful())
    sums = batch.shares.sum(axis=1)
    assert set(np.round(sums, 4)) == {0.0, 1.0}
    former = [msgspec.structs.replace(one, shares=()) for one in games]
    with pytest.raises(KatachiError, match="keep no visits"):
        network_lessons(HEX, former)


def test_an_own_game_goes_on_after_a_pass_that_wins() -> None:
    """The agent passes without a search; nothing is taught there."""
    exploration = Exploration(opening_plies=0, full_share=1.0, resign_below=0.0)
    for number in range(6):
        played = play_own_game((OwnPlay("go3", "go-rave", "x", 60, 20, exploration), number))
        assert played.reason
        if played.moves[-1] == "pass" and not played.shares[-1]:
            return
    raise AssertionError("no game ended with a pass that wins")


@needs_torch
def test_the_loss_falls_and_the_rule_is_learned() -> None:
    states: list[TrainingState] = []
    lessons = lessons_of(HEX, greedy_games(40))
    network = train_policy_value_network(HEX, [lessons], SMALL, progress=states.append)
    assert len(states) == SMALL.steps(len(lessons.useful())) == states[-1].step
    assert states[-1].loss < 0.8 * states[0].loss
    judged = judge_network(network, lessons_of(HEX, Games.of(list(greedy_games(60))[40:])))
    assert judged["first"] > 0.45
    assert judged["log_loss"] < np.log(2)
    assert network.card.games == 40
    first = network.strengths(HEX.start())
    assert max(first, key=lambda move: first[move]) == HEX.start().legal_moves[0]


@needs_torch
@pytest.mark.parametrize("game", [katachi.Go(5), katachi.Havannah(3)], ids=str)
def test_the_core_computes_what_pytorch_does(game: katachi.Game) -> None:
    import torch

    lessons = lessons_of(game, Games.of([finished(game, seed) for seed in range(6)]))
    training = PolicyValueTraining(channels=16, blocks=2, hidden=8, epochs=8, batch=16)
    trainer = module._Trainer(torch, game, [lessons], training, None)
    trainer.run(None)
    network = PolicyValueNetwork(game, trainer.weights())
    batch = lessons.batch(lessons.useful()[:30])
    trainer.network.eval()
    with torch.no_grad():
        cells = torch.from_numpy(trainer.boards[0].cells)
        logits, values, _ = trainer.network(torch.from_numpy(batch.examples.planes), cells)
    found = network.core.evaluate(batch.examples.planes)
    legal = batch.examples.legal
    assert np.abs(found[:, :-2] - logits.numpy())[legal].max() < 0.1
    assert np.abs(found[:, -2:] - values.numpy()).max() < 0.2
    assert np.abs(logits.numpy()[legal]).std() > 0.1


@needs_torch
def test_an_interrupted_training_goes_on_to_the_same_network(tmp_path: Path) -> None:
    lessons = [lessons_of(HEX, greedy_games(8))]
    training = PolicyValueTraining(channels=16, blocks=1, epochs=4, batch=16, seed=1)
    whole = train_policy_value_network(HEX, lessons, training)
    checkpoint = tmp_path / "x.checkpoint"

    def stop(state: TrainingState) -> None:
        if state.step == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_policy_value_network(HEX, lessons, training, checkpoint=checkpoint, progress=stop)
    steps: list[int] = []
    again = train_policy_value_network(
        HEX, lessons, training, checkpoint=checkpoint, progress=lambda s: steps.append(s.step)
    )
    assert steps[0] == 6
    for name, array in whole.weights.arrays().items():
        np.testing.assert_array_equal(again.weights.arrays()[name], array)
    assert not checkpoint.exists()


@needs_torch
def test_other_checkpoints_are_refused(tmp_path: Path) -> None:
    lessons = [lessons_of(HEX, greedy_games(4))]
    checkpoint = tmp_path / "x.checkpoint"

    def stop(_state: TrainingState) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_policy_value_network(HEX, lessons, SMALL, checkpoint=checkpoint, progress=stop)
    other = [lessons_of(HEX, greedy_games(5))]
    with pytest.raises(KatachiError, match="other settings or games"):
        train_policy_value_network(HEX, other, SMALL, checkpoint=checkpoint)


@pytest.mark.parametrize("changes", [{"channels": 20}, {"blocks": -1}, {"rate": 0.0}])
def test_settings_out_of_range_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(katachi.InvalidSettings, match=next(iter(changes))):
        PolicyValueTraining(**changes)  # type: ignore[arg-type]


@needs_torch
def test_the_command_writes_a_network(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from katachi.cli import app

    records, journal = tmp_path / "hex.katachi", tmp_path / "own.jsonl"
    write(greedy_games(20), records)
    from katachi.matches.match import Running

    play_own_games(own_play(), 6, journal, Running())
    output = tmp_path / "mine.network"
    arguments = ["train", "network", str(records), "--own", str(journal), "--game", "hex4"]
    options = [
        "--channels",
        "16",
        "--blocks",
        "1",
        "--epochs",
        "2",
        "--batch",
        "16",
        "--test",
        "0.2",
        "--places",
        "7",
    ]
    done = CliRunner().invoke(app, [*arguments, *options, "--output", str(output)])
    assert done.exit_code == 0, done.output
    network = load_knowledge(output, PolicyValueNetwork)
    assert network.card.games == 16 + 5
    assert {layer.shift for layer in network.weights.layers} == {7}
    assert {"records: log_loss", "own games: first"} <= network.card.results.keys()


def one_size(size: int, count: int) -> Lessons:
    game = katachi.Hex(size)
    return lessons_of(game, Games.of([finished(game, seed) for seed in range(count)]))


def test_every_position_of_every_size_comes_equally_often() -> None:
    lessons = [one_size(4, 6), one_size(5, 9), one_size(4, 3)]
    training = PolicyValueTraining(channels=16, blocks=0, epochs=2, batch=8)
    boards = module._boards_of(lessons, training)
    assert [len(board.lessons) for board in boards] == [2, 1]
    counts = [len(board.positions) for board in boards]
    steps = training.steps(sum(counts))
    turns = module._turns(counts, steps, seed=0)
    assert len(turns) == steps
    shares = np.bincount(turns) / steps
    np.testing.assert_allclose(shares, np.array(counts) / sum(counts), atol=1 / steps)
    seen = np.concatenate([boards[1].order[step] for step in range(counts[1] // 8)])
    assert len(set(seen.tolist())) == len(seen)


@needs_torch
def test_two_sizes_teach_one_network() -> None:
    """The core computes on both boards what PyTorch does."""
    import torch

    lessons = [one_size(4, 6), one_size(5, 6)]
    training = PolicyValueTraining(channels=16, blocks=1, hidden=8, epochs=8, batch=16)
    trainer = module._Trainer(torch, HEX, lessons, training, None)
    trainer.run(None)
    trainer.network.eval()
    for some, board in zip(lessons, trainer.boards, strict=True):
        batch = some.batch(some.useful()[:20])
        with torch.no_grad():
            logits, values, _ = trainer.network(
                torch.from_numpy(batch.examples.planes), torch.from_numpy(board.cells)
            )
        found = PolicyValueNetwork(some.examples.game, trainer.weights()).core
        rows = found.evaluate(batch.examples.planes)
        legal = batch.examples.legal
        assert np.abs(rows[:, :-2] - logits.numpy())[legal].max() < 0.1
        assert np.abs(rows[:, -2:] - values.numpy()).max() < 0.2


@needs_torch
def test_a_training_begins_with_the_network_that_it_is_given() -> None:
    import torch

    training = PolicyValueTraining(channels=16, blocks=1, hidden=8, epochs=10, batch=16)
    first = train_policy_value_network(HEX, [one_size(4, 20)], training)
    lessons = one_size(5, 20)
    larger = katachi.Hex(5)
    trainer = module._Trainer(torch, larger, [lessons], training, None, first)
    batch = lessons.batch(lessons.useful()[:40])
    trainer.network.eval()
    with torch.no_grad():
        logits, values, _ = trainer.network(
            torch.from_numpy(batch.examples.planes), torch.from_numpy(trainer.boards[0].cells)
        )
    rows = PolicyValueNetwork(larger, first.weights).core.evaluate(batch.examples.planes)
    legal = batch.examples.legal
    assert np.abs(rows[:, :-2] - logits.numpy())[legal].max() < 0.1
    assert np.abs(rows[:, -2:] - values.numpy()).max() < 0.2
    trainer.network.train()
    normal = trainer.network.input_norm
    assert float(normal.weight.detach().min()) < 0.99  # not the start of a new training
    havannah = katachi.Havannah(3)
    strange = lessons_of(havannah, Games.of([finished(havannah, 1)]))
    with pytest.raises(KatachiError, match="plays hex, not havannah"):
        train_policy_value_network(havannah, [strange], training, start=first)
    other = PolicyValueTraining(channels=16, blocks=2, hidden=8)
    with pytest.raises(KatachiError, match="16 channels, 1 blocks and 8 hidden units, not 16, 2"):
        train_policy_value_network(larger, [lessons], other, start=first)
