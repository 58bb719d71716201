"""Finding on the board what a tactical feature is about: chains, liberties, names for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.games.words.naming import listed, number_word, sort_cells

# How many cells a sentence names before it only counts them.
MOST_NAMED = 4


@dataclass(frozen=True)
class Found:
    """Cells behind a sentence, and words that it needs.

    `at` is always among the fields: " at c3 and d4", or nothing where no cell is named.
    """

    cells: tuple[str, ...] = ()
    words: dict[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> dict[str, str]:
        """For a sentence."""
        return {"at": at(self.cells), **self.words}


def at(cells: Sequence[str]) -> str:
    """Where cells are: all names of a few, the first of many.

    >>> at(["c3", "d4"]), at(["a1", "a2", "a3", "a4", "a5"]), at([])
    (' at c3 and d4', ' around a1', '')
    """
    if not cells:
        return ""
    return f" at {listed(cells)}" if len(cells) <= MOST_NAMED else f" around {cells[0]}"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "stone"), counted(3, "stone")
    ('one stone', 'three stones')
    """
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def chain_of(position: Position, stone: str) -> frozenset[str]:
    """The stones that are connected with this one."""
    color = position.at(stone)
    chain, fresh = {stone}, [stone]
    while fresh:
        for cell in position.game.topology.neighbours(fresh.pop()):
            if cell not in chain and position.at(cell) == color:
                chain.add(cell)
                fresh.append(cell)
    return frozenset(chain)


def chains_beside(position: Position, cell: str, color: Color) -> list[frozenset[str]]:
    """The chains of a colour that touch a cell, each once."""
    found: list[frozenset[str]] = []
    for near in position.game.topology.neighbours(cell):
        if position.at(near) == color and not any(near in chain for chain in found):
            found.append(chain_of(position, near))
    return found


def liberties(position: Position, chain: Iterable[str]) -> frozenset[str]:
    """The empty cells beside a chain."""
    near = position.game.topology.neighbours
    return frozenset(cell for stone in chain for cell in near(stone) if position.at(cell) is None)


def joined_cells(position: Position, chains: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """All cells of some chains, in the order of the board."""
    return sort_cells(position, {cell for chain in chains for cell in chain})


# Names of features that measure how far a move is from one of the last two end like this.
PREVIOUS = ("the previous move", "the move before")
LAST_MOVE = "{opponent}'s last move{at}"
OWN_LAST_MOVE = "your own last move{at}"


def previous_cell(position: Position, feature: str) -> Found:
    """The one of the last two moves that a feature is about."""
    place = next(i for i, ending in enumerate(PREVIOUS) if feature.endswith(ending))
    known = position.previous_moves
    if place >= len(known) or known[place] not in position.game.topology.cells:
        return Found()
    return Found((known[place],))
