"""Games as SGF (Smart Game Format, FF[4]).

All files are UTF-8 and say so. A record with moves that cannot be played is refused. SGF knows
neither Go's ko point nor passes before the first move: a start position loses them.

Go      `GM[1]`. Points are two letters from the upper left, a pass is empty; `KM`, and for a
        handicap `HA` with `AB`.
Othello `GM[2]`. The standard leaves the points open; as Edax does, points are a1 to h8 from the
        upper left, a pass is `PA`, the start always stands in `AB`, `AW` and `PL`, and `RE` counts
        empty squares for the winner.
Hex     `GM[11]`. Points are a1 from the upper left; the swap is `swap-pieces`, which reflects the
        stone and changes its colour, and Black moves next.
Havannah `GM[havannah]`, because the game has no number; the form is that of the program morat.
        Points are in the notation of HavannahGui (row letter, column of the whole board). In the
        files of HavannahGui, morat and Little Golem White moves first, so katachi's Black, who
        begins, is `W` there, in moves, names, stones and result alike. `RE` names the winner, as
        SGF wants (Little Golem's files name the loser). After `swap` the stone stays in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pysgf import GoNode

from katachi.errors import InvalidGame, shown
from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.games.position import Position
from katachi.records.atomic_file import write_atomically
from katachi.records.record import GameRecord


@dataclass(frozen=True)
class _Form:
    """How one game is written.

    `number` is the value of GM, `special` the text of the move that is no cell, `letters` the
    SGF letter of Black and of White.
    """

    number: str
    notation: str
    special: str
    letters: tuple[str, str] = ("B", "W")

    def letter(self, color: Color) -> str:
        return self.letters[COLORS.index(color)]

    def point(self, game: Game, move: str) -> str:
        number = game.number(move)
        cells = len(game.moves) - 1
        return self.special if number == cells else game.notation(self.notation).text(number)


_FORMS = {
    "go": _Form("1", "sgf", ""),
    "othello": _Form("2", "othello", "PA"),
    "hex": _Form("11", "hex", "swap-pieces"),
    "havannah": _Form("havannah", "havannahgui", "swap", letters=("W", "B")),
}


def write_sgf(record: GameRecord) -> str:
    r"""The record as the text of an SGF file.

    >>> import katachi
    >>> game = katachi.Hex(3, swap=True)
    >>> record = GameRecord(game, ("a2", "swap", "b2"), black="[x]", white="Y", date="2026-07-04")
    >>> print(write_sgf(record).replace(katachi.__version__, "VERSION"))
    (;FF[4]GM[11]CA[UTF-8]AP[katachi:VERSION]SZ[3]PB[[x\]]PW[Y]DT[2026-07-04]RE[Void];B[a2];W[swap-pieces];B[b2])
    <BLANKLINE>
    """
    game, form = _game_and_form(record)
    positions = [_built_in(position) for position in record.replay()]
    root = GoNode(properties=_root(record, game, form, positions))
    node = root
    for position, move in zip(positions, record.moves, strict=False):
        letter = form.letter(position.to_move)
        node = GoNode(parent=node, properties={letter: form.point(game, move)})
    text: str = root.sgf()
    return text + "\n"


def save_sgf(record: GameRecord, path: Path, *, overwrite: bool = False) -> None:
    """Writes the record to a file, completely or not at all; keeps an existing file."""
    write_atomically(path, write_sgf(record), overwrite=overwrite)


def _game_and_form(record: GameRecord) -> tuple[Game, _Form]:
    game = record.game
    if not isinstance(game, Game) or game.name not in _FORMS:
        raise InvalidGame(f"SGF has no form for {shown(game.name)}, only for {', '.join(_FORMS)}")
    return game, _FORMS[game.name]


def _built_in(position: PositionLike) -> Position:
    if not isinstance(position, Position):
        raise InvalidGame(f"SGF has no form for a {type(position).__name__}")
    return position


def _root(
    record: GameRecord, game: Game, form: _Form, positions: list[Position]
) -> dict[str, str | list[str]]:
    """The properties of the first node, without the empty ones."""
    properties: dict[str, str | list[str]] = {
        "FF": "4",
        "GM": form.number,
        "CA": "UTF-8",
        "AP": f"katachi:{_version()}",
        "SZ": str(game.size),
    }
    names = {form.letter("black"): record.black, form.letter("white"): record.white}
    texts = {
        "PB": names["B"],
        "PW": names["W"],
        "DT": record.date,
        "EV": record.event,
        "PC": record.place,
        "RE": _result(record, form, positions[-1]),
    }
    properties |= {name: _simple_text(text) for name, text in texts.items() if text.strip()}
    if record.comment.strip():
        properties["GC"] = record.comment
    if isinstance(game, Go):
        properties |= _go_rules(game, with_handicap=record.start is None)
    if record.start is not None or game.name == "othello" or properties.get("HA"):
        properties |= _set_up(positions[0], form)
    return properties


def _simple_text(text: str) -> str:
    """SGF's SimpleText has no line breaks."""
    return " ".join(text.split())


def _result(record: GameRecord, form: _Form, final: Position) -> str:
    outcome = record.outcome
    if outcome is None or outcome.winner is None:
        return record.result
    counted = Outcome(outcome.winner, outcome.reason, _score(outcome, final))
    _, _, margin = counted.sgf_result.partition("+")
    return f"{form.letter(outcome.winner)}+{margin}"


def _score(outcome: Outcome, final: Position) -> float:
    """Black's margin; in Othello records the empty squares count for the winner."""
    if outcome.reason != "discs":
        return outcome.score
    empty = final.stones.count(2)
    return outcome.score + (empty if outcome.winner == "black" else -empty)


def _go_rules(game: Go, *, with_handicap: bool) -> dict[str, str | list[str]]:
    """Komi, handicap, and the name of the rules where SGF has one for them."""
    properties: dict[str, str | list[str]] = {"KM": f"{game.komi:g}"}
    rules = (game.scoring, game.suicide, game.superko)
    if rules == ("area", False, "positional"):
        properties["RU"] = "Chinese"
    elif rules == ("area", True, "situational"):
        properties["RU"] = "NZ"
    if game.handicap and with_handicap:
        properties["HA"] = str(game.handicap)
    return properties


def _set_up(position: Position, form: _Form) -> dict[str, str | list[str]]:
    cells = position.game.topology.cells
    properties: dict[str, str | list[str]] = {}
    for letter in "BW":
        stone = form.letters.index(letter)
        points = [
            form.point(position.game, cell)
            for cell, found in zip(cells, position.stones, strict=True)
            if found == stone
        ]
        if points:
            properties[f"A{letter}"] = points
    properties["PL"] = form.letter(position.to_move)
    return properties


@cache
def _version() -> str:
    return version("katachi")
