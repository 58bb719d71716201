"""Records by self-play: agents play each other, several games at once, and nothing is lost.

Every finished game is one line of a journal beside the collection to come (`NAME.part`). A run that was
stopped, or killed, goes on where it was: the line that was being written is dropped, as is any that is
damaged, and all others are kept. When the last game is in, the collection is written at once and the
journal removed.

Opening and seeds of a game depend only on the seed of the plan and the number of the game, so that
with budgets of simulations the same plan gives the same collection on any number of processes.
"""

from __future__ import annotations

import hashlib
import json
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import msgspec

from katachi.agents.agent import Agent
from katachi.agents.catalogue import build_agent
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import check_vacant
from katachi.files.journal import Journal, read_lines
from katachi.games.game import Game
from katachi.games.outcome import Color, Outcome
from katachi.matches.contestant import parse_contestant
from katachi.matches.match import Running
from katachi.matches.tasks import run_tasks
from katachi.records.collection import Games
from katachi.records.native import describe_game, made_by, save_native
from katachi.records.provenance import Provenance
from katachi.records.record import GameRecord
from katachi.search import Budget

# Random agents can play for very long; a game is left unfinished after this many moves a cell.
MOST_MOVES_A_CELL = 20
OPENING_PLIES = "opening_plies"
CHECK = "check"


@dataclass(frozen=True)
class SelfPlayPlan:
    """What to play. `players` are texts as in matches; one plays itself, several each other.

    `opening_plies` moves at the beginning are random (no passes or swaps among them).
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int = 0
    opening_plies: int = 0

    def __post_init__(self) -> None:
        """Refuses plans that cannot be played, before any process starts."""
        if not self.players:
            raise KatachiError("self-play needs a player: NAME@BUDGET")
        for player in self.players:
            if parse_contestant(player).budget.clock is not None:
                raise KatachiError(f"{shown(player)}: self-play has no clocks")
        if self.games < 1 or self.opening_plies < 0:
            raise KatachiError("self-play needs at least one game, and no negative opening")

    def pairing(self, number: int) -> tuple[str, str]:
        """Who is Black and who White in a game: all ordered pairs in turn."""
        if len(self.players) == 1:
            return self.players[0], self.players[0]
        pairs = list(permutations(self.players, 2))
        return pairs[number % len(pairs)]

    @property
    def heading(self) -> dict[str, object]:
        """What a journal must have in common with a plan that continues it."""
        return {
            "format": "katachi self-play 1",
            "game": describe_game(self.game),
            "players": list(self.players),
            "seed": self.seed,
            "opening_plies": self.opening_plies,
        }


@dataclass(frozen=True)
class PlayedRecord:
    """A game of self-play as a journal keeps it; `reason` is empty if it did not end."""

    number: int
    moves: tuple[str, ...]
    winner: Color | None
    reason: str
    score: float
    opening_plies: int


def play_record(plan: SelfPlayPlan, number: int) -> PlayedRecord:
    """One game of a plan."""
    rng = random.Random(f"{plan.seed} {number}")
    game = plan.game
    position = game.start()
    moves: list[str] = []
    for _ in range(plan.opening_plies):
        legal = [move for move in position.legal_moves if move != game.moves[-1]]
        if not legal:
            break
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    opening = len(moves)
    players: list[tuple[Agent, Budget]] = []
    for text in plan.pairing(number):
        players.append((_agent(text, len(players)), parse_contestant(text).budget))
        players[-1][0].new_game(game, rng.getrandbits(40))
    while not position.is_over and len(moves) < MOST_MOVES_A_CELL * len(game.moves):
        agent, budget = players[position.to_move == "white"]
        moves.append(agent.choose(position, budget).move)
        position = position.play(moves[-1])
    if not position.is_over:
        return PlayedRecord(number, tuple(moves), None, "", 0.0, opening)
    outcome = position.outcome
    return PlayedRecord(
        number, tuple(moves), outcome.winner, outcome.reason, outcome.score, opening
    )


@lru_cache(maxsize=16)
def _agent(text: str, _seat: int) -> Agent:
    """An agent for each seat; loading one for every game would take longer than fast games."""
    contestant = parse_contestant(text)
    return build_agent(contestant.name, contestant.agent)


def generate(
    plan: SelfPlayPlan,
    path: Path,
    *,
    running: Running | None = None,
    progress: Callable[[int], None] | None = None,
    compress: bool = True,
) -> Games:
    """Plays what the journal beside `path` does not yet hold, and writes the collection.

    `running`: how many games at once, and where. `progress` is called with the number of games done.
    Raises `KatachiError` if `path` exists, if the journal belongs to another plan, or if nothing can be
    written; lines of the journal that are damaged give a warning.
    """
    journal = path.with_name(f"{path.name}.part")
    played = {} if path.is_dir() else _read_journal(plan, journal)
    if path.exists() and len(played) == plan.games:
        journal.unlink()  # a run was killed between its last two steps
    check_vacant(path)
    if progress is not None:
        progress(len(played))
    missing = [number for number in range(plan.games) if number not in played]
    with Journal(journal) as file:
        if file.is_empty:
            file.add(json.dumps(plan.heading))
        tasks = [(plan, number) for number in missing]
        for _, record in run_tasks(_play_task, tasks, running or Running()):
            file.add(json.dumps(_entry(plan, record)))
            played[record.number] = record
            if progress is not None:
                progress(len(played))
    games = _collection(plan, [played[number] for number in range(plan.games)])
    save_native(games, path, compress=compress)
    journal.unlink(missing_ok=True)
    return games


def _play_task(task: tuple[SelfPlayPlan, int]) -> PlayedRecord:
    return play_record(*task)


def _collection(plan: SelfPlayPlan, played: list[PlayedRecord]) -> Games:
    records = []
    for record in played:
        black, white = plan.pairing(record.number)
        outcome = Outcome(record.winner, record.reason, record.score) if record.reason else None
        records.append(
            GameRecord(
                plan.game,
                record.moves,
                black,
                white,
                outcome,
                tags=((OPENING_PLIES, record.opening_plies),),
            )
        )
    players = ", ".join(plan.players)
    step = (
        f"self-play of {players}: {plan.games} games of {plan.game}, seed {plan.seed}, "
        f"{plan.opening_plies} random plies first"
    )
    return Games.of(records, provenance=Provenance(steps=(step,), made_by=made_by()))


# The journal


def _entry(plan: SelfPlayPlan, record: PlayedRecord) -> dict[str, object]:
    entry: dict[str, object] = {
        "game": record.number,
        "moves": " ".join(record.moves),
        "winner": record.winner,
        "reason": record.reason,
        "score": record.score,
        "opening": record.opening_plies,
    }
    return {**entry, CHECK: _check(plan, entry)}


def _check(plan: SelfPlayPlan, entry: dict[str, object]) -> str:
    """Finds damage within a line, and says to which plan a line belongs whose heading is damaged."""
    text = json.dumps([plan.heading, entry])
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _read_journal(plan: SelfPlayPlan, journal: Path) -> dict[int, PlayedRecord]:
    """The games so far, without damaged lines. Refuses another plan's journal."""
    if not journal.exists():
        return {}
    first, *lines = read_lines(journal) or [""]
    if not first and not lines:
        return {}
    ours = _parsed(first) == plan.heading
    played, damaged, checked = {}, 0, 0
    for line in lines:
        entry = _parsed(line)
        record = _record_of(plan, entry) if isinstance(entry, dict) else None
        if record is None:
            damaged += 1
            continue
        checked += CHECK in entry
        if record.number < plan.games:
            played[record.number] = record
    if not ours and not checked:
        raise KatachiError(f"'{journal}' belongs to other self-play; remove it to begin again")
    if damaged or not ours:
        warnings.warn(
            f"'{journal}' is damaged: {damaged + (not ours)} of {len(lines) + 1} lines are left out, "
            "and their games are played again",
            RuntimeWarning,
            stacklevel=2,
        )
    return played


def _parsed(line: str) -> Any:  # noqa: ANN401 - whatever the line holds
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _record_of(plan: SelfPlayPlan, entry: dict[str, object]) -> PlayedRecord | None:
    """The game of a line; None if it is damaged. Lines of before have no check: they are replayed."""
    bare = {name: value for name, value in entry.items() if name != CHECK}
    if CHECK in entry and entry[CHECK] != _check(plan, bare):
        return None
    try:
        line = msgspec.convert(bare, _Line)
        if CHECK not in entry:
            plan.game.start().play_all(line.moves)
    except (msgspec.ValidationError, KatachiError):
        return None
    return PlayedRecord(
        number=line.game,
        moves=tuple(line.moves.split()),
        winner=line.winner,
        reason=line.reason,
        score=line.score,
        opening_plies=line.opening,
    )


class _Line(msgspec.Struct, frozen=True):
    """What a line of the journal holds."""

    game: Annotated[int, msgspec.Meta(ge=0)]
    moves: str
    winner: Color | None
    reason: str
    score: float
    opening: Annotated[int, msgspec.Meta(ge=0)]
