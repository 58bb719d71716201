"""Checks of commands beyond the standard, where a program lists them."""

from __future__ import annotations

import time

from katachi.errors import shown
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import QUIET_SECONDS, Session, some_move
from katachi.gtp.conformance.verdicts import Wrong

CHECKS = Checks()


def _analysis(session: Session, name: str) -> str:
    session.need(name)
    session.new_game()
    program = session.program
    program.send(b"41 %s 10\n" % name.encode(), deadline=time.monotonic() + session.timeout)
    deadline = time.monotonic() + session.timeout
    while b"info" not in (seen := program.wait_for_output(QUIET_SECONDS)):
        if time.monotonic() > deadline or b"\n\n" in seen:
            raise Wrong(f"{name} writes no line with info, but {shown(seen[:60])}")
    if not seen.replace(b"\r", b"").startswith((b"=41\n", b"=41 \n")):
        raise Wrong(f"{name} must begin with =41 on a line of its own, not {shown(seen[:60])}")
    first, second = session.raw(b"42 name\n", 2)
    if not first.startswith("=41") or not second.startswith("=42"):
        raise Wrong(f"after {name} a command gets {shown(second)}")
    lines = first.split("\n")[1:]
    odd = [line for line in lines if not line.startswith("info move ")]
    if odd:
        raise Wrong(f"a line of {name} must begin with `info move`, not {shown(odd[0])}")
    missing = [key for key in ("visits", "winrate", "order", "pv") if f" {key} " not in lines[0]]
    if missing:
        raise Wrong(f"a line of {name} lacks {', '.join(missing)}")
    return f"{len(lines)} lines"


@CHECKS.add("lz-analyze", "Leela Zero, KataGo GTP_Extensions: any line stops it")
def _lz_analyze(session: Session) -> str:
    return _analysis(session, "lz-analyze")


@CHECKS.add("kata-analyze", "KataGo GTP_Extensions: any line stops it")
def _kata_analyze(session: Session) -> str:
    return _analysis(session, "kata-analyze")


@CHECKS.add("gogui-play_sequence is all or nothing", "GoGui, GTP extensions")
def _sequence(session: Session) -> str:
    session.need("gogui-play_sequence")
    position = session.new_game()
    before = session.board()
    move = session.vertex(some_move(position))
    black, white = session.color("black"), session.color("white")
    session.refused(f"gogui-play_sequence {black} {move} {white} {move}")
    if session.board() != before:
        raise Wrong("the board has changed after a sequence that failed")
    session.order(f"gogui-play_sequence {black} {move}")
    if before is not None and session.board() == before:
        raise Wrong("the board has not changed after a sequence")
    return ""


@CHECKS.add("gg-undo", "GNU Go, GoGui: several moves, all or none")
def _undo_several(session: Session) -> str:
    session.need("gg-undo")
    position = session.new_game()
    before = session.board()
    position = session.play(position, some_move(position))
    session.play(position, some_move(position))
    session.order("gg-undo 2")
    if session.board() != before:
        raise Wrong("the board after two moves and gg-undo 2 is not the one before")
    session.refused("gg-undo 1")
    return ""
