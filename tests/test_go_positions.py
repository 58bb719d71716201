"""The number of legal Go positions is known: every set-up is accepted or refused rightly.

Source: Tromp and Farnebäck, "Combinatorics of Go" (2007): 57, 12675 and 24318165 of the 3^(n*n)
colourings of 2 x 2, 3 x 3 and 4 x 4 leave every chain a liberty.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from conftest import SANITIZED
from numpy.typing import NDArray

import katachi
from katachi.games.set_up import SetUp


@pytest.mark.parametrize(("size", "legal"), [(2, 57), (3, 12675)])
def test_exactly_the_legal_positions_are_accepted(size: int, legal: int) -> None:
    game = katachi.Go(size)
    accepted, refusals = 0, set()
    for cells in product("XO.", repeat=size * size):
        board = "".join(cells)
        text = "/".join(board[size * y : size * (y + 1)] for y in range(size)) + " X"
        try:
            position = game.position(text)
        except katachi.InvalidPosition as refusal:
            refusals.add(str(refusal).partition(":")[0])
            continue
        assert position.text == text
        accepted += 1
    assert accepted == legal
    assert refusals == {"a chain has no liberty"}


def classes_of_colourings(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One colouring of each class under the symmetries of the square, and the sizes of the classes.

    A colouring is a number of size * size digits to base 3; its class is named by the smallest.
    """
    cells = size * size
    colourings = np.arange(3**cells, dtype=np.int32)
    smallest = colourings.copy()
    for symmetry in katachi.Go(size).topology.symmetries[1:]:
        image = np.zeros_like(colourings)
        for cell in range(cells):
            digit = colourings // np.int32(3**cell)
            digit %= 3
            digit *= np.int32(3 ** symmetry.images[cell])
            image += digit
        np.minimum(smallest, image, out=smallest)
    sizes = np.bincount(smallest)
    names = np.flatnonzero(sizes)
    return names, sizes[names]


def count_by_classes(size: int) -> int:
    """Asks about one colouring of each class; the others are its turned and mirrored images."""
    game = katachi.Go(size)
    names, sizes = classes_of_colourings(size)
    digits = np.stack([names // 3**cell % 3 for cell in range(size * size)], axis=1)
    accepted = 0
    for stones, weight in zip(digits.astype(np.uint8), sizes.tolist(), strict=True):
        try:
            game.make_core(SetUp(stones.tobytes(), 0))
        except ValueError:
            continue
        accepted += weight
    return accepted


def test_counting_by_classes_gives_the_same_number() -> None:
    """The shortcut of the next test, where all colourings were counted above."""
    assert count_by_classes(2) == 57
    assert count_by_classes(3) == 12675


@pytest.mark.slow
@pytest.mark.skipif(SANITIZED, reason="five million boards are too many for this build")
def test_exactly_the_legal_positions_of_4x4_are_accepted() -> None:
    assert count_by_classes(4) == 24318165
