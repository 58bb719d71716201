"""Commands that show a search at work: lz-analyze, kata-analyze, analyze and their relatives.

    lz-analyze [player] [interval] {key value ...}

The interval is in centiseconds. A line is written at every interval until any line comes in; then
one empty line ends the answer. `avoid` and `allow` leave moves out: see root_moves.py.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from katachi.errors import shown
from katachi.games.outcome import Color
from katachi.gtp.engine.analysis import Report, Style, analysis_line
from katachi.gtp.engine.move_commands import keep_generated
from katachi.gtp.engine.registry import Answer, Arguments, command
from katachi.gtp.engine.root_moves import CLAUSES, WORDS, RootMoves
from katachi.gtp.engine.thinking import Allotment
from katachi.gtp.protocol.entities import parse_boolean, parse_int
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

DEFAULT_INTERVAL = 1.0  # seconds
# Nothing gets better for ever: an analysis that nobody stops rests after this many visits.
MOST_VISITS = 50_000_000
GLANCE = 200  # simulations
REST = 0.02  # seconds between two looks for input when there is nothing more to search

# KataGo's switches and the fields of a report that they set; some are read and change nothing.
_SWITCHES = {
    "rootinfo": "root_info",
    "pvvisits": "variation_visits",
    "ownership": "ownership",
    "ownershipstdev": "ownership_spread",
    "movesownership": "moves_ownership",
    "movesownershipstdev": "moves_ownership_spread",
    "pvedgevisits": "",
    "noresultvalue": "",
}


@dataclass(frozen=True)
class Request:
    """What an analysis command asks for."""

    color: Color
    interval: float
    report: Report
    root_moves: RootMoves


def parse_request(engine: Engine, words: Arguments, style: Style) -> Request:
    """Reads `[player] [interval] {key value ...}`; raises `CommandFailed`."""
    color = engine.state.position.to_move
    rest = list(words)
    if rest and rest[0].lower() in {"b", "black", "w", "white"}:
        color = engine.state.color(rest.pop(0))
    interval = DEFAULT_INTERVAL
    if rest and rest[0].isdecimal():
        interval = parse_int(rest.pop(0)) / 100
    report, root_moves = Report(style), RootMoves()
    while rest:
        key = rest.pop(0).lower()
        if key in CLAUSES:
            root_moves = root_moves.with_clause(engine.state, key, rest[:WORDS])
            rest = rest[WORDS:]
            continue
        if not rest:
            raise CommandFailed(f"syntax error: {shown(key)} needs a value")
        value = rest.pop(0)
        if key == "interval":
            interval = parse_int(value, what="an interval") / 100
        elif key == "minmoves":
            report = replace(report, least_moves=parse_int(value))
        elif key == "maxmoves":
            report = replace(report, most_moves=parse_int(value))
        elif key in _SWITCHES and style != "leela":
            wanted = parse_boolean(value)
            if _SWITCHES[key]:
                report = replace(report, **{_SWITCHES[key]: wanted})  # type: ignore[arg-type]  # the switches are booleans
        else:
            raise CommandFailed(f"syntax error: {shown(key)} is not known")
    return Request(color, interval, report, root_moves)


def _checked(engine: Engine, words: Arguments, style: Style) -> Request:
    """The request, after everything that could fail."""
    request = parse_request(engine, words, style)
    _ = engine.analyst.in_slices
    position = engine.state.turned(request.color)
    if position.is_over:
        raise CommandFailed("the game is over")
    engine.analyst.prepare(engine.state.game)
    return request


class _Reporter:
    """Writes a line when an interval has passed, and keeps the last result."""

    def __init__(self, engine: Engine, request: Request, allotment: Allotment) -> None:
        """Searches the engine's position for the player of the request."""
        self._engine = engine
        self.request, self.allotment = request, allotment
        self._position = engine.state.turned(request.color)
        moves = request.root_moves.of(self._position)
        if moves == ():
            raise CommandFailed("avoid and allow leave no legal move")
        self._slices = engine.analyst.slices(engine.state, request.color, allotment, moves)
        self._due = time.monotonic() + request.interval
        self.written = False
        # The first slice shows whether the search has anything to do, while the answer can still
        # fail.
        self.result = next(self._slices)

    @property
    def visits(self) -> int:
        """Of the position, so far."""
        return sum(line.visits for line in self.result.moves)

    def lines(self) -> Iterator[str]:
        """One text per slice: a line, or nothing yet."""
        for result in chain([self.result], self._slices):
            self.result = result
            now = time.monotonic()
            if now < self._due:
                yield ""
                continue
            self._due = now + self.request.interval
            yield self.line()

    def line(self) -> str:
        """What is known now."""
        self.written = True
        lines = self._engine.analyst.in_slices.variations()
        return analysis_line(
            self._engine.state, self._position, lines, self.result, self.request.report
        )


def _analyze(engine: Engine, words: Arguments, style: Style) -> Answer:
    request = _checked(engine, words, style)
    # If somebody is waiting already, a glance must do.
    glances = engine.inbox.has_input()
    allotment = Allotment(playouts=GLANCE) if glances else Allotment()
    return _analysis(engine, _Reporter(engine, request, allotment))


def _analysis(engine: Engine, reporter: _Reporter) -> Iterator[str]:
    for line in reporter.lines():
        if line:
            yield line
        if engine.inbox.has_input() or reporter.visits >= MOST_VISITS:
            break
    if not reporter.written:
        yield reporter.line()
    while not engine.inbox.has_input():
        time.sleep(REST)


@command("lz-analyze")
def lz_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """Leela Zero's form."""
    return _analyze(engine, arguments, "leela")


@command("kata-analyze")
def kata_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """KataGo's form."""
    return _analyze(engine, arguments, "kata")


@command("analyze")
def analyze(engine: Engine, arguments: Arguments) -> Answer:
    """Sabaki's form."""
    return _analyze(engine, arguments, "sabaki")


def _generate(
    engine: Engine, words: Arguments, style: Style, *, play: bool, cancellable: bool = False
) -> Answer:
    request = _checked(engine, words, style)
    reporter = _Reporter(engine, request, engine.allotment(request.color))
    return _generation(engine, reporter, play=play, cancellable=cancellable)


def _generation(
    engine: Engine, reporter: _Reporter, *, play: bool, cancellable: bool
) -> Iterator[str]:
    for line in reporter.lines():
        if line:
            yield line
        if cancellable and engine.inbox.has_input():
            yield "play cancelled"
            return
        if engine.inbox.take_interrupt():
            break
    result = reporter.result
    assert result.move is not None
    yield reporter.line()
    if play:
        chosen = (result.move, result)
        vertex = keep_generated(engine, reporter.request.color, reporter.allotment, chosen)
    else:
        vertex = engine.state.vertex(result.move)
    yield f"play {vertex}"


@command("lz-genmove_analyze")
def lz_genmove_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """Leela Zero's form, then the move, which is played."""
    return _generate(engine, arguments, "leela", play=True)


@command("kata-genmove_analyze")
def kata_genmove_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """KataGo's form, then the move, which is played."""
    return _generate(engine, arguments, "kata", play=True)


@command("genmove_analyze")
def genmove_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """Sabaki's form, then the move, which is played."""
    return _generate(engine, arguments, "sabaki", play=True)


@command("kata-search_analyze")
def kata_search_analyze(engine: Engine, arguments: Arguments) -> Answer:
    """KataGo's form, then a move that is not played."""
    return _generate(engine, arguments, "kata", play=False)


@command("kata-search_analyze_cancellable")
def kata_search_analyze_cancellable(engine: Engine, arguments: Arguments) -> Answer:
    """The same, cancelled by any line."""
    return _generate(engine, arguments, "kata", play=False, cancellable=True)
