"""`katachi gtp`: katachi as an engine for GoGui, Sabaki, HexGui and tournaments."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from katachi.agents import level_name, level_of, load_agent
from katachi.commands.game_choice import (
    GameFileOption,
    HandicapOption,
    KomiOption,
    OptionalGameText,
    SizeOption,
    SwapOption,
    choose_game,
)
from katachi.commands.level_choice import LevelOption
from katachi.errors import KatachiError
from katachi.gtp.engine import Engine, EngineOptions, StreamInbox, serve
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.protocol import dialect_names
from katachi.matches.workers import close_agent

EXAMPLES = """
katachi gtp go19                             # the agent go19, 1 second a move without a clock
katachi gtp go9 --agent rave --seconds 5
katachi gtp othello                          # vertices as Edax writes them
katachi gtp othello --dialect gogui          # for GoGui, which draws it
katachi gtp hex11 --swap                     # for HexGui
katachi gtp havannah8 --simulations 20000
katachi gtp go9 --level 4                    # an opponent for people
katachi gtp --game-file examples/connect_four.py
"""

_NAMES = ", ".join(dialect_names())


def run(  # noqa: PLR0913 - one parameter per option
    game_text: OptionalGameText = "",
    *,
    agent: Annotated[
        str, typer.Option(help="Who plays: a name or a TOML file; without it the board's best.")
    ] = "",
    level: LevelOption = None,
    dialect: Annotated[
        str, typer.Option(help=f"Of GTP: {_NAMES}; without it the usual one of the game.")
    ] = "",
    seconds: Annotated[
        float, typer.Option(min=0.0, help="Time for a move without a clock; 0: 1 second.")
    ] = 0.0,
    simulations: Annotated[int, typer.Option(min=0, help="For a move, at most; 0: no limit.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = 0,
    resign: Annotated[bool, typer.Option("--resign", help="Give up lost games.")] = False,
    folder: Annotated[
        Path | None,
        typer.Option(help="The only place where commands may read and write files; else anywhere."),
    ] = None,
    size: SizeOption = None,
    komi: KomiOption = None,
    handicap: HandicapOption = None,
    swap: SwapOption = None,
    game_file: GameFileOption = None,
) -> None:
    """Speaks GTP version 2 on standard input and output.

    Point your controller (GoGui, Sabaki, HexGui, gogui-twogtp, ...) to this command. The guide,
    docs/how-to/gtp.md, lists the commands and dialects.
    """
    game = choose_game(game_text, game_file, size=size, komi=komi, handicap=handicap, swap=swap)
    parameters = Parameters(max_playouts=simulations, max_time=seconds, allow_resignation=resign)
    if folder is not None and not folder.is_dir():
        raise KatachiError(f"there is no folder '{folder}'")
    options = EngineOptions(dialect=dialect, seed=seed, parameters=parameters, folder=folder)
    inbox = StreamInbox(sys.stdin.fileno())
    if level is not None:
        if agent:
            raise KatachiError("--level and --agent exclude each other")
        level_of(game.name, level)  # raises if the game has no levels
        agent = level_name(level)
    player = load_agent(agent) if agent else None
    try:
        serve(Engine(game, player, options, inbox=inbox), sys.stdout.buffer)
    finally:
        if player is not None:
            close_agent(player)
