"""Which games are the same, and splits that keep them together.

Two games are repeats if they have the same game, start and moves after some symmetry of the board
that does not exchange the colours. A collection of tournament games has hundreds of them; a test
game that was also learned from would flatter the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.games.game import Game
from katachi.games.position import Position
from katachi.games.threads import thread_count
from katachi.games.topology import Symmetry

if TYPE_CHECKING:
    from katachi.records.collection import Games


def game_digests(
    games: Games, *, by_symmetry: bool, threads: int | None = None
) -> NDArray[np.uint64]:
    """uint64 [games]; see cpp/games/replay.h for the definition, which must not change."""
    digests = np.zeros(len(games), dtype=np.uint64)
    for number, kind in enumerate(games.kinds):
        chosen = np.flatnonzero(games.kind == number)
        part = games.take(chosen)
        symmetries = [
            symmetry
            for symmetry in kind.topology.symmetries[: None if by_symmetry else 1]
            if not symmetry.exchanges_colors
        ]
        special = len(kind.moves) - 1
        if kind.moves_are_cells:
            images = np.array([[*s.images.tolist(), special] for s in symmetries], dtype=np.uint16)
        else:  # nobody says where a symmetry takes a move
            symmetries = symmetries[:1]
            images = np.arange(len(kind.moves), dtype=np.uint16).reshape(1, -1)
        codes = part.columns.get("start", np.zeros(len(part), dtype=np.int32))
        used, starts = np.unique(codes, return_inverse=True)
        keys = np.array(
            [_start_keys(kind, part.texts[code] if code else "", symmetries) for code in used],
            dtype=np.uint64,
        ).reshape(len(used), len(symmetries))
        digests[chosen] = _core.game_digests(
            part.moves,
            part.offsets,
            images=images,
            start_keys=keys,
            starts=starts.astype(np.uint32).reshape(-1),
            threads=thread_count(threads),
        )
    return digests


def _start_keys(game: Game, start: str, symmetries: list[Symmetry]) -> list[int]:
    """One number per symmetry; equal if the start positions it shows are equal.

    The usual start is the same under every symmetry, or its moves would not be: Othello's four
    discs make half of the symmetries exchange colours. So all starts are looked at alike.
    """
    position = game.position(start) if start else game.start()
    base = _text_key(f"{game.name} {game.size}")
    return [base ^ _stones_key(position, symmetry) for symmetry in symmetries]


def _stones_key(position: Position, symmetry: Symmetry) -> int:
    key = position.core.to_move
    for cell, stone in enumerate(position.stones):
        if stone < 2:
            key ^= _scramble(_scramble(stone + 1) ^ int(symmetry.images[cell]))
    return _scramble(key)


def _text_key(text: str) -> int:
    key = 0
    for byte in text.encode("ascii"):
        key = _scramble(key ^ byte)
    return key


_MASK = 2**64 - 1


def _scramble(value: int) -> int:
    """Splitmix64, as in cpp/games/random.h."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def choose_parts(
    digests: NDArray[np.uint64], test: float, train: float | None, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers of the games for learning and for testing, both ascending.

    Groups of repeats are ordered by a random number made of digest and seed. The test part takes
    groups from the front as long as they fit, the learning part from those that are left.
    """
    if not isinstance(seed, int):
        raise KatachiError(f"seed must be an integer, not {shown(seed)}")
    count = len(digests)
    wanted_test = _size_of("test", test, count)
    wanted_train = count if train is None else _size_of("train", train, count)
    if train is not None and wanted_test + wanted_train > count:
        raise KatachiError(f"train={train} and test={test} are more than the {count} games")
    groups, group_of, sizes = np.unique(digests, return_inverse=True, return_counts=True)
    order = np.argsort(_random_order(groups, seed), kind="stable")
    part_of_group = np.zeros(len(groups), dtype=np.int8)
    for part, wanted in ((1, wanted_test), (2, wanted_train)):
        free = order[part_of_group[order] == 0]
        part_of_group[_fitting(free, sizes, wanted)] = part
    part_of_game = part_of_group[group_of.reshape(-1)]
    return np.flatnonzero(part_of_game == 2), np.flatnonzero(part_of_game == 1)


def _fitting(order: NDArray[np.int64], sizes: NDArray[np.int64], wanted: int) -> list[int]:
    """Groups from the front whose games are together at most `wanted`."""
    chosen = []
    for group in order.tolist():
        if wanted <= 0:
            break
        if sizes[group] <= wanted:
            chosen.append(group)
            wanted -= int(sizes[group])
    return chosen


def _size_of(name: str, share: float, count: int) -> int:
    """A number of games from a share or a number."""
    if isinstance(share, bool) or not isinstance(share, (int, float)):
        raise KatachiError(f"{name} must be a share or a number of games, not {shown(share)}")
    if isinstance(share, int):
        if not 0 <= share <= count:
            raise KatachiError(f"{name} must be 0 to {count} games, not {shown(share)}")
        return share
    if not 0.0 <= share <= 1.0:
        raise KatachiError(f"{name} as a share must be 0.0 to 1.0, not {shown(share)}")
    return round(share * count)


def _random_order(digests: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """Splitmix64 of digest and seed, for arrays."""
    value = digests ^ np.uint64(_scramble(seed % 2**64))
    with np.errstate(over="ignore"):
        value = value + np.uint64(0x9E3779B97F4A7C15)
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))
