"""Why a move looks good: the levels that fired, their strengths, and a second move beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from katachi.errors import IllegalMove, KatachiError
from katachi.features import Forest, LargePatterns, Level, ShapeSet
from katachi.games.position import Position
from katachi.games.svg import Marks
from katachi.knowledge.knowledge import Knowledge


@dataclass(frozen=True)
class Fired:
    """A level that a move has.

    `strength` is the factor by which it multiplies the strength of the move, `share` its part of the
    move's total evidence: |ln strength| over the sum of those. `cells` are the cells of the board
    behind it (shapes, patterns and forests, without the move itself). `appearances`: how often it was
    seen in training; 0 means that the level is unknown and says nothing. `diagram`: large patterns
    drawn.
    """

    feature: str
    level: str
    strength: float
    share: float
    appearances: int
    cells: tuple[str, ...]
    diagram: str = ""


@dataclass(frozen=True)
class Explanation:
    """What knowledge says about one move of a position.

    `probability` is the move's share of the strengths of all legal moves, `rank` its place (1 is
    the strongest), `interaction` the factor that pairs of levels add (1 without factors).
    """

    position: Position
    move: str
    strength: float
    probability: float
    rank: int
    candidates: int
    fired: tuple[Fired, ...]
    interaction: float

    @property
    def heat(self) -> dict[str, float]:
        """How much each cell of the board has to do with it, from 0 to 1."""
        sums: dict[str, float] = {}
        for level in self.fired:
            for cell in level.cells:
                sums[cell] = sums.get(cell, 0.0) + level.share
        most = max(sums.values(), default=0.0)
        return {cell: value / most for cell, value in sums.items()} if most else {}

    def svg(self) -> str:
        """The board with the cells that matter, and the move with its probability."""
        labels = {}
        if self.move in self.position.game.topology.cells:
            labels[self.move] = f"{100 * self.probability:.0f}%"
        return self.position.svg(Marks(labels=labels, heat=self.heat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """For a terminal."""
        lines = [
            str(self.position),
            f"{self.move}: {100 * self.probability:.1f} %, strength {self.strength:.3g}, "
            f"number {self.rank} of {self.candidates}",
        ]
        for level in self.fired:
            seen = f"seen {level.appearances:,} times" if level.appearances else "never seen"
            lines.append(
                f"  x {level.strength:<8.3g} {100 * level.share:3.0f} %  {level.level}  ({seen})"
            )
            lines += [f"        {line}" for line in level.diagram.splitlines()]
        if self.interaction != 1.0:
            lines.append(f"  x {self.interaction:<8.3g}        pairs of these")
        return "\n".join(lines)


@dataclass(frozen=True)
class Comparison:
    """Two moves of a position side by side."""

    first: Explanation
    second: Explanation

    @property
    def ratio(self) -> float:
        """How many times stronger the first is."""
        return self.first.strength / self.second.strength

    def __str__(self) -> str:
        """For a terminal."""
        stronger, weaker = self.first, self.second
        ratio = self.ratio
        if ratio < 1:
            stronger, weaker, ratio = weaker, stronger, 1 / ratio
        _, _, first = str(self.first).partition(f"\n{self.first.move}:")
        _, _, second = str(self.second).partition(f"\n{self.second.move}:")
        return (
            f"{self.first.position}\n{self.first.move}:{first}\n{self.second.move}:{second}\n"
            f"{stronger.move} looks {ratio:.3g} times as strong as {weaker.move}"
        )


def why(
    knowledge: Knowledge, position: Position, move: str, against: str | None = None
) -> Explanation | Comparison:
    """Explains one move, or compares it with another; raises `IllegalMove`."""
    first = explain(knowledge, position, move)
    return first if against is None else Comparison(first, explain(knowledge, position, against))


def explain(knowledge: Knowledge, position: Position, move: str) -> Explanation:
    """What the knowledge says about one legal move."""
    name = position.game.moves[position.game.number(move)]
    legal = position.legal_moves
    if name not in legal:
        raise IllegalMove(f"{name} cannot be explained: it is not legal; position: {position.text}")
    logs = knowledge.log_strengths(position, legal)
    own = logs[legal.index(name)]
    total = sum(math.exp(log - own) for log in logs)
    (row,) = knowledge.levels(position, [name])
    begins = knowledge.level_begins
    weights = [float(knowledge.weights[begins[feature] + level]) for feature, level in row]
    evidence = sum(abs(weight) for weight in weights)
    fired = []
    for (feature, level), weight in zip(row, weights, strict=True):
        features, number = knowledge.feature_of(feature)
        if level == 0 and features.core.has_baseline(number):
            continue  # it says nothing
        fired.append(
            Fired(
                feature=features.feature_names[number],
                level=knowledge.level_name(feature, level),
                strength=math.exp(weight),
                share=abs(weight) / evidence if evidence else 0.0,
                appearances=int(knowledge.appearances[begins[feature] + level]),
                cells=_cells(features, position, name, Level(number, level)),
                diagram=_diagram(features, level),
            )
        )
    fired.sort(key=lambda one: -one.share)
    return Explanation(
        position=position,
        move=name,
        strength=math.exp(own),
        probability=1.0 / total,
        rank=1 + sum(log > own for log in logs),
        candidates=len(legal),
        fired=tuple(fired),
        interaction=math.exp(own - sum(weights)) if knowledge.factors is not None else 1.0,
    )


def _diagram(features: object, level: int) -> str:
    return features.diagram(level) if isinstance(features, LargePatterns) and level else ""


def _cells(features: object, position: Position, move: str, level: Level) -> tuple[str, ...]:
    """The cells that a shape or pattern reads or a tree discovers at this move, those on the board."""
    topology = position.game.topology
    if isinstance(features, LargePatterns):
        x, y = topology.coordinates(move)
        offsets = set(features.offsets(level.level))
        return tuple(
            cell
            for cell in topology.cells
            if (topology.coordinates(cell)[0] - x, topology.coordinates(cell)[1] - y) in offsets
        )
    if isinstance(features, Forest):
        discovered = features.trace(position, move, level.feature).cells[1:]
        return tuple(cell for cell in discovered if cell in topology.cells)
    if not isinstance(features, ShapeSet):
        return ()
    move_number = position.game.number(move)
    place = features.core.features_at(move_number).index(level.feature)
    names = topology.cells
    try:
        read = features.core.cells_read(position.core, move_number, place)
    except ValueError as error:
        raise KatachiError(str(error)) from None
    return tuple(names[cell] for cell in read if cell < len(names))
