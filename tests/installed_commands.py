"""Runs every command of an installed katachi once, at the smallest size that means something.

    python tests/installed_commands.py        # with the Python that katachi is installed for

tests/test_installed.py does so in an environment that has nothing but the wheel and its
dependencies, the workflow of the wheels on every system. A new command is listed here, or this
fails.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

import katachi
from katachi.cli import COMMANDS, app

POSIX = os.name == "posix"
SECONDS = 120  # for one call


@dataclass(frozen=True)
class Call:
    """A command line, what it must say and its exit code; {katachi} is the program itself."""

    arguments: str
    says: str
    typed: str = ""
    code: int = 0


# By command, in this order: later calls use files of earlier ones.
CALLS: dict[str, tuple[Call, ...]] = {
    "games": (Call("games", "havannah"),),
    "perft": (Call("perft othello 6", "8,200"),),
    "new-game": (Call("new-game mygame", "wrote mygame.py"),),
    "check-game": (Call("check-game mygame.py --games 2", "positions checked"),),
    "bench": (Call("bench hex5 --seconds 0", "Signature:"),),
    "agents": (Call("agents", "uct"), Call("agents uct", "mcts")),
    "knowledge": (Call("knowledge", "othello-"), Call("knowledge othello-evolved-2", "positions")),
    "networks": (Call("networks", "ann-"),),
    "play": (
        Call(
            "play othello --white random --seed 1 --save game.sgf", "d3", typed="d3\nhint\nquit\n"
        ),
    ),
    "desk": (Call("desk --check", "The desk answers"),),
    "gtp": (
        Call(
            "gtp go9 --simulations 20",
            "= katachi",
            typed="name\nplay b e5\ngenmove w\nshowboard\nloadsgf go.sgf\nfinal_score\nquit\n",
        ),
    ),
    "gtp-check": (
        Call("gtp-check '{katachi} gtp hex3 --simulations 5' --game hex3 --only name", "name")
        if POSIX
        else Call("gtp-check 'gnugo --mode gtp'", "programs that speak GTP", code=1),
    ),
    "records generate": (
        Call("records generate othello6 random@1 --games 4 --to small.katachi", "4"),
        Call("records generate go5 uct@5 --games 4 --to go.katachi", "4"),
        Call("records generate hex4 uct@5 --games 4 --to hex.katachi", "4"),
    ),
    "records info": (Call("records info othello-selfplay", "games"),),
    "records import": (Call("records import small.katachi --to copy.katachi", "copy.katachi"),),
    "records convert": (Call("records convert small.katachi small.sgf", "small.sgf"),),
    "learn": (
        Call("learn othello-selfplay -f cells --loops 1 --share 0.02 -o mine.knowledge", "MLE"),
    ),
    "predict": (
        Call("predict mine.knowledge othello-evolved-2 -g othello-selfplay --limit 20", "MLE"),
    ),
    "why": (Call("why othello c3 --moves 'f5 d6' --knowledge othello-evolved-2", "c3"),),
    "analyze": (
        Call("analyze othello --moves 'f5 d6' --simulations 100", "c3"),
        Call("analyze go9 --agent go9 --simulations 20 --json", '"moves"'),
    ),
    "match": (
        Call("match rave uct hex5 --pairs 1 --simulations 20 --lab lab.sqlite", "Elo"),
        Call("match uct random othello6 --pairs 1 --simulations 5 --processes 2", "Elo"),
    ),
    "lab": (Call("lab lab.sqlite", "rave"),),
    "tournament": (Call("tournament hex3 uct@5 random@1 rave@5 --pairs 1", "Elo"),),
    "reproduce": (
        Call("reproduce havannah-2011 --scale smoke --only 4.14", "4.14"),
        Call("reproduce list", "havannah-2011"),
    ),
    "evolve": (
        Call(
            "evolve othello-selfplay --folder evolution --train 20 --test 10 --loops 1 --trials 1 "
            "--class b1 --method hill-climbing --limit 2",
            "b1",
        ),
    ),
    "select": (Call("select othello-selfplay --shapes othello-default --games 20", "better"),),
    "cells": (Call("cells small.katachi --method hill-climbing --limit 2", "a1"),),
    "forest grow": (
        Call("forest grow go.katachi --trees 2 --share 1 --patience 20 -o forest.txt", "leaves"),
    ),
    "forest show": (Call("forest show forest.txt", "leaves"),),
    "patterns local": (Call("patterns local hex.katachi -o local.txt", "patterns of"),),
    "patterns harvest": (Call("patterns harvest go.katachi --at-least 2 -o go.patterns", "size"),),
    "patterns show": (Call("patterns show go.patterns", "size"),),
    "rivals weakness": (Call("rivals weakness --from small.katachi", "random@1"),),
    "rivals make": (
        Call(
            "rivals make --from small.katachi --to my.rivals --keep 1 --depth 1 --population 2 "
            "--children 1 --cycles 0 --more-cycles 0 --pairs 1 --check-pairs 1 --final-pairs 0",
            "my.rivals",
        ),
    ),
    "rivals show": (Call("rivals show my.rivals", "random@1"),),
    "improve": (
        Call(
            "improve hex3 --to player --generations 1 --games 10 --simulations 10 --gate 5 "
            "--gate-pairs 1 --rating-pairs 1",
            "1 generations",
        ),
    ),
    "tune": (
        Call("tune rave hex3 --to tuned --steps 1 --pairs 1 --budget 5 --confirm-pairs 1", "spsa"),
    ),
    "train ann": (Call("train ann hex3 --boards 20 --simulations 5", "ann-hex3.network"),),
    # What an extra brings is asked for by its name.
    "train neat": (Call("train neat hex3 --boards 20 --simulations 5", "katachi[neat]", code=2),),
    "train conv": (
        Call("train conv othello-selfplay -o conv.network", "katachi[network-training]", code=2),
    ),
    "train network": (
        Call("train network othello-selfplay -o two.network", "katachi[network-training]", code=2),
    ),
    "demo": (Call("demo --quick --still --report report", "report"),),
}

SGF = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[ce];B[cg])"


def command_names() -> list[str]:
    """All commands, of families their parts."""
    return [
        f"{command.name} {part}".strip() for command in COMMANDS for part in command.parts or [""]
    ]


def explains_itself(name: str) -> bool:
    """Whether `--help` tells how to use a command; in this process, which is much faster."""
    result = CliRunner().invoke(app, [*name.split(), "--help"], env={"COLUMNS": "100"})
    return result.exit_code == 0 and f"{name} [OPTIONS]" in result.output


def run(program: str, call: Call, folder: Path) -> str:
    """What is wrong with a call, or nothing."""
    # The path of the program may hold backslashes.
    words = shlex.split(
        call.arguments.replace("{katachi}", shlex.quote(program).replace("\\", "/"))
    )
    try:
        ran = subprocess.run(
            [program, *words],
            input=call.typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            cwd=folder,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    output = f"{ran.stdout}\n{ran.stderr}"
    if ran.returncode != call.code:
        return f"exit code {ran.returncode} instead of {call.code}:\n{output}"
    # Tables may break a line anywhere.
    if "".join(call.says.split()) not in "".join(output.split()):
        return f"says nothing of {call.says!r}:\n{output}"
    return ""


def main() -> int:
    """The exit code: 0 if every command is listed, explains itself and does what it shall."""
    program = shutil.which("katachi", path=sysconfig.get_path("scripts"))
    names = command_names()
    problems = [f"{name} is not listed" for name in names if name not in CALLS]
    problems += [f"{name} is listed, but is no command" for name in CALLS if name not in names]
    problems += [f"{name} --help fails" for name in names if not explains_itself(name)]
    if program is None:
        problems.append(f"there is no katachi in {sysconfig.get_path('scripts')}")
        program = ""
    calls = [Call("--version", f"katachi {katachi.__version__}"), Call("--help", "perft")]
    calls += [call for name in CALLS for call in CALLS[name]]
    with tempfile.TemporaryDirectory(prefix="katachi-") as folder:
        (Path(folder) / "go.sgf").write_text(SGF, encoding="ascii")
        for call in calls if program else ():
            began = time.perf_counter()
            problem = run(program, call, Path(folder))
            seconds = time.perf_counter() - began
            print(f"{'FAILED' if problem else 'ok':6} {seconds:5.1f} s  katachi {call.arguments}")
            if problem:
                problems.append(f"katachi {call.arguments}: {problem}")
    print(
        f"katachi of {Path(katachi.__file__).parent}: {len(calls)} calls, {len(problems)} problems"
    )
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
