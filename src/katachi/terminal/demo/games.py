"""The first chapters of `katachi demo`: the games, their rules checked, their speed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from katachi.agents import Budget, UniformAgent
from katachi.games import Game, Position, games_by_name
from katachi.games.perft import counts, published
from katachi.games.threads import thread_count
from katachi.matches.figures import UNDEFINED
from katachi.search.playout_speed import measure
from katachi.search.playouts import Tally, random_playouts
from katachi.terminal.board import Look, Overlay, draw
from katachi.terminal.console import make_table
from katachi.terminal.demo.stage import Stage

FRAMES = 30
SECONDS_PER_FRAME = 0.08
DEEPEST_COUNT = 9
SECONDS_PER_BOARD = 0.2
PLAYOUTS = 10_000


# Chapter: the games


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
        board = draw(position, look, Overlay(last=last))
        over = ply == len(self.moves)
        words = Text(
            str(position.outcome) if over else f"move {ply}", style="bold" if over else "dim"
        )
        if not look.colored:
            return Group(Text(str(self.game)), board, words, Text())
        return Panel(Group(board, words), title=str(self.game), title_align="left", expand=False)


def _random_game(game: Game, seed: int) -> _RandomGame:
    player, budget = UniformAgent(), Budget(simulations=1)
    player.new_game(game, seed)
    positions, moves = [game.start()], []
    while not positions[-1].is_over:
        moves.append(player.choose(positions[-1], budget).move)
        positions.append(positions[-1].play(moves[-1]))
    return _RandomGame(game, tuple(positions), tuple(moves))


def small_games() -> list[Game]:
    """Every game on a board for a first look."""
    return [kind(kind.small_size) for kind in games_by_name.values()]


def every_game(stage: Stage) -> None:
    """Random games, side by side."""
    games = [_random_game(game, stage.seed) for game in small_games()]
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
        for frame in range(1, FRAMES + 1):
            time.sleep(SECONDS_PER_FRAME)
            live.update(pictures(frame / FRAMES), refresh=True)


# Chapter: counting


def counting(stage: Stage) -> None:
    """Move sequences beside published numbers."""
    start = stage.job.game.start()
    table = make_table(stage.console, title=type(stage.job.game).__name__)
    for column in ("moves", "ways to play them", "published", "seconds"):
        table.add_column(column, justify="right", no_wrap=True)
    with stage.waiting("counting"):
        for count in counts(start, DEEPEST_COUNT, lambda *_: None):
            known = published(start, count.depth)
            agrees = known == count.sequences
            mark = Text("yes" if agrees else f"no: {known:,}", style="green" if agrees else "red")
            table.add_row(str(count.depth), f"{count.sequences:,}", mark, f"{count.seconds:.3f}")
    stage.console.print(table)


# Chapter: speed


def speed(stage: Stage) -> None:
    """Playouts a second, and what they say about the games."""
    threads = thread_count()
    table = make_table(stage.console)
    table.add_column("board")
    headers = ("playouts/s", f"{threads} threads", "moves", "Black", "draw")
    for column in headers:
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("decided by")
    with stage.waiting("measuring"):
        for game in small_games():
            measured = measure(game, seconds=SECONDS_PER_BOARD, threads=threads)
            tally = random_playouts(game.start(), PLAYOUTS, seed=stage.seed, threads=threads)
            table.add_row(
                str(game),
                f"{measured.one_thread:,.0f}",
                UNDEFINED if measured.all_threads is None else f"{measured.all_threads:,.0f}",
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
