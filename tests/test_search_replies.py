"""Last good replies, N-grams, MAST and NST against tables kept in Python (HAVANNAH 2.2.4, 2.2.5)."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy import stats

import katachi
from katachi import Mcts, MctsSettings, PlayedOut, PlayoutSettings

Context = tuple[str | None, ...]
NONE = (None, None)


def search_of(game: katachi.Game, playout: PlayoutSettings) -> Mcts:
    return Mcts(game, MctsSettings(playout=playout))


def random_line(game: katachi.Game, plies: int, rng: random.Random) -> list[str]:
    """Moves of a game that is not over after them."""
    while True:
        position: katachi.Position = game.start()
        moves: list[str] = []
        while not position.is_over and len(moves) < plies:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        if not position.is_over:
            return moves


def plies(
    start: katachi.Position, led: Sequence[str], played: PlayedOut
) -> list[tuple[katachi.Position, tuple[str | None, str | None], str]]:
    """Position, the two moves before it, and the move played, for every ply."""
    context: tuple[str | None, str | None] = (*NONE, *led)[-2:]  # type: ignore[assignment]
    position, found = start, []
    for move in played.moves:
        found.append((position, context, move))
        position = position.play(move)
        context = (context[1], move)
    return found


class Replies:
    """LGR and LGRF, one table for replies to one move and one for replies to two."""

    def __init__(self, length: int, *, forgetting: bool) -> None:
        self.length = length
        self.forgetting = forgetting
        self.table: dict[tuple[str, Context], str] = {}
        self.forgotten: dict[tuple[str, Context], str] = {}

    def reply(self, position: katachi.Position, context: Context) -> str | None:
        for length in range(self.length, 0, -1):
            move = self.table.get((position.to_move, context[2 - length :]))
            if move is not None and move in position.legal_moves:
                return move
        return None

    def learn(self, position: katachi.Position, context: Context, move: str, *, won: bool) -> None:
        for length in range(1, self.length + 1):
            key = (position.to_move, context[2 - length :])
            if won:
                self.table[key] = move
                self.forgotten.pop(key, None)
            elif self.forgetting and self.table.get(key) == move:
                self.forgotten[key] = self.table.pop(key)


@pytest.mark.parametrize("length", [1, 2])
@pytest.mark.parametrize("forgetting", [False, True])
@pytest.mark.parametrize("game", [katachi.Havannah(3), katachi.Othello(6)], ids=str)
def test_known_replies_are_always_played(
    game: katachi.Game,
    length: int,
    forgetting: bool,  # noqa: FBT001
) -> None:
    search = search_of(game, PlayoutSettings(last_good_reply=length, forgetting=forgetting))
    twin = Replies(length, forgetting=forgetting)
    rng = random.Random(1)
    replied = again = could_again = 0
    for seed in range(200):
        led = random_line(game, rng.randrange(6), rng)
        start = game.start().play_all(led)
        played = search.play_out(start, seed=seed, after=led)
        line = plies(start, led, played)
        for position, context, move in line:
            reply = twin.reply(position, context)
            if reply is not None:
                assert move == reply
                replied += 1
                continue
            old = twin.forgotten.get((position.to_move, context[1:]))
            if old in position.legal_moves and len(position.legal_moves) > 3:
                could_again += 1
                again += move == old
        for position, context, move in line:
            if played.outcome.winner is not None:
                won = played.outcome.winner == position.to_move
                twin.learn(position, context, move, won=won)
    assert replied > 100
    if forgetting and could_again > 50:
        # A reply that was not forgotten would always come again.
        assert again < 0.4 * could_again


def test_replies_go_on_after_a_real_move_unless_asked_to_begin_anew() -> None:
    game = katachi.Havannah(4)
    for keep in (True, False):
        search = search_of(game, PlayoutSettings(last_good_reply=1, keep_replies=keep))
        start = game.start().play("d4")
        winners = 0
        reply = ""
        for seed in range(50):
            played = search.play_out(start, seed=seed, after=["d4"])
            if played.outcome.winner == "white":
                reply = played.moves[0]
                winners += 1
        assert winners > 5
        search.advance("d4")
        first = {
            search.play_out(start, seed=seed, after=["d4"], learn=False).moves[0]
            for seed in range(20)
        }
        assert (first == {reply}) == keep


class Ngrams:
    """Wins and plays of a move after one and after two moves, in single precision like the core."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.counts: dict[tuple[str, Context, str], list[np.float32]] = defaultdict(
            lambda: [np.float32(0), np.float32(0)]
        )

    def learn(self, position: katachi.Position, context: Context, move: str, value: float) -> None:
        for length in range(1, self.length + 1):
            entry = self.counts[position.to_move, context[2 - length :], move]
            entry[0] += np.float32(value)
            entry[1] += np.float32(1)

    def decay(self, factor: float) -> None:
        for entry in self.counts.values():
            entry[0] *= np.float32(factor)
            entry[1] *= np.float32(factor)

    def rates(
        self, position: katachi.Position, context: Context, move: str, threshold: float
    ) -> list[np.float32]:
        """From the shortest context; those played more than `threshold` times."""
        found = []
        for length in range(1, self.length + 1):
            key = (position.to_move, context[2 - length :], move)
            wins, played = self.counts.get(key, (np.float32(0), np.float32(0)))
            if played > threshold:
                found.append((length, np.float32(wins / played)))
        return [rate for _, rate in found]


def best_by_ngrams(
    twin: Ngrams, position: katachi.Position, context: Context, playout: PlayoutSettings
) -> set[str]:
    scores = {}
    for move in position.legal_moves:
        rates = twin.rates(position, context, move, playout.ngram_threshold)
        if not rates:
            continue
        if playout.ngram_averaging and len(rates) == 2:
            scores[move] = np.float32(0.5) * (rates[0] + rates[1])
        else:
            scores[move] = rates[-1]  # the longest context
    best = max(scores.values(), default=None)
    return {move for move, score in scores.items() if score == best}


NGRAMS = [
    PlayoutSettings(ngrams=1, epsilon=0.0),
    PlayoutSettings(ngrams=2, epsilon=0.0),
    PlayoutSettings(ngrams=2, epsilon=0.0, ngram_averaging=True),
    PlayoutSettings(ngrams=1, epsilon=0.0, ngram_threshold=3.0),
    PlayoutSettings(ngrams=2, epsilon=0.0, ngram_threshold=3.0),
    PlayoutSettings(ngrams=2, epsilon=0.0, ngram_threshold=1.0, ngram_averaging=True),
    PlayoutSettings(ngrams=2, epsilon=0.0, ngram_decay=0.5, ngram_threshold=0.7),
    PlayoutSettings(ngrams=1, epsilon=0.0, ngram_decay=0.0),
]


@pytest.mark.parametrize("playout", NGRAMS, ids=str)
@pytest.mark.parametrize("game", [katachi.Havannah(3), katachi.Hex(3)], ids=str)
def test_the_ngram_with_the_best_rate_is_played(
    game: katachi.Game, playout: PlayoutSettings
) -> None:
    search = search_of(game, playout)
    twin = Ngrams(playout.ngrams)
    rng = random.Random(2)
    chosen = real_moves = 0
    for seed in range(200):
        led = random_line(game, rng.randrange(4), rng)
        start = game.start().play_all(led)
        played = search.play_out(start, seed=seed, after=led)
        line = plies(start, led, played)
        for position, context, move in line:
            best = best_by_ngrams(twin, position, context, playout)
            if best:
                assert move in best
                chosen += len(best) < len(position.legal_moves)
        for position, context, move in line:
            winner = played.outcome.winner
            value = 0.5 if winner is None else float(winner == position.to_move)
            twin.learn(position, context, move, value)
        if seed % 40 == 39 and real_moves < 3:
            search.advance(game.start().legal_moves[real_moves])
            real_moves += 1
            twin.decay(playout.ngram_decay)
    assert chosen > 50


def test_epsilon_is_the_share_of_moves_left_to_the_base_policy() -> None:
    game = katachi.Hex(5)
    search = search_of(game, PlayoutSettings(ngrams=1, epsilon=0.3))
    start = game.start().play("c3")
    for seed in range(300):
        search.play_out(start, seed=seed, after=["c3"])
    first = [
        search.play_out(start, seed=seed, after=["c3"], learn=False).moves[0]
        for seed in range(2000)
    ]
    favourite = max(set(first), key=first.count)
    # The best N-gram, and now and then the same move by chance.
    expected = 0.7 + 0.3 / 24
    assert abs(first.count(favourite) / 2000 - expected) < 5 * math.sqrt(0.25 / 2000)


def probabilities_match(first: Sequence[str], expected: dict[str, float]) -> bool:
    """Chi-square of drawn moves against exact probabilities, rare moves together."""
    assert set(first) <= {move for move, p in expected.items() if p > 0}
    common = [move for move, p in expected.items() if p * len(first) >= 5]
    observed = [first.count(move) for move in common]
    shares = [expected[move] * len(first) for move in common]
    rest = len(first) - sum(observed)
    if len(first) - sum(shares) > 1e-6:
        observed.append(rest)
        shares.append(len(first) - sum(shares))
    return bool(stats.chisquare(observed, shares).pvalue > 1e-4)


@pytest.mark.parametrize("base", ["mast", "nst"])
@pytest.mark.parametrize("temperature", [1.0, 0.2])
def test_mast_and_nst_draw_by_gibbs(
    base: str, temperature: float, scaled: Callable[[int], int]
) -> None:
    game = katachi.Havannah(3)
    playout = PlayoutSettings(base=base, temperature=temperature, ngram_threshold=1.0)  # type: ignore[arg-type]
    search = search_of(game, playout)
    twin = Ngrams(2)
    anywhere: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    led = ["c3", "a1"]
    start = game.start().play_all(led)
    for seed in range(60):
        played = search.play_out(start, seed=seed, after=led)
        winner = played.outcome.winner
        for position, context, move in plies(start, led, played):
            value = 0.5 if winner is None else float(winner == position.to_move)
            twin.learn(position, context, move, value)
            anywhere[position.to_move, move][0] += value
            anywhere[position.to_move, move][1] += 1

    def score(move: str) -> float:
        wins, visits = anywhere["black", move]
        rates = [wins / visits if visits else 0.5]
        if base == "nst":
            rates += [float(r) for r in twin.rates(start, ("c3", "a1"), move, 1.0)]
        return sum(rates) / len(rates)

    weights = {move: math.exp(score(move) / temperature) for move in start.legal_moves}
    total = sum(weights.values())
    expected = {move: weight / total for move, weight in weights.items()}
    first = [
        search.play_out(start, seed=seed, after=led, learn=False).moves[0]
        for seed in range(scaled(4000))
    ]
    assert probabilities_match(first, expected)
    uniform = dict.fromkeys(start.legal_moves, 1 / len(start.legal_moves))
    if temperature < 1 and len(first) == 4000:
        assert not probabilities_match(first, uniform)


def test_unknown_contexts_are_refused() -> None:
    search = search_of(katachi.Hex(3), PlayoutSettings(last_good_reply=1))
    with pytest.raises(katachi.KatachiError, match=r"'z9' is not a move of Hex\(3\)"):
        search.play_out(katachi.Hex(3).start(), after=["z9"])
    with pytest.raises(katachi.KatachiError, match=r"the search is for Hex\(3\)"):
        search.play_out(katachi.Hex(4).start())
