"""`katachi records` as a shell would call it, and self-play that nothing can stop for good."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import katachi
from katachi.cli import app
from katachi.commands.records import PARTS
from katachi.matches import Running
from katachi.matches.selfplay import SelfPlayPlan, generate, play_record
from katachi.records import read


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["records", *map(str, arguments)], env={"COLUMNS": "120"})


def successful(*arguments: str | Path) -> Result:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result


def parsed(*arguments: str | Path) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return json.loads(successful(*arguments, "--json").stdout)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "good.txt").write_text("f5d6c3\nf5f6e6\n", encoding="ascii")
    (tmp_path / "bad.txt").write_text("f5d6c3\nf5f5\n", encoding="ascii")
    return tmp_path


@pytest.mark.parametrize("name", PARTS)
def test_every_part_explains_itself_with_examples(name: str) -> None:
    function, examples = PARTS[name]
    text = successful(name, "--help").stdout
    assert (function.__doc__ or "").splitlines()[0] in text
    assert "--json" in text
    for example in examples.strip().splitlines():
        assert example.startswith(f"katachi records {name} ")
        assert example.partition("   #")[0] in " ".join(text.split())


def test_import_and_info(files: Path) -> None:
    found = parsed("import", files / "good.txt", "--to", files / "x.katachi")
    assert (found["games"], found["broken"]) == (2, 0)
    assert found["written"] == [str(files / "x.katachi")]
    assert read(files / "x.katachi")[0].moves == ("f5", "d6", "c3")
    info = parsed("info", files / "x.katachi")
    assert info["kinds"] == {"Othello(8)": 2}
    assert info["sources"][0]["file"] == "good.txt"
    text = successful("info", files / "x.katachi").stdout
    assert "2 games, 6 moves" in text
    assert "from good.txt (transcript, 2 games)" in text


def test_broken_games_stop_the_import_unless_skipped(files: Path) -> None:
    result = call("import", files / "bad.txt", "--to", files / "x.katachi")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "bad.txt, line 2, offset 7: ply 2, 'f5': White cannot play f5" in result.stderr
    assert not (files / "x.katachi").exists()
    result = successful(
        "import", files / "bad.txt", "--to", files / "x.katachi", "--on-error", "skip"
    )
    assert "1 games or files could not be read:" in result.stderr
    assert len(read(files / "x.katachi")) == 1
    assert parsed("info", files / "x.katachi")["broken"] == 1


def test_an_existing_collection_is_kept(files: Path) -> None:
    (files / "x.katachi").write_bytes(b"mine")
    result = call("import", files / "good.txt", "--to", files / "x.katachi")
    assert (result.exit_code, (files / "x.katachi").read_bytes()) == (2, b"mine")
    successful("import", files / "good.txt", "--to", files / "x.katachi", "--overwrite")
    assert len(read(files / "x.katachi")) == 2


def test_repeats_can_be_left_out(files: Path) -> None:
    # f5 d6 c3 seen in the other diagonal is e6 f4 ... of the turned board.
    (files / "twice.txt").write_text("f5d6c3\nf5d6c3\ne6f4c3\n", encoding="ascii")
    found = parsed("import", files / "twice.txt", "--to", files / "x.katachi", "--without-repeats")
    assert found["games"] == 1
    assert found["steps"] == ["without repeats: 1 of 3"]


def test_convert(files: Path) -> None:
    found = parsed("convert", files / "good.txt", files / "games.sgf")
    assert found["games"] == 2
    assert [r.moves for r in read(files / "games.sgf")] == [
        r.moves for r in read(files / "good.txt")
    ]
    result = call("convert", files / "good.txt", files / "games.wtb")
    assert result.exit_code == 2
    assert "game 0 has no result, and WTHOR has no place for that" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("info", "none.sgf"), "cannot read 'none.sgf': No such file or directory"),
        (
            ("import", "good.txt", "--to", "x.katachi", "--on-error", "x"),
            "--on-error must be raise",
        ),
        (("import", "good.txt", "--to", "x.katachi", "--game", "chess"), "no game 'chess'"),
        (("generate", "hex3", "uct", "--to", "x.katachi"), "'uct' has no budget; write NAME@1000"),
        (("generate", "hex3", "nobody@5", "--to", "x.katachi"), "no agent 'nobody'; known: "),
        (
            ("generate", "hex3", "uct@fast", "--to", "x.katachi"),
            "'fast' is not a budget; write 1000",
        ),
    ],
)
def test_errors_are_one_line(
    files: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(files)
    result = call(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")
    assert result.stderr.count("\n") == 1


# Self-play


def test_generate(files: Path) -> None:
    out = files / "selfplay.katachi"
    command = ("generate", "othello6", "uct@20", "random@1", "--games", "6", "--to", out)
    found = parsed(*command, "--opening-plies", "4", "--seed", "3")
    assert found["games"] == 6
    games = read(out)
    assert {record.black for record in games} == {"uct@20", "random@1"}
    assert [record.white for record in games] == ["random@1", "uct@20"] * 3
    for record in games:
        assert record.outcome == record.final.outcome
        assert record.tag("opening_plies") == 4
    assert list(files.glob("*.part")) == []
    assert "seed 3, 4 random plies first" in games.provenance.steps[0]
    assert call(*command).exit_code == 2  # the collection is there and kept


def test_self_play_does_not_depend_on_processes(tmp_path: Path) -> None:
    plan = SelfPlayPlan(katachi.Hex(3), ("uct@10",), 5, seed=7, opening_plies=1)
    one = generate(plan, tmp_path / "one.katachi")
    two = generate(plan, tmp_path / "two.katachi", running=Running(processes=2))
    assert one == two
    assert (tmp_path / "one.katachi").read_bytes() == (tmp_path / "two.katachi").read_bytes()
    assert play_record(plan, 3).moves == one[3].moves


def test_self_play_goes_on_after_a_kill(tmp_path: Path) -> None:
    """Killed without warning in the middle, twice; the result is that of a run in one piece."""
    whole, parts = tmp_path / "whole.katachi", tmp_path / "parts.katachi"
    arguments = [
        "records",
        "generate",
        "othello6",
        "uct@30",
        "--games",
        "24",
        "--seed",
        "5",
        "--to",
    ]
    command = [sys.executable, "-m", "katachi", *arguments]
    journal = tmp_path / "parts.katachi.part"
    for _ in range(2):
        before = journal.stat().st_size if journal.exists() else 0
        process = subprocess.Popen(
            [*command, str(parts)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if journal.exists() and journal.stat().st_size > before + 400:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
    done = 0
    if journal.exists():  # it may have been quicker than the kill
        lines = journal.read_bytes().splitlines()
        done = len(lines) - 1
        journal.write_bytes(journal.read_bytes()[:-9])  # as if the disk had been slower
        successful(*arguments[1:], parts)
    successful(*arguments[1:], whole)
    assert read(parts) == read(whole)
    assert len(read(parts)) == 24
    assert done < 25


def test_a_journal_can_be_extended_but_not_changed(tmp_path: Path) -> None:
    out = tmp_path / "x.katachi"
    plan = SelfPlayPlan(katachi.Hex(3), ("random@1",), 4)
    journal = tmp_path / "x.katachi.part"
    whole = generate(plan, out)
    out.unlink()
    heading = json.dumps(plan.heading)
    record = play_record(plan, 2)
    line = {
        "game": 2,
        "moves": " ".join(record.moves),
        "winner": record.winner,
        "reason": record.reason,
        "score": record.score,
        "opening": 0,
    }
    journal.write_text(f'{heading}\n{json.dumps(line)}\n{{"game": 3, ', encoding="utf-8")
    counts: list[int] = []
    assert generate(plan, out, progress=counts.append) == whole
    assert counts == [1, 2, 3, 4]
    out.unlink()
    journal.write_text(heading + "\n", encoding="utf-8")
    other = SelfPlayPlan(katachi.Hex(3), ("random@1",), 4, seed=1)
    with pytest.raises(katachi.KatachiError, match="belongs to other self-play"):
        generate(other, out)


def test_a_damaged_line_of_a_journal_costs_its_game_alone(tmp_path: Path) -> None:
    """Whatever became of the line, the heading's included; other lines are not played again."""
    out, journal = tmp_path / "x.katachi", tmp_path / "x.katachi.part"
    plan = SelfPlayPlan(katachi.Hex(3), ("random@1",), 4)
    kept: list[str] = []

    def look(_: int) -> None:
        kept[:] = journal.read_text().splitlines() if journal.exists() else []

    whole = generate(plan, out, progress=look)
    assert len(kept) == 5
    first = json.loads(kept[1])
    damages = [
        "rubbish",
        "{}",
        "[" * 100_000,
        kept[1].replace('"opening"', '"ope'),
        json.dumps({**first, "game": math.inf}),
        json.dumps({**first, "game": 10**400}),
        json.dumps({**first, "moves": first["moves"][::-1]}),  # found by its check
        json.dumps({**first, "moves": "a1 a1", "check": 7}),
        json.dumps(
            {"game": 0, "moves": "a1 a1", "winner": None, "reason": "", "score": 0, "opening": 0}
        ),
    ]
    for number, bad in [(1, bad) for bad in damages] + [(0, "{"), (0, "{}")]:
        out.unlink()
        lines = [bad if place == number else line for place, line in enumerate(kept)]
        journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
        counts: list[int] = []
        with pytest.warns(RuntimeWarning, match="is damaged: 1 of 5 lines are left out"):
            assert generate(plan, out, progress=counts.append) == whole
        assert counts == ([3, 4] if number else [4])


def test_players() -> None:
    changed = "uct[mcts.selection.exploration=0.1]@20"
    assert play_record(SelfPlayPlan(katachi.Hex(3), (changed,), 1), 0).moves
    with pytest.raises(
        katachi.KatachiError, match="a budget of simulations, seconds or a clock is needed"
    ):
        SelfPlayPlan(katachi.Hex(3), ("uct@0",), 1)
    with pytest.raises(katachi.KatachiError, match="no agent 'nobody'"):
        SelfPlayPlan(katachi.Hex(3), ("nobody@1",), 1)
    with pytest.raises(katachi.KatachiError, match="self-play needs a player"):
        SelfPlayPlan(katachi.Hex(3), (), 1)


def test_three_players_meet_in_all_pairs() -> None:
    plan = SelfPlayPlan(katachi.Hex(3), ("random@1", "uct@1", "rave@1"), 6)
    assert len({plan.pairing(number) for number in range(6)}) == 6


def test_shipped_records_are_read_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a file of games is asked for; a file of the same name goes first."""
    monkeypatch.chdir(tmp_path)
    shipped = len(katachi.records.read_shipped("othello-selfplay"))
    assert parsed("info", "othello-selfplay")["games"] == shipped
    assert parsed("convert", "othello-selfplay", "games.ggf")["games"] == shipped
    successful("generate", "hex3", "random@1", "--games", "1", "--to", "one.katachi")
    Path("one.katachi").rename("othello-selfplay")
    assert parsed("info", "othello-selfplay")["games"] == 1
    assert "'no-such-records'" in call("info", "no-such-records").stderr
