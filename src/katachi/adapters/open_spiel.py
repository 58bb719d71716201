"""OpenSpiel: its games here, our agents as its bots, our games as its games.

    game = open_spiel.game_from("connect_four")          # a katachi game
    bot = open_spiel.Bot(katachi.load_agent("uct"), pyspiel.load_game("hex(board_size=5)"))
    pyspiel.load_game("katachi(game=hex5)")              # after importing this module

Games of OpenSpiel must be sequential and deterministic, with perfect information and two players, and
have at most 362 actions. Their moves are the numbers of actions, as texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from katachi.agents.agent import Agent
from katachi.errors import IllegalMove, InvalidGame, InvalidMove, shown
from katachi.games.catalogue import games_by_name
from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.matches.game_text import game_of_text, text_of_game
from katachi.search import Budget

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise ImportError("this needs OpenSpiel: pip install 'katachi[adapters]'") from None

MOST_ACTIONS = 362
LONGEST = 10_000
DEFAULT = next(iter(games_by_name))  # of `katachi()` without a game


# Their games here


def game_from(game: Any) -> OpenSpielGame:  # noqa: ANN401 - a game of pyspiel, or its text
    """A game of OpenSpiel, by its text or as an object; raises `InvalidGame`."""
    try:
        theirs = pyspiel.load_game(game) if isinstance(game, str) else game
    except pyspiel.SpielError as error:
        raise InvalidGame(f"OpenSpiel has no game {shown(game)}: {error}") from None
    kind = theirs.get_type()
    wanted = {
        "sequential": kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL,
        "deterministic": kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC,
        "of perfect information": kind.information
        == pyspiel.GameType.Information.PERFECT_INFORMATION,
        "for two players": theirs.num_players() == 2,
        f"of at most {MOST_ACTIONS} actions": theirs.num_distinct_actions() <= MOST_ACTIONS,
    }
    for what, fulfilled in wanted.items():
        if not fulfilled:
            raise InvalidGame(f"{theirs} is not {what}")
    return OpenSpielGame(theirs)


@dataclass(frozen=True, eq=False)
class OpenSpielGame:
    """A `GameLike` around a game of OpenSpiel."""

    theirs: Any

    @property
    def name(self) -> str:
        """OpenSpiel's short name."""
        return str(self.theirs.get_type().short_name)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The numbers of all actions."""
        return tuple(str(action) for action in range(self.theirs.num_distinct_actions()))

    def start(self) -> OpenSpielPosition:
        """The initial state."""
        return OpenSpielPosition(self, self.theirs.new_initial_state())

    def position(self, state: Any) -> OpenSpielPosition:  # noqa: ANN401
        """A position from a state of OpenSpiel, which is copied."""
        return OpenSpielPosition(self, state.clone())

    def __repr__(self) -> str:
        """OpenSpiel's own text."""
        return str(self.theirs)


class OpenSpielPosition:
    """A `PositionLike` around a state, which nobody changes."""

    __slots__ = ("game", "state")

    def __init__(self, game: OpenSpielGame, state: Any) -> None:  # noqa: ANN401
        """For the game only."""
        self.game = game
        self.state = state

    @property
    def to_move(self) -> Color:
        """Player 0 is Black."""
        player = self.state.current_player()
        return COLORS[player if player >= 0 else len(self.state.history()) % 2]

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Ascending."""
        return tuple(str(action) for action in self.state.legal_actions())

    @property
    def is_over(self) -> bool:
        """Whether the state is terminal."""
        return bool(self.state.is_terminal())

    @property
    def outcome(self) -> Outcome:
        """The winner, and what player 0 is given."""
        margin = float(self.state.returns()[0])
        winner: Color | None = None if margin == 0 else "black" if margin > 0 else "white"
        return Outcome(winner, "stated", margin)

    @property
    def key(self) -> int:
        """Of the moves so far."""
        return hash(tuple(self.state.history()))

    def play(self, move: str) -> Self:
        """The position after an action."""
        if move not in self.legal_moves:
            if move not in self.game.moves:
                raise InvalidMove(f"{shown(move)} is not an action of {self.game.name}")
            raise IllegalMove(f"{self.to_move} cannot play {move}:\n{self}")
        state = self.state.clone()
        state.apply_action(int(move))
        return type(self)(self.game, state)

    def __eq__(self, other: object) -> bool:
        """The same moves."""
        if not isinstance(other, OpenSpielPosition):
            return NotImplemented
        return bool(self.state.history() == other.state.history())

    def __hash__(self) -> int:
        """From the key."""
        return self.key

    def __str__(self) -> str:
        """OpenSpiel's own picture."""
        return str(self.state)


# Our agents as their bots


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """An agent of katachi for games of OpenSpiel, ours among them."""

    def __init__(
        self,
        agent: Agent,
        game: Any,  # noqa: ANN401 - of pyspiel
        *,
        budget: Budget | None = None,
        seed: int = 0,
    ) -> None:
        """`budget` of a move; 1,000 simulations if none is given."""
        super().__init__()
        self._agent = agent
        self._ours = game.ours if isinstance(game, KatachiGame) else game_from(game)
        self._budget = budget or Budget(simulations=1000)
        self._seed = seed
        self.restart()

    def restart(self) -> None:
        """A new game."""
        self._agent.new_game(self._ours, self._seed)

    def restart_at(self, _state: Any) -> None:  # noqa: ANN401
        """The same: positions are given with every question."""
        self.restart()

    def step(self, state: Any) -> int:  # noqa: ANN401
        """The action that the agent chooses."""
        position = state.position if isinstance(state, KatachiState) else None
        if position is None:
            assert isinstance(self._ours, OpenSpielGame)
            position = self._ours.position(state)
        move = self._agent.choose(position, self._budget).move
        if move == "resign":  # OpenSpiel knows no resignation
            move = position.legal_moves[0]
        return list(self._ours.moves).index(move)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:  # noqa: ANN401
        """What others play is seen in the next state."""


# Our games as their games

_TYPE = pyspiel.GameType(
    short_name="katachi",
    long_name="A game of katachi",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": DEFAULT},
)


class KatachiGame(pyspiel.Game):  # type: ignore[misc]
    """`katachi(game=hex5)`: any game that katachi knows by name."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """`params`: the game, as commands of katachi take it."""
        given = dict(params or {})
        self.ours: Game = game_of_text(str(given.get("game", DEFAULT)))
        information = pyspiel.GameInfo(
            num_distinct_actions=len(self.ours.moves),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, information, given)

    @classmethod
    def of(cls, game: Game) -> KatachiGame:
        """The same for a game that is at hand."""
        return cls({"game": text_of_game(game)})

    def new_initial_state(self, _state: Any = None) -> KatachiState:  # noqa: ANN401
        """The start."""
        return KatachiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ANN401
        """The board from above: planes of Black's stones, White's and empty cells."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.ours, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class KatachiState(pyspiel.State):  # type: ignore[misc]
    """A state with one of our positions in it."""

    def __init__(self, game: KatachiGame) -> None:
        """The start of a game."""
        super().__init__(game)
        self.ours = game.ours
        self.position: PositionLike = game.ours.start()

    def current_player(self) -> Any:  # noqa: ANN401 - a number, or a constant of pyspiel
        """Black is player 0."""
        if self.position.is_over:
            return pyspiel.PlayerId.TERMINAL
        return COLORS.index(self.position.to_move)

    def _legal_actions(self, _player: int) -> list[int]:
        numbers = {move: number for number, move in enumerate(self.ours.moves)}
        return [numbers[move] for move in self.position.legal_moves]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.ours.moves[action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.ours.moves[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """1 for the winner."""
        winner = self.position.outcome.winner if self.position.is_over else None
        first = 0.0 if winner is None else 1.0 if winner == "black" else -1.0
        return [first, -first]

    def __str__(self) -> str:
        """The board."""
        return str(self.position)


class BoardObserver:
    """What OpenSpiel calls an observer: three planes of cells, and the board as text."""

    def __init__(self, game: Game, params: dict[str, Any] | None) -> None:
        """No parameters are known."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        cells = len(game.topology.cells)
        self.tensor = np.zeros(3 * cells, np.float32)
        self.dict = {"observation": np.reshape(self.tensor, (3, cells))}

    def set_from(self, state: KatachiState, player: int) -> None:  # noqa: ARG002 - all is public
        """Writes the planes."""
        planes = self.dict["observation"]
        planes.fill(0)
        stones = np.frombuffer(state.position.stones, np.uint8)  # type: ignore[attr-defined]
        planes[stones, np.arange(len(stones))] = 1

    def string_from(self, state: KatachiState, player: int) -> str:  # noqa: ARG002
        """The board as text."""
        return str(state)


pyspiel.register_game(_TYPE, KatachiGame)
