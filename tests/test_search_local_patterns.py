"""Local patterns: classes, counts, files, and playouts that draw by them (HAVANNAH 3.2 to 3.6)."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reference.random_games import random_record
from scipy import stats
from typer.testing import CliRunner

import katachi
from katachi import ExpansionSettings, LocalPatternWeights, Mcts, MctsSettings, PlayoutSettings
from katachi.cli import app
from katachi.files.atomic_file import write_atomically
from katachi.games.core_capabilities import games_with
from katachi.games.outcome import COLORS
from katachi.knowledge import LocalPattern, PatternCount, knowledge_names, load_knowledge
from katachi.records import GameRecord, Games, save_native

SHIPPED = "havannah5-local-patterns"

Step = tuple[int, int]
# Clockwise, as HAVANNAH numbers the cells around a move; the first is the upper left.
STEPS: dict[str, list[Step]] = {
    "havannah": [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)],
    "hex": [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)],
}


@cache
def around(game: katachi.Game, cell: str) -> list[str | None]:
    """The six neighbours in a circle; None is off the board."""
    topology = game.topology
    by_place = {topology.coordinates(other): other for other in topology.cells}
    x, y = topology.coordinates(cell)
    return [by_place.get((x + dx, y + dy)) for dx, dy in STEPS[game.name]]


def beyond(game: katachi.Game, cell: str, direction: int) -> set[str]:
    """Who owns the edge that a step from a cell of Hex crosses; both where two edges meet."""
    x, y = game.topology.coordinates(cell)
    dx, dy = STEPS["hex"][direction]
    owners = set()
    if not 0 <= y + dy < game.size:
        owners.add("black")
    if not 0 <= x + dx < game.size:
        owners.add("white")
    return owners


@cache
def edge_cells(game: katachi.Game) -> frozenset[str]:
    return frozenset(itertools.chain(game.topology.corners, *game.topology.sides))


def pattern_of(position: katachi.Position, cell: str) -> LocalPattern:
    """From the pictures of the thesis: own stones, other stones, edge cells."""
    game = position.game
    edge = edge_cells(game)
    own = other = on_edge = 0
    for direction, neighbour in enumerate(around(game, cell)):
        bit = 1 << direction
        if neighbour is None:
            if game.name == "hex":
                owners = beyond(game, cell, direction)
                own |= bit * (position.to_move in owners)
                other |= bit * (katachi.opponent(position.to_move) in owners)
            continue
        stone = position.at(neighbour)
        own |= bit * (stone == position.to_move)
        other |= bit * (stone == katachi.opponent(position.to_move))
        on_edge |= bit * (game.name == "havannah" and neighbour in edge)
    return LocalPattern(own, other, on_edge)


def class_of(pattern: LocalPattern) -> tuple[tuple[int, ...], ...]:
    """The smallest of the twelve ways to write the six neighbours as a list of triples."""
    bits = [tuple((number >> d) & 1 for number in pattern) for d in range(6)]
    ways = []
    for side in (bits, bits[::-1]):
        ways += [tuple(side[k:] + side[:k]) for k in range(6)]
    return min(ways)


@pytest.mark.parametrize("size", [4, 5, 8])
def test_there_are_938_classes_on_a_havannah_board(size: int) -> None:
    game = katachi.Havannah(size)
    edge = edge_cells(game)
    shapes = {
        tuple(None if n is None else n in edge for n in around(game, cell))
        for cell in game.topology.cells
    }
    by_twin, by_core = set(), set()
    for shape in shapes:
        there = [d for d in range(6) if shape[d] is not None]
        on_edge = sum(1 << d for d in there if shape[d])
        for stones in itertools.product((0, 1, 2), repeat=len(there)):
            own = sum(1 << d for d, s in zip(there, stones, strict=True) if s == 1)
            other = sum(1 << d for d, s in zip(there, stones, strict=True) if s == 2)
            pattern = LocalPattern(own, other, on_edge)
            by_twin.add(class_of(pattern))
            by_core.add(pattern.name)
    assert len(by_twin) == 938
    assert len(by_core) == 938


def test_the_example_of_the_thesis() -> None:
    pattern = LocalPattern(own=18, other=40, edge=24)
    rotated, mirrored = LocalPattern(36, 17, 48), LocalPattern(18, 5, 6)
    assert pattern.name == rotated.name == mirrored.name
    assert pattern.name != LocalPattern(18, 40, 3).name


@pytest.mark.parametrize(
    "game", [katachi.Havannah(3), katachi.Havannah(4, swap=True), katachi.Hex(4)], ids=str
)
def test_counts_of_games_agree_with_a_slow_count(game: katachi.Game) -> None:
    rng = random.Random(1)
    lines = [random_record(game, rng).moves for _ in range(6)]
    played: Counter[Any] = Counter()
    available: Counter[Any] = Counter()
    for moves in lines:
        position = game.start()
        for move in moves:
            if move in game.topology.cells:
                empty = [cell for cell in game.topology.cells if position.at(cell) is None]
                played[class_of(pattern_of(position, move))] += 1
                available.update({class_of(pattern_of(position, cell)) for cell in empty})
            position = position.play(move)
    weights = LocalPatternWeights.learn_from_games([GameRecord(game, tuple(m)) for m in lines])
    assert weights.notes["games"] == "6"
    found = {class_of(pattern): count for pattern, count in weights.counts.items()}
    assert len(found) == len(weights.counts)
    assert found == {k: PatternCount(played[k], available[k]) for k in available}


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    game = katachi.Havannah(3)
    records = [random_record(game, random.Random(seed)) for seed in range(5)]
    weights = LocalPatternWeights.learn_from_games(records, notes={"seed": "1", "about": "a test"})
    path = tmp_path / "mine.txt"
    write_atomically(path, str(weights))
    assert load_knowledge(str(path)) == weights


GOOD = "katachi-local-patterns 1\ngames 1\n\nown other edge played available\n0 1 0 1 2\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "expected 'katachi-local-patterns 1', not ''"),
        ("katachi-local-patterns 2\n", "not 'katachi-local-patterns 2'"),
        ("katachi-local-patterns 1\n", "expected a line 'own other edge played available'"),
        (GOOD + "0 1 0 1 2\n", "line 6: 0 1 0 comes twice"),
        (GOOD + "0 2 0 1 2\n", r"\(0, 2, 0\) is not the name of a local pattern"),
        (GOOD + "1 0 0 3 2\n", r"\(1, 0, 0\) cannot be played 3 times of 2"),
        (GOOD + "1 0 0 0 0\n", r"\(1, 0, 0\) cannot be played 0 times of 0"),
        (GOOD + "1 0 0 x 2\n", "line 6: expected five numbers, not '1 0 0 x 2'"),
        (GOOD + "1 0 0 -1 2\n", "line 6: expected five numbers"),
        (GOOD + "64 0 0 1 2\n", r"\(64, 0, 0\) is not the name"),
        (GOOD + f"1 0 0 1 {10**14}\n", "line 6: a number is too large"),
        (GOOD.replace("games 1", "games 1\ngames 2"), "the card has 'games' twice"),
    ],
)
def test_broken_files_are_named(text: str, error: str, tmp_path: Path) -> None:
    assert LocalPatternWeights.parse(GOOD).counts == {LocalPattern(0, 1, 0): PatternCount(1, 2)}
    with pytest.raises(katachi.InvalidSettings, match=error):
        LocalPatternWeights.parse(text)
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(katachi.InvalidSettings, match=f"mine.txt: .*{error}"):
        load_knowledge(str(path))


def test_too_many_patterns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(katachi.InvalidSettings, match="take at most 1000000 characters"):
        LocalPatternWeights.parse("x" * 1_000_001)
    path = tmp_path / "mine.txt"
    path.write_text("x" * 1_000_001)
    with pytest.raises(katachi.KatachiError, match="it is too large, more than 1000000"):
        load_knowledge(str(path))


def test_missing_weights_are_named() -> None:
    with pytest.raises(katachi.KatachiError, match=r"no knowledge 'nothing'; known: .*havannah5"):
        load_knowledge("nothing")
    with pytest.raises(katachi.KatachiError, match=r"cannot read 'no/file.txt'"):
        load_knowledge("no/file.txt")


def test_the_weights_that_ship_know_what_the_thesis_shows() -> None:
    assert SHIPPED in knowledge_names(LocalPatternWeights)
    weights = load_knowledge(SHIPPED)
    assert isinstance(weights, LocalPatternWeights)
    assert {"about", "game", "agent", "simulations", "seed", "games"} <= set(weights.notes)
    assert 400 < len(weights.counts) <= 938
    assert all(sum(count) > 0 for count in weights.counts.values())
    # A move that joins two stones and keeps two others apart: 0.61 in figure 3.6 of the thesis.
    crossing = LocalPattern(own=0b001010, other=0b000101, edge=0)
    assert weights.weight(crossing) > 4 * weights.weight(LocalPattern(0, 0, 0))
    assert weights.weight(crossing) > 0.4


# Weights with large differences, for every pattern there is.
def wild_weight(pattern: LocalPattern) -> int:
    return 1 + pattern.name.code * 2654435761 % 97


def wild_weights(game: katachi.Game) -> LocalPatternWeights:
    """As seen on random boards of the game; patterns never seen keep the mean."""
    rng = random.Random(3)
    names = set()
    for _ in range(40):
        position = game.start()
        for move in random_record(game, rng).moves:
            for cell in game.topology.cells:
                if position.at(cell) is None:
                    names.add(pattern_of(position, cell).name)
            position = position.play(move)
    return LocalPatternWeights({name: PatternCount(wild_weight(name), 100) for name in names})


def is_joint(position: katachi.Position, cell: str) -> bool:
    ring = around(position.game, cell)
    for d in range(6):
        a, b = ring[d], ring[(d + 1) % 6]
        if a is None or b is None or position.at(a) is not None or position.at(b) is not None:
            continue
        far = around(position.game, a)[(d + 1) % 6]
        if far is not None and position.at(far) == position.to_move:
            return True
    return False


def joint_weight(position: katachi.Position, cell: str) -> float:
    ring = [position.at(n) for n in around(position.game, cell) if n is not None]
    if position.to_move in ring:
        return 40.0
    return 30.0 if is_joint(position, cell) else 5.0


Weight = Callable[[katachi.Position, str], float]


def check_draws(search: Mcts, start: katachi.Position, weight: Weight, *, seeds: int) -> None:
    """Every move of every playout against its exact probability.

    The mean surprise -log p of the moves played must be their entropy: its distance, in standard
    deviations, is a test of all plies at once.
    """
    surprise = entropy = variance = 0.0
    for seed in range(seeds):
        position = start
        for move in search.play_out(start, seed=seed, learn=False).moves:
            weights = {m: weight(position, m) for m in position.legal_moves}
            total = sum(weights.values())
            shares = [w / total for w in weights.values() if w > 0]
            assert weights[move] > 0 or total == 0
            if total > 0:
                expected = -sum(p * math.log(p) for p in shares)
                surprise += -math.log(weights[move] / total)
                entropy += expected
                variance += sum(p * math.log(p) ** 2 for p in shares) - expected**2
            position = position.play(move)
    assert abs(surprise - entropy) < 4 * math.sqrt(variance)


GAMES = [katachi.Havannah(3), katachi.Havannah(4), katachi.Hex(4)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_strongest_pattern_is_played_at_every_ply(
    game: katachi.Game, scaled: Callable[[int], int]
) -> None:
    weights = wild_weights(game)
    playout = PlayoutSettings(base="epsilon_greedy", epsilon=0.0)
    search = Mcts(game, MctsSettings(playout=playout), playout_knowledge=weights)
    tied = 0
    for seed in range(scaled(40)):
        position: katachi.Position = game.start()
        for move in search.play_out(position, seed=seed).moves:
            scores = {m: weights.weight(pattern_of(position, m)) for m in position.legal_moves}
            best = max(scores.values())
            assert scores[move] == best
            tied += list(scores.values()).count(best) > 1
            position = position.play(move)
    assert tied > 10


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_roulette_and_softmax_draw_by_local_patterns(
    game: katachi.Game, scaled: Callable[[int], int]
) -> None:
    weights = wild_weights(game)
    roulette = Mcts(
        game, MctsSettings(playout=PlayoutSettings(base="roulette")), playout_knowledge=weights
    )

    def strength(position: katachi.Position, move: str) -> float:
        return weights.weight(pattern_of(position, move))

    check_draws(roulette, game.start(), strength, seeds=scaled(60))
    softmax = Mcts(
        game,
        MctsSettings(playout=PlayoutSettings(base="softmax", temperature=0.25)),
        playout_knowledge=weights,
    )
    check_draws(
        softmax, game.start(), lambda p, m: math.exp(strength(p, m) / 0.25), seeds=scaled(60)
    )
    with pytest.raises(AssertionError):
        check_draws(roulette, game.start(), lambda p, m: 1 / strength(p, m), seeds=60)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_joint_and_neighbour_moves_weigh_forty_thirty_five(
    game: katachi.Game, scaled: Callable[[int], int]
) -> None:
    playout = PlayoutSettings(base="roulette", joint_neighbour=True)
    search = Mcts(game, MctsSettings(playout=playout))
    check_draws(search, game.start(), joint_weight, seeds=scaled(100))
    greedy = PlayoutSettings(base="epsilon_greedy", epsilon=0.0, joint_neighbour=True)
    search = Mcts(game, MctsSettings(playout=greedy))
    for seed in range(scaled(40)):
        position: katachi.Position = game.start()
        for move in search.play_out(position, seed=seed).moves:
            best = max(joint_weight(position, m) for m in position.legal_moves)
            assert joint_weight(position, move) == best
            position = position.play(move)


def first_moves(search: Mcts, start: katachi.Position, seeds: int) -> list[str]:
    return [search.play_out(start, seed=seed, learn=False).moves[0] for seed in range(seeds)]


def test_first_moves_fit_exact_probabilities(scaled: Callable[[int], int]) -> None:
    game = katachi.Havannah(5)
    start = game.start().play("e5").play("d5").play("f6").play("e4")
    weights = load_knowledge(SHIPPED)
    assert isinstance(weights, LocalPatternWeights)
    search = Mcts(
        game, MctsSettings(playout=PlayoutSettings(base="roulette")), playout_knowledge=weights
    )
    first = first_moves(search, start, scaled(20000))
    strengths = {m: weights.weight(pattern_of(start, m)) for m in start.legal_moves}
    total = sum(strengths.values())
    expected = [len(first) * s / total for s in strengths.values()]
    observed = [first.count(move) for move in strengths]
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def wins_for_anybody(position: katachi.Position, cell: str) -> bool:
    """Whether a stone of either colour there would end the game by a win."""
    board = position.text[:-1]
    both = [position.game.position(board + player) for player in "XO"]
    return any(p.play(cell).is_over and p.play(cell).outcome.winner for p in both)


def is_dead(position: katachi.Position, cell: str) -> bool:
    """HAVANNAH 3.4: three and three, or four and two with the inner two of the four on the edge."""
    ring = around(position.game, cell)
    if None in ring or cell in edge_cells(position.game) or wins_for_anybody(position, cell):
        return False
    stones = [position.at(n) for n in ring if n is not None]
    changes = sum(stones[d] != stones[d - 1] for d in range(6))
    if None in stones or changes != 2:
        return False
    long: katachi.Color = max(COLORS, key=stones.count)
    inner = [ring[d] for d in range(6) if stones[d - 1] == stones[d] == stones[(d + 1) % 6] == long]
    return stones.count(long) == 3 or (
        stones.count(long) == 4 and all(n in edge_cells(position.game) for n in inner)
    )


def dead_position(game: katachi.Game) -> tuple[katachi.Position, str]:
    """A set-up with a dead cell: three and three neighbours, each colour in one run."""
    cell = "c3" if game.size == 3 else "d4"
    ring = [n for n in around(game, cell) if n is not None]
    order = [ring[0], ring[3], ring[1], ring[4], ring[2], ring[5]]
    return game.start().play_all(order), cell


@pytest.mark.parametrize(
    "playout",
    [
        PlayoutSettings(dead_cells=True),
        PlayoutSettings(dead_cells=True, base="roulette", joint_neighbour=True),
        PlayoutSettings(dead_cells=True, base="epsilon_greedy", joint_neighbour=True, epsilon=0.5),
    ],
    ids=str,
)
def test_dead_cells_are_played_only_when_nothing_else_is_left(playout: PlayoutSettings) -> None:
    game = katachi.Havannah(4)
    start, dead = dead_position(game)
    assert not start.is_over
    search = Mcts(game, MctsSettings(playout=playout, expansion=ExpansionSettings(dead_cells=True)))
    first = first_moves(search, start, 400)
    assert dead not in first
    assert len(set(first)) > 15
    assert dead in first_moves(Mcts(game), start, 400)
    for seed in range(100):
        position = start
        for move in search.play_out(start, seed=seed).moves:
            if move == dead and not wins_for_anybody(position, dead):
                assert all(is_dead(position, other) for other in position.legal_moves)
            position = position.play(move)


def test_uniform_playouts_without_dead_cells_stay_uniform() -> None:
    game = katachi.Havannah(4)
    start, dead = dead_position(game)
    search = Mcts(game, MctsSettings(playout=PlayoutSettings(dead_cells=True)))
    first = first_moves(search, start, 6000)
    counts = Counter(first)
    assert set(counts) == set(start.legal_moves) - {dead}
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(
    ("game", "playout", "weights", "error"),
    [
        (katachi.Othello(), PlayoutSettings(base="roulette"), SHIPPED, f"local patterns are for {games_with('connections')}, not for othello"),
        (katachi.Hex(8), PlayoutSettings(base="roulette"), "othello-cells", r"the cell weights are for Othello\(8\), not for Hex\(8\)"),
        (katachi.Go(9), PlayoutSettings(dead_cells=True), "", f"playout.dead_cells is for {games_with('connections')}, not for go"),
        (katachi.Havannah(5), PlayoutSettings(base="roulette", joint_neighbour=True), SHIPPED, "exclude each other"),
    ],
)  # fmt: skip
def test_weights_that_do_not_fit_are_named(
    game: katachi.Game, playout: PlayoutSettings, weights: str, error: str
) -> None:
    with pytest.raises(katachi.InvalidSettings, match=error):
        Mcts(
            game,
            MctsSettings(playout=playout),
            playout_knowledge=load_knowledge(weights) if weights else None,
        )


def test_the_command_weighs_games(tmp_path: Path) -> None:
    game = katachi.Hex(4)
    records = [random_record(game, random.Random(seed)) for seed in range(6)]
    save_native(Games.of(records), tmp_path / "hex.katachi")
    call = ["patterns", "local", str(tmp_path / "hex.katachi"), "-o", str(tmp_path / "local.txt")]
    found = CliRunner().invoke(app, call)
    assert found.exit_code == 0, found.output
    weights = load_knowledge(tmp_path / "local.txt", LocalPatternWeights)
    assert weights.counts == LocalPatternWeights.learn_from_games(records).counts
    assert weights.card.games == 6
    assert weights.card.settings["game"] == "hex4"
    assert "exists already" in CliRunner().invoke(app, call).output
    wrong = CliRunner().invoke(app, [*call[:-1], str(tmp_path / "local.knowledge")])
    assert "must end with .txt" in wrong.output


def test_joint_neighbour_needs_a_weighted_base() -> None:
    with pytest.raises(katachi.InvalidSettings, match=r"joint_neighbour needs playout.base of"):
        MctsSettings(playout=PlayoutSettings(joint_neighbour=True))
