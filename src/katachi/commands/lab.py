"""`katachi lab`: what a laboratory holds, and how to get it out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, cast, get_args

import typer

from katachi.commands.output import JsonOption, print_json
from katachi.errors import KatachiError
from katachi.files.atomic_file import write_atomically
from katachi.games.outcome import COLORS
from katachi.matches import Laboratory, StoredMatch, score_of
from katachi.matches.blunders import losing_move
from katachi.matches.curves import curves_of, mean_curve
from katachi.matches.export import ExportFormat, export, export_moves
from katachi.matches.figures import UNDEFINED
from katachi.matches.repair import examine, repair
from katachi.search import Budget
from katachi.showing.plot import curve_plot
from katachi.terminal.console import make_table, output_console

EXAMPLES = """
katachi lab lab.sqlite                           # the matches
katachi lab lab.sqlite voids --match 3           # games that could not be finished, and why
katachi lab lab.sqlite export --to games.sgf     # or games.csv, games.parquet
katachi lab lab.sqlite moves --to moves.csv      # value, visits, depth, time of every move
katachi lab lab.sqlite blunders --match 3        # the move that lost each game
katachi lab lab.sqlite plot --match 1 --to scores.svg
katachi lab lab.sqlite check --repair            # save what is left of a damaged file
"""

Action = Literal["matches", "voids", "blunders", "export", "moves", "plot", "check"]


def run(  # noqa: PLR0913 - one parameter per option
    file: Annotated[Path, typer.Argument(help="A laboratory.")],
    action: Annotated[Action, typer.Argument(help="What to do with it.")] = "matches",
    *,
    match: Annotated[list[int] | None, typer.Option(help="Only these matches.")] = None,
    to: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace that file.")] = False,
    mend: Annotated[
        bool,
        typer.Option("--repair", help="With check: keep all sound games, and the old file beside."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Lists the matches of a laboratory, shows void games, exports games or moves, or plots scores.

    `blunders` names the move that lost each game: where the value that the loser's search gave it
    fell and never came back. `plot` draws the score of every game over its moves, in games without
    points the value that the search of the first agent gave it. `check` looks at every row of the
    file; with `--repair` a damaged one is replaced by one with all games that make sense, and the
    same commands as before play the others again.
    """
    if not file.is_file():
        raise KatachiError(f"there is no laboratory '{file}'")
    if mend and action != "check":
        raise KatachiError("--repair goes with check")
    if action == "check":
        _check(file, mend=mend, as_json=as_json)
        return
    numbers = set(match) if match else None
    with Laboratory(file, read_only=True) as laboratory:
        known = {stored.id: stored for stored in laboratory.matches()}
        for number in sorted(numbers or ()):
            if number not in known:
                raise KatachiError(f"the laboratory has no match {number}")
        chosen = [stored for stored in known.values() if not numbers or stored.id in numbers]
        if action == "matches":
            _matches(laboratory, chosen, as_json=as_json)
        elif action == "voids":
            _voids(laboratory, chosen, as_json=as_json)
        elif action == "blunders":
            _blunders(laboratory, chosen, as_json=as_json)
        elif to is None:
            raise KatachiError(f"{action} needs --to FILE")
        elif action == "plot":
            _plot(laboratory, chosen, to, overwrite=overwrite)
        else:
            typer.echo(_written(laboratory, action, to, numbers, overwrite=overwrite))


def _written(
    laboratory: Laboratory, action: Action, to: Path, numbers: set[int] | None, *, overwrite: bool
) -> str:
    """Writes games or moves, and says how many."""
    if action == "moves":
        count = export_moves(laboratory, to, numbers=numbers, overwrite=overwrite)
        return f"{count} moves written to {to}"
    kind = to.suffix.removeprefix(".")
    if kind not in get_args(ExportFormat):
        raise KatachiError(f"'{to}': games go to .sgf, .csv or .parquet files")
    checked = cast(ExportFormat, kind)
    count = export(laboratory, to, checked, numbers=numbers, overwrite=overwrite)
    return f"{count} games written to {to}"


def _check(file: Path, *, mend: bool, as_json: bool) -> None:
    found = examine(file)
    old: Path | None = None
    if mend and found.damage:
        found, old = repair(file)
    if as_json:
        facts = {"games": found.games, "voids": len(found.tables["voids"]), "damage": found.damage}
        print_json({**facts, "old": None if old is None else str(old)})
    elif not found.damage:
        typer.echo(f"{found.games} games, all sound")
    else:
        for sentence in found.damage:
            typer.echo(sentence, err=True)
        if old is not None:
            typer.echo(f"{found.games} games saved; the damaged file is {old}")
    if found.damage and not mend:
        raise KatachiError(
            f"'{file}' is damaged; {found.games} games are sound: --repair saves them"
        )


def _matches(laboratory: Laboratory, chosen: list[StoredMatch], *, as_json: bool) -> None:
    rows: list[dict[str, object]] = []
    for stored in chosen:
        results, voids = laboratory.results(stored.id), laboratory.voids(stored.id)
        score = score_of(results, voids=len(voids)) if results else None
        rows.append(
            {
                "match": stored.id,
                "first": stored.first_name,
                "second": stored.second_name,
                "game": stored.game,
                "budgets": " and ".join(_budget(stored, side) for side in ("first", "second")),
                "games": stored.games,
                "void": len(voids),
                "score": "none" if score is None else str(score),
            }
        )
    if as_json:
        print_json(rows)
        return
    console = output_console()
    table = make_table(console)
    for name in ("match", "first", "second", "game", "budgets", "games", "void", "score"):
        table.add_column(name)
    for row in rows:
        table.add_row(*map(str, row.values()))
    console.print(table)


def _budget(stored: StoredMatch, side: str) -> str:
    described = stored.description.get(side)
    if not isinstance(described, dict):
        return UNDEFINED  # lost by damage
    if "clock" in described:
        return f"clock {described['clock']}"
    if described["simulations"]:
        return str(described["simulations"])
    limits = ("seconds", "processor_time", "nodes", "depth")
    return str(Budget(**{name: described[name] for name in limits if name in described}))


def _voids(laboratory: Laboratory, chosen: list[StoredMatch], *, as_json: bool) -> None:
    found = [(stored, void) for stored in chosen for void in laboratory.voids(stored.id)]
    if as_json:
        print_json(
            [
                {
                    "match": stored.id,
                    "pair": void.slot.pair,
                    "first_is_black": void.slot.first_is_black,
                    "attempt": void.attempt,
                    "reason": void.reason,
                    "culprit": void.culprit,
                    "message": void.message,
                    "transcript": void.transcript,
                    "moves": list(void.moves),
                }
                for stored, void in found
            ]
        )
        return
    for stored, void in found:
        typer.echo(
            f"match {stored.id}, pair {void.slot.pair}, attempt {void.attempt}: "
            f"{void.reason} of {void.culprit}: {void.message}"
        )
        typer.echo(f"  moves: {' '.join(void.moves)}")
        for line in void.transcript.splitlines():
            typer.echo(f"  {line}")
    if not found:
        typer.echo("no void games")


def _blunders(laboratory: Laboratory, chosen: list[StoredMatch], *, as_json: bool) -> None:
    rows: list[dict[str, object]] = []
    for stored in chosen:
        for result in laboratory.results(stored.id):
            blunder = losing_move(result)
            if blunder is not None:
                names = {
                    color: stored.first_name
                    if (color == "black") == result.slot.first_is_black
                    else stored.second_name
                    for color in COLORS
                }
                rows.append(
                    {
                        "match": stored.id,
                        "pair": result.slot.pair,
                        "loser": names[blunder.loser],
                        "color": blunder.loser,
                        "ply": blunder.ply,
                        "move": blunder.move,
                        "before": blunder.before,
                        "after": blunder.after,
                        "drop": blunder.drop,
                        "judge": names[blunder.judge],
                    }
                )
    if as_json:
        print_json(rows)
        return
    if not rows:
        raise KatachiError("no lost game has values of a search; games of older versions have none")
    console = output_console()
    table = make_table(console)
    for name in rows[0]:
        table.add_column(name)
    for row in rows:
        table.add_row(*(f"{v:.3f}" if isinstance(v, float) else str(v) for v in row.values()))
    console.print(table)


def _plot(laboratory: Laboratory, chosen: list[StoredMatch], to: Path, *, overwrite: bool) -> None:
    if len(chosen) != 1:
        raise KatachiError("plot needs one match: --match NUMBER")
    (stored,) = chosen
    kind, curves = curves_of(stored.game, laboratory.results(stored.id))
    if not curves:
        raise KatachiError(
            f"match {stored.id} has nothing to plot: {stored.game} counts no points, and no values of "
            "a search are kept"
        )
    title = f"{stored.first_name} against {stored.second_name}, {stored.game}"
    up = f"{kind} for {stored.first_name}"
    svg = curve_plot(curves, mean_curve(curves), title=title, up=up)
    write_atomically(to, svg + "\n", overwrite=overwrite)
    typer.echo(f"{len(curves)} games drawn in {to}")
