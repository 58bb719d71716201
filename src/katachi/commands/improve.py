"""`katachi improve`: a player that learns by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from katachi.commands.game_choice import GameFileOption, OptionalGameText, described_game
from katachi.commands.output import JsonOption, print_json
from katachi.commands.running import AllProcessesOption, OnOption, make_running
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.games.game import Game
from katachi.knowledge import FeatureWeights, load_knowledge
from katachi.matches.game_text import text_of_game
from katachi.optimising.improve import (
    Exploration,
    Improvement,
    ImprovePlan,
    NetworkPlan,
    Standing,
    improve,
)
from katachi.optimising.improve.history import History, history_of
from katachi.optimising.improve.own_games import as_records, newest_own_games
from katachi.reports.improve_report import ImproveReport, html_improve, text_improve
from katachi.terminal.console import output_console, progress

EXAMPLES = """
katachi improve hex7 --to hex7 --minutes 60
katachi improve gomoku9 --to gomoku9 --generations 5
katachi improve hex7 --to hex7-network --network --minutes 240 --games 1000
katachi improve --game-file breakthrough.py --to breakthrough --minutes 30
katachi improve hex7 --to hex7 --minutes 30     # goes on where it was
"""
_PLAN = ImprovePlan(game="hex4")
_GAMES_SHOWN = 4


def run(  # noqa: PLR0913 - one parameter per option
    game_text: OptionalGameText = "",
    *,
    to: Annotated[Path, typer.Option("--to", help="A folder that keeps everything.")],
    minutes: Annotated[
        float, typer.Option(min=0, help="Stop after this time, wherever it is then.")
    ] = 0.0,
    generations: Annotated[
        int, typer.Option(min=0, help="Stop when there are this many generations.")
    ] = 0,
    start: Annotated[
        str, typer.Option(help="An agent to begin with; without one it begins from nothing.")
    ] = "",
    network: Annotated[
        bool,
        typer.Option(
            "--network", help="Train a small network instead of patterns; hours, and PyTorch."
        ),
    ] = False,
    channels: Annotated[
        int, typer.Option(help="Of the network: 16, 32, 48, ...")
    ] = NetworkPlan().channels,
    blocks: Annotated[
        int, typer.Option(help="Of the network: blocks of two convolutions.")
    ] = NetworkPlan().blocks,
    epochs: Annotated[
        float, typer.Option(help="Of the network: passes over all positions.")
    ] = NetworkPlan().epochs,
    games: Annotated[int, typer.Option(min=10, help="Own games of a generation.")] = _PLAN.games,
    simulations: Annotated[
        int, typer.Option(min=1, help="Of a move that teaches; others have a fifth.")
    ] = _PLAN.simulations,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Own games begin with up to this many random moves.")
    ] = _PLAN.exploration.opening_plies,
    gate: Annotated[
        str, typer.Option(help="Budget of a move in tests: 20ms of work, or 500 simulations.")
    ] = _PLAN.gate_budget,
    gate_pairs: Annotated[
        int, typer.Option(min=1, help="Pairs after which an undecided test leaves the champion.")
    ] = _PLAN.gate_pairs,
    rating_pairs: Annotated[
        int, typer.Option(min=0, help="Pairs of a new champion against each fixed opponent.")
    ] = _PLAN.rating_pairs,
    opponents: Annotated[
        str, typer.Option(help="Fixed opponents, with commas between.")
    ] = ",".join(_PLAN.opponents),
    seed: Annotated[int, typer.Option(help="Same seed and simulations, same player.")] = 0,
    processes: AllProcessesOption = 0,
    on: OnOption = "",
    game_file: GameFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Makes a player stronger by its own play, from nothing or from an agent that exists.

    A generation plays games against itself, learns strengths of moves and values of positions from
    them, and tests what it learned: a candidate replaces the champion only if a sequential test says
    that it is stronger. Stopped or killed, the same command goes on where it was, with any number of
    processes. FOLDER/champion.toml is the player; every command takes it by its path.
    FOLDER/report.html shows how strong it became and what it learned.

    By default it learns patterns and values (minutes). With --network it trains a network with a
    policy and a value head (hours; needs the extra network-training), which plays without playouts.
    """
    game = described_game(game_text, game_file)
    if not isinstance(game, Game):
        raise KatachiError(
            f"{game.name} has no board that could be learned from: write it with katachi.compiled_game"
        )
    plan = ImprovePlan(
        game=text_of_game(game),
        start=start,
        seed=seed,
        games=games,
        simulations=simulations,
        cheap_simulations=max(1, simulations // 5),
        exploration=Exploration(opening_plies=opening_plies),
        network=NetworkPlan(channels=channels, blocks=blocks, epochs=epochs) if network else None,
        gate_budget=gate,
        gate_pairs=gate_pairs,
        rating_pairs=rating_pairs,
        opponents=tuple(one for one in opponents.split(",") if one),
    )
    with progress("improving", 1.0) as report:

        def show(standing: Standing) -> None:
            share = standing.done / standing.total if standing.total else 0.0
            count = f" {standing.done}/{standing.total}" if standing.total else ""
            report(share, f"generation {standing.generation}: {standing.step}{count}")

        done = improve(
            plan,
            to,
            generations=generations,
            minutes=minutes,
            running=make_running(processes, on=on),
            progress=show,
        )
    if not done.generations:
        output_console().print("not even a beginning was chosen; the same command goes on")
        return
    history = write_reports(done)
    if as_json:
        print_json(_facts(done, history))
    else:
        _print(done, history)


def write_reports(done: Improvement) -> History:
    """Writes report.html and report.txt into the folder."""
    history = history_of(done)
    knowledge_file = done.folder / "champion.knowledge"
    knowledge = (
        load_knowledge(str(knowledge_file), FeatureWeights) if knowledge_file.exists() else None
    )
    own = newest_own_games(done.folder)
    longest = sorted(own, key=lambda one: len(one.moves))[-_GAMES_SHOWN:]
    games = as_records(done.plan.rules, longest, "champion") if longest else ()
    report = ImproveReport(done, history, knowledge, list(games))
    write_atomically(done.folder / "report.html", html_improve(report), overwrite=True)
    write_atomically(done.folder / "report.txt", text_improve(report), overwrite=True)
    return history


def _facts(done: Improvement, history: History) -> dict[str, object]:
    return {
        "champion": str(done.champion),
        "generations": [msgspec.to_builtins(one) for one in done.generations],
        "elo": {str(number): elo.value for number, elo in history.elo.items()},
        "scores": [[one.generation, one.opponent, one.points, one.games] for one in history.scores],
        "report": str(done.folder / "report.html"),
    }


def _print(done: Improvement, history: History) -> None:
    console = output_console()
    last = done.generations[-1]
    console.print(
        f"{last.number} generations; the champion is {last.champion}", markup=False, soft_wrap=True
    )
    for one in history.scores[-len(done.plan.opponents) :]:
        low, high = one.interval
        console.print(
            f"against {one.opponent}: {100 * one.points / one.games:.1f} % of {one.games} games "
            f"[{100 * low:.1f}, {100 * high:.1f}]",
            markup=False,
        )
    console.print(f"agent: {done.champion}", markup=False, soft_wrap=True)
    console.print(f"report: {done.folder / 'report.html'}", markup=False, soft_wrap=True)
