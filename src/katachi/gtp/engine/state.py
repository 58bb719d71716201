"""Everything that commands change, as one value.

A command that fails must leave no trace (GTP 2, section 2.7). The state is therefore frozen: a
command makes a new one, and the engine keeps the old one if the command fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from katachi.errors import IllegalMove, InvalidMove, InvalidPosition, KatachiError
from katachi.games.game import Game
from katachi.games.go import Go, playable_komi, resumed
from katachi.games.go.rulesets import Bonus, DeadStones, Ruleset, handicap_stones
from katachi.games.go.scoring import count
from katachi.games.outcome import COLORS, Color, Outcome, opponent
from katachi.games.position import Position
from katachi.games.set_up import SetUp
from katachi.gtp.engine.parameters import Parameters
from katachi.gtp.protocol.dialects import Dialect
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search.clock import Clock


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
    katachi's rules know, with what White gets for handicap stones. `notation` is empty or overrides
    the dialect's. `handicap_bonus` and `dead_stones` are the parts of Go's rules that `game` lacks.
    """

    dialect: Dialect
    start: Position
    steps: tuple[Step, ...] = ()
    komi: float = 0.0
    handicap_bonus: Bonus = "0"
    dead_stones: DeadStones = "unsaid"
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
        begun = replace(self, start=start, steps=(), resigned=None, explanation="", low_turns=0)
        return begun.with_komi(self.komi)

    @property
    def ruleset(self) -> Ruleset:
        """Of Go."""
        game = self.game
        assert isinstance(game, Go)
        return Ruleset(
            game.superko, game.scoring, game.suicide, self.handicap_bonus, self.dead_stones
        )

    @property
    def compensation(self) -> int:
        """White's points for the handicap stones of a game of Go."""
        return self.ruleset.compensation(handicap_stones(self.start))

    def with_komi(self, komi: float) -> State:
        """Under the komi that a controller says; only Go uses it."""
        if not isinstance(self.game, Go):
            return self
        playable = playable_komi(komi + self.compensation)
        state = replace(self, komi=komi)
        return (
            state if playable == self.game.komi else state.under(replace(self.game, komi=playable))
        )

    def with_rules(self, rules: Ruleset) -> State:
        """The same moves under other rules of Go; raises `CommandFailed`."""
        assert isinstance(self.game, Go)
        state = self.under(rules.applied_to(self.game))
        state = replace(state, handicap_bonus=rules.handicap_bonus, dead_stones=rules.dead_stones)
        return state.with_komi(self.komi)

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
        parts = SetUp(self.start.stones, COLORS.index(self.start.to_move))
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
        parts = SetUp(bytes(board), COLORS.index(to_move))
        try:
            return Position(self.game, self.game.set_up(parts, source=words))
        except InvalidPosition as error:
            raise CommandFailed(f"illegal position: {error}") from None


def turned(position: Position, color: Color, *, freely: bool = False) -> Position:
    """The position with a colour to move, as GTP allows it whoever's turn it is.

    Go: the same stones without a pass, also after the game has ended by two passes. Othello: only
    a forced pass is inserted, unless `freely`, after a set-up that named no player. Hex and
    Havannah: the same stones with the other player to move.
    """
    if position.game.name == "go":
        ended = position.is_over and position.passes >= 2
        return position if position.to_move == color and not ended else resumed(position, color)
    if is_passed_over(position, color):
        return position.play("pass")
    if position.to_move == color:
        return position
    if position.game.name == "othello":
        if not freely:
            raise CommandFailed(f"illegal move: it is {position.to_move}'s turn")
    elif position.is_over:
        return position
    parts = SetUp(position.stones, COLORS.index(color))
    return Position(position.game, position.game.set_up(parts))


def is_passed_over(position: Position, color: Color) -> bool:
    """Whether a move of this colour means that the other player has passed (Othello)."""
    must_pass = position.game.name == "othello" and "pass" in position.legal_moves
    return must_pass and position.to_move != color


def outcome_of(state: State) -> Outcome | None:
    """How the game ended: by resignation, or on the board with the controller's komi; None: not yet."""
    if state.resigned is not None:
        score = 1.0 if state.resigned == "white" else -1.0
        return Outcome(opponent(state.resigned), "resignation", score)
    position = state.position
    if not position.is_over:
        return None
    return go_outcome(state) if isinstance(state.game, Go) else position.outcome


def go_outcome(state: State) -> Outcome:
    """The result of Go on the board with the controller's komi, without dead stones.

    Where the rules say that what stands is alive, and with stone scoring, nothing is taken off.
    """
    game = state.game
    assert isinstance(game, Go)
    as_it_stands = state.dead_stones == "alive" or game.scoring == "stones"
    outcome = state.position.outcome if as_it_stands else count(state.position).outcome
    margin = outcome.score + game.komi - state.komi - state.compensation
    winner: Color | None = None if margin == 0 else "black" if margin > 0 else "white"
    return replace(outcome, winner=winner, score=margin)


def final_score(state: State) -> str:
    """The result as GTP wants it; raises `CommandFailed` if there is none yet."""
    if state.resigned is not None:
        winner = state.dialect.color(opponent(state.resigned))
        return (
            f"{winner[0].upper()}+Resign"
            if state.game.name in {"go", "othello"}
            else (f"{winner[0].upper()}+")
        )
    position = state.position
    if isinstance(state.game, Go):
        margin = go_outcome(state).score
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"
    if not position.is_over:
        raise CommandFailed("cannot score")
    outcome = position.outcome
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
            parts = SetUp(stones, to_move)
            position = Position(position.game, position.game.set_up(parts))
        except KatachiError:
            return f"colours exchanged\n{position}"
    return str(position)
