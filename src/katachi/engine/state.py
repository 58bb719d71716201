"""Everything that commands change, as one value.

A command that fails must leave no trace (GTP 2, section 2.7). The state is therefore frozen: a
command makes a new one, and the engine keeps the old one if the command fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from katachi.agents.clock import Clock
from katachi.engine.parameters import Parameters
from katachi.errors import IllegalMove, InvalidMove, InvalidPosition, KatachiError
from katachi.games.game import Game
from katachi.games.go import Go
from katachi.games.outcome import COLORS, Color, Outcome, opponent
from katachi.games.position import Position
from katachi.gtp.dialects import Dialect
from katachi.gtp.wire import CommandFailed


@dataclass(frozen=True)
class Step:
    """A move and the position after it; `color` as katachi sees it."""

    color: Color
    move: str
    position: Position


@dataclass(frozen=True)
class State:
    """The game so far, clocks and parameters.

    `komi` is what the controller said; `game.komi` is the nearest komi with the same winner that
    katachi's rules know. `notation` is empty or overrides the dialect's.
    """

    dialect: Dialect
    start: Position
    steps: tuple[Step, ...] = ()
    komi: float = 0.0
    notation: str = ""
    clock: Clock = field(default_factory=Clock)
    parameters: Parameters = field(default_factory=Parameters)
    resigned: Color | None = None
    explanation: str = ""
    low_turns: int = 0  # moves in a row that the engine thought nearly lost

    @property
    def game(self) -> Game:
        """Rules and size."""
        return self.start.game

    @property
    def position(self) -> Position:
        """What stands on the board."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def is_empty(self) -> bool:
        """Whether no stone stands on the board."""
        return all(stone == 2 for stone in self.position.stones)

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
            return self.dialect.cell(self.game, vertex, notation=self.notation)
        except InvalidMove as error:
            raise CommandFailed(f"syntax error: {error}") from None

    def with_start(self, start: Position) -> State:
        """A new game from a position."""
        return replace(self, start=start, steps=(), resigned=None, explanation="", low_turns=0)

    def turned(self, color: Color) -> Position:
        """The position on the board with a colour to move; raises `CommandFailed`."""
        was_set_up = not self.steps and self.start != self.game.start()
        return turned(self.position, color, freely=was_set_up)

    def played(self, color: Color, move: str) -> State:
        """The state after a move of either colour; raises `CommandFailed`."""
        try:
            after = self.turned(color).play(move)
        except IllegalMove as error:
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
        parts = (self.start.stones, COLORS.index(self.start.to_move), -1, 0, 0)
        is_start = self.start == self.game.start()
        start = game.start() if is_start else Position(game, game.set_up(parts))
        state = replace(self, start=start, steps=())
        for step in self.steps:
            state = state.played(step.color, step.move)
        return replace(
            state, resigned=self.resigned, explanation=self.explanation, low_turns=self.low_turns
        )

    def set_up(self, stones: list[tuple[Color, str]], to_move: Color) -> Position:
        """A position of the game from stones; raises `CommandFailed`."""
        board = bytearray([2] * (len(self.game.moves) - 1))
        for color, cell in stones:
            number = self.game.cell_number(cell)
            if board[number] != 2:
                raise CommandFailed(f"syntax error: {self.vertex(cell)} is given twice")
            board[number] = COLORS.index(color)
        words = " ".join(
            f"{self.dialect.color(color)} {self.vertex(cell)}" for color, cell in stones
        )
        parts = (bytes(board), COLORS.index(to_move), -1, 0, 0)
        try:
            return Position(self.game, self.game.set_up(parts, source=words))
        except InvalidPosition as error:
            raise CommandFailed(f"illegal position: {error}") from None


def turned(position: Position, color: Color, *, freely: bool = False) -> Position:
    """The position with a colour to move, as GTP allows it whoever's turn it is.

    Go: the other player passes; if that would end the game, or the game has ended by two passes,
    the same stones are set up anew (which forgets earlier positions for superko). Othello: only
    a forced pass is inserted, unless `freely`, after a set-up that named no player. Hex and Havannah: the same stones with the other player to move.
    """
    if is_passed_over(position, color):
        return position.play("pass")
    if position.game.name == "go":
        ended = position.is_over and position.passes >= 2
        if position.to_move == color and not ended:
            return position
    elif position.to_move == color:
        return position
    elif position.game.name == "othello":
        if not freely:
            raise CommandFailed(f"illegal move: it is {position.to_move}'s turn")
    elif position.is_over:
        return position
    return _set_up_for(position, color)


def is_passed_over(position: Position, color: Color) -> bool:
    """Whether a move of this colour means that the other player has passed."""
    if position.to_move == color:
        return False
    if position.game.name == "go":
        return not position.is_over and position.passes == 0
    return position.game.name == "othello" and "pass" in position.legal_moves


def _set_up_for(position: Position, color: Color) -> Position:
    moves = position.moves_played if position.game.name == "go" else 0
    parts = (position.stones, COLORS.index(color), -1, 0, moves)
    return Position(position.game, position.game.set_up(parts))


def outcome_of(state: State) -> Outcome | None:
    """How the game ended: by resignation, or on the board with the controller's komi; None: not yet."""
    if state.resigned is not None:
        score = 1.0 if state.resigned == "white" else -1.0
        return Outcome(opponent(state.resigned), "resignation", score)
    position = state.position
    if not position.is_over:
        return None
    outcome = position.outcome
    if not isinstance(state.game, Go):
        return outcome
    margin = _margin(outcome, state)
    winner: Color | None = None if margin == 0 else "black" if margin > 0 else "white"
    return replace(outcome, winner=winner, score=margin)


def _margin(outcome: Outcome, state: State) -> float:
    """Of Black in Go, with the komi that the controller said."""
    assert isinstance(state.game, Go)
    return outcome.score + state.game.komi - state.komi


def final_score(state: State) -> str:
    """The result as GTP wants it; raises `CommandFailed` if there is none yet.

    Go and Othello count the board as it stands: in katachi's rules every stone on it is alive.
    """
    if state.resigned is not None:
        winner = state.dialect.color(opponent(state.resigned))
        return (
            f"{winner[0].upper()}+Resign"
            if state.game.name in {"go", "othello"}
            else (f"{winner[0].upper()}+")
        )
    position = state.position
    if not position.is_over and state.game.name != "go":
        raise CommandFailed("cannot score")
    outcome = position.outcome
    if isinstance(state.game, Go):
        margin = _margin(outcome, state)
        if margin == 0:
            return "0"
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
    text = outcome.sgf_result
    if outcome.winner is not None and state.dialect.color(outcome.winner) != outcome.winner:
        text = ("W" if text[0] == "B" else "B") + text[1:]
    return text


def shown_board(state: State) -> str:
    """The board for people, in the colours of the dialect."""
    position = state.position
    if state.dialect.first == "white":
        stones = position.stones.translate(bytes([1, 0, 2]) + bytes(range(3, 256)))
        to_move = 1 - COLORS.index(position.to_move)
        try:
            parts = (stones, to_move, -1, 0, 0)
            position = Position(position.game, position.game.set_up(parts))
        except KatachiError:
            return f"colours exchanged\n{position}"
    return str(position)
