"""Tournaments: the list of ratings and the cross table."""

from __future__ import annotations

from collections.abc import Sequence

from katachi.matches.figures import UNDEFINED, number, percent
from katachi.matches.tournament import Standings

RATING_HEADINGS = (
    "#",
    "player",
    "rating",
    "error",
    "points",
    "played",
    "%",
    "stronger than next %",
)

LOST_OFF_THE_BOARD = {"time": "Lost on time", "forfeit": "Lost by failures"}


def rating_rows(standings: Standings) -> list[list[str]]:
    """One row per player, best first; the last column is how likely it is stronger than the next."""
    listed = standings.ratings
    rows = []
    for place, rating in enumerate(listed.ratings):
        next_one = place + 1
        likely = (
            percent(listed.superiority[place][next_one], 0)
            if next_one < len(listed.ratings)
            else UNDEFINED
        )
        rows.append(
            [
                str(place + 1),
                rating.player,
                number(rating.elo.value, 0),
                number(rating.elo.error, 0),
                f"{rating.points:g}",
                str(rating.games),
                percent(rating.points / rating.games) if rating.games else UNDEFINED,
                likely,
            ]
        )
    return rows


def cross_table(standings: Standings) -> list[list[str]]:
    """A heading and a row per player: points of games against each other."""
    names = [rating.player for rating in standings.ratings.ratings]
    names += [c.name for c in standings.plan.contestants if c.name not in names]
    rows = [["", *(str(i + 1) for i in range(len(names)))]]
    for i, name in enumerate(names):
        cells = [f"{i + 1} {name}"]
        for other in names:
            points, games = standings.points(name, other)
            cells.append(f"{points:g}/{games}" if games else UNDEFINED)
        rows.append(cells)
    return rows


def match_rows(standings: Standings) -> list[list[str]]:
    """A heading and a row per match: points of the first agent with Wilson's 95 % interval."""
    rows = [["first", "second", "points", "%", "95 % interval", "as Black", "as White", "void"]]
    for match in standings.matches:
        cells = [UNDEFINED] * 5
        if match.results:
            score = match.score
            sides = (score.as_black, score.as_white)
            cells = [
                f"{score.games.points:g}/{score.games.games}",
                percent(score.share),
                " to ".join(percent(end) for end in score.interval),
                *(f"{side.points:g}/{side.games}" for side in sides),
            ]
        rows.append(
            [match.plan.first.name, match.plan.second.name, *cells, str(len(match.void_slots))]
        )
    return rows


def void_lines(standings: Standings) -> list[str]:
    """A line for every attempt that failed: who, when and why."""
    return [
        f"{void.reason} of {void.culprit} (pair {void.slot.pair}, attempt {void.attempt}): "
        f"{void.message}"
        for match in standings.matches
        for void in match.voids
    ]


def advantage_line(standings: Standings) -> str:
    """What moving first is worth."""
    advantage = standings.ratings.first_move_advantage
    return (
        f"Moving first is worth {number(advantage.value, 0)} +/- {number(advantage.error, 0)} Elo."
    )


def void_line(standings: Standings) -> str:
    """Games that were void, or lost off the board, and by whom; empty if there were none."""
    void = [
        void.culprit
        for match in standings.matches
        for void in {v.slot: v for v in match.voids if v.slot in match.void_slots}.values()
    ]
    kinds = {"Void games, not counted": void, "Lost on time": [], "Lost by failures": []}
    for match in standings.matches:
        for result in match.results:
            if result.reason in LOST_OFF_THE_BOARD:
                loser = match.plan.second if result.points else match.plan.first
                kinds[LOST_OFF_THE_BOARD[result.reason]].append(loser.name)
    return " ".join(f"{kind}: {_counted(names)}." for kind, names in kinds.items() if names)


def _counted(names: Sequence[str]) -> str:
    return ", ".join(f"{name} {names.count(name)}" for name in sorted(set(names)))


def markdown_tournament(standings: Standings) -> str:
    """The whole tournament as Markdown."""
    plan = standings.plan
    lines = [
        f"# {plan.kind} of {len(plan.contestants)} agents",
        "",
        f"{plan.game if plan.python_game else plan.rules}, {plan.pairs} pairs a match, {plan.openings}, "
        f"seed {plan.seed}. Ratings are Elo with 95 % errors; their mean is 0.",
        "",
        *_markdown([list(RATING_HEADINGS), *rating_rows(standings)]),
        "",
        advantage_line(standings),
        "",
        *_markdown(cross_table(standings)),
        "",
        *_markdown(match_rows(standings)),
        "",
    ]
    if standings.ladder:
        lines += [f"Ladder from the top: {', '.join(standings.ladder)}.", ""]
    if void_line(standings):
        lines += [void_line(standings), "", *(f"- {line}" for line in void_lines(standings)), ""]
    return "\n".join(lines)


def _markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|{'|'.join('---' for _ in rows[0])}|")
    return lines
