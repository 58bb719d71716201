"""`katachi analyze`: what a search thinks of a position."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from katachi.agents import Budget, build_agent, default_agent_name, read_agent_file
from katachi.agents.analysis import Analysis, analyze_position, shows_thoughts
from katachi.agents.capabilities import ShowsTree
from katachi.commands.game_choice import SizeOption, SwapOption
from katachi.commands.output import JsonOption, print_json
from katachi.commands.position_choice import (
    ChosenPosition,
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
from katachi.terminal.analysis import as_json as analysis_json
from katachi.terminal.analysis import candidate_table, summary, thinking_line
from katachi.terminal.board import Overlay, draw, look_of, player_label
from katachi.terminal.console import output_console

DEFAULT_SECONDS = 2.0
MOST_NUMBERED = 9  # candidates that are numbered on the board

EXAMPLES = """
katachi analyze game.sgf                         # the end of a game
katachi analyze game.sgf --move 20 --seconds 10  # after 20 moves
katachi analyze games.wtb --number 7 --move 40   # the seventh game of a file
katachi analyze othello --moves 'f5 d6 c3'
katachi analyze hex5 --agent rave --simulations 10000 --tree 2
katachi analyze othello --moves 'f5 d6 c3' --agent alphabeta-6
katachi analyze mygame --game-file mygame.py    # a game of your own
katachi analyze hex3 --position 'X../.O./... X' --json
"""


def run(  # noqa: PLR0913 - one parameter per option
    subject: SubjectText,
    *,
    moves: MovesOption = "",
    position_text: PositionOption = None,
    load: LoadOption = None,
    number_of_moves: MoveNumberOption = None,
    number: GameNumberOption = None,
    agent: Annotated[
        str | None,
        typer.Option(help="Who thinks: a name or a TOML file; without it the best of the board."),
    ] = None,
    simulations: Annotated[int, typer.Option(min=0, help="Budget in simulations.")] = 0,
    seconds: Annotated[
        float,
        typer.Option(min=0.0, help=f"Budget in seconds; {DEFAULT_SECONDS:g} without any budget."),
    ] = 0.0,
    top: Annotated[int, typer.Option(min=1, help="How many moves to show.")] = 10,
    tree: Annotated[int, typer.Option(min=0, help="Also show the tree to this depth.")] = 0,
    size: SizeOption = None,
    swap: SwapOption = None,
    as_json: JsonOption = False,
) -> None:
    """Searches a position and shows the best moves with their values and the lines behind them.

    The position is the start of a game, a text, or a place in a file of games. Win rates are for
    the player who makes the move: 100 % is won. Visits are the simulations that tried the move; a
    prior is what knowledge expected before the search. A line is how the search expects the game to
    go on. Ctrl-C ends the search and shows what it has found.
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
    position = chosen.position
    name = agent or default_agent_name(position.game)
    file = read_agent_file(name)
    # An alpha-beta agent with a depth of its own needs no budget.
    has_depth = file.kind == "alphabeta" and bool(file.alphabeta.depth)
    if file.kind == "alphabeta" and ((simulations and has_depth) or tree):
        raise KatachiError(f"{name} makes no simulations and keeps no tree; --seconds limits it")
    player = build_agent(name, file)
    if not shows_thoughts(player):
        raise KatachiError(f"{name} does not search")
    player.new_game(position.game, file.mcts.seed)
    if not simulations and not seconds and not has_depth:
        seconds = DEFAULT_SECONDS
    budget = Budget(simulations or (0 if seconds else 1), seconds)
    with thinking_line(f"{name} thinks") as watch:
        found = analyze_position(player, position, budget, lines=top, watch=watch)
    least = max(1, getattr(found.search, "simulations", 0) // 200)
    if as_json:
        answer = {"source": chosen.source, **analysis_json(found)}
        if tree and isinstance(player, ShowsTree):
            answer["tree"] = json.loads(player.tree_json(depth=tree, least_visits=least))
        print_json(answer)
        return
    console = output_console()
    _print(console, chosen, found, top)
    if found.candidates and tree and isinstance(player, ShowsTree):
        console.print(player.tree_text(depth=tree, least_visits=least), soft_wrap=True)


def _print(console: Console, chosen: ChosenPosition, found: Analysis, top: int) -> None:
    position = chosen.position
    if chosen.source:
        console.print(chosen.source, soft_wrap=True)
    numbered = [candidate.move for candidate in found.candidates[:top]][:MOST_NUMBERED]
    labels = {move: str(place) for place, move in enumerate(numbered, start=1)}
    look = look_of(console)
    console.print(draw(position, look, Overlay(last=chosen.last, labels=labels)), soft_wrap=True)
    if not found.candidates:
        console.print(f"The game is over. {position.outcome}.")
        if chosen.source:
            console.print("An earlier position: --move N.")
        return
    console.print(player_label(position, position.to_move, look) + " to move")
    console.print()
    console.print(candidate_table(console, found, top))
    console.print(summary(found), soft_wrap=True)
