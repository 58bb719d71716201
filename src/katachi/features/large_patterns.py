"""Large patterns as features: the largest known pattern around a move (FOREST 2.4.1, 4.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from katachi import _core
from katachi.errors import KatachiError, shown
from katachi.features.feature_set import FORMAT, VERSION, FeatureLevel, Picture
from katachi.features.sentences import Said, pattern_words
from katachi.games.game import Game
from katachi.games.position import Position

KIND = "large-patterns"
# Characters of a text of this kind, enough for millions of patterns.
LONGEST_TEXT = 100_000_000

# FOREST: circular distance 3 to 15. On hexagonal boards five rings of cells.
SQUARE_SIZES = (3, 15)
HEXAGONAL_SIZES = (2, 10)

_UNKNOWN = "no known pattern"
_NAME = re.compile(r"size ([0-9]{1,2}): ([.xo# ]+)")
_SIZES = re.compile(r"sizes ([0-9]{1,2}) ([0-9]{1,2})")


def default_sizes(game: Game) -> tuple[int, int]:
    """The smallest and the largest size that suit a board.

    >>> import katachi
    >>> default_sizes(katachi.Go(19)), default_sizes(katachi.Hex(13))
    ((3, 15), (2, 10))
    """
    return HEXAGONAL_SIZES if game.hexagonal else SQUARE_SIZES


@dataclass(frozen=True)
class LargePatterns:
    r"""Patterns of one board; docs/methods/large-patterns.md has sizes and the form of the lines.

    >>> import katachi
    >>> some = LargePatterns(katachi.Go(9), (3, 4), "3........\n4....\n4...#\n")
    >>> len(some), some.level_name(FeatureLevel(0, 2))
    (3, 'size 4: ........ ....')
    >>> some.parse_level("size 4: ........ #...")
    FeatureLevel(feature=0, level=3)
    >>> print(some.diagram(3))
        .
      . . .
    . . * . .
      . . .
        #
    """

    game: Game
    sizes: tuple[int, int]
    lines: str = field(repr=False)

    @cached_property
    def core(self) -> _core.LargePatterns:
        """The same in the core."""
        try:
            return _core.large_patterns(self.game.topology.core, *self.sizes, self.lines)
        except ValueError as error:
            raise KatachiError(str(error)) from None

    def __len__(self) -> int:
        """How many patterns."""
        return self.core.level_count(0) - 1

    @property
    def is_relative(self) -> bool:
        """The same on every size of the board."""
        return True

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Only one."""
        return ("pattern",)

    @property
    def text(self) -> str:
        """The sizes, then a line for each pattern."""
        return (
            f"{FORMAT} {VERSION} {KIND}\ngame {self.game.name}{self.game.size}\n"
            f"sizes {self.sizes[0]} {self.sizes[1]}\n{self.lines}"
        )

    @classmethod
    def from_lines(cls, game: Game, lines: list[str]) -> LargePatterns:
        """From the lines after the head."""
        match = _SIZES.fullmatch(lines[0]) if lines else None
        if match is None:
            found = shown(lines[0]) if lines else "nothing"
            raise KatachiError(f"patterns begin with a line like 'sizes 3 15', not {found}")
        made = cls(game, (int(match[1]), int(match[2])), "".join(f"{x}\n" for x in lines[1:]))
        _ = made.core  # which checks every line
        return made

    def level_name(self, level: FeatureLevel) -> str:
        """The size and the contents of the pattern, ring by ring; x is the mover."""
        if level.level == 0:
            return _UNKNOWN
        return f"size {self.size(level.level)}: {self.core.contents(level.level)}"

    def parse_level(self, name: str) -> FeatureLevel:
        """The level of a pattern, which may be turned or mirrored."""
        if name == _UNKNOWN:
            return FeatureLevel(0, 0)
        match = _NAME.fullmatch(name)
        if match is None:
            raise KatachiError(f"a pattern looks like 'size 4: ..x..... ....', not {shown(name)}")
        level = self.core.level_of(match[2])
        if level == 0 or self.size(level) != int(match[1]):
            raise KatachiError(f"there is no pattern {shown(name)} in this set")
        return FeatureLevel(0, level)

    def say(self, position: Position, move: str, level: FeatureLevel) -> Said:
        """What stands on the cells of the pattern, as it lies around the move."""
        if level.level == 0:
            return Said("fits no known pattern")
        topology = self.game.topology
        x, y = topology.coordinates(position.cell_of(move) or move)
        offsets = set(self.offsets(level.level))
        cells = []
        for cell in topology.cells:
            column, row = topology.coordinates(cell)
            if (column - x, row - y) in offsets:
                cells.append(cell)
        return Said(f"fits a pattern: {pattern_words(position, cells, len(offsets))}", tuple(cells))

    def picture(self, level: FeatureLevel) -> Picture:
        """The cells of the pattern around the move."""
        if level.level == 0:
            return []
        contents = self.core.contents(level.level).replace(" ", "")
        cells = zip(self.offsets(level.level), contents, strict=True)
        return [(0, 0, "*"), *((x, y, sign) for (x, y), sign in cells)]

    def size(self, level: int) -> int:
        """The size of the pattern behind a level above 0."""
        return self.core.size(level)

    @cached_property
    def rings(self) -> list[list[tuple[int, int]]]:
        """Offsets (columns to the right, rows down) of the cells of each size, as they are read."""
        return _core.pattern_rings(self.game.topology.core, *self.sizes)

    def offsets(self, level: int) -> list[tuple[int, int]]:
        """The cells of the pattern behind a level, as they are read; none for level 0."""
        if level == 0:
            return []
        rings = self.rings[: self.size(level) - self.sizes[0] + 1]
        return [offset for ring in rings for offset in ring]

    def diagram(self, level: int) -> str:
        """The pattern behind a level above 0 as a small board: x own, o other, # outside."""
        contents = self.core.contents(level).replace(" ", "")
        drawn = dict(zip(self.offsets(level), contents, strict=True))
        drawn[0, 0] = "*"
        # Rows of hexagonal boards are shifted by half a cell.
        slant = round(2 * self.game.drawing.slant)
        columns = {(dx, dy): 2 * dx + slant * dy for dx, dy in drawn}
        left = min(columns.values())
        lines = []
        for row in sorted({dy for _, dy in drawn}):
            line = ""
            for offset in sorted(offset for offset in drawn if offset[1] == row):
                line = line.ljust(columns[offset] - left) + drawn[offset]
            lines.append(line)
        return "\n".join(lines)
