"""The counted end of a Go game: life, death, seki, area and territory."""

from __future__ import annotations

import lzma
import random
import re
from pathlib import Path

import pytest

import katachi
from katachi.agents import load_agent
from katachi.games.go.chains import Board, safe_chains
from katachi.games.go.ownership import ownership
from katachi.games.go.passing import answer_to_pass, must_clean_up
from katachi.games.go.rulesets import RULESETS, Ruleset, kata_rules, with_kata_rules
from katachi.games.go.scoring import count, final_count
from katachi.gtp.engine import Engine

# Both colours have an eye and share one liberty; outside everything lives.
SEKI_WITH_EYES = "/".join([".XOO.XXXO.", *[".XOOOXXXO."] * 5, "XXO.OX.XOO", *[".XOOOXXXO."] * 3])
SEKI = ".XO.XO./.XOXXO./.XOXXO./XXOXXOO/.XOXXO./.XOXXO./.XO.XO."
# White lives on the right, Black on the left; one stone of each is dead.
DEAD_STONES = ".XO../XXO.X/OXO../.XOOO/.XO.. X passes:2"


def position_of(text: str, **rules: object) -> katachi.Position:
    size = len(text.partition("/")[0])
    return katachi.Go(size, **rules).position(text)  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------- ownership


def test_owners_add_up_and_depend_on_the_seed_alone() -> None:
    position = katachi.Go(9).start().play_all("E5 C3 G7 D7")
    one = ownership(position, playouts=300, seed=1)
    assert one == ownership(position, playouts=300, seed=1, threads=3)
    assert one != ownership(position, playouts=300, seed=2)
    assert all(abs(v) + n <= 1 + 1e-9 for v, n in zip(one.values, one.neutral, strict=True))
    assert one.score == pytest.approx(sum(one.values) - 7.5), "area is the sum of the owners"


def test_owners_follow_the_symmetries_of_the_board() -> None:
    position = position_of(DEAD_STONES)
    for symmetry in position.game.topology.symmetries:
        turned = ownership(position.transformed(symmetry))
        for cell, value in enumerate(ownership(position).values):
            assert turned.values[symmetry.images[cell]] == pytest.approx(value, abs=0.2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"playouts": 0}, "playouts must be 1 to 2147483648, not 0"),
        ({"threads": 0}, "threads must be 1 to 1024, not 0"),
        ({"seed": 1.5}, "seed must be an integer, not 1.5"),
    ],
)
def test_wrong_options_are_named(options: dict[str, int], words: str) -> None:
    with pytest.raises(katachi.KatachiError, match=re.escape(words)):
        ownership(katachi.Go(5).start(), **options)


def test_other_games_have_no_owners() -> None:
    with pytest.raises(katachi.KatachiError, match="only points of Go have owners"):
        ownership(katachi.Hex(5).start())
    with pytest.raises(katachi.KatachiError, match="has no dead stones"):
        count(katachi.Othello().start())
    assert final_count(katachi.Othello().start()) is None


# --------------------------------------------------------------------------------------------- life


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        (".X.X./XXXXX/...../...../.....", {"B5"}),  # two eyes
        ("XXXX./X.X.X/XXXXX/...../.....", {"A5"}),  # the same inside
        (".XX../XXX../...../...../.....", set()),  # one eye
        ("..X../XXX../...../...../.....", set()),  # one large eye
        (".XO../X.XO./XXXO./.X.XX/OOXX.", {"B5", "A4"}),  # the second eye joins
    ],
)
def test_chains_that_nothing_can_kill(text: str, safe: set[str]) -> None:
    board = Board(position_of(text))
    moves = katachi.Go(5).moves
    found = {moves[chain.cells[0]] for chain in safe_chains(board) if chain.color == 0}
    assert (found >= safe) if safe else (found == safe)


def test_what_nothing_can_kill_is_never_captured_when_its_owner_always_passes() -> None:
    """Random attacks on the safe chains of random games."""
    rng = random.Random(4)
    attacked = 0
    for number in range(120):
        game = katachi.Go(5, superko="none", suicide=number % 2 == 0)
        position = game.start()
        while not position.is_over and position.moves_played < 40:
            position = position.play(rng.choice(position.legal_moves))
        safe = [chain for chain in safe_chains(Board(position)) if chain.color == 1]
        attacked += len(safe)
        for _ply in range(60):
            position = katachi.games.go.resumed(position, "black")
            position = position.play(rng.choice(position.legal_moves[:-1] or ("pass",)))
            assert all(position.stones[cell] == 1 for chain in safe for cell in chain.cells)
    assert attacked > 20


# ------------------------------------------------------------------------------------------- counts


def test_dead_stones_are_taken_off() -> None:
    counted = count(position_of(DEAD_STONES, komi=0.5))
    assert counted.stones("dead") == (("E4",), ("A3",))
    assert counted.stones("seki") == ()
    assert counted.outcome == katachi.Outcome("white", "area", -5.5)
    assert counted.is_won_by("white")
    assert not counted.is_won_by("black")


def test_territory_counts_prisoners_and_not_stones() -> None:
    """Points under dead stones count, and the stones themselves, like those taken before."""
    text = f"{DEAD_STONES} prisoners:2,0"
    counted = count(position_of(text, komi=0.5, scoring="territory"))
    black = 4 + 1
    white = 8 + 1 + 2
    assert counted.outcome.reason == "territory"
    territory = [cell for cell, owner in enumerate(counted.owners) if owner == "black"]
    assert len(territory) == 10
    assert counted.outcome.score == black - white - 0.5


def test_a_seki_lives_and_its_liberties_are_nobodys() -> None:
    counted = count(position_of(f"{SEKI} X passes:2", komi=0))
    assert counted.dead == ()
    assert [len(chain) for chain in counted.stones("seki")] == [7, 12]
    assert counted.outcome.score == 5
    assert [counted.owners[katachi.Go(7).number(cell)] for cell in ("D7", "D1")] == [None, None]


@pytest.mark.parametrize(("scoring", "score"), [("area", 1), ("territory", 0)])
def test_eyes_in_seki_count_as_area_alone(scoring: str, score: float) -> None:
    counted = count(position_of(f"{SEKI_WITH_EYES} X passes:2", komi=0, scoring=scoring))
    assert [len(chain) for chain in counted.stones("seki")] == [28, 29]
    assert counted.outcome.score == score


def test_the_count_of_a_board_without_dead_stones_is_its_outcome() -> None:
    """Random games are played until only eyes are left: nothing is dead, and nothing is in doubt."""
    rng = random.Random(1)
    for size in (5, 7):
        position = katachi.Go(size).start()
        while not position.is_over:
            board = Board(position)
            quiet = [
                move
                for move in position.legal_moves[:-1]
                if {board.stones[n] for n in board.neighbours[position.game.number(move)]}
                != {0 if position.to_move == "black" else 1}
            ]
            position = position.play(rng.choice(quiet) if quiet else "pass")
        safe = {cell for chain in safe_chains(Board(position)) for cell in chain.cells}
        if all(stone == 2 or cell in safe for cell, stone in enumerate(position.stones)):
            assert count(position).outcome == position.outcome


def test_a_game_that_ended_is_counted_and_no_other() -> None:
    position = position_of(DEAD_STONES)
    counted = final_count(position)
    assert counted is not None
    assert counted.position == position
    assert final_count(katachi.games.go.resumed(position, "black")) is None
    assert final_count(position_of(DEAD_STONES, scoring="stones")) is None


# -------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize("name", RULESETS)
def test_rules_survive_the_form_of_katago(name: str) -> None:
    rules = RULESETS[name]
    assert with_kata_rules(Ruleset(), kata_rules(rules)) == rules


def test_compensation_for_handicap() -> None:
    assert [RULESETS[name].compensation(4) for name in ("japanese", "aga", "chinese")] == [0, 3, 4]
    assert RULESETS["chinese"].compensation(0) == 0


def test_prisoners_are_counted_also_after_suicide() -> None:
    game = katachi.Go(3, suicide=True, superko="none")
    position = game.start().play_all("A1 A2 pass B1")
    assert position.prisoners == (1, 0)
    assert position.play_all("A1").prisoners == (2, 0)


def test_territory_is_area_less_the_stones_placed_more() -> None:
    """Both players have placed equally many stones, so both counts agree."""
    rng = random.Random(2)
    for _ in range(20):
        moves: list[str] = []
        position = katachi.Go(5, komi=0).start()
        while len(moves) < 16:
            moves.append(rng.choice(position.legal_moves[:-1]))
            position = position.play(moves[-1])
        area = position.play_all("pass pass").outcome.score
        game = katachi.Go(5, komi=0, scoring="territory")
        territory = game.start().play_all([*moves, "pass", "pass"])
        assert territory.outcome.score == area, "eight stones each"
        assert territory.outcome.reason == "territory"


# ------------------------------------------------------------------------------------------ passing


def test_a_pass_that_wins_by_agreement_needs_agreement() -> None:
    black_ahead = position_of(
        ".X.X.../XXXXXXX/..O..../XXXXXXX/OOOOOOO/.O.O.../OOOOOOO X passes:1", komi=5.5
    )
    assert count(black_ahead).dead == ("C5",)
    assert answer_to_pass(black_ahead, "agreed") == "pass"
    assert black_ahead.play("pass").outcome.winner == "white"
    assert answer_to_pass(black_ahead, "alive") == "search"
    assert answer_to_pass(black_ahead, "unsaid") == "search"
    assert must_clean_up(black_ahead)


def test_own_dead_stones_do_not_win_by_agreement() -> None:
    white = position_of(
        ".X.X.../XXXXXXX/..O..../XXXXXXX/OOOOOOO/.O.O.../OOOOOOO O passes:1", komi=5.5
    )
    assert answer_to_pass(white, "alive") == "pass"
    assert answer_to_pass(white, "agreed") == "pass", "lost beyond doubt"
    assert not must_clean_up(white)


def test_nothing_is_decided_before_a_pass() -> None:
    assert answer_to_pass(katachi.Go(5).start(), "agreed") == "search"
    assert answer_to_pass(katachi.Othello().start(), "agreed") == "search"


# -------------------------------------------------------------------------------------------
# records


def test_final_score_agrees_with_players(shared: Path, tmp_path: Path) -> None:
    """experiments/go-scoring has the whole measurement."""
    right = close = games = 0
    for name, drawn in (("ogs_dan_9x9", 60), ("kgs_6dplus_19x19", 20)):
        with lzma.open(shared / f"data/go/{name}.sgf.xz", "rt", encoding="utf-8") as lines:
            ended = [
                line
                for line in lines
                if re.search(r"RE\[[BW]\+[0-9]", line)
                and re.search(r";[BW]\[\];[BW]\[\]\)\s*$", line)
            ]
        for line in random.Random(3).sample(ended, drawn):
            file = tmp_path / "game.sgf"
            file.write_text(line, encoding="utf-8")
            engine = Engine(katachi.Go(19), load_agent("random"))
            assert "".join(engine.answer(f"loadsgf {file}")).startswith("=")
            answer = "".join(engine.answer("final_score")).removeprefix("= ").strip()
            stated = re.search(r"RE\[([^]]*)", line)
            assert stated is not None
            games += 1
            right += answer[0] == stated[1][0]
            signs = {"B": 1, "W": -1, "0": 0}
            close += (
                abs(signs[answer[0]] * float(answer[2:] or 0)
                    - signs[stated[1][0]] * float(stated[1][2:])) <= 1
            )  # fmt: skip
    assert right >= 0.95 * games
    assert close >= 0.85 * games


def test_a_real_game_with_a_repetition_loads_under_simple_ko(shared: Path, tmp_path: Path) -> None:
    with lzma.open(shared / "data/go/ogs_dan_9x9.sgf.xz", "rt", encoding="utf-8") as lines:
        text = list(lines)[675]
    file = tmp_path / "repetition.sgf"
    file.write_text(re.sub(r"RU\[[^]]*\]", "", text), encoding="utf-8")
    engine = Engine(katachi.Go(9), load_agent("random"))
    assert "".join(engine.answer(f"loadsgf {file}")) == "= \n\n"
    assert isinstance(engine.state.game, katachi.Go)
    assert engine.state.game.superko == "none"
    with pytest.raises(katachi.IllegalMove, match="superko"):
        katachi.Go(9).start().play_all([step.move for step in engine.state.steps])
