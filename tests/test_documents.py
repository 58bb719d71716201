"""Documents tell the truth: their code runs, their links lead somewhere, their lists are complete."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from conftest import ROOT

import katachi
from katachi.games.python_file import load_module

DOCS = ROOT / "docs"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]

# A fenced block: its language and its text.
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# [text](target), ![text](target) and <img src="target">.
LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")

GAME_PAGE_SECTIONS = (
    "Usage",
    "Rules as implemented",
    "Coordinates and notations",
    "Text form",
    "Symmetries",
    "Key and equality",
    "Random playouts",
    "Tested against",
    "Behaviour versions",
)

every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
every_game = pytest.mark.parametrize(
    "kind", katachi.games_by_name.values(), ids=list(katachi.games_by_name)
)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(path: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language, each with the number of its first line."""
    text = read(path)
    return [
        (text.count("\n", 0, match.start(2)), match[2])
        for match in BLOCK.finditer(text)
        if match[1] == language
    ]


def run_doctest(test: doctest.DocTest) -> str:
    """What went wrong, or nothing."""
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=report.append, clear_globs=False
    )
    return "".join(report)


# Code


@every_document
def test_python_blocks_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of one page share their names; those without a prompt are run as they are."""
    page = ModuleType(f"document_{path.stem.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, page.__name__, page)  # dataclasses look their module up there
    names = page.__dict__
    for line, block in blocks(path, "python"):
        if ">>> " in block:
            # A DocTest works on a copy of the names.
            test = doctest.DocTestParser().get_doctest(block, names, path.name, str(path), line)
            failures = run_doctest(test)
            assert not failures, failures
            names.update(test.globs)
        else:
            exec(compile("\n" * line + block, str(path), "exec"), names)


# Modules that only those can import who installed an extra.
NEEDS_EXTRA = {
    "katachi.adapters.open_spiel": "pyspiel",
    "katachi.adapters.pettingzoo": "pettingzoo",
    "katachi.matches.ray_workers": "ray",
}


def modules() -> Iterator[str]:
    """All Python modules of katachi but the one that runs the command line."""
    for module in pkgutil.walk_packages(katachi.__path__, prefix="katachi."):
        if module.name not in {"katachi._core", "katachi.__main__"}:
            yield module.name


@pytest.mark.parametrize("name", ["katachi", *modules()])
def test_docstrings_run(name: str) -> None:
    if name in NEEDS_EXTRA:
        pytest.importorskip(NEEDS_EXTRA[name], reason=f"{NEEDS_EXTRA[name]} is an extra")
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        failures = run_doctest(test)
        assert not failures, failures


@every_document
def test_commands_of_shell_blocks_exist(path: Path) -> None:
    from katachi.cli import COMMANDS

    known = {command.name for command in COMMANDS}
    targets = set(re.findall(r"^([a-z-]+):", read(ROOT / "Makefile"), re.MULTILINE))
    for _, block in blocks(path, "sh"):
        for program, argument in re.findall(r"^(katachi|make) (\S+)", block, re.MULTILINE):
            assert argument in (known if program == "katachi" else targets), argument


# Links and lists


def anchors(path: Path) -> set[str]:
    """The anchors that headings get: lower case, spaces as hyphens, without punctuation."""
    headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", read(path)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_links_lead_somewhere(path: Path) -> None:
    for match in LINK.finditer(BLOCK.sub("", read(path))):
        target = match[1] or match[2]
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.exists(), f"{target} does not exist"
        assert not anchor or anchor in anchors(linked), f"{target} has no such heading"


def test_the_index_lists_every_document() -> None:
    index = DOCS / "README.md"
    linked = {DOCS / match[1] for match in LINK.finditer(read(index)) if match[1]}
    pages = {path for path in DOCUMENTS if DOCS in path.parents} - {index}
    assert sorted(str(path.relative_to(ROOT)) for path in pages - linked) == []


@every_game
def test_every_game_has_a_page(kind: type[katachi.Game]) -> None:
    page = read(DOCS / "games" / f"{kind.name}.md")
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert [section for section in GAME_PAGE_SECTIONS if section not in headings] == []
    for notation in kind.make_notations(kind.sizes[-1]):
        assert f'`"{notation.name}"`' in page


def test_decisions_are_numbered_without_gaps_and_have_one_form() -> None:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    for number, path in enumerate(pages, start=1):
        text = read(path)
        assert path.name.startswith(f"{number:04d}-")
        assert text.startswith(f"# {number:04d}. ")
        headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert headings == ["Context", "Decision", "Alternatives", "Consequences"]


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads(read(ROOT / "pyproject.toml"))
    (page,) = (DOCS / "decisions").glob("0008-*.md")
    for requirement in project["project"]["dependencies"]:
        name = re.split(r"[^A-Za-z0-9_-]", requirement)[0]
        assert f"\n| {name} |" in read(page), f"{page.name} does not say why {name} is needed"


def test_all_files_tell_the_same_version() -> None:
    project = tomllib.loads(read(ROOT / "pyproject.toml"))
    assert project["project"]["version"] == katachi.__version__
    assert f"\nversion: {katachi.__version__}\n" in read(ROOT / "CITATION.cff")
    assert f"\n## [{katachi.__version__}]" in read(ROOT / "CHANGELOG.md")


def test_pictures_are_what_katachi_draws() -> None:
    """If the drawing has changed on purpose: python docs/images/draw_boards.py and draw_results.py."""
    script = load_module(DOCS / "images" / "draw_boards.py")
    for name, (game, moves, seed) in script.PICTURES.items():
        assert read(DOCS / "images" / name) == script.picture(game, moves, seed), name
    results = load_module(DOCS / "images" / "draw_results.py")
    for name, draw in results.PICTURES.items():
        assert read(DOCS / "images" / name) == draw() + "\n", name


# Public names and the border to the core


@pytest.mark.parametrize("name", [name for name in katachi.__all__ if name != "__version__"])
def test_every_public_name_is_documented(name: str) -> None:
    """By a docstring of its own; values and aliases, which cannot have one, in the documents."""
    thing = getattr(katachi, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        text = thing.__doc__ or ""
        assert text.strip()
        assert not text.startswith(f"{name}("), "this is what dataclass writes by itself"
    else:
        mentioned = [path for path in DOCUMENTS if re.search(rf"\b{name}\b", read(path))]
        assert [path for path in mentioned if path.name != "CHANGELOG.md"]


def test_public_names_exist_and_are_listed_once() -> None:
    names = katachi.__all__
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(katachi, name)] == []


def test_no_two_public_names_differ_only_by_case() -> None:
    for names in (katachi.__all__, katachi.agents.__all__, katachi.matches.__all__):
        assert len({name.lower() for name in names}) == len(names)
    # One word, one meaning: a level of play is not the level of a feature.
    assert not set(katachi.agents.__all__) & set(katachi.features.__all__)


class _PlainDocstrings(ast.NodeTransformer):
    """Joins the words of docstrings, so that only their line breaks are lost."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = " ".join(node.value.value.split())
        return node


def meaning(stub: Path) -> list[str]:
    """A stub without its formatting, in lines for a readable difference."""
    return ast.unparse(_PlainDocstrings().visit(ast.parse(read(stub)))).splitlines()


@pytest.mark.skipif(
    importlib.util.find_spec("nanobind") is None, reason="nanobind, which writes stubs, is missing"
)
def test_the_stub_is_that_of_the_compiled_core(tmp_path: Path) -> None:
    """If a binding has changed on purpose: make stubs."""
    fresh = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "katachi._core", "-o", str(fresh)],
        check=True,
    )
    assert meaning(ROOT / "src" / "katachi" / "_core.pyi") == meaning(fresh)
