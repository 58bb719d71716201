"""Networks by name: files that ship with katachi, or a user's own.

A network is for one game and one size. The names that ship are FAMILY-BOARD: ann-go9, neat-hex9,
conv-othello8.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from katachi.errors import KatachiError, shown
from katachi.games.contract import GameLike
from katachi.games.game import Game
from katachi.knowledge.networks.archive import is_archive
from katachi.knowledge.networks.convolutional import ConvolutionalNetwork
from katachi.knowledge.networks.file import ValueFile, board_name, read_network
from katachi.knowledge.networks.policy_network import PolicyNetwork
from katachi.knowledge.networks.value_network import ValueNetwork

DATA = Path(__file__).parent / "data"
SUFFIX = ".network"

Network = ValueNetwork | PolicyNetwork | ConvolutionalNetwork


def network_names() -> list[str]:
    """The networks that ship with katachi."""
    return sorted(path.name.removesuffix(SUFFIX) for path in DATA.glob(f"*{SUFFIX}"))


def network_files(family: str) -> list[Path]:
    """The files that ship of a family, one per board; or the one of this name."""
    names = network_names()
    return [
        DATA / f"{name}{SUFFIX}"
        for name in names
        if name == family or (family not in names and name.startswith(f"{family}-"))
    ]


def load_network(name: str) -> Network:
    """A network by name, or by the path of a file; each file is read once and shared."""
    if "/" in name or name.endswith(SUFFIX):
        path = Path(name)
    elif name in network_names():
        path = DATA / f"{name}{SUFFIX}"
    else:
        known = ", ".join(network_names()) or "none"
        raise KatachiError(f"no network {shown(name)}; known: {known}; or name a file *{SUFFIX}")
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise KatachiError(f"cannot read '{path}': {error.strerror}") from None
    return _load(path, changed)


def network_for(name: str, game: GameLike) -> Network:
    """The network of a family (ann, neat, conv) for the board of a game, or the file that is named."""
    if not isinstance(game, Game):
        raise KatachiError("networks are for built-in games")
    if "/" in name or name.endswith(SUFFIX) or name in network_names():
        found = load_network(name)
        if (found.game.name, found.game.size) != (game.name, game.size):
            raise KatachiError(f"the network is for {board_name(found.game)}, not for {game}")
        return found
    full = f"{name}-{board_name(game)}"
    if full not in network_names():
        known = ", ".join(network_names()) or "none"
        raise KatachiError(
            f"no network {shown(full)}; known: {known}; `katachi train {name} "
            f"{board_name(game)}` makes one"
        )
    return load_network(full)


@lru_cache(maxsize=32)
def _load(path: Path, _changed: int) -> Network:
    if is_archive(path):
        return ConvolutionalNetwork.load(path)
    file = read_network(path)
    if isinstance(file, ValueFile):
        return ValueNetwork.of_file(file)
    return PolicyNetwork.of_file(file)
