"""`katachi demo`: a short tour of what katachi does, in chapters."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katachi import __version__
from katachi.commands.board_view import ASCII, Look, draw, look_of
from katachi.commands.perft import counts, published
from katachi.commands.players import RandomPlayer
from katachi.commands.playout_speed import available_threads, measure
from katachi.commands.terminal import UNDEFINED, AsciiOption, make_table, output_console
from katachi.games import Game, Go, Havannah, Hex, Othello, Position
from katachi.playouts import Tally, random_playouts

EXAMPLES = """
katachi demo
katachi demo --seed 7       # other games
katachi demo --still        # without moving pictures
"""

_FRAMES = 45
_SECONDS_PER_FRAME = 0.08
_DEEPEST_COUNT = 10
_SECONDS_PER_BOARD = 0.4
_PLAYOUTS = 20_000


@dataclass(frozen=True)
class Stage:
    """Where and how the tour is shown."""

    console: Console
    look: Look
    moving: bool
    seed: int


@dataclass(frozen=True)
class Chapter:
    """A part of the tour: a title, a sentence, and what to show."""

    title: str
    sentence: str
    show: Callable[[Stage], None]


def run(
    *,
    seed: Annotated[int, typer.Option(help="For the random games.")] = 1,
    still: Annotated[bool, typer.Option("--still", help="No moving pictures.")] = False,
    plain: AsciiOption = False,
) -> None:
    """Shows what katachi does, in less than half a minute.

    Four games played at random, the rules checked against published numbers, the speed of random
    playouts, and what to try next. Nothing is asked and nothing is written.
    """
    console = output_console(plain=plain)
    look = ASCII if plain else look_of(console)
    stage = Stage(console, look, moving=look.colored and not still, seed=seed)
    console.print(Text.assemble(("katachi ", "bold"), __version__, ": the shape of a good move"))
    for number, chapter in enumerate(CHAPTERS, start=1):
        console.print()
        title = f"{number}. {chapter.title}"
        console.rule(Text(title, "bold"), align="left", characters="─" if look.colored else "-")
        console.print(chapter.sentence, style="dim")
        console.print()
        chapter.show(stage)


def _waiting(stage: Stage, words: str) -> AbstractContextManager[object]:
    """A moving sign while something is computed, where things may move."""
    return stage.console.status(words) if stage.moving else nullcontext()


# Chapter: four games


@dataclass(frozen=True)
class _RandomGame:
    """A finished game: all positions, and the moves between them."""

    game: Game
    positions: tuple[Position, ...]
    moves: tuple[str, ...]

    def picture(self, share: float, look: Look) -> RenderableType:
        """The board after a share of the game, under its name and over its outcome."""
        ply = round(share * len(self.moves))
        position = self.positions[ply]
        last = self.moves[ply - 1] if ply else None
        board = draw(position, look, last=last)
        over = ply == len(self.moves)
        words = Text(
            str(position.outcome) if over else f"move {ply}", style="bold" if over else "dim"
        )
        if not look.colored:
            return Group(Text(str(self.game)), board, words, Text())
        return Panel(Group(board, words), title=str(self.game), title_align="left", expand=False)


def _random_game(game: Game, seed: int) -> _RandomGame:
    player = RandomPlayer(f"{seed}")
    positions, moves = [game.start()], []
    while not positions[-1].is_over:
        moves.append(player.choose(positions[-1]))
        positions.append(positions[-1].play(moves[-1]))
    return _RandomGame(game, tuple(positions), tuple(moves))


def _four_games(stage: Stage) -> None:
    games = [_random_game(game, stage.seed) for game in (Othello(8), Go(9), Hex(7), Havannah(5))]
    columns = 4 if stage.console.width >= 112 else 2
    for first in range(0, len(games), columns):
        _show_row(stage, games[first : first + columns])


def _show_row(stage: Stage, games: Sequence[_RandomGame]) -> None:
    """Games side by side, on a terminal as a moving picture."""

    def pictures(share: float) -> Table:
        grid = Table.grid(padding=(0, 2))
        grid.add_row(*(game.picture(share, stage.look) for game in games))
        return grid

    if not stage.moving:
        stage.console.print(pictures(1.0))
        return
    with Live(pictures(0.0), console=stage.console, auto_refresh=False) as live:
        for frame in range(1, _FRAMES + 1):
            time.sleep(_SECONDS_PER_FRAME)
            live.update(pictures(frame / _FRAMES), refresh=True)


# Chapter: counting


def _counting(stage: Stage) -> None:
    start = Othello().start()
    table = make_table(stage.console, title="Othello")
    for column in ("moves", "ways to play them", "published", "seconds"):
        table.add_column(column, justify="right", no_wrap=True)
    with _waiting(stage, "counting"):
        for count in counts(start, _DEEPEST_COUNT, lambda *_: None):
            known = published(start, count.depth)
            agrees = known == count.sequences
            mark = Text("yes" if agrees else f"no: {known:,}", style="green" if agrees else "red")
            table.add_row(str(count.depth), f"{count.sequences:,}", mark, f"{count.seconds:.3f}")
    stage.console.print(table)


# Chapter: speed


def _speed(stage: Stage) -> None:
    threads = available_threads()
    table = make_table(stage.console)
    table.add_column("board")
    headers = ("playouts/s", f"{threads} threads", "moves", "Black", "draw")
    for column in headers:
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("decided by")
    with _waiting(stage, "measuring"):
        for game in (Othello(8), Go(9), Hex(11), Havannah(5), Havannah(10)):
            speed = measure(game, seconds=_SECONDS_PER_BOARD, threads=threads)
            tally = random_playouts(game.start(), _PLAYOUTS, seed=stage.seed, threads=threads)
            table.add_row(
                str(game),
                f"{speed.one_thread:,.0f}",
                UNDEFINED if speed.all_threads is None else f"{speed.all_threads:,.0f}",
                f"{tally.mean_length:.0f}",
                f"{tally.share('black'):.1%}",
                f"{tally.share(None):.1%}",
                _decided_by(tally),
            )
    stage.console.print(table)


def _decided_by(tally: Tally) -> str:
    """The kinds of end, the most frequent first."""
    kinds = sorted(tally.reasons.items(), key=lambda item: -item[1])
    if len(kinds) == 1:
        return kinds[0][0]
    shares = {kind: count / tally.playouts for kind, count in kinds}
    return ", ".join(f"{kind} {share:.0%}" for kind, share in shares.items() if share >= 0.005)


# Chapter: what next

_NEXT = (
    ("katachi play othello", "play, with hint, undo and save"),
    ("katachi play hex 7 --swap --hints", "the pie rule, legal moves marked"),
    ("katachi play --game-file FILE.py", "a game of your own, like examples/connect_four.py"),
    ("katachi games", "sizes and notations"),
    ("katachi perft othello 11 --divide", "count further"),
    ("katachi bench", "speed of every board, and the signature"),
    ("katachi --help", "everything else"),
)


def _what_next(stage: Stage) -> None:
    table = Table.grid(padding=(0, 3))
    for command, meaning in _NEXT:
        table.add_row(Text(command, "bold"), Text(meaning, "dim"))
    stage.console.print(table)


CHAPTERS = (
    Chapter(
        "Four games",
        "Othello, Go, Hex and Havannah, both sides playing any legal move.",
        _four_games,
    ),
    Chapter(
        "The rules are right",
        "How many ways are there to play the first moves? Others have counted, too.",
        _counting,
    ),
    Chapter(
        "And fast",
        "Random games to the end, in the core: speed, and what they tell about the games.",
        _speed,
    ),
    Chapter("What next", "Some things to try:", _what_next),
)
