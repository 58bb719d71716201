"""Queries of decision trees in diagrams, the order that settles ambiguous ones, and symmetries.

The move is the empty cell marked `*`; the mover is X. Every case is also asked of the slow twin.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import numpy as np
import pytest
from reference import forest as twin
from test_forest_growth import random_records

import katachi
from katachi.errors import KatachiError
from katachi.features import FeatureLevel, Forest, Tree, make_encoder, parse_feature_set
from katachi.features.forest import SYSTEMS
from katachi.features.forest_path import answers
from katachi.knowledge import FeatureWeights
from katachi.learning import ForestPlan, grow_forest
from katachi.records import Games


def twin_tree(system: str, queries: str) -> twin.TreeNode:
    """The twin's tree from the text of ours."""
    words = iter(queries.split())
    letters = {letter: status for status, letter in twin.LETTERS.items()}

    def read(statuses: list[str]) -> twin.TreeNode:
        node = twin.TreeNode(statuses)
        word = next(words)
        if word == ".":
            return node
        new = re.fullmatch(r"N([bwsoe]+)(\d+)", word)
        if new:
            number = int(new[2])
            stones = system.startswith("sg")
            query = twin.Query(
                "N",
                x=0 if stones else number,
                value=number if stones else 0,
                statuses=tuple(letters[c] for c in new[1]),
            )
        else:
            found = re.fullmatch(r"([DCSL])(\d+)(?:,(\d+))?([<=])(\d+)", word)
            assert found, word
            query = twin.Query(
                found[1], int(found[2]), int(found[3] or 0), int(found[5]), found[4] == "="
            )
        node.query = query
        for child in range(query.children):
            more = [query.statuses[child]] if child < len(query.statuses) else []
            node.children.append(read([*statuses, *more]))
        return node

    root = read(["empty"])
    assert next(words, None) is None
    return root


def ask(
    game: katachi.Game, board: str, system: str, queries: str, *, mover: str = "X"
) -> tuple[str, set[tuple[str, ...]]]:
    """The answers on the way down, and the cells of the discovered nodes of every branch."""
    rows = board.split()
    cells = "".join("".join(row) for row in rows)
    move = game.topology.cells[cells.index("*")]
    position = game.position(" ".join(rows).replace("*", ".") + f" {mover}")
    forest = Forest(game, (Tree(system, queries),))
    trace = forest.trace(position, move, 0)
    path = forest.trees[0].path(trace.leaf)
    # The twin walks every branch.
    graph = twin.Graph(position, move, system)
    way, _, branches = twin.descend(graph, twin_tree(system, queries))
    assert "".join(step.answer for step in path) == "".join(
        answers(step.query)[child] for step, child in zip(path, way, strict=True)
    )
    assert len(branches) == trace.branches
    first = [min(node) if not isinstance(node, str) else node for node in branches[0]]
    assert len(first) == len(trace.cells)
    (row,) = make_encoder([forest]).levels(position.core, [game.number(move)])
    assert row == [(0, trace.leaf)]
    found = set()
    for branch in branches:
        found.add(
            tuple(
                "side" if isinstance(node, str) else min(node, key=game.topology.cells.index)
                for node in branch
            )
        )
    assert tuple(re.sub(r"side \d", "side", cell) for cell in trace.cells) in found
    return "".join(step.answer for step in path), found


GO = katachi.Go(7)
CORNER = """
.......
..XX...
...X...
.XO*...
..X....
......X
......O"""


@pytest.mark.parametrize(
    ("queries", "expected", "cells"),
    [
        ("Nb0 . .", "b", {("D4", "D5")}),
        ("Nw0 . .", "w", {("D4", "C4")}),
        ("Ne0 . .", "e", {("D4", "E4"), ("D4", "D3")}),
        ("Nb0 Nb0 . . .", "b-", {("D4", "D5")}),  # no node is discovered twice
        ("Nb0 Nw1 . . .", "b-", {("D4", "D5")}),  # next to node 1, not to the move
        ("Nw0 Nb1 . . .", "wb", {("D4", "C4", "B4"), ("D4", "C4", "C3")}),
    ],
)
def test_new_nodes_of_an_intersection_graph(
    queries: str, expected: str, cells: set[tuple[str, ...]]
) -> None:
    assert ask(GO, CORNER, "ig0", queries) == (expected, cells)


NUMBERS = {
    "ig0": {
        "D0,1": 1,
        "D1,2": 2,
        "C0,1": 1,
        "C1,2": 0,
        "S0": 41,
        "S1": 3,
        "L1": 7,
        "S2": 1,
        "L2": 2,
    },
    # The chain of D5 is one node, three cells next to C5: no other path is shorter.
    "ig-c": {"D0,1": 1, "D1,2": 2, "C0,1": 1, "C1,2": 0, "S0": 41, "S1": 3, "L1": 7, "L2": 2},
}


@pytest.mark.parametrize(
    ("system", "what", "number"),
    [(system, what, n) for system, known in NUMBERS.items() for what, n in known.items()],
)
def test_edge_and_attribute_queries(system: str, what: str, number: int) -> None:
    for query, answer in (
        (f"{what}={number}", "y"),
        (f"{what}={number + 1}", "n"),
        (f"{what}<{number + 1}", "y"),
        (f"{what}<{number}", "n"),
    ):
        assert ask(GO, CORNER, system, f"Nb0 Nw0 {query} . . . .")[0] == f"bw{answer}"


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("D0,1", 1),
        ("D1,2", 2),
        ("C0,1", 2),
        ("C0,2", 1),
        ("S0", 41),
        ("S1", 1),
        ("L1", 2),
        ("L2", 1),
    ],
)
def test_merged_regions(what: str, number: int) -> None:
    """The move is the whole region: C4 has two cells next to it, G1 one, and comes second."""
    answer, cells = ask(GO, CORNER, "ig-e", f"Nw0 Nw0 {what}={number} . . . .")
    assert answer == "wwy"
    assert cells == {("A7", "C4", "G1")}


def test_merged_chains_and_regions() -> None:
    assert ask(GO, CORNER, "ig-ce", "Nb0 C0,1=8 . . .") == ("by", {("A7", "C6")})


@pytest.mark.parametrize(
    ("what", "number"),
    [("D0,1", 1), ("D0,2", 1), ("D1,2", 2), ("S1", 3), ("L1", 7), ("S2", 1), ("L2", 2)],
)
@pytest.mark.parametrize("system", ["sg0", "sg-c"])
def test_numbers_of_stone_graphs(system: str, what: str, number: int) -> None:
    for query, answer in (
        (f"{what}={number}", "y"),
        (f"{what}={number + 1}", "n"),
        (f"{what}<{number + 1}", "y"),
        (f"{what}<{number}", "n"),
    ):
        assert ask(GO, CORNER, system, f"Nb1 Nw1 {query} . . . .")[0] == f"bw{answer}"


LONELY = """
.......
.X.....
.......
...*...
.......
.......
.......
"""


@pytest.mark.parametrize(
    ("queries", "expected"),
    [
        ("Nbws2 . . . .", "-"),
        ("Nbws3 . . . .", "s"),
        ("Nb3 . .", "-"),
        ("Nb4 . .", "b"),
        ("Nb4 D0,1=4 . . .", "by"),
        ("Ns3 Nb4 D1,2<3 . . . .", "sby"),  # B6 is one step from two of the four sides
    ],
)
def test_distances_of_a_stone_graph(queries: str, expected: str) -> None:
    assert ask(GO, LONELY, "sg0", queries)[0] == expected


def test_sides_are_sets_of_cells() -> None:
    """A cell on a side is 0 steps away from it, opposite sides are 6 apart."""
    board = """
*......
.......
.......
.......
.......
.......
......."""
    assert ask(GO, board, "sg0", "Ns0 Ns0 Ns0 . . . .")[0] == "ss-"
    assert ask(GO, board, "sg0", "Ns0 Ns0 D1,2=0 . . . .")[0] == "ssy"
    assert ask(GO, board, "sg0", "Ns0 Ns0 Ns6 Ns6 D3,4=0 . . . . . .")[0] == "ssssy"
    assert ask(GO, board, "sg0", "Ns0 Ns0 Ns6 D1,3=6 . . . . .")[0] == "sssy"


# What settles an ambiguous NEW query, one diagram for each condition, in the order of the
# conditions.
SETTLED = {
    "1 nearest to the move": (
        "sg0",
        """
.......
...X...
.......
...*O..
.......
.......
.......""",
        "Nbw9 . . .",
        {("D4", "E4")},
    ),
    "1 nearest chain, by its nearest stone": (
        "sg-c",
        """
...X...
...X...
X......
X..*...
XX.....
.......
.......""",
        "Nb9 . .",
        {("D4", "D7")},
    ),
    "2 black over white (ig)": (
        "ig0",
        """
.......
.......
.......
..X*O..
.......
.......
.......""",
        "Nbw0 . . .",
        {("D4", "C4")},
    ),
    "2 white over empty (ig)": (
        "ig0",
        """
.......
.......
.......
..X*O..
.......
.......
.......""",
        "Nwe0 . . .",
        {("D4", "E4")},
    ),
    "2 black over white (sg)": (
        "sg0",
        """
.......
...O...
.......
.X.*...
.......
.......
.......""",
        "Nbw9 . . .",
        {("D4", "B4")},
    ),
    "2 white over side (sg)": (
        "sg0",
        """
.......
.......
.......
...*...
.......
.......
...O...""",
        "Nws9 . . .",
        {("D4", "D1")},
    ),
    "3 nearest to a discovered node (ig)": (
        "ig0",
        """
.......
.......
...X...
..O*...
.......
.......
.......""",
        "Nb0 Nw0 Ne1 . . . .",
        {("D4", "D5", "C4", "C5")},
    ),
    "3 nearest to a discovered node (sg)": (
        "sg0",
        """
.......
.......
.......
.XO*.X.
.......
.......
.......""",
        "Nw1 Nb2 . . .",
        {("D4", "C4", "B4")},
    ),
    "3 the last discovered node first": (
        "sg0",
        """
...X...
...X...
.......
X.O*...
.......
.......
.......""",
        "Nw1 Nb2 Nb3 . . . .",
        {("D4", "C4", "D6", "D7")},
    ),
    "4 most connectivity": (
        "ig-c",
        CORNER,
        "Nb0 Ne1 . . .",
        {("D4", "C6", "C5")},
    ),
    "5 the largest chain (ig), though it has fewer liberties": (
        "ig0",
        """
.......
..OXO..
..OX...
...*...
...X...
.......
.......""",
        "Nb0 . .",
        {("D4", "D5")},
    ),
    "5 the largest chain (sg), though it has fewer liberties": (
        "sg0",
        """
..OXO..
..OX...
.......
...*...
.......
...X...
.......""",
        "Nb2 . .",
        {("D4", "D6")},
    ),
    "6 most liberties (ig)": (
        "ig0",
        """
.......
.......
...XO..
...*...
...X...
.......
.......""",
        "Nb0 . .",
        {("D4", "D3")},
    ),
    "6 most liberties (sg)": (
        "sg0",
        """
.......
..OX...
.......
...*...
.......
...X...
.......""",
        "Nb2 . .",
        {("D4", "D2")},
    ),
    "nothing: a branch for each": (
        "sg0",
        """
.......
...X...
.......
...*...
.......
...X...
.......""",
        "Nb2 . .",
        {("D4", "D6"), ("D4", "D2")},
    ),
    "left-most leaf: one branch says yes": (
        "sg0",
        """
.......
...X...
.......
...*...
.......
...X..O
.......""",
        "Nb2 Nw9 D1,2=3 . . . .",
        {("D4", "D2", "G2")},
    ),
    "left-most leaf: all branches say no": (
        "sg0",
        """
.......
...X...
.......
...*...
.......
...X..O
.......""",
        "Nb2 Nw9 D1,2=4 . . . .",
        {("D4", "D2", "G2"), ("D4", "D6", "G2")},
    ),
    "left-most leaf: one branch finds black": (
        "ig0",
        """
.......
.......
...XOX.
...*...
...XO..
.......
.......""",
        "Nb0 Nw1 Nb2 . . . .",
        {("D4", "D5", "E5", "F5")},
    ),
}


@pytest.mark.parametrize("title", SETTLED)
def test_ambiguous_queries(title: str) -> None:
    system, board, queries, cells = SETTLED[title]
    assert ask(GO, board, system, queries)[1] == cells


HEX_TOP = """
..*..
.....
.....
.....
....."""
HEX_LEFT = """
.....
.....
*....
.....
....."""


@pytest.mark.parametrize(
    ("board", "mover", "queries", "expected"),
    [
        (HEX_TOP, "X", "Ns0 . .", "s"),  # Black joins top and bottom
        (HEX_TOP, "X", "No0 . .", "-"),
        (HEX_TOP, "O", "Ns0 . .", "-"),
        (HEX_TOP, "O", "No0 . .", "o"),
        (HEX_LEFT, "X", "Nso0 . . .", "o"),
        (HEX_LEFT, "O", "Nso0 . . .", "s"),
        (HEX_LEFT, "O", "Ns0 Ns9 D1,2=4 . . . .", "ssy"),
    ],
)
def test_sides_of_hex_have_owners(board: str, mover: str, queries: str, expected: str) -> None:
    assert ask(katachi.Hex(5), board, "sg0", queries, mover=mover)[0] == expected


def test_other_boards() -> None:
    othello = """
......
......
..OX..
.XXO..
...*..
......"""
    game: katachi.Game = katachi.Othello(6)
    assert ask(game, othello, "ig0", "Nb0 Nw0 D1,2=1 . . . .")[0] == "bwy"  # diagonals are steps
    assert ask(game, othello, "sg0", "Ns1 . .")[0] == "s"
    havannah = """
...
..X.
.*.X.
.O..
..."""
    game = katachi.Havannah(3)
    assert ask(game, havannah, "sg0", "Nb9 Nb9 D1,2=1 . . . .")[0] == "bby"
    assert ask(game, havannah, "ig0", "Nw0 L1=6 . . .")[0] == "wy"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["go7", "hex6", "othello6", "havannah4"])
def test_symmetries_and_colours_change_nothing(name: str, system: str) -> None:
    game = katachi.parse_game(name)
    games = Games.of(random_records(game, 12, seed=4))
    plan = ForestPlan(systems=(system,), trees=1, games=None, share=1.0, patience=120)
    forest = grow_forest(games, plan).forest
    chooser = random.Random(1)
    compared = branched = 0
    for record in random_records(game, 3, seed=9):
        position = game.start()
        for move in record.moves:
            position = position.play(move)
            if position.is_over or chooser.random() < 0.6:
                continue
            symmetry = chooser.choice(game.topology.symmetries)
            cells = game.topology.cells
            image = {cell: cells[symmetry.images[i]] for i, cell in enumerate(cells)}
            exchange = symmetry.exchanges_colors or (name != "hex6" and chooser.random() < 0.5)
            stones = {image[cell]: position.at(cell) for cell in cells}
            other = _set_up(game, stones, position.to_move, exchange=exchange)
            for candidate in position.legal_moves:
                if candidate not in cells:
                    continue
                here = forest.trace(position, candidate, 0)
                there = forest.trace(other, image[candidate], 0)
                assert here.cut == there.cut
                if not here.cut:
                    assert (here.leaf, here.branches) == (there.leaf, there.branches)
                    compared += 1
                    branched += here.branches > 1
    assert compared > 50
    assert branched > 0 or system in {"ig-e", "ig-ce"}


def _set_up(
    game: katachi.Game, stones: Mapping[str, str | None], to_move: str, *, exchange: bool
) -> katachi.Position:
    """A position of these stones, with colours exchanged if wanted."""
    symbols = {"black": "X", "white": "O", None: "."}
    if exchange:
        symbols = {"black": "O", "white": "X", None: "."}
    text = "".join(symbols[stones[cell]] for cell in game.topology.cells)
    return game.position(f"{text} {symbols[to_move]}")


@pytest.mark.parametrize(
    ("system", "queries", "words"),
    [
        ("sg0", "", "ends before its last leaf"),
        ("sg0", "Nb2 .", "ends before its last leaf"),
        ("sg0", ". .", "goes on after its last leaf"),
        ("sg0", "Nx2 . .", "'Nx2' is no query"),
        ("sg0", "Nwb2 . . .", "'Nwb2' is no query"),
        ("sg0", "Nb . .", "'Nb' is no query"),
        ("sg0", "Nb-1 . .", "is no query"),
        ("sg0", "Nb99999999999 . .", "is no query"),
        ("sg0", "Ne2 . .", "'Ne2' is impossible"),
        ("sg0", "No2 . .", "'No2' is impossible"),  # only sides of Hex have owners
        ("ig0", "Ns0 . .", "'Ns0' is impossible"),
        ("ig0", "Nb1 . .", "'Nb1' is impossible"),
        ("sg0", "D0,1<2 . .", "'D0,1<2' is impossible"),
        ("sg0", "D1,0<2 . .", "'D1,0<2' is no query"),
        ("sg0", "Nb2 C0,1<2 . . .", "'C0,1<2' is impossible"),
        ("sg0", "S0<2 . .", "'S0<2' is impossible"),
        ("sg0", "Ns2 L1<2 . . .", "'L1<2' is impossible"),
        ("ig0", "L0<2 . .", "'L0<2' is impossible"),
        ("ig0", "S0>2 . .", "'S0>2' is no query"),
        ("ig0", "S40<2 . .", "'S40<2' is no query"),
        ("ig0", "S0<2x . .", "'S0<2x' is no query"),
        ("xg", ".", "no query system 'xg'"),
    ],
)
def test_broken_trees(system: str, queries: str, words: str) -> None:
    with pytest.raises(KatachiError, match=re.escape(words)):
        Forest(GO, (Tree(system, queries),))


def test_text_round_trip() -> None:
    forest = Forest(
        GO,
        (
            Tree("sg0", "Nbws3 L1<2 . . . D0,1=1 . . ."),
            Tree("ig-ce", "Nbe0 . C0,1<2 . . ."),
            Tree("ig0", "."),
        ),
    )
    again = parse_feature_set(forest.text)
    assert again == forest
    assert repr(forest) == "<Forest: 3 trees of Go(7), 11 leaves>".replace(
        "11", str(len(list(forest.leaves())))
    )
    for level in forest.leaves():
        assert forest.parse_level(forest.level_name(level)) == level
    assert forest.level_name(FeatureLevel(2, 0)) == "3:"
    assert forest.describe(FeatureLevel(0, 3)) == [
        "a new black, white or side node within 3 steps of the move: side, node 1",
        "distance between the move and node 1 equal to 1: yes",
    ]
    for name, words in (
        ("1 Nb", "a leaf looks like"),
        ("9: Nbws3:-", "no tree '9'"),
        ("1: Nbws3:b", "tree 1 has no leaf"),
        ("1: Nbws3:b L1<2:x", "tree 1 has no leaf"),
        ("1: Nbws3:b L1<2:y S1<1:y", "tree 1 has no leaf"),
        ("1: Nbw3:b L1<2:y", "tree 1 has no leaf"),
    ):
        with pytest.raises(KatachiError, match=words):
            forest.parse_level(name)
    for text, words in (
        ("Nb2 . .", "a tree begins with a line like 'tree sg0'"),
        ("tree sg7\n.", "no query system 'sg7'"),
        ("", "1 to 256 trees, not 0"),
    ):
        with pytest.raises(KatachiError, match=words):
            parse_feature_set(f"katachi-features 1 forest\ngame go7\n{text}\n")


def test_damaged_texts_are_refused_or_read() -> None:
    """Nothing but `KatachiError` comes out, and what is read prints itself."""
    text = Forest(GO, (Tree("sg0", "Nbws3 L1<2 . . . D0,1=1 . . ."), Tree("ig0", "Nb0 . ."))).text
    chooser = random.Random(3)
    refusals = 0
    for _ in range(1500):
        damaged = list(text)
        for _ in range(chooser.choice([1, 1, 2, 5])):
            place = chooser.randrange(damaged.index("\n"), len(damaged))
            damaged[place : place + chooser.choice([0, 1])] = chooser.choice(
                "NDCSLbwsoe.,<=019 \n\u0660"
            )
        try:
            found = parse_feature_set("".join(damaged))
        except KatachiError:
            refusals += 1
        else:
            assert parse_feature_set(found.text).text == found.text
    assert refusals > 500


def test_a_pass_has_no_level() -> None:
    forest = Forest(GO, (Tree("sg0", "Nb2 . ."),))
    assert forest.core.features_at(GO.number("pass")) == []
    with pytest.raises(KatachiError, match="only moves on the board"):
        forest.trace(GO.start(), "pass", 0)


def test_knowledge_explains_and_searches_with_a_forest() -> None:
    """Next to a white stone in atari: strength e."""
    forest = Forest(katachi.Go(5), (Tree("ig0", "Nw0 L1=1 . . ."),))
    knowledge = FeatureWeights(
        (forest,), np.array([1.0, 0.0, 0.0], np.float32), np.ones(3, np.uint32)
    )
    position = katachi.Go(5).position("..... ..X.. .XO.. ..X.. ..... X")
    strengths = knowledge.strengths(position)
    assert {move for move, strength in strengths.items() if strength > 2} == {"D3"}
    told = knowledge.explain(position, "D3")
    assert (told.reasons[0].level, told.reasons[0].cells) == ("1: Nw0:w L1=1:y", ("C3",))
    assert told.reasons[0].text == "fits a rule about White's stone C3: C3 has 1 liberty"
    settings = katachi.MctsSettings(selection=katachi.SelectionSettings(bias="ikeda"))

    def visits(weight: float) -> int:
        weights = np.array([weight, 0.0, 0.0], np.float32)
        known = FeatureWeights((forest,), weights, np.ones(3, np.uint32))
        result = katachi.Mcts(position.game, settings, knowledge=known).run(
            position, simulations=200
        )
        return next(one.visits for one in result.moves if one.move == "D3")

    assert visits(6.0) > 2 * visits(-6.0)


def test_a_long_chain_of_queries() -> None:
    """Depth costs no stack: 20,000 queries in a line."""
    deep = Tree("ig0", "S0<1 . " * 20_000 + ".")
    assert Forest(GO, (deep,)).trace(GO.start(), "D4", 0).leaf == 20_000
