"""What the repository asks of itself: sizes of files, messages of commits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

KNOWLEDGE = "src/katachi/knowledge/data/"
# The limits of .pre-commit-config.yaml, in bytes.
LARGEST, LARGEST_KNOWLEDGE = 1000 * 1024, 4000 * 1024
ALL_KNOWLEDGE = 10_600_000  # with the core and the code: a wheel below 14 MB

SCRIPT = ROOT / ".ci" / "commit_message.py"


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("the source distribution has no repository")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_file_is_too_large() -> None:
    knowledge = 0
    for file in tracked():
        size = file.stat().st_size
        if file.relative_to(ROOT).as_posix().startswith(KNOWLEDGE):
            knowledge += size
            assert size <= LARGEST_KNOWLEDGE, file
        else:
            assert size <= LARGEST, file
    assert knowledge <= ALL_KNOWLEDGE


@pytest.mark.parametrize(
    ("message", "stored", "now", "refusal"),
    [
        ("A page\n", "a", "a", ""),
        ("A page\n\nNo functional change\n# a comment of git\n", "a", "a", ""),
        ("Ko\n\nBench: {b}\n", "a", "b", ""),
        ("Ko\n", "a", "b", "the last line must be 'Bench: {b}'"),
        ("Ko\n\nBench: {a}\n", "a", "b", "the last line must be 'Bench: {b}'"),
        ("Ko\n\nBench: {b}\n\nAnd more.\n", "a", "b", "the last line must be 'Bench: {b}'"),
        ("Ko\n\nBench: {b}\n", "a", "a", "the stored signature is {a}, not {b}"),
        ("# nothing\n", "a", "a", "the message is empty"),
    ],
)
def test_the_last_line_tells_a_changed_signature(
    tmp_path: Path, message: str, stored: str, now: str, refusal: str
) -> None:
    """The script as git calls it, in a repository of its own."""
    signatures = {"a": "0123456789abcdef", "b": "fedcba9876543210"}

    def git(*words: str) -> None:
        user = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "core.hooksPath=none")
        subprocess.run(["git", *user, *words], cwd=tmp_path, check=True, capture_output=True)

    file = tmp_path / "tests" / "data" / "bench.txt"
    file.parent.mkdir(parents=True)
    git("init")
    for key, step in ((stored, ("commit", "-m", "first")), (now, ("status",))):
        file.write_text(f"seed 1\nall {signatures[key]}\ntrees 00\n", encoding="utf-8")
        git("add", "-A")
        git(*step)
    (tmp_path / "message").write_text(message.format(**signatures), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, SCRIPT, tmp_path / "message"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode == 0) == (not refusal), told.stderr
    assert refusal.format(**signatures) in told.stderr
