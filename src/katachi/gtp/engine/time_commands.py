"""Commands about clocks: GTP's, those of KGS and of KataGo."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from katachi.errors import shown
from katachi.games.outcome import COLORS
from katachi.gtp.engine.registry import Arguments, command, expect
from katachi.gtp.protocol.entities import parse_float, parse_int, parse_seconds
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search.clock import Clock, Left, TimeSystem

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

KGS_SYSTEMS = ("none", "absolute", "canadian", "byoyomi")
KATA_SYSTEMS = (*KGS_SYSTEMS, "fischer", "fischer-capped")


@command("time_settings")
def time_settings(engine: Engine, arguments: Arguments) -> str:
    """Canadian byo-yomi: main time, time and stones of a period."""
    expect(arguments, 3)
    main, period = (parse_seconds(word) for word in arguments[:2])
    stones = parse_int(arguments[2], what="a number of stones")
    if period == 0:
        system = TimeSystem("absolute", main=main)
    elif stones == 0:
        system = TimeSystem("none")
    else:
        system = TimeSystem("canadian", main=main, period=period, count=stones)
    return _set(engine, system)


def _set(engine: Engine, system: TimeSystem) -> str:
    engine.state = replace(engine.state, clock=Clock.started(system))
    return ""


@command("kgs-time_settings")
def kgs_time_settings(engine: Engine, arguments: Arguments) -> str:
    """None | absolute MAIN | canadian MAIN PERIOD STONES | byoyomi MAIN PERIOD PERIODS."""
    return _set(engine, parse_system(arguments, KGS_SYSTEMS))


@command("kata-time_settings")
def kata_time_settings(engine: Engine, arguments: Arguments) -> str:
    """The same, with fractions, fischer MAIN INCREMENT and fischer-capped."""
    return _set(engine, parse_system(arguments, KATA_SYSTEMS))


@command("kata-list_time_settings")
def kata_list_time_settings(engine: Engine, arguments: Arguments) -> str:
    """What `kata-time_settings` knows."""
    del engine
    expect(arguments, 0)
    return " ".join(KATA_SYSTEMS)


def parse_system(words: Arguments, known: tuple[str, ...]) -> TimeSystem:
    """A time system in words; raises `CommandFailed`."""
    kind = words[0].lower() if words else ""
    if kind not in known:
        raise CommandFailed(f"syntax error: one of {', '.join(known)} is needed")
    counts = {"none": 0, "absolute": 1, "fischer": 2, "fischer-capped": 4}
    expect(words[1:], counts.get(kind, 3))
    if kind == "none":
        return TimeSystem()
    main = parse_seconds(words[1])
    if kind == "absolute":
        return TimeSystem("absolute", main=main)
    period = parse_seconds(words[2])
    if kind.startswith("fischer"):
        caps = [parse_float(word) for word in words[3:]] or [-1.0, -1.0]
        largest = [cap if cap >= 0 else math.inf for cap in caps]
        return TimeSystem(
            "fischer",
            main=min(main, largest[0]),
            increment=period,
            largest_main=largest[0],
            largest_move=largest[1],
        )
    count = parse_int(words[3], what="a number of stones or periods")
    if kind == "byoyomi" and (count == 0 or period == 0):
        return TimeSystem("absolute", main=main)
    if kind == "canadian" and period == 0:
        return TimeSystem("absolute", main=main)
    return TimeSystem("canadian" if kind == "canadian" else "byoyomi", main, period, count)


@command("time_left")
def time_left(engine: Engine, arguments: Arguments) -> str:
    """Sets a player's clock. HexGui also asks: without arguments both clocks, with a colour one."""
    state = engine.state
    is_htp = "htp" in state.dialect.speaks
    asks = is_htp and len(arguments) < 2
    if asks:
        colors = [state.color(arguments[0])] if arguments else list(COLORS)
        return "\n".join(f"{state.clock.of(color).seconds:.2f}" for color in colors)
    expect(arguments, 2 if is_htp else 3, 3)
    color = state.color(arguments[0])
    seconds = max(0.0, parse_float(arguments[1], what="a number of seconds"))
    if seconds >= 1e9:
        raise CommandFailed(f"syntax error: a number of seconds is needed, not {shown(seconds)}")
    count = parse_int(arguments[2], what="a number of stones") if len(arguments) == 3 else 0
    clock = state.clock
    if clock.system.kind == "none" and not count:
        clock = Clock.started(TimeSystem("absolute", main=seconds))
    elif clock.system.kind == "none":
        clock = Clock.started(TimeSystem("canadian", period=seconds, count=count))
    engine.state = replace(state, clock=clock.with_left(color, Left(seconds, count)))
    return ""
