"""A set of pattern shapes as features: every shape is one, its contents are the levels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel, Picture
from katachi.features.sentences import Said, pattern_words
from katachi.features.shape import AbsoluteShape, RelativeShape, Shape, parse_shape
from katachi.features.shape_svg import shapes_svg
from katachi.games.game import Game
from katachi.games.position import Position

KIND = "shapes"
# Contents of a cell in names of levels: empty, own, other, outside the board.
CONTENTS = ".xo#"
# The same without colour symmetry, where x is Black.
_BOTH_COLORS = "both-colors"
_MOVERS = ("black", "white")


@dataclass(frozen=True)
class ShapeSet:
    """Pattern shapes of one board, all absolute or all relative; see docs/methods.

    With `color_symmetry` a pattern and its exchange of colours are one level, seen by the mover;
    without it White's levels are apart from Black's.

    >>> import katachi
    >>> shapes = ShapeSet(katachi.Othello(), (AbsoluteShape("b1", ("a1", "c1")),))
    >>> shapes.level_name(FeatureLevel(0, 5))
    'b1: a1=x c1=o'
    >>> shapes.parse_level("b1: a1=x c1=o")
    FeatureLevel(feature=0, level=5)
    """

    game: Game
    shapes: tuple[Shape, ...]
    color_symmetry: bool = True

    def __post_init__(self) -> None:
        """Refuses duplicates and mixtures."""
        if not self.shapes:
            raise KatachiError("a shape set needs at least one shape")
        if len({type(shape) for shape in self.shapes}) > 1:
            raise KatachiError("absolute and relative shapes belong into different sets")
        seen = set()
        for shape in self.shapes:
            if str(shape) in seen:
                raise KatachiError(f"the shape {shown(str(shape))} is there twice")
            seen.add(str(shape))

    @property
    def is_relative(self) -> bool:
        """Whether the shapes travel with the move."""
        return isinstance(self.shapes[0], RelativeShape)

    @cached_property
    def core(self) -> _core.FeatureSet:
        """The same in the core."""
        topology = self.game.topology.core
        number = self.game.cell_number
        try:
            if self.is_relative:
                offsets = [list(s.offsets) for s in self.shapes if isinstance(s, RelativeShape)]
                return _core.relative_shapes(topology, offsets, color_symmetry=self.color_symmetry)
            cells = [
                (number(s.target), [number(cell) for cell in s.cells])
                for s in self.shapes
                if isinstance(s, AbsoluteShape)
            ]
            return _core.absolute_shapes(topology, cells, color_symmetry=self.color_symmetry)
        except ValueError as error:
            raise KatachiError(str(error)) from None

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The lines of the shape file."""
        return tuple(str(shape) for shape in self.shapes)

    @property
    def text(self) -> str:
        """A shape file."""
        option = "" if self.color_symmetry else f"{_BOTH_COLORS}\n"
        lines = "".join(f"{shape}\n" for shape in self.shapes)
        return f"{FORMAT} {VERSION} {KIND}\ngame {self.game.name}{self.game.size}\n{option}{lines}"

    def svg(self) -> str:
        """A picture: a small board for each shape."""
        return shapes_svg(self.game, self.shapes)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> ShapeSet:
        """From the lines after the head."""
        color_symmetry = True
        if lines and lines[0] == _BOTH_COLORS:
            color_symmetry = False
            lines = lines[1:]
        return cls(game, tuple(parse_shape(game, line) for line in lines), color_symmetry)

    def with_shapes(self, shapes: tuple[Shape, ...]) -> ShapeSet:
        """The same board and options with other shapes."""
        return ShapeSet(self.game, shapes, self.color_symmetry)

    def contents(self, level: FeatureLevel) -> tuple[int, ...]:
        """What the cells of the shape hold, as indices of `CONTENTS`."""
        shape = self.shapes[level.feature]
        number = self._without_mover(level)
        digits = []
        for _ in shape.places:
            number, digit = divmod(number, shape.base)
            digits.append(digit)
        return tuple(reversed(digits))

    def _levels_of_mover(self, feature: int) -> int:
        shape = self.shapes[feature]
        return int(shape.base ** len(shape.places))

    def _without_mover(self, level: FeatureLevel) -> int:
        return level.level % self._levels_of_mover(level.feature)

    def level_name(self, level: FeatureLevel) -> str:
        """The target with the contents of the other cells; x is the mover (or Black)."""
        shape = self.shapes[level.feature]
        contents = zip(shape.places, self.contents(level), strict=True)
        mover = ""
        if not self.color_symmetry:
            mover = f"{_MOVERS[level.level // self._levels_of_mover(level.feature)]} "
        head, _, _ = str(shape).partition(":")
        return (
            f"{mover}{head}: {' '.join(f'{place}={CONTENTS[c]}' for place, c in contents)}".strip()
        )

    def picture(self, level: FeatureLevel) -> Picture:
        """The cells of the shape, around the move or at their places on the board.

        >>> import katachi
        >>> shapes = ShapeSet(katachi.Othello(), (AbsoluteShape("b1", ("a1", "c1")),))
        >>> shapes.picture(FeatureLevel(0, 5))
        [(1, 0, '*'), (0, 0, 'x'), (2, 0, 'o')]
        """
        shape = self.shapes[level.feature]
        signs = [CONTENTS[content] for content in self.contents(level)]
        if isinstance(shape, AbsoluteShape):
            where = self.game.topology.coordinates
            places = [where(cell) for cell in shape.cells]
            target = where(shape.target)
        else:
            places, target = list(shape.offsets), (0, 0)
        drawn = [(x, y, sign) for (x, y), sign in zip(places, signs, strict=True)]
        return [(*target, "*"), *drawn]

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """What stands on the cells of the shape, as it lies around the move."""
        cell = position.cell_of(move)
        number = len(position.stones) if cell is None else self.game.cell_number(cell)
        place = self.core.features_at(number).index(level.feature)
        names = self.game.topology.cells
        try:
            read = self.core.cells_read(position.core, number, place)
        except ValueError as error:
            raise KatachiError(str(error)) from None
        cells = tuple(names[cell] for cell in read if cell < len(names))
        return Said(f"fits a pattern: {pattern_words(position, cells, len(read))}", cells)

    def parse_level(self, name: str) -> FeatureLevel:
        """The level with that name."""
        head, colon, rest = name.partition(":")
        offset = 0
        words = head.split()
        if not self.color_symmetry and len(words) == 2 and words[0] in _MOVERS:
            offset = _MOVERS.index(words.pop(0))
        pairs = [word.rpartition("=") for word in rest.split()]
        if not colon or len(words) != 1 or not all(p and s for p, s, _ in pairs):
            raise KatachiError(f"a level looks like 'b1: a1=x c1=.', not {shown(name)}")
        places = tuple(place for place, _, _ in pairs)
        target = words[0]
        fitting = [
            number
            for number, shape in enumerate(self.shapes)
            if str(shape).partition(":")[0] == target and shape.places == places
        ]
        if not fitting:
            raise KatachiError(f"no shape of the set fits {shown(name)}")
        feature = fitting[0]
        shape = self.shapes[feature]
        level = 0
        for _, _, content in pairs:
            digit = CONTENTS.find(content)
            if len(content) != 1 or not 0 <= digit < shape.base:
                raise KatachiError(
                    f"a cell holds one of {CONTENTS[: shape.base]}, not {shown(content)}"
                )
            level = level * shape.base + digit
        return FeatureLevel(feature, offset * self._levels_of_mover(feature) + level)


def neighbourhoods(game: Game, *, distance: int = 1) -> ShapeSet:
    """Relative shapes that grow around the move: all cells at distance 1, then up to 2, ...

    >>> import katachi
    >>> print(neighbourhoods(katachi.Hex(11)).shapes[0])
    *: 0,-1 1,-1 -1,0 1,0 -1,1 0,1
    """
    topology = game.topology
    # Some cell with room around it on every side.
    middle = max(
        topology.cells, key=lambda cell: min(topology.coordinates(cell) + _room(game, cell))
    )
    x, y = topology.coordinates(middle)
    shapes = []
    for reach in range(1, distance + 1):
        around = [cell for cell in topology.cells if 0 < topology.distance(middle, cell) <= reach]
        offsets = [(topology.coordinates(c)[0] - x, topology.coordinates(c)[1] - y) for c in around]
        shapes.append(RelativeShape(tuple(offsets)))
    return ShapeSet(game, tuple(shapes))


def _room(game: Game, cell: str) -> tuple[int, int]:
    """How many columns and rows follow this cell's."""
    xs, ys = zip(*(game.topology.coordinates(c) for c in game.topology.cells), strict=True)
    x, y = game.topology.coordinates(cell)
    return max(xs) - x, max(ys) - y
