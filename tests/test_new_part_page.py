"""The part of the search that a page shows goes through the compiler, in the place that the page names."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = ROOT / "docs" / "how-to" / "new-part.md"
COMPILER = shutil.which("g++") or shutil.which("clang++")


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")
def test_the_example_compiles(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    part, group = re.findall(r"```cpp\n(.*?)```", text, re.DOTALL)[:2]
    (place,) = re.findall(r"`cpp/(search/selection/\w+\.h)`", text)[:1]
    core = tmp_path / "cpp"
    shutil.copytree(ROOT / "cpp", core)
    (core / place).write_text(part, "utf-8")
    settings = core / "search" / "settings.h"
    before = settings.read_text("utf-8")
    after = re.sub(r"struct SelectionSettings.*?\{\};\n", group, before, flags=re.DOTALL)
    settings.write_text(f'#include "{place}"\n{after}', "utf-8")
    assert COMPILER is not None
    done = subprocess.run(
        [COMPILER, "-std=c++20", "-fsyntax-only", "-I", core, core / "games" / "y" / "search.cpp"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:2000]
