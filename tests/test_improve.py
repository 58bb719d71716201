"""A player from its own play: small runs, stops and kills, and what a game teaches."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import katachi
from katachi.agents import agent_names, read_agent_file
from katachi.agents.changes import changed
from katachi.agents.writing import write_agent
from katachi.cli import app
from katachi.errors import InvalidSettings, KatachiError
from katachi.features import CellClasses
from katachi.features.default_value_shapes import default_value_shapes
from katachi.learning.competitions import NOTHING, Competitions
from katachi.learning.values import ValueLearner, learn_values
from katachi.learning.values.examples import ValueExamples
from katachi.matches import Running
from katachi.optimising.improve import ImprovePlan, NetworkPlan, Standing, improve
from katachi.optimising.improve.candidates import (
    first_agents,
    uses_of_values,
    with_knowledge,
    with_network,
)
from katachi.optimising.improve.own_game import (
    OwnGame,
    OwnPlay,
    explored_move,
    play_own_game,
    quarters,
    visit_shares,
)
from katachi.optimising.improve.own_games import chances_of, lessons_of, play_own_games
from katachi.optimising.improve.plan import Exploration
from katachi.optimising.improve.state import Folder, Trial
from katachi.records import GameRecord, Games

SMALL = ImprovePlan(
    game="hex4",
    games=30,
    simulations=60,
    cheap_simulations=20,
    gate_budget="30",
    gate_pairs=6,
    trials=1,
    rating_pairs=1,
    openings="random:2",
    seed=3,
)


def end_of(folder: Path) -> tuple[object, dict[str, bytes]]:
    """All that must be equal after equal runs: the state without times, and the files of the champion."""
    state = json.loads((folder / "state.json").read_text())
    for generation in state["generations"]:
        del generation["seconds"]
    files = {path.name: path.read_bytes() for path in folder.glob("champion*")}
    return state, files


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("improve") / "whole"
    improve(SMALL, folder, generations=2)
    return folder


def test_a_run_ends_with_an_agent_that_plays(whole: Path) -> None:
    run = improve(SMALL, whole, generations=2)  # nothing is left to do
    assert [one.number for one in run.generations] == [0, 1, 2]
    assert all(one.games == SMALL.games and one.positions > 0 for one in run.generations[1:])
    played = katachi.match(
        str(run.champion), "random", "hex4", pairs=3, budget=katachi.Budget(simulations=30)
    )
    assert played.score.share > 0.6


def test_what_was_learned_foretells_more_than_a_guess(whole: Path) -> None:
    last = improve(SMALL, whole, generations=2).generations[-1]
    assert last.value_loss < np.log(2)
    assert last.evidence > -np.log(16)


def test_stops_and_other_processes_change_nothing(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stopped"
    for number in range(2000):
        processes = 2 if number == 3 else 1
        run = improve(
            SMALL, folder, generations=2, minutes=0.2 / 60, running=Running(processes=processes)
        )
        if len(run.generations) == 3:
            break
    assert number > 2
    assert end_of(folder) == end_of(whole)


def test_kills_change_nothing(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    plan = msgspec.json.encode(SMALL).decode()
    program = (
        "import msgspec, sys; from katachi.optimising.improve import ImprovePlan, improve\n"
        "plan = msgspec.json.decode(sys.argv[1], type=ImprovePlan)\n"
        "print('ready', flush=True); improve(plan, sys.argv[2], generations=2)"
    )
    rng = random.Random(1)
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", program, plan, str(folder)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.uniform(0.1, 0.6))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    improve(SMALL, folder, generations=2)
    assert end_of(folder) == end_of(whole)


def test_a_damaged_line_costs_its_game_alone(whole: Path) -> None:
    state = json.loads((whole / "state.json").read_text())
    play = OwnPlay(
        game=SMALL.game,
        agent=str(whole / state["generations"][0]["champion"]),
        seed=f"{SMALL.seed} 1",
        simulations=SMALL.simulations,
        cheap_simulations=SMALL.cheap_simulations,
        exploration=SMALL.exploration,
    )
    journal = whole / "generation-001" / "own.jsonl"
    before = play_own_games(play, SMALL.games, journal, Running())
    lines = journal.read_text().splitlines()
    lines[4] = lines[4].replace('"number":', '"number":1', 1)
    journal.write_text("\n".join(lines) + "\n")
    done: list[int] = []
    after = play_own_games(play, SMALL.games, journal, Running(), done.append)
    assert len(done) == 1
    assert [one.moves for one in after] == [one.moves for one in before]


def test_a_folder_belongs_to_one_plan(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(KatachiError, match="belongs to another plan"):
        improve(msgspec.structs.replace(SMALL, seed=4), whole, generations=1)
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(KatachiError, match="a folder of its own"):
        improve(SMALL, tmp_path, generations=1)
    with pytest.raises(KatachiError, match="generations or of minutes"):
        improve(SMALL, tmp_path / "new")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "games"),
        ({"search_share": 1.5}, "search_share"),
        ({"gate_error": 0.5}, "gate_error"),
    ],
)
def test_wrong_plans_are_refused(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(InvalidSettings, match=words):
        ImprovePlan(game="hex4", **wrong)  # type: ignore[arg-type]


# A network in place of patterns

NETWORK = msgspec.structs.replace(
    SMALL,
    games=20,
    network=NetworkPlan(channels=16, blocks=1, epochs=2.0, batch=32),
    gate_pairs=3,
    trials=1,
)

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with networks that nobody disturbed."""
    folder = tmp_path_factory.mktemp("improve") / "network"
    improve(NETWORK, folder, generations=1)
    return folder


@needs_torch
def test_a_run_with_networks_plays_by_them(trained: Path) -> None:
    run = improve(NETWORK, trained, generations=1)
    last = run.generations[-1]
    assert last.positions > 0
    assert last.patterns == 0
    assert last.evidence > -np.log(16)
    assert last.value_loss > 0
    candidate = read_agent_file(str(trained / "generation-001" / "agent.toml"))
    assert candidate.knowledge == candidate.evaluator
    assert Path(candidate.knowledge) == trained / "generation-001" / "learned.network"
    assert candidate.mcts.selection.formula == "puct"
    network = katachi.load_knowledge(candidate.knowledge)
    assert isinstance(network, katachi.PolicyValueNetwork)
    assert "generation 1" in network.card.about
    played = katachi.match(
        str(trained / "generation-001" / "agent.toml"),
        "random",
        "hex4",
        pairs=3,
        budget=katachi.Budget(simulations=30),
    )
    assert played.score.share > 0.5


@needs_torch
def test_stops_in_a_training_change_nothing(trained: Path, tmp_path: Path) -> None:
    """Stopped every fifth of a second, also between the steps of a network's training."""
    folder = tmp_path / "stopped"
    stopped_in: set[str] = set()
    for _ in range(2000):
        steps: list[Standing] = []
        run = improve(NETWORK, folder, generations=1, minutes=0.2 / 60, progress=steps.append)
        if len(run.generations) == 2:
            break
        stopped_in.add(steps[-1].step)
    assert "training" in stopped_in
    assert end_of(folder) == end_of(trained)
    one, other = (path / "generation-001" / "learned.network" for path in (folder, trained))
    assert one.read_bytes() == other.read_bytes()
    assert not list(one.parent.glob("*.checkpoint"))


def test_values_are_tried_wholly_then_half() -> None:
    game = katachi.Gomoku(9)
    (first, *_) = first_agents(game, "")
    assert not uses_of_values(first, game)
    new = with_knowledge(first, moves="", values="gomoku-values", about="")
    (name, whole), (_, half) = uses_of_values(new, game)
    assert name == "evaluator_share = 1.0"
    assert [one.mcts.playout.evaluator_share for one in (whole, half)] == [1.0, 0.5]
    back = [one.mcts.playout.evaluator_share for _, one in uses_of_values(whole, game)]
    assert back == [0.5, 0.0]


def test_a_champion_with_new_values_first_tries_to_trust_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried: list[str] = []

    def accepting(
        _plan: object,
        _laboratory: object,
        candidate: tuple[str, object],
        _champion: object,
        change: str,
        *_rest: object,
    ) -> Trial:
        name, _ = candidate
        tried.append(change)
        decision = "H1" if change == "new knowledge" else "H0"
        return Trial(candidate=name, change=change, wins=1, draws=0, losses=0, decision=decision)

    # The package names its function like the module.
    module = sys.modules["katachi.optimising.improve.improve"]
    monkeypatch.setattr(module, "try_candidate", accepting)
    plan = msgspec.structs.replace(SMALL, trials=3)
    improve(plan, tmp_path / "run", generations=1)
    later = tried[tried.index("new knowledge") :]
    assert later[1] == "evaluator_share = 1.0"
    assert len(set(later)) == len(later) == 4
    assert "evaluator_share" not in "".join(tried[: tried.index("new knowledge")])


@needs_torch
def test_later_networks_keep_the_settings_of_the_champion() -> None:
    game = katachi.Hex(4)
    (first, *_) = first_agents(game, "")
    new = with_network(first, game, network="network-go9", about="")
    assert new.mcts.playout.evaluator_share == 1
    assert new.mcts.selection.rave == "none"
    tuned = changed(new, {"mcts": {"selection": {"exploration": 1.6}}})
    later = with_network(tuned, game, network="network-go9", about="")
    assert later.mcts == tuned.mcts


def test_a_network_is_crowned_as_one_file(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "run")
    folder.path.mkdir()
    place = folder.generation(1)
    katachi.load_knowledge("network-go9", katachi.PolicyValueNetwork).save(place / "a.network")
    (first, *_) = first_agents(katachi.Go(9), "")
    agent = with_network(first, katachi.Go(9), network="./a.network", about="")
    write_agent(agent, place / "agent.toml")
    folder.crown("generation-001/agent.toml")
    champion = read_agent_file(str(folder.champion_file))
    assert Path(champion.knowledge) == Path(champion.evaluator) == folder.path / "champion.network"
    assert sorted(one.name for one in folder.path.iterdir() if one.is_file()) == [
        "champion.network",
        "champion.toml",
    ]


def test_without_pytorch_nothing_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        KatachiError, match=r'needs torch: pip install "katachi\[network-training\]"'
    ):
        improve(NETWORK, tmp_path / "run", generations=1)
    assert not (tmp_path / "run").exists()
    with pytest.raises(InvalidSettings, match="channels must be a multiple of 16, not 20"):
        ImprovePlan(game="hex4", network=NetworkPlan(channels=20))


# What a game teaches


def one_game(**changes: object) -> OwnGame:
    fields: dict[str, object] = {
        "number": 0,
        "moves": ("a1", "b2", "c3"),
        "taught": ("", "b2 b2 c3 b1", ""),
        "values": (-1.0, 0.8, 0.1),
        "opening": 1,
        "winner": "black",
        "reason": "resignation",
    }
    return OwnGame(**(fields | changes))  # type: ignore[arg-type]


def test_lessons_are_the_moves_of_searches() -> None:
    game = katachi.Hex(3)
    lessons = lessons_of(game, [one_game()])
    assert lessons.shape == (4, 3)
    assert (lessons[:, [0, 2]] == NOTHING).all()
    assert [game.moves[move] for move in lessons[:, 1]] == ["b2", "b2", "c3", "b1"]
    competitions = Competitions.of(
        Games.of([GameRecord(game, ("a1", "b2", "c3"))]), [CellClasses(game)], taught=lessons
    )
    assert len(competitions) == 4


def test_lessons_of_the_moves_played_are_the_usual_competitions() -> None:
    game = katachi.Hex(4)
    games = Games.of([GameRecord(game, ("a1", "b2", "c3")), GameRecord(game, ("d4", "a1"))])
    plain = Competitions.of(games, [CellClasses(game)])
    taught = Competitions.of(games, [CellClasses(game)], taught=games.moves[None, :])
    assert taught.teams.digest == plain.teams.digest
    with pytest.raises(KatachiError, match="illegal"):
        Competitions.of(games, [CellClasses(game)], taught=np.full((1, 5), 0, np.uint16))


def test_chances_mix_result_and_search() -> None:
    found = chances_of(katachi.Hex(3), [one_game()], 0.5)
    # White moves at the second ply and lost; Black at the third and won.
    assert np.isnan(found[0])
    assert found[1:].tolist() == pytest.approx([0.4, 0.55])


def test_a_game_that_nobody_won_teaches_no_values() -> None:
    assert np.isnan(chances_of(katachi.Hex(3), [one_game(winner="", reason="")], 0.5)).all()


def test_own_games_are_legal_and_searched() -> None:
    play = OwnPlay(
        game="gomoku9",
        agent="uct",
        seed="7",
        simulations=60,
        cheap_simulations=30,
        exploration=Exploration(full_share=0.5, played_out=1.0),
    )
    played = play_own_game((play, 2))
    again = play_own_game((play, 2))
    assert msgspec.structs.replace(played, seconds=0) == msgspec.structs.replace(again, seconds=0)
    position = katachi.Gomoku(9).start()
    for ply, move in enumerate(played.moves):
        for taught in played.taught[ply].split():
            assert taught in position.legal_moves
        assert (played.values[ply] < 0) == (ply < played.opening)
        position = position.play(move)
    assert position.is_over
    assert any(played.taught)


def test_quarters_follow_the_visits() -> None:
    assert quarters({"a": 0.9, "b": 0.1}) == ["a"] * 4
    assert quarters({"a": 0.25, "b": 0.5, "c": 0.25}) == ["b", "b", "a", "c"]


def test_a_proven_win_is_the_only_lesson() -> None:
    game = katachi.Hex(3)
    settings = katachi.MctsSettings(selection=katachi.SelectionSettings(solver=True))
    position = game.start().play("b1").play("a1").play("b2").play("a2")
    result = katachi.Mcts(game, settings).run(position, simulations=200)
    shares = visit_shares(result)
    assert result.proof == "win"
    assert [move for move, share in shares.items() if share] == [result.move]


def test_noise_reaches_moves_without_visits() -> None:
    shares = {"a": 1.0, "b": 0.0}
    drawn = [explored_move(shares, Exploration(noise=0.5), random.Random(n)) for n in range(200)]
    assert 20 < drawn.count("b") < 90
    assert {explored_move(shares, Exploration(noise=0), random.Random(n)) for n in range(50)} == {
        "a"
    }


# Values of games whose players have different goals


def test_values_of_hex_see_both_players_alike() -> None:
    game = katachi.Hex(4)
    rng = random.Random(5)
    records = []
    for _ in range(60):
        position, moves = game.start(), []
        while not position.is_over:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        records.append(GameRecord(game, tuple(moves)))
    examples = ValueExamples.of(Games.of(records), game)
    values = learn_values(
        examples, default_value_shapes(game), ValueLearner(target="result"), loops=5
    )
    # The mirror image exchanges the goals; with colours exchanged it is the same for the mover.
    one = game.start().play("b1").play("c2").play("a3")
    mirrored = game.position("..O./O.../.X../.... X")
    assert values.values([one])[0] == pytest.approx(values.values([mirrored])[0])
    assert values.values([one])[0] != pytest.approx(0.5, abs=1e-3)


def test_knowledge_beside_an_agent_file(
    whole: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    agent = read_agent_file(str(whole / "champion.toml"))
    assert not agent.knowledge or Path(agent.knowledge) == whole / "champion.knowledge"


def test_agents_are_written_as_they_are_read(tmp_path: Path) -> None:
    for name in agent_names():
        agent = read_agent_file(name)
        write_agent(agent, tmp_path / f"{name}.toml")
        assert read_agent_file(str(tmp_path / f"{name}.toml")) == agent


# The command


def test_the_command_reports(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = "--generations 1 --games 20 --simulations 50 --gate 20 --gate-pairs 3 --rating-pairs 1 --json"
    done = CliRunner().invoke(app, ["improve", "gomoku9", "--to", str(folder), *options.split()])
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert Path(facts["champion"]).is_file()
    page = (folder / "report.html").read_text()
    assert "<svg" in page
    assert "new knowledge" in page
    assert "improved by its own play" in (folder / "report.txt").read_text()
