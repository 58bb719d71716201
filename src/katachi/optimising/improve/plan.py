"""What `improve` does: a game, who begins, and how a generation plays, learns and is tested."""

from __future__ import annotations

from typing import Annotated

import msgspec

from katachi.errors import InvalidSettings
from katachi.games.game import Game
from katachi.learning.networks import PolicyValueTraining
from katachi.matches.game_text import game_of_text
from katachi.matches.openings import parse_openings

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Exploration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How own games leave the beaten track.

    A game begins with up to `opening_plies` random moves, which teach nothing. In the next
    `plies` moves (0: a quarter of the cells) the move is drawn by visits ^ (1 / `temperature`), and
    with `noise` as the share of a Dirichlet distribution with `noise_moves` / (number of moves) as
    its parameter; the noise changes what is played, never what is taught. `full_share` of the moves
    are searched with the full budget, and only these teach moves (Wu 2019: about one in four). A
    player whose value stays below `resign_below` resigns, but `played_out` of the games go to their
    end, which shows how often a resignation would have been wrong.
    """

    opening_plies: Annotated[int, msgspec.Meta(ge=0)] = 4
    plies: Annotated[int, msgspec.Meta(ge=0)] = 0
    temperature: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    noise: Share = 0.1
    noise_moves: Annotated[float, msgspec.Meta(gt=0)] = 10.0
    full_share: Share = 0.25
    resign_below: Share = 0.03
    played_out: Share = 0.1


class NetworkPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The network of a generation, and how it is trained; see `PolicyValueTraining`."""

    channels: int = 32
    blocks: int = 3
    epochs: float = 4.0
    batch: int = 256
    rate: float = 2e-3

    def training(self, seed: int) -> PolicyValueTraining:
        """The same for the trainer; raises `InvalidSettings` for wrong numbers."""
        return PolicyValueTraining(**msgspec.structs.asdict(self), seed=seed)


class ImprovePlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what comes out; a folder belongs to one plan.

    `start`: an agent to begin with; empty: the best of a few plain searches. `games` of a
    generation are played with `simulations` a move, or `cheap_simulations` where nothing is taught.
    Moves and values are learned from the last `window` generations; a position is worth its result,
    and `search_share` of what the search said. With `network` a network with two heads learns both,
    otherwise patterns learn moves and values apart. A candidate replaces the champion when a sequential
    test of 0 against `gate_elo` (normalized Elo) with at most `gate_pairs` says so, wrongly with the
    probability `gate_error`; its games have the budget `gate_budget` a move, by processor time if it
    is in seconds, and begin with `openings` as matches know them. After the candidate with new
    knowledge, `trials` candidates with one setting changed are tested in the same way. Every new
    champion plays `rating_pairs` against each of the `opponents`.
    """

    game: str
    start: str = ""
    seed: int = 0
    games: Positive = 300
    simulations: Positive = 1000
    cheap_simulations: Positive = 200
    exploration: Exploration = Exploration()
    window: Positive = 6
    search_share: Share = 0.5
    network: NetworkPlan | None = None
    gate_budget: str = "10ms"
    gate_elo: Annotated[float, msgspec.Meta(gt=0)] = 80.0
    gate_error: Annotated[float, msgspec.Meta(gt=0, lt=0.5)] = 0.1
    gate_pairs: Positive = 150
    openings: str = "balanced:2"
    trials: Annotated[int, msgspec.Meta(ge=0)] = 2
    rating_pairs: Annotated[int, msgspec.Meta(ge=0)] = 10
    opponents: tuple[str, ...] = ("uct", "rave")

    def __post_init__(self) -> None:
        """Refuses wrong numbers and games that cannot be learned."""
        try:  # fields given in Python are not checked by msgspec itself
            msgspec.convert(msgspec.structs.asdict(self), _Checked)
        except msgspec.ValidationError as error:
            raise InvalidSettings(f"the plan is wrong: {error}") from None
        parse_openings(self.openings, self.rules)
        if self.network is not None:
            self.network.training(self.seed)
        if not getattr(self.rules, "has_board", True):
            raise InvalidSettings(
                f"{self.game} has no board: there is nothing that a pattern could lie on"
            )

    @property
    def rules(self) -> Game:
        """The game itself."""
        return game_of_text(self.game)


class _Checked(msgspec.Struct, frozen=True):
    """The numbers of a plan, for their ranges."""

    games: Positive
    simulations: Positive
    cheap_simulations: Positive
    exploration: Exploration
    window: Positive
    search_share: Share
    gate_elo: Annotated[float, msgspec.Meta(gt=0)]
    gate_error: Annotated[float, msgspec.Meta(gt=0, lt=0.5)]
    gate_pairs: Positive
    trials: Annotated[int, msgspec.Meta(ge=0)]
    rating_pairs: Annotated[int, msgspec.Meta(ge=0)]
