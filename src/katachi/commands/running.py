"""Options of all commands that play games: where, how many at once, and where they are kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from katachi.agents import Budget
from katachi.errors import KatachiError, shown
from katachi.games.threads import thread_count
from katachi.matches import Contestant, Running
from katachi.matches.adjudication import Failures
from katachi.matches.contestant import clock_budget
from katachi.matches.played_match import DEFAULT_BUDGET

ProcessesOption = Annotated[int, typer.Option(min=1, help="Games at once.")]
# Of commands whose games do not depend on what else runs: budgets are simulations or processor time.
AllProcessesOption = Annotated[
    int, typer.Option(min=0, help="Games at once; 0: one for each processor.")
]
PinOption = Annotated[bool, typer.Option("--pin", help="Bind each process to a core of its own.")]
OnOption = Annotated[
    str, typer.Option("--on", help="ray: a Ray cluster on this machine; ray://HOST:PORT: another.")
]
LabOption = Annotated[
    Path | None,
    typer.Option(help="Keep every game in this file; the same command goes on where it stopped."),
]

ClockOption = Annotated[
    str,
    typer.Option(
        help="A clock for the game instead of a budget of a move: 60 (seconds), 60+0.5 (Fischer), "
        "60+3x10 (byo-yomi, periods x seconds), 60+10/5 (Canadian, seconds / moves)."
    ),
]
FailuresOption = Annotated[
    Failures,
    typer.Option(
        help="What a crash, an illegal move or overtime is, when the game was tried again: a loss "
        "of the agent that failed, or a void game."
    ),
]


CpuTimeOption = Annotated[
    bool,
    typer.Option(
        "--cpu-time",
        help="Seconds of a move are seconds of work: a busy machine changes nothing. For katachi's "
        "own searches; programs outside keep the wall clock.",
    ),
]


EngineMegabytesOption = Annotated[
    int,
    typer.Option(min=0, help="Memory of a GTP program and all that it starts; more ends it."),
]
EngineProcessesOption = Annotated[
    int, typer.Option(min=0, help="Processes of a GTP program at once; more end it.")
]


def confined(contestant: Contestant, megabytes: int, processes: int) -> Contestant:
    """The same within limits, if it is a program outside katachi; 0: as its file has it."""
    given = {"megabytes": megabytes, "processes": processes}
    limits = {name: limit for name, limit in given.items() if limit}
    if not limits or contestant.agent.kind != "gtp":
        return contestant
    settings = msgspec.structs.replace(contestant.agent.gtp, **limits)
    agent = msgspec.structs.replace(contestant.agent, gtp=settings)
    return replace(contestant, agent=agent)


def by_work(contestant: Contestant, *, cpu_time: bool) -> Contestant:
    """The same with seconds of processor time, if it has a budget of seconds."""
    budget = contestant.budget
    if not cpu_time or not budget.seconds or contestant.agent.kind == "gtp":
        return contestant
    return replace(contestant, budget=replace(budget, processor_time=True))


def default_budget(simulations: int, seconds: float, clock: str) -> Budget:
    """The budget of agents that bring none, from the options."""
    if clock:
        on_clock = clock_budget(clock)
        return replace(on_clock, simulations=simulations, seconds=seconds)
    return Budget(simulations, seconds) if simulations or seconds else DEFAULT_BUDGET


def make_running(processes: int, *, pin: bool = False, on: str = "") -> Running:
    """How games are run, from the options; 0 processes: as many as there are processors."""
    if on and on != "ray" and not on.startswith("ray://"):
        raise KatachiError(f"--on knows ray and ray://HOST:PORT, not {shown(on)}")
    return Running(processes=processes or thread_count(None), pin=pin, on_ray=on)
