"""Two commands that work towards one file: the second is refused, a dead one is forgotten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from katachi.cli import app
from katachi.errors import KatachiError
from katachi.files.owner import new_owner
from katachi.files.reservation import reserved

LEARN = ["learn", "othello-selfplay", "-f", "cells", "--loops", "1", "--share", "0.01", "--output"]
GROW = ["forest", "grow", "othello-selfplay", "--trees", "2", "--games", "5", "--output"]


@pytest.mark.parametrize("command", [LEARN, GROW])
def test_the_second_of_two_is_refused(command: list[str], tmp_path: Path) -> None:
    output = tmp_path / "mine.knowledge"
    with reserved(output):
        refused = CliRunner().invoke(app, [*command, str(output)])
        assert refused.exit_code == 2, refused.output
        assert "is making" in refused.output
        assert not output.exists()
    made = CliRunner().invoke(app, [*command, str(output)])
    assert made.exit_code == 0, made.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.knowledge"]


def test_a_lock_of_a_dead_process_counts_for_nothing(tmp_path: Path) -> None:
    output = tmp_path / "mine.knowledge"
    code = "from katachi.files.owner import new_owner; print(new_owner())"
    dead = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lock = tmp_path / "mine.knowledge.lock"
    for text in (dead.stdout, "", "nonsense"):
        lock.write_text(text)
        with reserved(output):
            assert lock.read_text().partition(":")[0] == new_owner().partition(":")[0]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KatachiError, match="none"), reserved(tmp_path / "none" / "a.knowledge"):
        pass
    with pytest.raises(RuntimeError), reserved(tmp_path / "a.knowledge"):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
