"""A leaf of a forest as a small picture: stones around a move, so placed that its distances hold."""

from __future__ import annotations

from collections.abc import Sequence

from katachi.features.feature_set import Picture
from katachi.features.forest_path import Known, Step, parsed
from katachi.games.game import Game

SIGNS = {"b": "x", "w": "o", "s": "#", "o": "#", "e": "."}
MOST_NODES = 12
FARTHEST = 9  # steps from the move that are looked at


def leaf_picture(game: Game, system: str, path: Sequence[Step]) -> Picture:
    """One arrangement of the nodes that a path has found; sizes, liberties and what is not so are left out.

    A node that fits nowhere beside the others is not drawn.
    """
    topology = game.topology
    middle = topology.cells[len(topology.cells) // 2]
    near = sorted(
        (cell for cell in topology.cells if topology.distance(middle, cell) <= FARTHEST),
        key=lambda cell: topology.distance(middle, cell),
    )
    placed: dict[int, str] = {0: middle}
    signs: dict[int, str] = {0: "*"}
    bounds = _distances(system, path)
    number = 0
    for step in path:
        if not parsed(step.query)["new"] or step.answer == "-":
            continue
        number += 1
        fits = (
            cell
            for cell in near
            if cell not in placed.values()
            and all(
                bounds.get((min(number, other), max(number, other)), Known()).allows(
                    topology.distance(cell, place)
                )
                for other, place in placed.items()
            )
        )
        cell = next(fits, None)
        if cell is not None and len(placed) <= MOST_NODES:
            placed[number], signs[number] = cell, SIGNS[step.answer]
    x, y = topology.coordinates(middle)
    found = []
    for node, cell in placed.items():
        column, row = topology.coordinates(cell)
        found.append((column - x, row - y, signs[node]))
    return found


def _distances(system: str, path: Sequence[Step]) -> dict[tuple[int, int], Known]:
    """What a path says about how far its nodes are from one another."""
    known: dict[tuple[int, int], Known] = {}
    none_within = dict.fromkeys(SIGNS, 0)  # steps of the move, by status
    number = 0
    for step in path:
        query = parsed(step.query)
        if query["new"] and step.answer == "-":
            for status in query["statuses"]:
                none_within[status] = max(none_within[status], int(query["place"]))
        elif query["new"]:
            number += 1
            place = int(query["place"])
            if system.startswith("sg"):
                known[0, number] = Known(min(place, none_within[step.answer] + 1), place)
            else:
                known[min(place, number), max(place, number)] = Known(1, 1)
        elif query["what"] == "D":
            key = (int(query["x"]), int(query["y"]))
            before = known.get(key, Known())
            known[key] = before.after(query["relation"], int(query["value"]), step.answer)
    return known
