"""Does a program speak GTP? Checks, clause by clause, for the author of an engine.

Every check talks to a running program and either passes, warns, or says what is wrong in a sentence
that names what was sent and what came back. The rules of the game are katachi's; the program's own
moves are judged by them.
"""

from __future__ import annotations

from collections.abc import Iterator

from katachi.errors import AgentFailure
from katachi.gtp.conformance import (
    administration,
    board,
    ending,
    endurance,
    extensions,
    framing,
    thinking,
)
from katachi.gtp.conformance.check import Check, Finding, Verdict, summary
from katachi.gtp.conformance.session import Session
from katachi.gtp.conformance.verdicts import Doubtful, Skipped, Wrong

__all__ = ["CHECKS", "Check", "Finding", "Session", "Verdict", "run_checks", "summary"]

CHECKS = (
    *framing.CHECKS,
    *administration.CHECKS,
    *board.CHECKS,
    *thinking.CHECKS,
    *extensions.CHECKS,
    *endurance.CHECKS,
    *ending.CHECKS,
)


def run_checks(session: Session, *, only: str = "") -> Iterator[Finding]:
    """All checks in order, or those whose name contains a text."""
    for item in CHECKS:
        if only and only not in item.name:
            continue
        yield _finding(item, session)
    session.close()


def _finding(item: Check, session: Session) -> Finding:
    verdict: Verdict = "ok"
    try:
        detail = item.function(session)
    except Wrong as error:
        verdict, detail = "wrong", str(error)
    except Doubtful as error:
        verdict, detail = "warning", str(error)
    except Skipped as error:
        verdict, detail = "skipped", str(error)
    except AgentFailure as error:
        verdict, detail = "wrong", f"{error.reason}: {error}"
    return Finding(item.name, item.clause, verdict, detail)
