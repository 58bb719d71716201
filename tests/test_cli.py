"""The command line, as a shell would call it."""

from __future__ import annotations

import dataclasses
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import katachi
from katachi.agents import default_agent_name
from katachi.cli import COMMANDS, app
from katachi.games.perft import counts, divide
from katachi.games.threads import thread_count
from katachi.search import signature as behaviour_signature
from katachi.search.playout_speed import BOARDS, measure
from katachi.search.signature import Signatures

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "tests" / "data" / "bench.txt"


def call(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=typed, env={"COLUMNS": "100"})


def successful(*arguments: str, typed: str | None = None) -> str:
    result = call(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def parsed(*arguments: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return json.loads(successful(*arguments))


# All commands


def test_version() -> None:
    assert successful("--version") == f"katachi {katachi.__version__}\n"


def test_help_names_every_command() -> None:
    for text in (successful("--help"), successful("-h"), successful()):
        for command in COMMANDS:
            assert f" {command.name} " in text
        assert "katachi demo" in text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself_with_examples(command: Any) -> None:  # noqa: ANN401
    text = successful(command.name, "--help")
    first_sentence = (command.function.__doc__ or "").splitlines()[0]
    assert first_sentence in text
    assert "Examples" in text
    examples = command.examples.strip().splitlines()
    assert len(examples) >= 2
    for example in examples:
        assert example.startswith(f"katachi {command.name}")
        assert example in text


@pytest.mark.parametrize("name", ["games", "perft", "bench"])
def test_commands_with_results_speak_json(name: str) -> None:
    assert "--json" in successful(name, "--help")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "perft chess 3",
            "no game 'chess'; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
        ),
        ("perft othello7 3", "Othello size must be 6, 8 or 10, not 7"),
        ("perft go 2 --size 20", "Go size must be 2 to 19, not 20"),
        ("perft go5 2 --swap", "go has no swap"),
        ("perft hex3 2 --position XY", "'Y' is not a cell in 'XY'"),
        ("perft hex3 2 --position X", "Hex(3) has 9 cells, not 1: 'X'"),
        (
            "bench chess",
            "no game 'chess'; try othello, go, hex, havannah, gomoku, y, or go9, hex13, ...",
        ),
        (
            "bench --check --signatures none.txt",
            "no stored signature at 'none.txt'; give one by --signatures",
        ),
        ("bench go9 --store", "--store is for all boards; leave the games out"),
        ("play", "which game? Try othello, go, hex, havannah, gomoku, y, or --game-file FILE"),
        ("play othello --komi 3", "othello has no komi"),
        ("play go9 --komi 0.3", "komi must be a multiple of one half, not 0.3"),
        ("play go5 --handicap 2", "handicap on 5x5 must be 0, not 2"),
        (
            "play hex --black alice",
            "no player 'alice'; known: human, and the agents that katachi agents lists",
        ),
        ("play hex --game-file x.py", "name a game or a --game-file, not both: 'hex'"),
        ("play --game-file x.py --size 3", "--size is for built-in games, not for a --game-file"),
        ("play --game-file none.py", "there is no file 'none.py'"),
        ("play hex --save none/x.sgf", "there is no folder 'none'"),
        (
            "play --save x.sgf --game-file examples/connect_four.py",
            "SGF has no form for 'connect_four', only for go, othello, gomoku, hex, havannah, y",
        ),
    ],
)
def test_errors_are_one_line(arguments: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = call(*arguments.split())
    assert result.stderr == f"error: {message}\n"
    assert result.stdout == ""
    assert result.exit_code == 2


@pytest.mark.parametrize("arguments", ["frobnicate", "perft othello x", "perft", "perft othello 0"])
def test_wrong_usage_is_explained(arguments: str) -> None:
    result = call(*arguments.split())
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert "Traceback" not in result.output


def test_module_call() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "katachi", "--version"], capture_output=True, text=True, check=True
    )
    assert finished.stdout == f"katachi {katachi.__version__}\n"


def test_an_interrupt_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "katachi", "perft", "othello", "40"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline()  # now the command runs
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert errors == "\ninterrupted\n"
    assert process.returncode == 130


def test_a_reader_that_leaves_is_no_error() -> None:
    finished = subprocess.run(
        f"{sys.executable} -m katachi games | true",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in finished.stderr


# games


def test_games_lists_every_game() -> None:
    text = successful("games")
    for name in katachi.games_by_name:
        assert re.search(rf"^{name} ", text, re.MULTILINE)
        assert katachi.games.games_by_name[name].aim in text
    assert "A19 to T1, pass" in text


def test_games_as_json() -> None:
    facts = parsed("games", "--json")
    assert [game["name"] for game in facts] == list(katachi.games_by_name)
    assert facts[0] == {
        "name": "othello",
        "aim": katachi.Othello.aim,
        "sizes": [6, 8, 10],
        "usual_size": 8,
        "first_player": "black",
        "cells": 64,
        "special_move": "pass",
        "notations": ["othello", "gogui", "letters"],
    }


# perft


def test_perft_agrees_with_the_published_numbers() -> None:
    lines = successful("perft", "othello", "7").splitlines()
    assert lines[0] == "Othello(8)"
    assert [line.split()[:2] for line in lines[2:]] == [
        [str(depth), f"{katachi.Othello().published_counts[depth - 1]:,}"] for depth in range(1, 8)
    ]
    assert all(line.endswith("  as published") for line in lines[2:])


def test_perft_says_when_it_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(katachi.Othello, "published_counts", (4, 13))
    assert successful("perft", "othello", "2").splitlines()[-1].endswith("  published: 13")


def test_perft_as_json() -> None:
    facts = parsed("perft", "othello", "5", "--json")
    assert facts.pop("seconds") >= 0
    assert facts.pop("sequences_per_second") > 0
    assert facts == {
        "game": "Othello(8)",
        "position": katachi.Othello().start().text,
        "depth": 5,
        "sequences": 1396,
        "published": 1396,
    }


def test_perft_divided() -> None:
    text = successful("perft", "othello", "3", "--divide")
    assert re.findall(r"^ +([a-h]\d) +(\d+)$", text, re.MULTILINE) == [
        ("d3", "14"),
        ("c4", "14"),
        ("f5", "14"),
        ("e6", "14"),
    ]
    facts = parsed("perft", "hex 3", "2", "--divide", "--json", "--swap")
    assert facts["game"] == "Hex(3, swap=True)"
    assert facts["divide"] == dict.fromkeys(katachi.Hex(3).topology.cells, 9)
    assert facts["sequences"] == 81


def test_perft_from_a_position() -> None:
    facts = parsed("perft", "hex3", "1", "--json", "--position", "X../.O./... X")
    assert (facts["sequences"], facts["published"]) == (7, None)
    text = successful("perft", "hex3", "1", "--position", "X../.O./... X")
    assert text.startswith("Hex(3) from X../.O./... X\n")


def test_perft_of_a_finished_game_counts_it_once() -> None:
    facts = parsed("perft", "hex3", "3", "--json", "--divide", "--position", "XO./XO./X.. O")
    assert (facts["sequences"], facts["divide"]) == (1, {})


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_perft_in_pieces_gives_the_same(plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("katachi.games.perft._plies_ahead", lambda done: min(plies, len(done)))
    start = katachi.Hex(3).position("XO./XO./... X")  # some games end at once
    found = [count.sequences for count in counts(start, 5, lambda *_: None)]
    assert found == [start.core.perft(depth) for depth in range(1, 6)]
    assert sum(divide(start, 5).values()) == found[-1]


# bench


def test_the_signature_is_the_stored_one() -> None:
    """Fails when the core behaves differently; if that is meant: `katachi bench --store`."""
    stored = behaviour_signature.read(STORED)
    assert stored is not None
    assert stored.text == STORED.read_text(encoding="utf-8")
    assert list(stored.boards) == [str(game) for game in BOARDS]
    assert list(stored.trees) == [str(game) for game in BOARDS]
    assert behaviour_signature.compute(BOARDS, playouts=stored.playouts).differences(stored) == []


def test_the_signature_does_not_depend_on_threads() -> None:
    boards = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(3)]
    one = behaviour_signature.compute(boards, playouts=300, threads=1)
    assert one == behaviour_signature.compute(boards, playouts=300, threads=3)


BOARDS_ALONE = Signatures(
    {"Hex(3)": "00000000000000aa", "Go(9, komi=0.5)": "1234567890abcdef"}, 1, 64
)
SOME = dataclasses.replace(BOARDS_ALONE, trees={"Hex(3)": "00000000000000cc"}, simulations=50)


@pytest.mark.parametrize("signatures", [SOME, BOARDS_ALONE], ids=["with trees", "older"])
def test_signatures_are_read_as_they_are_written(signatures: Signatures) -> None:
    assert Signatures.parse(signatures.text) == signatures


def test_a_tree_signature_follows_the_search() -> None:
    game = katachi.Hex(4)
    one = behaviour_signature.tree_signature(game, 100)
    assert one == behaviour_signature.tree_signature(game, 100)
    assert one != behaviour_signature.tree_signature(game, 101)
    assert one != behaviour_signature.tree_signature(katachi.Hex(4, swap=True), 100)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "signature 1",
            "signature 2",
            "expected 'katachi bench signature 1' in the first line, not",
        ),
        ("seed 1", "seed x", "seed, playouts or all is missing or wrong: invalid literal"),
        ("seed 1\n", "", "seed, playouts or all is missing or wrong: 'seed'"),
        ("aa\n", "ab\n", "the boards give "),
        ("cc\n", "cd\n", "the trees give "),
        ("simulations 50\n", "", "simulations or trees is missing or wrong: 'simulations'"),
        ("seed 1\n", "seed 1\nnothing\n", "line 3 is not understood: 'nothing'"),
        ("seed 1\n", "seed 1\nseed 1\n", "line 3 is not understood: 'seed 1'"),
    ],
)
def test_a_damaged_file_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bench.txt"
    file.write_text(SOME.text.replace(old, new), encoding="utf-8")
    result = call("bench", "--check", "--signatures", str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: '{file}': {message}")


def test_differences_name_the_board() -> None:
    other = Signatures({"Hex(3)": "00000000000000ab", "Go(5)": "00"}, 1, 64)
    assert other.differences(SOME) == [
        "Hex(3): stored 00000000000000aa, now 00000000000000ab",
        "Go(5): stored nothing, now 00",
    ]
    grown = dataclasses.replace(SOME, trees={"Hex(3)": "00000000000000cd"})
    assert grown.differences(SOME) == [
        "tree of Hex(3): stored 00000000000000cc, now 00000000000000cd"
    ]
    assert grown.differences(BOARDS_ALONE) == []
    assert dataclasses.replace(SOME, simulations=51).differences(SOME) == [
        "trees stored for 50 simulations, now 51"
    ]
    assert Signatures({}, 2, 64).differences(SOME) == [
        "stored for seed 1 and 64 playouts, now 2 and 64"
    ]


def test_bench_stores_and_checks(tmp_path: Path) -> None:
    file = tmp_path / "bench.txt"
    arguments = ("bench", "--signatures", str(file), "--seconds", "0")
    assert f"(no stored one at {file} to compare with)" in successful(*arguments)
    assert "(as stored)" in successful(*arguments, "--store")
    assert "(as stored)" in successful(*arguments, "--check")
    stored = Signatures.parse(file.read_text(encoding="utf-8"))
    changed = dataclasses.replace(
        stored,
        boards=stored.boards | {"Hex(11)": "0" * 16},
        trees=stored.trees | {"Go(9)": "1" * 16},
    )
    file.write_text(changed.text, encoding="utf-8")
    result = call(*arguments, "--check")
    assert result.exit_code == 1
    assert "(not as stored)" in result.stdout
    assert f"  Hex(11): stored {'0' * 16}, now {stored.boards['Hex(11)']}\n" in result.stdout
    assert f"  tree of Go(9): stored {'1' * 16}, now {stored.trees['Go(9)']}\n" in result.stdout
    assert call(*arguments).exit_code == 0  # without --check it only tells


def test_bench_measures() -> None:
    facts = parsed("bench", "hex5", "havannah3", "--seconds", "0.02", "--threads", "2", "--json")
    assert facts["threads"] == 2
    assert [speed["game"] for speed in facts["playouts_per_second"]] == ["Hex(5)", "Havannah(3)"]
    for speed in facts["playouts_per_second"]:
        assert speed["one_thread"] > 0
        assert speed["all_threads"] > 0
        assert speed["ratio"] > 0
    assert list(facts["signatures"]) == ["Hex(5)", "Havannah(3)"]
    assert list(facts["tree_signatures"]) == ["Hex(5)", "Havannah(3)"]
    assert re.fullmatch("[0-9a-f]{16}", facts["signature"])
    assert re.fullmatch("[0-9a-f]{16}", facts["tree_signature"])


def test_bench_table() -> None:
    text = successful("bench", "hex5", "--seconds", "0.01", "--threads", "1", "--native-info")
    assert re.search(r"^processor +\S", text, re.MULTILINE)
    assert re.search(r"^Hex\(5\) +[\d,]+ +\N{EN DASH} +\N{EN DASH} +[\d.]+", text, re.MULTILINE)


def test_one_thread_has_no_ratio() -> None:
    speed = measure(katachi.Hex(3), seconds=0.001, threads=1)
    assert speed.ratio is None
    assert speed.one_thread > 0
    assert thread_count() >= 1


# play


def test_play_reads_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    text = successful(
        *("play", "hex", "3", "--white", "human", "--save", str(file)),
        typed="b2\na1\nb1\nc1\nb3\n",
    )
    assert text.startswith("Hex(3)\nBlack (X): human\nWhite (O): human\n")
    assert text.endswith(f"Black wins by a connection.\nSaved to {file}.\n")
    assert ";B[b2];W[a1];B[b1];W[c1];B[b3])" in file.read_text(encoding="utf-8")
    assert re.search(r"DT\[\d{4}-\d\d-\d\d\]RE\[B\+\];", file.read_text(encoding="utf-8"))


def test_play_keeps_an_existing_file_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("old", encoding="utf-8")
    result = call("play", "hex3", "--save", str(file), typed="quit\n")
    assert result.stderr == f"error: '{file}' exists already; --force replaces it\n"
    assert file.read_text(encoding="utf-8") == "old"
    successful("play", "hex3", "--save", str(file), "--force", typed="quit\n")
    assert file.read_text(encoding="utf-8").startswith("(;FF[4]")


def test_play_with_a_seed_is_repeatable(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    arguments = (
        "play",
        "go5",
        "--black",
        "random",
        "--white",
        "random",
        "--seed",
        "7",
        "--komi",
        "0.5",
        "--ascii",
    )
    first = successful(*arguments, "--save", str(file))
    assert first.replace(f"Saved to {file}.\n", "") == successful(*arguments)
    assert first.splitlines()[-2].startswith(("Black wins by ", "White wins by "))
    assert "GC[katachi play --seed 7]" in file.read_text(encoding="utf-8")


def test_play_without_input_ends_politely() -> None:
    text = successful("play", "othello")
    assert text.endswith("black>\nEnd of input: the game is left unfinished.\n")


def test_play_survives_odd_bytes() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "katachi", "play", "hex3"],
        input=b"\xff\xfe\x00\nquit\n",
        capture_output=True,
        check=True,
    )
    assert finished.stderr == b""
    assert finished.stdout.endswith(b"The game is left unfinished.\n")


def test_play_options_reach_the_game() -> None:
    assert successful("play", "hex", "--size", "4", "--swap").startswith("Hex(4, swap=True)\n")
    text = successful("play", "go9", "--handicap", "2", "--black", "random", "--white", "human")
    assert text.startswith("Go(9, handicap=2)\nBlack (X): random\nWhite (O): human, that is you\n")
    assert "White (O) to move\nwhite>\n" in text
    hinted = successful("play", "othello6", "--hints")
    assert "2 . . + . . .\n3 . + O X . .\n4 . . X O + .\n5 . . . + . .\n" in hinted


def test_play_by_default_is_against_the_best_agent() -> None:
    text = successful("play", "hex4", "--color", "white", "--seconds", "0.01")
    best = default_agent_name(katachi.Hex(4))
    assert text.startswith(f"Hex(4)\nBlack (X): {best}\nWhite (O): human, that is you\n")
    assert "1. Black plays " in text
    text = successful("play", "hex4", "--seconds", "0.01")
    assert text.startswith(f"Hex(4)\nBlack (X): human, that is you\nWhite (O): {best}\n")
    colours = {
        successful("play", "hex4", "--color", "random", "--seed", str(seed), "--seconds", "0.01")
        .splitlines()[1]
        .endswith("you")
        for seed in range(8)
    }
    assert colours == {True, False}


def test_play_goes_on_with_a_game(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    successful(
        "play",
        "hex4",
        "--swap",
        "--white",
        "human",
        "--save",
        str(file),
        typed="a1\nswap\nb2\nquit\n",
    )
    text = successful("play", "--load", str(file), "--white", "human", typed="c3\n")
    assert text.startswith("Hex(4, swap=True)\n")
    assert "game.sgf (human against human), after 3 of 3 moves\n" in text
    assert "4. White plays c3\n" in text
    text = successful("play", "hex4", "--load", str(file), "--move", "1", "--black", "human")
    assert "after 1 of 3 moves\n" in text
    assert "You may swap.\n" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--color green", "a colour is black, white or random, not 'green'"),
        (
            "--color white --white human",
            "--color and --level are for the usual opponent; leave --black and --white",
        ),
        ("--move 3", "--move and --number are about a game that is loaded: --load FILE"),
        (
            "--load nothing.sgf --komi 3",
            "--komi is for new games; a game that is loaded has its own rules",
        ),
        ("--load nothing.sgf", "cannot read 'nothing.sgf': No such file or directory"),
    ],
)
def test_play_refuses_what_does_not_fit(arguments: str, message: str) -> None:
    assert call("play", "hex4", *arguments.split()).stderr == f"error: {message}\n"


def test_play_a_game_file() -> None:
    text = successful(
        *("play", "--game-file", str(ROOT / "examples" / "connect_four.py"), "--white", "human"),
        typed="d\nd\nx\nmoves\nsave x.sgf\nundo\nquit\n",
    )
    assert text.startswith("connect_four\nBlack: human\nWhite: human\nType a move, or help.\n\n. .")
    assert "2. White plays d\n" in text
    assert "black> x\n'x' is not a column; columns are a to g\n" in text
    assert "Legal moves: a b c d e f g\n" in text
    assert "Not saved: SGF has no form for 'connect_four'" in text
    assert "Took back d.\n" in text


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (["games"], ["perft", "hex3", "2"], ["play", "hex3"]):
        successful(*arguments)
    assert list(tmp_path.iterdir()) == []
