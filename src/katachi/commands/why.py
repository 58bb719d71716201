"""`katachi why`: what learned knowledge sees in a move."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import GameText, SizeOption, SwapOption, built_in_game
from katachi.commands.terminal import JsonOption, output_console, print_json
from katachi.knowledge import Comparison, Explanation, load_knowledge, why
from katachi.records.atomic_file import write_atomically

EXAMPLES = """
katachi why othello c3 --moves 'f5 d6' --knowledge mine.knowledge
katachi why othello c3 --against d3 --moves 'f5 d6' --knowledge mine.knowledge
katachi why othello c3 --moves 'f5 d6' --knowledge mine.knowledge --svg why.svg
"""


def run(  # noqa: PLR0913 - one parameter per option
    game_text: GameText,
    move: Annotated[str, typer.Argument(help="The move to explain.")],
    *,
    knowledge: Annotated[str, typer.Option("--knowledge", "-k", help="A name or a file.")],
    against: Annotated[str | None, typer.Option(help="Compare with this move.")] = None,
    moves: Annotated[str, typer.Option(help="Moves from the start, with spaces.")] = "",
    position_text: Annotated[
        str | None, typer.Option("--position", help="A position as katachi writes it.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Also write a picture of the board.")] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the picture.")] = False,
    size: SizeOption = None,
    swap: SwapOption = None,
    as_json: JsonOption = False,
) -> None:
    """Shows which learned levels fired for a move, their strengths and shares, on the board.

    A strength multiplies the move's chances; a share is its part of all that speaks for or against
    the move.
    """
    game = built_in_game(game_text, size=size, swap=swap)
    position = game.position(position_text) if position_text is not None else game.start()
    found = why(load_knowledge(knowledge), position.play_all(moves), move, against)
    first = found.first if isinstance(found, Comparison) else found
    if svg is not None:
        write_atomically(svg, first.svg(), overwrite=overwrite)
    if as_json:
        parts = [found.first, found.second] if isinstance(found, Comparison) else [found]
        print_json([_as_json(part) for part in parts])
        return
    output_console().print(str(found), markup=False, soft_wrap=True)


def _as_json(explanation: Explanation) -> dict[str, object]:
    return {
        "position": explanation.position.text,
        "move": explanation.move,
        "strength": explanation.strength,
        "probability": explanation.probability,
        "rank": explanation.rank,
        "candidates": explanation.candidates,
        "interaction": explanation.interaction,
        "fired": [asdict(level) for level in explanation.fired],
    }
