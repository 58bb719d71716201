"""What the engine does in Go alone: turns, clean-up, passing, forecasts."""

from __future__ import annotations

import re

import pytest

import katachi
from katachi.agents import load_agent
from katachi.gtp.engine import Engine, EngineOptions
from katachi.gtp.engine.parameters import Parameters

# Black wins without the dead white stone C5; as it stands White does.
DEAD_WHITE_STONE = ".X.X.../XXXXXXX/..O..../XXXXXXX/OOOOOOO/.O.O.../OOOOOOO"


def engine_at(text: str, *, komi: float = 5.5, playouts: int = 200) -> Engine:
    """The engine with a set-up on its board, Black to move."""
    size = len(text.partition("/")[0])
    game = katachi.Go(size, komi=komi)
    parameters = Parameters(max_playouts=playouts)
    engine = Engine(game, load_agent("go-heuristic"), EngineOptions(parameters=parameters))
    stones = [
        f"{'bw'['XO'.index(symbol)]} {game.moves[cell]}"
        for cell, symbol in enumerate(text.replace("/", ""))
        if symbol != "."
    ]
    tell(engine, f"gogui-setup {' '.join(stones)}")
    return engine


def tell(engine: Engine, line: str) -> str:
    text = "".join(engine.answer(line))
    assert text.startswith("="), f"{line}: {text}"
    return text[1:].strip()


def test_a_colour_that_moves_twice_leaves_no_pass_to_the_search() -> None:
    engine = Engine(katachi.Go(5))
    tell(engine, "play b C3")
    again = engine.state.turned("black")
    assert isinstance(again, katachi.Position)
    assert (again.to_move, again.passes, again.moves_played) == ("black", 0, 1)
    assert again.core.seen == engine.state.board.core.seen
    tell(engine, "play b pass")
    again = engine.state.turned("black")
    assert isinstance(again, katachi.Position)
    assert again.passes == 0
    tell(engine, "play w pass")
    assert engine.state.position.is_over
    assert not engine.state.turned("white").is_over


def test_play_that_goes_on_after_two_passes_remembers_earlier_positions() -> None:
    """Two passes end the game and not the memory of superko."""
    engine = Engine(katachi.Go(4))
    tell(engine, "gogui-setup b B4 w C4 b A3 w B3 w D3 b B2 w C2")
    tell(engine, "gogui-setup_player b")
    for move in ("b C3", "w pass", "b pass"):
        tell(engine, f"play {move}")
    answer = "".join(engine.answer("play w B3"))
    assert "repeats an earlier position (superko)" in answer


@pytest.mark.parametrize(
    ("rules", "passes"), [("chinese", True), ("japanese", True), ("tromp-taylor", False)]
)
def test_a_pass_is_answered_by_the_rules_in_force(rules: str, *, passes: bool) -> None:
    engine = engine_at(DEAD_WHITE_STONE)
    tell(engine, f"kata-set-rules {rules}")
    tell(engine, "play w pass")
    assert (tell(engine, "genmove b") == "pass") == passes


def test_without_a_word_about_rules_dead_stones_are_taken_before_the_pass() -> None:
    engine = engine_at(DEAD_WHITE_STONE)
    tell(engine, "play w pass")
    assert tell(engine, "genmove b") != "pass"
    assert tell(engine, "final_score") == "B+1.5"


def test_the_clean_up_takes_dead_stones_though_players_would_agree() -> None:
    engine = engine_at(DEAD_WHITE_STONE)
    tell(engine, "kgs-rules chinese")
    moves = []
    for _ in range(12):
        tell(engine, "play w pass")
        moves.append(tell(engine, "kgs-genmove_cleanup b"))
        if moves[-1] == "pass":
            break
    assert moves[-1] == "pass"
    assert engine.state.board.at("C5") != "white"


@pytest.mark.parametrize(("color", "sign"), [("b", 1), ("w", -1)])
def test_an_analysis_forecasts_score_and_owners_for_the_player_to_move(
    color: str, sign: int
) -> None:
    engine = engine_at(".X.X.../XXXXXXX/......./XXXXXXX/OOOOOOO/.O.O.../OOOOOOO", komi=0.5)
    switches = "rootInfo true ownership true ownershipStdev true movesOwnership true"
    line = tell(engine, f"kata-search_analyze {color} 1 {switches}")
    root = re.search(r"rootInfo .*? scoreLead (\S+)", line)
    owners = re.search(r" ownership ((?:-?[01]\.\d{6} ?){49})", line)
    assert root
    assert owners
    assert float(root[1]) == pytest.approx(sign * 6.5, abs=3)
    values = [float(word) for word in owners[1].split()]
    assert all(value * sign > 0.6 for value in values[:28])
    assert all(value * sign < -0.6 for value in values[28:])
    assert len(re.findall(r"movesOwnership ((?:-?[01]\.\d{6} ?){49})", line)) >= 1
    assert " ownershipStdev " in line


def test_the_lines_of_leela_have_no_scores() -> None:
    engine = engine_at(DEAD_WHITE_STONE, playouts=50)
    assert "score" not in tell(engine, "lz-genmove_analyze b 1")
    assert "ownership" in "".join(engine.answer("lz-analyze b ownership true"))


def test_games_without_a_score_have_no_forecast() -> None:
    parameters = Parameters(max_playouts=50)
    engine = Engine(katachi.Hex(5), load_agent("uct"), EngineOptions(parameters=parameters))
    line = tell(engine, "kata-search_analyze b 1 ownership true rootInfo true")
    assert "score" not in line
    assert "ownership" not in line
