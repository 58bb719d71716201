"""`katachi games`: what can be played."""

from __future__ import annotations

from katachi.commands.output import JsonOption, print_json
from katachi.games import Game, games_by_name
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi games             # a table for people
katachi games --json      # the same for programs
"""


def run(*, as_json: JsonOption = False) -> None:
    """Lists the built-in games: sizes, first player, moves and notations.

    In every command a game is named like `othello`, `go9` or `hex13`; without a number it has
    its usual size.
    """
    if as_json:
        print_json([_facts(kind) for kind in games_by_name.values()])
        return
    console = output_console()
    table = make_table(console, title="The games of katachi")
    for column in ("game", "sizes", "usual", "begins", "moves", "notations"):
        table.add_column(column, no_wrap=column != "notations")
    for kind in games_by_name.values():
        game = _usual(kind)
        first, last = game.moves[0], game.moves[-2]
        table.add_row(
            game.name,
            _sizes(game.sizes),
            str(game.size),
            game.start().to_move.capitalize(),
            f"{first} to {last}, {game.moves[-1]}",
            ", ".join(notation.name for notation in game.notations),
        )
    console.print(table)
    console.print()
    for name, kind in games_by_name.items():
        console.print(f"{name.capitalize()}: {kind.aim}", soft_wrap=True)


def _usual(kind: type[Game]) -> Game:
    return kind()  # type: ignore[call-arg]


def _sizes(sizes: tuple[int, ...]) -> str:
    """Sizes in a row as a range.

    >>> _sizes((3, 4, 5)), _sizes((6, 8, 10))
    ('3-5', '6, 8, 10')
    """
    if sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]}-{sizes[-1]}"
    return ", ".join(map(str, sizes))


def _facts(kind: type[Game]) -> dict[str, object]:
    game = _usual(kind)
    return {
        "name": game.name,
        "aim": game.aim,
        "sizes": list(game.sizes),
        "usual_size": game.size,
        "first_player": game.start().to_move,
        "cells": len(game.topology.cells),
        "special_move": game.moves[-1],
        "notations": [notation.name for notation in game.notations],
    }
