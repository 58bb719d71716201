"""Knowledge by name: files that ship with katachi, or a user's own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from katachi.errors import KatachiError, shown
from katachi.knowledge.knowledge import Knowledge

DATA = Path(__file__).parent / "data"
SUFFIX = ".knowledge"


def knowledge_names() -> list[str]:
    """The knowledge that ships with katachi."""
    return sorted(path.name.removesuffix(SUFFIX) for path in DATA.glob(f"*{SUFFIX}"))


def knowledge_path(name: str) -> Path:
    """The file behind a name, or the path that was given; raises `KatachiError`."""
    if "/" in name or name.endswith(SUFFIX):
        return Path(name)
    if name not in knowledge_names():
        known = ", ".join(knowledge_names()) or "none"
        raise KatachiError(f"no knowledge {shown(name)}; known: {known}; or name a file *{SUFFIX}")
    return DATA / f"{name}{SUFFIX}"


def load_knowledge(name: str) -> Knowledge:
    """Knowledge by name, or by the path of a file; each file is read once and shared."""
    path = knowledge_path(name)
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    return _load(path, changed)


@lru_cache(maxsize=16)
def _load(path: Path, _changed: int) -> Knowledge:
    return Knowledge.load(path)
