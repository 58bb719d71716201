"""Writes what follows from the declarations of the search's parts: Python settings and their page.

Run it with katachi installed: `make settings`, or `python docs/reference/write_settings.py`.
"""

from __future__ import annotations

from pathlib import Path

from katachi.search.reference import module_text, page_text

ROOT = Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    (ROOT / "src/katachi/search/phases.py").write_text(module_text(), encoding="utf-8")
    page = ROOT / "docs/reference/search-settings.md"
    page.write_text(page_text(), encoding="utf-8")
