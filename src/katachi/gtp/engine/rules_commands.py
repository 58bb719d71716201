"""Commands of games that are counted: handicap, rulesets, and the end of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from katachi.errors import InvalidGame, shown
from katachi.games.capabilities import GivesHandicap
from katachi.games.outcome import Color
from katachi.gtp.engine.registry import Arguments, command, expect, speaking
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


@command("get_komi", exists=speaking("counting"))
def get_komi(engine: Engine, arguments: Arguments) -> str:
    """The komi, as GNU Go answers it."""
    expect(arguments, 0)
    return f"{engine.state.terms.komi:g}"


def _handicap_game(engine: Engine) -> GivesHandicap:
    game = engine.state.game
    if not isinstance(game, GivesHandicap):
        raise CommandFailed(f"{game.name} has no handicap")
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


@command("fixed_handicap", exists=speaking("handicap"))
def fixed_handicap(engine: Engine, arguments: Arguments) -> str:
    """The points of GTP 2, section 4.1.1."""
    expect(arguments, 1)
    stones = _handicap_count(engine, arguments[0])
    game = _handicap_game(engine)
    if stones > game.most_handicap:
        raise CommandFailed("invalid number of stones")
    return _place_handicap(engine, game.handicap_points(stones))


@command("place_free_handicap", exists=speaking("handicap"))
def place_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """The fixed points and others like them; fewer stones than asked for are allowed."""
    expect(arguments, 1)
    stones = _handicap_count(engine, arguments[0])
    if stones >= len(engine.state.board.stones):
        raise CommandFailed("invalid number of stones")
    return _place_handicap(engine, _handicap_game(engine).free_handicap_points(stones))


@command("set_free_handicap", exists=speaking("handicap"))
def set_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """Two stones or more, no point twice, and a point must stay free."""
    cells = [engine.state.cell(word) for word in arguments]
    if not engine.state.is_empty:
        raise CommandFailed("board not empty")
    if (
        len(cells) < 2
        or len(set(cells)) < len(cells)
        or len(cells) >= len(engine.state.board.stones)
    ):
        raise CommandFailed("bad vertex list")
    _place_handicap(engine, tuple(cells))
    return ""


@command("kata-get-rules", exists=speaking("rulesets"))
def get_rules(engine: Engine, arguments: Arguments) -> str:
    """The rules as one JSON object, as KataGo answers them."""
    expect(arguments, 0)
    rules = engine.state.counted_terms.rules(engine.state.board_game)
    return json.dumps(rules, separators=(",", ":"))


@command("kata-set-rules", exists=speaking("rulesets"))
def set_rules(engine: Engine, arguments: Arguments) -> str:
    """A name such as `japanese`, or a JSON object; the game so far is played again under them."""
    text = " ".join(arguments)
    if not text.startswith("{"):
        return _use_rules(engine, text)
    try:
        given = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandFailed(f"syntax error: not JSON: {error}") from None
    # What an object leaves out is that of Tromp and Taylor, as in KataGo.
    return _change_rules(engine, given, anew=True)


@command("kata-set-rule", exists=speaking("rulesets"))
def set_rule(engine: Engine, arguments: Arguments) -> str:
    """One rule: `ko SIMPLE`, `suicide true`."""
    expect(arguments, 2)
    word = arguments[1]
    value = {"true": True, "false": False}.get(word.lower(), word)
    return _change_rules(engine, {arguments[0]: value})


@command("kgs-rules", exists=speaking("rulesets"))
def set_kgs_rules(engine: Engine, arguments: Arguments) -> str:
    """The rules of a game on KGS, where players agree on dead stones."""
    expect(arguments, 1)
    name = _KGS_RULES.get(arguments[0].lower())
    if name is None:
        raise CommandFailed(f"unknown rules {shown(arguments[0])}; known: {', '.join(_KGS_RULES)}")
    return _use_rules(engine, name)


def _use_rules(engine: Engine, name: str) -> str:
    try:
        engine.state = engine.state.with_named_rules(name)
    except InvalidGame as error:
        raise CommandFailed(f"unknown rules: {error}") from None
    return ""


def _change_rules(engine: Engine, given: dict[str, object], *, anew: bool = False) -> str:
    try:
        engine.state = engine.state.with_rules(given, anew=anew)
    except InvalidGame as error:
        raise CommandFailed(f"unknown rules: {error}") from None
    return ""


@command("kgs-game_over", exists=speaking("counting"))
def game_over(engine: Engine, arguments: Arguments) -> str:
    """The controller ends the game: what was searched is forgotten."""
    expect(arguments, 0)
    engine.thinker.forget()
    return ""


@command("final_status_list", exists=speaking("counting"))
def final_status_list(engine: Engine, arguments: Arguments) -> str:
    """The chains that are alive, in seki or dead, one a line.

    Where the rules say that what stands is alive, all are.
    """
    expect(arguments, 1)
    state = engine.state
    groups = state.counted_terms.chains(state.board, arguments[0].lower())
    if groups is None:
        raise CommandFailed(
            f"syntax error: alive, seki or dead is needed, not {shown(arguments[0].lower())}"
        )
    return "\n".join(" ".join(state.vertex(cell) for cell in cells) for cells in groups)
