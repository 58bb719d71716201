"""The file with which a new game begins: three in a row, whole and short, and its test."""

from __future__ import annotations

from pathlib import Path

_GAME = Path(__file__).with_name("starting_game.txt")
_TEST = Path(__file__).with_name("starting_test.txt")
_NAME = "tictactoe"  # of the game in those files


def starting_game(name: str) -> str:
    """The game under another name."""
    return _GAME.read_text(encoding="utf-8").replace(f'"{_NAME}"', f'"{name}"')


def starting_test(name: str) -> str:
    """Its test."""
    return _TEST.read_text(encoding="utf-8").replace("{name}", name)
