"""The way from the root of a tree to a leaf: its queries with their answers, and what they say in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from katachi.errors import KatachiError, shown

_QUERY = re.compile(
    r"(?P<new>N(?P<statuses>[bwsoe]+)(?P<place>\d+))"
    r"|(?P<what>[DCSL])(?P<x>\d+)(?:,(?P<y>\d+))?(?P<relation>[<=])(?P<value>\d+)"
)
_STATUS_WORDS = {
    "b": "black",
    "w": "white",
    "s": "side",
    "o": "opponent's side",
    "e": "empty",
}
_SHORT = {"b": "own stone", "w": "other's stone", "s": "side", "o": "other's side", "e": "empty"}
MOST_IN_TITLE = 4
_WHAT_WORDS = {"D": "distance", "C": "connectivity", "S": "size", "L": "liberties"}


@dataclass(frozen=True)
class Step:
    """A query on the way to a leaf, and its answer: a letter of a status, `-` for none, `y`, `n`."""

    query: str
    answer: str

    def __str__(self) -> str:
        """As in names of levels."""
        return f"{self.query}:{self.answer}"


def answers(query: str) -> str:
    """The answers of a query, one letter each, from left to right.

    >>> answers("Nbw3"), answers("S1<2")
    ('bw-', 'yn')
    """
    return query[1:].rstrip("0123456789") + "-" if query[0] == "N" else "yn"


def parsed(query: str) -> re.Match[str]:
    """The parts of a query; raises `KatachiError`."""
    found = _QUERY.fullmatch(query)
    if found is None:
        raise KatachiError(f"{shown(query)} is no query")
    return found


def describe_path(system: str, path: Sequence[Step]) -> list[str]:
    """A path in words, one line per query.

    >>> for line in describe_path("sg0", [Step("Nbw2", "w"), Step("L1<2", "y")]):
    ...     print(line)
    a new black or white node within 2 steps of the move: white, node 1
    liberties of node 1 less than 2: yes
    """
    lines = []
    nodes = 1
    for step in path:
        found = parsed(step.query)
        if found["new"]:
            kinds = _any_of([_STATUS_WORDS[letter] for letter in found["statuses"]])
            place = _node(int(found["place"]))
            near = (
                f"within {_steps(int(found['place']))} of the move"
                if system.startswith("sg")
                else f"next to {place}"
            )
            line = f"a new {kinds} node {near}: "
            if step.answer == "-":
                line += "none"
            else:
                line += f"{_STATUS_WORDS[step.answer]}, node {nodes}"
                nodes += 1
        else:
            what = _WHAT_WORDS[found["what"]]
            whose = f"of {_node(int(found['x']))}"
            if found["y"]:
                whose = f"between {_node(int(found['x']))} and {_node(int(found['y']))}"
            relation = "less than" if found["relation"] == "<" else "equal to"
            yes = {"y": "yes", "n": "no"}[step.answer]
            line = f"{what} {whose} {relation} {found['value']}: {yes}"
        lines.append(line)
    return lines


@dataclass(frozen=True)
class Known:
    """What a path has found out about a number: its bounds, both included."""

    low: int = 0
    high: int | None = None

    def allows(self, number: int) -> bool:
        """Whether the number may be this one."""
        return self.low <= number and (self.high is None or number <= self.high)

    def after(self, relation: str, value: int, answer: str) -> Known:
        """With one more answer; that a number is not this one is no bound."""
        if relation == "=":
            return Known(value, value) if answer == "y" else self
        if answer == "n":
            return Known(max(self.low, value), self.high)
        return Known(self.low, value - 1 if self.high is None else min(self.high, value - 1))

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"at least {self.low}" if self.high is None else f"at most {self.high}"


def path_facts(path: Sequence[Step], found: Sequence[str]) -> list[str]:
    """What a path has found out about its nodes, in words; the exact facts first.

    `found` are the names of the nodes, the move first. What is not so is left out.
    """
    known: dict[tuple[str, ...], Known] = {}
    for step in path:
        query = parsed(step.query)
        nodes = [int(query[name]) for name in ("x", "y") if query[name]]
        if query["new"] or max(nodes) >= len(found):
            continue
        names = [found[node] if node else "it" for node in nodes]
        key = (query["what"], *names)
        known[key] = known.get(key, Known()).after(
            query["relation"], int(query["value"]), step.answer
        )
    told = [(key, fact) for key, fact in known.items() if fact != Known()]
    told.sort(key=lambda one: (one[1].low != one[1].high, one[1].high is None))
    return [_fact(key, str(fact)) for key, fact in told]


def _fact(key: tuple[str, ...], number: str) -> str:
    what, first, *others = key
    if what == "D" and "it" in key:
        steps = "step" if number == "1" else "steps"
        return f"it is {number} {steps} from {others[0] if first == 'it' else first}"
    if what == "D":
        return f"{first} and {others[0]} are {number} steps apart"
    if what == "C":
        return f"{first} and {others[0]} touch {number} times"
    noun = "liberty" if number == "1" else "liberties"
    if what == "L":
        return f"{first} has {number} {noun}"
    return f"{first} belongs to {number} connected cell{'' if number == '1' else 's'}"


def _node(number: int) -> str:
    return f"node {number}" if number else "the move"


def _steps(number: int) -> str:
    return "1 step" if number == 1 else f"{number} steps"


def _any_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def path_title(path: Sequence[Step]) -> str:
    """The nodes and the exact facts of a path in a few words; nodes are numbered as they were found."""
    nodes = [step.answer for step in path if step.query[0] == "N" and step.answer != "-"]
    named = [f"{_SHORT[status]} {number}" for number, status in enumerate(nodes[:MOST_IN_TITLE], 1)]
    names = ["it", *map(str, range(1, len(nodes) + 1))]
    facts = path_facts(path, names)[:MOST_IN_TITLE]
    return "; ".join([", ".join(named) or "nothing near", *facts])
