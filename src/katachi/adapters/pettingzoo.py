"""PettingZoo: every game of katachi as an AEC environment with action masks.

    env = pettingzoo.env("hex5")
    env.reset(seed=1)
    for agent in env.agent_iter(): ...

The agents are `black` and `white`. An observation is a dictionary: `observation`, three planes of cells
(own stones, the other's, empty), and `action_mask`, one for each legal move. A win is worth 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color, opponent
from katachi.games.position import Position
from katachi.matches.game_text import game_of_text

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise ImportError("this needs PettingZoo: pip install 'katachi[adapters]'") from None

VERSION = 0  # of the environments; another one where the same actions give something else


def env(game: str | Game, *, render_mode: str | None = None) -> Any:  # noqa: ANN401
    """An environment, with the wrappers that PettingZoo asks for."""
    made: Any = raw_env(game, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name
    """The environment itself."""

    def __init__(self, game: str | Game, *, render_mode: str | None = None) -> None:
        """`render_mode`: None, or `ansi` for the board as text."""
        super().__init__()
        self.game = game_of_text(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"katachi_{self.game.name}{self.game.size}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(COLORS)
        cells, moves = len(self.game.topology.cells), len(self.game.moves)
        self._moves = spaces.Discrete(moves)
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (3, cells), np.int8),
                "action_mask": spaces.Box(0, 1, (moves,), np.int8),
            }
        )
        self.position: Position = self.game.start()

    def observation_space(self, agent: Color) -> Any:  # noqa: ANN401, ARG002 - the same for both
        """Planes and mask."""
        return self._seen

    def action_space(self, agent: Color) -> Any:  # noqa: ANN401, ARG002
        """The numbers of moves."""
        return self._moves

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new game; nothing is random."""
        self.agents = list(COLORS)
        self.position = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Color, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.to_move

    def observe(self, agent: Color) -> dict[str, NDArray[np.int8]]:
        """What an agent sees."""
        stones = np.frombuffer(self.position.stones, np.uint8)
        own = COLORS.index(agent)
        mask = np.zeros(len(self.game.moves), np.int8)
        if agent == self.position.to_move:
            mask[list(self.position.core.legal_moves)] = 1
        planes = np.stack([stones == own, stones == 1 - own, stones == 2]).astype(np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move for the agent whose turn it is."""
        agent: Color = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.position = self.position.play(self.game.moves[int(action)])
        self._cumulative_rewards[agent] = 0
        self.agent_selection = self.position.to_move
        if self.position.is_over:
            winner = self.position.outcome.winner
            for one in self.agents:
                self.rewards[one] = 0 if winner is None else 1 if one == winner else -1
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = opponent(agent)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""
