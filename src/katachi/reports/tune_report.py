"""A run of `tune`: the path of each setting, what changed, and the match that confirms it."""

from __future__ import annotations

import html

from katachi.matches.match_block import match_block
from katachi.optimising.tune import Tuning
from katachi.reports.html_page import html_page
from katachi.showing import Table, html_table
from katachi.showing.plot import Series, line_plot

HEADINGS = ("setting", "range", "before", "after")


def setting_rows(done: Tuning) -> list[list[str]]:
    """Texts in the order of `HEADINGS`."""
    return [
        [
            one.name,
            f"{one.low:g} to {one.high:g}",
            *(f"{value:g}" for value in done.values[one.name]),
        ]
        for one in done.plan.tuned
    ]


def text_tune(done: Tuning) -> str:
    """For a terminal or a file."""
    parts = [
        _summary(done),
        Table(HEADINGS, tuple(tuple(row) for row in setting_rows(done))).text(),
    ]
    if done.confirmation is not None:
        parts.append(match_block(done.confirmation))
    return "\n\n".join(parts) + "\n"


def html_tune(done: Tuning) -> str:
    """A page of its own."""
    parts = [f"<p>{html.escape(_summary(done))}</p>", html_table(HEADINGS, setting_rows(done))]
    if done.path:
        series = [
            Series(one.name, [(step.step, step.point[place]) for step in done.path])
            for place, one in enumerate(done.plan.tuned)
        ]
        parts.append(
            line_plot(series, title="The path", across="step", up="place in the range, 0 to 1")
        )
    if done.confirmation is not None:
        parts.append(
            f"<h2>On fresh seeds</h2><pre>{html.escape(match_block(done.confirmation))}</pre>"
        )
    return html_page(f"{done.plan.agent} tuned for {done.plan.game}", parts)


def _summary(done: Tuning) -> str:
    plan = done.plan
    return (
        f"{plan.agent} in {plan.game}: {len(done.path)} of {plan.steps} steps by {plan.method}, "
        f"{plan.pairs} pairs each, {plan.budget} a move, seed {plan.seed}."
    )
