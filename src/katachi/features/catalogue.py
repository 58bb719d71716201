"""Shape sets by name: those of SHAPES ship with katachi, others are files."""

from __future__ import annotations

from pathlib import Path

from katachi.errors import KatachiError, shown
from katachi.features.parsing import parse_feature_set
from katachi.features.shape_set import ShapeSet
from katachi.files.reading import read_text

DATA = Path(__file__).parent / "data"


def shape_set_names() -> list[str]:
    """The shape sets that ship with katachi.

    >>> [name for name in shape_set_names() if "evolved" in name]
    ['othello-evolved', 'othello-evolved-2', 'othello-evolved-3']
    """
    return sorted(path.stem for path in DATA.glob("*.txt"))


def shapes(name: str) -> ShapeSet:
    """A shape set by name, or by the path of a text file.

    >>> len(shapes("othello-default").shapes)
    25
    """
    path = DATA / f"{name}.txt"
    if "/" in name or name.endswith(".txt"):
        path = Path(name)
    elif name not in shape_set_names():
        raise KatachiError(f"no shapes {shown(name)}; known: {', '.join(shape_set_names())}")
    found = parse_feature_set(read_text(path))
    if not isinstance(found, ShapeSet):
        raise KatachiError(f"{path.name} holds features of another kind than shapes")
    return found
