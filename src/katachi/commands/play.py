"""`katachi play`: a game at the terminal."""

from __future__ import annotations

import datetime
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.board_view import ASCII, look_of
from katachi.commands.game_choice import (
    GAME_HELP,
    GameFileOption,
    HandicapOption,
    KomiOption,
    SizeOption,
    SwapOption,
    choose_game,
)
from katachi.commands.play_session import PlaySession, PlaySettings, Seat, line_reader
from katachi.commands.players import HUMAN, PLAYERS, Thinking, make_player
from katachi.commands.rival_game import RIVAL, RivalGame
from katachi.commands.terminal import AsciiOption, output_console
from katachi.errors import KatachiError
from katachi.games import Color
from katachi.records import GameRecord, write_sgf
from katachi.records.atomic_file import check_vacant

EXAMPLES = """
katachi play othello                      # you begin, against random moves
katachi play othello --white uct          # against a search
katachi play go 9 --white human           # two people
katachi play hex13 --swap --hints
katachi play havannah --black random --white human
katachi play go9 --handicap 4 --save game.sgf
katachi play othello --rival ada.rivals   # an opponent of your strength
katachi play --game-file examples/connect_four.py
"""

_WHO = f"Who plays: {', '.join((HUMAN, *PLAYERS))}, or an agent (katachi agents lists them)."


def run(  # noqa: PLR0913 - one parameter per option
    words: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    *,
    black: Annotated[str, typer.Option(help=_WHO)] = HUMAN,
    white: Annotated[str, typer.Option(help=_WHO)] = "random",
    seed: Annotated[
        int | None, typer.Option(help="For the random player: the same seed, the same moves.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="How long an agent thinks about a move.", min=0.001)
    ] = 1.0,
    hints: Annotated[
        bool, typer.Option("--hints", help="Mark the legal moves on the board.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game as SGF when it ends or is left."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Allow to replace files that exist.")
    ] = False,
    size: SizeOption = None,
    swap: SwapOption = None,
    komi: KomiOption = None,
    handicap: HandicapOption = None,
    game_file: GameFileOption = None,
    rival: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Play rivals of your strength (katachi rivals make), as White."
        ),
    ] = None,
    plain: AsciiOption = False,
) -> None:
    """Plays a game at the terminal, against another person, random moves or a search.

    Type moves as the coordinates name them (d3, pass, swap), or one of the commands help, hint,
    undo, resign, save FILE and quit. With --rival the opponent follows your results; name a colour
    `rival` to choose its side.
    """
    game = choose_game(
        " ".join(words or ()), game_file, size=size, swap=swap, komi=komi, handicap=handicap
    )
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    following = None
    if rival is not None:
        following = RivalGame(rival, game)
        white = white if RIVAL in {black, white} else RIVAL
    names: dict[Color, str] = {"black": black, "white": white}
    seats = {
        color: following.seat(color, seconds, seed)
        if following is not None and name == RIVAL
        else Seat(name, make_player(name, color, seed, Thinking(game, seconds)))
        for color, name in names.items()
    }
    if save is not None:
        if save.is_file() and not force:
            raise KatachiError(f"'{save}' exists already; --force replaces it")
        check_vacant(save, overwrite=force)
        write_sgf(GameRecord(game))  # a game that SGF cannot hold is better refused now
    console = output_console(plain=plain)
    settings = PlaySettings(
        look=ASCII if plain else look_of(console),
        hints=hints,
        save=save,
        overwrite=force,
        date=datetime.date.today().isoformat(),
        comment="" if {black, white} == {HUMAN} else f"katachi play --seed {seed}",
    )
    session = PlaySession(
        game, seats, settings, ask=line_reader(sys.stdin, console), console=console
    )
    session.run()
    if following is not None:
        console.print(following.finish(session.record), markup=False, soft_wrap=True)
