"""The commands of docs/games/your-own.md, one after the other in an empty folder.

The whole page plays a match and a tournament in full and is slow; the default run plays a few games of
each. A GTP session is driven by a client of others, @sabaki/gtp, where node and the package are there:

    npm install --prefix /some/folder @sabaki/gtp@3.0.0
    KATACHI_NODE_MODULES=/some/folder/node_modules pytest tests/test_own_game_page.py
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import katachi
from katachi.games.compiled.starting_file import starting_game
from katachi.games.python_file import load_game

pytest.importorskip("numba", reason="compiled games need the extra `compiled`")

PAGE = Path(__file__).resolve().parent.parent / "docs" / "games" / "your-own.md"
CLIENT = Path(__file__).resolve().parent / "controllers" / "two_engines.js"
SAYS = {
    "new-game": "wrote mygame.py",
    "check-game": "branching factor",
    "match": "Share",
    "tournament": "rave",
    "records": "games.katachi",
    "learn": "mine.knowledge",
    "why": "b2",
    "gtp": "Black wins",
}
SESSION = "play b b2\nplay w a1\nplay b b1\nplay w b3\nplay b a2\nplay w c1\nplay b c2\nshowboard\n"
# What the short form changes: as little as shows that the command works.
SHORTER = {
    "--games 20": "--games 2",
    "--pairs 100": "--pairs 2",
    "--pairs 20": "--pairs 1",
    "--games 200": "--games 12",
}


def commands() -> list[str]:
    block = re.search(r"```sh\n(katachi new-game.*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    return block[1].strip().splitlines()


def run(command: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "katachi", *shlex.split(command)[1:]],
        cwd=folder,
        input=SESSION + "quit\n",
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    "shorter",
    [SHORTER, pytest.param({}, marks=pytest.mark.slow)],
    ids=["short", "as it stands"],
)
def test_the_commands_of_the_page_run(shorter: dict[str, str], tmp_path: Path) -> None:
    assert {shlex.split(command)[1] for command in commands()} == set(SAYS)
    replaced = set()
    for command in commands():
        brief = command
        for long, short in shorter.items():
            if f"{long} " in f"{command} ":
                brief = brief.replace(long, short)
                replaced.add(long)
        assert SAYS[shlex.split(command)[1]] in run(brief, tmp_path), command
    assert replaced == set(shorter)
    assert "<svg" in (tmp_path / "why.svg").read_text()
    load_game(tmp_path / "mygame.py")
    assert katachi.load_knowledge(tmp_path / "mine.knowledge").card.positions > 50


@pytest.fixture
def client() -> list[str]:
    """Two engines and the client of Sabaki between them."""
    node = shutil.which("node")
    modules = os.environ.get("KATACHI_NODE_MODULES", "")
    if node is None:
        pytest.skip("node is not installed")
    if not (Path(modules) / "@sabaki" / "gtp").is_dir():
        pytest.skip("KATACHI_NODE_MODULES names no folder with @sabaki/gtp")
    return [node, str(CLIENT)]


def test_a_client_of_others_plays_a_game_of_ones_own(client: list[str], tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(starting_game("mygame"))
    engine = "-m katachi gtp --agent uct --simulations 3000 --game-file mygame.py"
    done = subprocess.run(
        [*client, sys.executable, *engine.split()],
        cwd=tmp_path,
        env=os.environ | {"NODE_PATH": os.environ["KATACHI_NODE_MODULES"]},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert (found["game"], found["size"]) == ("Mygame", "3")
    assert len(found["moves"]) == len(set(found["moves"])) == 9
    assert found["result"] == "draw"
    assert found["boards"][0] == found["boards"][1]
    assert "z99" in found["refused"]
