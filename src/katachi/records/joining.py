"""Several collections as one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from katachi.errors import InvalidRecord
from katachi.games.game import Game
from katachi.records.builder import MOST_KINDS
from katachi.records.collection import NO_NUMBER, Games
from katachi.records.provenance import Provenance

Number = TypeVar("Number", bound=np.generic)


def join(parts: Sequence[Games]) -> Games:
    """All games in order, with the sources, steps and problems of all parts.

    Texts are merged, so that equal texts have equal codes.
    """
    kinds: dict[Game, int] = {}
    texts: dict[str, int] = {"": 0}
    kind, columns, numbers, source = [], [], [], []
    first_source = 0
    for part in parts:
        table = np.array([kinds.setdefault(k, len(kinds)) for k in part.kinds], dtype=np.int64)
        kind.append(table[part.kind] if len(part) else np.zeros(0, dtype=np.int64))
        codes = np.array([texts.setdefault(t, len(texts)) for t in part.texts] or [0], np.int32)
        columns.append({name: codes[column] for name, column in part.columns.items()})
        numbers.append(dict(part.numbers))
        source.append(np.where(part.source < 0, part.source, part.source + first_source))
        first_source += len(part.provenance.sources)
    if len(kinds) > MOST_KINDS:
        raise InvalidRecord(f"more than {MOST_KINDS} different games in one collection")
    lengths = [len(part) for part in parts]
    ends = np.cumsum([0, *(len(part.moves) for part in parts)])
    offsets = [part.offsets[1:] + end for part, end in zip(parts, ends, strict=False)]
    return Games(
        kinds=tuple(kinds),
        kind=_all(kind, np.uint16),
        offsets=_all([np.zeros(1, dtype=np.int64), *offsets], np.int64),
        moves=_all([part.moves for part in parts], np.uint16),
        winner=_all([part.winner for part in parts], np.uint8),
        score=_all([part.score for part in parts], np.float64),
        texts=tuple(texts),
        columns=_columns(columns, lengths, 0),
        numbers=_columns(numbers, lengths, NO_NUMBER),
        source=_all(source, np.int32),
        place=_all([part.place for part in parts], np.int32),
        provenance=_provenance([part.provenance for part in parts]),
    )


def _all(arrays: Sequence[NDArray[Any]], dtype: type[Number]) -> NDArray[Number]:
    return np.concatenate([np.zeros(0, dtype=dtype), *arrays]).astype(dtype)


def _columns(
    parts: Sequence[dict[str, NDArray[np.int32]]], lengths: Sequence[int], missing: int
) -> dict[str, NDArray[np.int32]]:
    names = dict.fromkeys(chain.from_iterable(parts))
    return {
        name: np.concatenate(
            [
                part.get(name, np.full(length, missing, dtype=np.int32))
                for part, length in zip(parts, lengths, strict=True)
            ]
        ).astype(np.int32)
        for name in names
    }


def _provenance(parts: Sequence[Provenance]) -> Provenance:
    makers = dict.fromkeys(part.made_by for part in parts if part.made_by)
    return Provenance(
        sources=tuple(chain.from_iterable(part.sources for part in parts)),
        steps=tuple(dict.fromkeys(chain.from_iterable(part.steps for part in parts))),
        made_by=", ".join(makers),
        problems=tuple(chain.from_iterable(part.problems for part in parts)),
    )
