"""Who plays: an agent as a complete description, under a name, with its budget.

A description holds every setting, defaults included, so that a stored game says exactly who played
it, and a process or machine that has no such agent file can still build the agent.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from katachi.agents.agent import Agent
from katachi.agents.capabilities import Described
from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.changes import changed
from katachi.agents.former_names import FORMER_NAMES
from katachi.agents.levels import level_digest
from katachi.errors import InvalidSettings, KatachiError, shown
from katachi.knowledge.catalogue import knowledge_files
from katachi.search import Budget
from katachi.search.clock import Clock, parse_time_system

# name, [changes], @budget
_TEXT = re.compile(r"(?P<name>[^@\[\]]+)(\[(?P<changes>[^\]]*)\])?(@(?P<budget>[^@]+))?")
_BUDGET = re.compile(r"(?P<number>[0-9]+(\.[0-9]+)?)(?P<unit>s|ms)?")


@dataclass(frozen=True)
class Contestant:
    """An agent of a match.

    `player`: an object that plays itself, instead of being made from `agent`; it stays in the
    process that made it. A laboratory tells it from others by its class, its name and what it says
    of itself (`Described`): two that play differently must differ there.
    """

    name: str
    agent: AgentFile
    budget: Budget
    player: Agent | None = None

    @classmethod
    def of_player(cls, player: Agent, budget: Budget) -> Contestant:
        """Any object with the methods of `Agent`."""
        return cls(player.name, AgentFile(kind="object"), budget, player)

    @property
    def configuration(self) -> str:
        """The agent as JSON in one fixed form, with the hashes of the files that it names."""
        settings = _settings(self.agent)
        if self.player is not None:
            settings["object"] = _object(self.player)
        named = {text: _file_of(text) for text in sorted(_texts(settings))}
        files = {text: _hash_file(path) for text, path in named.items() if path is not None}
        agent = self.agent
        for name in {agent.knowledge, agent.playout_knowledge, agent.evaluator} - {""}:
            for label, path in knowledge_files(name).items():
                files[label] = _hash_file(path)
        if self.agent.kind == "level":
            files["levels.toml"] = level_digest(self.agent.level)
        return _configuration(settings, files)

    @property
    def hash(self) -> str:
        """16 hexadecimal digits; the same for the same settings and files."""
        return _hash(self.configuration)

    def __str__(self) -> str:
        """Name and budget."""
        return f"{self.name} ({self.budget})"


def renewed_hash(configuration: Mapping[str, Any]) -> str:
    """The hash that an agent of a stored configuration has today; raises `InvalidSettings`.

    Settings that did not exist then have their defaults.
    """
    try:
        agent = msgspec.convert(configuration["agent"], AgentFile)
    except msgspec.ValidationError as error:
        raise InvalidSettings(f"an agent of a laboratory: {error}") from None
    return _hash(_configuration(_settings(agent), configuration["files"]))


def _object(player: Agent) -> dict[str, object]:
    kind = type(player)
    said: Mapping[str, object] = {}
    if isinstance(player, Described):
        said = player.description()
    return {"class": f"{kind.__module__}.{kind.__qualname__}", "name": player.name, **said}


def _settings(agent: AgentFile) -> dict[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(agent)
    settings.pop("about", None)  # what is said about an agent does not change its play
    for former in FORMER_NAMES.values():
        for name in former:
            del settings[name]
    return settings


def _configuration(settings: Mapping[str, Any], files: Mapping[str, str]) -> str:
    return json.dumps({"agent": settings, "files": files}, sort_keys=True)


def _hash(configuration: str) -> str:
    return hashlib.sha256(configuration.encode()).hexdigest()[:16]


def parse_contestant(text: str, budget: Budget | None = None) -> Contestant:
    """An agent from a text: `NAME`, `NAME@1000` (simulations), `NAME@0.05s`, `NAME@1000/0.5s`.

    Settings may be changed in brackets: `uct[mcts.playout.ngrams=1,reuse_tree=false]@500`. `budget`
    is for texts without one.

    >>> print(parse_contestant("uct[mcts.selection.exploration=0.3]@200"))
    uct[mcts.selection.exploration=0.3] (200 simulations)
    """
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        raise KatachiError(f"{shown(text)} is not an agent; write NAME, NAME@1000 or NAME@0.05s")
    name = match["name"].strip()
    agent = read_agent_file(name)
    label = Path(name).stem
    if match["changes"]:
        agent = changed(agent, _parse_changes(match["changes"]), where=text)
        label = f"{label}[{match['changes']}]"
    if match["budget"]:
        budget = parse_budget(match["budget"])
    if budget is None:
        raise KatachiError(f"{shown(text)} has no budget; write NAME@1000 or NAME@0.05s")
    return Contestant(label, agent, budget)


def parse_budget(text: str) -> Budget:
    """A budget: `1000` simulations, `0.05s`, `50ms`, a clock `60+0.5`, or two of them with a slash.

    Clocks are those of `parse_time_system`; one without a plus (`60+0`: a minute for the game)
    needs it here. A Canadian clock, which has a slash of its own, stands alone.

    >>> parse_budget("1000/0.5s")
    Budget(simulations=1000, seconds=0.5, clock=None, processor_time=False, nodes=0, depth=0)
    >>> print(parse_budget("60+3x10"))
    clock 60+3x10
    """
    simulations, seconds, clock = 0, 0.0, None
    if re.fullmatch(r"[0-9.]+\+[0-9.]+/[0-9]+", text):
        return clock_budget(text)
    for part in text.split("/"):
        if "+" in part:
            clock = clock_budget(part).clock
            continue
        match = _BUDGET.fullmatch(part.strip())
        if match is None or (match["unit"] is None and "." in match["number"]):
            raise KatachiError(
                f"{shown(text)} is not a budget; write 1000, 0.05s, 50ms, 1000/0.5s or a clock such as 60+0.5"
            )
        if match["unit"] is None:
            simulations = int(match["number"])
        else:
            seconds = float(match["number"]) / (1000 if match["unit"] == "ms" else 1)
    return Budget(simulations, seconds, clock)


def clock_budget(text: str) -> Budget:
    """The budget of a game with a clock, as `parse_time_system` reads it."""
    return Budget(clock=Clock.started(parse_time_system(text)))


def _parse_changes(text: str) -> dict[str, Any]:
    lines = []
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise KatachiError(f"{shown(part)} is not a change; write SETTING=VALUE")
        value = value.strip()
        plain = re.fullmatch(r"true|false|[-+]?([0-9]|inf)[^\s\"]*|\".*\"", value)
        lines.append(f"{name.strip()} = {value if plain else json.dumps(value)}")
    try:
        parsed: dict[str, Any] = msgspec.toml.decode("\n".join(lines))
    except msgspec.MsgspecError as error:
        raise KatachiError(f"{shown(text)} changes no settings: {error}") from None
    return parsed


def _texts(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return set().union(*map(_texts, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(_texts, value))
    return set()


def _file_of(text: str) -> Path | None:
    """The file that a setting names by its path; None if it names none."""
    if not 0 < len(text) < 4096 or "\n" in text or not ("/" in text or "." in text):
        return None
    try:
        return Path(text) if Path(text).is_file() else None
    except (OSError, ValueError):
        return None


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
