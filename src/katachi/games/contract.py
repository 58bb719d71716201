"""What a game written in Python must offer, and the test that it does.

Search, agents and matches accept any object of these shapes; the built-in games have them too.
Moves are texts; `moves` lists all that can ever occur, and a move's place in it is its number.
Positions are values: `play` returns a new one and leaves the old one alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, Self, runtime_checkable

from katachi.errors import BrokenGame, InUse, KatachiError, is_of_handler
from katachi.games.outcome import COLORS, Color, Outcome

# A game of so many moves counts as one without end.
LONGEST_GAME = 10_000


@runtime_checkable
class PositionLike(Protocol):
    """A position of any game."""

    @property
    def to_move(self) -> Color:
        """Whose turn it is: "black" (who begins) or "white"."""

    @property
    def legal_moves(self) -> Sequence[str]:
        """In the order of `game.moves`, each once; empty exactly when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def outcome(self) -> Outcome:
        """The result; asked only when the game is over."""

    @property
    def key(self) -> int:
        """A number; equal positions have equal keys, and different ones should differ."""

    def play(self, move: str) -> Self:
        """The position after the move; raises `IllegalMove` or `InvalidMove`."""

    def __str__(self) -> str:
        """The board as text."""


@runtime_checkable
class GameLike(Protocol):
    """The rules of any game."""

    @property
    def name(self) -> str:
        """One lower-case word."""

    @property
    def moves(self) -> Sequence[str]:
        """All moves that can occur, each with its own text."""

    def start(self) -> PositionLike:
        """The position before the first move."""


def check_game(
    game: GameLike, *, games: int = 20, seed: int = 0, longest: int = LONGEST_GAME
) -> int:
    """Plays random games and checks the contract at every position.

    Returns the number of positions seen; raises `BrokenGame` with a sentence that names the
    position. Run it in the tests of your own game.

    >>> import katachi
    >>> check_game(katachi.Hex(3), games=5) > 20
    True
    """
    rng = random.Random(seed)
    moves = list(game.moves)
    _require(len(set(moves)) == len(moves), "two moves of game.moves have the same text", game)
    numbers = {move: number for number, move in enumerate(moves)}
    seen = 0
    for _ in range(games):
        position = game.start()
        _require(position == game.start(), "two calls of start() are not equal", position)
        for _ply in range(longest):
            seen += 1
            _check_position(position, numbers)
            if position.is_over:
                break
            position = _check_play(position, rng.choice(list(position.legal_moves)))
        else:
            raise BrokenGame(f"no end after {longest} moves:\n{position}")
    return seen


def _check_position(position: PositionLike, numbers: dict[str, int]) -> None:
    legal = list(position.legal_moves)
    _require(position.to_move in COLORS, "to_move is neither black nor white", position)
    _require(all(move in numbers for move in legal), "a legal move is not in game.moves", position)
    order = [numbers[move] for move in legal]
    _require(order == sorted(set(order)), "legal moves are not in order, or not unique", position)
    _require(
        (not legal) == position.is_over, "is_over and legal_moves contradict each other", position
    )
    _require(isinstance(position.key, int), "key is not an int", position)
    if position.is_over:
        outcome = position.outcome
        _require(outcome.winner in (None, *COLORS), "the winner is not a colour", position)
    illegal = [move for move in numbers if move not in set(legal)]
    for move in illegal[:3] + illegal[-3:]:
        _check_refused(position, move)


def _check_refused(position: PositionLike, move: str) -> None:
    key, text = position.key, str(position)
    try:
        position.play(move)
    except KatachiError:
        _require(
            (position.key, str(position)) == (key, text), "a refused move left traces", position
        )
        return
    raise BrokenGame(f"play accepts {move!r}, which is not in legal_moves:\n{position}")


def _check_play(position: PositionLike, move: str) -> PositionLike:
    key, text, legal = position.key, str(position), list(position.legal_moves)
    after = position.play(move)
    same = (position.key, str(position), list(position.legal_moves)) == (key, text, legal)
    _require(same, "play changed the position itself", position)
    again = position.play(move)
    _require(after == again, "the same move gave two different positions", position)
    _require(after.key == again.key, "equal positions have different keys", position)
    return after


def _require(condition: bool, sentence: str, where: object) -> None:  # noqa: FBT001
    if not condition:
        raise BrokenGame(f"{sentence}:\n{where}")


def broken_at(position: PositionLike, sentence: str) -> BrokenGame:
    """The exception for a position that breaks the contract while the core searches."""
    try:
        board = str(position)
    except Exception:  # of a game that is broken already
        board = f"a position of the type '{type(position).__name__}'"
    return BrokenGame(f"{sentence}:\n{board}")


def blamed(error: BaseException, asked: str) -> BrokenGame | None:
    """The exception for a game that raised `error` when a search asked it for something.

    None if it is not the game's fault: Ctrl-C, the exception of a signal handler, a lack of memory, or
    a search that the game itself used and that said no.
    """
    others = BrokenGame | InUse | MemoryError
    if not isinstance(error, Exception) or isinstance(error, others) or is_of_handler(error):
        return None
    broken = BrokenGame(f"{asked} raised {type(error).__name__}: {error}")
    broken.__cause__ = error
    return broken
