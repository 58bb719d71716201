"""`katachi play`: a game at the terminal."""

from __future__ import annotations

import datetime
import random
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from katachi.agents import Budget
from katachi.commands.game_choice import (
    GAME_HELP,
    GameFileOption,
    HandicapOption,
    KomiOption,
    SizeOption,
    SwapOption,
    built_in_game,
    choose_game,
)
from katachi.commands.level_choice import LevelOption
from katachi.commands.output import AsciiOption
from katachi.commands.position_choice import GameNumberOption, LoadOption, MoveNumberOption
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import check_vacant
from katachi.games import Color, Game, GameLike
from katachi.games.outcome import COLORS, opponent
from katachi.records import GameRecord, write_sgf
from katachi.records.loaded_game import load_game_record
from katachi.terminal.board import ASCII, look_of
from katachi.terminal.console import output_console
from katachi.terminal.play.advice import Adviser, advice_lines
from katachi.terminal.play.players import HUMAN, Thinking, make_player, usual_opponent
from katachi.terminal.play.rival_game import RIVAL, RivalGame
from katachi.terminal.play.session import Ask, PlaySession, PlaySettings, Seat, line_reader

EXAMPLES = """
katachi play othello                      # against the strongest agent
katachi play hex11 --color white --hints  # the agent begins; legal moves are marked
katachi play go 9 --white human           # two people
katachi play othello --level 3            # an easy opponent; levels are 1 to 10
katachi play havannah --black uct --white rave --seconds 0.2
katachi play go9 --handicap 4 --save game.sgf
katachi play --load game.sgf --move 20    # go on with a game after 20 moves
katachi play othello --rival ada.rivals   # an opponent of your strength
katachi play --game-file examples/connect_four.py
"""

_WHO = f"Who plays: {HUMAN}, or an agent (katachi agents lists them)."
_ANY_COLOR = "random"


def run(  # noqa: PLR0913 - one parameter per option
    words: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    *,
    color: Annotated[
        str | None,
        typer.Option(metavar="COLOR", help=f"Your colour: black, white or {_ANY_COLOR}."),
    ] = None,
    level: LevelOption = None,
    black: Annotated[str | None, typer.Option(help=_WHO)] = None,
    white: Annotated[str | None, typer.Option(help=_WHO)] = None,
    seed: Annotated[
        int | None, typer.Option(help="For random choices: the same seed, the same moves.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="How long an agent thinks about a move or a hint.", min=0.001)
    ] = 1.0,
    hints: Annotated[
        bool, typer.Option("--hints", help="Mark the legal moves on the board.")
    ] = False,
    load: LoadOption = None,
    number_of_moves: MoveNumberOption = None,
    number: GameNumberOption = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game as SGF when it ends or is left."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
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
    """Plays a game at the terminal, against the strongest agent of the board or whom you choose.

    Type moves as the coordinates name them (d3, pass, swap), or one of the commands help, hint,
    moves, hints, undo, resign, save FILE, load FILE and quit. `hint` shows the best moves, their
    chances, and why. A game that is left is saved as unfinished, and --load goes on with it. With
    --rival the opponent follows your results; name a colour `rival` to choose its side.
    """
    options = {"size": size, "swap": swap, "komi": komi, "handicap": handicap}
    text = " ".join(words or ())
    if load is not None:
        board = _board_of_file(text, game_file, options)
        loaded = load_game_record(load, board, number=number, move=number_of_moves)
    elif number is not None or number_of_moves is not None:
        raise KatachiError("--move and --number are about a game that is loaded: --load FILE")
    else:
        loaded = None
    game = loaded.record.game if loaded else choose_game(text, game_file, **options)
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    console = output_console(plain=plain)
    ask = line_reader(sys.stdin, console)
    following = None if rival is None else RivalGame(rival, game)
    if following is not None and RIVAL not in {black, white}:
        black, white = black or HUMAN, RIVAL
    names = _named(black, white)
    if not names:
        mine = _own_color(color, ask, seed)
        names = {mine: HUMAN, opponent(mine): usual_opponent(game, level)}
    elif color is not None or level is not None:
        raise KatachiError(
            "--color and --level are for the usual opponent; leave --black and --white"
        )
    seats = {
        side: following.seat(side, seconds, seed)
        if following is not None and names[side] == RIVAL
        else Seat(names[side], make_player(names[side], side, seed, Thinking(game, seconds)))
        for side in COLORS
    }
    if save is not None:
        _check_save(save, game, force=force)
    adviser = Adviser(game, Budget(seconds=seconds), seed)
    settings = PlaySettings(
        look=ASCII if plain else look_of(console),
        hints=hints,
        advise=lambda position: advice_lines(adviser.advise(position)),
        loaded=loaded,
        save=save,
        overwrite=force,
        date=datetime.date.today().isoformat(),
        comment="" if set(names.values()) == {HUMAN} else f"katachi play --seed {seed}",
    )
    session = PlaySession(game, seats, settings, ask=ask, console=console)
    session.run()
    if following is not None:
        console.print(following.finish(session.record), markup=False, soft_wrap=True)


def _named(black: str | None, white: str | None) -> dict[Color, str]:
    if black is None and white is None:
        return {}
    return {"black": black or HUMAN, "white": white or HUMAN}


def _check_save(path: Path, game: GameLike, *, force: bool) -> None:
    """Refuses before the game what could not be saved after it."""
    if path.is_file() and not force:
        raise KatachiError(f"'{path}' exists already; --force replaces it")
    check_vacant(path, overwrite=force)
    write_sgf(GameRecord(game))


def _own_color(color: str | None, ask: Ask, seed: int) -> Color:
    """The colour of the person: as said, else asked for on a terminal, else Black."""
    if color is None and sys.stdin.isatty():
        color = (ask(f"Your colour: black (begins), white or {_ANY_COLOR}? [black] ") or "").strip()
    wanted = (color or "black").lower()
    if wanted == _ANY_COLOR:
        return random.Random(seed).choice(COLORS)
    for known in COLORS:
        if wanted in {known, known[0]}:
            return known
    raise KatachiError(f"a colour is black, white or {_ANY_COLOR}, not {shown(color)}")


def _board_of_file(text: str, game_file: Path | None, options: Mapping[str, object]) -> Game | None:
    """The board whose games of a file count, None for any; refuses what the file itself says."""
    if game_file is not None:
        raise KatachiError("--load knows the built-in games, not those of a --game-file")
    for name in ("swap", "komi", "handicap"):
        if options[name] is not None:
            raise KatachiError(
                f"--{name} is for new games; a game that is loaded has its own rules"
            )
    if not text:
        if options["size"] is not None:
            raise KatachiError("--size needs a game")
        return None
    return built_in_game(text, size=options["size"])
