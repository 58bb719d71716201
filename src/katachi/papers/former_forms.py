"""Files of former forms: games and learning had a form each, with one set of conditions a file."""

from __future__ import annotations

from typing import Any

FORMAT = "katachi paper 1"
_SCALES = ("smoke", "quick", "paper")
_PLAY = ("game", "base", "opponent", "seconds", "games", "seed", "openings", "most_plies")


def renewed(document: dict[str, Any]) -> dict[str, Any]:
    """The document in today's form; one that is not of a former form stays as it is.

    >>> renewed({"format": "katachi study 1", "seed": 3, "scales": {}})["learning"]
    {'learning': {'seed': 3}}
    """
    former = document.get("format")
    if former == "katachi experiment 1":
        return _renewed(document, "play", _PLAY, {})
    if former == "katachi study 1":
        return _renewed(document, "learning", ("seed",), {"kind": "prediction"})
    return document


def _renewed(
    document: dict[str, Any], sort: str, names: tuple[str, ...], table: dict[str, Any]
) -> dict[str, Any]:
    rest = {name: value for name, value in document.items() if name not in {*names, "scales"}}
    conditions = {name: document[name] for name in names if name in document}
    scales = document.get("scales", {})
    rest["tables"] = [{**table, **one} for one in document.get("tables", [])]
    return {**rest, "format": FORMAT, sort: {sort: {**conditions, **scales}}}
