"""`katachi rivals`: opponents of a player's own strength, made from his games."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.commands.record_files import BoardOption, read_games
from katachi.files.atomic_file import check_vacant
from katachi.games import Game
from katachi.matches import (
    text_of_game,
)
from katachi.optimising.rivals import (
    MakingPlan,
    MggSettings,
    RivalSet,
    Weakness,
    calibrate_by_games,
    choose_player,
    counting_of,
    make_rival_set,
    make_rivals,
    measure_weakness,
    next_rival,
    read_results,
    read_rivals,
    results_path,
    save_rivals,
    seats_of,
)
from katachi.records import GameRecord
from katachi.search.judge import JudgeSettings
from katachi.terminal.console import output_console, progress
from katachi.terminal.rivals import even_sentence, rival_table, weakness_sentence

EXAMPLES = """
katachi rivals weakness --from mine.sgf --player Ada
katachi rivals make --from mine.sgf --player Ada --to ada.rivals
katachi rivals show ada.rivals            # then: katachi play othello --rival ada.rivals
"""
MAKE_EXAMPLES = """
katachi rivals make --from mine.sgf --player Ada --to ada.rivals
katachi rivals make --from games.katachi --player uct@200 --to uct.rivals --calibrate uct@200
katachi rivals make --from hex.sgf --player Ada --to hex.rivals --simulations 100 --final-pairs 5
"""
SHOW_EXAMPLES = """
katachi rivals show ada.rivals          # who they are, and how the player did against them
"""
WEAKNESS_EXAMPLES = """
katachi rivals weakness --from mine.sgf --player Ada
katachi rivals weakness --from WTH_2004.wtb --player 'Tamenori Hideshi' --games 0
katachi rivals weakness --from littlegolem.sgf --game hex13 --player Ada
"""

FromOption = Annotated[
    list[Path], typer.Option("--from", help="Files of games, or shipped records; repeatable.")
]
PlayerOption = Annotated[
    str, typer.Option(help="Whose games; not needed if one player is in all of them.")
]
OpeningOption = Annotated[
    int | None,
    typer.Option(
        "--opening-plies",
        min=0,
        help="Plies at the start of every game that do not count: imposed, or known by heart. Othello 8, "
        "others 0.",
    ),
]
MostGamesOption = Annotated[
    int, typer.Option("--games", min=0, help="How many of the games to judge; 0: all.")
]
SimulationsOption = Annotated[
    int, typer.Option(min=1, help="Other games than Othello: simulations of the judge, each move.")
]
# Games that are judged unless others are asked for: ± 8 % of the weakness, half a minute.
MOST_GAMES = 100


def run() -> None:
    """Opponents of your own strength, made from your games."""


def weakness(  # noqa: PLR0913 - one parameter per option
    *,
    files: FromOption,
    player: PlayerOption = "",
    board: BoardOption = "",
    opening_plies: OpeningOption = None,
    games: MostGamesOption = MOST_GAMES,
    simulations: SimulationsOption = 200,
    seed: Annotated[int, typer.Option(help="Chooses the games.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Measures how much a player gives away, a move, by the judge's values: less is stronger.

    Othello: hundredths of a disc, by alpha-beta of six plies, in the 14 own moves after the
    opening; forced moves and decided positions do not count. Other games: shares of points, in the
    first 20 own moves.
    """
    records = list(read_games(files, board))
    plan = _Measurement(games, opening_plies, simulations, seed)
    found = _measured(records, choose_player(records, player), plan)
    if as_json:
        print_json(
            {
                "player": found.player,
                "weakness": found.mean,
                "error": found.error if math.isfinite(found.error) else None,
                "games": len(found.games),
                "games_available": found.available,
                "moves": found.moves,
            }
        )
        return
    output_console().print(weakness_sentence(found), markup=False, soft_wrap=True)


def make(  # noqa: PLR0913 - one parameter per option
    *,
    files: FromOption,
    to: Annotated[Path, typer.Option(help="The file for the rivals.")],
    player: PlayerOption = "",
    board: BoardOption = "",
    keep: Annotated[int, typer.Option(min=1, help="How many rivals to keep.")] = 5,
    depth: Annotated[
        int, typer.Option(min=0, max=8, help="Othello: plies a rival searches; 0: what fits best.")
    ] = 0,
    population: Annotated[int, typer.Option(min=2, help="Individuals of the evolution.")] = 12,
    children: Annotated[int, typer.Option(min=1, help="Children of a cycle.")] = 4,
    cycles: Annotated[int, typer.Option(min=0, help="Cycles of the evolution.")] = 24,
    beta: Annotated[float, typer.Option(min=0.0, help="How much variety counts.")] = 0.05,
    more_cycles: Annotated[
        int,
        typer.Option(
            min=0, help="Most extra cycles, if too few rivals are as strong as the player."
        ),
    ] = 48,
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games that judge one rival.")] = 20,
    check_pairs: Annotated[
        int,
        typer.Option(min=1, help="Pairs that decide whether a rival is as strong as the player."),
    ] = 200,
    final_pairs: Annotated[
        int | None,
        typer.Option(min=0, help="Pairs that measure a rival; 100 in Othello, 10 in other games."),
    ] = None,
    opening_plies: OpeningOption = None,
    games: MostGamesOption = MOST_GAMES,
    simulations: SimulationsOption = 200,
    calibration: Annotated[
        str,
        typer.Option(
            "--calibrate",
            help="The player, if it is an agent: NAME@BUDGET; corrects the weakness by games, and "
            "rivals are checked and measured against it.",
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Same seed, same rivals.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads for games of Othello.")] = 1,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Makes a small set of varied opponents about as strong as a player, from his games.

    His weakness is measured, an agent imitates it, and opponents evolve until they win about half
    of their games against that agent, each in its own way (other games than Othello: imitations of
    half to twice the weakness). Those that stay even in many new games are handed out, with figures
    from yet other games. Stop it whenever you like: the same command goes on where it was.
    """
    check_vacant(to, overwrite=overwrite)
    records = list(read_games(files, board))
    name = choose_player(records, player)
    found = _measured(records, name, _Measurement(games, opening_plies, simulations, seed))
    game = seats_of(records, name)[0][0].game
    assert isinstance(game, Game)
    judge = JudgeSettings(simulations=simulations)
    mu = round(found.mean, 4)
    if calibration:
        mu = _calibrated(mu, judge, calibration, game, seed)
    plan = MakingPlan(
        game=text_of_game(game),
        weakness=mu,
        judge=judge,
        mgg=MggSettings(
            population=population, children=children, cycles=cycles, beta=beta, seed=seed
        ),
        depth=depth,
        pairs=pairs,
        check_pairs=check_pairs,
        final_pairs=game.judging.measured_pairs if final_pairs is None else final_pairs,
        opening_plies=game.judging.random_plies,
        keep=keep,
        more_cycles=more_cycles,
        target=calibration,
    )
    state = to.with_name(f"{to.name}.part")
    with progress("making rivals", 1.0) as report:
        rivals, making = make_rivals(
            plan,
            state,
            threads=threads,
            progress=lambda now: report(now.done / now.total, now.text),
        )
    made = make_rival_set(found, rivals, making, files)
    save_rivals(made, to, overwrite=overwrite)
    state.unlink(missing_ok=True)
    if as_json:
        print_json(_document(made))
        return
    sentences = [weakness_sentence(found)]
    if calibration:
        sentences.append(f"Corrected by games: {mu:.4g}.")
    after = [f"Written to {to}; katachi play '{plan.game}' --rival {to}"]
    if game.judging.rivals_evolve:
        after.insert(0, even_sentence(rivals, keep))
    _print_made(made, sentences, after)


def show(
    file: Annotated[Path, typer.Argument(help="A set of rivals.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Shows a set of rivals, the results against them, and who comes next."""
    rivals = read_rivals(file)
    results = read_results(results_path(file))
    following = next_rival(rivals, results.games)
    if as_json:
        games = [{"rival": game.rival, "points": game.points} for game in results.games]
        print_json(_document(rivals) | {"next": following, "results": games})
        return
    console = output_console()
    console.print(
        f"{rivals.game}: rivals of {rivals.player or 'a player'}, weakness {rivals.weakness:.4g}",
        markup=False,
        soft_wrap=True,
    )
    console.print(rival_table(console, rivals, following))
    points = sum(game.points for game in results.games)
    if results.games:
        console.print(f"The player has {points:g} of {len(results.games)} points.", markup=False)


PARTS: dict[str, tuple[Callable[..., None], str]] = {
    "make": (make, MAKE_EXAMPLES),
    "show": (show, SHOW_EXAMPLES),
    "weakness": (weakness, WEAKNESS_EXAMPLES),
}


def _calibrated(mu: float, judge: JudgeSettings, player: str, game: Game, seed: int) -> float:
    with progress("calibrating", 1.0) as report:
        return calibrate_by_games(
            mu,
            judge,
            player,
            text_of_game(game),
            seed=seed,
            progress=lambda now: report(now.done / now.total, now.text),
        )


def _print_made(made: RivalSet, before: list[str], after: list[str]) -> None:
    console = output_console()
    for sentence in before:
        console.print(sentence, markup=False, soft_wrap=True)
    console.print(rival_table(console, made))
    for sentence in after:
        console.print(sentence, markup=False)


class _Measurement(NamedTuple):
    """The options about it."""

    games: int
    opening_plies: int | None
    simulations: int
    seed: int


def _measured(records: list[GameRecord], player: str, plan: _Measurement) -> Weakness:
    seats = seats_of(records, player)
    counting = counting_of(seats[0][0].game)
    if plan.opening_plies is not None:
        counting = replace(counting, opening_plies=plan.opening_plies)
    total = min(len(seats), plan.games or len(seats))
    with progress(f"judging {player}", total) as report:
        return measure_weakness(
            records,
            player,
            JudgeSettings(simulations=plan.simulations),
            counting=counting,
            most_games=plan.games,
            seed=plan.seed,
            progress=lambda done: report(done, None),
        )


def _document(rivals: RivalSet) -> dict[str, object]:
    return {
        "game": rivals.game,
        "player": rivals.player,
        "weakness": rivals.weakness,
        "rivals": [
            {
                "name": rival.name,
                "share": rival.share if rival.games else None,
                "interval": list(rival.interval) if rival.games else None,
                "games": rival.games,
            }
            for rival in rivals.rivals
        ],
    }
