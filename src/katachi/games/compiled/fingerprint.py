"""What the functions of a game are, as a number: equal for equal code, whatever file it stands in."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from types import CodeType

    from katachi.games.compiled.rules import Function, Rules

Add = Callable[..., None]


def fingerprint(rules: Rules, *more: object) -> str:
    """Of the state, the functions and those they call, the globals they read, moves and board."""
    digest = hashlib.sha256()

    def add(*values: object) -> None:
        digest.update(repr(values).encode())

    add(*more)
    add(rules.name, rules.state.descr, rules.state.itemsize, rules.all_moves, rules.stones)
    add(rules.moves_stay, rules.repeats, rules.longest)
    board = rules.board
    add(board and (board.kind, board.cells, board.coordinates, board.neighbours, board.sides))
    add(board and board.symmetries)
    seen: set[Function] = set()
    for name, function in sorted(rules.functions.items()):
        add(name)
        _add_function(function, add, seen)
    return digest.hexdigest()[:20]


def global_names(code: CodeType) -> Iterator[str]:
    """The names that a function may look up outside itself."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from global_names(constant)


def _add_function(function: Function, add: Add, seen: set[Function]) -> None:
    if function in seen:
        return
    seen.add(function)
    _add_code(function.__code__, add)
    add(function.__defaults__)
    for cell in function.__closure__ or ():
        _add_value(cell.cell_contents, add, seen)
    for name in global_names(function.__code__):
        add(name)
        _add_value(function.__globals__.get(name), add, seen)


def _add_value(value: Any, add: Add, seen: set[Function]) -> None:  # noqa: ANN401
    if isinstance(value, types.FunctionType):
        _add_function(value, add, seen)
    elif isinstance(value, np.ndarray):
        add(value.dtype.descr, value.shape, value.tobytes())
    elif isinstance(value, int | float | str | tuple | np.generic):
        add(value)
    else:
        add(type(value).__name__)


def _add_code(code: CodeType, add: Add) -> None:
    add(code.co_code, code.co_names, code.co_varnames)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(constant, add)
        else:
            add(constant)
