"""Explanations as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from katachi.knowledge.explanation import Argument, Comparison, Explanation, PairReason, Reason

# Reasons of each kind that are listed; the others hardly matter.
MOST_LISTED = 6
# Letters of each part of a pair.
LONGEST_PART = 70

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def factor_words(strength: float) -> str:
    """A factor as a player says it.

    >>> factor_words(3.21), factor_words(0.25), factor_words(140.0)
    ('3.2 times as often', '4.0 times less often', '140 times as often')
    """
    factor = strength if strength >= 1 else 1 / strength
    digits = f"{factor:.1f}" if factor < 10 else f"{factor:,.0f}"
    return f"{digits} times {'as' if strength >= 1 else 'less'} often"


def headline(explanation: Explanation) -> str:
    """How likely the move is, and which choice it is."""
    one = explanation
    if one.candidates == 1:
        return f"{one.move} is the only legal move."
    place = f"number {one.rank}"
    if one.rank <= len(_ORDINALS):
        place = f"the {_ORDINALS[one.rank - 1]} choice"
    return (
        f"{one.move} is expected with {percent(one.probability)}: {place} of "
        f"{one.candidates} legal moves (a blind guess gives each {percent(1 / one.candidates)})."
    )


def percent(share: float) -> str:
    """A share of 1 for people.

    >>> percent(0.4149), percent(0.0312), percent(0.00001)
    ('41 %', '3.1 %', 'less than 0.1 %')
    """
    if share < 0.001:
        return "less than 0.1 %"
    return f"{100 * share:.0f} %" if share >= 0.1 else f"{100 * share:.1f} %"


def comparison_headline(comparison: Comparison) -> str:
    """Which of two moves is expected more often."""
    stronger, weaker, ratio = comparison.first, comparison.second, comparison.ratio
    if ratio < 1:
        stronger, weaker, ratio = weaker, stronger, 1 / ratio
    return (
        f"{stronger.move} is expected {factor_words(ratio)} as {weaker.move} "
        f"({percent(stronger.probability)} and {percent(weaker.probability)})."
    )


def board_text(explanation: Explanation) -> str:
    """The board with the player who is spoken to."""
    return f"{explanation.position}, called you"


def pair_words(pair: PairReason) -> str:
    """Both parts of a pair, each not too long."""
    first, second = (
        textwrap.shorten(text, LONGEST_PART, placeholder=" ...")
        for text in (pair.first, pair.second)
    )
    return f"it {first}, and it {second}"


def pair_lines(explanation: Explanation) -> list[str]:
    """The weightiest pairs, a line each."""
    return [
        f"{'+' if pair.strength > 1 else '-'} {factor_words(pair.strength)}: {pair_words(pair)}"
        for pair in explanation.pairs
    ]


def explanation_text(explanation: Explanation) -> str:
    """The board, then what speaks for the move and what against it."""
    lines = [board_text(explanation), "", headline(explanation)]
    for title, mark, reasons in (
        (f"Speaks for {explanation.move}:", "+", explanation.reasons_for),
        (f"Speaks against {explanation.move}:", "-", explanation.reasons_against),
    ):
        lines += ["", title, *_reason_lines(mark, reasons)]
    if explanation.pairs:
        lines += ["", "Counted above, because these come together:"]
        lines += [f"  {line}" for line in pair_lines(explanation)]
    return "\n".join(lines)


def _reason_lines(mark: str, reasons: Sequence[Reason]) -> list[str]:
    lines = [f"  {mark} {factor_words(one.strength)}: {one.text}" for one in reasons[:MOST_LISTED]]
    return (lines or ["  nothing"]) + more(len(reasons), "  ")


def more(count: int, indent: str = "") -> list[str]:
    """A line about those that are not listed, if there are any."""
    return [f"{indent}and {count - MOST_LISTED} weaker"] if count > MOST_LISTED else []


def comparison_text(comparison: Comparison) -> str:
    """The board, then what speaks for the one and what for the other."""
    first, second = comparison.first, comparison.second
    lines = [board_text(first), "", comparison_headline(comparison)]
    for here, there, arguments in (
        (first, second, comparison.for_first),
        (second, first, comparison.for_second),
    ):
        lines += ["", f"For {here.move} rather than {there.move}:"]
        lines += [f"  {argument_line(here, one)}" for one in arguments[:MOST_LISTED]] or [
            "  nothing"
        ]
        lines += more(len(arguments), "  ")
    return "\n".join(lines)


def argument_line(better: Explanation, argument: Argument) -> str:
    """One reason for a move, or against the other."""
    mark = "+" if argument.move == better.move else "-"
    return (
        f"{mark} {factor_words(argument.reason.strength)}: {argument.move} {argument.reason.text}"
    )
