"""How programs of each game speak GTP: names of cells, who begins, what `boardsize` counts.

go       Go. A1 is the lower left corner, no letter I.
edax     Othello as Edax, Egaroucid and GRhino write it: a1 is the upper left corner. Omitted passes
         are tolerated.
htp      Hex, for HexGui, MoHex and Wolve: a1 is the upper left corner, the letter i is used,
         `boardsize` has two numbers, the swap is `swap-pieces`, results have no number.
castro   Havannah, for HavannahGui, castro and morat: row letter and column of the whole board.
         White begins there; katachi's first player, Black, is White in this dialect.
gogui    Every game but Go for GoGui: vertices in Go style, row 1 at the bottom, rules by
         `gogui-rules_*`. A Havannah board of side n has size 2n - 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from katachi.errors import InvalidMove, KatachiError, shown
from katachi.games.game import Game
from katachi.games.outcome import Color, opponent
from katachi.gtp.protocol.entities import parse_color


@dataclass(frozen=True)
class Dialect:
    """A way to name the moves and players of one game.

    `special` is the name of the move that is no cell. `first` is the colour that begins in the
    dialect; katachi's is always black. `komi`: whether the command exists. `gogui_rules`: whether
    GoGui is told the rules; of Go it knows its own.
    """

    name: str
    game: str
    notation: str
    special: str
    first: Color = "black"
    capitals: bool = True
    komi: bool = True
    gogui_rules: bool = False

    def vertex(self, game: Game, move: str, *, notation: str = "") -> str:
        """A move of katachi in the words of the dialect."""
        number = game.number(move)
        if number == len(game.moves) - 1:
            return self.special
        text = game.notation(notation or self.notation).text(number)
        return text.upper() if self.capitals else text

    def move(self, game: Game, vertex: str, *, notation: str = "") -> str:
        """A vertex in the words of katachi; raises `InvalidMove`."""
        if vertex.lower() == self.special:
            return game.moves[-1]
        number = game.notation(notation or self.notation).number(vertex)
        return game.moves[number]

    def cell(self, game: Game, vertex: str, *, notation: str = "") -> str:
        """A vertex that is a cell; raises `InvalidMove` also for pass and swap."""
        move = self.move(game, vertex, notation=notation)
        if move == game.moves[-1]:
            raise InvalidMove(f"{shown(vertex)} is not a cell")
        return move

    def parse_color(self, word: str) -> Color:
        """A colour as katachi sees it; raises `CommandFailed`."""
        color = parse_color(word)
        return color if self.first == "black" else opponent(color)

    def color(self, color: Color) -> Color:
        """A colour of katachi as the dialect calls it."""
        return color if self.first == "black" else opponent(color)

    def board_size(self, game: Game) -> int:
        """What `boardsize` says for a game."""
        if self.gogui_rules and game.name == "havannah":
            return 2 * game.size - 1
        return game.size

    def size_of(self, number: int) -> int:
        """Katachi's size for a `boardsize`; 0 if there is none."""
        if self.gogui_rules and self.game == "havannah":
            return (number + 1) // 2 if number % 2 else 0
        return number


# In the order of preference: the first dialect of a game is its default.
DIALECTS = (
    Dialect("go", "go", "gtp", "pass"),
    Dialect("edax", "othello", "othello", "pass"),
    Dialect("htp", "hex", "hex", "swap-pieces", capitals=False, komi=False),
    Dialect("castro", "havannah", "havannahgui", "swap", first="white", capitals=False),
    Dialect("gogui", "othello", "gogui", "pass", gogui_rules=True),
    Dialect("gogui", "hex", "gogui", "swap", gogui_rules=True),
    Dialect("gogui", "havannah", "gogui", "swap", gogui_rules=True),
)


def dialect_of(game: Game, name: str = "") -> Dialect:
    """A dialect of a game by name; without a name the game's own.

    >>> import katachi
    >>> dialect_of(katachi.Hex()).name, dialect_of(katachi.Hex(), "gogui").notation
    ('htp', 'gogui')
    """
    own = [dialect for dialect in DIALECTS if dialect.game == game.name]
    for dialect in own:
        if not name or dialect.name == name:
            return dialect
    known = ", ".join(dialect.name for dialect in own)
    raise KatachiError(f"{game.name} has no dialect {shown(name)}; known: {known}")
