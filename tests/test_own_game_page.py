"""The commands of docs/games/your-own.md, one after the other in an empty folder."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="compiled games need the extra `compiled`")

PAGE = Path(__file__).resolve().parent.parent / "docs" / "games" / "your-own.md"
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


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    block = re.search(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert block is not None
    commands = block[1].strip().splitlines()
    assert {shlex.split(command)[1] for command in commands} == set(SAYS)
    for command in commands:
        words = shlex.split(command)
        done = subprocess.run(
            [sys.executable, "-m", "katachi", *words[1:]],
            cwd=tmp_path,
            input=SESSION + "quit\n",
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert SAYS[words[1]] in done.stdout, command
    assert "<svg" in (tmp_path / "why.svg").read_text()
