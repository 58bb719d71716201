"""Folders of experiments hold what people read and run; what a command makes again stays outside."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

EXPERIMENTS = ROOT / "experiments"
LARGEST = 1_000_000  # bytes
# Learned at a cost, and part of the package.
SHIPPED = ("src/katachi/knowledge/data/",)


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    found = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip("no checkout of the repository")
    return [name for name in found.stdout.splitlines() if (ROOT / name).is_file()]


def test_nothing_generated_is_kept(tracked: list[str]) -> None:
    generated = {".html", ".sqlite", ".parquet"}
    assert [
        name
        for name in tracked
        if Path(name).suffix in generated and name.startswith("experiments/")
    ] == []


def test_files_are_small(tracked: list[str]) -> None:
    large = [name for name in tracked if (ROOT / name).stat().st_size > LARGEST]
    assert [name for name in large if not name.startswith(SHIPPED)] == []


@pytest.mark.parametrize("folder", sorted(path.name for path in EXPERIMENTS.iterdir()))
def test_every_experiment_says_what_it_is(folder: str) -> None:
    assert (EXPERIMENTS / folder / "README.md").read_text(encoding="utf-8").startswith("# ")
