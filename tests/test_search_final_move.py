"""Which move is played, how moves are listed, and what an end is worth."""

from __future__ import annotations

import math

import msgspec
import pytest
from reference.search_formulas import BOUNDS
from reference.search_toys import Lines, Pile

import katachi
from katachi import InvalidSettings, Mcts, MctsSettings, MoveStatistics, SelectionSettings
from katachi.search import BackupSettings, FinalSettings

GAMES = [katachi.Othello(6), katachi.Go(5), katachi.Hex(5), katachi.Havannah(4)]


def ranking(line: MoveStatistics, choice: str, game: katachi.GameLike) -> tuple[float, ...]:
    """Best first when sorted: proven wins, proven losses last, then visits or value."""
    proof = {"win": 0, "loss": 2}.get(line.proof, 1)
    number = list(game.moves).index(line.move)
    if choice == "best_value":
        return proof, -line.value, -line.visits, number
    return proof, -line.visits, -line.value, number


def with_proven_draw_first(lines: list[MoveStatistics]) -> list[MoveStatistics]:
    """A move that is at least a draw goes before one that seems to lose."""
    safe = [line for line in lines if BOUNDS[line.proof][0] > 0]
    if lines[0].value >= 0.5 or not safe:
        return lines
    return [safe[0], *(line for line in lines if line is not safe[0])]


@pytest.mark.parametrize("choice", ["most_visits", "best_value"])
@pytest.mark.parametrize("game", [*GAMES, Lines(width=4, height=3, drop=True)], ids=str)
def test_moves_are_listed_best_first(game: katachi.GameLike, choice: str) -> None:
    for solver in (False, True):
        for simulations in (3, 40, 900):
            chosen = MctsSettings(
                selection=SelectionSettings(solver=solver),
                final_move=FinalSettings(choice=choice),  # type: ignore[arg-type]
            )
            result = Mcts(game, chosen).run(simulations=simulations)
            expected = sorted(result.moves, key=lambda line: ranking(line, choice, game))
            assert list(result.moves) == with_proven_draw_first(expected)
            assert result.move == result.moves[0].move
            assert result.value == result.moves[0].value
            assert result.principal_variation[0] == result.move


def test_a_proven_draw_is_preferred_to_a_move_that_seems_to_lose() -> None:
    """Bounds end the visits of a drawn move early, so that others may have more."""
    chosen = MctsSettings(selection=SelectionSettings(solver=True, score_bounds=True))
    changed = 0
    for game in (Pile(6), Pile(9)):
        for simulations in range(5, 150, 12):
            result = Mcts(game, chosen).run(simulations=simulations)
            ordinary = sorted(result.moves, key=lambda line: ranking(line, "most_visits", game))
            assert list(result.moves) == with_proven_draw_first(ordinary)
            changed += list(result.moves) != ordinary
    assert changed > 0


def test_a_proven_loss_is_not_played_while_there_is_another_move() -> None:
    """Most of the visits went to the move before it was proven lost."""
    position = Lines().start()
    for move in "aeb":
        position = position.play(move)
    result = Mcts(Lines(), MctsSettings(selection=SelectionSettings(solver=True))).run(
        position, simulations=3000
    )
    assert result.move == "c"
    assert [line.proof for line in result.moves].count("loss") >= 4


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_the_score_has_its_share_in_the_value(share: float) -> None:
    """The last move of a game of Othello: the value of a decided game is exact."""
    game = katachi.Othello(6)
    position = game.position("XXXXXX/XXXXXX/XXXXXX/XXXXXX/OOXXXX/.OXXXX X")
    after = position.play(position.legal_moves[0])
    assert after.is_over
    scaled = (after.outcome.score + 36) / 72
    result = Mcts(game, MctsSettings(backup=BackupSettings(score_share=share))).run(
        position, simulations=10
    )
    assert result.value == pytest.approx((1 - share) + share * scaled, abs=0.02)


def test_the_scale_of_the_score_is_the_number_of_cells() -> None:
    """AGENTS: s' = (s + b^2) / (2 b^2)."""
    game = katachi.Othello(6)
    position = game.position("XXXXXX/XXXXXX/XXXXXX/XXXXXX/OOXXXX/.OXXXX X")
    after = position.play(position.legal_moves[0])
    result = Mcts(game, MctsSettings(backup=BackupSettings(score_share=1.0))).run(
        position, simulations=10
    )
    assert result.value == pytest.approx((after.outcome.score + 36) / 72, abs=1e-6)


# ---------------------------------------------------------------------------------- temperature


@pytest.mark.parametrize("temperature", [0.3, 1.0, 3.0])
def test_a_temperature_draws_by_powers_of_visits(temperature: float) -> None:
    """How often the first move is played, against the sum of its probabilities: five sigma."""
    chosen, expected, variance = 0, 0.0, 0.0
    for seed in range(300):
        part = FinalSettings(temperature=temperature)
        settings = MctsSettings(seed=seed, megabytes=1, final_move=part)
        result = Mcts(katachi.Hex(3), settings).run(simulations=60)
        weights = [line.visits ** (1 / temperature) for line in result.moves]
        share = weights[0] / sum(weights)
        expected += share
        variance += share * (1 - share)
        chosen += result.move == result.moves[0].move
    assert abs(chosen - expected) < 5 * math.sqrt(variance)


def test_no_temperature_plays_a_proven_loss_or_misses_a_win() -> None:
    """Tic-tac-toe after a, e, b: every move but c loses. After a, d, b, e: c wins."""
    for seed in range(40):
        settings = MctsSettings(
            seed=seed,
            megabytes=1,
            selection=SelectionSettings(solver=True),
            final_move=FinalSettings(temperature=1000.0),
        )
        position = Lines().start()
        for move in "aeb":
            position = position.play(move)
        result = Mcts(Lines(), settings).run(position, simulations=400)
        proofs = {line.move: line.proof for line in result.moves}
        assert proofs[str(result.move)] != "loss" or set(proofs.values()) == {"loss"}
        position = Lines().start()
        for move in "adbe":
            position = position.play(move)
        assert Mcts(Lines(), settings).run(position, simulations=400).move == "c"


def test_the_value_is_that_of_the_move_played() -> None:
    settings = MctsSettings(seed=3, final_move=FinalSettings(temperature=5.0))
    result = Mcts(katachi.Hex(4), settings).run(simulations=200)
    lines = {line.move: line for line in result.moves}
    assert result.value == lines[str(result.move)].value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_decided_search_stops_with_the_move_it_would_have_found(game: katachi.GameLike) -> None:
    sooner = 0
    for seed in range(12):
        plain = MctsSettings(selection=SelectionSettings(exploration=0.2), seed=seed)
        stopping = msgspec.structs.replace(plain, final_move=FinalSettings(stop_when_decided=True))
        whole = Mcts(game, plain).run(simulations=1500)
        short = Mcts(game, stopping).run(simulations=1500)
        assert short.move == whole.move
        visits = sorted((line.visits for line in short.moves), reverse=True)
        left = 1500 - short.simulations
        # Decided now, and not yet 64 simulations ago, when it was asked before.
        if left:
            sooner += 1
            assert visits[0] > visits[1] + left
            assert visits[0] - 64 <= visits[1] + left + 64
    assert sooner > 0


def test_a_search_of_few_moves_stops_when_these_are_decided() -> None:
    settings = MctsSettings(final_move=FinalSettings(stop_when_decided=True))
    result = Mcts(katachi.Othello(6), settings).run(simulations=1000, moves=["b3"])
    # 512 visits cannot be reached by others in the 488 simulations that are left.
    assert (result.move, result.simulations) == ("b3", 512)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"selection": SelectionSettings(solver=True)}, "needs selection.solver = false"),
        ({"threads": 2}, "needs threads = 1"),
        (
            {"final_move": FinalSettings(choice="best_value", stop_when_decided=True)},
            "'most_visits'",
        ),
        ({"final_move": FinalSettings(temperature=1.0, stop_when_decided=True)}, "temperature = 0"),
    ],
)
def test_what_cannot_be_decided_by_visits_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidSettings, match=words):
        MctsSettings(**{"final_move": FinalSettings(stop_when_decided=True), **wrong})  # type: ignore[arg-type]
