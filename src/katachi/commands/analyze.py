"""`katachi analyze`: what a search thinks of a position."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer

from katachi.agents import MctsAgent, build_agent, read_agent_file
from katachi.commands import analyze_alphabeta
from katachi.commands.game_choice import GameText, SizeOption, SwapOption, built_in_game
from katachi.commands.terminal import (
    UNDEFINED,
    JsonOption,
    make_table,
    output_console,
    print_json,
)
from katachi.errors import KatachiError
from katachi.search import SearchResult

EXAMPLES = """
katachi analyze othello --moves 'f5 d6' --seconds 2
katachi analyze hex5 --agent rave --simulations 10000
katachi analyze havannah4 --agent havannah-joint --tree 2
katachi analyze othello --moves 'f5 d6 c3' --agent alphabeta-6
katachi analyze hex3 --position 'X../.O./... X' --json
"""


def run(  # noqa: PLR0913 - one parameter per option
    game_text: GameText,
    *,
    moves: Annotated[str, typer.Option(help="Moves from the start, with spaces.")] = "",
    position_text: Annotated[
        str | None, typer.Option("--position", help="A position as katachi writes it.")
    ] = None,
    agent: Annotated[str, typer.Option(help="Whose settings: a name or a TOML file.")] = "uct",
    simulations: Annotated[int, typer.Option(min=0, help="Budget in simulations.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.0, help="Budget in seconds.")] = 0.0,
    top: Annotated[int, typer.Option(min=1, help="How many moves to show.")] = 10,
    tree: Annotated[int, typer.Option(min=0, help="Also show the tree to this depth.")] = 0,
    size: SizeOption = None,
    swap: SwapOption = None,
    as_json: JsonOption = False,
) -> None:
    """Searches a position and shows the moves with visits, values and what is known of them.

    Values are for the player who makes the move, from 0 (lost) to 100 % (won). Ctrl-C ends the
    search and shows what it has found.
    """
    game = built_in_game(game_text, size=size, swap=swap)
    position = game.position(position_text) if position_text is not None else game.start()
    position = position.play_all(moves)
    file = read_agent_file(agent)
    if file.kind == "alphabeta":
        if simulations or tree:
            raise KatachiError(
                f"{agent} makes no simulations and keeps no tree; --seconds limits it"
            )
        analyze_alphabeta.show(position, file.alphabeta, seconds=seconds, top=top, as_json=as_json)
        return
    if file.kind != "mcts":
        raise KatachiError(f"{agent} does not search")
    player = build_agent(agent, file)
    assert isinstance(player, MctsAgent)
    player.new_game(game, file.mcts.seed)
    search = player.search
    if not simulations and not seconds:
        seconds = 1.0
    result = search.run(position, simulations=simulations, seconds=seconds)
    least = max(1, result.simulations // 200)
    if as_json:
        answer = msgspec.to_builtins(result)
        if tree:
            answer["tree"] = json.loads(search.tree_json(depth=tree, least_visits=least))
        print_json(answer)
        return
    console = output_console()
    console.print(str(position), markup=False)
    console.print()
    if result.move is None:
        console.print("The game is over.")
        return
    _show_moves(result, top)
    console.print(_summary(result), soft_wrap=True)
    if tree:
        console.print(search.tree_text(depth=tree, least_visits=least), soft_wrap=True)


def _show_moves(result: SearchResult, top: int) -> None:
    console = output_console()
    table = make_table(console)
    for column in ("move", "visits", "value", "RAVE", "initial", "strength", "proof"):
        table.add_column(column, justify="left" if column in {"move", "proof"} else "right")
    for line in result.moves[:top]:
        table.add_row(
            line.move,
            str(line.visits),
            f"{100 * line.value:.1f} %" if line.visits else UNDEFINED,
            f"{100 * line.amaf_value:.1f} %" if line.amaf_visits else UNDEFINED,
            f"{line.initial_value:g}/{line.initial_visits:g}" if line.initial_visits else UNDEFINED,
            f"{100 * line.strength:.1f} %" if line.strength else UNDEFINED,
            line.proof if line.proof != "unknown" else "",
        )
    console.print(table)


def _summary(result: SearchResult) -> str:
    full = ", memory full" if result.memory_full else ""
    stopped = ", stopped" if result.interrupted else ""
    return (
        f"{result.simulations} simulations in {result.seconds:.2f} s "
        f"({result.simulations_per_second:,.0f} a second), depth {result.depth}, "
        f"{result.bytes_used / 2**20:.1f} MB{full}{stopped}\n"
        f"Line: {' '.join(result.principal_variation)}"
    )
