"""`katachi new-game`: a starting file for a game of your own, with its test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.errors import InvalidGame, shown
from katachi.files.atomic_file import write_atomically
from katachi.games import games_by_name
from katachi.games.compiled.starting_file import starting_game, starting_test

EXAMPLES = """
katachi new-game mygame
katachi new-game mygame --folder games && katachi check-game games/mygame.py
"""


def run(
    name: Annotated[str, typer.Argument(help="One word of small letters.")],
    *,
    folder: Annotated[Path, typer.Option(help="Where the two files are written.")] = Path(),
) -> None:
    """Writes NAME.py, a whole small game to change into yours, and test_NAME.py.

    The game runs at once: `katachi check-game NAME.py`, `katachi match uct random --game-file NAME.py`.
    """
    if not name.isascii() or not name.isalpha() or not name.islower() or len(name) < 2:
        raise InvalidGame(f"the name of a game is one word of small letters, not {shown(name)}")
    if name in games_by_name:
        raise InvalidGame(f"{name} is the name of a built-in game")
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in (
        (folder / f"{name}.py", starting_game(name)),
        (folder / f"test_{name}.py", starting_test(name)),
    ):
        write_atomically(path, text)
        typer.echo(f"wrote {path}")
    typer.echo(f"next: katachi check-game {folder / f'{name}.py'}")
