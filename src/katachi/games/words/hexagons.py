"""Bridges and chains on boards of hexagons, as cpp/games/connection/chains.h finds them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from katachi.games.outcome import Color, opponent
from katachi.games.position import Position
from katachi.games.words.finding import (
    LAST_MOVE,
    OWN_LAST_MOVE,
    Found,
    chain_of,
    chains_beside,
    joined_cells,
)
from katachi.games.words.naming import listed, sort_cells

# Sides by name, each with its cells.
Sides = Mapping[str, frozenset[str]]


# Of the ranks of the round distance, as in cpp/games/connection/chains.cpp.
_SQUARES = (1, 3, 4, 7, 9, 12, 13, 16, 19, 21)


# Lines from the edge that features tell apart.
LINES = range(1, 6)


def swap_sentences(level: str) -> dict[str, dict[str, str]]:
    """For taking over the first stone; `level` is the name of a line, with {} for its number."""
    first = "takes over the first stone, which stands on line {} from the edge"
    return {"swap": {level.format(line): first.format(line) for line in LINES}}


def bridge_sentences(
    bridge: str = "bridge", *, explained: bool = False
) -> dict[str, dict[str, str]]:
    """For making, keeping and breaking bridges; `bridge` is what the game calls one.

    `explained`: whether a sentence says what that is.
    """
    one = ", a connection with two ways,{to}" if explained else "{to}"
    more = ", connections with two ways,{to}" if explained else ",{to}"
    return {
        f"new {bridge}s": {
            "one": f"makes a {bridge}{one}",
            "two": f"makes two {bridge}s{more}",
            "three or more": f"makes several {bridge}s{more}",
        },
        f"own {bridge}": {
            "fills": f"fills your own {bridge}{{between}}, which is connected without that",
            "saves": f"saves your {bridge}{{between}}, which {{opponent}} has broken into",
            "saves from the previous move": f"saves your {bridge}{{between}}, into which "
            "{opponent} has just played",
        },
        f"opposing {bridge}": {
            "breaks one": f"breaks into {{opponent}}'s {bridge}{{between}}",
            "breaks two or more": f"breaks into several {bridge}s of {{opponent}}, "
            "one of them{between}",
        },
    }


# For the chains of both players beside a move.
CHAIN_SENTENCES = {
    "joins": {
        "one chain": "touches your chain{at}",
        "two chains": "joins two of your chains,{at}",
        "three chains": "joins three of your chains,{at}",
    },
    "touches": {
        "one chain": "touches {opponent}'s chain{at}",
        "two chains": "stands between two chains of {opponent},{at}",
        "three chains": "stands between three chains of {opponent},{at}",
    },
}

# For the distance from the nearest edge of a board whose edges belong to nobody.
LINE_SENTENCES = {
    "line": {
        "1": "is on the edge of the board",
        **{str(line): f"is on line {line} from the edge" for line in LINES if line > 1},
    },
}


def round_sentences(bridge: str = "bridge") -> dict[str, dict[str, str]]:
    """For the ranks of the round distance to the last two moves."""
    return {
        "round distance to the previous move": _round_sentences(LAST_MOVE, bridge),
        "round distance to the move before": _round_sentences(OWN_LAST_MOVE, bridge),
    }


def _round_sentences(which: str, bridge: str) -> dict[str, str]:
    return {
        "1": f"touches {which}",
        "2": f"is a {bridge} away from {which}",
        "3": f"is two cells in a line from {which}",
        **{
            str(rank): f"is near {which} (distance {math.sqrt(square):.1f})"
            for rank, square in enumerate(_SQUARES, start=1)
            if rank > 3
        },
    }


def shared_sides(position: Position) -> Sides:
    """All sides of a board whose sides belong to nobody."""
    game = position.game
    return {
        name: frozenset(cells)
        for name, cells in zip(game.side_names, game.topology.sides, strict=True)
    }


@dataclass(frozen=True)
class Bridge:
    """Two ends and the two cells between them; an end is a cell or the name of a side."""

    ends: tuple[str, str]
    carrier: tuple[str, str]

    @property
    def cells(self) -> set[str]:
        """Ends that are cells, and the carrier."""
        return {*self.carrier, *(end for end in self.ends if not end.startswith("the "))}


def new_bridges(position: Position, move: str, sides: Sides) -> list[Bridge]:
    """Those that a stone of the player to move makes, the move being one end."""
    topology = position.game.topology
    around = topology.neighbours(move)
    empty = [cell for cell in around if position.at(cell) is None]
    found = []
    for a, b in _beside_each_other(position, empty):
        ends = [
            cell
            for cell in topology.neighbours(a)
            if cell in topology.neighbours(b) and cell != move
        ]
        for name, cells in sides.items():
            if a in cells and b in cells and move not in cells:
                found.append(Bridge((move, name), (a, b)))
                break
        else:
            found += [
                Bridge((move, end), (a, b)) for end in ends if position.at(end) == position.to_move
            ]
    return found


def carried_bridges(
    position: Position, move: str, color: Color, sides: Sides
) -> tuple[list[Bridge], list[Bridge]]:
    """Bridges of a colour with the move in their carrier: whole ones, and those broken already."""
    topology = position.game.topology
    whole: list[Bridge] = []
    broken: list[Bridge] = []
    for second in topology.neighbours(move):
        if position.at(second) == color:
            continue
        common = [c for c in topology.neighbours(move) if c in topology.neighbours(second)]
        held = [cell for cell in common if position.at(cell) == color]
        ends: tuple[str, str] | None = None
        if len(held) == 2:
            if held[1] not in chain_of(position, held[0]):
                ends = (held[0], held[1])
        elif held:
            chain = chain_of(position, held[0])
            for name, cells in sides.items():
                if move in cells and second in cells and not chain & cells:
                    ends = (held[0], name)
        if ends is not None:
            (whole if position.at(second) is None else broken).append(Bridge(ends, (move, second)))
    return whole, broken


def _beside_each_other(position: Position, cells: list[str]) -> list[tuple[str, str]]:
    near = position.game.topology.neighbours
    return [(a, b) for number, a in enumerate(cells) for b in cells[number + 1 :] if b in near(a)]


def bridges_found(position: Position, move: str, bridges: list[Bridge]) -> Found:
    """For sentences with {between} (of the first bridge) and {to} (the far ends of all)."""
    far = [
        next((end for end in bridge.ends if end != move), move)
        for bridge in bridges
        if move in bridge.ends
    ]
    cells = sort_cells(position, set().union(*(bridge.cells for bridge in bridges)) - {move})
    return Found(
        cells,
        {
            "to": f" to {listed(far)}" if far else "",
            "between": f" between {listed(bridges[0].ends)}" if bridges else "",
        },
    )


def find_bridges(
    position: Position, move: str, feature: str, level: str, sides: tuple[Sides, Sides]
) -> Found:
    """What the features about new, own and opposing bridges (joints) are about.

    `sides`: those of the player to move and of the opponent.
    """
    if feature.startswith("new "):
        bridges = new_bridges(position, move, sides[0])
    elif feature.startswith("own "):
        whole, broken = carried_bridges(position, move, position.to_move, sides[0])
        bridges = whole if level == "fills" else broken
    else:
        bridges, _ = carried_bridges(position, move, opponent(position.to_move), sides[1])
    return bridges_found(position, move, bridges)


def find_chains(position: Position, move: str, feature: str) -> Found:
    """The chains that a move joins (own ones) or touches (opposing ones)."""
    color = position.to_move if feature == "joins" else opponent(position.to_move)
    chains = chains_beside(position, move, color)
    near = position.game.topology.neighbours(move)
    first = [next(cell for cell in near if cell in chain) for chain in chains]
    return Found(joined_cells(position, chains), {"at": f" at {listed(first)}" if first else ""})
