"""The plan of the house: what is particular to one game stands in the room of that game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from katachi.games import games_by_name
from katachi.records.formats import FORMATS

SOURCE = Path(__file__).parents[1] / "src" / "katachi"

# Modules that list games, each with its reason.
TABLES = {
    "__init__.py": "the public names",
    "games/__init__.py": "the public names",
    "games/catalogue.py": "the table of games",
    "agents/defaults.py": "the best agent of each game",
    "records/formats.py": "the table of file formats",
    "gtp/engine/sgf_file.py": "the class of pysgf that reads any SGF is called GoGame",
    "records/sgf_variations.py": "the same",
    "search/alphabeta.py": "the weights of each game's evaluation, as its settings name them",
}

# Identifiers are split into words: go_outcome and GoForm name a game, going and ergo do not.
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def _named(identifier: str) -> set[str]:
    """Games in an identifier; one with a name of one letter only by its class or its module."""
    without_the_verb = identifier.replace("go_on", "")
    words = {word.lower() for word in _WORDS.findall(without_the_verb) if len(word) > 1}
    short = {name for name in games_by_name if len(name) == 1 and identifier == name.upper()}
    return words & set(games_by_name) | short | set(identifier.split(".")[2:]) & set(games_by_name)


def _docstrings(tree: ast.Module) -> set[int]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def _names_of_games(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Lines of code that name a game, with the name: identifiers, and texts that are its name.

    Help, examples and sentences are documentation and may speak of games, but the message of an
    error is derived: it would be wrong after the next game.
    """
    docstrings = _docstrings(tree)
    raised = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        for part in ast.walk(node)
    }
    calls_of_bytes = {
        id(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and not node.args and ast.unparse(node.func).endswith(".hex")
    }
    compared = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and ".name" in ast.unparse(node)
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        found: set[str] = set()
        if isinstance(node, ast.Name):
            found = _named(node.id)
        elif isinstance(node, ast.Attribute) and id(node) not in calls_of_bytes:
            found = _named(node.attr)
        elif isinstance(node, ast.alias):
            found = _named(node.name) | _named(node.asname or "")
        elif isinstance(node, ast.ImportFrom):
            found = _named(node.module or "")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found = _named(node.name)
        elif isinstance(node, ast.arg | ast.keyword):
            found = _named(node.arg or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if id(node) in raised:
                found = {
                    name for name in games_by_name if re.search(rf"\b{name.capitalize()}\b", text)
                }
            short = len(text) == 1 and id(node) not in compared  # a letter, unless it is a name
            if id(node) not in docstrings and text.lower() in games_by_name and not short:
                found = {text.lower()}
        line = getattr(node, "lineno", 0)
        yield from ((line, name) for name in sorted(found))


def _allowed(module: str) -> set[str]:
    """Names that a module may use: its room's, or those of the games its file format is made for."""
    room = re.match(r"games/([a-z]+)/", module)
    allowed = {room[1]} if room else set()
    for known in FORMATS:
        for function in (known.recognises, known.read):
            if known.games and module in _modules_of(function):
                allowed |= set(known.games)
    return allowed


def _modules_of(function: object) -> set[str]:
    """The modules of records/ that a function of the table calls."""
    names = getattr(getattr(function, "__code__", None), "co_names", ())
    own = getattr(function, "__module__", "").removeprefix("katachi.").replace(".", "/")
    return {f"{own}.py", *(f"records/{name}.py" for name in names)} - {"records/formats.py"}


MODULES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))


def _foreign(module: str) -> list[str]:
    """Where a module names a game of another room."""
    tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
    allowed = _allowed(module)
    return [
        f"{module}:{line} names {name}; ask the game for what differs"
        for line, name in _names_of_games(tree)
        if name not in allowed
    ]


def test_a_game_is_named_in_its_own_room_only() -> None:
    modules = [module for module in MODULES if module not in TABLES]
    assert [line for module in modules for line in _foreign(module)] == []


def test_tables_and_exceptions_exist() -> None:
    assert set(TABLES) <= set(MODULES)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("game.name == 'go'", ["go"]),
        ("isinstance(game, Havannah)", ["havannah"]),
        ("from katachi.games.hex import Hex", ["hex", "hex"]),
        ("go_outcome(state)", ["go"]),
        ("raise ValueError(f'only for Hex, not {game}')", ["hex"]),
        ("from katachi.games.y import Y", ["y", "y"]),
        ("game.name == 'y'", ["y"]),
        ("kind = 'y' if yes else 'n'", []),
        ("going = ergo + hexagons", []),
        ("x, y = digest.hex()", []),
        ("'''Go and Hex.'''", []),
        ("help = 'Go: points for White'", []),
    ],
)
def test_what_counts_as_a_name(code: str, names: list[str]) -> None:
    assert [name for _, name in _names_of_games(ast.parse(code))] == names
