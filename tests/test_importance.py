"""Importance, similarity and selection of shapes (SHAPES 6)."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.shapes import applies, level_of
from test_evolution import OTHELLO, SHAPES, random_games
from typer.testing import CliRunner

import katachi
from katachi.cli import app
from katachi.errors import InvalidSettings
from katachi.features import AbsoluteShape, RelativeShape, ShapeSet
from katachi.optimising import (
    Importance,
    ImportanceSettings,
    importance_of_counts,
    leave_one_out,
    similarity,
)
from katachi.optimising.shapes.selection import (
    RankedShape,
    ShapeSelectionSettings,
    group_shapes,
    rank_shapes,
    select_shapes,
)


def of_ratios(ratios: list[float]) -> Importance:
    """Patterns with these selection ratios, each seen 100 times."""
    return importance_of_counts([100] * len(ratios), [100 * r for r in ratios], 4)


def test_the_examples_of_the_thesis() -> None:
    """Figure 6.3 A, and the even spread that its 0.316 belongs to (errata)."""
    assert of_ratios([0.0] * 5 + [1.0] * 5).deviation == pytest.approx(0.5)
    assert of_ratios([i / 10 for i in range(11)]).deviation == pytest.approx(0.316, abs=5e-4)


def test_scattering_counts_the_bins() -> None:
    # Ten patterns: k = 4, bins {0} (0,1/4] (1/4,1/2] (1/2,3/4] (3/4,1) {1}.
    assert of_ratios([0.0] * 5 + [1.0] * 5).scattering == pytest.approx(2 / 6)
    assert of_ratios([0.25] * 9 + [0.26]).scattering == pytest.approx(2 / 6)
    assert of_ratios([0.0, 0.1, 0.3, 0.6, 0.9, 1.0, 1, 1, 1, 1]).scattering == 1.0
    assert of_ratios([0.99] * 10).scattering == pytest.approx(1 / 6)
    assert of_ratios([0.5]).scattering == pytest.approx(1 / 3)
    assert of_ratios([]).scattering == 0.0


def test_rare_patterns_do_not_count() -> None:
    settings = ImportanceSettings(least_appearances=10)
    found = importance_of_counts([9, 10, 11, 1000], [9, 0, 11, 500], 3, settings)
    assert found.patterns == 3
    assert found.appearance_ratio == pytest.approx(3 / 9)
    assert found.deviation == pytest.approx(math.sqrt(1 / 6))


@given(
    st.lists(st.tuples(st.integers(10, 50), st.floats(0, 1)), min_size=1, max_size=30),
    st.floats(0, 2),
    st.floats(0, 2),
)
def test_importance_is_the_weighted_sum(
    rows: list[tuple[int, float]], scattering: float, appearance: float
) -> None:
    seen = [n for n, _ in rows]
    wins = [float(round(n * share)) for n, share in rows]
    found = importance_of_counts(
        seen, wins, 5, ImportanceSettings(scattering, appearance, least_appearances=10)
    )
    assert found.importance == pytest.approx(
        found.deviation + scattering * found.scattering + appearance * found.appearance_ratio
    )
    assert 0 <= found.deviation <= 0.5
    assert 0 < found.scattering <= 1


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 6)), min_size=1, max_size=8))
def test_leave_one_out_leaves_one_out(rows: list[tuple[int, int]]) -> None:
    """Appearance by appearance: each predicted from the others of its pattern."""
    counts = [(seen, min(seen, chosen)) for seen, chosen in rows]
    total = sum(seen for seen, _ in counts)
    mean = sum(chosen for _, chosen in counts) / total
    expected = 0.0
    for seen, chosen in counts:
        for number in range(seen):
            played = number < chosen
            others = chosen - played
            chance = (others + 2 * mean) / (seen - 1 + 2)
            expected += math.log(max(1e-6, chance if played else 1 - chance))
    found = leave_one_out([seen for seen, _ in counts], [chosen for _, chosen in counts])
    assert found == pytest.approx(expected / total, abs=1e-12)


def test_similarity_of_the_thesis() -> None:
    assert similarity(["a1", "a2", "a3", "a4"], ["a3", "a4", "a5"]) == 0.5
    # Table 6.1, shapes 5 and 6 of C1: 0.44.
    first = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "e2", "f2"]
    second = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"]
    assert similarity(first, second) == similarity(second, first) == pytest.approx(4 / 9)
    # Table 6.1, shapes 19 and 20 of D3: 0.44.
    first = ["c3", "d3", "e3", "f3", "g3", "d4", "d5", "d6", "d7", "d8"]
    second = ["d3", "e3", "f3", "g3", "h3", "d4", "e4", "f4", "g4", "h4"]
    assert similarity(first, second) == pytest.approx(4 / 9)
    assert similarity(["b1"], ["b1", "c1"]) == 0.0


def test_counts_are_those_of_the_slow_twin() -> None:
    games = random_games(OTHELLO, 10, seed=21)
    ranked = rank_shapes(games, SHAPES, importance=ImportanceSettings(least_appearances=3))
    for row in ranked:
        seen: Counter[int] = Counter()
        chosen: Counter[int] = Counter()
        for record in games:
            position = OTHELLO.start()
            for played in record.moves:
                moves = position.legal_moves
                for move in moves if len(moves) > 1 else ():
                    if applies(OTHELLO, move, row.shape):
                        level = level_of(position, move, row.shape, color_symmetry=True)
                        seen[level] += 1
                        chosen[level] += move == played
                position = position.play(played)
        levels = sorted(seen)
        expected = importance_of_counts(
            [seen[level] for level in levels],
            [chosen[level] for level in levels],
            len(row.shape.places) + 1,
            ImportanceSettings(least_appearances=3),
        )
        assert row.measures.patterns == expected.patterns > 0
        assert row.measures.importance == pytest.approx(expected.importance, rel=1e-12)


def test_relative_shapes_are_ranked_too() -> None:
    game = katachi.Hex(4)
    shapes = ShapeSet(game, (RelativeShape(((0, -1), (1, 0))), RelativeShape(((2, -1),))))
    ranked = rank_shapes(
        random_games(game, 5, seed=1), shapes, importance=ImportanceSettings(least_appearances=1)
    )
    assert [one.target for one in ranked] == ["*", "*"]
    assert all(one.measures.patterns > 1 for one in ranked)


def row(cells: str, importance: float) -> RankedShape:
    target, *others = cells.split()
    shape = AbsoluteShape(target, tuple(others))
    return RankedShape(shape, Importance(len(others) + 1, 1, 0.0, 0.0, 0.0, importance))


CANDIDATES = [
    row("b1 a1 c1 d1 e1", 0.5),
    row("b1 a1 c1 d1 f1", 0.6),
    row("b1 b2 b3 b4 b5", 0.4),
    row("b1 b2 b3 b4 b6", 0.3),
    row("b1 a1 b2", 0.9),  # too short
    row("a1 a2 a3 a4 a5", 0.1),
]


def test_the_choice_is_greedy_and_avoids_similar_shapes() -> None:
    chosen = select_shapes(CANDIDATES, ShapeSelectionSettings(shapes=2))
    assert [one.measures.importance for one in chosen] == [0.6, 0.4, 0.1]
    assert [one.similarity for one in chosen] == [0.0, 0.0, None]
    loose = select_shapes(CANDIDATES, ShapeSelectionSettings(shapes=2, most_similar=0.8))
    assert [one.measures.importance for one in loose] == [0.6, 0.5, 0.1]
    assert loose[0].similarity == pytest.approx(0.75)


def test_groups_share_out_all_candidates() -> None:
    better, middle, worse = group_shapes(CANDIDATES, ShapeSelectionSettings(shapes=1))
    assert [one.measures.importance for one in better] == [0.6, 0.1]
    assert [one.measures.importance for one in middle] == [0.5]
    assert sorted(one.measures.importance for one in worse) == [0.3, 0.4, 0.9]


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidSettings, match="least_appearances must be at least 1, not 0"):
        ImportanceSettings(least_appearances=0)
    with pytest.raises(InvalidSettings, match="at least one shape"):
        ShapeSelectionSettings(shapes=0)


def test_select_command(tmp_path: Path) -> None:
    games = tmp_path / "games.katachi"
    katachi.records.save_native(random_games(katachi.Othello(), 4, seed=1), games)
    output = tmp_path / "chosen.txt"
    arguments = ["select", str(games), "--shapes", "othello-default", "--keep", "1"]
    result = CliRunner().invoke(app, [*arguments, "-o", str(output)])
    assert result.exit_code == 0, result.output
    assert "better shapes" in result.output
    assert len(katachi.features.shapes(str(output)).shapes) == 9
    again = CliRunner().invoke(app, [*arguments, "-o", str(output)])
    assert again.exit_code == 2
    assert "exists already" in again.output


def test_importance_separates_the_groups_of_the_thesis(shared: Path) -> None:
    """Tables 6.1 to 6.3 on other games: better shapes are more important than worse ones."""
    games = katachi.records.read(shared / "data/othello/wthor/WTH_1998.wtb")[:1000]
    means = []
    for name in ("better", "middle", "worse"):
        shapes = katachi.features.shapes(f"othello-{name}")
        ranked = rank_shapes(games, shapes)
        means.append(sum(one.measures.importance for one in ranked) / len(ranked))
    assert means[0] > means[1] > means[2]
