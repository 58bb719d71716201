"""`katachi desk`: the board in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import built_in_game
from katachi.errors import KatachiError
from katachi.matches.game_text import text_of_game

EXAMPLES = """
katachi desk                     # opens the browser
katachi desk hex11               # with this game on the desk
katachi desk game.sgf            # reviews a game
katachi desk mygame --game-file mygame.py
katachi desk --folder lab        # its files of games and laboratories can be opened
katachi desk --no-browser --port 8080
"""


def run(  # noqa: PLR0913 - one parameter per option
    subject: Annotated[
        str, typer.Argument(metavar="[GAME|FILE]", help="A game, or a file of games to review.")
    ] = "",
    *,
    folder: Annotated[
        Path, typer.Option(help="The folder whose files the pages may open.", file_okay=False)
    ] = Path(),
    host: Annotated[
        str,
        typer.Option(help="Address to serve on. Others than this machine need the token printed."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    check: Annotated[
        bool, typer.Option("--check", help="Start, ask for the pages once, and end.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Searches at once. Default: all processors.")
    ] = None,
) -> None:
    """Opens the desk in the browser: play, analyse, review, why, records, laboratories.

    Everything runs on this machine, and nothing is sent elsewhere. The game on the desk is kept by
    the browser: a reload or a new start of the desk loses nothing. Ctrl-C ends it.
    """
    # The web server is imported by this command alone.
    from katachi.desk import DeskOptions, serve  # noqa: PLC0415

    page, folder = _first_page(subject, folder)
    options = DeskOptions(
        host=host,
        port=port,
        folder=folder,
        page=page,
        browser=browser,
        processors=threads,
        check=check,
    )
    serve(options, tell=typer.echo)


def _first_page(subject: str, folder: Path) -> tuple[str, Path]:
    """What the browser shows first, and the folder that it may read."""
    if not subject:
        return "", folder
    if Path(subject).is_file():
        # The page opens the file itself, so it must lie in the folder.
        return f"records/{Path(subject).name}", Path(subject).resolve().parent
    from katachi.desk.clicks import has_board  # noqa: PLC0415 - as above

    game = built_in_game(subject, size=None, swap=None)
    if not has_board(game):
        raise KatachiError(f"{game.name} has no board to show; try katachi play {game.name}")
    return f"play/{text_of_game(game).replace(' ', '+')}", folder
