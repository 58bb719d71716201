"""Tactical features: names, and levels against slow twins on random and real games."""

from __future__ import annotations

import lzma
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from reference import connection_tactics as connection_twin
from reference import go_tactics as go_twin
from reference import othello_tactics as othello_twin
from reference.havannah import Havannah
from reference.hex import STEPS, Hex
from reference.othello import Othello
from test_shared_cases import texts_of

import katachi
from katachi import _core, features
from katachi.features import FeatureLevel, Tactics
from katachi.features.by_name import features_by_name

GAMES = [katachi.Go(9), katachi.Othello(), katachi.Hex(7), katachi.Havannah(4), katachi.Y(6)]
SETS = [Tactics(game, history=history) for game in GAMES for history in (True, False)]


def levels_of(tactics: Tactics, position: katachi.Position, move: str) -> dict[str, int]:
    """Levels by the names of their features."""
    encoder = features.make_encoder([tactics])
    (row,) = encoder.levels(position.core, [tactics.game.number(move)])
    return {tactics.feature_names[feature]: level for feature, level in row}


@pytest.mark.parametrize("tactics", SETS, ids=lambda t: f"{t.game}-{t.history}")
def test_names_and_texts_read_back(tactics: Tactics) -> None:
    assert features.parse_feature_set(tactics.text) == tactics
    assert len(set(tactics.feature_names)) == len(tactics.feature_names)
    for feature in range(len(tactics.feature_names)):
        assert tactics.core.has_baseline(feature)
        for number in range(tactics.core.level_count(feature)):
            level = FeatureLevel(feature, number)
            assert tactics.parse_level(tactics.level_name(level)) == level


def test_errors_name_the_offender() -> None:
    with pytest.raises(katachi.KatachiError, match="have no line but 'without-history', not 'x'"):
        features.parse_feature_set("katachi-features 1 tactics\ngame go9\nx\n")
    with pytest.raises(katachi.KatachiError, match="has the level 'capture: everything'"):
        Tactics(katachi.Go(9)).parse_level("capture: everything")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_without_history_only_the_distances_to_the_last_moves_are_missing(
    game: katachi.Game,
) -> None:
    both = Tactics(game).feature_names
    rest = Tactics(game, history=False).feature_names
    assert both[: len(rest)] == rest
    assert all("move" in name for name in both[len(rest) :])
    # Positions of Othello do not remember moves.
    assert len(both) - len(rest) == {"go": 4, "othello": 0}.get(game.name, 2)


@pytest.mark.parametrize("tactics", SETS, ids=lambda t: f"{t.game}-{t.history}")
def test_levels_commute_with_symmetries(tactics: Tactics) -> None:
    """Distances to the last moves need a history, so the games are played in the mirror, too."""
    game = tactics.game
    encoder = features.make_encoder([tactics])
    for symmetry in game.topology.symmetries:
        rng = random.Random(5)
        position, mirrored = game.start(), game.start().transformed(symmetry)
        for _ in range(40):
            moves = [m for m in position.legal_moves if m in game.topology.cells]
            if not moves:
                break
            images = [game.moves[symmetry.images[game.number(m)]] for m in moves]
            here = encoder.levels(position.core, [game.number(m) for m in moves])
            there = encoder.levels(mirrored.core, [game.number(m) for m in images])
            assert here == there
            chosen = rng.randrange(len(moves))
            position, mirrored = position.play(moves[chosen]), mirrored.play(images[chosen])


# --------------------------------------------------------------------------------------------- Go


def go_scenes(
    moves: list[int], size: int
) -> Iterator[tuple[go_twin.Scene, int, tuple[int | None, int | None]]]:
    """Scene, mover and the last two moves before each of the moves; passes have the number size^2."""
    scene = go_twin.Scene(size, (2,) * size**2)
    last: list[int | None] = [None, None]
    for ply, move in enumerate(moves):
        yield scene, ply % 2, (last[0], last[1])
        on_board = move < size**2
        played = scene.play(move, ply % 2) if on_board else go_twin.Scene(size, scene.board)
        assert played is not None
        scene = played
        last = [move if on_board else None, last[0]]


def every(step: int, shift: int) -> Callable[[int], bool]:
    """Whether a ply is wanted."""
    return lambda ply: (ply + shift) % step == 0


def compare_with_go_twin(
    game: katachi.Game, moves: list[int], wanted: Callable[[int], bool]
) -> Counter[tuple[int, int]]:
    """Compares all legal moves of the wanted plies; counts the levels that were seen."""
    tactics = Tactics(game)
    encoder = features.make_encoder([tactics])
    position = game.start()
    seen: Counter[tuple[int, int]] = Counter()
    end = game.size**2
    for ply, (scene, mover, previous) in enumerate(go_scenes(moves, game.size)):
        if wanted(ply):
            legal = [game.number(move) for move in position.legal_moves]
            cells = [move for move in legal if move != end]
            expected = go_twin.cell_levels(scene, mover, cells, previous)
            for cell, row, twin_row in zip(
                cells, encoder.levels(position.core, cells), expected, strict=True
            ):
                assert [level for _, level in row] == twin_row, (ply, game.moves[cell], moves[:ply])
                seen.update(row)
            if end in legal:
                ((row,),) = (encoder.levels(position.core, [end]),)
                assert row == [(0, 2 if ply and moves[ply - 1] == end else 1)]
                seen.update(row)
        position = position.play(game.moves[moves[ply]])
    return seen


def random_go_game(game: katachi.Game, seed: int, plies: int) -> list[int]:
    """Mostly random, with a liking for places near the last move: chains in atari are common."""
    rng = random.Random(seed)
    position = game.start()
    moves: list[int] = []
    end = game.size**2
    while not position.is_over and len(moves) < plies:
        legal = [game.number(move) for move in position.legal_moves]
        cells = [move for move in legal if move != end]
        near = [
            c
            for c in cells
            if moves
            and moves[-1] != end
            and game.topology.distance(game.moves[c], game.moves[moves[-1]]) <= 2
        ]
        if not cells or rng.random() < 0.02:
            move = end
        else:
            move = rng.choice(near if near and rng.random() < 0.6 else cells)
        moves.append(move)
        position = position.play(game.moves[move])
    return moves


def test_go_equals_the_slow_twin_on_random_games(scaled: Callable[[int], int]) -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for size, games in ((5, 6), (7, 4), (9, 3)):
        game = katachi.Go(size)
        for seed in range(scaled(games)):
            moves = random_go_game(game, seed, 2 * size**2)
            seen += compare_with_go_twin(game, moves, every(8, seed))
    assert len(seen) > scaled(50)


@pytest.mark.slow
def test_go_equals_the_slow_twin_on_thousands_of_positions() -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for size, games in ((5, 60), (7, 40), (9, 40), (13, 6)):
        game = katachi.Go(size)
        for seed in range(games):
            moves = random_go_game(game, 1000 + seed, 2 * size**2)
            seen += compare_with_go_twin(game, moves, every(2, 0))
    tactics = Tactics(katachi.Go(9))
    everything = {
        (feature, level)
        for feature in range(len(tactics.feature_names))
        for level in range(tactics.core.level_count(feature))
    }
    # A pass always has a level, and only a pass has that feature.
    assert set(seen) == everything - {(0, 0)}


def test_go_equals_the_slow_twin_on_real_games(
    shared: Path, tmp_path: Path, scaled: Callable[[int], int]
) -> None:
    with lzma.open(shared / "data/go/kgs_6dplus_19x19.sgf.xz", "rt", encoding="utf-8") as lines:
        (tmp_path / "few.sgf").write_text("".join(islice(lines, 40)), "utf-8")
    games = katachi.records.read(tmp_path / "few.sgf")
    compared = 0
    for number in range(scaled(4)):
        record = games[number * 9]
        game = katachi.Go(19)
        moves = [game.number(move) for move in record.moves]
        seen = compare_with_go_twin(game, moves, every(60, 50 + 7 * number))
        compared += sum(seen.values())
    assert compared > 1000


LADDER_KINDS = ("ladder", "ladder_any")


def pachi_cases(text: str) -> Iterator[tuple[str, int, list[str], str | None, list[str]]]:
    """Title, size, rows, the stone of a ko or None, and the words of the question."""
    title, size = "", 0
    rows: list[str] = []
    ko: str | None = None
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if line.startswith("%"):
            title, ko = line[1:].strip(), None
        elif words[:1] == ["boardsize"]:
            size, rows = int(words[1]), []
        elif words and words[0][0] in ".XO":
            rows.append("".join(c for c in line if c in ".XO"))
        elif words[:1] == ["ko"]:
            ko = words[1]
        elif words:
            yield title, size, rows, ko, words


@pytest.mark.parametrize("file", ["ladder.t", "ladder_any.t"])
def test_ladders_of_pachi(shared: Path, file: str) -> None:
    """Both files ask whether a chain is caught in a ladder; `!` marks what Pachi does not solve."""
    texts = texts_of(shared / "data/tests/go/pachi-tests.tar.xz", ".t")
    (text,) = (text for name, text in texts.items() if name.endswith(f"/{file}"))
    cases = 0
    for title, size, rows, ko, words in pachi_cases(text):
        kind, color, cell, answer = words
        assert kind.lstrip("!") in LADDER_KINDS
        game = katachi.Go(size)
        mover = {"b": "black", "w": "white"}[color]
        position = game.position("\n".join([*rows, mover]))
        forbidden = -1
        if ko is not None:
            stone = game.moves[game.cell_number(ko.upper())]
            forbidden = next(
                game.cell_number(near)
                for near in game.topology.neighbours(stone)
                if position.at(near) is None
            )
        found = _core.is_caught_in_a_ladder(
            position.core, game.cell_number(cell.upper()), ko=forbidden
        )
        assert found == (answer == "1"), title
        cases += 1
    assert cases >= 25


@pytest.mark.parametrize("file", ["wouldbe_ladder_any.t"])
def test_ladders_of_pachi_that_begin_with_an_atari(shared: Path, file: str) -> None:
    texts = texts_of(shared / "data/tests/go/pachi-tests.tar.xz", ".t")
    (text,) = (text for name, text in texts.items() if name.endswith(f"/{file}"))
    cases = 0
    for title, size, rows, _, words in pachi_cases(text):
        _, color, cell, answer = words
        game = katachi.Go(size)
        mover = {"b": "black", "w": "white"}[color]
        position = game.position("\n".join([*rows, mover]))
        level = levels_of(Tactics(game), position, cell.upper())["atari"]
        assert (level == 3) == (answer == "1"), title
        cases += 1
    assert cases >= 6


def test_a_ladder_across_an_endless_ko_is_given_up() -> None:
    """Work is bounded: a reading that comes to no end says that the chain escapes."""
    game = katachi.Go(7)
    board = """
        . . . O . . .
        O O O X O O O
        O X . . X X X
        . O . X X . X
        O X X X O X O
        O O O . O O O
        . . . . . . .
    """
    position = game.position(board)
    assert not _core.is_caught_in_a_ladder(position.core, game.cell_number("B5"), ko=-1)


# -------------------------------------------------------------------------- Hex, Havannah, Othello

OTHERS: list[tuple[katachi.Game, Callable[..., list[list[int]]]]] = [
    (katachi.Hex(5, swap=True), connection_twin.hex_levels),
    (katachi.Hex(8), connection_twin.hex_levels),
    (katachi.Havannah(3, swap=True), connection_twin.havannah_levels),
    (katachi.Havannah(4), connection_twin.havannah_levels),
    (katachi.Othello(6), othello_twin.levels),
    (katachi.Othello(8), othello_twin.levels),
    (katachi.Othello(10), othello_twin.levels),
]


def twin_start(game: katachi.Game) -> Hex | Havannah | Othello:
    if isinstance(game, katachi.Hex):
        return Hex(game.size, swap=game.swap)
    if isinstance(game, katachi.Havannah):
        return Havannah(game.size, swap=game.swap)
    return Othello(game.size)


def compare_with_twin(
    game: katachi.Game, twin: Callable[..., list[list[int]]], seed: int, step: int
) -> Counter[tuple[int, int]]:
    """One random game; every `step`-th position is compared, and those where a swap is possible."""
    rng = random.Random(seed)
    encoder = features.make_encoder([Tactics(game)])
    special = len(game.topology.cells)
    position, slow = game.start(), twin_start(game)
    last: list[int | None] = [None, None]
    seen: Counter[tuple[int, int]] = Counter()
    ply = 0
    while not position.is_over:
        legal = [game.number(move) for move in position.legal_moves]
        cells = [move for move in legal if move != special]
        if (ply + seed) % step == 0:
            rows = encoder.levels(position.core, cells)
            for cell, row, expected in zip(
                cells, rows, twin(slow, cells, (last[0], last[1])), strict=True
            ):
                assert [level for _, level in row] == expected, (position.text, game.moves[cell])
                seen.update(row)
        if isinstance(slow, Hex) and special in legal:
            assert encoder.levels(position.core, [special]) == [
                [(0, connection_twin.hex_swap_level(slow))]
            ]
        if isinstance(slow, Havannah) and special in legal:
            lines = connection_twin.line_levels(slow.size)
            (stone,) = (cell for cell in slow.cells if slow.board[cell] != 2)
            assert encoder.levels(position.core, [special]) == [[(0, lines[stone])]]
        move = rng.choice(legal)
        position, slow = position.play(game.moves[move]), slow.play(move)
        # A swap moves the stone of Hex, so that there is no previous move to speak of.
        last = [move if move != special else None, last[0]]
        ply += 1
    return seen


@pytest.mark.parametrize(
    ("game", "twin"), OTHERS, ids=lambda one: getattr(one, "__name__", str(one))
)
def test_levels_equal_the_slow_twin(
    game: katachi.Game, twin: Callable[..., list[list[int]]], scaled: Callable[[int], int]
) -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(scaled(4)):
        seen += compare_with_twin(game, twin, seed, step=9)
    assert len(seen) > scaled(20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "twin"), OTHERS, ids=lambda one: getattr(one, "__name__", str(one))
)
def test_levels_equal_the_slow_twin_in_many_games(
    game: katachi.Game, twin: Callable[..., list[list[int]]]
) -> None:
    for seed in range(100, 150):
        compare_with_twin(game, twin, seed, step=2)


def test_a_third_line_template_joins_the_side_against_any_defence() -> None:
    """Brute force over the eight cells: the opponent moves first and cannot cut."""
    stone = (4, 2)
    first, second = connection_twin.third_line_templates(9, 0, stone)
    assert len(first) == len(second) == 8

    def joined(own: frozenset[tuple[int, int]]) -> bool:
        reached, waiting = {stone}, [stone]
        while waiting:
            x, y = waiting.pop()
            for dx, dy in STEPS:
                near = (x + dx, y + dy)
                if near in own and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return any(y == 0 for _, y in reached)

    def holds(own: frozenset[tuple[int, int]], free: frozenset[tuple[int, int]]) -> bool:
        """Whether the owner joins when the opponent is to move."""
        if joined(own):
            return True
        return bool(free) and all(
            any(holds(own | {answer}, free - {cut, answer}) for answer in free - {cut})
            for cut in free
        )

    for template in (first, second):
        assert holds(frozenset(), frozenset(template))
        # Nothing can be spared.
        for missing in template:
            assert not holds(frozenset(), frozenset(template - {missing}))


# -------------------------------------------------------------------------------------- knowledge


def test_learned_tactics_are_saved_loaded_and_explained(tmp_path: Path) -> None:
    game = katachi.Go(7)
    records = [
        katachi.records.GameRecord(
            game, tuple(game.moves[move] for move in random_go_game(game, seed, 60))
        )
        for seed in range(6)
    ]
    sets = features_by_name(["tactics"], "go7")
    knowledge = katachi.learn(katachi.records.Games.of(records), features=sets, loops=3)
    knowledge.save(tmp_path / "go.knowledge")
    loaded = katachi.knowledge.FeatureWeights.load(tmp_path / "go.knowledge")
    assert loaded.features == tuple(sets)
    begins = loaded.level_begins
    for feature in range(len(sets[0].feature_names)):
        assert loaded.weights[begins[feature]] == 0.0
    position = game.position(".X...../X.X..../......./......./......./......./....... O").play("B6")
    found = katachi.why(loaded, position, "B5")
    assert isinstance(found, katachi.knowledge.Explanation)
    names = [reason.level for reason in found.reasons]
    assert "capture: of the previous move" in names
    # Levels 0 say nothing, and are not shown.
    assert not any(name.endswith(": -") for name in names)
    assert found.strength == pytest.approx(
        float(np.prod([reason.strength for reason in found.reasons])), rel=1e-5
    )


def test_names_of_the_command_line() -> None:
    with_history, without = features_by_name(["tactics", "tactics-without-history"], "hex7")
    assert (with_history, without) == (
        Tactics(katachi.Hex(7)),
        Tactics(katachi.Hex(7), history=False),
    )
