"""Matches on a Ray cluster; slow, because starting a cluster takes longer than the games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from katachi.errors import KatachiError
from katachi.matches import Running


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_costs_nothing(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    script = Path(__file__).with_name("ray_matches.py")
    ended = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "lab.sqlite")],
        capture_output=True,
        text=True,
        timeout=3600,  # only against a hang: a cluster needs minutes on a busy machine
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1] == "killed 1, saved 12, once 12, same True"


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "katachi.matches.ray_workers", raising=False)
    with pytest.raises(KatachiError, match=r"needs the extra ray: pip install 'katachi\[ray\]'"):
        Running(on_ray="ray").start_workers()


@pytest.mark.slow
def test_own_play_on_a_cluster_ends_as_on_one_machine(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    script = Path(__file__).with_name("ray_own_play.py")
    ended = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1] == "answers [0, 1, 2, 3, 4, 5], improve True, tune True"


@pytest.mark.slow
def test_a_killed_node_costs_its_tasks_under_way(tmp_path: Path) -> None:
    """Self-play, improve and a paper's rows on two nodes, one killed in the middle: nothing lost or twice."""
    pytest.importorskip("ray")
    script = Path(__file__).with_name("ray_nodes.py")
    ended = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    if ended.returncode == 77:
        pytest.skip("this machine gives no network namespace, and Ray listens on all interfaces")
    assert ended.returncode == 0, ended.stderr
    told = [line for line in ended.stdout.splitlines() if ": died" in line]
    assert told == [
        f"{work}: died True, lost True, same True" for work in ("self-play", "improve", "reproduce")
    ]
