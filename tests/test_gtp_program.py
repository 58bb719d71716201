"""GTP programs as agents: every way to misbehave becomes an `AgentFailure`, and nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import katachi
from katachi.agents import Agent, AgentFile, Budget, GtpAgent, GtpSettings, load_agent
from katachi.errors import AgentFailure, InvalidSettings, KatachiError
from katachi.gtp.program import GtpProgram, starvation
from katachi.gtp.program.program import LARGEST_ANSWER, TRANSCRIPT_CHARACTERS, find_program
from katachi.gtp.protocol.path import moves_between, stones_of
from katachi.matches import PlayedGame, Seat, play_game

FAKE = Path(__file__).parent / "fake_engines" / "engine.py"
GAME = katachi.Go(5)
BUDGET = Budget(simulations=1)


def fake(fault: str = "good", **settings: object) -> GtpAgent:
    command = (sys.executable, str(FAKE), fault)
    return GtpAgent(fault, GtpSettings(command=command, **settings))  # type: ignore[arg-type]


def played(
    game: katachi.Game,
    players: tuple[Agent, Agent],
    budget: Budget = BUDGET,
    *,
    seed: int,
    opening: tuple[str, ...] = (),
) -> PlayedGame:
    """A game that nobody spoils."""
    seats = (Seat(players[0], budget), Seat(players[1], budget))
    result = play_game(game, seats, seed=seed, opening=opening)
    assert isinstance(result, PlayedGame), result
    return result


def groups_members(group: int) -> list[int]:
    """Processes of a group, zombies apart (Linux)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def wait_until_gone(group: int) -> bool:
    for _ in range(100):
        if not groups_members(group):
            return True
        time.sleep(0.02)
    return False


def test_a_good_engine_plays_a_game() -> None:
    agent = fake()
    try:
        game = played(GAME, (agent, load_agent("random")), seed=1)
        again = played(GAME, (load_agent("random"), agent), seed=2)
        assert game.moves[0] == "A1"
        assert len(again.moves) > 2
        assert agent.program.is_alive
    finally:
        agent.close()
        agent.close()
    with pytest.raises(KatachiError, match="new_game comes before choose"):
        agent.choose(GAME.start(), BUDGET)


@pytest.mark.parametrize(
    ("fault", "reason", "words"),
    [
        ("hang", "time-out", "no answer in time"),
        ("hang-later", "time-out", "no answer in time"),
        ("slow-once", "time-out", "no answer in time"),
        ("crash", "crash", "ended with code 3"),
        ("dies", "crash", "ended with code 1"),
        ("flood", "protocol error", "longer than"),
        ("illegal", "illegal move", "occupied"),
        ("nonsense", "illegal move", "'Z99' is not a move here"),
        ("refuses", "protocol error", "I do not want to"),
        ("framing", "protocol error", "must begin with = or \\?"),
        ("one-newline", "time-out", "no answer in time"),
        ("chatty", "protocol error", "output without a question: 'by the way"),
        ("banner", "protocol error", "Welcome to fake"),
        ("occupied", "", ""),
        ("slow", "", ""),
        ("stderr", "", ""),
    ],
)
def test_faults(fault: str, reason: str, words: str) -> None:
    """Each either ends the game with its reason or does no harm; a good game can follow."""
    timeout = 0.7 if reason == "time-out" else 20.0
    agent = fake(
        fault, move_timeout=timeout, answer_timeout=0.5 if fault == "one-newline" else 30.0
    )
    group = 0
    try:
        if not reason:
            played(GAME, (agent, load_agent("random")), seed=1)
            return
        with pytest.raises(AgentFailure, match=words) as caught:  # noqa: PT012 - any step may fail
            for seed in range(3):  # a banner is seen as soon as it has arrived
                agent.new_game(GAME, seed)
                group = agent.program.process_id
                position = GAME.start()
                for _ in range(8):
                    position = position.play(agent.choose(position, BUDGET).move)
        assert caught.value.reason == reason
        assert len(caught.value.transcript) < TRANSCRIPT_CHARACTERS + 5000
        if group:
            assert wait_until_gone(group)
    finally:
        agent.close()


def test_a_failure_keeps_the_last_words() -> None:
    agent = fake("crash")
    agent.new_game(GAME, 1)
    position = GAME.start().play(agent.choose(GAME.start(), BUDGET).move)
    with pytest.raises(AgentFailure) as caught:
        agent.choose(position, BUDGET)
    assert "> genmove white" in caught.value.transcript
    assert "a last word" in caught.value.transcript


def test_the_next_game_starts_a_new_program() -> None:
    agent = fake("crash")
    try:
        for _ in range(2):
            agent.new_game(GAME, 1)
            position = GAME.start().play(agent.choose(GAME.start(), BUDGET).move)
            with pytest.raises(AgentFailure):
                agent.choose(position, BUDGET)
    finally:
        agent.close()


def test_resigning_is_a_choice() -> None:
    agent = fake("resign")
    try:
        agent.new_game(GAME, 1)
        position = GAME.start()
        for _ in range(2):
            position = position.play(agent.choose(position, BUDGET).move)
        assert agent.choose(position, BUDGET).move == "resign"
        agent.new_game(GAME, 2)
    finally:
        agent.close()


@pytest.mark.parametrize("fault", ["good", "stubborn", "immortal", "children"])
def test_close_leaves_no_process(fault: str) -> None:
    agent = fake(fault)
    agent.new_game(GAME, 1)
    group = agent.program.process_id
    assert groups_members(group)
    begin = time.monotonic()
    agent.close()
    assert wait_until_gone(group)
    assert time.monotonic() - begin < 20


def test_a_forgotten_program_is_ended() -> None:
    program = GtpProgram([sys.executable, str(FAKE)])
    group = program.process_id
    assert program.ask("name").text == "fake"
    del program
    assert wait_until_gone(group)


def test_a_program_that_is_not_there() -> None:
    agent = GtpAgent("none", GtpSettings(command=("no-such-program-anywhere",)))
    assert not agent.is_installed
    with pytest.raises(AgentFailure, match="cannot start 'no-such-program-anywhere'") as caught:
        agent.new_game(GAME, 1)
    assert caught.value.reason == "crash"


def test_settings_are_checked() -> None:
    with pytest.raises(InvalidSettings, match="command is missing"):
        GtpAgent("x", GtpSettings())
    with pytest.raises(InvalidSettings, match="move_timeout must be above 0"):
        GtpSettings(command=("x",), move_timeout=0.0)
    with pytest.raises(InvalidSettings, match="plays built-in games"):
        fake().new_game(StrangeGame(), 1)  # type: ignore[arg-type]


class StrangeGame:
    name = "strange"


def test_an_agent_file_describes_a_program(tmp_path: Path) -> None:
    path = tmp_path / "fake.toml"
    path.write_text(
        f'kind = "gtp"\n[gtp]\ncommand = ["{sys.executable}", "{FAKE}"]\nnew_game = ["komi 3.5"]\n'
    )
    agent = load_agent(str(path))
    assert isinstance(agent, GtpAgent)
    try:
        agent.new_game(GAME, 5)
        assert agent.choose(GAME.start(), BUDGET).move == "A1"
        assert "> komi 3.5" in agent.program.transcript
    finally:
        agent.close()
    assert AgentFile(kind="gtp").gtp.command == ()


def test_an_answer_has_a_largest_size() -> None:
    with GtpProgram([sys.executable, str(FAKE), "flood"]) as program:
        program.ask("boardsize 5")
        with pytest.raises(AgentFailure, match=f"longer than {LARGEST_ANSWER} bytes"):
            program.ask("genmove b", timeout=30)
        assert not program.is_alive
        with pytest.raises(AgentFailure, match="longer than"):
            program.ask("name")


def test_seeds_reach_the_program() -> None:
    agent = fake(startup=("komi {seed}",), new_game=("komi {seed}.5",))
    try:
        agent.new_game(GAME, 2**31 + 6)
        assert "> komi 7\n" in agent.program.transcript
        assert "> komi 7.5" in agent.program.transcript
    finally:
        agent.close()


# Positions that only positions describe


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (katachi.Othello(), "f5 d6 c3 d3 c4 f4 f6 f3"),
        (katachi.Hex(5), "a1 b2 c3 d4 e5 a2"),
        (katachi.Hex(5, swap=True), "a2 swap c3 d4"),
        (katachi.Havannah(4), "a1 b2 c3 d4 g7"),
        (katachi.Havannah(4, swap=True), "a2 swap c3 d4"),
        (katachi.Go(9), "E5 C3 C7 G3 G7"),
        (katachi.Go(9), "E5"),
        (katachi.Othello(), ""),
    ],
    ids=str,
)
def test_moves_between_positions(game: katachi.Game, moves: str) -> None:
    after = game.start().play_all(moves)
    found = moves_between(game.start(), after)
    assert found is not None
    there = game.start().play_all(found)
    assert (there.stones, there.to_move) == (after.stones, after.to_move)
    if game.name != "go":  # where superko remembers the way
        assert there == after


def test_no_moves_lead_backwards() -> None:
    game = katachi.Go(5)
    captured = game.start().play_all("A1 A2 E5 B1")
    assert captured.at("A1") is None
    assert moves_between(game.start(), captured) is None
    assert stones_of(captured) == [("black", "E5"), ("white", "A2"), ("white", "B1")]
    assert moves_between(katachi.Go(6).start(), captured) is None


def test_a_position_without_moves_is_set_up_stone_by_stone() -> None:
    agent = fake()
    try:
        agent.new_game(GAME, 1)
        position = GAME.start().play_all("A1 A2 E5 B1")
        agent.choose(position, BUDGET)
        assert "> play white A2" in agent.program.transcript
        assert "> play black A1" not in agent.program.transcript
    finally:
        agent.close()


# Our own engine, and real ones, as agents


def own(game: str) -> GtpAgent:
    command = (sys.executable, "-m", "katachi", "gtp", game, "--agent", "uct")
    return GtpAgent(f"own {game}", GtpSettings(command=command))


@pytest.mark.parametrize("game", ["othello6", "go5", "hex4", "havannah3"])
def test_our_engine_is_an_agent_like_any_other(game: str) -> None:
    rules = katachi.parse_game(game)
    agent = own(game)
    try:
        result = played(
            rules,
            (agent, load_agent("random")),
            Budget(simulations=20),
            seed=1,
            opening=rules.start().legal_moves[:1],
        )
        assert "kata-set-param maxPlayouts 20" in agent.program.transcript
        assert result.outcome.winner in {"black", "white", None}
    finally:
        agent.close()


def needs(program: str) -> None:
    if find_program(program) is None:
        pytest.skip(f"{program} is not installed")


def test_gnu_go_plays() -> None:
    needs("gnugo")
    agent = load_agent("gnugo-1")
    assert isinstance(agent, GtpAgent)
    try:
        for seed in range(2):
            result = played(
                katachi.Go(5), (agent, load_agent("uct")), Budget(simulations=50), seed=seed
            )
            assert result.outcome.winner == "black"
    finally:
        agent.close()


def test_grhino_plays_both_colours_with_passes() -> None:
    needs("gtp-rhino")
    agent = load_agent("grhino-1")
    assert isinstance(agent, GtpAgent)
    opponent = load_agent("random")
    passes = 0
    try:
        for seed in range(30):
            players: tuple[Agent, Agent] = (agent, opponent) if seed % 2 else (opponent, agent)
            result = played(katachi.Othello(), players, seed=seed)
            passes += result.moves.count("pass")
    finally:
        agent.close()
    assert passes > 0


def answer_late(fault: str, *, waits_for_core: bool, patch: pytest.MonkeyPatch) -> str:
    """What a program that sleeps for half a second, or for ever, is taken for.

    Whether it then waited for a core is what the test says, not what the machine says.
    """
    ready = {"a thread": time.monotonic} if waits_for_core else {}
    patch.setattr(
        starvation, "seconds_ready", lambda _: {name: clock() for name, clock in ready.items()}
    )
    with GtpProgram([sys.executable, str(FAKE), fault]) as program:
        program.ask("name")
        return program.ask("genmove b", timeout=0.1).text


def test_a_program_that_sleeps_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AgentFailure, match="no answer in time"):
        answer_late("late", waits_for_core=False, patch=monkeypatch)


def test_time_without_a_core_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why engines hung now and then: they were not hung, the machine was busy."""
    monkeypatch.setattr(starvation, "MOST_PATIENCE", 1000)
    assert answer_late("late", waits_for_core=True, patch=monkeypatch) == "A1"


def test_patience_with_a_busy_machine_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AgentFailure, match="no answer in time"):
        answer_late("hang", waits_for_core=True, patch=monkeypatch)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps this account")
def test_the_system_tells_who_waits_for_a_core() -> None:
    """Three processes on one core: whichever is looked at has to wait; a sleeping one has not."""
    spin = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwhile True: pass"
    # Behind a shell: descendants count.
    command = ["/bin/sh", "-c", '"$0" -c "$1"; exit', sys.executable, spin]
    sleeping = subprocess.Popen(["sleep", "3600"])
    busy = [subprocess.Popen(command, start_new_session=True) for _ in range(3)]
    try:
        still = starvation.Starvation(sleeping.pid)
        watch = starvation.Starvation(busy[0].pid)
        end = time.monotonic() + 60
        while watch.seconds < 0.2 and time.monotonic() < end:
            time.sleep(0.02)
        assert watch.seconds >= 0.2
        assert still.seconds < 0.2
    finally:
        sleeping.kill()
        for process in busy:
            os.killpg(process.pid, signal.SIGKILL)
        for process in (sleeping, *busy):
            process.wait()
