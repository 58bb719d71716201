"""Explanations as pictures: the board with marks and a legend, and a small board for every reason.

What speaks for a move is blue with a plus, what speaks against it orange with a minus: two colours
that colour-blind people tell apart, and signs for those who see none.
"""

from __future__ import annotations

import hashlib
import html
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from katachi.games.drawing.elements import FONT, UNIT
from katachi.games.svg import (
    AGAINST,
    FOR,
    Marks,
    board_elements,
    board_size,
    cell_centres,
    mark_elements,
)
from katachi.knowledge.explanation_text import (
    MOST_LISTED,
    comparison_headline,
    factor_words,
    headline,
    pair_words,
)

if TYPE_CHECKING:
    from katachi.games.position import Position
    from katachi.knowledge.explanation import Comparison, Explanation, Reason

BOARD = 440.0  # sides of the large picture, in user units
PICTURE = 92.0  # of a small one
GAP = 16.0
COLUMN = 470.0  # width of the reasons
LINE = 17.0
LETTERS = 52  # of a line beside a small picture
# The fewest cells that a small picture shows across.
LEAST_ACROSS = 5.0


def explanation_svg(explanation: Explanation) -> str:
    """A complete SVG document."""
    content, height = _panel(explanation, headline(explanation), GAP)
    return _document(explanation.position, f"Why {explanation.move}?", content, height)


def comparison_svg(comparison: Comparison) -> str:
    """A complete SVG document: one panel below the other."""
    first, second = comparison.first, comparison.second
    title = comparison_headline(comparison)
    content = [_text(GAP, GAP + 18, title, size=17, weight="bold")]
    upper, height = _panel(first, headline(first), GAP + 34)
    lower, height = _panel(second, headline(second), height)
    return _document(
        first.position, f"{first.move} or {second.move}?", [*content, *upper, *lower], height
    )


def _document(position: Position, title: str, content: Iterable[str], height: float) -> str:
    width = GAP + BOARD + GAP + COLUMN + GAP
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' "
            f"width='{width:.0f}' height='{height:.0f}'>",
            f"<title>{html.escape(title)}</title>",
            "<rect width='100%' height='100%' fill='#ffffff'/>",
            "<defs>",
            f"<g id='{_board_id(position)}'>",
            *board_elements(position),
            "</g>",
            "</defs>",
            *content,
            "</svg>",
            "",
        ]
    )


def _board_id(position: Position) -> str:
    """One per position, so that several pictures can stand on one page."""
    text = f"{position.game} {position.text}"
    return f"board-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _panel(explanation: Explanation, title: str, top: float) -> tuple[list[str], float]:
    """Title, board with legend at the left, reasons at the right; and where it ends."""
    parts: list[str] = []
    y = top
    for line in textwrap.wrap(title, 110):
        parts.append(_text(GAP, y + 18, line, size=16, weight="bold"))
        y += 24
    y += GAP / 2
    board, below = _large_board(explanation, GAP, y)
    parts.append(board)
    legend, left_end = _legend(explanation, below + GAP)
    parts += legend
    x = GAP + BOARD + GAP
    for heading, color, sign, reasons in (
        (f"Speaks for {explanation.move}", FOR, "+", explanation.reasons_for),
        (
            f"Speaks against {explanation.move}",
            AGAINST,
            "\N{MINUS SIGN}",
            explanation.reasons_against,
        ),
    ):
        parts += [
            _badge(x + 10, y + 10, sign, color),
            _text(x + 28, y + 15, heading, size=15, weight="bold"),
        ]
        y += 30
        if not reasons:
            parts.append(_text(x + 28, y + 10, "nothing", size=13))
            y += LINE + GAP
        for reason in reasons[:MOST_LISTED]:
            more, y = _reason(explanation, reason, x, y)
            parts += more
        if len(reasons) > MOST_LISTED:
            parts.append(_text(x + 28, y + 8, f"and {len(reasons) - MOST_LISTED} weaker", size=12))
            y += LINE + GAP / 2
    if explanation.pairs:
        more, y = _pairs(explanation, x, y)
        parts += more
    return parts, max(left_end, y) + GAP


def _large_board(explanation: Explanation, x: float, y: float) -> tuple[str, float]:
    """The board with all marks, and where it ends."""
    position = explanation.position
    labels = {}
    cell = position.cell_of(explanation.move)
    if cell is not None:
        share = 100 * explanation.probability
        labels[cell] = f"{share:.0f}%" if share >= 10 else f"{share:.1f}%"
    marks = Marks(labels=labels, evidence=explanation.evidence)
    width, height = board_size(position)
    scale = BOARD / max(width, height)
    place = (x, y, scale * width, scale * height)
    picture = _window(position, (0, 0, width, height), place, mark_elements(position, marks))
    return picture, y + scale * height


def _window(
    position: Position,
    window: tuple[float, float, float, float],
    place: tuple[float, float, float, float],
    marks: Sequence[str],
) -> str:
    """A part of the board as a picture of its own; both are corner, width and height."""
    x, y, width, height = place
    box = " ".join(f"{number:.1f}" for number in window)
    return "\n".join(
        [
            f"<svg x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}' "
            f"viewBox='{box}'>",
            f"<use href='#{_board_id(position)}'/>",
            *marks,
            "</svg>",
        ]
    )


def _reason(
    explanation: Explanation, reason: Reason, x: float, y: float
) -> tuple[list[str], float]:
    """The sentence, beside a small picture if it is about cells."""
    color = FOR if reason.strength > 1 else AGAINST
    parts = [_small_board(explanation, reason, x, y)] if reason.cells else []
    right = x + PICTURE + GAP
    parts.append(
        _text(right, y + 14, factor_words(reason.strength), size=13, fill=color, weight="bold")
    )
    lines = textwrap.wrap(f"{explanation.move} {reason.text}", LETTERS)
    if len(lines) > 5:
        lines = [*lines[:4], lines[4] + " ..."]
    for number, line in enumerate(lines, start=1):
        parts.append(_text(right, y + 14 + number * LINE, line, size=13))
    height = (len(lines) + 1) * LINE
    return parts, y + max(PICTURE if reason.cells else 0.0, height) + GAP / 2


def _small_board(explanation: Explanation, reason: Reason, x: float, y: float) -> str:
    """The surroundings of the move and of the cells that a reason is about."""
    position = explanation.position
    centres = cell_centres(position)
    own = position.cell_of(explanation.move)
    cells = [cell for cell in (*reason.cells, own) if cell in centres]
    sign = 1.0 if reason.strength > 1 else -1.0
    chosen = own if own in centres else None
    marks = Marks(chosen=chosen, evidence=dict.fromkeys(reason.cells, sign))
    width, height = board_size(position)
    across = [centres[cell][0] for cell in cells]
    down = [centres[cell][1] for cell in cells]
    side = max(max(across) - min(across), max(down) - min(down)) + 1.4 * UNIT
    side = min(max(side, LEAST_ACROSS * UNIT), max(width, height))
    left = _within((min(across) + max(across) - side) / 2, side, width)
    top = _within((min(down) + max(down) - side) / 2, side, height)
    place = (x, y, PICTURE, PICTURE)
    return _window(position, (left, top, side, side), place, mark_elements(position, marks))


def _within(begin: float, side: float, whole: float) -> float:
    """Moves a window onto the board, as far as it fits."""
    return (whole - side) / 2 if side >= whole else min(max(begin, 0.0), whole - side)


def _legend(explanation: Explanation, y: float) -> tuple[list[str], float]:
    you = explanation.position.to_move.capitalize()
    lines = [
        (FOR, "+", f"cells and stones that speak for {explanation.move}"),
        (AGAINST, "\N{MINUS SIGN}", f"cells and stones that speak against {explanation.move}"),
    ]
    parts = []
    for color, sign, words in lines:
        parts += [_badge(GAP + 10, y + 8, sign, color), _text(GAP + 28, y + 13, words, size=13)]
        y += 24
    notes = [
        "The stronger the colour, the more the cell has to do with it.",
        f"{explanation.move} is the cell with the percentage, in small pictures the cross.",
        f"{you} is to move and is called you. \N{LEFT DOUBLE QUOTATION MARK}3 times as often"
        "\N{RIGHT DOUBLE QUOTATION MARK} compares",
        "with a move of which nothing of the kind can be said.",
    ]
    for note in notes:
        parts.append(_text(GAP, y + 12, note, size=12, fill="#555"))
        y += LINE
    return parts, y


def _pairs(explanation: Explanation, x: float, y: float) -> tuple[list[str], float]:
    parts = [_text(x, y + 15, "Counted above, because these come together", size=14, weight="bold")]
    y += 28
    for pair in explanation.pairs:
        good = pair.strength > 1
        color = FOR if good else AGAINST
        parts.append(_badge(x + 10, y + 8, "+" if good else "\N{MINUS SIGN}", color))
        parts.append(
            _text(x + 28, y + 13, factor_words(pair.strength), size=13, fill=color, weight="bold")
        )
        y += LINE
        for line in textwrap.wrap(pair_words(pair), 66):
            parts.append(_text(x + 28, y + 13, line, size=12))
            y += LINE - 1
        y += 6
    return parts, y


def _badge(x: float, y: float, sign: str, color: str) -> str:
    return (
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='8' fill='{color}'/>"
        f"<text x='{x:.1f}' y='{y + 4.5:.1f}' font-size='13' font-weight='bold' "
        f"text-anchor='middle' fill='#fff' {FONT}>{sign}</text>"
    )


def _text(  # noqa: PLR0913 - all but three by name
    x: float, y: float, text: str, *, size: int, fill: str = "#222", weight: str = "normal"
) -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' font-weight='{weight}' fill='{fill}' "
        f"{FONT}>{html.escape(text)}</text>"
    )
