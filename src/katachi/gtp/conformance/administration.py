"""Checks of what a program says about itself."""

from __future__ import annotations

from katachi.errors import shown
from katachi.games.capabilities import GivesHandicap
from katachi.gtp.conformance.check import Checks
from katachi.gtp.conformance.session import Session
from katachi.gtp.conformance.verdicts import Doubtful, Skipped, Wrong

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

CHECKS = Checks()


@CHECKS.add("required commands are there", "GTP 2, 6: required")
def _required(session: Session) -> str:
    names = session.order("list_commands").split("\n")
    session.listed = frozenset(name.strip() for name in names)
    needed = [name for name in REQUIRED if name != "komi" or "komi" in session.dialect.speaks]
    missing = [name for name in needed if name not in session.listed]
    if missing:
        raise Wrong(f"list_commands lacks {', '.join(missing)}")
    if any(" " in name.strip() for name in names):
        raise Wrong("list_commands must give one name a line")
    if len(session.listed) < len(names):
        raise Doubtful("list_commands gives a name twice")
    return f"{len(names)} commands"


@CHECKS.add("tournament and regression subsets", "GTP 2, 6: optional")
def _subsets(session: Session) -> str:
    if not isinstance(session.game, GivesHandicap):
        raise Skipped(f"{session.game.name} has no handicap")
    missing = [name for name in (*TOURNAMENT, *REGRESSION) if not session.knows(name)]
    if missing:
        raise Doubtful(f"without {', '.join(missing)} some controllers cannot be used")
    return ""


@CHECKS.add("known_command agrees with list_commands", "GTP 2, 6.3.4")
def _known(session: Session) -> str:
    session.knows("")
    for name in [*sorted(session.listed)[:40], "no_such_command"]:
        text = session.order(f"known_command {name}")
        wanted = "true" if name in session.listed else "false"
        if text != wanted:
            raise Wrong(f"known_command {name} must be {wanted}, not {shown(text)}")
    return ""


@CHECKS.add("name and version", "GTP 2, 6.3.2 and 6.3.3")
def _names(session: Session) -> str:
    name, version = session.order("name"), session.order("version")
    if not name:
        raise Wrong("name is empty")
    if version and version in name:
        raise Doubtful(f"the name {shown(name)} contains the version")
    return f"{name} {version}"
