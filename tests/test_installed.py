"""katachi as a user gets it: the wheel alone, in an environment with nothing but its dependencies."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

# Paths of the checkout whose files must be in the source distribution.
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "cpp", "pyproject.toml", "src", "tests")
LARGEST_WHEEL = 14_000_000  # bytes
# What pip says when it reaches no index. It says "no matching distribution", too; but that alone
# would also be a dependency that nobody can install.
NO_NETWORK = "connection broken by"


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
    assert tracked("src/katachi") - held == set()

    venv.create(tmp_path / "environment", with_pip=False)
    binaries = tmp_path / "environment" / ("Scripts" if os.name == "nt" else "bin")
    python = binaries / "python"
    installed = subprocess.run(
        # Byte code is made by those calls that need it: most of SciPy is never imported.
        [sys.executable, "-m", "pip", "--python", python, "install", "--no-compile", wheel],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if installed.returncode != 0 and NO_NETWORK in installed.stderr:
        pytest.skip(f"pip reaches no index: {installed.stderr.strip().splitlines()[-1]}")
    assert installed.returncode == 0, installed.stdout + installed.stderr

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
