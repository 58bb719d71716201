"""Runs commands on a disk that fails; started by test_storage_faults.py with storage_faults.c preloaded.

Every run is a fork of this process, which has everything loaded, so that hundreds of them cost little.
A run gets a folder of its own, in which the n-th change goes wrong. Then the same command runs again
on a sound disk, and its result must be that of a run that nothing disturbed.

    faulty_commands.py SCENARIO FOLDER [KIND:N ...]      without faults: counts the changes

Prints a line of JSON: how many changes there are, and what was wrong with each fault (nothing: {}).
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import katachi.commands.evolve
import katachi.commands.forest
import katachi.commands.lab
import katachi.commands.learn
import katachi.commands.match
import katachi.commands.records
import katachi.commands.reproduce
from katachi.cli import app
from katachi.files import checkpoint
from katachi.matches import Slot, selfplay
from katachi.matches.laboratory import Laboratory
from katachi.optimising.shapes import evolve
from katachi.records import Games

KINDS = ("full", "broken", "torn", "killed")
PATIENCE_SECONDS = 60
# SQLite does not always say why; katachi then asks for the free space, of which this disk has plenty.
FULL = "No space left|full|disk I/O error|unable to open database file"
KEPT = "exists already and is kept"
Outcome = dict[str, object]


@dataclass(frozen=True)
class Scenario:
    """Commands, one a line, and what they must leave behind.

    `prepare` are commands that fill a folder once; {inputs} is that folder. `again`: what is added
    to go on if the output is there already.
    """

    commands: str
    outcome: Callable[[Path], Outcome]
    prepare: str = ""
    again: str = ""


def words_of(commands: str, inputs: Path) -> list[list[str]]:
    return [line.format(inputs=inputs).split() for line in commands.strip().splitlines()]


def games_of(laboratory: Path) -> list[tuple[object, ...]]:
    """What does not depend on the clock."""
    database = sqlite3.connect(laboratory)
    try:
        return database.execute(
            "SELECT match, pair, first_is_black, winner, reason, score, points, moves, simulations, "
            "seed FROM games ORDER BY match, pair, first_is_black"
        ).fetchall()
    finally:
        database.close()


def steps_of(folder: Path) -> Outcome:
    """The steps of every trial of an evolution, and its shapes."""
    trials = {
        path.name: json.loads(path.read_text())["state"]["accepted"]
        for path in folder.glob("*-*.json")
    }
    return {"shapes": (folder / "shapes.txt").read_text(), **trials}


def texts(folder: Path, *names: str) -> Outcome:
    return {name: (folder / name).read_bytes().hex() for name in names}


def report_of(folder: Path) -> Outcome:
    """The tables of a report, without times."""
    return {
        path.name: re.sub(r"[0-9.]+ (s|ms|seconds)\b", "", path.read_text())
        for path in sorted(folder.glob("*.csv"))
    }


SELF_PLAY = "records generate hex3 uct@8 random@1 --games 5 --opening-plies 1 --to games.katachi"
OTHELLO = "records generate othello random@1 --games 5 --to games.katachi"
SCENARIOS = {
    "match": Scenario(
        "match uct@8 random@1 hex3 --pairs 2 --lab lab.sqlite",
        lambda folder: {"games": games_of(folder / "lab.sqlite")},
    ),
    "self-play": Scenario(SELF_PLAY, lambda folder: texts(folder, "games.katachi")),
    "learn": Scenario(
        "learn {inputs}/games.katachi --features tactics --loops 3 --threads 1 -o k.knowledge",
        lambda folder: texts(folder, "k.knowledge"),
        SELF_PLAY,
        "--overwrite",
    ),
    "forest": Scenario(
        "forest grow {inputs}/games.katachi --trees 4 --games 0 --share 1 --patience 10 --threads 1 "
        "-o forest.txt",
        lambda folder: texts(folder, "forest.txt"),
        OTHELLO,
        "--overwrite",
    ),
    "evolve": Scenario(
        "evolve {inputs}/games.katachi --folder evolved --train 4 --test 1 --class b1 --trials 1 "
        "--loops 1 --limit 3 --method hill-climbing --threads 1",
        lambda folder: steps_of(folder / "evolved"),
        OTHELLO,
    ),
    "reproduce": Scenario(
        "reproduce havannah-2011 --scale smoke --only 4.2:lgrf-1 --simulations 2 --pairs 1 "
        "--lab lab.sqlite --report reports\n"
        "reproduce shapes-2014 --records {inputs}/games.katachi --scale smoke --only 5.11:default "
        "--work work --report reports",
        lambda folder: {
            "games": games_of(folder / "lab.sqlite"),
            **report_of(folder / "reports"),
        },
        OTHELLO,
    ),
    "export": Scenario(
        "records convert {inputs}/games.katachi games.sgf --overwrite\n"
        "records convert {inputs}/games.katachi games.wtb --overwrite\n"
        "lab {inputs}/lab.sqlite export --to lab.csv --overwrite\n"
        "lab {inputs}/lab.sqlite moves --to moves.csv --overwrite",
        lambda folder: texts(folder, *(path.name for path in sorted(folder.iterdir()))),
        f"{OTHELLO}\nmatch uct@8 random@1 hex3 --pairs 1 --lab lab.sqlite",
    ),
}


# Running a command in a fork


def run(command: list[str], folder: Path, fault: tuple[int, int] | None = None) -> Ended:
    """One command in a folder, with its output outside; `fault` is a kind and a number."""
    output = folder.with_name(f"{folder.name}.output")
    process = os.fork()
    if process == 0:
        _play_child(command, folder, output, fault)
    _, status = os.waitpid(process, 0)
    seen = output.with_suffix(".seen")
    ended = Ended(
        os.waitstatus_to_exitcode(status),
        output.read_text(),
        output.with_suffix(".saved").read_text().split(),
        int(seen.read_text()) if seen.exists() else 0,
    )
    for file in folder.parent.glob(f"{folder.name}.*"):
        file.unlink()
    return ended


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, what it said, what it called saved, changes it made."""

    code: int
    said: str
    saved: list[str]
    changes: int


def _play_child(
    command: list[str], folder: Path, output: Path, fault: tuple[int, int] | None
) -> None:
    code: object = 1
    try:
        signal.alarm(PATIENCE_SECONDS)
        os.chdir(folder)
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        saved = output.with_suffix(".saved").open("w")
        _save_often(lambda name: print(name, file=saved, flush=True))
        shim = ctypes.CDLL(None)
        if fault is not None:
            shim.faults_arm(str(folder).encode(), fault[0], ctypes.c_long(fault[1]))
        try:
            app(command)
        except SystemExit as ending:
            code = ending.code
        if fault is not None:
            output.with_suffix(".seen").write_text(str(shim.faults_seen()))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _save_often(tell: Callable[[str], None]) -> None:
    """Checkpoints after every step; and tells which games are called saved."""
    checkpoint.SECONDS_BETWEEN = 0.0
    assert evolve.__kwdefaults__ is not None
    evolve.__kwdefaults__["save_seconds"] = 0.0
    save: Any = Laboratory.save

    def save_and_tell(self: Laboratory, match: int, slot: Slot, *rest: Any, **more: Any) -> None:  # noqa: ANN401
        save(self, match, slot, *rest, **more)
        tell(f"{match}/{slot.pair}/{int(slot.first_is_black)}")

    def generate_and_tell(*rest: Any, progress: Callable[[int], None], **more: Any) -> Games:  # noqa: ANN401
        def both(done: int) -> None:
            progress(done)
            tell(f"self-play/{done}")

        return selfplay.generate(*rest, progress=both, **more)

    Laboratory.save = save_and_tell  # type: ignore[method-assign]
    setattr(katachi.commands.records, "generate", generate_and_tell)  # noqa: B010 - not exported


# One fault after the other


def run_all(
    scenario: Scenario,
    inputs: Path,
    folder: Path,
    fault: tuple[int, int] | None,
    more: str = "",
) -> list[Ended]:
    """All commands until one fails; faults go on counting from command to command."""
    ended = []
    left = fault
    for command in words_of(scenario.commands, inputs):
        ended.append(run([*command, *more.split()], folder, left))
        if ended[-1].code:
            break
        if left is not None and left[1]:
            left = (left[0], left[1] - ended[-1].changes)
            if left[1] <= 0:
                left = None
    return ended


def faults_of_run(ended: list[Ended], kind: str) -> list[str]:
    """What is wrong with how faulty commands ended."""
    last = ended[-1]
    allowed = {0, 2, -signal.SIGKILL} if kind == "killed" else {0, 2}
    wrong = []
    if last.code not in allowed:
        wrong.append(f"exit code {last.code}")
    if any("Traceback" in one.said or "Exception ignored" in one.said for one in ended):
        wrong.append("a traceback")
    lines = [line for line in last.said.splitlines() if line.startswith("error: ")]
    if last.code == 2 and (len(lines) != 1 or not last.said.rstrip().endswith(lines[0])):
        wrong.append("not one sentence")
    if kind == "full" and last.code == 2 and not re.search(FULL, last.said):
        wrong.append("not a word about the full disk")
    return [f"{text}: {last.said[-1500:]}" for text in wrong]


def lost(ended: list[Ended], folder: Path) -> list[str]:
    """Games that were called saved and are not there."""
    names = [name for one in ended for name in one.saved]
    if any(name.startswith("self-play/") for name in names):
        journal = folder / "games.katachi.part"
        kept = max(0, len(journal.read_bytes().split(b"\n")) - 2) if journal.exists() else 5
        called = max(int(name.partition("/")[2]) for name in names)
        return [] if kept >= called else [f"{called} games were saved, {kept} are there"]
    if not names:
        return []
    there = {f"{row[0]}/{row[1]}/{row[2]}" for row in games_of(folder / "lab.sqlite")}
    return [f"the game {name} is lost" for name in names if name not in there]


def listing(folder: Path) -> list[str]:
    """All files by name; those of SQLite that only last while somebody reads are left out."""
    names = (str(path.relative_to(folder)) for path in folder.rglob("*"))
    return sorted(name for name in names if not name.endswith(("-shm", "-wal")))


def try_fault(
    scenario: Scenario, inputs: Path, folder: Path, fault: tuple[str, int], wanted: Outcome
) -> list[str]:
    """What is wrong with one fault, its resumption included."""
    kind, number = fault
    folder.mkdir()
    ended = run_all(scenario, inputs, folder, (KINDS.index(kind), number))
    wrong = faults_of_run(ended, kind)
    try:
        wrong += lost(ended, folder)
        again = run_all(scenario, inputs, folder, None)
        if again[-1].code and KEPT in again[-1].said and "--overwrite" in scenario.again:
            again = run_all(scenario, inputs, folder, None, scenario.again)
        said = again[-1].said
        if again[-1].code and KEPT not in said:
            wrong.append(f"it cannot go on: {said[-1500:]}")
        elif json.loads(json.dumps(scenario.outcome(folder))) != wanted["outcome"]:
            wrong.append("another result")
        elif listing(folder) != wanted["listing"]:
            wrong.append(f"left over: {set(listing(folder)) ^ set(wanted['listing'])}")  # type: ignore[call-overload]
    except Exception:
        wrong.append(traceback.format_exc())
    shutil.rmtree(folder)
    return wrong


def main() -> None:
    name, place, *words = sys.argv[1:]
    scenario, place_ = SCENARIOS[name], Path(place)
    inputs = place_ / "inputs"
    inputs.mkdir()
    for command in words_of(scenario.prepare, inputs):
        ended = run(command, inputs)
        assert ended.code == 0, ended.said
    whole = place_ / "whole"
    whole.mkdir()
    undisturbed = run_all(scenario, inputs, whole, (0, 0))
    assert undisturbed[-1].code == 0, undisturbed[-1].said
    wanted: Outcome = {
        "outcome": json.loads(json.dumps(scenario.outcome(whole))),
        "listing": listing(whole),
    }
    changes = sum(one.changes for one in undisturbed)
    wrong = {}
    for word in words:
        kind, _, text = word.partition(":")
        numbers = range(1, changes + 1) if text == "all" else [max(1, round(float(text) * changes))]
        for number in numbers:
            found = try_fault(scenario, inputs, place_ / "faulty", (kind, number), wanted)
            if found:
                wrong[f"{kind}:{number}"] = found
    print(json.dumps({"changes": changes, "wrong": wrong}))


if __name__ == "__main__":
    main()
