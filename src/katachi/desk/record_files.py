"""Files of games that a page drops or opens: kept for a while, searched, and given game by game."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from katachi.desk.boards import game_of, position_of
from katachi.desk.questions import SaveQuestion
from katachi.errors import KatachiError
from katachi.games import Position
from katachi.games.outcome import Outcome, opponent
from katachi.matches.game_text import text_of_game
from katachi.records import GameRecord, Games, read
from katachi.records.sgf_variations import Variation, read_variations, write_variations

MOST_LISTED = 200
MOST_OPEN = 4
LARGEST_TREE = 2 * 2**20  # bytes of an SGF file whose branches are read
SEARCHED = ("black", "white", "event", "date", "place")
WINNERS = {"black": 0, "white": 1, "draw": 2}


@dataclass(frozen=True)
class OpenFile:
    """A collection with the text of its file if that is one SGF game, for its branches."""

    name: str
    games: Games
    text: str = ""

    @cached_property
    def words(self) -> list[str]:
        """What can be searched of every game, in small letters."""
        games = self.games
        return [
            " ".join(
                [*(games.text(name, number) for name in SEARCHED), str(games.kinds[int(kind)])]
            ).lower()
            for number, kind in enumerate(games.kind)
        ]

    def found(self, search: str, winner: str) -> list[int]:
        """The numbers of games in which all words occur, and who won them."""
        wanted = search.lower().split()
        chosen = [n for n, text in enumerate(self.words) if all(word in text for word in wanted)]
        if winner in WINNERS:
            won = np.asarray(self.games.winner)
            chosen = [number for number in chosen if won[number] == WINNERS[winner]]
        return chosen


class OpenFiles:
    """The files that were opened last, by the hash of their content."""

    def __init__(self) -> None:
        """None."""
        self._lock = threading.Lock()
        self._files: OrderedDict[str, OpenFile] = OrderedDict()

    def open(self, name: str, content: bytes) -> str:
        """Reads the content of a file; what `get` and `listed` know it by. Raises `KatachiError`."""
        key = hashlib.sha256(name.encode() + b"\0" + content).hexdigest()[:24]
        with self._lock:
            known = key in self._files
        if not known:
            games = read_content(name, content)
            single = len(games) == 1 and len(content) <= LARGEST_TREE
            text = content.decode("utf-8", "replace") if single and b"(;" in content else ""
            with self._lock:
                self._files[key] = OpenFile(name, games, text)
                while len(self._files) > MOST_OPEN:
                    self._files.popitem(last=False)
        return key

    def all(self) -> list[Games]:
        """The games of every open file, the last one first."""
        with self._lock:
            return [file.games for file in reversed(self._files.values())]

    def get(self, key: str) -> OpenFile:
        """An opened file; raises `KatachiError` if it was closed meanwhile."""
        with self._lock:
            if key not in self._files:
                raise KatachiError("the file is not open any more: drop or open it again")
            self._files.move_to_end(key)
            return self._files[key]

    def listed(
        self, key: str, *, search: str = "", winner: str = "", first: int = 0
    ) -> dict[str, Any]:
        """Some of the games that fit, without their moves."""
        file = self.get(key)
        found = file.found(search, winner)
        return {
            "key": key,
            "name": file.name,
            "games": len(file.games),
            "found": len(found),
            "first": first,
            "records": [_row(file.games, number) for number in found[first : first + MOST_LISTED]],
        }

    def record(self, key: str, number: int) -> dict[str, Any]:
        """One game with its moves, and with its branches and comments if the file has some."""
        file = self.get(key)
        if not 0 <= number < len(file.games):
            raise KatachiError(f"{file.name} has {len(file.games)} games, no number {number}")
        record = file.games.record(number)
        nodes = read_variations(file.text, record) if file.text else []
        return {
            **record_json(record),
            "nodes": [
                {"parent": n.parent, "move": n.move, "comment": n.comment, "marks": list(n.marks)}
                for n in nodes
            ],
        }


def read_content(name: str, content: bytes) -> Games:
    """The games of a file that a page sent; raises `KatachiError`.

    Some formats say in the name what they are; only its letters and digits are kept, and the content
    is written to a folder that vanishes.
    """
    last = PurePath(name.replace("\\", "/")).name[-80:]
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in last)
    with tempfile.TemporaryDirectory(prefix="katachi-desk-") as folder:
        file = Path(folder) / (kept.lstrip(".-") or "game")
        file.write_bytes(content)
        try:
            games = read(file)
        except KatachiError as error:
            raise KatachiError(str(error).replace(str(file), name[:80])) from None
    if not len(games):
        raise KatachiError(f"{name[:80]} has no games that can be read")
    return games


def _row(games: Games, number: int) -> dict[str, Any]:
    outcome = games.outcome(number)
    return {
        "number": number,
        "game": str(games.kinds[int(games.kind[number])]),
        "length": int(games.lengths[number]),
        **{name: games.text(name, number) for name in ("black", "white", "date", "event")},
        "result": str(outcome) if outcome is not None else "",
    }


def record_json(record: GameRecord) -> dict[str, Any]:
    """One game."""
    start = record.start
    return {
        "game": text_of_game(record.game),
        "start": start.text if isinstance(start, Position) else "",
        "moves": list(record.moves),
        "black": record.black,
        "white": record.white,
        "date": record.date,
        "event": record.event,
        "result": str(record.outcome) if record.outcome is not None else "",
        "winner": (record.outcome.winner or "") if record.outcome is not None else "",
    }


def sgf_of(question: SaveQuestion) -> str:
    """A game as SGF; raises `KatachiError`."""
    game = game_of(question)
    start = game.position(question.start) if question.start else None
    position = position_of(question)
    outcome = position.outcome if position.is_over else None
    if outcome is None and question.winner in {"black", "white"}:
        score = 1.0 if question.winner == "black" else -1.0
        outcome = Outcome(question.winner, "stated", score)  # type: ignore[arg-type]
    if question.resigned in {"black", "white"}:
        outcome = Outcome(opponent(question.resigned), "resignation", 0.0)  # type: ignore[arg-type]
    record = GameRecord(
        game,
        tuple(question.moves),
        black=_printable(question.black),
        white=_printable(question.white),
        comment=question.comment[:10_000],
        start=start,
        outcome=outcome,
    )
    nodes = [
        Variation(one.parent, one.move, one.comment[:10_000], one.value, one.bad, one.marks)
        for one in question.nodes
    ] or [Variation(number - 1, move) for number, move in enumerate(question.moves)]
    return write_variations(record, nodes)


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable())[:100]


def names_of(folder: Path, endings: Sequence[str]) -> list[str]:
    """Files of a folder that a page may open, by name."""
    return sorted(
        entry.name
        for entry in folder.iterdir()
        if entry.suffix.lower() in endings and not entry.name.startswith(".") and entry.is_file()
    )


def file_in(folder: Path, name: str) -> Path:
    """A file of the folder by its name; raises `KatachiError` for anything else."""
    if not name or name != PurePath(name).name or name.startswith(".") or "\0" in name:
        raise KatachiError("files are named without a folder")
    path = folder / name
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise KatachiError("the file lies outside the folder")
        known = path.is_file()
    except OSError:  # a name that is too long
        known = False
    if not known:
        raise KatachiError(f"there is no file '{name[:80]}' in the folder of the desk")
    return path
