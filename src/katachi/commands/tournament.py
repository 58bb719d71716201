"""`katachi tournament`: many agents, ratings and a cross table."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from katachi.commands.output import JsonOption, print_json
from katachi.commands.running import (
    ClockOption,
    CpuTimeOption,
    EngineMegabytesOption,
    EngineProcessesOption,
    FailuresOption,
    LabOption,
    OnOption,
    PinOption,
    ProcessesOption,
    by_work,
    confined,
    default_budget,
    make_running,
)
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.matches import (
    Adjudication,
    Laboratory,
    MatchPlan,
    PlayedGame,
    Slot,
    VoidGame,
    game_of_text,
    open_laboratory,
    parse_contestant,
    parse_openings,
    result_of,
)
from katachi.matches.tournament import (
    Standings,
    TournamentKind,
    TournamentPlan,
    play_tournament,
)
from katachi.reports.tournament_report import (
    RATING_HEADINGS,
    advantage_line,
    cross_table,
    markdown_tournament,
    match_rows,
    rating_rows,
    void_line,
)
from katachi.terminal.console import make_table, output_console
from katachi.terminal.match_progress import print_how_to_continue

EXAMPLES = """
katachi tournament hex5 uct rave random --pairs 20 --simulations 200
katachi tournament havannah5 havannah-joint havannah-local havannah-baseline --kind gauntlet
katachi tournament go9 uct@100 uct@400 uct@1600 --kind ladder --processes 2 --lab lab.sqlite
katachi tournament mygame uct rave random --game-file mygame.py
"""

# Seconds between two pictures of the live table.
REFRESH_SECONDS = 0.5


def run(  # noqa: PLR0913 - one parameter per option
    game_text: Annotated[str, typer.Argument(metavar="GAME", help="As for katachi match.")],
    agents: Annotated[list[str], typer.Argument(help="Two or more: NAME, NAME@1000, NAME@0.05s.")],
    *,
    kind: Annotated[
        TournamentKind,
        typer.Option(help="All against all, the first against all, or climbing by wins."),
    ] = "round-robin",
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games a match.")] = 10,
    simulations: Annotated[int, typer.Option(min=0, help="Budget of a move.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.0, help="Budget of a move.")] = 0.0,
    clock: ClockOption = "",
    cpu_time: CpuTimeOption = False,
    openings: Annotated[
        str, typer.Option(help="none, random:PLIES, balanced:PLIES, or a file.")
    ] = "none",
    most_plies: Annotated[
        int, typer.Option(min=0, help="Stop longer games and count them as they stand.")
    ] = 0,
    failures: FailuresOption = "loss",
    engine_megabytes: EngineMegabytesOption = 0,
    engine_processes: EngineProcessesOption = 0,
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same games.")] = 0,
    processes: ProcessesOption = 1,
    pin: PinOption = False,
    on: OnOption = "",
    lab: LabOption = None,
    report: Annotated[Path | None, typer.Option(help="Write the tables as Markdown.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Plays matches between many agents and rates them.

    Ratings are Elo after Bradley and Terry, with 95 % errors and the value of the first move; who
    won or lost everything has none. With --lab the same command goes on where it stopped.
    """
    default = default_budget(simulations, seconds, clock)
    contestants = [
        confined(
            by_work(parse_contestant(text, default), cpu_time=cpu_time),
            engine_megabytes,
            engine_processes,
        )
        for text in agents
    ]
    names = [contestant.name for contestant in contestants]
    if len(set(names)) < len(names):  # the same agent with several budgets
        contestants = [
            type(c)(text.strip(), c.agent, c.budget)
            for c, text in zip(contestants, agents, strict=True)
        ]
    plan = TournamentPlan(
        tuple(contestants),
        game_text,
        pairs,
        kind=kind,
        seed=seed,
        openings=parse_openings(openings, game_of_text(game_text)),
        adjudication=Adjudication(most_plies=most_plies, failures=failures),
    )
    running = make_running(processes, pin=pin, on=on)
    stopped: KeyboardInterrupt | None = None
    with open_laboratory(lab) as laboratory, _LiveTable(plan, laboratory) as live:
        try:
            standings = play_tournament(plan, laboratory, running, watcher=live.after_game)
        except KeyboardInterrupt as interrupt:
            stopped = interrupt
            standings = live.standings()
    if stopped is not None:
        if any(match.results for match in standings.matches):
            console = output_console()
            console.print(_tables(console, standings))
        print_how_to_continue(lab)
        raise stopped
    if not any(match.results for match in standings.matches):
        raise KatachiError("no game could be finished")
    if report is not None:
        write_atomically(report, markdown_tournament(standings), overwrite=True)
    if as_json:
        print_json(_document(standings))
        return
    console = output_console()
    console.print(_tables(console, standings))


class _LiveTable:
    """Ratings while the games go on, only on a terminal."""

    def __init__(self, plan: TournamentPlan, laboratory: Laboratory) -> None:
        self._plan = plan
        self._laboratory = laboratory
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._seen: dict[str, MatchPlan] = {match.key: match for match in plan.matches}
        self._drawn = 0.0

    def __enter__(self) -> _LiveTable:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def after_game(self, plan: MatchPlan, _slot: Slot, _game: PlayedGame | VoidGame) -> None:
        """Draws, but not more often than people can see."""
        self._seen.setdefault(plan.key, plan)
        if not self._console.is_terminal or time.monotonic() < self._drawn + REFRESH_SECONDS:
            return
        self._drawn = time.monotonic()
        self._live.update(_tables(self._console, self.standings()), refresh=True)

    def standings(self) -> Standings:
        """The games so far."""
        matches = [result_of(each, self._laboratory) for each in self._seen.values()]
        return Standings(self._plan, tuple(match for match in matches if match.results))


def _tables(console: Console, standings: Standings) -> Group:
    ratings = make_table(console, title=f"{standings.plan.kind}, {standings.plan.game}")
    _fill(ratings, [list(RATING_HEADINGS), *rating_rows(standings)])
    crosses = make_table(console, title="Points against each other")
    _fill(crosses, cross_table(standings))
    matches = make_table(console, title="Matches, seen from the first agent")
    _fill(matches, match_rows(standings))
    lines = [advantage_line(standings)]
    if standings.ladder:
        lines.append(f"Ladder from the top: {', '.join(standings.ladder)}")
    lines += [void_line(standings)] if void_line(standings) else []
    return Group(ratings, crosses, matches, *lines)


def _fill(table: Table, rows: list[list[str]]) -> None:
    for heading in rows[0]:
        table.add_column(heading)
    for row in rows[1:]:
        table.add_row(*row)


def _document(standings: Standings) -> dict[str, object]:
    listed = standings.ratings
    advantage = listed.first_move_advantage
    return {
        "kind": standings.plan.kind,
        "game": standings.plan.game,
        "ratings": [
            {
                "player": rating.player,
                "elo": rating.elo.value if rating.elo.is_defined else None,
                "error": rating.elo.error if rating.elo.is_defined else None,
                "points": rating.points,
                "games": rating.games,
            }
            for rating in listed.ratings
        ],
        "first_move_advantage": advantage.value if advantage.is_defined else None,
        "ladder": list(standings.ladder),
        "voids": sum(len(match.voids) for match in standings.matches),
    }
