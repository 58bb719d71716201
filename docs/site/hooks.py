"""What MkDocs does beyond Markdown: pages from outside docs/, and notebooks as pages.

MkDocs calls these functions by name (`hooks:` in mkdocs.yml). Documents link to files of the
repository, so that the links work there too. Of those, Markdown files become pages of the site, and
other files become plain names.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files  # type: ignore[import-not-found, unused-ignore]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Markdown of the repository that becomes part of the site, below this folder of it.
OUTSIDE = "repository"
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^(```.*?^```)$", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401 - a type of MkDocs
    """Adds what is not written as a page of docs/."""
    for path in sorted(DOCS.glob("notebooks/*.ipynb")):
        page = f"notebooks/{path.stem}.md"
        files.append(File.generated(config, page, content=notebook_text(path)))
    for path in outside_pages():
        page = f"{OUTSIDE}/{path}"
        content = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=content))
    for picture in sorted(ROOT.glob("experiments/**/*.svg")):
        goal = f"{OUTSIDE}/{picture.relative_to(ROOT).as_posix()}"
        files.append(File.generated(config, goal, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:  # noqa: ANN401 - as above
    """Links that leave docs/ lead to pages of the site, or become names."""
    uri = page.file.src_uri
    outside = uri.startswith(f"{OUTSIDE}/")
    origin = uri.removeprefix(f"{OUTSIDE}/") if outside else f"docs/{uri}"

    def replaced(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
        if path.startswith("docs/notebooks/") and path.endswith(".ipynb"):
            path = path.removesuffix("ipynb") + "md"
        if path.startswith("docs/"):
            goal = path.removeprefix("docs/")
        elif path in outside_pages():
            goal = f"{OUTSIDE}/{path}"
        else:
            return words if words.startswith("`") else f"{words} (`{path}`)"
        return f"[{words}]({posixpath.relpath(goal, posixpath.dirname(uri) or '.')}{anchor})"

    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else LINK.sub(replaced, part) for part in parts)


def outside_pages() -> list[str]:
    """Markdown outside docs/ that documents link to, as paths in the repository."""
    found = [*ROOT.glob("*.md"), ROOT / "cpp" / "README.md", *ROOT.glob("experiments/**/*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path != ROOT / "README.md")


def notebook_text(path: Path) -> str:
    """The cells of a notebook as Markdown: text as it is, code in fences."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts = [
        f"To run it, download [this notebook as a file]({path.name}), then "
        f"`pip install jupyterlab` and `jupyter lab {path.name}`."
    ]
    for cell in cells:
        text = "".join(cell["source"])
        parts.append(f"```python\n{text}\n```" if cell["cell_type"] == "code" else text)
    # The title of the page comes first.
    return "\n\n".join([parts[1], parts[0], *parts[2:]]) + "\n"
