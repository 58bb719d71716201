"""Large patterns: harvest and lookup against a slow twin, symmetries, texts, files, damage."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from conftest import SMALL_GAMES
from reference import large_patterns as twin
from reference import random_games as by_chance
from typer.testing import CliRunner

import katachi
from katachi import _core
from katachi.cli import app
from katachi.features import (
    FeatureLevel,
    LargePatterns,
    default_sizes,
    make_encoder,
    parse_feature_set,
)
from katachi.knowledge import Card, FeatureWeights, load_knowledge
from katachi.learning import harvest_patterns, learn
from katachi.learning.competitions import Competitions
from katachi.records import GameRecord, Games, write

BOARDS: list[katachi.Game] = [
    katachi.Go(7),
    katachi.Go(9),
    katachi.Hex(6),
    katachi.Havannah(4),
    katachi.Othello(),
]


def random_games(game: katachi.Game, count: int, plies: int, seed: int) -> Games:
    """Games that follow one another for a while, so that some patterns are frequent."""

    def often_the_first(rng: random.Random, legal: Sequence[str]) -> str:
        return legal[0] if rng.random() < 0.3 else rng.choice(legal)

    return by_chance.random_games(game, count, seed, most=plies, choose=often_the_first)


def all_contents(patterns: LargePatterns) -> set[str]:
    return {patterns.core.contents(level).replace(" ", "") for level in range(1, len(patterns) + 1)}


def level_of(patterns: LargePatterns, position: katachi.Position, move: str) -> int:
    encoder = make_encoder([patterns])
    (((_, level),),) = encoder.levels(position.core, [position.game.number(move)])
    return int(level)


@pytest.mark.parametrize("game", BOARDS, ids=str)
@pytest.mark.parametrize("all_moves", [False, True])
def test_harvest_counts_as_a_dictionary_does(game: katachi.Game, all_moves: bool) -> None:  # noqa: FBT001
    games = random_games(game, 4, 4 if all_moves else 12, seed=1)
    sizes = (default_sizes(game)[0], 7)
    expected = twin.counts(game, games, sizes, all_moves=all_moves)
    kept = []
    for at_least in (1, 2, 5, 1000):
        harvested = harvest_patterns(games, sizes=sizes, at_least=at_least, all_moves=all_moves)
        frequent = {name for name, times in expected.items() if times >= at_least}
        assert all_contents(harvested) == frequent
        assert len(harvested) == len(frequent)
        kept.append(len(harvested))
    assert kept[0] > kept[1] > kept[2] > kept[3]


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_levels_equal_the_slow_twin(game: katachi.Game) -> None:
    sizes = default_sizes(game)
    patterns = harvest_patterns(random_games(game, 20, 30, seed=2), at_least=2)
    known = all_contents(patterns)
    encoder = make_encoder([patterns])
    seen = set()
    for record in random_games(game, 2, 23, seed=3):
        position = game.start()
        for ply, move in enumerate(record.moves):
            if ply % 7 == 0:
                cells = [m for m in position.legal_moves if m in game.topology.cells][::3]
                rows = encoder.levels(position.core, [game.number(m) for m in cells])
                for cell, row in zip(cells, rows, strict=True):
                    ((feature, level),) = row
                    found = twin.largest_known(known, position, cell, sizes)
                    name = patterns.core.contents(level).replace(" ", "") if level else None
                    assert (feature, name) == (0, found)
                    seen.add(patterns.size(level) if level else 0)
            position = position.play(move)
    assert len(seen) >= 3


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_levels_commute_with_symmetries(game: katachi.Game) -> None:
    patterns = harvest_patterns(random_games(game, 10, 30, seed=4), at_least=1)
    encoder = make_encoder([patterns])
    position = game.start().play_all(" ".join(random_games(game, 1, 11, seed=5)[0].moves))
    levels = set()
    for symmetry in game.topology.symmetries:
        turned = position.transformed(symmetry)
        for move in position.legal_moves:
            if move in game.topology.cells:
                number = game.number(move)
                image = int(symmetry.images[number])
                level = encoder.levels(position.core, [number])
                assert level == encoder.levels(turned.core, [image])
                levels.add(level[0][0][1])
    assert len(levels) > 2


def test_the_mover_sees_own_and_other() -> None:
    game = katachi.Go(9)
    stones = (
        "........./........./..X....../...O...../........./........./........./........./........."
    )
    exchanged = stones.translate(str.maketrans("XO", "OX"))
    black, white = game.position(f"{stones} X"), game.position(f"{exchanged} O")
    patterns = harvest_patterns(random_games(game, 30, 20, seed=6), at_least=1, all_moves=True)
    cells = [m for m in black.legal_moves if m != "pass"]
    ours = [level_of(patterns, black, m) for m in cells]
    assert ours == [level_of(patterns, white, m) for m in cells]
    other = game.position(f"{stones} O")
    assert ours != [level_of(patterns, other, m) for m in cells]


def test_edges_of_a_hex_board_belong_to_someone() -> None:
    """Under Black's edge is not the same as beside White's, but White's own edge is."""
    game = katachi.Hex(9)
    everywhere = Games.of([GameRecord(game, (cell,)) for cell in game.topology.cells])
    patterns = harvest_patterns(everywhere, sizes=(2, 2), at_least=1)
    start = game.start()
    assert level_of(patterns, start, "e1") == level_of(patterns, start, "e9")
    assert level_of(patterns, start, "a5") == level_of(patterns, start, "i5")
    assert level_of(patterns, start, "e1") != level_of(patterns, start, "a5")
    white = start.play("e5")
    assert level_of(patterns, white, "a5") == level_of(patterns, start, "e1")
    assert level_of(patterns, white, "e1") == level_of(patterns, start, "a5")


def test_passes_and_swaps_have_no_level() -> None:
    game = katachi.Go(7)
    patterns = harvest_patterns(random_games(game, 2, 10, seed=7), at_least=1)
    assert patterns.core.features_at(game.number("pass")) == []
    with_passes = Games.of([GameRecord(game, ("pass", "d4"))] * 3)
    assert all_contents(harvest_patterns(with_passes, sizes=(3, 3), at_least=3)) == {"........"}


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_smallest_boards(game: katachi.Game) -> None:
    patterns = harvest_patterns(random_games(game, 3, 8, seed=8), at_least=1)
    assert parse_feature_set(patterns.text) == patterns
    start = game.start()
    cells = [m for m in start.legal_moves if m in game.topology.cells]
    known = all_contents(patterns)
    for cell in cells:
        level = level_of(patterns, start, cell)
        name = patterns.core.contents(level).replace(" ", "") if level else None
        assert name == twin.largest_known(known, start, cell, default_sizes(game))


def test_names_and_texts_read_back() -> None:
    game = katachi.Go(9)
    patterns = harvest_patterns(random_games(game, 20, 20, seed=9), at_least=2)
    assert parse_feature_set(patterns.text) == patterns
    assert patterns.core.text() == patterns.lines
    for level in range(len(patterns) + 1):
        assert patterns.parse_level(patterns.level_name(FeatureLevel(0, level))) == FeatureLevel(
            0, level
        )


def test_names_may_be_turned() -> None:
    patterns = LargePatterns(katachi.Hex(5), (2, 3), "2....xo\n3......\n")
    assert patterns.parse_level("size 2: ox....") == FeatureLevel(0, 1)
    with pytest.raises(katachi.KatachiError, match=r"no pattern 'size 2: x\.\.\.\.o'"):
        patterns.parse_level("size 2: x....o")
    for bad in ("size 3: ....xo", "size 2 ....xo", "2: ....xo", "size 2: ....xo .", ""):
        with pytest.raises(katachi.KatachiError, match=r"pattern .*" + bad[:3]):
            patterns.parse_level(bad)


def test_diagrams_draw_the_board() -> None:
    go = LargePatterns(katachi.Go(9), (3, 4), "3....xo..\n4...#\n")
    assert go.diagram(1).splitlines() == [". . .", ". * x", "o . ."]
    assert go.diagram(2).splitlines() == [
        "    .",
        "  . . .",
        ". . * x .",
        "  o . .",
        "    #",
    ]
    hexagonal = LargePatterns(katachi.Hex(5), (2, 3), "2...xox\n3....ox\n")
    assert hexagonal.diagram(1).splitlines() == [" . .", ". * x", " o x"]
    assert hexagonal.diagram(2).splitlines() == [
        "   .",
        ". . . .",
        " . * x",
        ". o x o",
        "   x",
    ]
    havannah = LargePatterns(katachi.Havannah(4), (2, 3), "2...xox\n")
    assert havannah.diagram(1).splitlines() == [" . .", ". * x", " o x"]


HEAD = "katachi-features 1 large-patterns\ngame go9\n"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", "sizes 3 15"),
        ("sizes 3\n", "sizes 3 15"),
        ("sizes 2 5\n", "rise from at least 3"),
        ("sizes 5 4\n", "rise from at least 3"),
        ("sizes 3 21\n", "at most 20"),
        ("sizes 3 5\n4....\n", "'4....' has no pattern inside"),
        ("sizes 3 5\n3........\n5........\n", "'5........' has no pattern inside"),
        ("sizes 3 5\n3.......\n", "wrong length"),
        ("sizes 3 5\n3.......y\n", "other letters"),
        ("sizes 3 5\n2........\n", "a size that the set does not have"),
        ("sizes 3 5\n6........\n", "a size that the set does not have"),
        ("sizes 3 5\nhello\n", "a size that the set does not have"),
        ("sizes 3 5\n3........\n3........\n", "twice or in the wrong order"),
        ("sizes 3 5\n3.......x\n3........\n", "twice or in the wrong order"),
        ("sizes 3 5\n3x.......\n", "not the first of its images"),
        ("sizes 3 5\n3........\n4x...\n", "not the first of its images"),
    ],
)
def test_errors_name_the_line(lines: str, words: str) -> None:
    with pytest.raises(katachi.KatachiError, match=words):
        parse_feature_set(HEAD + lines)


def test_damaged_texts_are_refused_or_mean_something() -> None:
    games = random_games(katachi.Go(9), 20, 20, seed=10)
    text = harvest_patterns(games, at_least=2).text
    rng = random.Random(11)
    refused = 0
    for _ in range(300):
        damaged = list(text)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(damaged))
            damaged[place : place + rng.randint(0, 2)] = rng.choice(".xo#3456789abcdefz\n é")
        try:
            found = parse_feature_set("".join(damaged))
        except katachi.KatachiError:
            refused += 1
        else:
            assert isinstance(found, LargePatterns)
            assert found.core.text() == found.lines
    assert refused > 100


def test_texts_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("katachi.features.parsing.LONGER_TEXTS", {"large-patterns": 50})
    with pytest.raises(katachi.KatachiError, match="too long"):
        parse_feature_set(HEAD + "sizes 3 5\n3........\n")


def test_knowledge_files_keep_patterns(tmp_path: Path) -> None:
    game = katachi.Go(9)
    games = random_games(game, 30, 30, seed=12)
    patterns = harvest_patterns(games, at_least=3)
    knowledge = learn(games, features=[patterns], loops=3)
    path = tmp_path / "go.knowledge"
    knowledge.save(path)
    loaded = FeatureWeights.load(path)
    assert loaded.features == (patterns,)
    assert np.array_equal(loaded.weights, knowledge.weights)
    position = game.start().play_all("e5 c3")
    assert loaded.strengths(position) == knowledge.strengths(position)
    whole = path.read_bytes()
    rng = random.Random(13)
    refused = 0
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        try:
            FeatureWeights.load(path)
        except katachi.KatachiError as error:
            refused += "go.knowledge" in str(error)
    assert refused > 50


def test_level_0_keeps_strength_1() -> None:
    game = katachi.Go(9)
    games = random_games(game, 20, 20, seed=14)
    knowledge = learn(games, features=[harvest_patterns(games, at_least=10)], loops=5)
    assert knowledge.weights[0] == 0.0
    assert knowledge.appearances[0] > 0
    assert np.abs(knowledge.weights[1:]).max() > 0.1


def test_why_speaks_of_the_pattern() -> None:
    game = katachi.Go(9)
    patterns = LargePatterns(game, (3, 4), "3........\n4....\n")
    weights = np.array([0.0, 0.1, 0.7], np.float32)
    knowledge = FeatureWeights((patterns,), weights, np.array([5, 5, 5], np.uint32), Card())
    found = knowledge.explain(game.start().play("e5"), "g7")
    assert "fits a pattern: 12 empty cells and nothing else" in str(found)
    (fired,) = found.reasons
    assert fired.level == "size 4: ........ ...."
    assert len(fired.cells) == 12
    assert {"G8", "G9", "J7"} < set(fired.cells)


def test_threads_and_shares() -> None:
    games = random_games(katachi.Go(9), 40, 30, seed=15)
    one = harvest_patterns(games, at_least=2, all_moves=True, threads=1)
    assert harvest_patterns(games, at_least=2, all_moves=True, threads=5) == one
    some = harvest_patterns(games, at_least=2, all_moves=True, share=0.3, seed=1)
    assert 0 < len(some) < len(one)
    assert harvest_patterns(games, at_least=2, all_moves=True, share=0.3, seed=1) == some
    assert harvest_patterns(games, at_least=2, all_moves=True, share=0.3, seed=2) != some


def test_harvest_refuses_nonsense() -> None:
    game = katachi.Go(9)
    with pytest.raises(katachi.KatachiError, match="no games"):
        harvest_patterns(Games.of([]))
    games = Games.of([GameRecord(game, ("e5",)), GameRecord(game, ("e5", "e4", "e5"))])
    with pytest.raises(katachi.KatachiError, match="game 2, ply 3"):
        harvest_patterns(games)
    games = random_games(game, 1, 3, seed=1)
    with pytest.raises(katachi.KatachiError, match="at_least must be 1 to"):
        harvest_patterns(games, at_least=0)
    with pytest.raises(katachi.KatachiError, match="share"):
        harvest_patterns(games, share=0.0)
    with pytest.raises(katachi.KatachiError, match="sizes of patterns"):
        harvest_patterns(games, sizes=(1, 4))


def test_games_with_handicap_count_too() -> None:
    game = katachi.Go(9)
    start = game.start().play("c3").play("pass")
    records = [GameRecord(game, ("e5",), start=start), GameRecord(game, ("e5",))]
    patterns = harvest_patterns(Games.of(records), sizes=(3, 6), at_least=2)
    assert len(patterns) == 3  # (2, 2) away is size 6
    assert len(Competitions.of(Games.of(records), [patterns])) == 2


def test_commands_from_games_to_patterns(tmp_path: Path) -> None:
    runner = CliRunner()
    records = tmp_path / "games.katachi"
    write(random_games(katachi.Go(9), 60, 30, seed=16), records)
    patterns = tmp_path / "go.patterns"
    arguments = ["patterns", "harvest", str(records), "-o", str(patterns), "--at-least", "3"]
    result = runner.invoke(app, [*arguments, "--test", "10", "--seed", "1"])
    assert result.exit_code == 0, result.output
    assert "patterns of 50 games" in result.output
    assert runner.invoke(app, arguments).exit_code == 2  # it is there already
    result = runner.invoke(app, ["patterns", "show", str(patterns), "--size", "4", "--top", "1"])
    assert result.exit_code == 0, result.output
    assert ". . * . ." in result.output
    knowledge = tmp_path / "go.knowledge"
    result = runner.invoke(
        app,
        ["learn", str(records), "-f", str(patterns), "-o", str(knowledge), "--test", "10"],
    )
    assert result.exit_code == 0, result.output
    assert isinstance(load_knowledge(str(knowledge), FeatureWeights).features[0], LargePatterns)
    result = runner.invoke(app, ["patterns", "show", str(knowledge), "--top", "2"])
    assert result.exit_code == 0, result.output
    assert "strength" in result.output
    result = runner.invoke(app, ["patterns", "show", "othello-default"])
    assert result.exit_code == 2
    assert "no large patterns" in result.output


@pytest.mark.parametrize(
    ("symmetries", "known"),
    [([], 0), (["flip"], 1), (["mirror", "flip"], 1)],
    ids=["none", "two", "four"],
)
def test_boards_with_few_symmetries(symmetries: list[str], known: int) -> None:
    """As many images of a pattern as the rules have symmetries, however few these are."""
    board = katachi.Board.square(9, neighbours=4, symmetries=symmetries)  # type: ignore[arg-type]
    patterns = _core.large_patterns(board.core(), 3, 4, "3......x.\n4....\n")
    # The same stone above instead of below: known if the board may be flipped.
    assert bool(patterns.level_of(".x......")) == bool(known)
    assert patterns.level_of("......x. ....") == 2
