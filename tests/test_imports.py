"""What katachi imports is installed with it, and nothing is imported before it is needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT

import katachi
from katachi.cli import COMMANDS

SOURCE = ROOT / "src"
FILES = sorted((SOURCE / "katachi").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Distributions whose packages have another name.
PACKAGES = {"neat-python": "neat"}
# Packages that a distribution brings beside its own.
MORE_PACKAGES = {"open_spiel": {"pyspiel"}}
# A command that the extra's user can copy, in the error of a missing extra.
EXTRA = re.compile(r"katachi\[([a-z-]+)\]")

every_file = pytest.mark.parametrize(
    "path", FILES, ids=[str(path.relative_to(SOURCE)) for path in FILES]
)


def packages_of(requirements: list[str]) -> set[str]:
    """The packages that requirements install."""
    names = [re.split(r"[^A-Za-z0-9_-]", requirement)[0] for requirement in requirements]
    found = {PACKAGES.get(name, name.replace("-", "_")) for name in names}
    return found.union(*(MORE_PACKAGES.get(name, set()) for name in names))


ALWAYS = {*sys.stdlib_module_names, "katachi", *packages_of(PROJECT["dependencies"])}
EXTRAS = {
    name: packages_of(requirements)
    for name, requirements in PROJECT["optional-dependencies"].items()
}


@dataclass(frozen=True)
class Import:
    """An import: of which module, in which line, and the extras that its guard names."""

    module: str
    line: int
    extras: frozenset[str] = frozenset()

    @property
    def package(self) -> str:
        return self.module.partition(".")[0]


def imports(source: str) -> list[Import]:
    """All imports that can run: statements, `import_module("name")`, `library("name", extra=...)`."""
    return list(_imports(ast.parse(source), frozenset()))


def _imports(node: ast.AST, extras: frozenset[str]) -> Iterator[Import]:
    yield from _imports_here(node, extras)
    inside = [(child, extras) for child in ast.iter_child_nodes(node)]
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        inside = [(child, extras) for child in node.orelse]
    elif isinstance(node, ast.Try):
        named = extras | _named_extras(node.handlers)
        inside = [(child, named if child in node.body else extras) for child, _ in inside]
    for child, known in inside:
        yield from _imports(child, known)


def _imports_here(node: ast.AST, extras: frozenset[str]) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(alias.name, node.lineno, extras)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        assert node.module is not None
        yield Import(node.module, node.lineno, extras)
        for alias in node.names if node.module == "katachi" else ():
            yield Import(f"katachi.{alias.name}", node.lineno, extras)
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        name = ast.unparse(node.func).rpartition(".")[2]
        module = str(node.args[0].value)
        if name in {"import_module", "__import__"}:
            yield Import(module, node.lineno, extras)
        elif name == "library":  # of katachi.knowledge.networks: it guards by itself
            (extra,) = (ast.literal_eval(k.value) for k in node.keywords if k.arg == "extra")
            yield Import(module, node.lineno, extras | {extra})


def _named_extras(handlers: list[ast.ExceptHandler]) -> frozenset[str]:
    """Extras that the handlers of a missing module tell the user to install."""
    return frozenset(
        extra
        for handler in handlers
        if handler.type is not None
        and ast.unparse(handler.type) in {"ImportError", "ModuleNotFoundError"}
        for extra in EXTRA.findall(ast.unparse(handler))
    )


def provided(package: str, extras: frozenset[str]) -> bool:
    return package in ALWAYS or any(package in EXTRAS.get(extra, ()) for extra in extras)


def undeclared(module: str, source: str, guards: frozenset[str] = frozenset()) -> list[str]:
    """What is wrong with the imports of a module that is itself imported behind `guards`."""
    return [
        f"{module}, line {one.line}: {one.module} is neither standard library, ours, a dependency "
        "nor guarded as an extra"
        for one in imports(source)
        if not provided(one.package, one.extras | guards)
    ]


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def guards_of(module: str) -> frozenset[str]:
    """The extras that every import of a module names: it cannot be imported without them."""
    importers = [
        one.extras
        for path in FILES
        for one in imports(path.read_text(encoding="utf-8"))
        if one.module == module
    ]
    return frozenset.intersection(*importers) if importers else frozenset()


@every_file
def test_every_import_is_installed_with_katachi(path: Path) -> None:
    module, source = module_of(path), path.read_text(encoding="utf-8")
    if undeclared(module, source):
        assert undeclared(module, source, guards_of(module)) == []


GUARDED = """
def write():
    try:
        import {package}
    except ImportError:
        raise KatachiError("this needs {package}: pip install 'katachi[{extra}]'") from None
"""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import requests", ["requests"]),
        ("from requests.sessions import Session", ["requests"]),
        ("def f():\n    import pyarrow.parquet", ["pyarrow"]),
        ("try:\n    import pyarrow\nexcept ImportError:\n    pyarrow = None", ["pyarrow"]),
        ("import pytest", ["pytest"]),
        ("neat = importlib.import_module('neat')", ["neat"]),
        ("torch = library('torch', what='this', extra='network')", ["torch"]),
        ("torch = library('torch', what='this', extra='network-training')", []),
        ("if TYPE_CHECKING:\n    import torch", []),
        ("import xml.sax\nimport scipy.stats\nfrom katachi import _core", []),
        (GUARDED.format(package="pyarrow", extra="parquet"), []),
        (GUARDED.format(package="pyarrow", extra="ray"), ["pyarrow"]),
        (GUARDED.format(package="requests", extra="parquet"), ["requests"]),
    ],
)
def test_the_walk_finds_what_is_not_installed(source: str, found: list[str]) -> None:
    messages = undeclared("module", source)
    assert len(messages) == len(found)
    for message, package in zip(messages, found, strict=True):
        assert package in message


def test_the_extra_all_holds_every_other_extra() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    named = re.fullmatch(r"katachi\[([a-z,-]+)\]", everything)
    assert named is not None
    assert sorted(named[1].split(",")) == sorted(set(EXTRAS) - {"all"})


# What starts fast


def imported_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has after some code."""
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    return set(ran.stderr.split())


def test_katachi_itself_imports_nothing() -> None:
    modules = imported_by("import katachi")
    assert {name for name in modules if name.startswith("katachi")} == {"katachi"}
    assert not modules & {"numpy", "scipy", "msgspec", "typer", "rich", "pysgf"}


CALL = """
import sys
sys.argv = ["katachi", {argument!r}]
from katachi.cli import app
try:
    app()
except SystemExit:
    pass
"""


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_what_needs_no_command_imports_none(argument: str) -> None:
    modules = imported_by(CALL.format(argument=argument))
    assert "katachi.cli" in modules
    assert not {name for name in modules if name.startswith("katachi.commands.")}
    assert not modules & {"numpy", "scipy", "msgspec", "pysgf", "katachi._core"}


def test_no_command_imports_scipy_before_it_computes() -> None:
    modules = imported_by("\n".join(f"import katachi.commands.{c.module}" for c in COMMANDS))
    assert "katachi.commands.perft" in modules
    assert not modules & {"scipy", "http.client", "importlib.metadata"}


def test_the_table_of_public_names_is_what_type_checkers_see() -> None:
    tree = ast.parse(Path(katachi.__file__).read_text(encoding="utf-8"))
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    seen = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        seen.update({alias.name: node.module for alias in node.names})
    rooms = ["features", "records"]
    assert [seen.pop(room) for room in rooms] == ["katachi", "katachi"]
    assert seen == katachi._HOMES
    assert sorted([*seen, *rooms, "__version__"]) == sorted(katachi.__all__)
    assert set(katachi.__all__) <= set(dir(katachi))


def test_a_name_that_katachi_has_not_is_an_attribute_error() -> None:
    assert not hasattr(katachi, "Chess")
    assert not hasattr(katachi, "_nothing")
    with pytest.raises(ImportError, match="cannot import name 'Chess'"):
        exec("from katachi import Chess")
