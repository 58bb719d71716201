"""Network files: JSON with a format, a kind, the board, the card and the numbers.

Nothing in it is executed when it is read. Both kinds are small, so text serves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes
from katachi.games import parse_game
from katachi.games.game import Game
from katachi.knowledge.card import Card

# What files of the two kinds say they are.
VALUE = "katachi network value"
POLICY = "katachi network policy"
# No file of ours comes near it; one that does is no network.
LARGEST_FILE = 2**23


class Node(msgspec.Struct, frozen=True, array_like=True):
    """One node: sigmoid(bias + response * sum of weight * source).

    `edges`: (source, weight); a source below the number of cells is an input, any other a node.
    """

    bias: float
    response: float
    edges: tuple[tuple[int, float], ...]


class ValueFile(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="value",
):
    """What a file of a `ValueNetwork` holds."""

    format: Literal["katachi network 1"] = "katachi network 1"
    game: str
    card: Card
    hidden_weights: list[list[float]]
    hidden_biases: list[float]
    output_weights: list[float]
    output_bias: float
    low: float
    high: float


class PolicyFile(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="policy",
):
    """What a file of a `PolicyNetwork` holds."""

    format: Literal["katachi network 1"] = "katachi network 1"
    game: str
    card: Card
    nodes: tuple[Node, ...]
    outputs: tuple[int, ...]


class _Head(msgspec.Struct):
    """What both kinds of files begin with; the rest is not looked at."""

    format: str
    kind: str


def board_name(game: Game) -> str:
    """What a network is for: a game and its size, whatever its other rules."""
    return f"{game.name}{game.size}"


def board_of_name(name: str) -> Game:
    """The game of a name, with default rules."""
    return parse_game(name)


def write_network(path: Path, file: ValueFile | PolicyFile, *, overwrite: bool = False) -> None:
    """Writes a file, completely or not at all."""
    write_atomically(path, msgspec.json.encode(file) + b"\n", overwrite=overwrite)


def read_network(path: Path) -> ValueFile | PolicyFile:
    """Reads a file; raises `KatachiError` that names it and what is wrong."""
    content = read_bytes(path, LARGEST_FILE)
    try:
        return msgspec.json.decode(content, type=ValueFile | PolicyFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise KatachiError(f"'{path}' is not a network: {shown(str(error))}") from None


def format_of_network(content: bytes) -> str:
    """What a text says it is: `VALUE`, `POLICY`, or "" if it is neither."""
    try:
        head = msgspec.json.decode(content, type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    return f"{head.format.rpartition(' ')[0]} {head.kind}"
