"""katachi as a user gets it: the wheel alone, in an environment with nothing but its dependencies."""

from __future__ import annotations

import email
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

from conftest import ROOT
from packaging.requirements import Requirement

# Paths of the checkout whose files must be in the source distribution.
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "cpp", "pyproject.toml", "src", "tests")
LARGEST_WHEEL = 14_000_000  # bytes


def environment(**changes: str) -> dict[str, str]:
    """Of child processes: without the settings of this Python, and of sanitizers."""
    kept = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith("PYTHON") and name not in {"LD_PRELOAD", "VIRTUAL_ENV"}
    }
    return kept | changes


def build(kind: str, folder: Path) -> Path:
    """A wheel or sdist of the checkout, made as pip does it, in the build folder of `make`."""
    changes = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
    script = f"from scikit_build_core import build; build.build_{kind}({str(folder)!r})"
    built = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment(**changes),
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = folder.iterdir()
    return file


def tracked(*paths: str) -> set[str]:
    """The files of the repository below some paths."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *paths], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:  # the source distribution has no repository
        files = (file for path in paths for file in [ROOT / path, *(ROOT / path).rglob("*")])
        return {file.relative_to(ROOT).as_posix() for file in files if file.is_file()}
    return {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


def needed(
    requirements: list[str], extras: frozenset[str] = frozenset()
) -> dict[str, Distribution]:
    """What requirements come to in this environment, with all that that needs; versions suffice."""
    found: dict[str, Distribution] = {}
    for text in requirements:
        one = Requirement(text)
        if one.marker and not any(one.marker.evaluate({"extra": e}) for e in extras or {""}):
            continue
        known = distribution(one.name)
        assert known.version in one.specifier, f"{text} is needed, and {known.version} is here"
        found[one.name.lower()] = known
        found |= needed(known.requires or [], frozenset(one.extras))
    return found


def link(wanted: Iterable[Distribution], site: Path) -> None:
    """Puts distributions of this environment into another; a copy only where there are no links."""
    for one in wanted:
        tops = {file.parts[0] for file in one.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            source = Path(str(one.locate_file(top)))
            if (site / top).exists():
                continue
            if os.name == "posix":
                (site / top).symlink_to(source)
            else:
                (shutil.copytree if source.is_dir() else shutil.copy)(source, site / top)


def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked(*SOURCES) - held == set()


def test_every_command_runs_from_the_wheel_alone(tmp_path: Path) -> None:
    """tests/installed_commands.py has the list. No compiler, no checkout, none of the test group."""
    (tmp_path / "dist").mkdir()
    wheel = build("wheel", tmp_path / "dist")
    assert wheel.stat().st_size < LARGEST_WHEEL
    with zipfile.ZipFile(wheel) as archive:
        held = {f"src/{name}" for name in archive.namelist()}
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        facts = email.message_from_bytes(archive.read(metadata))
    assert tracked("src/katachi") - held == set()

    venv.create(tmp_path / "environment", with_pip=False)
    binaries = tmp_path / "environment" / ("Scripts" if os.name == "nt" else "bin")
    python = binaries / "python"
    installed = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "install",
            "--no-deps",
            "--no-index",
            wheel,
        ],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stdout + installed.stderr
    (package,) = (tmp_path / "environment").rglob("site-packages/katachi")
    # Without a network, and without unpacking SciPy: what is installed here already.
    link(needed(facts.get_all("Requires-Dist", [])).values(), package.parent)

    script = shutil.copy(ROOT / "tests" / "installed_commands.py", tmp_path)
    ran = subprocess.run(
        [python, script],
        cwd=tmp_path,
        env=environment(PATH=str(binaries), PYTHONNOUSERSITE="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"katachi of {tmp_path / 'environment'}" in ran.stdout


def test_the_environment_has_what_builds_need() -> None:
    for module in ("nanobind", "pip", "scikit_build_core"):
        assert importlib.util.find_spec(module) is not None, f"{module}: pip install --group build"
