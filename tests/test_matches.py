"""Matches and the laboratory that keeps them: nothing lost, nothing twice, nothing else."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from short_match import PLAN, RANDOM, UCT, played, plays

import katachi
from katachi.agents import Agent, Budget, Choice, UniformAgent, build_agent
from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.changes import changed
from katachi.errors import AgentFailure, KatachiError
from katachi.games.core_capabilities import games_with
from katachi.matches import (
    Adjudication,
    Laboratory,
    MatchPlan,
    Openings,
    PlayedGame,
    Running,
    Seat,
    Slot,
    VoidGame,
    game_of_text,
    open_laboratory,
    parse_budget,
    parse_contestant,
    parse_openings,
    play_game,
    play_match,
    play_matches,
    result_of,
)
from katachi.matches import workers as match_workers
from katachi.matches.game_text import text_of_game
from katachi.matches.match_block import match_block
from katachi.matches.ratings import Sprt


def test_a_longer_match_continues_a_shorter_one(tmp_path: Path) -> None:
    saved: Counter[Slot] = Counter()
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        for pairs in (2, 4, 4, 6):
            plan = PLAN.with_pairs(pairs)
            result = play_match(
                plan, laboratory, watcher=lambda _plan, slot, _game: saved.update([slot])
            )
            assert len(result.results) == 2 * pairs
        assert set(saved.values()) == {1}
        assert len(saved) == 12
        # The shorter match is still there as it was.
        assert len(result_of(PLAN.with_pairs(2), laboratory).results) == 4
        assert plays(result) == plays(played(PLAN))


def test_a_game_that_is_stored_twice_counts_once(tmp_path: Path) -> None:
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        result = play_match(PLAN.with_pairs(1), laboratory)
        number = laboratory.add_match(PLAN)
        game = PlayedGame(
            ("a1",), 0, katachi.Outcome("black", "connection", 1.0), "b", (0.1,), (5,)
        )
        laboratory.save(number, result.results[0].slot, game, seed=1, started="")
        assert laboratory.results(number) == list(result.results)


def test_what_is_stored_says_who_played_what_and_where(tmp_path: Path) -> None:
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        result = play_match(PLAN.with_pairs(1), laboratory)
        (match,) = laboratory.matches()
        assert (match.first_name, match.second_name, match.game) == ("uct", "random", "hex4")
        stored = laboratory.configuration(match.first)
        assert stored["agent"]["mcts"]["selection"]["exploration"] > 0  # type: ignore[index]
        assert match.description["seed"] == 3
    game = result.results[0]
    assert game.version == katachi.__version__
    assert len(game.movers) == len(game.seconds) == len(game.simulations) == len(game.moves)
    assert set(game.of_first(game.simulations)) == {60}
    assert set(game.of_second(game.simulations)) == {0}
    assert game.started.startswith("20")
    assert game.machine
    record = katachi.Hex(4).start().play_all(game.moves)
    assert record.outcome == game.outcome


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to look like one " * 30)
    with pytest.raises(KatachiError, match=r"notes.txt' cannot be used as a laboratory"):
        Laboratory(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE things (name TEXT)")
    with pytest.raises(KatachiError, match="is a database, but not one of katachi"):
        Laboratory(other)
    future = tmp_path / "future.sqlite"
    Laboratory(future).close()
    with sqlite3.connect(future) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(KatachiError, match=r"has format 99; this version of katachi reads up to 2"):
        Laboratory(future)


# What a match is


def test_processes_do_not_change_the_games() -> None:
    assert plays(played(PLAN, Running(processes=2))) == plays(played(PLAN))


def test_different_matches_have_different_keys_and_seeds() -> None:
    others = [
        dataclasses.replace(PLAN, seed=4),
        dataclasses.replace(PLAN, game="hex5"),
        dataclasses.replace(PLAN, first=RANDOM, second=UCT),
        dataclasses.replace(PLAN, first=parse_contestant("uct@61")),
        dataclasses.replace(PLAN, first=parse_contestant("uct[mcts.selection.exploration=0.1]@60")),
        dataclasses.replace(PLAN, openings=Openings("random", 2)),
        dataclasses.replace(PLAN, adjudication=Adjudication(most_plies=5)),
    ]
    assert len({plan.key for plan in [PLAN, *others]}) == len(others) + 1
    assert PLAN.with_pairs(99).key == dataclasses.replace(PLAN, sprt=Sprt(0, 5)).key == PLAN.key
    renamed = dataclasses.replace(PLAN, first=dataclasses.replace(UCT, name="mine"))
    assert renamed.key == PLAN.key
    assert len({PLAN.game_seed(slot) for slot in PLAN.with_pairs(500).slots}) == 1000


def test_the_hash_of_an_agent_covers_the_files_it_names(tmp_path: Path) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text("1")
    agent = changed(read_agent_file("uct"), {"game": str(weights)})
    one = dataclasses.replace(UCT, agent=agent)
    before = one.hash
    weights.write_text("2")
    assert one.hash != before
    assert dataclasses.replace(UCT, agent=changed(UCT.agent, {"about": "x"})).hash == UCT.hash
    bundled = json.loads(parse_contestant("havannah-patterns@5").configuration)["files"]
    assert list(bundled) == ["havannah5-local-patterns"]
    learned = json.loads(parse_contestant("othello-shapes-playouts@5").configuration)["files"]
    assert list(learned) == ["othello-evolved.knowledge"]


def test_matches_side_by_side_and_one_by_one() -> None:
    plans = [PLAN.with_pairs(2), dataclasses.replace(PLAN, seed=9).with_pairs(2)]
    for side_by_side, expected in ((True, [0, 1] * 4), (False, [0] * 4 + [1] * 4)):
        order: list[int] = []
        with open_laboratory(None) as laboratory:
            play_matches(
                plans,
                laboratory,
                watcher=lambda plan, _slot, _game: order.append(plans.index(plan)),  # noqa: B023
                side_by_side=side_by_side,
            )
        assert order == expected


def test_duplicates_are_counted() -> None:
    plan = MatchPlan(parse_contestant("uct@200"), parse_contestant("uct@200"), "hex3", pairs=30)
    score = played(plan).score
    assert 0 < score.unique < score.games.games == 60


def test_a_test_stops_the_match_at_the_same_pair_however_it_is_run() -> None:
    plan = dataclasses.replace(PLAN, pairs=100, sprt=Sprt(0, 100))
    alone, together = played(plan), played(plan, Running(processes=2))
    assert alone.decision == together.decision == "H1"
    assert plays(alone) == plays(together)
    assert 2 <= len(alone.results) < 100
    assert alone.played_on == 0
    # Before the last pair the test was not decided.
    shorter = dataclasses.replace(plan, pairs=len(alone.results) // 2 - 1)
    assert played(shorter).decision == "undecided"


# Openings and early ends


def test_both_games_of_a_pair_begin_alike() -> None:
    for kind in ("random:3", "balanced:2"):
        openings = parse_openings(kind, katachi.Hex(4))
        result = played(dataclasses.replace(PLAN, openings=openings, pairs=4))
        begins = [game.moves[: game.opening_plies] for game in result.results]
        assert begins[::2] == begins[1::2]
        assert len(set(begins)) > 1
        assert all(len(game.seconds) < len(game.moves) for game in result.results)


def test_random_openings_do_not_end_the_game() -> None:
    openings = Openings("random", 5)
    for pair in range(50):
        moves = openings.opening(katachi.Hex(3), 1, pair)
        assert not katachi.Hex(3).start().play_all(moves).is_over


def test_nobody_passes_in_a_random_opening_who_could_move() -> None:
    # After K12 and a pass in Go 19 Black may pass as well and has won by 353 points.
    for game, plies in ((katachi.Go(3), 4), (katachi.Go(19), 2), (katachi.Othello(6), 24)):
        for pair in range(100):
            position = game.start()
            for move in Openings("random", plies).opening(game, 2026, pair):
                assert move != "pass" or position.legal_moves == ("pass",)
                position = position.play(move)


def test_balanced_openings_are_nearer_to_even() -> None:
    game = katachi.Othello(6)

    def distance(kind: str, pair: int) -> float:
        moves = parse_openings(kind, game).opening(game, 7, pair)
        search = katachi.Mcts(game, katachi.MctsSettings(seed=1))
        return abs(search.run(game.start().play_all(moves), simulations=8000).value - 0.5)

    balanced = sum(distance("balanced:4", pair) for pair in range(8))
    chance = sum(distance("random:4", pair) for pair in range(8))
    assert balanced < 0.7 * chance


def test_openings_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two openings\na1 b2\n\nc1   # alone\n")
    openings = parse_openings(str(file), katachi.Hex(4))
    assert openings.lines == (("a1", "b2"), ("c1",))
    assert openings.opening(katachi.Hex(4), 0, 3) == ("c1",)
    file.write_text("a1 a1\n")
    with pytest.raises(KatachiError, match=r"openings.txt, line 1: White cannot play a1"):
        parse_openings(str(file), katachi.Hex(4))
    with pytest.raises(KatachiError, match="write none, random:PLIES, balanced:PLIES or a file"):
        parse_openings("nothing.txt", katachi.Hex(4))
    with pytest.raises(KatachiError, match="'random:x': write random:PLIES"):
        parse_openings("random:x", katachi.Hex(4))


def test_hopeless_agents_resign_if_the_match_wants_it() -> None:
    sided = MatchPlan(
        parse_contestant("uct@500"),
        parse_contestant("uct@100"),
        "hex5",
        pairs=3,
        adjudication=Adjudication(resign_value=0.35, resign_moves=2),
    )
    result = played(sided)
    resigned = [game for game in result.results if game.reason == "resignation"]
    assert resigned
    for game in resigned:
        # The moves end before the game would.
        assert not katachi.Hex(5).start().play_all(game.moves).is_over
        assert game.winner is not None


def test_draws_and_lengths_end_games_if_the_match_wants_it() -> None:
    even = dataclasses.replace(
        PLAN, second=UCT, adjudication=Adjudication(draw_width=0.49, draw_moves=1)
    )
    assert {game.reason for game in played(even).results} == {"adjudication"}
    assert played(even).score.games.draws == 12
    short = dataclasses.replace(PLAN, adjudication=Adjudication(most_plies=4))
    assert {len(game.moves) for game in played(short).results} == {4}
    assert played(short).score.games.draws == 12
    discs = dataclasses.replace(short, game="othello6")
    for game in played(discs).results:
        assert game.outcome == katachi.Othello(6).start().play_all(game.moves).outcome
        assert game.reason == "discs"


# Agents that fail


class Failing:
    """Plays at random for some moves, then does something wrong."""

    def __init__(self, name: str, wrong: str) -> None:
        self.name = name
        self.wrong = wrong
        self._inner = UniformAgent()
        self._moves = 0
        self.closed = 0

    def new_game(self, game: katachi.GameLike, seed: int) -> None:
        self._inner.new_game(game, seed)
        self._moves = 0

    def choose(self, position: katachi.PositionLike, budget: Budget) -> Choice:
        self._moves += 1
        if self._moves < 3:
            return self._inner.choose(position, budget)
        if self.wrong == "raise":
            raise AgentFailure("no answer in 5 s", reason="time-out", transcript="> genmove b")
        if self.wrong == "bug":
            raise RuntimeError("division by cucumber")
        return Choice(self.wrong)

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    ("wrong", "reason", "message"),
    [
        ("raise", "time-out", "no answer in 5 s"),
        ("bug", "crash", "RuntimeError: division by cucumber"),
        ("z99", "illegal move", "the agent chose 'z99': 'z99' is not a move here"),
    ],
)
def test_games_of_failing_agents_are_void(
    wrong: str, reason: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Failing] = []

    def build(name: str, file: AgentFile) -> Agent:
        if name != "random":
            return build_agent(name, file)
        made.append(Failing(name, wrong))
        return made[-1]

    monkeypatch.setattr(match_workers, "build_agent", build)
    rules = Adjudication(failures="void")
    plan = dataclasses.replace(PLAN, pairs=3, game="hex5", adjudication=rules)
    with open_laboratory(None) as laboratory:
        result = play_match(plan, laboratory, Running(attempts=2))
        again = play_match(plan, laboratory, Running(attempts=2))
    assert result.results == ()
    assert len(result.voids) == 12
    void = result.voids[0]
    assert (void.reason, void.culprit) == (reason, "random")
    assert void.message.startswith(message)
    assert "genmove" in void.transcript or "Traceback" in void.transcript or wrong == "z99"
    assert len(void.moves) >= 4
    assert again.voids == result.voids, "void games are not tried for ever"
    assert all(agent.closed == 1 for agent in made)
    with (
        open_laboratory(None) as laboratory,
        pytest.raises(KatachiError, match=f"3 games in a row were void; the last: {reason}"),
    ):
        play_match(plan, laboratory, Running(give_up_after=3))


def test_games_before_a_failure_count_and_pairs_are_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Moody(UniformAgent):
        """Fails in every third game."""

        games = 0

        def new_game(self, game: katachi.GameLike, seed: int) -> None:
            Moody.games += 1
            if Moody.games % 3 == 0:
                raise AgentFailure("not today", reason="crash")
            super().new_game(game, seed)

    def build(name: str, file: AgentFile) -> Agent:
        return Moody() if name == "random" else build_agent(name, file)

    monkeypatch.setattr(match_workers, "build_agent", build)
    with open_laboratory(None) as laboratory:
        result = play_match(PLAN, laboratory, Running(attempts=1))
    assert len(result.voids) == 4
    assert len(result.results) == 8
    assert result.score.pairs.pairs < 6
    assert result.score.voids == 4


def test_a_resignation_is_a_loss_and_overtime_is_void() -> None:
    game = katachi.Hex(4)
    seats = (Seat(Failing("a", "resign"), Budget(1)), Seat(UniformAgent(), Budget(1)))
    ended = play_game(game, seats, seed=1)
    assert isinstance(ended, PlayedGame)
    assert ended.outcome == katachi.Outcome("white", "resignation", -1.0)
    assert len(ended.moves) == 4

    slow = (Seat(UniformAgent(), Budget(seconds=1e-9)), Seat(UniformAgent(), Budget(1)))
    void = play_game(game, slow, seed=1, adjudication=Adjudication(overtime=1e-9))
    assert isinstance(void, VoidGame)
    assert (void.reason, void.culprit) == ("time-out", "black")


def test_an_agent_that_cannot_play_the_game_is_a_mistake_not_a_void_game() -> None:
    plan = dataclasses.replace(PLAN, first=parse_contestant("havannah-joint@5"), game="go5")
    with pytest.raises(
        katachi.InvalidSettings, match=f"is for {games_with('connections')}, not for go"
    ):
        played(plan)


# Texts


def test_contestants_as_text() -> None:
    assert parse_contestant("uct@1000").budget == Budget(1000)
    assert parse_contestant("uct@0.05s").budget == Budget(seconds=0.05)
    assert parse_contestant("uct", Budget(7)).budget == Budget(7)
    assert parse_budget("50ms/20") == Budget(20, 0.05)
    changes = "mcts.playout.ngrams=2,reuse_tree=false,mcts.selection.rave=minimum_mse"
    agent = parse_contestant(f"uct[{changes}]@5").agent
    assert agent.mcts.playout.ngrams == 2
    assert agent.mcts.selection.rave == "minimum_mse"
    assert not agent.reuse_tree


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("uct", "'uct' has no budget"),
        ("uct@", "'uct@' is not an agent"),
        ("uct@fast", "'fast' is not a budget"),
        ("uct@0.5", "'0.5' is not a budget"),
        ("nobody@5", "no agent 'nobody'"),
        ("uct[mcts.playout.n=1]@5", "Object contains unknown field `n`"),
        ("uct[ngrams]@5", "'ngrams' is not a change; write SETTING=VALUE"),
    ],
)
def test_contestants_that_are_wrong_are_named(text: str, error: str) -> None:
    with pytest.raises(KatachiError, match=error.replace("[", r"\[")):
        parse_contestant(text)


def test_a_match_in_one_call_is_the_match_of_its_plan(tmp_path: Path) -> None:
    budget = Budget(simulations=20)
    plan = MatchPlan(
        parse_contestant("uct", budget),
        parse_contestant("random@1"),
        "hex4",
        3,
        seed=5,
        openings=parse_openings("random:2", katachi.Hex(4)),
    )
    with open_laboratory(None) as laboratory:
        wanted = play_match(plan, laboratory)
    kept = {"seed": 5, "openings": "random:2", "budget": budget, "lab": tmp_path / "lab.sqlite"}
    short = katachi.match("uct", "random@1", "hex4", pairs=2, **kept)  # type: ignore[arg-type]
    played = katachi.match("uct", "random@1", katachi.Hex(4), pairs=3, **kept)  # type: ignore[arg-type]
    assert [game.play for game in played.result.results] == [game.play for game in wanted.results]
    # The second call has gone on where the first stopped.
    assert played.result.results[:4] == short.result.results
    assert played.score == played.result.score
    assert played.report() == match_block(played.result)
    assert str(played).splitlines()[0] == f"uct against random: {played.score}"
    assert played.summary()["wins"] == played.score.games.wins


def test_a_match_in_one_call_with_a_test_and_agent_files() -> None:
    strong = read_agent_file("uct")
    weak = dataclasses.replace(parse_contestant("random@1"), name="nobody")
    played = katachi.match(
        strong, weak, katachi.Hex(4, swap=False), budget=Budget(simulations=50), sprt=(0, 200)
    )
    assert played.result.plan.sprt == Sprt(0, 200)
    assert played.result.decision == "H1"
    assert (played.result.plan.first.name, played.result.plan.second.name) == ("first", "nobody")
    assert played.score.interval[0] > 0.5
    with pytest.raises(KatachiError, match="elo0 must be less than elo1"):
        katachi.match("uct", "random", "hex4", sprt=(5, 5))


@pytest.mark.parametrize(
    "game",
    [
        katachi.Go(9, komi=5.5, suicide=True, superko="situational", scoring="stones"),
        katachi.Go(13, handicap=4),
        katachi.Hex(7, swap=True),
        katachi.Othello(6),
        katachi.Havannah(5),
    ],
    ids=str,
)
def test_a_game_comes_back_from_its_text(game: katachi.Game) -> None:
    assert game_of_text(text_of_game(game)) == game


def test_games_as_text() -> None:
    assert game_of_text("go9 komi=5.5 scoring=stones") == katachi.Go(9, 5.5, scoring="stones")
    assert game_of_text("hex 7 swap=true") == katachi.Hex(7, swap=True)
    with pytest.raises(katachi.InvalidGame, match="hex has no 'komi' in 'hex7 komi=1'"):
        game_of_text("hex7 komi=1")
    with pytest.raises(katachi.InvalidGame, match="'komi=much'"):
        game_of_text("go9 komi=much")
