"""Checks of moves that the program finds itself, and of its clock."""

from __future__ import annotations

from katachi.errors import KatachiError, shown
from katachi.games.position import Position
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import Session
from katachi.gtp.conformance.verdicts import Doubtful, Wrong

CHECKS = Checks()


@CHECKS.add("genmove", "GTP 2, 6.3.11: the move is legal and played")
def _generate(session: Session) -> str:
    position: Position | None = session.new_game()
    for _ in range(4):
        if position is None or position.is_over:
            break
        before = position
        position = session.generate(before)
        if position is None:
            raise Doubtful("the program resigns in the opening")
        changed = [
            cell
            for cell, old, new in zip(
                before.game.moves, before.stones, position.stones, strict=False
            )
            if old == 2 and new != 2
        ]
        if changed:
            reply = session.ask(
                f"play {session.color(position.to_move)} {session.vertex(changed[0])}"
            )
            if reply.success:
                raise Wrong(f"genmove answered {session.vertex(changed[0])} but did not play it")
    return ""


@CHECKS.add("reg_genmove does not play", "GTP 2, 6.3.20")
def _regression(session: Session) -> str:
    session.need("reg_genmove")
    position = session.new_game()
    before = session.board()
    text = session.order(f"reg_genmove {session.color(position.to_move)}")
    if session.board() != before:
        raise Wrong("the board has changed")
    try:
        legal = text.lower() == "resign" or position.is_legal(
            session.dialect.move(session.game, text)
        )
    except KatachiError as error:
        raise Wrong(f"reg_genmove answers {shown(text)}: {error}") from None
    if not legal:
        raise Wrong(f"reg_genmove answers {shown(text)}, which is illegal")
    return ""


@CHECKS.add("time commands", "GTP 2, 6.3.16 and 6.3.17")
def _time(session: Session) -> str:
    session.need("time_settings")
    session.need("time_left")
    session.order("time_settings 0 1 0")
    session.order("time_settings 300 30 25")
    session.order("time_left black 299 0")
    session.order("time_left white 25 10")
    session.refused("time_settings a b c")
    session.order("time_settings 0 1 0")
    return ""
