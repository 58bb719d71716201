"""Commands of Go alone: handicap, rules, and the counted end of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from katachi.errors import InvalidGame, shown
from katachi.games.go import Go, free_handicap_points, handicap_points, most_handicap
from katachi.games.go.chains import Board
from katachi.games.go.rulesets import Ruleset, kata_rules, ruleset_of_name, with_kata_rules
from katachi.games.go.scoring import STATUSES, count
from katachi.games.outcome import Color
from katachi.gtp.engine.registry import Arguments, command, expect, in_games
from katachi.gtp.protocol.entities import parse_int
from katachi.gtp.protocol.wire import CommandFailed

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

# Names of `kgs-rules`.
_KGS_RULES = {
    "chinese": "chinese-kgs",
    "japanese": "japanese",
    "aga": "aga",
    "new_zealand": "new-zealand",
}


@command("get_komi", exists=in_games("go"))
def get_komi(engine: Engine, arguments: Arguments) -> str:
    """The komi, as GNU Go answers it."""
    expect(arguments, 0)
    return f"{engine.state.komi:g}"


def _go(engine: Engine) -> Go:
    game = engine.state.game
    assert isinstance(game, Go)
    return game


def _handicap_count(engine: Engine, word: str) -> int:
    stones = parse_int(word, what="a number of stones")
    if stones < 2:
        raise CommandFailed("invalid number of stones")
    if not engine.state.is_empty:
        raise CommandFailed("board not empty")
    return stones


def _place_handicap(engine: Engine, points: tuple[str, ...]) -> str:
    stones: list[tuple[Color, str]] = [("black", point) for point in points]
    engine.state = engine.state.with_start(engine.state.set_up(stones, "white"))
    return " ".join(engine.state.vertex(point) for point in points)


@command("fixed_handicap", exists=in_games("go"))
def fixed_handicap(engine: Engine, arguments: Arguments) -> str:
    """The points of GTP 2, section 4.1.1."""
    expect(arguments, 1)
    stones = _handicap_count(engine, arguments[0])
    size = _go(engine).size
    if stones > most_handicap(size):
        raise CommandFailed("invalid number of stones")
    return _place_handicap(engine, handicap_points(size, stones))


@command("place_free_handicap", exists=in_games("go"))
def place_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """The fixed points and others like them; fewer stones than asked for are allowed."""
    expect(arguments, 1)
    stones = _handicap_count(engine, arguments[0])
    size = _go(engine).size
    if stones >= size * size:
        raise CommandFailed("invalid number of stones")
    return _place_handicap(engine, free_handicap_points(size, stones))


@command("set_free_handicap", exists=in_games("go"))
def set_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """Two stones or more, no point twice, and a point must stay free."""
    cells = [engine.state.cell(word) for word in arguments]
    if not engine.state.is_empty:
        raise CommandFailed("board not empty")
    if len(cells) < 2 or len(set(cells)) < len(cells) or len(cells) >= _go(engine).size ** 2:
        raise CommandFailed("bad vertex list")
    _place_handicap(engine, tuple(cells))
    return ""


@command("kata-get-rules", exists=in_games("go"))
def get_rules(engine: Engine, arguments: Arguments) -> str:
    """The rules as one JSON object, as KataGo answers them."""
    expect(arguments, 0)
    return json.dumps(kata_rules(engine.state.ruleset), separators=(",", ":"))


@command("kata-set-rules", exists=in_games("go"))
def set_rules(engine: Engine, arguments: Arguments) -> str:
    """A name such as `japanese`, or a JSON object; the game so far is played again under them."""
    text = " ".join(arguments)
    if not text.startswith("{"):
        return _change_rules(engine, _known(text))
    try:
        given = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandFailed(f"syntax error: not JSON: {error}") from None
    # What an object leaves out is that of Tromp and Taylor, as in KataGo.
    return _change_rules(engine, _changed(ruleset_of_name("tromp-taylor"), given))


@command("kata-set-rule", exists=in_games("go"))
def set_rule(engine: Engine, arguments: Arguments) -> str:
    """One rule: `ko SIMPLE`, `suicide true`."""
    expect(arguments, 2)
    word = arguments[1]
    value = {"true": True, "false": False}.get(word.lower(), word)
    return _change_rules(engine, _changed(engine.state.ruleset, {arguments[0]: value}))


@command("kgs-rules", exists=in_games("go"))
def set_kgs_rules(engine: Engine, arguments: Arguments) -> str:
    """The rules of a game on KGS, where players agree on dead stones."""
    expect(arguments, 1)
    name = _KGS_RULES.get(arguments[0].lower())
    if name is None:
        raise CommandFailed(f"unknown rules {shown(arguments[0])}; known: {', '.join(_KGS_RULES)}")
    return _change_rules(engine, _known(name))


def _known(name: str) -> Ruleset:
    try:
        return ruleset_of_name(name)
    except InvalidGame as error:
        raise CommandFailed(f"unknown rules: {error}") from None


def _changed(rules: Ruleset, given: dict[str, object]) -> Ruleset:
    try:
        return with_kata_rules(rules, given)
    except InvalidGame as error:
        raise CommandFailed(f"unknown rules: {error}") from None


def _change_rules(engine: Engine, rules: Ruleset) -> str:
    engine.state = engine.state.with_rules(rules)
    return ""


@command("kgs-game_over", exists=in_games("go"))
def game_over(engine: Engine, arguments: Arguments) -> str:
    """The controller ends the game: what was searched is forgotten."""
    expect(arguments, 0)
    engine.thinker.forget()
    return ""


@command("final_status_list", exists=in_games("go"))
def final_status_list(engine: Engine, arguments: Arguments) -> str:
    """The chains that are alive, in seki or dead, one a line.

    Where the rules say that what stands is alive, all are.
    """
    expect(arguments, 1)
    status = next((status for status in STATUSES if status == arguments[0].lower()), None)
    if status is None:
        raise CommandFailed(
            f"syntax error: alive, seki or dead is needed, not {shown(arguments[0].lower())}"
        )
    state = engine.state
    if state.dead_stones == "alive":
        chains = [chain.cells for chain in Board(state.position).chains]
        named = [[state.game.moves[cell] for cell in cells] for cells in sorted(chains)]
        groups = named if status == "alive" else []
    else:
        groups = [list(cells) for cells in count(state.position).stones(status)]
    return "\n".join(" ".join(state.vertex(cell) for cell in cells) for cells in groups)
