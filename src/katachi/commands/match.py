"""`katachi match`: two agents, pairs of games, a score with its interval."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from katachi.agents import Budget, load_agent
from katachi.commands.game_choice import GameText
from katachi.commands.terminal import JsonOption, output_console, print_json, progress
from katachi.games import parse_game
from katachi.matches import GameResult, MatchPlan, play_match, score_of

EXAMPLES = """
katachi match uct random othello --pairs 10 --simulations 200
katachi match rave uct havannah5 --pairs 100 --seconds 0.05 --processes 2 --log games.jsonl
"""


def run(  # noqa: PLR0913 - one parameter per option
    first: Annotated[str, typer.Argument(help="An agent: a name or a TOML file.")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    game_text: GameText,
    *,
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games, colours exchanged.")] = 10,
    simulations: Annotated[int, typer.Option(min=0, help="Budget of a move.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.0, help="Budget of a move.")] = 0.0,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Random moves at the beginning of every pair.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same games.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Games at once.")] = 1,
    log: Annotated[
        Path | None,
        typer.Option(help="Keep every game here; the same command goes on where it stopped."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Plays pairs of games with colours exchanged and prints the score of the first agent.

    The interval is Wilson's at 95 %. Without a budget every move takes 0.1 s.
    """
    if not simulations and not seconds:
        seconds = 0.1
    parse_game(game_text)
    for name in (first, second):
        load_agent(name)
    plan = MatchPlan(
        first=first,
        second=second,
        game=game_text,
        budget=Budget(simulations, seconds),
        pairs=pairs,
        seed=seed,
        opening_plies=opening_plies,
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        progress(f"{first} against {second}", 2 * pairs) as report,
    ):
        done = 0

        def count(_result: GameResult) -> None:
            nonlocal done
            done += 1
            report(done, None)

        path = log or Path(folder) / "games.jsonl"
        score = score_of(play_match(plan, path, processes=processes, progress=count))
    if as_json:
        print_json(
            {
                "first": first,
                "second": second,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "share": score.share,
                "interval": list(score.interval),
                "simulations_per_move": list(score.simulations_per_move),
            }
        )
        return
    console = output_console()
    console.print(
        f"{first} against {second}, {parse_game(game_text)}, {plan.budget} a move, seed {seed}"
    )
    console.print(f"{first} scores {score}")
    ours, theirs = score.simulations_per_move
    console.print(f"simulations a move: {ours:,.0f} and {theirs:,.0f}")
