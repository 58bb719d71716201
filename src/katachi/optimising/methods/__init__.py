"""The optimisers, each once, for every problem: the table of them, and how they are made by name.

A step of a method asks for at most one value of the problem (a genetic algorithm for those of its
first population and of the children of a family).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from katachi.errors import InvalidSettings, shown
from katachi.optimising.methods.annealing import Annealing
from katachi.optimising.methods.cma_es import CmaEs
from katachi.optimising.methods.exhaustive import Exhaustive
from katachi.optimising.methods.genetic import GENERATION_MODELS, Genetic
from katachi.optimising.methods.hill_climbing import HillClimbing
from katachi.optimising.methods.method import Method
from katachi.optimising.methods.random_search import RandomSearch

METHODS: dict[str, type[Method]] = {
    method.name: method
    for method in (Annealing, HillClimbing, RandomSearch, Genetic, Exhaustive, CmaEs)
}


def make_method(name: str, settings: Mapping[str, Any] | None = None) -> Method:
    """A method by name.

    >>> make_method("annealing", {"gamma": 0.995}).steps
    460
    """
    if name not in METHODS:
        raise InvalidSettings(f"no method {shown(name)}; known: {', '.join(METHODS)}")
    try:
        return METHODS[name](**(settings or {}))
    except TypeError as error:
        raise InvalidSettings(f"{name}: {error}") from None


def complete_settings(heading: Mapping[str, Any]) -> dict[str, Any]:
    """A heading of a file with every setting of its method: files from before one have its default."""
    try:
        made = make_method(heading["method"], heading["settings"])
    except (KeyError, TypeError, InvalidSettings):
        return dict(heading)
    return {**heading, "settings": asdict(made)}


__all__ = [
    "GENERATION_MODELS",
    "METHODS",
    "Annealing",
    "CmaEs",
    "Exhaustive",
    "Genetic",
    "HillClimbing",
    "Method",
    "RandomSearch",
    "complete_settings",
    "make_method",
]
