"""What a laboratory keeps of every move, what older ones kept, and what can be read from it."""

from __future__ import annotations

import csv
import dataclasses
import json
import shutil
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from short_match import PLAN, played
from typer.testing import CliRunner

import katachi
from katachi.agents import AgentFile, Budget
from katachi.cli import app
from katachi.matches import (
    Contestant,
    GameResult,
    Laboratory,
    MatchPlan,
    Slot,
    play_match,
    result_of,
)
from katachi.matches.blunders import losing_move
from katachi.matches.export import export_moves

OLD = Path(__file__).parent / "data" / "version-1.sqlite"


def run(*words: str | Path) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


def old_plan(laboratory: Laboratory, pairs: int) -> MatchPlan:
    """The plan of the match in the old file, with all settings as they are today."""
    (match,) = laboratory.matches()
    agents = [
        msgspec.convert(laboratory.configuration(side)["agent"], AgentFile)
        for side in (match.first, match.second)
    ]
    return MatchPlan(
        Contestant(match.first_name, agents[0], Budget(20)),
        Contestant(match.second_name, agents[1], Budget(1)),
        match.game,
        pairs,
        seed=3,
    )


def test_every_move_is_kept_with_what_its_search_thought(tmp_path: Path) -> None:
    with Laboratory(tmp_path / "lab.sqlite") as laboratory:
        result = play_match(PLAN.with_pairs(1), laboratory)
        export_moves(laboratory, tmp_path / "moves.csv")
    for game in result.results:
        assert len(game.values) == len(game.visits) == len(game.depths) == len(game.movers)
        assert len(game.processor) == len(game.movers)
        for value, visits, depth in zip(
            game.of_first(game.values),
            game.of_first(game.visits),
            game.of_first(game.depths),
            strict=True,
        ):
            assert value is not None
            assert 0 <= value <= 1
            assert visits is not None
            assert visits >= 1
            assert depth is not None
        assert set(game.of_second(game.values)) == {None}
    with (tmp_path / "moves.csv").open() as file:
        rows = list(csv.DictReader(file))
    first = result.results[0]
    assert [row["value"] for row in rows][: len(first.values)] == [
        "" if value is None else str(value) for value in first.values
    ]
    assert {row["visits"] == "" for row in rows} == {True, False}


def test_the_value_kept_is_that_of_the_search_for_the_mover() -> None:
    (game, *_) = played(dataclasses.replace(PLAN, pairs=1)).results
    position = katachi.Hex(4).start()
    settings = msgspec.structs.replace(PLAN.first.agent.mcts, seed=2 * game.seed)
    search = katachi.Mcts(katachi.Hex(4), settings)
    found = search.run(position, simulations=60)
    assert game.values[0] == pytest.approx(found.value, abs=1e-4)
    assert game.visits[0] == sum(line.visits for line in found.moves)
    assert game.depths[0] == found.depth


def test_an_older_laboratory_is_read_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    shutil.copy(OLD, file)
    with Laboratory(file) as laboratory:
        (match,) = laboratory.matches()
        results = laboratory.results(match.id)
    assert len(results) == 4
    assert {(game.values, game.told, game.failure) for game in results} == {((), None, "")}
    assert "uct[reuse_tree=false]" in run("lab", file)
    assert json.loads(run("lab", file, "blunders", "--json")) == []
    run("lab", file, "moves", "--to", tmp_path / "moves.csv")
    assert file.read_bytes()[60:64] == OLD.read_bytes()[60:64], "reading renews nothing"


def test_an_older_laboratory_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    shutil.copy(OLD, file)
    with Laboratory(file) as laboratory:
        before = result_of(old_plan(laboratory, 2), laboratory)
        assert len(before.results) == 4, "games that were stored before count"
        after = play_match(old_plan(laboratory, 3), laboratory)
        assert len(laboratory.matches()) == 1
    assert after.results[:4] == before.results
    assert [bool(game.values) for game in after.results] == [False] * 4 + [True] * 2
    # With another setting it is another match.
    with Laboratory(file) as laboratory:
        plan = old_plan(laboratory, 2)
        other = dataclasses.replace(
            plan, first=dataclasses.replace(plan.first, budget=Budget(simulations=21))
        )
        assert laboratory.find_match(other) is None


# The move that lost


def game(
    values: str, *, movers: str = "", winner: str | None = "white", **fields: object
) -> GameResult:
    """A game whose moves are called m1, m2, ...; values are hundredths, - where there is none."""
    words = values.split()
    entries = tuple(None if word == "-" else int(word) / 100 for word in words)
    result = GameResult(
        slot=Slot(0, first_is_black=True),
        winner=winner,  # type: ignore[arg-type]
        reason="connection",
        score=-1.0,
        moves=tuple(f"m{number + 1}" for number in range(len(words))),
        opening_plies=0,
        movers=movers or ("bw" * len(words))[: len(words)],
        seconds=(0.0,) * len(words),
        simulations=(0,) * len(words),
        seed=0,
        values=entries,
    )
    return dataclasses.replace(result, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "move", "before", "after"),
    [
        # The value falls from 60 to 20 after Black's second move, and stays there.
        ("55 45 60 42 20 80 10 90", "m3", 0.60, 0.20),
        # A dip from which Black recovers was no blunder; the last move was.
        ("55 - 20 - 55 - 50 -", "m7", 0.50, 0.0),
        # Only White thought: it saw its chances rise after Black's second move.
        ("- 50 - 55 - 90 - 95", "m5", 0.45, 0.10),
    ],
)
def test_the_losing_move_is_where_the_value_fell_for_good(
    values: str, move: str, before: float, after: float
) -> None:
    found = losing_move(game(values))
    assert found is not None
    assert (found.move, found.loser) == (move, "black")
    assert (found.before, found.after) == pytest.approx((before, after))
    assert found.ply == int(move[1:])


def test_no_move_lost_a_game_that_was_drawn_or_lost_off_the_board() -> None:
    values = "60 40 10 90"
    assert losing_move(game(values)) is not None
    assert losing_move(game(values, winner=None)) is None
    assert losing_move(game(values, reason="time")) is None
    assert losing_move(game(values, reason="forfeit")) is None
    assert losing_move(game("- - - -")) is None
    assert losing_move(dataclasses.replace(game(values), values=())) is None


@given(st.lists(st.integers(0, 100), min_size=1, max_size=30))
def test_the_losing_move_costs_the_most_of_all(values: list[int]) -> None:
    """Drops of a losing side add up to at least its best value, so the largest is their mean or more."""
    entries = " ".join(f"{value} -" for value in values)
    found = losing_move(game(entries))
    assert found is not None
    number = (found.ply - 1) // 2
    rest = values[number + 1 :]
    assert found.before == values[number] / 100
    assert found.after == max(rest, default=0) / 100
    for place, value in enumerate(values):
        assert value - max(values[place + 1 :], default=0) <= round(100 * found.drop)
    assert found.drop >= max(values) / 100 / len(values) - 1e-9


def test_blunders_are_listed_with_their_players(tmp_path: Path) -> None:
    lab = tmp_path / "lab.sqlite"
    with Laboratory(lab) as laboratory:
        play_match(PLAN.with_pairs(2), laboratory)
    rows = json.loads(run("lab", lab, "blunders", "--json"))
    assert len(rows) == 4
    for row in rows:
        assert row["drop"] == pytest.approx(row["before"] - row["after"])
        assert {row["loser"], row["judge"]} <= {"uct", "random"}
        assert row["judge"] == "uct", "random has no values"
    assert rows[0]["move"] in run("lab", lab, "blunders")
