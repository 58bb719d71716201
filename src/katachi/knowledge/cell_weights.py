"""Cell weights: one strength per class of equivalent cells, the simplest knowledge there is.

The text of a file: a format line, a card (`game` is needed), then one line per class.

    katachi-cell-weights 1
    game othello8

    class weight
    a1 496
    b1 22
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from katachi.errors import InvalidGame, InvalidSettings, shown
from katachi.games.catalogue import parse_game
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.games.othello import Othello

FORMAT = "katachi-cell-weights 1"
COLUMNS = "class weight"


@dataclass(frozen=True)
class CellWeights:
    """Strength by move number, whatever the position; for any game, also one written in Python.

    >>> weights = CellWeights.by_class(Othello(), {"a1": 496, "b2": 4}, default=50)
    >>> weights.by_move[0], weights.by_move[9], weights.by_move[2]
    (496.0, 4.0, 50.0)
    """

    game: GameLike
    by_move: tuple[float, ...]

    def __post_init__(self) -> None:
        """One positive number per move."""
        if len(self.by_move) != len(self.game.moves):
            raise InvalidSettings(
                f"{self.game} has {len(self.game.moves)} moves, not {len(self.by_move)}"
            )
        for move, weight in zip(self.game.moves, self.by_move, strict=True):
            if not (math.isfinite(weight) and weight >= 0):
                raise InvalidSettings(f"the weight of {move} must not be {shown(weight)}")

    @classmethod
    def by_class(
        cls, game: Game, weights: Mapping[str, float], *, default: float = 1.0
    ) -> CellWeights:
        """From one weight per class, named by any cell of it; pass and swap get the default."""
        topology = game.topology
        by_orbit = {topology.orbit(cell): float(weight) for cell, weight in weights.items()}
        by_cell = [by_orbit.get(topology.orbit(cell), float(default)) for cell in topology.cells]
        return cls(game, (*by_cell, float(default)))

    def text(self, card: Mapping[str, str] | None = None) -> str:
        """The text of a file; `card` tells how the weights were made, in lines of its own.

        Refuses weights that are not one number per class, with 1 for pass and swap.
        """
        game = self.game
        if not isinstance(game, Game):
            raise InvalidSettings(f"a file of cell weights is for built-in games, not {game.name}")
        by_class = {orbit[0]: self.by_move[game.number(orbit[0])] for orbit in game.topology.orbits}
        if CellWeights.by_class(game, by_class) != self:
            raise InvalidSettings("only one weight per class of cells can be written to a file")
        lines = [FORMAT, f"game {game.name}{game.size}"]
        for key, value in (card or {}).items():
            if key == "game" or key.split() != [key] or value != " ".join(value.split()):
                raise InvalidSettings(f"a card has no line {shown(f'{key} {value}')}")
            lines.append(f"{key} {value}")
        return "\n".join([*lines, "", COLUMNS, *(f"{c} {w!r}" for c, w in by_class.items())]) + "\n"

    @classmethod
    def parse(cls, text: str) -> CellWeights:
        """Reads the text of a file; raises `InvalidSettings` with the line.

        >>> made = CellWeights.by_class(Othello(), {"a1": 496, "b2": 0.5})
        >>> CellWeights.parse(made.text({"about": "By hand."})) == made
        True
        """
        lines = text.splitlines()
        if not lines or lines[0] != FORMAT:
            raise InvalidSettings(f"expected {FORMAT!r}, not {shown(lines[0] if lines else '')}")
        if COLUMNS not in lines:
            raise InvalidSettings(f"expected a line {COLUMNS!r}")
        head = lines.index(COLUMNS)
        games = [line.partition(" ")[2] for line in lines[1:head] if line.startswith("game ")]
        if len(games) != 1:
            raise InvalidSettings("the card needs one line that names the game: game othello8")
        try:
            game = parse_game(games[0])
        except InvalidGame as error:
            raise InvalidSettings(str(error)) from None
        weights: dict[str, float] = {}
        names = {orbit[0] for orbit in game.topology.orbits}
        for number, line in enumerate(lines[head + 1 :], start=head + 2):
            name, _, value = line.partition(" ")
            if name not in names or name in weights:
                raise InvalidSettings(
                    f"line {number}: expected a class of {game.name}{game.size} by its first cell, "
                    f"once, not {shown(line)}"
                )
            try:
                weights[name] = float(value)
            except ValueError:
                raise InvalidSettings(f"line {number}: no number in {shown(line)}") from None
        if missing := sorted(names - weights.keys()):
            raise InvalidSettings(f"the class {missing[0]} has no weight")
        return cls.by_class(game, weights)


_CLASSES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3")


def othello_start_weights() -> CellWeights:
    """The weights from which CELLS begins its optimisation."""
    return CellWeights.by_class(Othello(), Othello().published_cell_weights)


def othello_annealed_weights() -> CellWeights:
    """The best weights of CELLS, found by annealing (its table 2)."""
    values = (458, 416, 255, 196, 10, 73, 73, 38, 97)
    return CellWeights.by_class(Othello(), dict(zip(_CLASSES, values, strict=True)))
