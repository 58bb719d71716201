"""Stored games, replayed and compared line by line: a change of rules, keys or pictures shows here.

A file holds the repr of the game, the seed its random moves came from, and then for each ply the
move, the key of the position after it and the legal moves there; the board every few plies; at the
end the outcome. The replay takes the moves from the file. --update-golden plays and writes all
files anew; read the diff before committing it.
"""

from __future__ import annotations

import random
import re
from itertools import zip_longest
from pathlib import Path

import pytest

import katachi

FOLDER = Path(__file__).parent / "data" / "playthroughs"
FIRST_LINE = "katachi playthrough, version 1"
DIAGRAM_EVERY = 8  # plies

# File, game, seed; two sizes of every game, one of them with options. Seeds were chosen such that
# passes and swaps occur.
PLAYTHROUGHS: dict[str, tuple[katachi.Game, int]] = {
    "othello6": (katachi.Othello(6), 1),
    "othello8": (katachi.Othello(8), 2),
    "go4": (katachi.Go(4), 1),
    "go5_suicide_situational": (katachi.Go(5, komi=0.5, suicide=True, superko="situational"), 4),
    "go7_handicap_stones": (katachi.Go(7, handicap=3, scoring="stones", move_limit=60), 1),
    "hex4": (katachi.Hex(4), 1),
    "hex5_swap": (katachi.Hex(5, swap=True), 141),
    "havannah3": (katachi.Havannah(3), 1),
    "havannah4_swap": (katachi.Havannah(4, swap=True), 1),
    "gomoku9_exact": (katachi.Gomoku(9, rule="exact"), 1),
    "gomoku10_swap": (katachi.Gomoku(10, swap=True), 141),
    "y4": (katachi.Y(4), 1),
    "y5_swap": (katachi.Y(5, swap=True), 26),
}


def random_moves(game: katachi.Game, seed: int) -> list[str]:
    rng = random.Random(seed)
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return moves


def playthrough(game: katachi.Game, seed: str, moves: list[str]) -> list[str]:
    """The lines of a file."""
    position = game.start()
    lines = [FIRST_LINE, f"game {game!r}", f"seed {seed}"]
    lines += ["", *state_lines(position), "", *str(position).splitlines()]
    for ply, move in enumerate(moves, start=1):
        position = position.play(move)
        lines += ["", f"{ply}. {move}", *state_lines(position)]
        if ply % DIAGRAM_EVERY == 0 or ply == len(moves):
            lines += ["", *str(position).splitlines()]
    lines += ["", f"position {position!r}", f"outcome {position.outcome!r}"]
    return lines


def state_lines(position: katachi.Position) -> list[str]:
    legal = " ".join(position.legal_moves) or "none"
    return [f"  key {position.key:016x}", f"  legal {legal}"]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def read_game(lines: list[str]) -> katachi.Game:
    assert lines[0] == FIRST_LINE
    game = eval(lines[1].removeprefix("game "), vars(katachi))
    assert isinstance(game, katachi.Game)
    return game


def read_moves(lines: list[str]) -> list[str]:
    """From lines like `12. d4`."""
    matches = (re.fullmatch(r"\d+\. (\w+)", line) for line in lines)
    return [match[1] for match in matches if match]


@pytest.fixture(scope="module", autouse=True)
def rewritten(*, update_golden: bool) -> None:
    """With --update-golden: plays all games before any test reads them."""
    if not update_golden:
        return
    for name, (game, seed) in PLAYTHROUGHS.items():
        lines = playthrough(game, str(seed), random_moves(game, seed))
        path_of(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_stored_game_replays_line_by_line(name: str) -> None:
    stored = path_of(name).read_text(encoding="utf-8").splitlines()
    game = read_game(stored)
    assert game == PLAYTHROUGHS[name][0]
    moves = read_moves(stored)
    assert moves
    replayed = playthrough(game, stored[2].removeprefix("seed "), moves)
    for number, (old, new) in enumerate(zip_longest(stored, replayed), start=1):
        assert (number, new) == (number, old), f"{path_of(name).name}, line {number}"


def test_every_file_is_replayed() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PLAYTHROUGHS)


@pytest.mark.parametrize("name", katachi.games_by_name)
def test_every_game_has_stored_games_of_two_sizes_that_use_its_special_move(name: str) -> None:
    """A new game in katachi.games_by_name needs playthroughs; see --update-golden."""
    files = [path.read_text(encoding="utf-8").splitlines() for path in sorted(FOLDER.iterdir())]
    of_this_game = [lines for lines in files if read_game(lines).name == name]
    assert len({read_game(lines).size for lines in of_this_game}) >= 2
    special = read_game(of_this_game[0]).moves[-1]
    assert any(special in read_moves(lines) for lines in of_this_game)
