"""What `katachi analyze` shows of an agent that searches by alpha-beta."""

from __future__ import annotations

from dataclasses import asdict

from katachi.alphabeta import WON_SCORE, AlphaBeta, AlphaBetaResult, AlphaBetaSettings
from katachi.commands.terminal import make_table, output_console, print_json
from katachi.games.position import Position


def show(
    position: Position, settings: AlphaBetaSettings, *, seconds: float, top: int, as_json: bool
) -> None:
    """Gives every move its score and prints them; without a depth or seconds for one second."""
    if not settings.depth and not seconds:
        seconds = 1.0
    result = AlphaBeta(position.game, settings).run(position, seconds=seconds, every_move=True)
    if as_json:
        print_json(asdict(result))
        return
    console = output_console()
    console.print(str(position), markup=False)
    console.print()
    if result.move is None:
        console.print("The game is over.")
        return
    table = make_table(console)
    table.add_column("move")
    table.add_column("score", justify="right")
    for line in result.moves[:top]:
        table.add_row(line.move, score_text(line.score, exact=result.margin is not None))
    console.print(table)
    console.print(summary(result), soft_wrap=True)


def score_text(score: int, *, exact: bool) -> str:
    """Discs when the margin is exact, else an evaluation in units of one disc or stone.

    >>> score_text(1200, exact=True), score_text(-345, exact=False)
    ('+12 discs', '-3.45')
    >>> score_text(-100_000_010, exact=False)
    'loss'
    """
    if exact:
        return f"{score // 100:+d} discs"
    if abs(score) >= WON_SCORE:
        return "win" if score > 0 else "loss"
    return f"{score / 100:+.2f}"


def summary(result: AlphaBetaResult) -> str:
    """Depth, work and the best line."""
    if result.margin is not None:
        reached = f"Exact: {result.margin:+d} discs"
    elif result.exact:
        reached = f"Proven: {result.proof}"
    else:
        reached = f"Depth {result.depth}: {score_text(result.score, exact=False)}"
    stopped = ", stopped" if result.interrupted else ""
    return (
        f"{reached}, {result.nodes} nodes in {result.seconds:.2f} s "
        f"({result.nodes_per_second:,.0f} a second){stopped}\n"
        f"Line: {' '.join(result.principal_variation)}"
    )
