"""Numbers of move sequences: the core against counts from outside and from the twins.

tests/data/perft holds one file per game: the repr of a position, then depth and count. A pass or
swap counts as a move, a finished game once. Othello's numbers come from outside; the others were
counted by tests/reference and are written anew by --update-golden.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import reference
from conftest import SANITIZED
from reference.go import Go, Rules
from reference.gomoku import Gomoku
from reference.havannah import Havannah
from reference.hex import Hex
from reference.y import Y

import katachi

FOLDER = Path(__file__).parent / "data" / "perft"
FIRST_LINE = "katachi perft, version 1"
# The core counts about 100 million a second, the twins some ten thousand.
LARGEST_COUNT = 4_000_000 if SANITIZED else 10**12
LARGEST_COUNT_OF_TWINS = 500 if SANITIZED else 5_000

# Almost full, with rows that one stone makes five or six.
GOMOKU_ROWS = (
    "XXOXXOOX./XOXOOX.O./OOOXOXXOO/XXXOO.X.X/XXOOXXOXX/X...OOXOX/OOXXO.OXO/OXOXX.OOX/XOXOX.OOO"
)

# What the twins count: positions and the largest depth.
COUNTED_BY_TWINS = {
    "go": [
        ("Go(2).position('../.. X')", 11),
        ("Go(2, suicide=True, superko='situational').position('../.. X')", 10),
        ("Go(2, superko='none').position('../.. X')", 11),
        ("Go(3).position('.../.../... X')", 5),
        ("Go(3, suicide=True).position('.XO/XOO/.X. X')", 7),
        ("Go(4).position('.XO./XO.O/.XO./.... X')", 4),
        ("Go(4, superko='none').position('.XO./XO.O/.XO./.... X')", 4),
    ],
    "hex": [
        ("Hex(3).position('.../.../... X')", 9),
        ("Hex(3, swap=True).position('.../.../... X')", 5),
        ("Hex(4).position('X.../.O.X/..X./O... O')", 5),
    ],
    "y": [
        ("Y(3).position('./../... X')", 6),
        ("Y(4, swap=True).position('./../.../.... X')", 5),
        ("Y(5).position('./X./.O./X.O./..... O')", 4),
    ],
    "havannah": [
        ("Havannah(3).position('.../..../...../..../... X')", 4),
        ("Havannah(3, swap=True).position('.../..../...../..../... X')", 3),
        ("Havannah(3).position('.X./X.O./.X.O./.O.X/O.. X')", 5),
        ("Havannah(4).position('..X./.XX.O/X..X.O/O.X.X.O/.O.X../..O.O/X..O O')", 3),
    ],
    "gomoku": [
        (f"Gomoku(9).position('{'/'.join(['.' * 9] * 9)} X')", 2),
        (f"Gomoku(9, swap=True).position('{'/'.join(['.' * 9] * 9)} X')", 2),
        (f"Gomoku(9).position('{GOMOKU_ROWS} X')", 4),
        (f"Gomoku(9, rule='exact').position('{GOMOKU_ROWS} X')", 4),
    ],
}


@dataclass(frozen=True)
class Count:
    position: str
    depth: int
    leaves: int


def read_counts(name: str) -> list[Count]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == FIRST_LINE
    counts, position = [], ""
    for line in lines[1:]:
        if line.startswith("  "):
            depth, leaves = line.split()
            counts.append(Count(position, int(depth), int(leaves)))
        elif line and not line.startswith("#"):
            position = line
    return counts


def twin_of(text: str) -> reference.Twin:
    position: katachi.Position = eval(text, vars(katachi))
    game, stones, to_move = position.game, position.stones, position.core.to_move
    if isinstance(game, katachi.Go):
        rules = Rules(game.size, game.komi, game.suicide, game.superko)
        return Go(rules, stones, to_move)
    if isinstance(game, katachi.Hex):
        return Hex(game.size, swap=game.swap, stones=stones, to_move=to_move)
    if isinstance(game, katachi.Gomoku):
        return Gomoku(game.size, rule=game.rule, swap=game.swap, stones=stones, to_move=to_move)
    if isinstance(game, katachi.Y):
        return Y(game.size, swap=game.swap, stones=stones, to_move=to_move)
    assert isinstance(game, katachi.Havannah)
    return Havannah(game.size, swap=game.swap, stones=stones, to_move=to_move)


def written(name: str) -> str:
    lines = [FIRST_LINE, f"# counted by tests/reference/{name}.py"]
    for text, deepest in COUNTED_BY_TWINS[name]:
        twin = twin_of(text)
        lines += [text]
        lines += [f"  {depth} {reference.perft(twin, depth)}" for depth in range(1, deepest + 1)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", COUNTED_BY_TWINS)
def test_the_files_hold_what_the_twins_count(name: str, *, update_golden: bool) -> None:
    """Up to a depth that a twin can reach in a moment; --update-golden counts everything."""
    if update_golden:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")
    counts = read_counts(name)
    listed = [
        (text, depth) for text, last in COUNTED_BY_TWINS[name] for depth in range(1, last + 1)
    ]
    assert [(count.position, count.depth) for count in counts] == listed
    for count in counts:
        if count.leaves <= LARGEST_COUNT_OF_TWINS:
            assert reference.perft(twin_of(count.position), count.depth) == count.leaves


@pytest.mark.parametrize("name", katachi.games_by_name)
def test_the_core_counts_the_same_move_sequences(name: str) -> None:
    counts = read_counts(name)
    assert counts
    for count in counts:
        if count.leaves <= LARGEST_COUNT:
            core = eval(count.position, vars(katachi)).core
            assert (count, core.perft(count.depth)) == (count, count.leaves)


def test_othello_is_counted_from_the_start_to_depth_eleven() -> None:
    counts = read_counts("othello")
    assert {eval(count.position, vars(katachi)) for count in counts} == {katachi.Othello().start()}
    assert [count.depth for count in counts] == list(range(1, 12))


def test_the_numbers_of_othello_are_those_of_the_specification(shared: Path) -> None:
    text = (shared / "spec" / "games.md").read_text(encoding="utf-8")
    match = re.search(r"Perft from the start[^:]*: ([\d, ]+)", text)
    assert match is not None
    numbers = [int(number) for number in match[1].split(",") if number.strip()]
    assert [count.leaves for count in read_counts("othello")] == numbers


def test_depth_zero_and_finished_games_count_once() -> None:
    finished = katachi.Hex(3).start().play_all("b2 a1 b1 c1 b3").core
    assert [finished.perft(depth) for depth in range(4)] == [1, 1, 1, 1]
    assert katachi.Hex(3).start().core.perft(0) == 1
    with pytest.raises(ValueError, match="the depth must not be negative"):
        finished.perft(-1)
