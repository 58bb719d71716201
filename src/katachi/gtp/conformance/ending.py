"""Checks of the end: a program goes when it is told to, and when nobody is left."""

from __future__ import annotations

from katachi.errors import shown
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import Session
from katachi.gtp.conformance.verdicts import Doubtful, Wrong

CHECKS = Checks()


@CHECKS.add("quit answers, then ends", "GTP 2, 6.3.6")
def _quit(session: Session) -> str:
    session.order("name")
    program = session.program
    (text,) = session.raw(b"7 quit\n", 1)
    if not text.startswith("=7"):
        raise Wrong(f"quit must be answered by =7, not {shown(text)}")
    code = program.wait_for_end(session.patience)
    session.close()
    if code is None:
        raise Wrong(f"the program still runs {session.patience:g} seconds after quit")
    if code != 0:
        raise Doubtful(f"the exit code is {code}")
    return ""


@CHECKS.add("the end of input ends the program", "GTP 2, 2.9")
def _end_of_input(session: Session) -> str:
    session.order("name")
    program = session.program
    program.end_input()
    code = program.wait_for_end(session.patience)
    session.close()
    if code is None:
        raise Wrong(f"the program still runs {session.patience:g} seconds after its input ended")
    return ""
