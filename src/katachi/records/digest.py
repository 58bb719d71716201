"""A name for a collection of games, by which long work knows its own records again."""

from __future__ import annotations

import numpy as np

from katachi.files.checkpoint import digest_of_arrays, digest_of_text
from katachi.records.collection import Games


def digest_of_games(games: Games) -> str:
    """Names the games, where they start, and their order."""
    starts = games.columns.get("start", np.zeros(0, np.int32))
    texts = [str(kind) for kind in games.kinds]
    texts += [games.texts[code] for code in np.unique(starts)]
    places = np.unique(starts, return_inverse=True)[1]
    numbers = digest_of_arrays(games.kind, games.offsets, games.moves, places)
    return digest_of_text(numbers, *texts)
