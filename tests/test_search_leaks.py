"""Searches give all their memory back: the leak sanitizer watches a program that makes many."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

MANY_SEARCHES = """
import gc
import katachi
from katachi import Mcts, MctsSettings, PlayoutSettings, SelectionSettings

parts = SelectionSettings(rave="hand_selected", solver=True), PlayoutSettings(ngrams=2, last_good_reply=2)
for name in ("othello", "go5", "hex5", "havannah4"):
    game = katachi.parse_game(name)
    for settings in (MctsSettings(), MctsSettings(selection=parts[0], playout=parts[1], threads=2)):
        for _ in range(3):
            Mcts(game, settings).run(game.start(), simulations=200)
gc.collect()
"""
A_LEAK = """
import ctypes
import katachi
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc(54321)
"""


def leaks_of(program: str) -> str:
    """What the sanitizer says at the end."""
    environment = os.environ | {
        "ASAN_OPTIONS": "detect_leaks=1:fast_unwind_on_malloc=0",
        "LSAN_OPTIONS": "exitcode=0",
        "PYTHONMALLOC": "malloc",
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return done.stderr


@pytest.mark.skipif(
    "KATACHI_SANITIZED" not in os.environ, reason="needs the build of `make sanitize`"
)
def test_searches_leak_nothing() -> None:
    assert "54321 byte" in leaks_of(A_LEAK)  # the sanitizer looks
    assert "katachi" not in leaks_of(MANY_SEARCHES)
