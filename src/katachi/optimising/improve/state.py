"""Where a run of `improve` stands: a folder.

    plan.json              what is done here
    state.json             the generations that are finished
    laboratory.sqlite      every game of every test and rating
    generation-001/        own.jsonl, moves.knowledge, values.knowledge, agent.toml, trial-1.toml ...
    champion.toml          the best agent so far, with champion.knowledge and champion-values.knowledge
                           (generations with a network: learned.network, champion.network)
    report.html, report.txt

Everything else follows from these files: a run that was killed goes on with the step it was in.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.writing import write_agent
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.files.json_file import read_structure, write_structure
from katachi.knowledge.catalogue import NETWORK_SUFFIX
from katachi.optimising.improve.plan import ImprovePlan


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate against the champion, seen from the candidate."""

    candidate: str
    change: str
    wins: int
    draws: int
    losses: int
    decision: str

    @property
    def share(self) -> float:
        """Of the points, for the candidate; one half before the first game."""
        games = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / games if games else 0.5

    @property
    def accepted(self) -> bool:
        """Whether the candidate became the champion."""
        return self.decision == "H1"


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """A finished generation; number 0 only chooses who begins.

    `champion`: the agent file, from the folder on. `doubts`, `wrong`: games that a player would have
    resigned, and those that it did not lose. `seconds`: processor time of its own games.
    """

    number: int
    champion: str
    trials: tuple[Trial, ...] = ()
    games: int = 0
    positions: int = 0
    patterns: int = 0
    evidence: float = 0.0
    value_loss: float = 0.0
    doubts: int = 0
    wrong: int = 0
    resign_below: float = 0.0
    seconds: float = 0.0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All finished generations, the first is number 0."""

    format: str = "katachi-improve 1"
    generations: tuple[Generation, ...] = ()


class Folder:
    """The files of a run."""

    def __init__(self, path: Path) -> None:
        """Reads and writes nothing."""
        self.path = path.resolve()

    def begin(self, plan: ImprovePlan) -> None:
        """Makes the folder, or checks that it belongs to the plan."""
        self.path.mkdir(parents=True, exist_ok=True)
        file = self.path / "plan.json"
        if not file.exists():
            if any(one for one in self.path.iterdir() if one.suffix != ".lock"):
                raise KatachiError(
                    f"'{self.path}' has other files; improve needs a folder of its own"
                )
            write_structure(plan, file)
        elif self.plan() != plan:
            raise KatachiError(
                f"'{self.path}' belongs to another plan; name another folder, or leave the settings out"
            )

    def plan(self) -> ImprovePlan:
        """What is done here; raises `KatachiError`."""
        try:
            return read_structure(self.path / "plan.json", ImprovePlan, "plan of improve")
        except FileNotFoundError:
            raise KatachiError(f"'{self.path}' is no folder of improve") from None

    def state(self) -> State:
        """The finished generations."""
        file = self.path / "state.json"
        return read_structure(file, State, "state of improve") if file.exists() else State()

    def write_state(self, state: State) -> None:
        """Replaces the file."""
        write_structure(state, self.path / "state.json", overwrite=True)

    def generation(self, number: int) -> Path:
        """The folder of a generation, which is made."""
        folder = self.path / f"generation-{number:03d}"
        folder.mkdir(exist_ok=True)
        return folder

    @property
    def laboratory(self) -> Path:
        """The file of all matches."""
        return self.path / "laboratory.sqlite"

    @property
    def champion_file(self) -> Path:
        """The result."""
        return self.path / "champion.toml"

    def agent(self, name: str) -> AgentFile:
        """An agent by its place in the folder, with paths that hold from anywhere."""
        return read_agent_file(str(self.path / name))

    def crown(self, name: str) -> None:
        """Copies an agent and its knowledge to where everybody finds them."""
        agent = self.agent(name)
        own = {"knowledge": "champion.knowledge", "evaluator": "champion-values.knowledge"}
        places: dict[str, str] = {}
        for field, file in own.items():
            source = Path(getattr(agent, field))
            if source.is_relative_to(self.path) and source.is_file():
                # A network is one file, knowledge and evaluator.
                both = source.suffix == NETWORK_SUFFIX
                target = f"champion{NETWORK_SUFFIX}" if both else file
                write_atomically(self.path / target, source.read_bytes(), overwrite=True)
                places[field] = f"./{target}"
        write_agent(msgspec.structs.replace(agent, **places), self.champion_file)
