"""Rules as diagrams: a title, a board, a few facts. The form is explained in diagrams/README.md."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import katachi
from katachi.features import FeatureLevel, Tactics, make_encoder

FOLDER = Path(__file__).parent / "diagrams"
BOARD_ROW = re.compile(r"[XO.\s]+")

Line = tuple[int, str]  # number in the file, text


@dataclass(frozen=True)
class Diagram:
    """One block of a file, cut into its parts but not yet understood."""

    file: str
    title: str
    game: str
    board: tuple[str, ...]
    facts: tuple[Line, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.title}"


class Unreadable(Exception):
    """A diagram that does not keep to the form; the text names file and line."""


def read_diagrams(file: str, text: str) -> list[Diagram]:
    blocks: list[list[Line]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return [read_block(file, block) for block in blocks if block]


def read_block(file: str, block: list[Line]) -> Diagram:
    where, first = block[0]
    if not first.startswith("# "):
        raise Unreadable(f"{file}:{where}: a case begins with '# title', not {first!r}")
    if len(block) < 2 or not block[1][1].startswith("game: "):
        raise Unreadable(f"{file}:{where}: the second line of a case is 'game: ...'")
    rows = 2
    while rows < len(block) and BOARD_ROW.fullmatch(block[rows][1]):
        rows += 1
    if rows == len(block):
        raise Unreadable(f"{file}:{where}: a case needs a fact")
    board = tuple(line for _, line in block[2:rows])
    return Diagram(file, first[2:], block[1][1].removeprefix("game: "), board, tuple(block[rows:]))


def read_game(text: str) -> katachi.Game:
    """`Go(5, komi=0)`: a call with a size and plain values by name."""
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    sizes = [ast.literal_eval(argument) for argument in call.args]
    options = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
    game = katachi.games_by_name[call.func.id.lower()](*sizes, **options)
    assert repr(game) == text
    return game


@dataclass
class Run:
    """A diagram on its way from fact to fact."""

    diagram: Diagram
    game: katachi.Game
    position: katachi.Position
    rows: list[str] = field(default_factory=list)  # of an open `board:`

    # ------------------------------------------------------------ facts, one method for each kind

    def play(self, moves: str) -> None:
        self.position = self.position.play_all(moves)

    def play_and_count(self, move: str, what: str, count: str) -> None:
        """Opposing stones that are gone, or that have changed colour."""
        before, mover = self.position, self.position.to_move
        self.position = before.play(move)
        other = katachi.opponent(mover)
        left = [c for c in self.game.topology.cells if before.at(c) == other]
        now = [self.position.at(cell) for cell in left]
        found = now.count(None) if what == "captures" else now.count(mover)
        assert found == int(count), f"{move} {what} {found}"

    def legal(self, moves: str) -> None:
        for move in moves.split():
            assert self.position.is_legal(move), f"{move} is illegal"
            assert self.game.moves[self.game.number(move)] in self.position.legal_moves

    def illegal(self, move: str, reason: str) -> None:
        assert not self.position.is_legal(move), f"{move} is legal"
        assert self.game.moves[self.game.number(move)] not in self.position.legal_moves
        with pytest.raises(katachi.IllegalMove) as refused:
            self.position.play(move)
        words = str(refused.value).split("; position: ")[0].split(": ", 1)[1]
        assert words == reason

    def moves(self, moves: str) -> None:
        assert sorted(self.position.legal_moves) == sorted(moves.split())

    def stones(self, color: str, cells: str) -> None:
        found = [cell for cell in self.game.topology.cells if self.position.at(cell) == color]
        assert sorted(found) == sorted(cells.split())

    def turn(self, color: str) -> None:
        assert self.position.to_move == color

    def score(self, margin: str) -> None:
        assert self.position.outcome.score == float(margin)

    def winner(self, color: str, reason: str) -> None:
        assert self.position.is_over, "the game goes on"
        assert self.position.legal_moves == ()
        outcome = self.position.outcome
        assert (outcome.winner, outcome.reason) == (color, reason)

    def draw(self, reason: str) -> None:
        assert self.position.is_over, "the game goes on"
        assert (self.position.outcome.winner, self.position.outcome.reason) == (None, reason)

    def not_over(self) -> None:
        assert not self.position.is_over, str(self.position.outcome)
        assert self.position.legal_moves

    def level(self, move: str, name: str) -> None:
        """A level of the tactical features."""
        tactics = Tactics(self.game)
        (row,) = make_encoder([tactics]).levels(self.position.core, [self.game.number(move)])
        assert self.position.is_legal(move)
        names = [tactics.level_name(FeatureLevel(*level)) for level in row]
        assert tactics.level_name(tactics.parse_level(name)) in names, names

    def compare_board(self) -> None:
        expected = "".join("".join(self.rows).split())
        symbols = "".join("XO."[stone] for stone in self.position.stones)
        assert symbols == expected, str(self.position)


FACTS: list[tuple[str, Callable[..., None]]] = [
    (r"play (\S+) -> (captures|flips) (\d+)", Run.play_and_count),
    (r"play ([^>]+)", Run.play),
    (r"legal (.+)", Run.legal),
    (r"illegal (\S+): (.+)", Run.illegal),
    (r"moves:(.*)", Run.moves),
    (r"(black|white) at:(.*)", Run.stones),
    (r"turn (black|white)", Run.turn),
    (r"score (-?[\d.]+)", Run.score),
    (r"winner (black|white) by (\w+)", Run.winner),
    (r"draw by (\w+)", Run.draw),
    (r"not over", Run.not_over),
    (r"level (\S+) (.+)", Run.level),
]


def check(diagram: Diagram) -> None:
    """Raises AssertionError for a fact that is false, `Unreadable` for one that is no fact."""
    game = read_game(diagram.game)
    facts = list(diagram.facts)
    mover = re.fullmatch(r"to move: (black|white)", facts[0][1])
    text = "\n".join([*diagram.board, mover[1]] if mover else diagram.board)
    refused = re.fullmatch(r"refused: (.+)", facts[-1][1])
    if refused:
        with pytest.raises(katachi.InvalidPosition) as error:
            game.position(text)
        assert str(error.value).startswith(f"{refused[1]}: ")
        return
    run = Run(diagram, game, game.position(text) if diagram.board else game.start())
    assert run.position.core.is_consistent
    for number, line in facts[1:] if mover else facts:
        try:
            check_fact(run, number, line)
        except (AssertionError, katachi.KatachiError) as error:
            error.add_note(f"tests/diagrams/{diagram.file}:{number}: {line}")
            raise
    if run.rows:
        run.compare_board()
    assert run.position.core.is_consistent


def check_fact(run: Run, number: int, line: str) -> None:
    if line == "board:" or BOARD_ROW.fullmatch(line):
        run.rows.append(line.removeprefix("board:"))
        return
    if run.rows:
        run.compare_board()
        run.rows.clear()
    for pattern, fact in FACTS:
        match = re.fullmatch(pattern, line)
        if match:
            fact(run, *match.groups())
            return
    raise Unreadable(f"{run.diagram.file}:{number}: {line!r} is no fact; see README.md")


def check_all(file: str, text: str) -> None:
    for diagram in read_diagrams(file, text):
        check(diagram)


DIAGRAMS = [
    diagram
    for file in sorted(FOLDER.glob("*.txt"))
    for diagram in read_diagrams(file.name, file.read_text("utf-8"))
]


@pytest.mark.parametrize("diagram", DIAGRAMS, ids=str)
def test_diagram(diagram: Diagram) -> None:
    check(diagram)


def test_every_game_has_at_least_twelve_diagrams_with_titles_of_their_own() -> None:
    per_game = Counter(read_game(diagram.game).name for diagram in DIAGRAMS)
    assert set(per_game) == set(katachi.games_by_name)
    assert min(per_game.values()) >= 12
    titles = Counter(map(str, DIAGRAMS))
    assert [title for title, count in titles.items() if count > 1] == []


@pytest.mark.parametrize("name", katachi.games_by_name)
def test_every_tactical_level_has_a_diagram(name: str) -> None:
    shown = {
        line.split(maxsplit=2)[2]
        for diagram in DIAGRAMS
        if read_game(diagram.game).name == name
        for _, line in diagram.facts
        if line.startswith("level ")
    }
    tactics = Tactics(katachi.parse_game(name))
    levels = {
        tactics.level_name(FeatureLevel(feature, level))
        for feature in range(len(tactics.feature_names))
        for level in range(1, tactics.core.level_count(feature))
    }
    assert levels - shown == set()


KO = """
# A ko
game: Go(5)
. . . . .
. X O . .
X O . O .
. X O . .
. . . . .
"""


# Each would pass if its kind of fact were not looked at.
@pytest.mark.parametrize(
    "lie",
    [
        "play B3",
        "play C3 -> captures 2",
        "legal B3",
        "illegal E5: it is suicide",
        "illegal B3: it is suicide",
        "moves: C3 pass",
        "black at: A3",
        "white at: A3 B4 B2",
        "turn white",
        "score 1",
        "winner black by area",
        "draw by area",
        "play pass pass\nnot over",
        "play pass pass\ndraw by area",
        "play pass pass\nwinner black by area",
        "play pass pass\nwinner white by stones",
        "board:\n.....\n.....\n.....\n.....\n.....",
        "board:\n.....\n.XO..\nXO.O.\n.XO..\n....X\nturn black",
        "refused: a chain has no liberty",
        "level C3 capture: in a ladder",
        "level C3 border: 2",
        "to move: white\nturn black",
    ],
)
def test_a_false_fact_fails(lie: str) -> None:
    (diagram,) = read_diagrams("lie.txt", KO.rstrip() + "\n" + lie)
    with pytest.raises((AssertionError, katachi.IllegalMove, pytest.fail.Exception)):
        check(diagram)


def test_a_failing_fact_names_its_file_and_line() -> None:
    (diagram,) = read_diagrams("ko.txt", KO.rstrip() + "\nturn white")
    with pytest.raises(AssertionError) as failed:
        check(diagram)
    assert failed.value.__notes__ == ["tests/diagrams/ko.txt:9: turn white"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: Go(5)", "new.txt:1: a case begins with '# title', not 'game: Go(5)'"),
        ("# t\nturn black", "new.txt:1: the second line of a case is 'game: ...'"),
        ("# t\ngame: Go(5)\n.....", "new.txt:1: a case needs a fact"),
        ("# t\ngame: Go(5)\nwins black", "new.txt:3: 'wins black' is no fact; see README.md"),
    ],
)
def test_a_diagram_out_of_form_is_reported_with_its_line(text: str, message: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        check_all("new.txt", text)
    assert str(unreadable.value) == message
