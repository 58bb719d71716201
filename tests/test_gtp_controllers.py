"""A controller that is not ours drives our engine: @sabaki/gtp 3.0.0, the one inside Sabaki.

Outside the default run, because it needs node and the package:

    npm install --prefix /some/folder @sabaki/gtp@3.0.0
    KATACHI_NODE_MODULES=/some/folder/node_modules pytest --slow tests/test_gtp_controllers.py
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent / "controllers" / "sabaki.mjs"


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """One session; all tests look at what came out."""
    node = shutil.which("node")
    modules = os.environ.get("KATACHI_NODE_MODULES", "")
    if node is None:
        pytest.skip("node is not installed")
    if not (Path(modules) / "@sabaki" / "gtp").is_dir():
        pytest.skip("KATACHI_NODE_MODULES names no folder with @sabaki/gtp")
    done = subprocess.run(
        [node, str(SCRIPT), sys.executable, "-m", "katachi", "gtp", "go9", "--simulations", "200"],
        env=os.environ | {"NODE_PATH": modules},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


pytestmark = pytest.mark.slow


def test_plain_commands(report: dict[str, Any]) -> None:
    assert report["name"] == "= katachi go go9"
    assert report["commands"] > 60
    assert report["unknown"] == "? unknown command"
    assert report["stderr"] == []


def test_sabaki_synchronizes_its_board(report: dict[str, Any]) -> None:
    assert report["state"]["boardsize"] == [9, 9]
    assert report["state"]["komi"] == 6.5
    # Two moves of the game, four generated ones, and the one of genmove_analyze.
    assert len(report["state"]["history"]) == 7
    assert "5 . . . . X . . . ." in report["board"]
    assert "3 . . O . . . . . ." in report["board"]


def test_moves_and_analysis(report: dict[str, Any]) -> None:
    assert len(report["moves"]) == 4
    assert all(re.fullmatch(r"= ([A-HJ][1-9]|pass)", text) for text in report["moves"])
    assert len(report["lines"]) >= 2
    assert all(re.search(r" visits \d+ .* winrate 0\.\d+ .* pv ", x) for x in report["lines"])
    assert not report["analysisFailed"]
    assert re.fullmatch(r"play ([A-HJ][1-9]|pass)", report["generated"])
    assert report["quit"].startswith("=")
