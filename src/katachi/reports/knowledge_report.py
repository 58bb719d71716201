"""From records to a match on one page: what was learned, what it predicts, what it is worth."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from katachi.knowledge import Explanation, FeatureWeights
from katachi.knowledge.explanation_text import factor_words
from katachi.learning import CurvePoint, PairedDifference, Prediction
from katachi.matches import MatchResult
from katachi.matches.figures import percent
from katachi.matches.match_block import match_block
from katachi.records import RecordsCard
from katachi.reports.html_page import html_page
from katachi.showing import html_table
from katachi.showing.plot import IntervalLine, Series, interval_plot, line_plot

PREDICTION_HEADINGS = ("knowledge", "MLE", "95 % interval", "M(1)", "M(3)", "M(5)", "mean rank")
REASON_HEADINGS = ("chosen", "share", "the move", "seen")


@dataclass(frozen=True)
class Findings:
    """What the job found, in the order of its steps.

    `predictions` by name, the blind guess first and the knowledge of the report last, all on the
    same test positions; `gains` are the differences of the last against each of the others.
    `explained` is one move of a test game. `matches` by title; the first agent has the knowledge.
    `commands` do the same by hand.
    """

    made_by: str
    records: RecordsCard
    learning_games: int
    test_games: int
    knowledge: FeatureWeights
    curve: Sequence[CurvePoint]
    predictions: Mapping[str, Prediction]
    gains: Mapping[str, PairedDifference]
    explained: Explanation
    matches: Mapping[str, MatchResult]
    commands: Sequence[str]


def prediction_rows(predictions: Mapping[str, Prediction]) -> list[list[str]]:
    """Texts in the order of `PREDICTION_HEADINGS`."""
    rows = []
    for name, one in predictions.items():
        low, high = one.interval
        rows.append(
            [
                name,
                f"{one.mean_log_evidence:.4f}",
                f"{low:.4f} to {high:.4f}",
                *(f"{percent(one.within[k - 1])} %" for k in (1, 3, 5)),
                f"{one.mean_rank:.2f}",
            ]
        )
    return rows


def reason_rows(explanation: Explanation) -> list[list[str]]:
    """Texts in the order of `REASON_HEADINGS`, the weightiest reason first."""
    return [
        [
            factor_words(reason.strength),
            f"{100 * reason.share:.0f} %",
            reason.text,
            f"{reason.appearances:,}",
        ]
        for reason in explanation.reasons
    ]


def gain_lines(gains: Mapping[str, PairedDifference]) -> list[str]:
    """One sentence for each of those that were beaten, or not."""
    lines = []
    for name, gain in gains.items():
        low, high = gain.interval
        lines.append(
            f"Against {name}: MLE {gain.mean:+.4f}, 95 % interval {low:+.4f} to {high:+.4f}."
        )
    return lines


def html_knowledge(findings: Findings) -> str:
    """A page of its own, without scripts and without anything from elsewhere."""
    card = findings.records
    title = f"What a good move looks like: {findings.knowledge.game}"
    sections = [
        _section("The records", _records(findings)),
        _section("What was learned", _learned(findings)),
        _section("How well it predicts", _predicted(findings)),
        _section("Why this move?", _explained(findings.explained)),
        _section("What it is worth", _matches(findings.matches)),
        _section("The same by hand", f"<pre>{html.escape(chr(10).join(findings.commands))}</pre>"),
    ]
    origin = (
        f"<p>Made by {html.escape(findings.made_by)} from {card.games:,} games of its own self-play.\n"
        "Every number on this page was computed for it; intervals are 95 %.</p>"
    )
    return html_page(title, [origin, *sections])


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{html.escape(title)}</h2>\n{content}\n</section>"


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def _records(findings: Findings) -> str:
    card = findings.records
    text = (
        f"{card.about} Split by game, repeats and mirror images on one side: "
        f"{findings.learning_games:,} games to learn from, {findings.test_games:,} to test on."
    )
    facts = [
        ["made by", card.made_by],
        ["command", card.command],
        ["players", ", ".join(card.players)],
        ["random plies first", str(card.opening_plies)],
        ["SHA-256", card.sha256],
    ]
    return _paragraph(text) + html_table(["fact", "value"], facts)


def _learned(findings: Findings) -> str:
    knowledge, curve = findings.knowledge, findings.curve
    seen = int((knowledge.appearances > 0).sum())
    text = (
        f"{len(knowledge.encoder.level_counts)} shapes with {knowledge.weights.size:,} contents, "
        f"{seen:,} of them seen in {knowledge.card.positions:,} positions with a choice. Their "
        f"strengths by minorization-maximization, {curve[-1].loop} loops in "
        f"{curve[-1].seconds:.1f} s. MLE is the mean logarithm of the probability that the played "
        "move gets."
    )
    series = [Series("learning games", [(point.loop, point.train) for point in curve])]
    tested = [(point.loop, point.test) for point in curve if point.test is not None]
    if tested:
        series.append(Series("test games", tested))
    return _paragraph(text) + line_plot(series, title="Learning", across="loop", up="MLE")


def _predicted(findings: Findings) -> str:
    first = next(iter(findings.predictions.values()))
    last = list(findings.predictions.values())[-1]
    text = (
        f"{first.positions:,} positions of {first.games:,} games that were not learned from, "
        "without forced moves. M(k) is the share of positions whose move is among the first k. The "
        f"{findings.records.opening_plies} random plies at the beginning are among them: nobody "
        "can predict those."
    )
    rows = prediction_rows(findings.predictions)
    series = [
        Series(name, [(k, 100 * share) for k, share in enumerate(one.within[:10], start=1)])
        for name, one in findings.predictions.items()
    ]
    stages = [
        [
            f"{stage.first} to {stage.last}",
            f"{stage.positions:,}",
            f"{stage.mean_log_evidence:.4f}",
            f"{percent(stage.accuracy)} %",
        ]
        for stage in last.stages
    ]
    return "\n".join(
        [
            _paragraph(text),
            html_table(PREDICTION_HEADINGS, rows),
            *map(_paragraph, gain_lines(findings.gains)),
            line_plot(series, title="Among the first k", across="k", up="M(k), %"),
            html_table(["moves played", "positions", "MLE", "M(1)"], stages),
        ]
    )


def _explained(explanation: Explanation) -> str:
    text = (
        f"{explanation.move} gets {percent(explanation.probability)} % and is number "
        f"{explanation.rank} of {explanation.candidates} legal moves. The stronger the colour of a "
        "cell, the more it has to do with that. Reasons multiply the chances of the move; a share is "
        "the part of a reason of all that speaks for or against it."
    )
    reasons = html_table(REASON_HEADINGS, reason_rows(explanation))
    return f"{_paragraph(text)}\n{explanation.svg()}\n{reasons}"


def _matches(matches: Mapping[str, MatchResult]) -> str:
    lines, blocks = [], []
    for title, match in matches.items():
        low, high = match.score.interval
        lines.append(IntervalLine(f"shapes against {title}", match.score.share, low, high))
        blocks.append(
            f"<h3>Shapes against {html.escape(title)}</h3>\n<pre>{html.escape(match_block(match))}</pre>"
        )
    text = (
        "The search with the shapes as a bias (SHAPES 2.4, 5.1) against the same search with less: "
        "pairs of games from the same opening, colours exchanged. Budgets are for every move; the "
        "picture shows percent of the points."
    )
    return "\n".join([_paragraph(text), interval_plot(lines), *blocks])
