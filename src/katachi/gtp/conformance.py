"""Does a program speak GTP? Checks, clause by clause, for the author of an engine.

Every check talks to a running program and either passes, warns, or says what is wrong in a sentence
that names what was sent and what came back. The rules of the game are katachi's; the program's own
moves are judged by them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from katachi.errors import AgentFailure, KatachiError, shown
from katachi.games.game import Game
from katachi.games.go import handicap_points, most_handicap
from katachi.games.outcome import Color
from katachi.games.position import Position
from katachi.gtp.dialects import Dialect, dialect_of
from katachi.gtp.program import GtpProgram, Reply

Verdict = Literal["ok", "warning", "wrong", "skipped"]

REQUIRED = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
)
TOURNAMENT = ("fixed_handicap", "place_free_handicap", "set_free_handicap")
REGRESSION = ("loadsgf", "reg_genmove")
QUIET_SECONDS = 0.3  # how long to wait for output that must not come
LONGEST_FAREWELL = 5.0
LONGEST_GAME = 1_000


class Wrong(Exception):
    """The check fails; the text says why."""


class Doubtful(Exception):
    """Allowed, but likely to surprise a controller."""


class Skipped(Exception):
    """The check does not apply."""


@dataclass(frozen=True)
class Finding:
    """The result of one check; `clause` says where the rule is written."""

    name: str
    clause: str
    verdict: Verdict
    detail: str


@dataclass(frozen=True)
class Check:
    """A rule and the function that looks whether it is kept."""

    name: str
    clause: str
    function: Callable[[Session], str]


CHECKS: list[Check] = []


def check(name: str, clause: str) -> Callable[[Callable[[Session], str]], None]:
    """Registers a check; its function returns a remark or raises a verdict."""

    def register(function: Callable[[Session], str]) -> None:
        CHECKS.append(Check(name, clause, function))

    return register


class Session:
    """A program under test, started again whenever it has ended."""

    def __init__(
        self, command: Sequence[str], game: Game, *, dialect: str = "", timeout: float = 30.0
    ) -> None:
        """Starts nothing yet; `timeout` is for one answer."""
        self.command = tuple(command)
        self.game = game
        self.dialect: Dialect = dialect_of(game, dialect)
        self.timeout = timeout
        self.patience = min(timeout, LONGEST_FAREWELL)  # seconds to end after quit
        self._program: GtpProgram | None = None
        self.listed: frozenset[str] = frozenset()

    @property
    def program(self) -> GtpProgram:
        """The running program."""
        if self._program is None or not self._program.is_alive:
            self.close()
            self._program = GtpProgram(self.command)
        return self._program

    def close(self) -> None:
        """Ends the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def ask(self, line: str) -> Reply:
        """Any answer."""
        return self.program.ask(line, timeout=self.timeout)

    def order(self, line: str) -> str:
        """The text of a success; raises `Wrong` for a failure."""
        reply = self.ask(line)
        if not reply.success:
            raise Wrong(f"{shown(line)} failed: {shown(reply.text)}")
        return reply.text

    def refused(self, line: str, words: str = "") -> None:
        """The command must fail; a standard text that is missing is doubtful."""
        reply = self.ask(line)
        if reply.success:
            raise Wrong(f"{shown(line)} must fail, but the answer is {shown('= ' + reply.text)}")
        if words and words not in reply.text.lower():
            raise Doubtful(
                f"{shown(line)} fails with {shown(reply.text)}; the standard text is {shown(words)}"
            )

    def raw(self, data: bytes, answers: int) -> list[str]:
        """Sends bytes as they are and reads so many answers."""
        deadline = time.monotonic() + self.timeout
        program = self.program  # which may end while it answers
        program.send(data, deadline=deadline)
        return [program.read_answer(deadline=deadline) for _ in range(answers)]

    def knows(self, name: str) -> bool:
        """Whether the program lists a command."""
        if not self.listed:
            self.listed = frozenset(self.order("list_commands").split())
        return name in self.listed

    def need(self, name: str) -> None:
        """Raises `Skipped` if the program does not list a command."""
        if not self.knows(name):
            raise Skipped(f"the program does not list {name}")

    def new_game(self) -> Position:
        """A fresh board."""
        size = self.dialect.board_size(self.game)
        self.order(
            f"boardsize {size} {size}" if self.dialect.name == "htp" else f"boardsize {size}"
        )
        self.order("clear_board")
        return self.game.start()

    def vertex(self, move: str) -> str:
        """A move in the dialect."""
        return self.dialect.vertex(self.game, move)

    def color(self, color: Color) -> str:
        """A colour in the dialect."""
        return self.dialect.color(color)

    def play(self, position: Position, move: str) -> Position:
        """Tells a legal move."""
        self.order(f"play {self.color(position.to_move)} {self.vertex(move)}")
        return position.play(move)

    def generate(self, position: Position) -> Position | None:
        """The position after the program's move; None if it resigns. Raises `Wrong`."""
        text = self.order(f"genmove {self.color(position.to_move)}").strip()
        if text.lower() == "resign":
            return None
        try:
            return position.play(self.dialect.move(self.game, text))
        except KatachiError as error:
            raise Wrong(f"genmove answers {shown(text)}: {error}") from None

    def board(self) -> str | None:
        """What the program shows; None if it cannot."""
        return self.order("showboard") if self.knows("showboard") else None


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


# Framing


@check("silence before the first command", "GTP 2, 2.6: output only answers")
def _silent(session: Session) -> str:
    found = session.program.wait_for_output(QUIET_SECONDS)
    if found:
        text = found[:60].decode("latin-1")
        session.close()
        raise Wrong(f"the program writes before it is asked: {shown(text)}")
    return ""


@check("protocol version", "GTP 2, 6.3.1")
def _protocol_version(session: Session) -> str:
    text = session.order("protocol_version")
    if text != "2":
        raise Wrong(f"protocol_version must be 2, not {shown(text)}")
    return ""


@check("form of a response", "GTP 2, 2.6: =[id] text, LF LF")
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


@check("id is echoed", "GTP 2, 2.5 and 2.6")
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


@check("empty lines and comments get no response", "GTP 2, 3.1: preprocessing")
def _blank(session: Session) -> str:
    (text,) = session.raw(b"\n   \n# a comment\n\t\n31 protocol_version\n", 1)
    if not text.startswith("=31"):
        raise Wrong(f"an empty line or a comment is answered: {shown(text)}")
    return ""


@check("comments, tabs, CR and control characters", "GTP 2, 3.1: preprocessing")
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


@check("unknown commands", "GTP 2, 2.7: `? unknown command`")
def _unknown(session: Session) -> str:
    session.refused("no_such_command with arguments", "unknown command")
    return ""


@check("commands in advance are answered in order", "GTP 2, 2.8")
def _pipelined(session: Session) -> str:
    count = 20
    lines = b"".join(b"%d name\n" % (100 + number) for number in range(count))
    for number, text in enumerate(session.raw(lines, count)):
        if not text.startswith(f"={100 + number}"):
            raise Wrong(f"answer {number + 1} of {count} is {shown(text)}")
    return ""


# Administration


@check("required commands are there", "GTP 2, 6: required")
def _required(session: Session) -> str:
    names = session.order("list_commands").split("\n")
    session.listed = frozenset(name.strip() for name in names)
    needed = [name for name in REQUIRED if name != "komi" or session.dialect.komi]
    missing = [name for name in needed if name not in session.listed]
    if missing:
        raise Wrong(f"list_commands lacks {', '.join(missing)}")
    if any(" " in name.strip() for name in names):
        raise Wrong("list_commands must give one name a line")
    if len(session.listed) < len(names):
        raise Doubtful("list_commands gives a name twice")
    return f"{len(names)} commands"


@check("tournament and regression subsets", "GTP 2, 6: optional")
def _subsets(session: Session) -> str:
    if session.game.name != "go":
        raise Skipped("handicaps are for Go")
    missing = [name for name in (*TOURNAMENT, *REGRESSION) if not session.knows(name)]
    if missing:
        raise Doubtful(f"without {', '.join(missing)} some controllers cannot be used")
    return ""


@check("known_command agrees with list_commands", "GTP 2, 6.3.4")
def _known(session: Session) -> str:
    session.knows("")
    for name in [*sorted(session.listed)[:40], "no_such_command"]:
        text = session.order(f"known_command {name}")
        wanted = "true" if name in session.listed else "false"
        if text != wanted:
            raise Wrong(f"known_command {name} must be {wanted}, not {shown(text)}")
    return ""


@check("name and version", "GTP 2, 6.3.2 and 6.3.3")
def _names(session: Session) -> str:
    name, version = session.order("name"), session.order("version")
    if not name:
        raise Wrong("name is empty")
    if version and version in name:
        raise Doubtful(f"the name {shown(name)} contains the version")
    return f"{name} {version}"


# Board


@check("boardsize", "GTP 2, 6.3.7: `unacceptable size`")
def _board_size(session: Session) -> str:
    session.new_game()
    session.refused("boardsize x")
    session.refused("boardsize 1000", "unacceptable size")
    return ""


@check("komi", "GTP 2, 6.3.9: any value")
def _komi(session: Session) -> str:
    if not session.dialect.komi:
        raise Skipped(f"there is none in {session.dialect.name}")
    for value in ("7.5", "-3.5", "0", "100"):
        session.order(f"komi {value}")
    session.refused("komi abc", "syntax error")
    return ""


def _some_move(position: Position) -> str:
    """A move in the middle of the list: no corner, no pass."""
    moves = position.legal_moves
    return moves[len(moves) // 2]


@check("play and illegal moves", "GTP 2, 6.3.10: `illegal move`")
def _play(session: Session) -> str:
    position = session.new_game()
    move = _some_move(position)
    position = session.play(position, move)
    vertex = session.vertex(move)
    session.refused(f"play {session.color('white')} {vertex}", "illegal move")
    return ""


@check("a failed command changes nothing", "GTP 2, 2.7")
def _unchanged(session: Session) -> str:
    position = session.new_game()
    position = session.play(position, _some_move(position))
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
        if line == "genmove" and session.dialect.name == "castro":
            continue
        reply = session.ask(line)
        if reply.success:
            raise Wrong(f"{shown(line)} must fail, but the answer is {shown('= ' + reply.text)}")
        if session.board() != before:
            raise Wrong(f"the board has changed after {shown(line)}, which failed")
    session.play(position, _some_move(position))
    return "" if before is not None else "without showboard only the answers were looked at"


@check("colours and vertices in any case", "GTP 2, 2.11")
def _case(session: Session) -> str:
    for color in ("{}", "{[0]}"):
        for upper in (str.upper, str.lower):
            position = session.new_game()
            vertex = session.vertex(_some_move(position))
            session.order(
                f"play {upper(color.format(session.color(position.to_move)))} {upper(vertex)}"
            )
    return ""


@check("bad colours and vertices", "GTP 2, 2.11: syntax error")
def _bad_words(session: Session) -> str:
    position = session.new_game()
    vertex = session.vertex(_some_move(position))
    for line in (f"play purple {vertex}", "play black", "play black z99", "play black 5", "play"):
        session.refused(line)
    return ""


@check("genmove", "GTP 2, 6.3.11: the move is legal and played")
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


@check("undo", "GTP 2, 6.3.12: `cannot undo`")
def _undo(session: Session) -> str:
    session.need("undo")
    position = session.new_game()
    before = session.board()
    session.play(position, _some_move(position))
    session.order("undo")
    if session.board() != before:
        raise Wrong("the board after play and undo is not the one before")
    session.refused("undo", "cannot undo")
    return ""


@check("reg_genmove does not play", "GTP 2, 6.3.20")
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


@check("fixed handicap", "GTP 2, 4.1.1 and 6.3.14")
def _handicap(session: Session) -> str:
    if session.game.name != "go":
        raise Skipped("handicaps are for Go")
    session.need("fixed_handicap")
    most = most_handicap(session.game.size)
    for count in range(2, most + 1):
        session.new_game()
        text = session.order(f"fixed_handicap {count}")
        wanted = set(handicap_points(session.game.size, count))
        if set(text.upper().split()) != wanted:
            raise Wrong(f"fixed_handicap {count} must give {' '.join(sorted(wanted))}, not {text}")
    session.refused("fixed_handicap 2", "board not empty" if most else "")
    session.new_game()
    session.refused("fixed_handicap 1", "invalid number of stones")
    return ""


@check("time commands", "GTP 2, 6.3.16 and 6.3.17")
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


@check("loadsgf refuses what is not there", "GTP 2, 6.3.19: `cannot load file`")
def _load(session: Session) -> str:
    session.need("loadsgf")
    session.refused("loadsgf no-such-file.sgf", "cannot load file")
    return ""


# Long runs


@check("a whole game against itself", "every move legal, every answer in time")
def _game(session: Session) -> str:
    position: Position | None = session.new_game()
    slowest, moves = 0.0, 0
    while position is not None and not position.is_over and moves < LONGEST_GAME:
        begin = time.monotonic()
        position = session.generate(position)
        slowest = max(slowest, time.monotonic() - begin)
        moves += 1
    if position is None:
        return f"resigned after {moves} moves, slowest {slowest:.2f} s"
    if not position.is_over:
        raise Doubtful(f"no end after {moves} moves")
    if session.knows("final_score"):
        _check_score(session.order("final_score"))
    return f"{moves} moves, slowest {slowest:.2f} s, {position.outcome}"


def _check_score(text: str) -> None:
    if text == "0":
        return
    winner, _, margin = text.partition("+")
    try:
        right = winner in {"B", "W"} and (
            margin in {"", "R", "Resign", "T", "F"} or float(margin) > 0
        )
    except ValueError:
        right = False
    if not right:
        raise Wrong(f"final_score must look like W+2.5, B+31 or 0, not {shown(text)}")


_WORDS = ("play", "genmove", "b", "w", "x", "A1", "pass", "boardsize", "komi", "-1", "1e9", "99999")


@check("300 random lines", "GTP 2, 2.7: an answer or silence, never an end")
def _noise(session: Session) -> str:
    rng = random.Random(1)
    session.new_game()
    for number in range(300):
        words = [rng.choice(_WORDS) for _ in range(rng.randrange(1, 5))]
        if words[0] in {"genmove", "b", "w"}:
            words[0] = "x"  # thinking three hundred times would take too long
        if rng.random() < 0.3:
            letters = [chr(rng.choice((9, 35, *range(32, 127)))) for _ in range(12)]
            words = ["".join(letters)]
        line = f"{number + 1000} probe_{number} {' '.join(words)}"
        if rng.random() < 0.5:
            line = f"{number + 1000} {' '.join(words)}"
        (text,) = session.raw(line.encode() + b"\n" + b"9 name\n", 1)
        if text.startswith(("=9", "?9")) and not text.startswith((f"={number + 1000}",)):
            continue  # the line was a comment, or empty: silence is right
        session.raw(b"", 1)
    return ""


# The end


@check("quit answers, then ends", "GTP 2, 6.3.6")
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


@check("the end of input ends the program", "GTP 2, 2.9")
def _end_of_input(session: Session) -> str:
    session.order("name")
    program = session.program
    program.end_input()
    code = program.wait_for_end(session.patience)
    session.close()
    if code is None:
        raise Wrong(f"the program still runs {session.patience:g} seconds after its input ended")
    return ""


def summary(findings: Sequence[Finding]) -> dict[Verdict, int]:
    """How many of each verdict."""
    counts: dict[Verdict, int] = {"ok": 0, "warning": 0, "wrong": 0, "skipped": 0}
    for finding in findings:
        counts[finding.verdict] += 1
    return counts
