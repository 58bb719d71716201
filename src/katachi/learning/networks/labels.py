"""Labels: what a search says about random boards, made in parallel and kept line by line.

A file of labels is text: a line that says what was asked (`Question` as JSON), then one line per
board, in any order. A run that was stopped goes on with the boards that are missing; a line that
was cut off or is damaged is made again.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path

import msgspec

from katachi.errors import KatachiError
from katachi.files.journal import Journal, read_lines
from katachi.games.game import Game
from katachi.games.outcome import Color
from katachi.games.threads import thread_count
from katachi.learning.networks.boards import depths_of, random_board
from katachi.search import BackupSettings, Mcts, MctsSettings, SearchResult, SelectionSettings

FORMAT = "katachi labels 1"
MEGABYTES = 64
# The search of AGENTS 3.2.1: 2 ln N, C = sqrt 2.
SELECTION = SelectionSettings(formula="uct_two", exploration=1.4142135)


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the boards are and how they are valued; the first line of a file."""

    format: str = FORMAT
    game: str
    boards: int
    simulations: int
    score_share: float
    seed: int = 0


class Label(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board with its values, for the player to move, 0 to 1.

    `cells`: one digit per cell, 0 empty, 1 black, 2 white. `value`: the mean of all simulations.
    `moves`: the mean of each move that was visited, by its number.
    """

    board: int
    cells: str
    to_move: Color
    value: float
    moves: dict[int, float]


def question_of(game: Game, boards: int, simulations: int, seed: int) -> Question:
    """Values are scaled scores where a game has scores (AGENTS 3.1), else wins."""
    share = 1.0 if game.has_score else 0.0
    return Question(
        game=repr(game), boards=boards, simulations=simulations, score_share=share, seed=seed
    )


def label_board(game: Game, question: Question, depths: tuple[int, ...], number: int) -> Label:
    """Searches one board."""
    position = random_board(game, depths, question.seed, number)
    settings = MctsSettings(
        selection=SELECTION,
        backup=BackupSettings(score_share=question.score_share),
        seed=question.seed + number,
        megabytes=MEGABYTES,
    )
    result = Mcts(game, settings).run(position, simulations=question.simulations)
    return Label(
        board=number,
        cells="".join("120"[stone] for stone in position.stones),
        to_move=position.to_move,
        value=round(_mean(result), 6),
        moves={
            game.number(line.move): round(line.value, 4) for line in result.moves if line.visits
        },
    )


def _mean(result: SearchResult) -> float:
    visits = sum(line.visits for line in result.moves)
    return sum(line.value * line.visits for line in result.moves) / visits


def make_labels(
    game: Game,
    question: Question,
    path: Path,
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Label]:
    """The labels of all boards, sorted; those that the file lacks are made and added to it.

    The search leaves the interpreter free, so threads suffice. The labels do not depend on their
    number.
    """
    known = read_labels(path, question) if path.exists() else {}
    depths = depths_of(game, question.seed)
    missing = [number for number in range(question.boards) if number not in known]
    with Journal(path) as file:
        if file.is_empty:
            file.add(msgspec.json.encode(question).decode())
        for label in _in_parallel(
            lambda number: label_board(game, question, depths, number),
            missing,
            thread_count(threads),
        ):
            file.add(msgspec.json.encode(label).decode())
            known[label.board] = label
            if progress is not None:
                progress(len(known))
    return [known[number] for number in range(question.boards)]


def _in_parallel(make: Callable[[int], Label], numbers: list[int], threads: int) -> Iterator[Label]:
    """Labels as they are ready; when the caller stops, what is running ends and the rest is dropped."""
    rest = iter(numbers)
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[Label]] = {pool.submit(make, n) for n in islice(rest, threads)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(make, n) for n in islice(rest, len(done))}
            for future in done:
                yield future.result()


def read_labels(path: Path, question: Question | None = None) -> dict[int, Label]:
    """Labels by board; raises `KatachiError` if the file answers another question.

    A damaged line is left out with a warning: whoever continues the file answers it again.
    """
    first, *lines = read_lines(path) or [""]
    if not first and not lines:
        return {}
    try:
        asked = msgspec.json.decode(first, type=Question)
    except msgspec.MsgspecError as error:
        raise KatachiError(f"'{path}' is not a file of labels: {error}") from None
    if question is not None and asked != question:
        raise KatachiError(f"'{path}' answers another question: {first}")
    found: dict[int, Label] = {}
    for number, line in enumerate(lines, start=2):
        try:
            label = msgspec.json.decode(line, type=Label)
        except msgspec.MsgspecError as error:
            text = f"'{path}', line {number} is damaged and left out: {error}"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
            continue
        found[label.board] = label
    return found
