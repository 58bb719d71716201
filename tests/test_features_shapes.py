"""Pattern shapes: files, names, and levels against a slow twin and the symmetries of the board."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import shapes as twin

import katachi
from katachi import features
from katachi.features import AbsoluteShape, CellClasses, FeatureLevel, RelativeShape, ShapeSet
from katachi.features.shape_svg import STEP


def random_position(game: katachi.Game, plies: int, seed: int) -> katachi.Position:
    rng = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def test_shipped_shape_files() -> None:
    sizes = {name: len(features.shapes(name).shapes) for name in features.shape_set_names()}
    assert sizes == {
        "othello-better": 20,
        "othello-buro": 46,
        "othello-default": 25,
        "othello-evolved": 25,
        "othello-evolved-2": 25,
        "othello-evolved-3": 25,
        "othello-logistello": 18,
        "othello-middle": 20,
        "othello-selected": 18,
        "othello-worse": 20,
    }


@pytest.mark.parametrize("name", features.shape_set_names())
def test_shape_files_read_back_what_they_write(name: str) -> None:
    shapes = features.shapes(name)
    assert features.parse_feature_set(shapes.text) == shapes
    targets = {shape.target for shape in shapes.shapes if isinstance(shape, AbsoluteShape)}
    assert targets == {"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3"}


def test_tables_of_the_thesis() -> None:
    default = {str(shape) for shape in features.shapes("othello-default").shapes}
    assert "b2: b2 a1 c3 d4 e5 f6 g7 h8 a2 b1" in default
    assert "d3: d3 a6 b5 c4 e2 f1" in default
    evolved = {str(shape) for shape in features.shapes("othello-evolved").shapes}
    assert "c3: c3 f6 f4 d6 c5 e3 h3 c8 h1 a8" in evolved
    better = features.shapes("othello-better").shapes
    assert [len(shape.places) + 1 for shape in better[8:14]] == [8, 9, 10, 10, 9, 10]


def test_number_of_patterns() -> None:
    """2 * 3^(length - 1) patterns, halved by colour symmetry (SHAPES 6.1)."""
    shapes = features.shapes("othello-default")
    assert shapes.core.level_count(0) == 3**8
    both = ShapeSet(shapes.game, shapes.shapes, color_symmetry=False)
    assert both.core.level_count(0) == 2 * 3**8


SETS = [
    features.shapes("othello-default"),
    features.shapes("othello-evolved"),
    ShapeSet(katachi.Othello(), features.shapes("othello-worse").shapes, color_symmetry=False),
    features.neighbourhoods(katachi.Go(9)),
    features.neighbourhoods(katachi.Hex(5)),
    features.neighbourhoods(katachi.Havannah(4)),
    ShapeSet(katachi.Hex(5), (RelativeShape(((1, 0), (2, -1))),), color_symmetry=False),
    ShapeSet(katachi.Hex(5), (AbsoluteShape("b1", ("a1", "c4", "e5")),), color_symmetry=False),
    ShapeSet(katachi.Go(7), (RelativeShape(((1, 0), (2, 0), (0, 3))),)),
]


@pytest.mark.parametrize("shapes", SETS, ids=lambda s: f"{s.game}-{len(s.shapes)}")
def test_levels_equal_the_slow_twin(shapes: ShapeSet) -> None:
    encoder = features.make_encoder([shapes])
    compared = 0
    for seed in range(6):
        position = random_position(shapes.game, 5 + 7 * seed, seed)
        numbers = [shapes.game.number(move) for move in position.legal_moves]
        rows = encoder.levels(position.core, numbers)
        for move, row in zip(position.legal_moves, rows, strict=True):
            expected = [
                (
                    feature,
                    twin.level_of(position, move, shape, color_symmetry=shapes.color_symmetry),
                )
                for feature, shape in enumerate(shapes.shapes)
                if twin.applies(shapes.game, move, shape)
            ]
            assert row == expected
            compared += len(row)
    assert compared >= 2


@pytest.mark.parametrize("shapes", SETS, ids=lambda s: f"{s.game}-{len(s.shapes)}")
def test_levels_commute_with_symmetries(shapes: ShapeSet) -> None:
    encoder = features.make_encoder([shapes])
    game = shapes.game
    position = random_position(game, 12, seed=3)
    for symmetry in game.topology.symmetries:
        if symmetry.exchanges_colors and not shapes.color_symmetry:
            continue
        turned = position.transformed(symmetry)
        for move in position.legal_moves:
            number = game.number(move)
            if number == len(game.moves) - 1:
                continue
            image = int(symmetry.images[number])
            assert encoder.levels(position.core, [number]) == encoder.levels(turned.core, [image])


def test_color_symmetry_sees_the_mover() -> None:
    game = katachi.Othello()
    text = "......../......../...X..../..XXX.../...XO.../......../......../........"
    exchanged = text.replace("X", "-").replace("O", "X").replace("-", "O")
    white, black = game.position(f"{text} O"), game.position(f"{exchanged} X")
    shapes = features.shapes("othello-evolved")
    both = ShapeSet(game, shapes.shapes, color_symmetry=False)
    numbers = [game.number(move) for move in white.legal_moves]
    assert white.legal_moves == black.legal_moves
    one = features.make_encoder([shapes])
    two = features.make_encoder([both])
    assert one.levels(white.core, numbers) == one.levels(black.core, numbers)
    assert two.levels(white.core, numbers) != two.levels(black.core, numbers)


@given(st.sampled_from(SETS), st.data())
def test_names_of_levels_parse_back(shapes: ShapeSet, data: st.DataObject) -> None:
    feature = data.draw(st.integers(0, len(shapes.shapes) - 1))
    level = FeatureLevel(feature, data.draw(st.integers(0, shapes.core.level_count(feature) - 1)))
    assert shapes.parse_level(shapes.level_name(level)) == level


def test_name_of_a_level_says_what_is_on_the_board() -> None:
    shapes = ShapeSet(katachi.Othello(), (AbsoluteShape("d3", ("d4", "e4", "a1")),))
    encoder = features.make_encoder([shapes])
    ((row,),) = encoder.levels(katachi.Othello().start().core, [katachi.Othello().number("d3")])
    assert shapes.level_name(FeatureLevel(*row)) == "d3: d4=o e4=x a1=."


@pytest.mark.parametrize("game", [katachi.Othello(), katachi.Hex(5), katachi.Havannah(4)], ids=str)
def test_cell_classes(game: katachi.Game) -> None:
    classes = CellClasses(game)
    encoder = features.make_encoder([classes])
    for move in game.topology.cells:
        ((row,),) = encoder.levels(game.start().core, [game.number(move)])
        assert classes.level_name(FeatureLevel(*row)) == game.topology.orbit(move)
        assert classes.parse_level(move) == FeatureLevel(*row)
    assert encoder.levels(game.start().core, [len(game.moves) - 1]) == [[]]
    assert features.parse_feature_set(classes.text) == classes


def test_several_feature_sets_are_numbered_through() -> None:
    game = katachi.Othello()
    encoder = features.make_encoder([CellClasses(game), features.shapes("othello-default")])
    assert encoder.feature_count == 26
    assert encoder.level_counts[:2] == [10, 3**8]
    (row,) = encoder.levels(game.start().core, [game.number("d3")])
    assert [feature for feature, _ in row] == [0, 22, 23, 24, 25]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with 'katachi-features 1 KIND'"),
        ("katachi-features 9 shapes\ngame othello8", "version '9'"),
        ("katachi-features 1 stars\ngame othello8", "no kind of features 'stars'"),
        ("katachi-features 1 shapes\nplay othello8", "looks like 'game othello8'"),
        ("katachi-features 1 shapes\ngame othello8", "needs at least one shape"),
        ("katachi-features 1 shapes\ngame othello8\nb1 a1", "looks like 'b1: a1 b1 c1'"),
        ("katachi-features 1 shapes\ngame othello8\nb1: a1 c1", "lacks its target b1"),
        ("katachi-features 1 shapes\ngame othello8\nb1: b1 a1 a1", "has a cell twice"),
        ("katachi-features 1 shapes\ngame othello8\nb1: b1 z1", "'z1' is not a move"),
        ("katachi-features 1 shapes\ngame go9\n*: 1;0", "an offset looks like"),
        ("katachi-features 1 shapes\ngame go9\n*: 1,0\n*: 1,0", "is there twice"),
        ("katachi-features 1 shapes\ngame go9\n*: 1,0\na1: a1 b1", "different sets"),
        ("katachi-features 1 cells\ngame go9\na1", "have no line 'a1'"),
    ],
)
def test_errors_name_the_offender(text: str, words: str) -> None:
    with pytest.raises(katachi.KatachiError, match=words.replace("(", r"\(").replace("*", r"\*")):
        features.parse_feature_set(text)


def test_shapes_with_too_many_levels_are_refused() -> None:
    cells = " ".join(katachi.Othello().topology.cells[:20])
    with pytest.raises(katachi.KatachiError, match="more than 16777216 levels"):
        features.parse_feature_set(f"katachi-features 1 shapes\ngame othello8\na1: {cells}")


@pytest.mark.parametrize("name", ["b1: a1=y c1=.", "b1 a1=x", "b1: a1", "q9: a1=x c1=."])
def test_bad_names_of_levels_are_refused(name: str) -> None:
    shapes = ShapeSet(katachi.Othello(), (AbsoluteShape("b1", ("a1", "c1")),))
    with pytest.raises(katachi.KatachiError, match=r"looks like|holds one of|no shape"):
        shapes.parse_level(name)


def test_absolute_shapes_of_hex_have_no_color_symmetry() -> None:
    shapes = ShapeSet(katachi.Hex(5), (AbsoluteShape("b1", ("a1",)),))
    with pytest.raises(katachi.KatachiError, match="cannot have colour symmetry"):
        _ = shapes.core


def circles(picture: str, colour: str) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}circle")
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in found
        if circle.attrib["fill"] == colour
    ]


def test_a_picture_shows_the_cells_of_each_shape() -> None:
    shape = AbsoluteShape("b1", ("a1", "c1", "h8"))
    picture = ShapeSet(katachi.Othello(), (shape,)).svg()
    (move,) = circles(picture, "#c0392b")
    cells = circles(picture, "#1f5fa8")
    columns = sorted(round((x - move[0]) / STEP) for x, _ in cells)
    rows = sorted(round((y - move[1]) / STEP) for _, y in cells)
    assert columns == [-1, 1, 6]
    assert rows == [0, 0, 7]
    assert len(circles(picture, "#999999")) == 60


@pytest.mark.parametrize("name", ["go9", "hex11", "havannah5"])
def test_a_picture_of_relative_shapes_is_centred_on_the_move(name: str) -> None:
    shapes = features.neighbourhoods(katachi.parse_game(name), distance=2)
    picture = shapes.svg()
    moves = circles(picture, "#c0392b")
    cells = circles(picture, "#1f5fa8")
    assert len(moves) == len(shapes.shapes)
    assert len(cells) == sum(len(shape.places) for shape in shapes.shapes)
    assert sum(x for x, _ in cells) == pytest.approx(0.0, abs=0.5)
    assert sum(y for _, y in cells) == pytest.approx(0.0, abs=0.5)
