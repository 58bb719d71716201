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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from katachi import _core
from katachi.errors import InvalidGame, InvalidSettings, KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games.catalogue import parse_game
from katachi.games.contract import GameLike, PositionLike
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.svg import Marks
from katachi.knowledge.card import Card, card_of_notes, check_notes
from katachi.knowledge.knowledge import Knowledge, same_board
from katachi.knowledge.text_file import read_text
from katachi.showing import Columns, Picture

NAME = "katachi-cell-weights"
FORMAT = f"{NAME} 1"
COLUMNS = "class weight"


@dataclass(frozen=True)
class CellWeights(Knowledge):
    """Strength by move number, whatever the position; for any game, also one written in Python.

    `notes` are the lines of a file that say how the weights were made.

    >>> import katachi
    >>> weights = CellWeights.by_class(katachi.Othello(), {"a1": 496, "b2": 4}, default=50)
    >>> weights.by_move[0], weights.by_move[9], weights.by_move[2]
    (496.0, 4.0, 50.0)
    """

    kind: ClassVar[str] = "cell weights"
    format: ClassVar[str] = NAME

    game: GameLike
    by_move: tuple[float, ...]
    notes: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        """One positive number per move."""
        if len(self.by_move) != len(self.game.moves):
            raise InvalidSettings(
                f"{self.game} has {len(self.game.moves)} moves, not {len(self.by_move)}"
            )
        for move, weight in zip(self.game.moves, self.by_move, strict=True):
            if not (math.isfinite(weight) and weight >= 0):
                raise InvalidSettings(f"the weight of {move} must not be {shown(weight)}")
        check_notes(self.notes)

    def __repr__(self) -> str:
        """Short, for a prompt."""
        return f"<CellWeights of {self.game}: {len(set(self.by_move))} different ones>"

    def to_frame(self) -> Columns:
        """The weight of each move."""
        return Columns(move=list(self.game.moves), weight=np.array(self.by_move, np.float64))

    def plot(self) -> Picture:
        """The board, each cell the redder the larger its weight."""
        start = self.game.start()
        if not isinstance(start, Position):
            raise KatachiError(f"{self.game.name} cannot be drawn: it is not a game of the core")
        most = max(self.by_move, default=0.0) or 1.0
        cells = self.game.moves[: len(start.stones)]
        heat = {cell: weight / most for cell, weight in zip(cells, self.by_move, strict=False)}
        return Picture(start.svg(Marks(heat=heat)))

    @property
    def card(self) -> Card:
        """What the notes say."""
        return card_of_notes(self.notes)

    def refusal(self, game: GameLike) -> str:
        """They belong to one board."""
        if same_board(self.game, game):
            return ""
        return f"the cell weights are for {self.game}, not for {game}"

    def strengths(
        self, position: PositionLike, moves: Sequence[str] | None = None
    ) -> dict[str, float]:
        """The weights of moves (all legal ones by default)."""
        chosen = position.legal_moves if moves is None else moves
        return {move: self.by_move[self._numbers[move]] for move in chosen}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {move: number for number, move in enumerate(self.game.moves)}

    def core_for(self, game: GameLike) -> _core.MoveKnowledge:  # noqa: ARG002 - its own board
        """The same in the core, for searches."""
        return _core.MoveKnowledge.cells(list(self.by_move))

    def facts(self) -> dict[str, Any]:
        """The weight of each move."""
        return {"weights": dict(zip(self.game.moves, self.by_move, strict=True))}

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes a file, completely or not at all."""
        write_atomically(Path(path), self.text(), overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> CellWeights:
        """Reads a file; raises `KatachiError`."""
        return read_text(Path(path), cls.parse)

    @classmethod
    def by_class(
        cls, game: Game, weights: Mapping[str, float], *, default: float = 1.0
    ) -> CellWeights:
        """From one weight per class, named by any cell of it; pass and swap get the default."""
        topology = game.topology
        by_orbit = {topology.orbit(cell): float(weight) for cell, weight in weights.items()}
        by_cell = [by_orbit.get(topology.orbit(cell), float(default)) for cell in topology.cells]
        return cls(game, (*by_cell, float(default)))

    def text(self) -> str:
        """The text of a file, with the notes in lines of their own.

        Refuses weights that are not one number per class, with 1 for pass and swap.
        """
        game = self.game
        if not isinstance(game, Game):
            raise InvalidSettings(f"a file of cell weights is for built-in games, not {game.name}")
        by_class = {orbit[0]: self.by_move[game.number(orbit[0])] for orbit in game.topology.orbits}
        if CellWeights.by_class(game, by_class) != self:
            raise InvalidSettings("only one weight per class of cells can be written to a file")
        lines = [FORMAT, f"game {game.name}{game.size}"]
        for key, value in self.notes.items():
            if key == "game":
                raise InvalidSettings(f"a card has no line {shown(f'{key} {value}')}")
            lines.append(f"{key} {value}")
        return "\n".join([*lines, "", COLUMNS, *(f"{c} {w!r}" for c, w in by_class.items())]) + "\n"

    @classmethod
    def parse(cls, text: str) -> CellWeights:
        """Reads the text of a file; raises `InvalidSettings` with the line.

        >>> import katachi
        >>> made = CellWeights.by_class(katachi.Othello(), {"a1": 496, "b2": 0.5})
        >>> CellWeights.parse(made.text()) == made
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
        notes = dict(line.split(" ", 1) for line in lines[1:head] if " " in line)
        notes.pop("game", None)
        return replace(cls.by_class(game, weights), notes=notes)
