"""Everything that commands change, as one value.

A command that fails must leave no trace (GTP 2, section 2.7). The state is therefore frozen: a
command makes a new one, and the engine keeps the old one if the command fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from katachi.errors import IllegalMove, InvalidMove, InvalidPosition, KatachiError
from katachi.games.contract import GameLike, PositionLike
from katachi.games.dialect import Dialect
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color, Outcome, opponent
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.games.terms import CountedTerms, Terms
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.protocol.entities import parse_color
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search.clock import Clock


@dataclass(frozen=True)
class Step:
    """A move and the position after it; `color` as katachi sees it."""

    color: Color
    move: str
    position: PositionLike


@dataclass(frozen=True)
class State:
    """The game so far, clocks and parameters.

    `terms` are what the controller has said beyond the rules, such as a komi. `notation` is empty
    or overrides the dialect's.
    """

    dialect: Dialect
    game: GameLike
    start: PositionLike
    steps: tuple[Step, ...] = ()
    terms: Terms = field(default_factory=Terms)
    notation: str = ""
    clock: Clock = field(default_factory=Clock)
    parameters: Parameters = field(default_factory=Parameters)
    resigned: Color | None = None
    explanation: str = ""
    low_turns: int = 0  # moves in a row that the engine thought nearly lost

    @classmethod
    def of(cls, dialect: Dialect, game: GameLike, parameters: Parameters | None = None) -> State:
        """A game that has not begun."""
        terms = game.terms() if isinstance(game, Game) else Terms()
        return cls(dialect, game, game.start(), terms=terms, parameters=parameters or Parameters())

    @property
    def position(self) -> PositionLike:
        """What stands on the board."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def board_game(self) -> Game:
        """The game, if its board has cells; raises `CommandFailed` for games written in Python."""
        if not isinstance(self.game, Game):
            raise CommandFailed(f"{self.game.name} has no board that commands could set up")
        return self.game

    @property
    def board(self) -> Position:
        """What stands on a board with cells; raises `CommandFailed` for games written in Python."""
        return _on_board(self.position, self.game)

    @property
    def is_empty(self) -> bool:
        """Whether no stone stands on the board."""
        return all(stone == 2 for stone in self.board.stones)

    def vertex(self, move: str) -> str:
        """A move as the controller writes it."""
        return self.dialect.vertex(self.game, move, notation=self.notation)

    def move(self, vertex: str) -> str:
        """A move as katachi writes it; raises `CommandFailed`."""
        try:
            return self.dialect.move(self.game, vertex, notation=self.notation)
        except InvalidMove as error:
            raise CommandFailed(f"illegal move: {error}") from None

    def cell(self, vertex: str) -> str:
        """A cell as katachi writes it; raises `CommandFailed`."""
        try:
            return self.dialect.cell(self.board_game, vertex, notation=self.notation)
        except InvalidMove as error:
            raise CommandFailed(f"syntax error: {error}") from None

    def color(self, word: str) -> Color:
        """A colour as katachi sees it; raises `CommandFailed`."""
        return self.dialect.color(parse_color(word))

    def with_start(self, start: PositionLike) -> State:
        """A new game from a position."""
        game = start.game if isinstance(start, Position) else self.game
        begun = replace(
            self, game=game, start=start, steps=(), resigned=None, explanation="", low_turns=0
        )
        return begun.under_terms(self.terms)

    def under_terms(self, terms: Terms) -> State:
        """The same moves under other terms; raises `CommandFailed`."""
        state = replace(self, terms=terms)
        if not isinstance(self.start, Position):
            return state
        game = terms.game_from(self.start)
        return state if game == self.game else state.under(game)

    def with_komi(self, komi: float) -> State:
        """Under the komi that a controller says; only games that count points use it."""
        return self.under_terms(self.terms.with_komi(komi))

    @property
    def counted_terms(self) -> CountedTerms:
        """The terms of a game that is counted; raises `CommandFailed` in others."""
        if not isinstance(self.terms, CountedTerms):
            raise CommandFailed(f"{self.game.name} has no rules to choose from")
        return self.terms

    def with_named_rules(self, name: str) -> State:
        """The same moves under a ruleset by name; raises `CommandFailed` or `InvalidGame`."""
        return self._under_rules(*self.counted_terms.with_named_rules(self.board_game, name))

    def with_rules(self, given: Mapping[str, object], *, anew: bool = False) -> State:
        """The same moves under changed rules; raises `CommandFailed` or `InvalidGame`.

        `anew`: what is not given is that of Tromp and Taylor.
        """
        terms, game = self.counted_terms.with_rules(self.board_game, given, anew=anew)
        return self._under_rules(terms, game)

    def _under_rules(self, terms: Terms, game: Game) -> State:
        return self.under(game).under_terms(terms)

    def turned(self, color: Color) -> PositionLike:
        """The position on the board with a colour to move; raises `CommandFailed`."""
        position = self.position
        if not isinstance(position, Position):
            if position.to_move != color and not position.is_over:
                raise CommandFailed(f"illegal move: it is {position.to_move}'s turn")
            return position
        was_set_up = not self.steps and self.start != self.game.start()
        try:
            return position.game.turned(position, color, freely=was_set_up)
        except IllegalMove as error:
            raise CommandFailed(f"illegal move: {error}") from None

    def played(self, color: Color, move: str) -> State:
        """The state after a move of either colour; raises `CommandFailed`."""
        try:
            after = self.turned(color).play(move)
        except (IllegalMove, InvalidMove) as error:
            raise CommandFailed(f"illegal move: {error}") from None
        return replace(self, steps=(*self.steps, Step(color, move, after)), resigned=None)

    def undone(self, count: int = 1) -> State:
        """The state before the last moves; raises `CommandFailed`."""
        if count > len(self.steps):
            raise CommandFailed("cannot undo")
        steps = self.steps[: len(self.steps) - count]
        return replace(self, steps=steps, resigned=None, explanation="", low_turns=0)

    def under(self, game: Game) -> State:
        """The same moves under other rules (komi, swap); raises `CommandFailed`."""
        before = _on_board(self.start, self.game)
        parts = SetUp(before.stones, COLORS.index(before.to_move))
        is_start = before == self.board_game.start()
        start = game.start() if is_start else Position(game, game.set_up(parts))
        state = replace(self, game=game, start=start, steps=())
        for step in self.steps:
            state = state.played(step.color, step.move)
        return replace(
            state, resigned=self.resigned, explanation=self.explanation, low_turns=self.low_turns
        )

    def set_up(self, stones: list[tuple[Color, str]], to_move: Color) -> Position:
        """A position of the game from stones; raises `CommandFailed`."""
        game = self.board_game
        board = bytearray([2] * (len(game.moves) - 1))
        for color, cell in stones:
            number = game.cell_number(cell)
            if board[number] != 2:
                raise CommandFailed(f"syntax error: {self.vertex(cell)} is given twice")
            board[number] = COLORS.index(color)
        words = " ".join(
            f"{self.dialect.color(color)} {self.vertex(cell)}" for color, cell in stones
        )
        parts = SetUp(bytes(board), COLORS.index(to_move))
        try:
            return Position(game, game.set_up(parts, source=words))
        except InvalidPosition as error:
            raise CommandFailed(f"illegal position: {error}") from None


def _on_board(position: PositionLike, game: GameLike) -> Position:
    if not isinstance(position, Position):
        raise CommandFailed(f"{game.name} has no board with cells")
    return position


def outcome_of(state: State) -> Outcome | None:
    """How the game ended: by resignation, or on the board under the terms; None: not yet."""
    if state.resigned is not None:
        score = 1.0 if state.resigned == "white" else -1.0
        return Outcome(opponent(state.resigned), "resignation", score)
    return state.terms.outcome(state.start, state.position) if state.position.is_over else None


def final_score(state: State) -> str:
    """The result as GTP wants it; raises `CommandFailed` if there is none yet."""
    if state.resigned is not None:
        winner = state.dialect.color(opponent(state.resigned))
        return f"{winner[0].upper()}+{state.dialect.resignation}"
    outcome = state.terms.outcome(state.start, state.position)
    if outcome is None:
        raise CommandFailed("cannot score")
    if isinstance(state.terms, CountedTerms):
        margin = outcome.score
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"
    text = outcome.sgf_result
    if outcome.winner is not None and state.dialect.color(outcome.winner) != outcome.winner:
        text = ("W" if text[0] == "B" else "B") + text[1:]
    return text


def shown_board(state: State) -> str:
    """The board for people, in the colours of the dialect."""
    position = state.position
    if state.dialect.first == "white":
        board = state.board
        stones = board.stones.translate(bytes([1, 0, 2]) + bytes(range(3, 256)))
        to_move = 1 - COLORS.index(position.to_move)
        try:
            parts = SetUp(stones, to_move)
            position = Position(board.game, board.game.set_up(parts))
        except KatachiError:
            return f"colours exchanged\n{position}"
    return str(position)
