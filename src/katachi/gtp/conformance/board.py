"""Checks of the board: set-up, moves that are told, moves that are taken back."""

from __future__ import annotations

from katachi.errors import shown
from katachi.games.capabilities import GivesHandicap
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import Session, some_move
from katachi.gtp.conformance.verdicts import Skipped, Wrong

CHECKS = Checks()


@CHECKS.add("boardsize", "GTP 2, 6.3.7: `unacceptable size`")
def _board_size(session: Session) -> str:
    session.new_game()
    session.refused("boardsize x")
    session.refused("boardsize 1000", "unacceptable size")
    return ""


@CHECKS.add("komi", "GTP 2, 6.3.9: any value")
def _komi(session: Session) -> str:
    if "komi" not in session.dialect.speaks:
        raise Skipped(f"there is none in {session.dialect.name}")
    for value in ("7.5", "-3.5", "0", "100"):
        session.order(f"komi {value}")
    session.refused("komi abc", "syntax error")
    return ""


@CHECKS.add("play and illegal moves", "GTP 2, 6.3.10: `illegal move`")
def _play(session: Session) -> str:
    position = session.new_game()
    move = some_move(position)
    position = session.play(position, move)
    vertex = session.vertex(move)
    session.refused(f"play {session.color('white')} {vertex}", "illegal move")
    return ""


@CHECKS.add("a failed command changes nothing", "GTP 2, 2.7")
def _unchanged(session: Session) -> str:
    position = session.new_game()
    position = session.play(position, some_move(position))
    before = session.board()
    occupied = next(cell for cell in position.game.topology.cells if position.at(cell))
    color = session.color(position.to_move)
    for line in (
        f"play {color} {session.vertex(occupied)}",
        f"play {color} z99",
        f"play {color}",
        "play",
        "boardsize 1000",
        "boardsize",
        "genmove",
        "genmove purple",
    ):
        if line == "genmove" and "castro" in session.dialect.speaks:
            continue
        reply = session.ask(line)
        if reply.success:
            raise Wrong(f"{shown(line)} must fail, but the answer is {shown('= ' + reply.text)}")
        if session.board() != before:
            raise Wrong(f"the board has changed after {shown(line)}, which failed")
    session.play(position, some_move(position))
    return "" if before is not None else "without showboard only the answers were looked at"


@CHECKS.add("colours and vertices in any case", "GTP 2, 2.11")
def _case(session: Session) -> str:
    for color in ("{}", "{[0]}"):
        for upper in (str.upper, str.lower):
            position = session.new_game()
            vertex = session.vertex(some_move(position))
            session.order(
                f"play {upper(color.format(session.color(position.to_move)))} {upper(vertex)}"
            )
    return ""


@CHECKS.add("bad colours and vertices", "GTP 2, 2.11: syntax error")
def _bad_words(session: Session) -> str:
    position = session.new_game()
    vertex = session.vertex(some_move(position))
    for line in (f"play purple {vertex}", "play black", "play black z99", "play black 5", "play"):
        session.refused(line)
    return ""


@CHECKS.add("undo", "GTP 2, 6.3.12: `cannot undo`")
def _undo(session: Session) -> str:
    session.need("undo")
    position = session.new_game()
    before = session.board()
    session.play(position, some_move(position))
    session.order("undo")
    if session.board() != before:
        raise Wrong("the board after play and undo is not the one before")
    session.refused("undo", "cannot undo")
    return ""


@CHECKS.add("fixed handicap", "GTP 2, 4.1.1 and 6.3.14")
def _handicap(session: Session) -> str:
    game = session.game
    if not isinstance(game, GivesHandicap):
        raise Skipped(f"{game.name} has no handicap")
    session.need("fixed_handicap")
    most = game.most_handicap
    for count in range(2, most + 1):
        session.new_game()
        text = session.order(f"fixed_handicap {count}")
        wanted = set(game.handicap_points(count))
        if set(text.upper().split()) != wanted:
            raise Wrong(f"fixed_handicap {count} must give {' '.join(sorted(wanted))}, not {text}")
    session.refused("fixed_handicap 2", "board not empty" if most else "")
    session.new_game()
    session.refused("fixed_handicap 1", "invalid number of stones")
    return ""


@CHECKS.add("loadsgf refuses what is not there", "GTP 2, 6.3.19: `cannot load file`")
def _load(session: Session) -> str:
    session.need("loadsgf")
    session.refused("loadsgf no-such-file.sgf", "cannot load file")
    return ""
