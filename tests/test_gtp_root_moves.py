"""`avoid` and `allow`: which moves an analysis looks at."""

from __future__ import annotations

import re

import pytest

from katachi.agents import load_agent
from katachi.games import parse_game
from katachi.gtp.engine import Engine, EngineOptions
from katachi.gtp.engine.parameters import Parameters

# A game, its dialect's word for the first player, a few cells in that dialect.
BOARDS = [
    ("go5", "b", ["A1", "B2", "C3"]),
    ("othello6", "b", ["C2", "E4"]),
    ("hex4", "b", ["a1", "b2", "d4"]),
    ("havannah4", "w", ["a1", "d4", "g7"]),
]


def engine_of(game: str, agent: str = "uct") -> Engine:
    parameters = Parameters(max_playouts=400)
    return Engine(parse_game(game), load_agent(agent), EngineOptions(parameters=parameters))


def said(engine: Engine, line: str) -> str:
    return "".join(engine.answer(line))


def searched(answer: str) -> set[str]:
    """The moves of an analysis, in lower case."""
    assert answer.startswith("=\n"), answer
    return {move.lower() for move in re.findall(r"info move (\S+)", answer)}


def every_move(engine: Engine, color: str) -> set[str]:
    return searched(said(engine, f"kata-search_analyze {color} minmoves 100"))


@pytest.mark.parametrize(("game", "color", "cells"), BOARDS, ids=[board[0] for board in BOARDS])
def test_allow_searches_these_moves_and_avoid_the_others(
    game: str, color: str, cells: list[str]
) -> None:
    everything = every_move(engine_of(game), color)
    named = {cell.lower() for cell in cells}
    assert named < everything
    some = f"{color} {','.join(cells)} 1"
    allowed = said(engine_of(game), f"kata-search_analyze {color} minmoves 100 allow {some}")
    assert searched(allowed) == named
    avoided = said(engine_of(game), f"kata-search_analyze {color} minmoves 100 avoid {some}")
    assert searched(avoided) == everything - named


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "analyze"])
def test_an_analysis_that_runs_on_keeps_to_the_clauses(command: str) -> None:
    answer = said(engine_of("go5"), f"{command} b 1 allow b A1,C3 1")
    assert searched(answer) == {"a1", "c3"}


def test_clauses_of_avoid_add_up_and_unknown_plies_do_not_matter() -> None:
    engine = engine_of("hex3")
    everything = every_move(engine_of("hex3"), "b")
    line = "kata-search_analyze b minmoves 20 avoid b a1 1 avoid b b2,c3 7 avoid b a1 100"
    assert searched(said(engine, line)) == everything - {"a1", "b2", "c3"}


@pytest.mark.parametrize("clause", ["allow w a1 5", "avoid w a1,b1,c1 5", "avoid b b2 5"])
def test_clauses_about_the_other_player_and_illegal_moves_change_nothing(clause: str) -> None:
    """b2 is taken."""
    moves = "gogui-play_sequence b b2 w c2"
    plain, other = engine_of("hex3"), engine_of("hex3")
    for engine in (plain, other):
        said(engine, moves)
    expected = said(plain, "kata-search_analyze b minmoves 20")
    assert said(other, f"kata-search_analyze b minmoves 20 {clause}") == expected


def test_the_player_to_move_is_the_one_of_the_command() -> None:
    """White is asked for though Black is to move; so White's clause counts."""
    answer = said(
        engine_of("go5"), "kata-search_analyze w avoid b A1 1 avoid w pass,C3 1 minmoves 99"
    )
    found = searched(answer)
    assert "a1" in found
    assert found.isdisjoint({"pass", "c3"})


def test_the_generated_move_is_an_allowed_one_and_the_next_search_is_free() -> None:
    engine = engine_of("hex4")
    for command, vertex in (("lz-genmove_analyze", "a1"), ("kata-genmove_analyze", "d4")):
        answer = said(engine, f"{command} b 100 allow b {vertex} 1")
        assert answer.endswith(f"\nplay {vertex}\n\n")
    assert len(every_move(engine, "w")) == 14


def test_a_tree_that_knows_more_reports_only_what_is_allowed() -> None:
    engine = engine_of("go5")
    said(engine, "kata-search_analyze b")
    answer = said(engine, "kata-search_analyze b minmoves 99 allow b A1,B2 1")
    assert searched(answer) == {"a1", "b2"}


def test_what_the_controller_leaves_over_outweighs_a_network() -> None:
    """ann keeps half of the moves; of allowed ones it still prunes, unless none would be left."""
    kept = every_move(engine_of("go5", "ann"), "b")
    everything = every_move(engine_of("go5"), "b")
    pruned = sorted(everything - kept)
    assert len(pruned) == 12
    only = said(
        engine_of("go5", "ann"), f"kata-search_analyze b allow b {','.join(pruned)} 1 minmoves 99"
    )
    assert searched(only) == set(pruned)
    good = min(kept - {"pass"})
    both = said(engine_of("go5", "ann"), f"kata-search_analyze b allow b {good},{pruned[0]} 1")
    assert searched(both) == {good}


def test_nothing_left_is_an_error() -> None:
    engine = engine_of("go3")
    cells = [f"{letter}{row}" for letter in "ABC" for row in "123"]
    refused = "? avoid and allow leave no legal move\n\n"
    assert said(engine, f"lz-analyze b avoid b {','.join(cells)},pass 1") == refused
    said(engine, "gogui-play_sequence b A2 w C3 b B1 w C2 b B2 w pass")
    assert said(engine, "lz-analyze b allow b A2 1") == refused, "A2 is taken"
    eye = said(engine, "lz-analyze b allow b A1 1")
    assert eye == "? the search considers none of these moves: 'A1'\n\n"
    # A failed command leaves everything as it was.
    assert said(engine, "kata-search_analyze b allow b A1,pass 1").endswith("\nplay pass\n\n")
