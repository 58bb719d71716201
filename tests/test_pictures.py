"""Pictures and text diagrams: what is on the board is in the picture, and nothing falls outside."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

import katachi
from katachi.games.svg import cell_centres

ALL_GAMES = [kind(size) for kind in katachi.games_by_name.values() for size in kind.sizes]
STONE_FILLS = {"#161616": "black", "#fbfbf6": "white"}
SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


def drawn(position: katachi.Position, marks: katachi.Marks | None = None) -> ET.Element:
    """Parsing proves that the picture is well-formed XML."""
    root = ET.fromstring(position.svg(marks))
    assert root.tag == f"{SVG}svg"
    return root


def all_of(root: ET.Element, tag: str) -> list[ET.Element]:
    return list(root.iter(SVG + tag))


def centre(circle: ET.Element) -> Point:
    return float(circle.attrib["cx"]), float(circle.attrib["cy"])


def stones_of(root: ET.Element) -> dict[Point, str]:
    """Colours of the stones by their places; nothing else is round and has an edge."""
    circles = [circle for circle in all_of(root, "circle") if "stroke" in circle.attrib]
    found = {centre(circle): STONE_FILLS[circle.attrib["fill"]] for circle in circles}
    assert len(found) == len(circles)
    return found


def texts_of(root: ET.Element) -> list[str]:
    return [text.text or "" for text in all_of(root, "text")]


def rounded(point: Point) -> Point:
    return float(f"{point[0]:.1f}"), float(f"{point[1]:.1f}")


def some_way_into(game: katachi.Game) -> katachi.Position:
    rng = random.Random(game.size)
    position = game.start()
    for _ in range(len(game.topology.cells) // 3):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_every_stone_is_drawn_on_its_cell_in_its_colour(game: katachi.Game) -> None:
    position = some_way_into(game)
    centres = cell_centres(position)
    expected = {
        rounded(centres[cell]): position.at(cell)
        for cell in game.topology.cells
        if position.at(cell) is not None
    }
    assert len(expected) > 1 or game.size == 2
    assert stones_of(drawn(position)) == expected


def points_of(root: ET.Element) -> Iterator[Point]:
    """Corners of everything that is drawn; texts by a generous guess of their extent."""
    for circle in all_of(root, "circle"):
        (x, y), r = centre(circle), float(circle.attrib["r"])
        yield from ((x - r, y - r), (x + r, y + r))
    for line in all_of(root, "line"):
        yield float(line.attrib["x1"]), float(line.attrib["y1"])
        yield float(line.attrib["x2"]), float(line.attrib["y2"])
    for polygon in all_of(root, "polygon"):
        for pair in polygon.attrib["points"].split():
            across, down = pair.split(",")
            yield float(across), float(down)
    for text in all_of(root, "text"):
        x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
        half = 0.32 * size * len(text.text or "")
        yield from ((x - half, y - 0.8 * size), (x + half, y))


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_nothing_is_cut_off_at_the_border_of_the_picture(game: katachi.Game) -> None:
    root = drawn(some_way_into(game))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    for x, y in points_of(root):
        assert 0 <= x <= width
        assert 0 <= y <= height
    assert abs(float(root.attrib["width"]) - width) < 1
    assert abs(float(root.attrib["height"]) - height) < 1


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_rows_and_columns_are_labelled_once_and_apart(game: katachi.Game) -> None:
    root = drawn(game.start())
    cells = game.topology.cells
    if game.name == "havannah":
        wanted = {cell[0] for cell in cells} | {str(n) for n in range(1, 2 * game.size)}
    else:
        wanted = {cell[0] for cell in cells} | {cell[1:] for cell in cells}
    assert Counter(texts_of(root)) == Counter(wanted)
    places = [(float(t.attrib["x"]), float(t.attrib["y"])) for t in all_of(root, "text")]
    for number, (x, y) in enumerate(places):
        for other_x, other_y in places[:number]:
            assert abs(x - other_x) > 14 or abs(y - other_y) > 10


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_labels_of_rows_and_columns_cover_no_cell(game: katachi.Game) -> None:
    position = game.start()
    root = drawn(position)
    for text in all_of(root, "text"):
        x, y = float(text.attrib["x"]), float(text.attrib["y"]) - 4
        for at_x, at_y in cell_centres(position).values():
            assert (x - at_x) ** 2 + (y - at_y) ** 2 > 18**2


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_board_itself_is_drawn(game: katachi.Game) -> None:
    root = drawn(game.start())
    if game.hexagonal:
        assert len(all_of(root, "polygon")) == len(game.topology.cells)
    else:
        lines = game.size + 1 if game.name == "othello" else game.size
        assert len(all_of(root, "line")) == 2 * lines


@pytest.mark.parametrize("size", katachi.Hex.sizes)
def test_the_goal_sides_of_hex_have_the_colours_of_the_players(size: int) -> None:
    position = katachi.Hex(size).start()
    centres = cell_centres(position)
    sides = dict(zip(("top", "bottom", "left", "right"), position.game.topology.sides, strict=True))
    near: dict[str, set[str]] = {}
    for line in all_of(drawn(position), "line"):
        middle_x = (float(line.attrib["x1"]) + float(line.attrib["x2"])) / 2
        middle_y = (float(line.attrib["y1"]) + float(line.attrib["y2"])) / 2
        touched = {
            side
            for side, cells in sides.items()
            for x, y in (centres[cell] for cell in cells)
            if (middle_x - x) ** 2 + (middle_y - y) ** 2 < 19**2
        }
        for side in touched:
            if len(touched) == 1:
                near.setdefault(side, set()).add(line.attrib["stroke"])
    assert near == {
        "top": {"#161616"},
        "bottom": {"#161616"},
        "left": {"#ffffff"},
        "right": {"#ffffff"},
    }


@pytest.mark.parametrize("game", [katachi.Go(9), katachi.Othello(), katachi.Hex(5)], ids=str)
def test_marks_appear_where_they_belong(game: katachi.Game) -> None:
    position = game.start()
    free, second, third = position.legal_moves[:3]
    centres = cell_centres(position)
    plain = drawn(position)
    marks = katachi.Marks(labels={free: "0.53"}, heat={second: 0.4, third: 7.0}, last=free)
    marked = drawn(position, marks)

    label = next(text for text in all_of(marked, "text") if text.text == "0.53")
    assert abs(float(label.attrib["x"]) - centres[free][0]) < 1
    assert abs(float(label.attrib["y"]) - centres[free][1]) < 8

    heats = {
        centre(circle): float(circle.attrib["fill-opacity"])
        for circle in all_of(marked, "circle")
        if "fill-opacity" in circle.attrib
    }
    assert heats == {rounded(centres[second]): 0.3, rounded(centres[third]): 0.75}

    dots = Counter(map(centre, all_of(marked, "circle")))
    dots.subtract(map(centre, all_of(plain, "circle")))
    assert dots[rounded(centres[free])] == 1
    assert sum(dots.values()) == 3


def test_labels_can_be_read_on_stones_of_both_colours() -> None:
    position = katachi.Hex(3).start().play_all("a1 b2")
    root = drawn(position, katachi.Marks(labels={"a1": "on black", "b2": "on white", "c3": "free"}))
    fills = {text.text: text.attrib["fill"] for text in all_of(root, "text")}
    assert fills["on black"] == "#fff"
    assert fills["on white"] == fills["free"] == "#111"


def test_a_pass_leaves_no_mark() -> None:
    position = katachi.Go(5).start()
    assert position.svg(katachi.Marks(last="pass")) == position.svg()


def test_labels_and_titles_may_hold_any_printable_text() -> None:
    label = "<&>\"'é☗"
    position = katachi.Go(9, superko="none").start()
    root = drawn(position, katachi.Marks(labels={"A1": label}))
    assert label in texts_of(root)
    assert all_of(root, "title")[0].text == "Go(9, superko='none')"


def test_control_characters_in_labels_keep_the_picture_well_formed() -> None:
    drawn(katachi.Go(5).start(), katachi.Marks(labels={"A1": "a\0b"}))


def test_notebooks_show_the_picture() -> None:
    position = katachi.Hex(3).start().play("b2")
    assert position._repr_svg_() == position.svg()


DIAGRAMS = [
    (
        katachi.Othello(6).start().play("c2"),
        """\
  a b c d e f
1 . . . . . .
2 . . X . . .
3 . . X X . .
4 . . X O . .
5 . . . . . .
6 . . . . . .
White (O) to move""",
    ),
    (
        katachi.Othello(10).start(),
        """\
   a b c d e f g h i j
 1 . . . . . . . . . .
 2 . . . . . . . . . .
 3 . . . . . . . . . .
 4 . . . . . . . . . .
 5 . . . . O X . . . .
 6 . . . . X O . . . .
 7 . . . . . . . . . .
 8 . . . . . . . . . .
 9 . . . . . . . . . .
10 . . . . . . . . . .
Black (X) to move""",
    ),
    (
        katachi.Go(5).position("...../.XO../XO.O./.XO../.....").play("C3"),
        """\
  A B C D E
5 . . . . .
4 . X O . .
3 X . X O .
2 . X O . .
1 . . . . .
White (O) to move, ko at B3""",
    ),
    (
        katachi.Go(3, komi=0.5).start().play_all("B2 pass pass"),
        """\
  A B C
3 . . .
2 . X .
1 . . .
Black wins by 8.5 points""",
    ),
    (
        katachi.Hex(3).start().play_all("b2 a1 b1 c1 b3"),
        """\
  a b c
1 O X O 1
 2 . X . 2
  3 . X . 3
     a b c
Black wins by a connection""",
    ),
    (
        katachi.Havannah(3).start().play_all("a1 e5 c3"),
        """\
    1 2 3
  a X . . 4
 b . . . . 5
c . . X . .
 d . . . .
  e . . O
White (O) to move""",
    ),
]


@pytest.mark.parametrize(("position", "diagram"), DIAGRAMS)
def test_a_position_prints_as_a_board(position: katachi.Position, diagram: str) -> None:
    assert str(position) == diagram


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_every_cell_can_be_named_from_the_printed_board(game: katachi.Game) -> None:
    """Each row and column of the text has its name, in the line and place where its cells are."""
    lines = str(game.start()).splitlines()[:-1]
    cells = game.topology.cells
    rows = [line for line in lines if "." in line]
    for row, line in enumerate(rows):
        own = [cell for cell in cells if game.topology.coordinates(cell)[1] == row]
        name = own[0][0] if game.name == "havannah" else own[0][1:]
        assert line.split()[0] == name
        assert sum(word in {"X", "O", "."} for word in line.split()) == len(own)
    header = lines[0].split()
    if game.name == "y":
        footer = lines[-1].split()
        assert footer == [cell[0] for cell in cells[-game.size :]]
        assert lines[-1].index("a") == rows[-1].index(".") - 1  # half a cell to the left
        return
    if game.name != "havannah":
        assert header == [cell[0] for cell in cells[: game.size]]
        assert lines[0].index(header[0]) == rows[0].index(".")
        return
    assert header == [str(column) for column in range(1, game.size + 1)]
    assert lines[0].index("1") == rows[0].index(".")
    # A column that begins below the first row has its number behind the row above.
    behind = [line.rpartition(".")[2].strip() for line in rows]
    assert behind == [
        str(game.size + row + 1) if row < game.size - 1 else "" for row in range(len(rows))
    ]


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_printed_board_has_every_stone_and_whose_turn_it_is(game: katachi.Game) -> None:
    position = some_way_into(game)
    *board, turn = str(position).splitlines()
    symbols = Counter(word for line in board for word in line.split())
    column_named_o = game.name == "go" and game.size >= 14
    assert symbols["X"] == position.stones.count(0)
    assert symbols["O"] - column_named_o == position.stones.count(1)
    assert symbols["."] == position.stones.count(2)
    if not position.is_over:
        assert turn.startswith(f"{position.to_move.capitalize()} (")
    else:
        assert turn == str(position.outcome)
