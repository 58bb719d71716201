"""Files of convolutional networks: a zip archive with text and an ONNX model.

    format       katachi-convolutional-network 1
    board        the game and its size: othello8
    planes       the names of the planes that it looks at, one a line
    card.json    the card
    model.onnx   the network

Any reader of ONNX can use the model. Sizes are limited, and the checksums of zip find damage. Same
network, same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from katachi.knowledge.archive import Format, open_archive, write_archive
from katachi.knowledge.card import Card

# No file, and no part of one, may be larger.
LARGEST_FILE = 2**26
FORMAT = Format("katachi-convolutional-network", 1, "network", LARGEST_FILE)


@dataclass(frozen=True)
class NetworkParts:
    """What a file holds."""

    board: str
    planes: tuple[str, ...]
    card: Card
    model: bytes


def write_network(path: Path, parts: NetworkParts, *, overwrite: bool = False) -> None:
    """Writes a file, completely or not at all."""
    contents = {
        "board": f"{parts.board}\n".encode(),
        "planes": "".join(f"{name}\n" for name in parts.planes).encode(),
        "card.json": msgspec.json.format(msgspec.json.encode(parts.card), indent=2),
        "model.onnx": parts.model,
    }
    write_archive(path, FORMAT, contents, overwrite=overwrite)


def read_network(path: Path) -> NetworkParts:
    """Reads a file; raises `KatachiError` that names it and what is wrong."""
    with open_archive(path, FORMAT) as archive:
        return NetworkParts(
            board=archive.part("board").decode().strip(),
            planes=tuple(archive.part("planes").decode().splitlines()),
            card=msgspec.json.decode(archive.part("card.json"), type=Card),
            model=archive.part("model.onnx"),
        )
