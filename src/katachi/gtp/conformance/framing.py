"""Checks of the wire: what an answer looks like, and which lines get none."""

from __future__ import annotations

import time

from katachi.errors import shown
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import QUIET_SECONDS, Session
from katachi.gtp.conformance.verdicts import Wrong

CHECKS = Checks()


@CHECKS.add("silence before the first command", "GTP 2, 2.6: output only answers")
def _silent(session: Session) -> str:
    text = session.program.wait_for_output(QUIET_SECONDS)[:60].decode("latin-1")
    if not text:
        # A program that starts slowly may have been silent only so far.
        first, *others = session.raw(b"name\n", 1)[0].split("\n")
        if not first.startswith(("=", "?")) and any(line[:1] in {"=", "?"} for line in others):
            text = first[:60]
    if text:
        session.close()
        raise Wrong(f"the program writes before it is asked: {shown(text)}")
    return ""


@CHECKS.add("protocol version", "GTP 2, 6.3.1")
def _protocol_version(session: Session) -> str:
    text = session.order("protocol_version")
    if text != "2":
        raise Wrong(f"protocol_version must be 2, not {shown(text)}")
    return ""


@CHECKS.add("form of a response", "GTP 2, 2.6: =[id] text, LF LF")
def _form(session: Session) -> str:
    deadline = time.monotonic() + session.timeout
    session.program.send(b"name\n", deadline=deadline)
    text = session.program.read_answer(deadline=deadline)
    if not text.startswith("="):
        raise Wrong(f"a response must begin with =, not {shown(text)}")
    if len(text) > 1 and text[1] != " ":
        raise Wrong(f"a space must follow =, not {shown(text)}")
    more = session.program.wait_for_output(QUIET_SECONDS)
    if more:
        session.close()
        raise Wrong(f"after the empty line that ends a response comes {shown(more[:60])}")
    return ""


@CHECKS.add("id is echoed", "GTP 2, 2.5 and 2.6")
def _id(session: Session) -> str:
    for number in ("0", "17", "2147483647"):
        for line, sign in ((f"{number} name", "="), (f"{number} no_such_command", "?")):
            (text,) = session.raw(f"{line}\n".encode(), 1)
            if not text.startswith(f"{sign}{number}") or text[len(number) + 1 :][:1].isdigit():
                raise Wrong(f"{shown(line)} must be answered by {sign}{number}, not {shown(text)}")
    (text,) = session.raw(b"name\n", 1)
    if text[1:2].isdigit():
        raise Wrong(f"a command without id must get none, but the answer is {shown(text)}")
    return ""


@CHECKS.add("empty lines and comments get no response", "GTP 2, 3.1: preprocessing")
def _blank(session: Session) -> str:
    (text,) = session.raw(b"\n   \n# a comment\n\t\n31 protocol_version\n", 1)
    if not text.startswith("=31"):
        raise Wrong(f"an empty line or a comment is answered: {shown(text)}")
    return ""


@CHECKS.add("comments, tabs, CR and control characters", "GTP 2, 3.1: preprocessing")
def _characters(session: Session) -> str:
    lines = {
        b"32 protocol_version # two\n": "a comment after a command",
        b"32\tprotocol_version\n": "a tab",
        b"32 protocol_version\r\n": "a CR",
        b"32 protocol_\x01version\n": "a control character",
        b"   32   protocol_version  \n": "spaces",
    }
    for line, what in lines.items():
        (text,) = session.raw(line, 1)
        if text.split() != ["=32", "2"]:
            raise Wrong(f"{what} is not handled: {shown(line)} gives {shown(text)}")
    return ""


@CHECKS.add("unknown commands", "GTP 2, 2.7: `? unknown command`")
def _unknown(session: Session) -> str:
    session.refused("no_such_command with arguments", "unknown command")
    return ""


@CHECKS.add("commands in advance are answered in order", "GTP 2, 2.8")
def _pipelined(session: Session) -> str:
    count = 20
    lines = b"".join(b"%d name\n" % (100 + number) for number in range(count))
    for number, text in enumerate(session.raw(lines, count)):
        if not text.startswith(f"={100 + number}"):
            raise Wrong(f"answer {number + 1} of {count} is {shown(text)}")
    return ""
