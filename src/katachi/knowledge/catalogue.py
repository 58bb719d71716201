"""Knowledge of all kinds by name: what ships with katachi, or a user's own files.

What is in a file decides of which kind it is, not how it is called. Networks are for one size of a
board; several of one origin are a family and are named FAMILY-BOARD (ann-go9, neat-hex9,
conv-othello8), so that an agent can ask for `conv` and get the one of its board.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TypeVar, overload

from katachi.errors import KatachiError, shown
from katachi.files.reading import read_bytes
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.knowledge.archive import format_of_archive
from katachi.knowledge.cell_weights import CellWeights
from katachi.knowledge.feature_weights import FeatureWeights
from katachi.knowledge.knowledge import Knowledge
from katachi.knowledge.local_patterns import LocalPatternWeights
from katachi.knowledge.networks.convolutional import ConvolutionalNetwork
from katachi.knowledge.networks.file import LARGEST_FILE, board_name, format_of_network
from katachi.knowledge.networks.policy_network import PolicyNetwork
from katachi.knowledge.networks.policy_value_network import PolicyValueNetwork
from katachi.knowledge.networks.value_network import ValueNetwork
from katachi.knowledge.pattern_values import PatternValues

DATA = Path(__file__).parent / "data"
SUFFIX = ".knowledge"
NETWORK_SUFFIX = ".network"
TEXT_SUFFIX = ".txt"
# Bytes in which a text says what it is.
LONGEST_HEAD = 200

# Kinds that have files: how these end and begin. A new kind is a line here. Of a damaged file that
# looks like several, the first says what is wrong.
KINDS: tuple[tuple[type[Knowledge], str, bytes], ...] = (
    (FeatureWeights, SUFFIX, b"PK"),
    (PatternValues, SUFFIX, b"PK"),
    (ConvolutionalNetwork, NETWORK_SUFFIX, b"PK"),
    (PolicyValueNetwork, NETWORK_SUFFIX, b"PK"),
    (PolicyNetwork, NETWORK_SUFFIX, b""),
    (ValueNetwork, NETWORK_SUFFIX, b"{"),
    (LocalPatternWeights, TEXT_SUFFIX, b""),
    (CellWeights, TEXT_SUFFIX, b""),
)
SUFFIXES = tuple(dict.fromkeys(suffix for _, suffix, _ in KINDS))

# Numbers of a paper, which never change: laboratories keep no hash of them.
PUBLISHED = frozenset({"othello-cells", "othello-cells-annealed"})

Kind = TypeVar("Kind", bound=Knowledge)


def knowledge_names(*kinds: type[Knowledge]) -> list[str]:
    """The knowledge that ships with katachi, or that of some kinds.

    >>> {"hex", "conv-othello8", "othello-cells"} <= set(knowledge_names())
    True
    >>> knowledge_names(LocalPatternWeights)
    ['havannah5-local-patterns']
    """
    names = sorted(_shipped())
    return [name for name in names if not kinds or kind_of(name) in kinds]


def knowledge_files(name: str) -> dict[str, Path]:
    """The files of katachi behind a name, labelled: one, those of a family, or none.

    Labels are part of the hash of an agent in a laboratory: texts have their name, others the name
    of the file.
    """
    if name in PUBLISHED:
        return {}
    shipped = _shipped()
    found = {one: path for one, path in shipped.items() if one == name}
    if not found:
        found = {
            one: path
            for one, path in shipped.items()
            if one.startswith(f"{name}-") and path.suffix == NETWORK_SUFFIX
        }
    return {one if path.suffix == TEXT_SUFFIX else path.name: path for one, path in found.items()}


def is_family(name: str) -> bool:
    """Whether several networks, one per board, have the name in common.

    >>> is_family("conv"), is_family("conv-othello8"), is_family("hex")
    (True, False, False)
    """
    return len(knowledge_files(name)) > 0 and name not in _shipped()


def is_known(name: str, game: GameLike) -> bool:
    """Whether `knowledge_for` would find something: by name, in a file, or in a family."""
    if name in _shipped() or Path(name).is_file():
        return True
    return isinstance(game, Game) and f"{name}-{board_name(game)}" in _shipped()


@overload
def load_knowledge(name: str | Path) -> Knowledge: ...
@overload
def load_knowledge(name: str | Path, kind: type[Kind]) -> Kind: ...
def load_knowledge(name: str | Path, kind: type[Knowledge] = Knowledge) -> Knowledge:
    """Knowledge of any kind by name, or by the path of a file; each file is read once and shared.

    With `kind` all others are refused with a sentence.

    >>> load_knowledge("othello-cells", CellWeights).by_move[0]
    496.0
    """
    text = str(name)
    found = kind_of(text)
    if kind not in (Knowledge, found):
        raise KatachiError(f"{shown(text)} holds {found.kind}, not {kind.kind}")
    path = _path_of(text)
    return _load(path, found, path.stat().st_mtime_ns)


def kind_of(name: str) -> type[Knowledge]:
    """The kind that a file says it is of; where it says nothing, that of its suffix."""
    path = _path_of(name)
    begins, said = _said(path)
    for kind, _, _ in KINDS:
        if kind.format == said:
            return kind
    for kind, suffix, beginning in KINDS:
        if suffix == path.suffix and begins.startswith(beginning):
            return kind
    return FeatureWeights


def knowledge_for(name: str, game: GameLike) -> Knowledge:
    """Knowledge for the board of a game, by name, by path, or of a family.

    Raises `KatachiError` if there is none or if it does not suit the game.
    """
    if name in _shipped() or _is_path(name):
        return load_knowledge(name).on_board(game)
    if not isinstance(game, Game):
        raise KatachiError(_unknown(name))
    full = f"{name}-{board_name(game)}"
    if full not in _shipped():
        raise KatachiError(_unknown(full) + _how_to_make(name, game))
    return load_knowledge(full)


def _how_to_make(family: str, game: Game) -> str:
    if not knowledge_files(family):
        return ""
    return f"; `katachi train {family} {board_name(game)}` makes one"


def _unknown(name: str) -> str:
    known = ", ".join(knowledge_names()) or "none"
    files = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
    return f"no knowledge {shown(name)}; known: {known}; or name a file {files}"


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(SUFFIXES)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Path]:
    """The files of katachi by name."""
    paths = [path for suffix in SUFFIXES for path in DATA.glob(f"*{suffix}")]
    return {path.stem: path for path in paths}


@lru_cache(maxsize=64)
def _load(path: Path, kind: type[Knowledge], _changed: int) -> Knowledge:
    return kind.load(path)


def _path_of(name: str) -> Path:
    """The file of a name, or the path that was given; raises `KatachiError`."""
    path = Path(name) if _is_path(name) else _shipped().get(name)
    if path is None:
        raise KatachiError(_unknown(name))
    return path


def _said(path: Path) -> tuple[bytes, str]:
    """How a file begins, and what it says it is, as `Knowledge.format` has it ("": nothing)."""
    content = read_bytes(path)
    begins = content[:LONGEST_HEAD]
    if begins.startswith(b"PK"):
        return begins, format_of_archive(content)
    if begins.startswith(b"{"):
        return begins, format_of_network(content[:LARGEST_FILE])
    return begins, begins.decode("ascii", "replace").split(" ")[0]
