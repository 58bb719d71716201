"""What somebody writes down of a game: a state, functions on it, moves and a board."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from katachi.errors import InvalidGame, shown
from katachi.games.compiled.board import Board
from katachi.games.compiled.fingerprint import fingerprint

# The names of the functions' arguments.
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "start": ("state",),
    "legal_moves": ("state", "moves"),
    "play": ("state", "move"),
    "outcome": ("state",),
    "at": ("state", "cell"),
    "cell_of": ("state", "move"),
    "winning_moves": ("state", "player", "moves"),
    "score": ("state",),
    "key": ("state",),
    "value": ("state",),
    "set_up": ("state", "cells", "player"),
}
NEEDED = ("start", "legal_moves", "play", "outcome")

LARGEST_STATE = 1024
MOST_MOVES = 362

State = Any  # a record of NumPy, or of Numba in compiled code
Function = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Rules:
    """A game as it was written down; raises `InvalidGame` if it cannot be one.

    `moves`: the texts of all moves but the special one, which comes last. `stones`: the field of the
    state with one byte per cell; empty: `at` is asked, or nothing stands on cells.
    """

    name: str
    state: np.dtype[Any]
    functions: Mapping[str, Function]
    moves: tuple[str, ...]
    special: str
    board: Board | None
    stones: str
    moves_stay: bool
    repeats: bool
    longest: int

    def __post_init__(self) -> None:
        """Checks what can be checked before anything runs."""
        self._check_name()
        self._check_state()
        for name in NEEDED:
            if name not in self.functions:
                raise InvalidGame(f"{self.name}: the function {name} is missing")
        for name, function in self.functions.items():
            self._check_function(name, function)
        self._check_moves()

    def _check_name(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch("[a-z]{2,30}", self.name):
            raise InvalidGame(
                f"the name of a game is one word of small letters, not {shown(self.name)}"
            )

    def _check_state(self) -> None:
        fields = self.state.fields if isinstance(self.state, np.dtype) else None
        if fields is None:
            raise InvalidGame(
                f"{self.name}: the state is a structured NumPy type, not {shown(self.state)}"
            )
        if self.state.hasobject:
            raise InvalidGame(f"{self.name}: the state must not hold Python objects")
        if self.state.itemsize > LARGEST_STATE:
            raise InvalidGame(
                f"{self.name}: a state has at most {LARGEST_STATE} bytes, not {self.state.itemsize}"
            )
        turn = fields.get("to_move")
        if turn is None or turn[0] not in (np.dtype("u1"), np.dtype("i1")):
            raise InvalidGame(f"{self.name}: the state needs a field to_move of type u1")

    def _check_function(self, name: str, function: Function) -> None:
        wanted = PARAMETERS[name]
        if not isinstance(function, FunctionType):
            raise InvalidGame(f"{self.name}: {name} is a plain function, not {shown(function)}")
        if len(inspect.signature(function).parameters) != len(wanted):
            raise InvalidGame(f"{self.name}: {name} takes {' and '.join(wanted)}")

    def _check_moves(self) -> None:
        texts = [move.lower() for move in self.all_moves]
        if not self.moves or len(set(texts)) != len(texts):
            raise InvalidGame(f"{self.name}: every move needs a text of its own")
        if len(texts) > MOST_MOVES:
            raise InvalidGame(
                f"{self.name}: a game has at most {MOST_MOVES - 1} moves, not {len(texts) - 1}"
            )
        if self.stones:
            if self.board is None:
                raise InvalidGame(f"{self.name}: stones stand on a board, and there is none")
            cells = len(self.board.cells)
            fields = self.state.fields
            given = fields.get(self.stones) if fields is not None else None
            if given is None or given[0].shape != (cells,) or given[0].base.itemsize != 1:
                raise InvalidGame(
                    f"{self.name}: the field {self.stones} needs one byte for each of {cells} cells"
                )
        moves_are_cells = self.board is None or self.moves == self.board.cells
        if not moves_are_cells and "cell_of" not in self.functions:
            raise InvalidGame(
                f"{self.name}: its moves are not the cells of its board, so it needs cell_of"
            )

    @property
    def all_moves(self) -> tuple[str, ...]:
        """The texts of all moves by number, the special one last."""
        return (*self.moves, self.special)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for games of equal code, from whatever file."""
        return fingerprint(self)

    def offset(self, field: str) -> int:
        """Where a field of the state begins, in bytes."""
        fields = self.state.fields
        assert fields is not None
        return int(fields[field][1])

    @property
    def file(self) -> str:
        """Where the functions are written."""
        return self.functions["play"].__code__.co_filename
