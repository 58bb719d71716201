"""The own games of a generation, in a journal: one line for each, in the order of their ends.

A killed run loses the games in progress. A line that is damaged, or of another generation, is left
out and its game is played again. Games depend on the plan and their number alone, so the journal
holds the same games however often it was stopped and however many processes played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from katachi.errors import KatachiError
from katachi.files.journal import Journal, read_lines
from katachi.games.game import Game
from katachi.games.outcome import COLORS, Color, Outcome
from katachi.learning.competitions import NOTHING
from katachi.matches.match import Running
from katachi.matches.tasks import run_tasks
from katachi.optimising.improve.own_game import QUARTERS, OwnGame, OwnPlay, play_own_game
from katachi.records import GameRecord, Games

_CHECK = 8  # characters of the hash that begins a line


def play_own_games(
    plan: OwnPlay,
    count: int,
    journal: Path,
    running: Running,
    progress: Callable[[int], None] | None = None,
) -> list[OwnGame]:
    """All games of the plan, by number; plays those that the journal lacks."""
    known = {game.number: game for game in read_own_games(plan, journal) if game.number < count}
    missing = [(plan, number) for number in range(count) if number not in known]
    if missing:
        with Journal(journal) as file:
            for _, game in run_tasks(play_own_game, missing, running):
                file.add(_line(plan, game))
                known[game.number] = game
                if progress is not None:
                    progress(len(known))
    return [known[number] for number in range(count)]


def read_own_games(plan: OwnPlay, journal: Path) -> list[OwnGame]:
    """The whole and undamaged games of a journal."""
    if not journal.exists():
        return []
    found = []
    for line in read_lines(journal):
        check, _, text = line.partition(" ")
        if check != _hash(plan, text):
            continue
        try:
            found.append(msgspec.json.decode(text, type=OwnGame))
        except msgspec.MsgspecError:
            continue
    return found


def newest_own_games(folder: Path) -> list[OwnGame]:
    """The games of the newest generation of a folder, for looking at; damaged lines are left out."""
    journals = sorted(folder.glob("generation-*/own.jsonl"))
    found = []
    for line in read_lines(journals[-1]) if journals else []:
        try:
            found.append(msgspec.json.decode(line.partition(" ")[2], type=OwnGame))
        except msgspec.MsgspecError:
            continue
    return found


def _line(plan: OwnPlay, game: OwnGame) -> str:
    text = msgspec.json.encode(game).decode()
    return f"{_hash(plan, text)} {text}"


def _hash(plan: OwnPlay, text: str) -> str:
    told = f"{plan.game} {plan.seed} {plan.simulations} {plan.cheap_simulations} {text}"
    return hashlib.sha256(told.encode()).hexdigest()[:_CHECK]


def as_records(game: Game, games: Sequence[OwnGame], player: str = "") -> Games:
    """The games as records."""
    return Games.of([_record(game, one, player) for one in games])


def _record(game: Game, one: OwnGame, player: str) -> GameRecord:
    outcome = None
    if one.reason:
        winner: Color | None = next((color for color in COLORS if color == one.winner), None)
        score = 0.0 if winner is None else 1.0 if winner == "black" else -1.0
        outcome = Outcome(winner, one.reason, score)
    tags = (("opening_plies", one.opening),)
    return GameRecord(game, one.moves, player, player, outcome, tags=tags)


def lessons_of(game: Game, games: Sequence[OwnGame]) -> NDArray[np.uint16]:
    """uint16 [QUARTERS, moves of all games]: what the positions teach of moves."""
    number = {move: place for place, move in enumerate(game.moves)}
    rows = []
    for one in games:
        for taught in one.taught:
            moves = [number[move] for move in taught.split()]
            rows.append(moves if len(moves) == QUARTERS else [NOTHING] * QUARTERS)
    return np.array(rows, np.uint16).reshape(-1, QUARTERS).T


def chances_of(game: Game, games: Sequence[OwnGame], search_share: float) -> NDArray[np.float32]:
    """float32 [moves of all games]: how likely the player to move wins; NaN where nobody searched.

    The result of the game, and `search_share` of what the search said.
    """
    found: list[float] = []
    for one in games:
        position = game.start()
        for move, value in zip(one.moves, one.values, strict=True):
            if value < 0 or not one.reason:
                found.append(np.nan)
            else:
                result = (1 + one.result(position.to_move)) / 2
                found.append((1 - search_share) * result + search_share * value)
            position = position.play(move)
    return np.array(found, np.float32)


def wrong_resignations(games: Sequence[OwnGame]) -> tuple[int, int]:
    """Of the games played to their end: how often somebody despaired, and how often in vain."""
    doubts = [one for one in games if one.doubted]
    wrong = sum(one.winner != _other(one.doubted) for one in doubts)
    return len(doubts), wrong


def _other(color: str) -> str:
    if color not in COLORS:
        raise KatachiError(f"{color} is no colour")
    return COLORS[1 - COLORS.index(color)]
