"""The main line of an SGF file, for `loadsgf`.

Points are read as `katachi.records.sgf` writes them; see there for the forms of each game. A file
of another game is refused; size and komi come from the file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pysgf import GoGame

from katachi.errors import InvalidGame, InvalidMove, KatachiError, shown
from katachi.games.capabilities import GivesHandicap
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color, opponent
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.games.sgf_form import SgfForm
from katachi.games.terms import CountedTerms
from katachi.gtp.engine.state import State
from katachi.gtp.protocol.entities import parse_float, parse_int
from katachi.gtp.protocol.wire import CommandFailed

LARGEST_FILE = 4 * 2**20  # bytes


# A swap of the players instead of the stones, which a session cannot show.
UNSHOWN = "swap-sides"


@dataclass(frozen=True)
class LoadedGame:
    """Where a game starts, its moves, and the komi and the name of the rules that the file says."""

    start: Position
    moves: list[tuple[Color, str]]
    komi: float
    rules: str = ""


def load_sgf(path: Path, like: Game, komi: float) -> LoadedGame:
    """A file of the same kind of game; raises `KatachiError`. `komi` is for files that say none.

    Stones may be set up in the first nodes, not after a move.
    """
    if not path.is_file():
        raise KatachiError(f"there is no file {shown(str(path))}")
    if path.stat().st_size > LARGEST_FILE:
        raise KatachiError(f"{shown(str(path))} has more than {LARGEST_FILE} bytes")
    text = path.read_bytes().decode("utf-8", "replace")
    try:
        root: Any = GoGame.parse_sgf(text)
    except Exception as error:
        raise KatachiError(f"{shown(str(path))} is not SGF: {error}") from None
    form = like.sgf
    stated = [value for value in _values(root, "KM") if value]
    if isinstance(like.terms(), CountedTerms) and stated:
        komi = parse_float(stated[0], what="a komi")
    game = _game_of(root, like, form)
    moves: list[tuple[Color, str]] = []
    set_up: list[Any] = []
    node = root
    while True:
        if any(name in node.properties for name in ("AB", "AW", "AE")):
            if moves:
                raise KatachiError(f"stones are set up after move {len(moves)}")
            set_up.append(node)
        moves += _moves_of(node, game, form)
        if not node.children:
            start = _start_of(set_up, game, form)
            return LoadedGame(start, moves, komi, _rules_of(root, game))
        node = node.children[0]


def loaded_state(state: State, loaded: LoadedGame, moves: list[tuple[Color, str]]) -> State:
    """The state after some moves of a file; raises `CommandFailed`.

    Servers and organisers differ about repetitions, and files rarely tell: a game that repeats a
    position is loaded under simple ko, which then holds.
    """
    state = state.with_start(loaded.start).with_komi(loaded.komi)
    if loaded.rules:
        state = state.with_named_rules(loaded.rules)
    try:
        return _after(state, moves)
    except CommandFailed:
        terms = state.terms
        if not isinstance(terms, CountedTerms) or terms.rules(state.board_game)["ko"] == "SIMPLE":
            raise
        return _after(state.with_rules({"ko": "SIMPLE"}), moves)


def _after(state: State, moves: list[tuple[Color, str]]) -> State:
    for color, move in moves:
        state = state.played(color, move)
    return state


def _rules_of(root: Any, game: Game) -> str:  # noqa: ANN401 - pysgf has no types
    """The name of the rules in a file of others; our own files have those of the game."""
    names = _values(root, "RU")
    own = any(value.startswith("katachi:") for value in _values(root, "AP"))
    terms = game.terms()
    if not isinstance(terms, CountedTerms) or not names or own:
        return ""
    try:
        terms.with_named_rules(game, names[0])
    except InvalidGame:
        return ""
    return names[0]


def _values(node: Any, name: str) -> list[str]:  # noqa: ANN401 - pysgf has no types
    return [str(value).strip() for value in node.properties.get(name, [])]


def _game_of(root: Any, like: Game, form: SgfForm) -> Game:  # noqa: ANN401 - pysgf has no types
    kinds = _values(root, "GM") or [form.number]
    if kinds[0].lower() != form.number:
        raise InvalidGame(f"the file has GM[{kinds[0][:20]}], which is not {like.name}")
    sizes = _values(root, "SZ")
    if sizes:
        numbers = {parse_int(part, what="a size") for part in sizes[0].split(":")}
        if len(numbers) != 1:
            raise InvalidGame(f"the board is not square: SZ[{sizes[0][:20]}]")
        like = replace(like, size=numbers.pop())
    elif form.default_size:
        like = replace(like, size=form.default_size)
    like = like.on_empty_board()
    if "swap" in {field.lower() for field in _all_moves(root)} and hasattr(like, "swap"):
        like = replace(like, swap=True)  # type: ignore[call-arg]
    return like


def _all_moves(root: Any) -> list[str]:  # noqa: ANN401 - pysgf has no types
    """The first few moves, where a swap can stand."""
    found, node = [], root
    for _ in range(4):
        found += [value.partition("-")[0] for value in _values(node, "B") + _values(node, "W")]
        if not node.children:
            break
        node = node.children[0]
    return found


def _cells(values: list[str], game: Game, form: SgfForm) -> list[int]:
    """Points, and rectangles written as `aa:cc`."""
    numbers = []
    for value in values:
        first, colon, last = value.partition(":")
        if colon and len(first) == len(last) == 2:
            columns = range(ord(first[0]), ord(last[0]) + 1)
            rows = range(ord(first[1]), ord(last[1]) + 1)
            if not 0 < len(columns) * len(rows) <= len(game.moves):
                raise KatachiError(f"{shown(value)} is not a rectangle of the board")
            numbers += [
                game.cell_number(_move(chr(x) + chr(y), game, form)) for y in rows for x in columns
            ]
        else:
            numbers.append(game.cell_number(_move(value, game, form)))
    return numbers


def _start_of(nodes: list[Any], game: Game, form: SgfForm) -> Position:
    """The position that these nodes set up, one after the other."""
    if not nodes:
        return game.start()
    stones = bytearray([2] * (len(game.moves) - 1))
    for node in nodes:
        touched: set[int] = set()
        for letter in "BWE":
            stone = 2 if letter == "E" else COLORS.index(_color(letter, form))
            for number in _cells(_values(node, f"A{letter}"), game, form):
                if number in touched and stones[number] != stone:
                    raise KatachiError(f"{game.moves[number]} is set up twice in one node")
                touched.add(number)
                stones[number] = stone
    to_move: Color = "black"
    players = [value for node in nodes for value in _values(node, "PL")]
    if players and players[-1][:1].upper() in {"B", "W"}:
        to_move = _color(players[-1][0].upper(), form)
    elif isinstance(game, GivesHandicap) and 0 in stones and 1 not in stones:
        to_move = "white"
    parts = SetUp(bytes(stones), COLORS.index(to_move))
    words = " ".join(
        f"{COLORS[stone]} {game.moves[number]}" for number, stone in enumerate(stones) if stone != 2
    )
    position = Position(game, game.set_up(parts, source=words))
    return game.start() if position == game.start() else position


def _moves_of(node: Any, game: Game, form: SgfForm) -> list[tuple[Color, str]]:  # noqa: ANN401 - pysgf has no types
    return [
        (_color(letter, form), _move(value, game, form))
        for letter in "BW"
        for value in _values(node, letter)
        if value.lower() not in {"resign", "forfeit"}
    ]


def _color(letter: str, form: SgfForm) -> Color:
    color: Color = "black" if letter == "B" else "white"
    return color if form.letter("black") == "B" else opponent(color)


def _move(text: str, game: Game, form: SgfForm) -> str:
    if text.lower() in form.specials and text.lower() != UNSHOWN:
        return game.moves[-1]
    for name in form.notations:
        try:
            return game.moves[game.notation(name).number(text)]
        except InvalidMove as error:
            refusal = error
    raise refusal
