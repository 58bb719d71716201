"""A run of `improve`: how strong it became, what it learned, games to look at, what it cost."""

from __future__ import annotations

import html
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from katachi.features import LargePatterns
from katachi.games.position import Position
from katachi.knowledge import FeatureWeights
from katachi.matches.figures import UNDEFINED, number, percent
from katachi.optimising.improve import Improvement
from katachi.optimising.improve.history import History
from katachi.records import GameRecord
from katachi.reports.html_page import html_page
from katachi.showing import Table, html_table
from katachi.showing.plot import Series, line_plot

GENERATION_HEADINGS = (
    "generation",
    "own games",
    "positions",
    "patterns",
    "MLE",
    "log loss",
    "tests (W-D-L)",
    "champion since",
    "Elo",
)
SHOWN_PATTERNS = 8
SHOWN_LEVELS = 12
LEAST_SEEN = 20


@dataclass(frozen=True)
class ImproveReport:
    """What a report shows; `games` are own games of the last generation."""

    run: Improvement
    history: History
    knowledge: FeatureWeights | None
    games: Sequence[GameRecord]


def text_improve(report: ImproveReport) -> str:
    """For a terminal or a file."""
    parts = [
        _title(report),
        _summary(report),
        Table(GENERATION_HEADINGS, tuple(tuple(row) for row in generation_rows(report))).text(160),
        Table(
            ("generation", "opponent", "points", "%", "95 % interval"), _score_rows(report)
        ).text(),
    ]
    if report.knowledge is not None:
        for caption, drawn in strongest_patterns(report.knowledge):
            parts.append(f"{caption}\n{drawn}")
        parts.append(
            Table(("strength", "seen", "the move"), _level_rows(report.knowledge)).text(110)
        )
    parts += [f"{one.result}: {' '.join(one.moves)}" for one in report.games]
    return "\n\n".join(part for part in parts if part) + "\n"


def html_improve(report: ImproveReport) -> str:
    """A page of its own, without scripts and without anything from elsewhere."""
    sections = [
        f"<p>{html.escape(_summary(report))}</p>",
        _section("How strong it became", _curve(report)),
        _section("Generations", html_table(GENERATION_HEADINGS, generation_rows(report))),
    ]
    if report.knowledge is not None:
        drawn = "".join(
            f"<figure><figcaption>{html.escape(caption)}</figcaption><pre>{html.escape(picture)}</pre>"
            "</figure>"
            for caption, picture in strongest_patterns(report.knowledge)
        )
        levels = html_table(("strength", "seen", "the move"), _level_rows(report.knowledge))
        note = "<p>x is the player to move, o the other, # outside the board, * the move.</p>"
        row = f'<div style="display: flex; flex-wrap: wrap">{drawn}</div>'
        sections.append(_section("What it learned", f"{note}\n{row}\n{levels}"))
    sections.append(_section("Games to look at", "\n".join(map(_game, report.games))))
    return html_page(_title(report), sections)


def generation_rows(report: ImproveReport) -> list[list[str]]:
    """Texts in the order of `GENERATION_HEADINGS`."""
    rows = []
    since = {one.champion: one.number for one in reversed(report.run.generations)}
    for one in report.run.generations:
        elo = report.history.elo.get(since[one.champion])
        rows.append(
            [
                str(one.number),
                str(one.games),
                str(one.positions),
                str(one.patterns),
                f"{one.evidence:.3f}",
                f"{one.value_loss:.3f}",
                "; ".join(
                    f"{trial.change}: {trial.wins}-{trial.draws}-{trial.losses} "
                    f"{'accepted' if trial.accepted else 'refused'}"
                    for trial in one.trials
                ),
                str(since[one.champion]),
                number(elo.value, 0) if elo else UNDEFINED,
            ]
        )
    return rows


def strongest_patterns(knowledge: FeatureWeights) -> list[tuple[str, str]]:
    """Captions and drawings of the strongest patterns that were seen often enough."""
    for place, features in enumerate(knowledge.features):
        if not isinstance(features, LargePatterns):
            continue
        before = sum(
            one.core.level_count(feature)
            for one in knowledge.features[:place]
            for feature in range(one.core.feature_count)
        )
        levels = np.arange(1, len(features) + 1)
        levels = levels[knowledge.appearances[before + levels] >= LEAST_SEEN]
        order = levels[np.argsort(-knowledge.weights[before + levels], kind="stable")]
        return [
            (
                f"strength {np.exp(knowledge.weights[before + level]):.3g}, "
                f"seen {int(knowledge.appearances[before + level]):,} times",
                features.diagram(int(level)),
            )
            for level in order[:SHOWN_PATTERNS]
        ]
    return []


def _level_rows(knowledge: FeatureWeights) -> tuple[tuple[str, ...], ...]:
    """The strongest levels of the other features."""
    found = []
    begins = knowledge.level_begins
    for feature, (begin, end) in enumerate(itertools.pairwise(begins)):
        features, _ = knowledge.feature_of(feature)
        if isinstance(features, LargePatterns):
            continue
        for level in range(int(end - begin)):
            weight, seen = knowledge.weights[begin + level], knowledge.appearances[begin + level]
            if seen >= LEAST_SEEN:
                found.append((float(weight), int(seen), knowledge.level_name(feature, level)))
    found.sort(key=lambda one: -one[0])
    return tuple(
        (f"{np.exp(weight):.3g}", f"{seen:,}", name) for weight, seen, name in found[:SHOWN_LEVELS]
    )


def _title(report: ImproveReport) -> str:
    return f"{report.run.plan.game}, improved by its own play"


def _summary(report: ImproveReport) -> str:
    run, history = report.run, report.history
    own = sum(one.games for one in run.generations)
    minutes = sum(one.seconds for one in run.generations) / 60
    doubts = sum(one.doubts for one in run.generations)
    wrong = sum(one.wrong for one in run.generations)
    return (
        f"{max(0, len(run.generations) - 1)} generations, {own:,} own games ({minutes:.1f} core minutes), "
        f"{history.games:,} games of tests and ratings ({history.seconds / 60:.1f} core minutes of "
        f"thinking, {run.plan.gate_budget} a move). Of {doubts} games that somebody would have "
        f"resigned and that were played out, {wrong} were not lost. Elo: difference to "
        f"{run.plan.opponents[0] if run.plan.opponents else 'the mean'}."
    )


def _score_rows(report: ImproveReport) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            str(one.generation),
            one.opponent,
            f"{one.points:g}/{one.games}",
            percent(one.points / one.games),
            " to ".join(percent(end) for end in one.interval),
        )
        for one in report.history.scores
    )


def _curve(report: ImproveReport) -> str:
    history = report.history
    parts = []
    opponents = dict.fromkeys(one.opponent for one in history.scores)
    series = [
        Series(
            f"against {opponent}",
            [
                (one.generation, 100 * one.points / one.games)
                for one in history.scores
                if one.opponent == opponent
            ],
        )
        for opponent in opponents
    ]
    if series:
        parts.append(
            line_plot(
                series, title="Champions against fixed opponents", across="generation", up="%"
            )
        )
    if history.elo:
        points = sorted((number, elo.value) for number, elo in history.elo.items())
        parts.append(
            line_plot([Series("champion", points)], title="Rating", across="generation", up="Elo")
        )
    headings = ("generation", "opponent", "points", "%", "95 % interval")
    return "\n".join([*parts, html_table(headings, _score_rows(report))])


def _game(record: GameRecord) -> str:
    final = record.final
    drawn = final._repr_svg_() if isinstance(final, Position) else None
    return (
        f"<figure>{drawn or ''}<figcaption>{html.escape(record.result)}: "
        f"{html.escape(' '.join(record.moves))}</figcaption></figure>"
    )


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{html.escape(title)}</h2>\n{content}\n</section>"
