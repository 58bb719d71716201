"""Games that users write as functions on a state: both ways of running, the search, and bad games."""

# ruff: noqa: ARG001 - bad games look at little

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import katachi
from katachi.errors import BrokenGame, InvalidGame
from katachi.games.compiled import CompiledGame, compiled_game
from katachi.games.compiled.starting_file import starting_game
from katachi.games.python_file import load_game

pytest.importorskip("numba", reason="compiled games need the extra `compiled`")

from katachi.games.compiled.checking import check_compiled_game
from katachi.games.compiled.machine_code import MachineCode

Record = Any  # of NumPy or of Numba
COMPILED = Path(__file__).resolve().parent.parent / "examples" / "compiled"
NAMES = ("breakthrough", "col", "connect_four", "domineering", "gomoku", "tic_tac_toe")


def load(name: str) -> CompiledGame:
    game = load_game(COMPILED / f"{name}.py")
    assert isinstance(game, CompiledGame)
    return game


GAMES = {name: load(name) for name in NAMES}


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> CompiledGame:
    return GAMES[request.param]


# Rules


@pytest.mark.parametrize("name", ["breakthrough", "col", "connect_four"])
def test_both_ways_of_running_agree(name: str) -> None:
    found = check_compiled_game(GAMES[name], games=8, seed=3)
    assert found.games == 8
    assert found.black_wins + found.white_wins + found.draws == 8


@pytest.mark.slow
def test_both_ways_of_running_agree_over_2000_games(game: CompiledGame) -> None:
    assert check_compiled_game(game, games=2000, seed=1).games == 2000


def test_the_contract_of_all_games(game: CompiledGame) -> None:
    assert katachi.check_game(game, games=1, seed=5) > 5


def test_the_contract_of_a_twin() -> None:
    assert katachi.check_game(GAMES["tic_tac_toe"].interpreted, games=3, seed=5) > 10


def walk_beside(game: CompiledGame, other: Record, games: int, seed: int) -> None:
    """Random games of ours beside those of another: `other` has moves(), play(text), result()."""
    rng = random.Random(seed)
    for _ in range(games):
        position, beside = game.start(), other()
        while not position.is_over:
            assert set(position.legal_moves) == set(beside.moves())
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            beside.play(move)
        assert beside.moves() == []
        assert position.outcome.winner == beside.result()


class Spiel:
    """A game of OpenSpiel with the words of ours."""

    def __init__(self, name: str) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.state = pyspiel.load_game(name).new_initial_state()

    def words(self) -> dict[str, int]:
        return {
            self.word(self.state.action_to_string(action)): action
            for action in self.state.legal_actions()
        }

    def word(self, text: str) -> str:
        return text.rstrip("*")

    def moves(self) -> list[str]:
        return list(self.words())

    def play(self, move: str) -> None:
        self.state.apply_action(self.words()[move])

    def result(self) -> str | None:
        value = self.state.returns()[0]
        return None if value == 0 else "black" if value > 0 else "white"


class SpielConnectFour(Spiel):
    def __init__(self) -> None:
        super().__init__("connect_four")

    def word(self, text: str) -> str:
        return "abcdefg"[int(text[1:])]


class SpielBreakthrough(Spiel):
    def __init__(self) -> None:
        super().__init__("breakthrough")


class CoreGomoku:
    """The core's own Gomoku."""

    def __init__(self) -> None:
        self.position = katachi.Gomoku(15).start()

    def moves(self) -> list[str]:
        return list(self.position.legal_moves)

    def play(self, move: str) -> None:
        self.position = self.position.play(move)

    def result(self) -> str | None:
        return self.position.outcome.winner


BESIDE = {"connect_four": SpielConnectFour, "breakthrough": SpielBreakthrough, "gomoku": CoreGomoku}


@pytest.mark.parametrize("name", BESIDE)
def test_rules_of_others(name: str) -> None:
    walk_beside(GAMES[name], BESIDE[name], games=10, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", BESIDE)
def test_rules_of_others_over_2000_games(name: str) -> None:
    walk_beside(GAMES[name], BESIDE[name], games=2000, seed=7)


def test_connect_four_counts_as_published() -> None:
    start = GAMES["connect_four"].start()
    assert [start.core.perft(depth) for depth in range(1, 8)] == [
        *(7, 49, 343, 2401, 16807, 117649, 823536)
    ]


# The search


SETTINGS = {
    "uct": {},
    "rave": {"selection": {"rave": "minimum_mse"}},
    "grave": {"selection": {"rave": "minimum_mse", "grave_visits": 50}},
    "history": {"selection": {"history_weight": 1.0}},
    "solver": {"selection": {"solver": True}},
    "transpositions": {"expansion": {"transpositions": True}},
    "replies": {"playout": {"last_good_reply": 2}},
    "ngrams": {"playout": {"ngrams": 2}},
    "mast": {"playout": {"base": "mast"}},
}


def settings_of(parts: dict[str, dict[str, Any]]) -> katachi.MctsSettings:
    kinds = {
        "selection": katachi.SelectionSettings,
        "expansion": katachi.ExpansionSettings,
        "playout": katachi.PlayoutSettings,
    }
    return katachi.MctsSettings(**{name: kinds[name](**values) for name, values in parts.items()})


@pytest.mark.parametrize("parts", SETTINGS.values(), ids=SETTINGS)
def test_parts_of_the_search_find_the_winning_column(parts: dict[str, dict[str, Any]]) -> None:
    game = GAMES["connect_four"]
    position = game.start().play_all("d c d c d c")
    result = katachi.Mcts(game, settings_of(parts)).run(position, simulations=2000)
    assert result.move == "d"


def test_the_solver_proves_a_win_in_three_plies() -> None:
    game = GAMES["connect_four"]
    solver = katachi.MctsSettings(selection=katachi.SelectionSettings(solver=True))
    position = game.start().play_all("d d c c")  # three in a row with both ends open
    result = katachi.Mcts(game, solver).run(position, simulations=20_000)
    assert (result.move, result.proof) in {("b", "win"), ("e", "win")}


def test_decisive_moves_need_winning_moves() -> None:
    decisive = katachi.MctsSettings(playout=katachi.PlayoutSettings(decisive=True))
    four = GAMES["connect_four"]
    position = four.start().play_all("d c d c d c")
    assert katachi.Mcts(four, decisive).run(position, simulations=500).move == "d"
    with pytest.raises(katachi.InvalidSettings, match="col"):
        katachi.Mcts(GAMES["col"], decisive)


def test_two_threads_share_a_tree() -> None:
    game = GAMES["gomoku"]
    two = katachi.MctsSettings(threads=2)
    assert katachi.Mcts(game, two).run(game.start(), simulations=3000).simulations == 3000


def test_one_seed_gives_one_tree() -> None:
    game = GAMES["breakthrough"]
    trees = []
    for _ in range(2):
        search = katachi.Mcts(game, katachi.MctsSettings(seed=5))
        search.run(game.start(), simulations=500)
        trees.append(search.tree_text(depth=3))
    assert trees[0] == trees[1]


def test_alpha_beta_with_a_value() -> None:
    game = GAMES["breakthrough"]
    position = game.start().play_all("a7b6 a2b3 b6a5 b3a4 c7d6 h2g3 d6c5 g3h4 c5d4")

    def minimax(at: katachi.Position, depth: int) -> float:
        if depth == 0:
            return float(game.rules.functions["value"](game.state(at)))
        return max(-minimax(at.play(move), depth - 1) for move in at.legal_moves)

    result = katachi.AlphaBeta(game).run(position, depth=2)
    assert (result.depth, result.score) == (2, minimax(position, 2))
    with pytest.raises(katachi.KatachiError):
        katachi.AlphaBeta(GAMES["col"])


def test_texts_of_positions_read_back(game: CompiledGame) -> None:
    position = game.start()
    for _ in range(3):
        position = position.play(position.legal_moves[-1])
    again = game.position(position.text)
    assert again == position
    assert again.moves_played == 3
    assert again.legal_moves == position.legal_moves


def test_pictures(game: CompiledGame) -> None:
    position = game.start().play(game.start().legal_moves[0])
    svg = position.svg()
    assert svg.count("fill='#161616'") == position.stones.count(0) > 0
    assert str(position).count("X") >= position.stones.count(0)


def test_machine_code_is_kept_and_a_changed_game_is_not_taken_for_the_old_one() -> None:
    game = load("tic_tac_toe")
    game.start()
    rules = game.rules
    assert MachineCode(rules, checked=False).was_cached

    def never(state: Record) -> int:
        return 3 if state.count == 9 else 0

    functions: dict[str, Any] = {**rules.functions, "outcome": never}
    other = compiled_game(
        "tictactoe", state=rules.state, board=rules.board, stones="board", **functions
    )
    moves = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert other.start().play_all(moves).outcome.winner is None


def test_machine_code_serves_the_same_game_from_another_file(tmp_path: Path) -> None:
    """A process that knows only the copy takes what the first file has left."""
    text = starting_game("copied")
    cache = {"KATACHI_CACHE": str(tmp_path / "cache")}
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(text)
    told = [perft(tmp_path / f"{name}.py", cache) for name in ("one", "two")]
    assert told == ["72 504 False", "72 504 True"]


def test_damaged_machine_code_is_made_anew(tmp_path: Path) -> None:
    file, cache = tmp_path / "one.py", {"KATACHI_CACHE": str(tmp_path / "cache")}
    file.write_text(starting_game("damaged"))
    assert perft(file, cache) == "72 504 False"
    kept = sorted((tmp_path / "cache").rglob("*.nbc"))
    assert kept
    for path in kept:
        path.write_bytes(b"no machine code")
    assert perft(file, cache) == "72 504 False"
    assert perft(file, cache) == "72 504 True"


def test_a_cache_that_cannot_be_written_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(starting_game("unkept"))
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert perft(tmp_path / "one.py", {"KATACHI_CACHE": str(tmp_path / "cache")}) == "72 504 False"


def perft(file: Path, environment: dict[str, str]) -> str:
    """Counts of a game in a process of its own, and whether its machine code was there already."""
    script = (
        "import sys; from pathlib import Path; from katachi.games.python_file import load_game;"
        "game = load_game(Path(sys.argv[1])); start = game.start();"
        "print(start.core.perft(2), start.core.perft(3), game.code.was_cached)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# Bad games

STATE = [("board", "u1", (4,)), ("to_move", "u1"), ("count", "i4")]
SQUARE = katachi.Board.square(2)


def a_start(state: Record) -> None:
    state.to_move = 1


def a_list(state: Record, moves: Record) -> int:
    moves[0] = 0
    moves[1] = 1
    return 2


def a_move(state: Record, move: int) -> None:
    state.count += 1
    state.to_move = 3 - state.to_move


def an_end(state: Record) -> int:
    return 3 if state.count == 5 else 0


def bad(**changes: Record) -> CompiledGame:
    given: dict[str, Any] = {
        "state": STATE,
        "moves": "ab",
        "start": a_start,
        "legal_moves": a_list,
        "play": a_move,
        "outcome": an_end,
        "longest": 200,
    }
    return compiled_game(**{"name": "bad"} | given | changes)


def out_of_range(state: Record, moves: Record) -> int:
    moves[0] = 77
    return 1


def outside_the_array(state: Record, move: int) -> None:
    state.board[4 + state.count] = 1
    a_move(state, move)


def raises(state: Record, move: int) -> None:
    if state.count == 2:
        raise ValueError("no third move")
    a_move(state, move)


def changes_the_state(state: Record, moves: Record) -> int:
    state.board[0] += 1
    return a_list(state, moves)


def never_ends(state: Record) -> int:
    return 0


def no_moves(state: Record, moves: Record) -> int:
    return 0


def no_result(state: Record) -> int:
    return 9 if state.count else 0


def nobody(state: Record) -> None:
    state.to_move = 7


def start_raises(state: Record) -> None:
    raise ValueError("not today")


def outcome_changes(state: Record) -> int:
    state.board[1] += 1
    return an_end(state)


def descends(state: Record, moves: Record) -> int:
    moves[0] = 1
    moves[1] = 0
    return 2


def writes_too_many(state: Record, moves: Record) -> int:
    for i in range(5):
        moves[i] = i
    return 5


def wins_always(state: Record, player: int, moves: Record) -> int:
    return a_list(state, moves)


def score_raises(state: Record) -> float:
    if state.count == 5:
        raise ValueError("no score")
    return 0.0


def key_raises(state: Record) -> int:
    if state.count == 1:
        raise ValueError("no key")
    return 7


def on_no_cell(state: Record, move: int) -> int:
    return 9


def a_third_color(state: Record, cell: int) -> int:
    return 5


BROKEN = {
    "start raises": ({"start": start_raises}, "start raised .*not today"),
    "outcome changes its input": ({"outcome": outcome_changes}, "outcome changes the state"),
    "moves descend": ({"legal_moves": descends}, "legal_moves does not ascend"),
    "more moves than there are": ({"legal_moves": writes_too_many}, "legal_moves raised .*IndexE"),
    "wrong about winning moves": ({"winning_moves": wins_always}, "winning_moves is wrong about a"),
    "score raises": ({"score": score_raises}, "score raised .*no score"),
    "key raises": ({"key": key_raises}, "key raised .*no key"),
    "on no cell": ({"board": SQUARE, "cell_of": on_no_cell}, "cell_of answers 9"),
    "a third color": ({"board": SQUARE, "moves": None, "at": a_third_color}, "at answers 5"),
    "moves out of range": ({"legal_moves": out_of_range}, "legal_moves .*77"),
    "outside the array": ({"play": outside_the_array}, "play raised .*IndexError"),
    "raises": ({"play": raises}, "play raised .*no third move"),
    "changes its input": ({"legal_moves": changes_the_state}, "legal_moves changes the state"),
    "endless": ({"outcome": never_ends}, "does not end the game|no end after 200"),
    "no moves": ({"legal_moves": no_moves}, "legal_moves finds no move"),
    "no result": ({"outcome": no_result}, "outcome answers 9"),
    "nobody to move": ({"start": nobody}, "to_move .*7"),
    "wrong about moves that stay": ({"moves_stay": True}, "moves_stay is not true"),
}


@pytest.mark.parametrize(("changes", "sentence"), BROKEN.values(), ids=BROKEN)
def test_a_bad_game_gets_a_sentence_with_function_and_state(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BrokenGame, match=f"(?s)bad: .*{sentence}") as caught:
        check_compiled_game(bad(**changes), games=3)
    assert "state" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "function"),
    [
        ({"legal_moves": out_of_range}, "legal_moves"),
        ({"play": outside_the_array}, "play"),
        ({"play": raises}, "play"),
        ({"legal_moves": changes_the_state}, "legal_moves"),
        ({"outcome": never_ends}, "outcome"),
        ({"legal_moves": no_moves}, "legal_moves"),
        ({"outcome": no_result}, "outcome"),
        ({"start": nobody}, "start"),
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_search_of_a_checked_bad_game_ends_with_a_sentence(
    changes: dict[str, Any], function: str
) -> None:
    game = bad(**changes).with_checks()
    with pytest.raises(BrokenGame, match=f"bad: {function} .*; state [0-9a-f]+"):
        katachi.Mcts(game).run(game.start(), simulations=2000)


def unknown_attribute(state: Record, move: int) -> None:
    state.bord[0] = 1


def test_what_numba_refuses_is_said_in_a_sentence_with_the_line() -> None:
    line = unknown_attribute.__code__.co_firstlineno + 1
    with pytest.raises(InvalidGame, match=f"play cannot be compiled: .*bord.*line {line}\\)"):
        bad(play=unknown_attribute).start()


WRONG = {
    "no structure": ({"state": "i4"}, "structured NumPy type"),
    "nobody to move": ({"state": [("board", "u1")]}, "to_move"),
    "too large": ({"state": [("to_move", "u1"), ("b", "u1", (2000,))]}, "1024 bytes"),
    "objects": ({"state": [("to_move", "u1"), ("b", "O")]}, "Python objects"),
    "wrong arguments": ({"play": a_start}, "play takes state and move"),
    "no name": ({"name": "Bad_1"}, "one word of small letters"),
    "two alike": ({"moves": ["a", "A"]}, "text of its own"),
    "many moves": ({"moves": [str(n) for n in range(500)]}, "at most 361 moves"),
    "no such field": (
        {"board": katachi.Board.square(2), "stones": "bord", "moves": None},
        "one byte for each of 4 cells",
    ),
    "no cells": ({"board": katachi.Board.square(2)}, "cell_of"),
}


@pytest.mark.parametrize(("changes", "sentence"), WRONG.values(), ids=WRONG)
def test_a_game_that_cannot_be_one_is_refused_at_once(
    changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidGame, match=sentence):
        bad(**changes)


def test_scores_and_keys() -> None:
    def points(state: Record) -> float:
        return 2.5 * float(state.count)

    def number(state: Record) -> int:
        return int(state.count)

    def black_wins(state: Record) -> int:
        return 1 if state.count == 5 else 0

    game = bad(score=points, key=number, outcome=black_wins)
    position = game.start().play_all("a b a b a")
    assert (position.outcome.winner, position.outcome.score) == ("black", 12.5)
    assert str(position.outcome) == "Black wins by 12.5 points"
    assert position.key == game.start().play_all("b b b b b").key
    assert position.key != game.start().play_all("b b b b").key
