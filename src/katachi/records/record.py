"""One game as it was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from katachi.errors import KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.games.outcome import Outcome
from katachi.games.position import Position


@dataclass(frozen=True)
class Origin:
    """Where a record was read: the file, the number of the game in it (from 0), the file's hash."""

    file: str
    game: int
    sha256: str = ""


@dataclass(frozen=True)
class GameRecord:
    """A game with its moves, its players and how it ended.

    `moves` are texts in the game's own notation, passes and swaps included; a resignation is not a
    move but an `outcome`. `outcome` is None while the game is unfinished or its result is unknown.
    `start` is the position before the first move if it is not `game.start()`. `date` is written
    YYYY-MM-DD, or less if less is known. Ratings are texts, because they may be ranks (`6d`).
    `tags` are further facts by name, and `origin` says where the record was read; it does not count
    when records are compared. The moves are not checked until somebody replays them.

    >>> import katachi
    >>> record = GameRecord(katachi.Hex(3), ("b2", "a1", "b1"), black="Ada", white="Blaise")
    >>> print(record.final)
      a b c
    1 O X . 1
     2 . X . 2
      3 . . . 3
         a b c
    White (O) to move
    """

    game: GameLike
    moves: tuple[str, ...] = ()
    black: str = ""
    white: str = ""
    outcome: Outcome | None = None
    date: str = ""
    event: str = ""
    place: str = ""
    comment: str = ""
    start: PositionLike | None = None
    black_rating: str = ""
    white_rating: str = ""
    tags: tuple[tuple[str, str | int], ...] = ()
    origin: Origin | None = field(default=None, compare=False)

    def replay(self) -> Iterator[PositionLike]:
        """The position before the first move, then the one after each move.

        Raises the error of the move that cannot be played, with its ply (counted from 1) and text.

        >>> import katachi
        >>> list(GameRecord(katachi.Hex(3), ("b2", "b2")).replay())  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        katachi.errors.IllegalMove: ply 2, 'b2': White cannot play b2: the cell is occupied; ...
        """
        position = self.game.start() if self.start is None else self.start
        yield position
        for ply, move in enumerate(self.moves, start=1):
            try:
                position = position.play(move)
            except KatachiError as error:
                raise type(error)(f"ply {ply}, {move!r}: {error}") from None
            yield position

    def _repr_svg_(self) -> str | None:
        """The final position, if games of this kind are drawn."""
        final = self.final
        return final._repr_svg_() if isinstance(final, Position) else None

    @property
    def final(self) -> PositionLike:
        """The position after the last move."""
        *_, last = self.replay()
        return last

    @property
    def result(self) -> str:
        """The result as SGF writes it; `Void` for an unfinished game.

        >>> import katachi
        >>> GameRecord(katachi.Go(9)).result
        'Void'
        """
        return "Void" if self.outcome is None else self.outcome.sgf_result

    def tag(self, name: str) -> str | int | None:
        """A further fact by name, or None.

        >>> import katachi
        >>> GameRecord(katachi.Othello(), tags=(("theoretical", 34),)).tag("theoretical")
        34
        """
        return dict(self.tags).get(name)
