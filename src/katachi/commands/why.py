"""`katachi why`: what learned knowledge sees in a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from katachi.agents.board_knowledge import choose_knowledge
from katachi.commands.game_choice import SizeOption, SwapOption
from katachi.commands.output import JsonOption, print_json
from katachi.commands.position_choice import (
    GameNumberOption,
    LoadOption,
    MoveNumberOption,
    MovesOption,
    PositionChoice,
    PositionOption,
    SubjectText,
    choose_position,
)
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.games import Position
from katachi.knowledge import Comparison, Explanation, why
from katachi.knowledge.explanation_text import (
    MOST_LISTED,
    comparison_headline,
    factor_words,
    headline,
    more,
    pair_lines,
)
from katachi.knowledge.position_explanation import ExplainsPositions, MoveChange
from katachi.terminal.board import AGAINST, FOR, Overlay, draw, look_of, player_label
from katachi.terminal.console import output_console

EXAMPLES = """
katachi why othello c3 --moves 'f5 d6'                    # what speaks for c3, what against it
katachi why othello c3 --instead-of d3 --moves 'f5 d6'    # why this move and not that one
katachi why hex11 f6 --moves 'g4 e7' --svg why.svg        # as a picture
katachi why go9 E5 --load game.sgf --move 30              # a position of a game
katachi why othello c3 --moves 'f5 d6' --knowledge mine.knowledge
katachi why othello --moves 'f5 d6 c3' --knowledge othello-values   # who is ahead
"""


def run(  # noqa: PLR0913 - one parameter per option
    subject: SubjectText,
    move: Annotated[
        str,
        typer.Argument(help="The move to explain; with values of positions it may be left out."),
    ] = "",
    *,
    instead_of: Annotated[
        str | None,
        typer.Option("--instead-of", "--against", metavar="MOVE", help="Compare with this move."),
    ] = None,
    moves: MovesOption = "",
    position_text: PositionOption = None,
    load: LoadOption = None,
    number_of_moves: MoveNumberOption = None,
    number: GameNumberOption = None,
    knowledge: Annotated[
        str | None,
        typer.Option(
            "--knowledge", "-k", help="A name or a file; without it what the best agent knows."
        ),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a picture: boards and reasons.")
    ] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace the picture.")] = False,
    size: SizeOption = None,
    swap: SwapOption = None,
    as_json: JsonOption = False,
) -> None:
    """Says what speaks for a move and what against it, with the cells that matter on the board.

    Every reason has a factor: 3.2 times as often means that players chose such moves 3.2 times as
    often as moves of which the same cannot be said, all else being equal. The reasons multiply.
    This is what the knowledge sees at a glance, before any search; `katachi analyze` searches.

    With values of positions (--knowledge) it says who is ahead, which stones say so, and what a move
    changes.
    """
    choice = PositionChoice(
        moves=moves,
        text=position_text,
        load=load,
        move=number_of_moves,
        number=number,
        size=size,
        swap=swap,
    )
    chosen = choose_position(subject, choice)
    known = choose_knowledge(knowledge, chosen.position.game)
    if isinstance(known, ExplainsPositions):
        _show_position(known, chosen.position, move, svg, overwrite=overwrite, as_json=as_json)
        return
    if not move:
        raise KatachiError("which move? Only values of positions explain a position as a whole")
    found = why(known, chosen.position, move, instead_of)
    if svg is not None:
        write_atomically(svg, found.svg(), overwrite=overwrite)
    if as_json:
        parts = [found.first, found.second] if isinstance(found, Comparison) else [found]
        print_json([_as_json(part) for part in parts])
        return
    console = output_console()
    if not console.is_terminal:
        console.print(str(found), markup=False, soft_wrap=True)
    elif isinstance(found, Comparison):
        _show_comparison(console, found)
    else:
        _show_explanation(console, found, chosen.last)


def _show_position(  # noqa: PLR0913 - as `run` has them
    known: ExplainsPositions,
    position: Position,
    move: str,
    svg: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Who is ahead, or what a move changes."""
    found = known.explain_change(position, move) if move else known.explain_position(position)
    if svg is not None:
        write_atomically(svg, found.svg(), overwrite=overwrite)
    if as_json:
        now = found.after if isinstance(found, MoveChange) else found
        gain = {"move": move, "gain": found.gain} if isinstance(found, MoveChange) else {}
        told = {"player": now.of, "value": now.value, "score": now.score, "turn": now.turn}
        print_json({"position": now.position.text, **gain, **told, "by_cell": now.by_cell})
        return
    console = output_console()
    shown = found.after.position if isinstance(found, MoveChange) else position
    console.print(f"{shown}\n\n{found}", markup=False, soft_wrap=True)


def _as_json(explanation: Explanation) -> dict[str, object]:
    return {
        "position": explanation.position.text,
        "move": explanation.move,
        "strength": explanation.strength,
        "probability": explanation.probability,
        "rank": explanation.rank,
        "candidates": explanation.candidates,
        "rest": explanation.rest,
        "reasons": [asdict(reason) for reason in explanation.reasons],
        "pairs": [asdict(pair) for pair in explanation.pairs],
        "evidence": explanation.evidence,
    }


def _show_explanation(console: Console, explanation: Explanation, last: str | None) -> None:
    overlay = Overlay(last=last, chosen=explanation.move, evidence=explanation.evidence)
    _show_board(console, explanation, overlay)
    console.print(
        Text.assemble(
            (f"* {explanation.move}   ", "bold"),
            (" + ", f"#000000 on {FOR}"),
            f" speaks for {explanation.move}   ",
            (" - ", f"#000000 on {AGAINST}"),
            f" speaks against {explanation.move}",
        )
    )
    console.print()
    console.print(Text(headline(explanation), style="bold"))
    columns = [
        (
            heading,
            color,
            [f"{mark} {factor_words(one.strength)}: {one.text}" for one in reasons[:MOST_LISTED]]
            + more(len(reasons)),
        )
        for heading, color, mark, reasons in (
            (f"Speaks for {explanation.move}", FOR, "+", explanation.reasons_for),
            (f"Speaks against {explanation.move}", AGAINST, "-", explanation.reasons_against),
        )
    ]
    _show_columns(console, columns)
    if explanation.pairs:
        console.print()
        console.print("Counted above, because these come together:", style="bold")
        for line in pair_lines(explanation):
            console.print(Text(f"  {line}"))


def _show_comparison(console: Console, comparison: Comparison) -> None:
    first, second = comparison.first, comparison.second
    _show_board(console, first, Overlay(hints=(first.move, second.move)))
    console.print()
    console.print(Text(comparison_headline(comparison), style="bold"))
    columns = [
        (
            f"For {here.move} rather than {there.move}",
            color,
            [
                f"{'+' if one.move == here.move else '-'} {factor_words(one.reason.strength)}: "
                f"{one.move} {one.reason.text}"
                for one in arguments[:MOST_LISTED]
            ]
            + more(len(arguments)),
        )
        for here, there, color, arguments in (
            (first, second, FOR, comparison.for_first),
            (second, first, AGAINST, comparison.for_second),
        )
    ]
    _show_columns(console, columns)


def _show_board(console: Console, explanation: Explanation, overlay: Overlay) -> None:
    position, look = explanation.position, look_of(console)
    console.print(draw(position, look, overlay), soft_wrap=True)
    console.print(player_label(position, position.to_move, look) + Text(" to move, called you"))


def _show_columns(console: Console, columns: Sequence[tuple[str, str, list[str]]]) -> None:
    """Two lists of reasons beside each other, each in its colour."""
    table = Table.grid(padding=(0, 3), expand=True)
    for _ in columns:
        table.add_column(ratio=1)
    table.add_row(*(Text(heading, style=f"bold {color}") for heading, color, _ in columns))
    cells = []
    for _, color, lines in columns:
        text = Text()
        for line in lines or ["nothing"]:
            head, colon, rest = line.partition(": ")
            text.append(head + colon, style=f"bold {color}" if colon else "")
            text.append(f"{rest}\n")
        cells.append(text)
    table.add_row(*cells)
    console.print(table)
