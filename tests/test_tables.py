"""Tables on narrow terminals: figures whole, names broken, brackets as they are."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katachi.terminal.console import WholeConsole, make_table
from katachi.terminal.tables import is_figure, narrowed


def lines_of(rows: list[list[str]], headings: list[str], *, width: int, terminal: bool) -> str:
    file = io.StringIO()
    console = WholeConsole(
        file=file, width=width, force_terminal=terminal, color_system=None, highlight=False
    )
    table = make_table(console, title="[a title]")
    for heading in headings:
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    console.print(table)
    return file.getvalue()


NAME = "uct[mcts.selection.exploration=0.3,reuse_tree=false]"
ROW = ["12", NAME, NAME, "go9 komi=5.5", "1000", "200.5/400", "50.1", "45.2 to 55.0", "17:03:59"]


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_figures_are_never_cut(*, terminal: bool, width: int) -> None:
    printed = lines_of([ROW] * 2, ["h"] * len(ROW), width=width, terminal=terminal)
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed
    words = printed.replace("│", " ").split()
    for figure in ("12", "1000", "200.5/400", "50.1", "45.2", "55.0", "17:03:59"):
        assert words.count(figure) == 2, figure
    if width >= 100:
        assert max(map(len, printed.splitlines())) <= width


def test_brackets_are_text() -> None:
    printed = lines_of([["uct[a=1]", "[bold]"]], ["who", "[what]"], width=80, terminal=False)
    for text in ("uct[a=1]", "[bold]", "[a title]"):
        assert text in printed


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=1, max_size=9),
    st.integers(1, 200),
)
def test_columns_are_as_wide_as_they_can_be(columns: list[tuple[int, int]], width: int) -> None:
    natural, least = [max(pair) for pair in columns], [min(pair) for pair in columns]
    found = narrowed(natural, least, width)
    assert all(a <= b <= c for a, b, c in zip(least, found, natural, strict=True))
    assert sum(found) == min(sum(natural), max(width, sum(least)))


def test_what_a_figure_is() -> None:
    for word in ("1", "-0.5", "±3", "95.3%", "1,000", "3/4", "0.3s", "1e-05", "(0.5)"):
        assert is_figure(word)
    for word in ("uct", "hex11", "go9", "a=1", "\N{EN DASH}", "random:4"):
        assert not is_figure(word)
