"""`katachi match`: two agents, pairs of games, and what they prove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import GameFileOption, OptionalGameText, described_game
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
from katachi.games import Game
from katachi.matches import (
    Adjudication,
    MatchPlan,
    MatchResult,
    open_laboratory,
    parse_contestant,
    parse_openings,
    play_match,
    result_of,
    text_of_game,
)
from katachi.matches.match_block import match_block
from katachi.matches.played_match import MOST_PAIRS, PAIRS, PlayedMatch
from katachi.matches.ratings import parse_sprt
from katachi.terminal.console import output_console
from katachi.terminal.match_progress import MatchProgress, print_how_to_continue

EXAMPLES = """
katachi match uct random othello --pairs 10 --simulations 200
katachi match rave@1000 uct@0.05s havannah5 --pairs 100 --processes 2 --lab lab.sqlite
katachi match rave uct hex7 --openings random:4 --sprt 0,50 --lab lab.sqlite
katachi match go9 pachi.toml go9 --clock 60+0.5 --failures void --lab lab.sqlite
katachi match 'uct[mcts.selection.exploration=0.3]' uct 'go9 komi=5.5' --simulations 500
katachi match uct random --game-file examples/connect_four.py --pairs 2 --simulations 100
"""


def run(  # noqa: PLR0913 - one parameter per option
    first: Annotated[
        str, typer.Argument(help="An agent: NAME, a TOML file, NAME@1000, NAME@0.05s.")
    ],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    game_text: OptionalGameText = "",
    *,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Pairs of games, colours exchanged; {PAIRS}, with --sprt at most {MOST_PAIRS}.",
        ),
    ] = None,
    simulations: Annotated[int, typer.Option(min=0, help="Budget of a move.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.0, help="Budget of a move.")] = 0.0,
    clock: ClockOption = "",
    cpu_time: CpuTimeOption = False,
    openings: Annotated[
        str,
        typer.Option(help="none, random:PLIES, balanced:PLIES, or a file with an opening a line."),
    ] = "none",
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same games.")] = 0,
    sprt: Annotated[
        str,
        typer.Option(
            help="Stop when decided: 'elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized' or 0,5."
        ),
    ] = "",
    resign: Annotated[
        float,
        typer.Option(
            min=0.0, help="An agent resigns when its value is this low three times in a row."
        ),
    ] = 0.0,
    draw: Annotated[
        float,
        typer.Option(
            min=0.0, help="Declare a draw if both values stay this near to even for eight moves."
        ),
    ] = 0.0,
    most_plies: Annotated[
        int, typer.Option(min=0, help="Stop longer games and count them as they stand.")
    ] = 0,
    overtime: Annotated[
        float, typer.Option(min=0.0, help="Seconds over the budget that are a failure; 0: any.")
    ] = 0.0,
    failures: FailuresOption = "loss",
    engine_megabytes: EngineMegabytesOption = 0,
    engine_processes: EngineProcessesOption = 0,
    processes: ProcessesOption = 1,
    pin: PinOption = False,
    on: OnOption = "",
    lab: LabOption = None,
    game_file: GameFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Plays pairs of games with colours exchanged and reports on the first agent.

    A budget stands behind the name (`@1000` simulations, `@0.05s`, `@60+0.5` a clock), or is given
    for both; without any, every move takes 0.1 s. With --lab every game is kept as it ends, and the
    same command goes on where it stopped, also with more pairs.
    """
    default = default_budget(simulations, seconds, clock)
    game = described_game(game_text, game_file)
    pairs = pairs or (MOST_PAIRS if sprt else PAIRS)
    sides = [
        confined(
            by_work(parse_contestant(text, default), cpu_time=cpu_time),
            engine_megabytes,
            engine_processes,
        )
        for text in (first, second)
    ]
    plan = MatchPlan(
        first=sides[0],
        second=sides[1],
        game=game_text or text_of_game(game),
        pairs=pairs,
        seed=seed,
        openings=parse_openings(openings, game),
        adjudication=Adjudication(
            resign_value=resign,
            draw_width=draw,
            most_plies=most_plies,
            overtime=overtime,
            failures=failures,
        ),
        sprt=parse_sprt(sprt) if sprt else None,
        python_game=None if isinstance(game, Game) else game,
    )
    stopped: KeyboardInterrupt | None = None
    with open_laboratory(lab) as laboratory:
        running = make_running(processes, pin=pin, on=on)
        try:
            with MatchProgress(plan, laboratory) as progress:
                result = play_match(plan, laboratory, running, watcher=progress.after_game)
        except KeyboardInterrupt as interrupt:
            stopped = interrupt
            result = result_of(plan, laboratory, running.attempts)
    if as_json:
        print_json(PlayedMatch(result).summary())
    elif result.results or stopped is None:
        print_result(result, lab)
    if stopped is not None:
        print_how_to_continue(lab)
        raise stopped


def print_result(result: MatchResult, lab: Path | None) -> None:
    """The report block, and what needs attention."""
    console = output_console()
    if not result.results:
        last = result.voids[-1] if result.voids else None
        why = f"; the last: {last.reason} of {last.culprit}: {last.message}" if last else ""
        raise KatachiError(f"no game could be finished{why}")
    console.print(match_block(result), soft_wrap=True, markup=False)
    for void in result.voids:
        where = f"pair {void.slot.pair}, attempt {void.attempt}"
        console.print(
            f"failed: {void.reason} of {void.culprit} ({where}): {void.message}", markup=False
        )
    for game in result.results:
        if game.failure:
            loser = result.plan.second if game.points else result.plan.first
            text = f"lost: {loser.name} (pair {game.slot.pair}, last attempt): {game.failure}"
            console.print(text, markup=False)
    if result.voids and lab is not None:
        console.print(f"katachi lab {lab} voids shows what was said before.", markup=False)
