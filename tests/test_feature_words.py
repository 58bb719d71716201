"""What features say of a move: a sentence for every level, and it is true of the board."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

import katachi
from katachi.features import CellClasses, FeatureLevel, Tactics, neighbourhoods, shapes
from katachi.features.sentences import Said, contents
from katachi.games.outcome import opponent
from katachi.games.words.naming import listed, number_word

BOARDS = [
    katachi.Othello(6),
    katachi.Go(7),
    katachi.Hex(6, swap=True),
    katachi.Havannah(4, swap=True),
]


@pytest.mark.parametrize("game", BOARDS, ids=str)
@pytest.mark.parametrize("history", [True, False])
def test_every_tactical_level_has_a_sentence(game: katachi.Game, *, history: bool) -> None:
    tactics = Tactics(game, history=history)
    wanted: dict[str, set[str]] = {}
    for number, name in enumerate(tactics.feature_names):
        for level in range(1, tactics.core.level_count(number)):
            _, _, answer = tactics.level_name(FeatureLevel(number, level)).partition(": ")
            wanted.setdefault(name, set()).add(answer)
    sentences = game.words.sentences
    assert set(wanted) <= set(sentences)
    for name, answers in wanted.items():
        assert set(sentences[name]) == answers, name
        assert len(set(sentences[name].values())) == len(answers) or name in {
            "flips",  # the number is filled in
            "self-atari",
            "capture",
        }
    if history:
        assert set(wanted) == set(sentences)


def fired(game: katachi.Game, seeds: range) -> list[tuple[katachi.Position, str, FeatureLevel]]:
    """Positions of random games with moves and the tactical levels that they have."""
    tactics = Tactics(game)
    encoder = katachi.features.make_encoder([tactics])
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        position = game.start()
        while not position.is_over and position.moves_played < 70:
            legal = list(position.legal_moves)
            some = rng.sample(legal, min(4, len(legal)))
            rows = encoder.levels(position.core, [game.number(move) for move in some])
            for move, row in zip(some, rows, strict=True):
                found += [(position, move, FeatureLevel(*pair)) for pair in row if pair[1]]
            position = position.play(rng.choice(legal))
    return found


@dataclass(frozen=True)
class Case:
    """A move with the level of a feature, by its name, and what is said of it."""

    position: katachi.Position
    move: str
    answer: str
    said: Said


@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_sentences_are_true_of_the_board(game: katachi.Game) -> None:
    """What the sentence counts and names is what the core has found."""
    tactics = Tactics(game)
    seen: Counter[str] = Counter()
    for position, move, level in fired(game, range(12)):
        said = tactics.say(position, move, level)
        assert said.text
        assert not set("{}") & set(said.text)
        assert "  " not in said.text
        assert ",," not in said.text
        assert move not in said.cells
        assert set(said.cells) <= set(game.topology.cells)
        name = tactics.feature_names[level.feature]
        answer = tactics.level_name(level).partition(": ")[2]
        seen[name] += 1
        CHECKS.get(name, lambda _: None)(Case(position, move, answer, said))
    assert len(seen) > 8


def check_corners(case: Case) -> None:
    position, move, answer, said = case.position, case.move, case.answer, case.said
    named = said.text.partition(" at ")[2].partition(":")[0].replace(" and ", ", ").split(", ")
    assert min(len(named), 2) == int(answer[0])
    assert set(named) <= set(position.game.topology.corners)
    if "gives up" in said.text:
        assert set(named) <= set(position.play(move).legal_moves)


def check_flips(case: Case) -> None:
    answer, said = case.answer, case.said
    assert len(said.cells) == int(answer)
    assert f"flips {number_word(int(answer))} disc" in said.text


def check_moves(case: Case) -> None:
    position, move, answer, said = case.position, case.move, case.answer, case.said
    after = position.play(move)
    if after.is_over or "none left" in answer or after.to_move != opponent(position.to_move):
        return
    cells = set(after.legal_moves) & set(position.game.topology.cells)
    count = len(cells)
    if "leaves you" not in said.text:
        assert f"{number_word(count)} move" in said.text


def check_capture(case: Case) -> None:
    position, move, said = case.position, case.move, case.said
    after = position.play(move)
    gone = {
        cell for cell in position.game.topology.cells if position.at(cell) and not after.at(cell)
    }
    assert gone
    assert set(said.cells) == gone
    assert number_word(len(gone)) in said.text


def check_own_chain(case: Case) -> None:
    position, said = case.position, case.said
    assert all(position.at(cell) == position.to_move for cell in said.cells)


def check_their_chain(case: Case) -> None:
    position, said = case.position, case.said
    assert said.cells
    assert all(position.at(cell) == opponent(position.to_move) for cell in said.cells)


def check_new_bridges(case: Case) -> None:
    position, answer, said = case.position, case.answer, case.said
    many = {"one": 1, "two": 2, "three or more": 3}[answer]
    ends = said.text.partition(" to ")[2].replace(" and ", ", ").split(", ")
    assert min(3, len(ends)) == many, said
    for end in ends:
        assert end.startswith("the ") or position.at(end) == position.to_move


def check_own_bridge(case: Case) -> None:
    position, said = case.position, case.said
    ends = said.text.partition(" between ")[2].partition(",")[0].split(" and ")
    assert len(ends) == 2, said
    for end in ends:
        assert end.startswith("the ") or position.at(end) == position.to_move


def check_their_bridge(case: Case) -> None:
    position, said = case.position, case.said
    ends = said.text.partition(" between ")[2].split(" and ")
    assert len(ends) == 2, said
    for end in ends:
        assert end.startswith("the ") or position.at(end) == opponent(position.to_move)


def check_joins(case: Case) -> None:
    position, move, answer, said = case.position, case.move, case.answer, case.said
    many = {"one chain": 1, "two chains": 2, "three chains": 3}[answer]
    named = said.text.partition(" at ")[2].replace(" and ", ", ").split(", ")
    assert len(named) == many, said
    assert set(named) <= set(position.game.topology.neighbours(move))


def check_previous(case: Case) -> None:
    name = case.said.text.partition(" move at ")[2].split(",")[0].split()[0]
    assert case.said.cells == (name,)
    assert case.position.at(name) is not None or case.position.game.name == "go"


CHECKS = {
    "corners given": check_corners,
    "corners denied": check_corners,
    "flips": check_flips,
    "opposing moves": check_moves,
    "capture": check_capture,
    "extension": check_own_chain,
    "atari": check_their_chain,
    "new bridges": check_new_bridges,
    "new joints": check_new_bridges,
    "own bridge": check_own_bridge,
    "own joint": check_own_bridge,
    "opposing bridge": check_their_bridge,
    "opposing joint": check_their_bridge,
    "joins": check_joins,
    "touches": check_joins,
    "circular distance to the previous move": check_previous,
    "chains to the move before": check_previous,
    "round distance to the previous move": check_previous,
    "round distance to the move before": check_previous,
}


@pytest.mark.parametrize(
    ("game", "board", "move", "name", "sentence"),
    [
        (
            katachi.Go(5),
            "..O../.OX.X/OXXO./.OO../..... X",
            "D4",
            "extension: of an atari",
            "saves three stones from atari at C4, B3 and C3",
        ),
        (
            katachi.Hex(5),
            "...../.X.../...../X..../..... X",
            "b3",
            "own bridge: fills",
            "fills your own bridge between b2 and a4, which is connected without that",
        ),
        (
            katachi.Othello(6),
            "....../....../..X.../...O../....X./...... O",
            "b2",
            "corners given: 1",
            "gives up the corner at a1: Black can take it next",
        ),
    ],
    ids=str,
)
def test_sentences(game: katachi.Game, board: str, move: str, name: str, sentence: str) -> None:
    tactics = Tactics(game)
    position = game.position(board)
    level = tactics.parse_level(name)
    (row,) = katachi.features.make_encoder([tactics]).levels(position.core, [game.number(move)])
    assert (level.feature, level.level) in row
    assert tactics.say(position, move, level).text == sentence


def test_patterns_speak_of_the_board() -> None:
    position = katachi.Othello().start().play("f5")
    known = shapes("othello-default")
    encoder = katachi.features.make_encoder([known])
    for move in position.legal_moves:
        (row,) = encoder.levels(position.core, [position.game.number(move)])
        for pair in row:
            said = known.say(position, move, FeatureLevel(*pair))
            assert said.text == f"fits a pattern: {contents(position, said.cells)}"
    around = neighbourhoods(katachi.Hex(5))
    said = around.say(katachi.Hex(5).start().play("b1"), "a1", FeatureLevel(0, 0))
    assert said.text == "fits a pattern: Black's stone b1, empty a2, at the edge"
    assert said.cells == ("b1", "a2")


def test_cells_that_are_alike() -> None:
    game = katachi.Hex(3)
    assert (
        CellClasses(game).say(game.start(), "b2", FeatureLevel(0, 4)).text
        == "is at a place of its own"
    )
    assert (
        CellClasses(game).say(game.start(), "a1", FeatureLevel(0, 0)).text
        == "is at a place like c3"
    )


def test_lists() -> None:
    assert listed(["a", "b"]) == "a and b"
