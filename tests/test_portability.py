"""katachi imports and builds on other systems and with other compilers than the one at hand."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SANITIZED

from katachi import _core
from katachi.errors import AgentFailure, KatachiError
from katachi.gtp.program import program
from katachi.matches.workers import ProcessWorkers

# Modules of the standard library that Windows does not have.
POSIX_ONLY = "curses|fcntl|grp|posix|pty|pwd|readline|resource|syslog|termios|tty"
# What GCC, Clang and MSVC spell differently.
COMPILER_ONLY = re.compile(
    r"__builtin_|__attribute__|__extension__|__int128|__forceinline|__declspec|_Pragma"
    r"|#pragma (?!once)|__GNUC__|__clang__|_MSC_VER|__x86_64__|#include <\w*intrin\.h>|\[\[gnu::"
    r"|\[\[no_unique_address\]\]"
)
SOURCES = sorted(path for path in (ROOT / "cpp").rglob("*") if path.is_file())


def test_modules_that_windows_lacks_are_guarded() -> None:
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            if re.match(rf"\s*(import|from) ({POSIX_ONLY})\b", line):
                assert before.strip() == "with contextlib.suppress(ImportError):", path
                found.append(line.split()[1])
    assert found == ["resource", "readline"]


@pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: path.relative_to(ROOT / "cpp").as_posix()
)
def test_one_header_knows_compilers(path: Path) -> None:
    if path.name != "compiler.h":
        text = path.read_text(encoding="utf-8")
        assert [found.group() for found in COMPILER_ONLY.finditer(text)] == []


def test_programs_are_refused_where_pipes_cannot_be_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "POSIX", False)
    with pytest.raises(AgentFailure, match=r"cannot start 'gnugo --mode gtp': .* Linux and macOS"):
        program.GtpProgram(["gnugo", "--mode", "gtp"])


def test_pinning_is_refused_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    with pytest.raises(KatachiError, match="leave --pin out"):
        ProcessWorkers(1, pin=True)


@pytest.mark.skipif(SANITIZED, reason="debugging needs the names")
@pytest.mark.skipif(sys.platform != "linux", reason="names of g++ and clang")
def test_the_module_offers_no_name_of_the_core() -> None:
    """Calls within it would go through a table that the loader fills, and the wheel would be larger."""
    module = Path(_core.__file__).read_bytes()
    assert b"PyInit__core" in module
    assert b"\0_ZN7katachi4Mcts" not in module
    assert b"\0_ZN7katachi4Tree" not in module
