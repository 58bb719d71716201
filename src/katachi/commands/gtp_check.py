"""`katachi gtp-check`: what is wrong with a GTP engine, clause by clause."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape

from katachi.commands.game_choice import GAME_HELP, SizeOption, built_in_game
from katachi.commands.output import JsonOption, print_json
from katachi.commands.running import EngineMegabytesOption, EngineProcessesOption
from katachi.errors import KatachiError
from katachi.gtp.conformance import Finding, Session, run_checks, summary
from katachi.gtp.program import Limits
from katachi.terminal.console import output_console

EXAMPLES = """
katachi gtp-check 'gnugo --mode gtp --level 1'
katachi gtp-check 'gtp-rhino -l 1 -b 0' --game othello
katachi gtp-check 'katachi gtp hex5' --game hex5
katachi gtp-check ./my-engine --only genmove --json
"""

SOMETHING_WRONG = 1
_STYLES = {"ok": "green", "warning": "yellow", "wrong": "bold red", "skipped": "dim"}


def run(  # noqa: PLR0913 - one parameter per option
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help="The engine with its arguments, in quotes.")
    ],
    *,
    game_text: Annotated[str, typer.Option("--game", help=GAME_HELP)] = "go9",
    dialect: Annotated[str, typer.Option(help="Of GTP; see katachi gtp --help.")] = "",
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for one answer.")] = 30.0,
    only: Annotated[str, typer.Option(help="Only checks whose name contains this.")] = "",
    size: SizeOption = None,
    engine_megabytes: EngineMegabytesOption = 0,
    engine_processes: EngineProcessesOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Talks to a GTP engine and reports every rule of the protocol that it breaks.

    The engine plays a whole game against itself, judged by katachi's rules. Exit code 1 means that
    something is wrong; warnings are allowed by the standard but surprise controllers.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise KatachiError(f"the command cannot be read: {error}") from None
    if not words:
        raise KatachiError("which engine? The command is empty")
    game = built_in_game(game_text, size=size)
    limits = Limits(engine_megabytes, engine_processes)
    session = Session(words, game, dialect=dialect, timeout=timeout, limits=limits)
    findings: list[Finding] = []
    console = output_console()
    try:
        for finding in run_checks(session, only=only):
            findings.append(finding)
            if not as_json:
                console.print(_line(finding), soft_wrap=True)
    finally:
        session.close()
    counts = summary(findings)
    if as_json:
        print_json({"command": words, "counts": counts, "checks": [asdict(f) for f in findings]})
    else:
        console.print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    if counts["wrong"]:
        raise typer.Exit(SOMETHING_WRONG)


def _line(finding: Finding) -> str:
    style = _STYLES[finding.verdict]
    clause = f" [dim]({escape(finding.clause)})[/dim]" if finding.verdict != "ok" else ""
    detail = f": {escape(finding.detail)}" if finding.detail else ""
    return f"[{style}]{finding.verdict:<8}[/{style}] {escape(finding.name)}{clause}{detail}"
