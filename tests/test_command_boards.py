"""Commands that read games of several boards take those that `--game` names, and say so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from reference.random_games import random_games, random_records
from typer.testing import CliRunner, Result

import katachi
from katachi.cli import app
from katachi.records import GameRecord, Games, save_native

BOARDS = {katachi.Othello(6): 8, katachi.Othello(8): 7, katachi.Hex(4): 4, katachi.Hex(5): 2}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boards") / "mixed.katachi"
    records = [
        replace(record, black="Ada", white="Carl")
        for game, count in BOARDS.items()
        for record in random_records(game, count)
    ]
    save_native(Games.of(records), path)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


# Each command without `--game`, and the board it is to take.
COMMANDS: dict[str, tuple[str, str]] = {
    "learn": ("learn MIXED -f cells --loops 1 -o FOLDER/a.knowledge", "othello6"),
    "predict": ("predict FOLDER/known.knowledge --games MIXED", "othello6"),
    "evolve": (
        "evolve MIXED --folder FOLDER/evolution --train 4 --test 2 --loops 1 --trials 1 "
        "--class b1 --method hill-climbing --limit 1",
        "othello8",
    ),
    "select": ("select MIXED --shapes othello-default --least-appearances 1", "othello8"),
    "cells": ("cells MIXED --limit 2", "othello6"),
    "forest": ("forest grow MIXED -o FOLDER/a.forest --trees 2 --patience 50", "hex4"),
    "patterns": ("patterns harvest MIXED -o FOLDER/a.patterns --at-least 1", "hex4"),
    "rivals": ("rivals weakness --from MIXED --player Ada", "othello6"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_one_board_of_several(name: str, mixed: Path, tmp_path: Path) -> None:
    text, board = COMMANDS[name]
    if name == "predict":
        known = str(tmp_path / "known.knowledge")
        run("learn", str(mixed), "--game", board, "-f", "cells", "--loops", "1", "-o", known)
    words = [
        word.replace("MIXED", str(mixed)).replace("FOLDER", str(tmp_path)) for word in text.split()
    ]
    refused = run(*words)
    assert refused.exit_code == 2, refused.output
    assert "--game" in refused.output
    missing = run(*words, "--game", "hex9")
    assert missing.exit_code == 2
    assert "no games of hex9" in missing.output
    assert "othello6 (8)" in " ".join(missing.output.split())
    taken = run(*words, "--game", board)
    assert taken.exit_code == 0, taken.output
    total = sum(BOARDS.values())
    used = next(count for game, count in BOARDS.items() if f"{game.name}{game.size}" == board)
    said = f"{total - used} of {total} games are of other boards than {board} and are left out"
    assert said in " ".join(taken.stderr.split())


def test_a_json_answer_stays_json(mixed: Path, tmp_path: Path) -> None:
    output = tmp_path / "a.knowledge"
    answer = run(
        *("learn", str(mixed), "--game", "hex4", "-f", "cells", "--loops", "1"),
        *("-o", str(output), "--json"),
    )
    assert json.loads(answer.stdout)["card"]["games"] <= 4


def test_boards_of_a_collection() -> None:
    games = Games.of([GameRecord(katachi.Go(9, komi=k), ("e5",)) for k in (5.5, 7.5, 7.5)])
    both = Games.joined([games, random_games(katachi.Hex(4), 1)])
    assert both.boards == {"go9": 3, "hex4": 1}
    assert both.of_board(katachi.Go(9)) == games
