"""`katachi check-game`: does a game keep its contract, and what is it like?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.games import CompiledGame, GameLike, check_game
from katachi.games.compiled.checking import CheckedGames, check_compiled_game
from katachi.games.compiled.machine_code import is_available
from katachi.games.python_file import load_game
from katachi.search.playouts import random_playouts

EXAMPLES = """
katachi check-game examples/compiled/connect_four.py
katachi check-game examples/connect_four.py --games 20 --json
"""

SPEED_SECONDS = 0.5


def run(
    file: Annotated[Path, typer.Argument(help="A Python file with a `game`. The file is run.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="Random games to check.")] = 50,
    seed: Annotated[int, typer.Option(help="Of the random games.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Plays random games of a file and checks everything that katachi relies on.

    A compiled game runs both ways, by its plain functions and as machine code with every index checked;
    the first difference is reported with the function and the state. Then: speed, branching factor, length,
    who wins at random, and a sample game.
    """
    game: GameLike = load_game(file)
    if isinstance(game, CompiledGame) and not is_available():
        typer.echo("Numba is not installed: only the plain functions are checked", err=True)
        game = game.interpreted
    found = (
        check_compiled_game(game, games=games, seed=seed)
        if isinstance(game, CompiledGame)
        else None
    )
    positions = found.positions if found is not None else check_game(game, games=games, seed=seed)
    facts = _facts(game, found, positions, seed)
    if as_json:
        print_json(facts)
        return
    for name, value in facts.items():
        typer.echo(f"{name.replace('_', ' ')}: {value}")
    if found is not None and found.sample is not None:
        typer.echo(f"\nA random game: {' '.join(found.sample_moves)}\n{found.sample}")


def _facts(
    game: GameLike, found: CheckedGames | None, positions: int, seed: int
) -> dict[str, object]:
    facts: dict[str, object] = {"game": game.name, "moves": len(game.moves)}
    facts["positions_checked"] = positions
    facts |= {"playouts_a_second": _speed(game, seed)}
    if isinstance(game, CompiledGame):
        facts["interpreted_playouts_a_second"] = _speed(game.interpreted, seed)
    tally = random_playouts(game.start(), 2000 if found is not None else 50, seed=seed)
    facts["length"] = round(tally.moves / tally.playouts, 1)
    if found is not None:
        facts["branching_factor"] = round(found.branching, 1)
    facts["first_player_wins"] = f"{tally.black_wins / tally.playouts:.1%}"
    facts["draws"] = f"{tally.draws / tally.playouts:.1%}"
    return facts


def _speed(game: GameLike, seed: int) -> int:
    """Random games a second, after one that warms up."""
    start = game.start()
    random_playouts(start, 1, seed=seed, threads=1)
    count, done, begin = 1, 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < SPEED_SECONDS:
        random_playouts(start, count, seed=seed + done, threads=1)
        done += count
        count = min(2 * count, 20_000)
    return round(done / passed)
