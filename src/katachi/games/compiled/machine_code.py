"""The functions of a game as machine code: Numba compiles them, the core calls their addresses.

Machine code is kept from run to run in a folder of its own (`KATACHI_CACHE`, or `katachi` in the user's
folder for caches), under a name that depends on everything it was made from: the bytecode of the
functions and of those they call, the values of the globals they read, the type of the state, Numba and
Python. So a changed game is compiled anew, whatever the clock says.
"""

from __future__ import annotations

import dis
import os
import platform
import re
import sys
import tempfile
import types
from functools import cache
from pathlib import Path
from typing import Any

from katachi.errors import InvalidGame
from katachi.files.atomic_file import write_atomically
from katachi.games.compiled.fingerprint import fingerprint, global_names
from katachi.games.compiled.rules import PARAMETERS, Function, Rules

FORM = 2  # of the calls below; machine code of another form is not used
CALLS = Path(__file__).with_name("calls.txt")
_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>[0-9]+)')
# What Numba says before it comes to the point.
_PREAMBLE = re.compile(
    r"^(Failed in|Internal error at|No implementation of function Function\(<intrinsic|During)"
)

_kept: list[Any] = []  # compiled functions live as long as the process, see cpp/games/compiled


class MachineCode:
    """The addresses of a game's functions, by their names in the core."""

    def __init__(self, rules: Rules, *, checked: bool) -> None:
        """Compiles them, or takes them from the cache; raises `InvalidGame`."""
        numba = _numba()
        self._checked = checked
        made_of = (FORM, numba.__version__, sys.version, platform.machine(), _processor(numba))
        name = fingerprint(rules, *made_of, checked, CALLS.read_text(encoding="utf-8"))
        path = _cache_folder() / f"{rules.name}-{name}.py"
        self.was_cached = path.exists()
        try:
            self.addresses = _load(rules, path, numba=numba, checked=checked)
        except Exception as error:
            if isinstance(error, InvalidGame) or not self.was_cached:
                raise
            # What was kept is damaged, or of another Numba: made anew.
            _forget(path)
            self.was_cached = False
            self.addresses = _load(rules, path, numba=numba, checked=checked)


def _load(rules: Rules, path: Path, *, numba: Any, checked: bool) -> dict[str, int]:  # noqa: ANN401
    """The addresses of the functions, whose calls stand in the file or are written there."""
    # A module that can be found by its name: Numba's cache notes the names of modules, not their
    # contents. The functions belong to it too, so that it does not matter which file they come from.
    module = types.ModuleType(f"katachi_calls_{path.stem.replace('-', '_')}")
    sys.modules[module.__name__] = module
    jitted: dict[Function, Any] = {}
    functions = {
        name: _machine(function, jitted, module=module.__name__, numba=numba, checked=checked)
        for name, function in rules.functions.items()
    }
    record = numba.from_dtype(rules.state)
    if not path.exists():
        for name, function in functions.items():
            _compile(rules, name, function, record)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _calls_of(rules), overwrite=True)
    namespace = module.__dict__
    namespace |= {
        "__file__": str(path),
        "state_type": record,
        "MOVES": len(rules.all_moves),
        "CELLS": 0 if rules.board is None else len(rules.board.cells),
        **{f"user_{name}": function for name, function in functions.items()},
    }
    source = path.read_text(encoding="utf-8")
    exec(compile(source, str(path), "exec"), namespace)
    calls = {name: call for name, call in namespace.items() if name.startswith("call_")}
    _kept.append((functions, calls))
    return {name.removeprefix("call_"): call.address for name, call in calls.items()}


def _forget(path: Path) -> None:
    """Removes the calls and what Numba has kept of them."""
    for kept in (path, *path.parent.glob(f"__pycache__/{path.stem}.*")):
        kept.unlink(missing_ok=True)


def is_available() -> bool:
    """Whether Numba is installed."""
    try:
        _numba()
    except InvalidGame:
        return False
    return True


def _numba() -> Any:  # noqa: ANN401 - it has no types
    try:
        import numba  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise InvalidGame(
            "a compiled game needs Numba: pip install 'katachi[compiled]', or use its `interpreted` twin"
        ) from None
    return numba


def _cache_folder() -> Path:
    """Where machine code is kept; a folder for this process alone if nothing can be written there."""
    if given := os.environ.get("KATACHI_CACHE"):
        folder = Path(given) / "compiled"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        folder = Path(base) / "katachi" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    return folder if writable else _own_folder()


@cache
def _own_folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="katachi-")
    _kept.append(folder)  # until the process ends
    return Path(folder.name)


def _calls_of(rules: Rules) -> str:
    """The parts of the text of calls whose functions the game has."""
    head, *parts = CALLS.read_text(encoding="utf-8").split("\n\n\n# ")
    chosen = [head]
    for part in parts:
        needs = part.splitlines()[0].split()
        if all(name in rules.functions for name in needs):
            chosen.append("# " + part)
    return "\n\n\n".join(chosen)


def _machine(
    function: Function,
    done: dict[Function, Any],
    *,
    module: str,
    numba: Any,  # noqa: ANN401
    checked: bool,
) -> Any:  # noqa: ANN401
    """A function for Numba, and with it the plain functions that it calls by global names."""
    if function in done:
        return done[function]
    scope = dict(function.__globals__)
    clone = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    clone.__kwdefaults__ = function.__kwdefaults__
    clone.__module__, clone.__qualname__ = module, function.__qualname__
    done[function] = numba.njit(clone, boundscheck=checked)
    for name in global_names(function.__code__):
        value = scope.get(name)
        if isinstance(value, types.FunctionType):
            scope[name] = _machine(value, done, module=module, numba=numba, checked=checked)
    return done[function]


def _compile(rules: Rules, name: str, function: Any, record: Any) -> None:  # noqa: ANN401
    """Compiles one function for its own sake, so that an error is its own."""
    numba = _numba()
    integer, moves = numba.int64, numba.uint16[::1]
    arguments = {
        "state": record,
        "move": integer,
        "cell": integer,
        "player": integer,
        "moves": moves,
        "cells": numba.uint8[::1],
    }
    try:
        function.compile(tuple(arguments[argument] for argument in PARAMETERS[name]))
    except numba.core.errors.NumbaError as error:
        raise InvalidGame(f"{rules.name}: {_sentence(name, rules, str(error))}") from None
    except KeyError as error:  # what Numba says of a field that the state has not
        missing = str(error.args[0])
        line = _line_of(rules.functions[name], missing)
        place = f"{Path(rules.file).name}, line {line}"
        raise InvalidGame(
            f"{rules.name}: {name} cannot be compiled: the state has no field {missing} ({place})"
        ) from None


def _sentence(name: str, rules: Rules, message: str) -> str:
    """What Numba says, as one sentence with the line of the game's own file."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    reasons = [line for line in lines if not _PREAMBLE.match(line) and "nopython" not in line]
    reason = reasons[0] if reasons else lines[0]
    places = [
        match["line"]
        for match in _PLACE.finditer(plain)
        if Path(match["file"]).name == Path(rules.file).name
    ]
    code = rules.functions[name].__code__
    line = places[-1] if places else code.co_firstlineno
    return (
        f"{name} cannot be compiled: {reason.rstrip('.:')} ({Path(rules.file).name}, line {line})"
    )


def _line_of(function: Function, name: str) -> int:
    """Where a function, or one that it calls, first speaks of an attribute."""
    waiting, seen = [function], {function}
    for one in waiting:
        for instruction in dis.get_instructions(one):
            if instruction.argval == name and instruction.positions is not None:
                return instruction.positions.lineno or one.__code__.co_firstlineno
            value = one.__globals__.get(str(instruction.argval))
            if isinstance(value, types.FunctionType) and value not in seen:
                waiting.append(value)
                seen.add(value)
    return function.__code__.co_firstlineno


def _processor(numba: Any) -> str:  # noqa: ANN401
    return str(numba.core.config.CPU_NAME or "") + os.environ.get("NUMBA_OPT", "")
