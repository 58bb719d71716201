"""The plan of the house in the core: a game's name stands in its own room and in one list."""

import re
from pathlib import Path

import pytest

CPP = Path(__file__).parent.parent / "cpp"
# Folders of cpp/games are the rooms; one of them is shared by several games and is no game.
SHARED_ROOMS = {"connection"}
# The one list of games.
# The hunt for races goes through all games.
LISTS = {"games/all_positions.h", "tests/races.cpp"}
# A name of one letter counts as the beginning of a type or as a folder.
_SHORT = r"\b{0}[A-Z][a-z]|games/{1}/"


def game_rooms() -> list[str]:
    """The games of the core, by the folders of their rooms."""
    rooms = {path.name for path in (CPP / "games").iterdir() if path.is_dir()}
    return sorted(rooms - SHARED_ROOMS)


def without_comments(code: str) -> str:
    """C++ without its comments; lines stay."""
    return re.sub(
        r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/',
        lambda found: found[1] or "\n" * found[0].count("\n"),
        code,
        flags=re.DOTALL,
    )


def named_in(line: str, games: list[str]) -> list[str]:
    """Games in names and texts: `GoBoard` and `make_go` name one, `hexagon` does not.

    HAVANNAH in capitals is a paper, and tables that go on are no game.
    """
    line = line.replace("go on", "")
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", line)}
    return [
        game
        for game in games
        if (game in words if len(game) > 1 else re.search(_SHORT.format(game.upper(), game), line))
    ]


def test_names_of_games_in_cpp_stand_in_their_rooms() -> None:
    games = game_rooms()
    assert {"go", "hex", "othello", "havannah"} <= set(games)
    found = []
    for path in sorted(CPP.rglob("*")):
        name = path.relative_to(CPP).as_posix()
        if path.suffix not in {".h", ".cpp", ".inc"} or name in LISTS:
            continue
        others = [game for game in games if not name.startswith(f"games/{game}/")]
        for number, line in enumerate(without_comments(path.read_text()).splitlines(), 1):
            named = named_in(line, others)
            if named:
                found.append(f"cpp/{name}:{number}: {', '.join(named)}: {line.strip()}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("GoBoard<81> board;", ["go"]),
        ("make_go(size, kHexSize)", ["go", "hex"]),
        ('throw Error("only Go has ladders")', ["go"]),
        ("category hexagon algorithm", []),
        ('{"HAVANNAH 3.4", "The tables go on."}', []),
        ("YPosition<5> x, y;", ["y"]),
        ('#include "games/y/position.h"', ["y"]),
        ("const int x = column, y = row;", []),
    ],
)
def test_what_counts_as_a_name(line: str, games: list[str]) -> None:
    assert named_in(line, ["go", "hex", "y"]) == games


def test_comments_do_not_count() -> None:
    assert without_comments('a // Go\n"// no" /* Hex\n */ b') == 'a \n"// no" \n b'
