"""`katachi tune`: settings of an agent by matches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from katachi.commands.game_choice import GameFileOption, GameText, described_game
from katachi.commands.output import JsonOption, print_json
from katachi.commands.running import AllProcessesOption, OnOption, make_running
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.games.game import Game
from katachi.matches.game_text import text_of_game
from katachi.matches.played_match import PlayedMatch
from katachi.optimising.tune import TunePlan, tune
from katachi.optimising.tune.plan import TuneMethod
from katachi.reports.tune_report import html_tune, text_tune
from katachi.terminal.console import output_console, progress

EXAMPLES = """
katachi tune rave hex7 --to tuned --steps 150
katachi tune mine.toml gomoku9 --setting selection.exploration=0.05:1 --to tuned
katachi tune mine.toml hex7 --method cma --pairs 30 --steps 60 --to tuned-cma
katachi tune rave hex7 --to tuned --steps 150     # goes on where it was
"""
_PLAN = TunePlan(agent="uct", game="hex4")


def run(  # noqa: PLR0913 - one parameter per option
    agent: Annotated[str, typer.Argument(help="An agent by name or file, of the kind mcts.")],
    game_text: GameText,
    *,
    to: Annotated[Path, typer.Option("--to", help="A folder that keeps everything.")],
    setting: Annotated[
        list[str] | None,
        typer.Option(
            help="A setting and its range, NAME=LOW:HIGH; repeatable. Without: those of the agent's parts."
        ),
    ] = None,
    method: Annotated[
        TuneMethod, typer.Option(help="spsa, or cma (needs the extra cma).")
    ] = "spsa",
    steps: Annotated[int, typer.Option(min=1, help="Matches of the search.")] = _PLAN.steps,
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games of each.")] = _PLAN.pairs,
    budget: Annotated[
        str, typer.Option(help="Of a move: 20ms of work, or 500 simulations.")
    ] = _PLAN.budget,
    confirm_pairs: Annotated[
        int, typer.Option(min=0, help="Pairs of the last match, on fresh seeds.")
    ] = _PLAN.confirm_pairs,
    opening_plies: Annotated[
        int, typer.Option(min=1, help="Random moves that begin both games of a pair.")
    ] = _PLAN.opening_plies,
    minutes: Annotated[float, typer.Option(min=0, help="Stop after this time.")] = 0.0,
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same result.")] = 0,
    processes: AllProcessesOption = 0,
    on: OnOption = "",
    game_file: GameFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tunes numbers of an agent by matches, and confirms the result on fresh seeds.

    SPSA plays two agents with slightly different settings against each other, step by step, and
    follows the winner. Stopped or killed, the same command goes on where it was. FOLDER/tuned.toml is
    the result, FOLDER/report.html shows the path.
    """
    game = described_game(game_text, game_file)
    if not isinstance(game, Game):
        raise KatachiError(f"{game.name} is an object of Python: tune needs a game of katachi")
    plan = TunePlan(
        agent=agent,
        game=text_of_game(game),
        settings=tuple(setting or ()),
        method=method,
        budget=budget,
        steps=steps,
        pairs=pairs,
        opening_plies=opening_plies,
        confirm_pairs=confirm_pairs,
        seed=seed,
    )
    with progress(f"tuning {agent}", steps) as report:
        done = tune(
            plan,
            to,
            minutes=minutes,
            running=make_running(processes, on=on),
            progress=lambda step, total: report(step, f"tuning {agent}, step {step} of {total}"),
        )
    write_atomically(done.folder / "report.html", html_tune(done), overwrite=True)
    text = text_tune(done)
    write_atomically(done.folder / "report.txt", text, overwrite=True)
    if as_json:
        confirmation = done.confirmation
        print_json(
            {
                "tuned": str(done.tuned),
                "over": done.is_over,
                "values": {name: list(pair) for name, pair in done.values.items()},
                "steps": len(done.path),
                "confirmation": None
                if confirmation is None
                else PlayedMatch(confirmation).summary(),
            }
        )
        return
    console = output_console()
    console.print(text, markup=False, soft_wrap=True)
    if done.is_over:
        console.print(f"agent: {done.tuned}", markup=False, soft_wrap=True)
    else:
        console.print("stopped; the same command goes on", markup=False)
