"""A collection of games for people and data frames: a few games, all columns, their lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from katachi.showing import Columns, Picture, Table
from katachi.showing.plot import Series, line_plot

if TYPE_CHECKING:
    from katachi.records.collection import Games

SHOWN_GAMES = 5
WINNERS = ("black", "white", "draw", "")


def collection_tables(games: Games) -> tuple[Table, ...]:
    """The first games, and the counts of all."""
    if not len(games):
        return ()
    rows = tuple(
        (
            str(number),
            games.text("black", number) or "?",
            games.text("white", number) or "?",
            str(games.lengths[number]),
            WINNERS[games.winner[number]],
        )
        for number in range(min(SHOWN_GAMES, len(games)))
    )
    counts = np.bincount(games.winner, minlength=len(WINNERS)).tolist()
    lengths = games.lengths
    note = (
        f"{len(games):,} games: black won {counts[0]:,}, white {counts[1]:,}, drawn {counts[2]:,}, "
        f"unknown {counts[3]:,}; {lengths.min()} to {lengths.max()} moves"
    )
    return (Table(("game", "black", "white", "moves", "winner"), rows, note),)


def collection_columns(games: Games) -> Columns:
    """A row for each game: rules, winner, score, length, then every column of texts and numbers."""
    columns = Columns(
        game=[str(games.kinds[kind]) for kind in games.kind],
        winner=[WINNERS[winner] for winner in games.winner],
        score=games.score,
        plies=games.lengths,
    )
    for name, codes in games.columns.items():
        columns.setdefault(name, [games.texts[code] for code in codes])
    for name, values in games.numbers.items():
        columns.setdefault(name, values)
    return columns


def length_plot(lengths: NDArray[np.int64]) -> Picture:
    """The number of games by the number of their moves."""
    counts = np.bincount(lengths)
    shown = range(int(lengths.min()), len(counts)) if lengths.size else range(0)
    return line_plot(
        [Series("games", [(length, int(counts[length])) for length in shown])],
        title="Lengths of games",
        across="moves",
        up="games",
        steps=True,
    )
