"""A number per board that changes when the behaviour of the core changes.

It digests a fixed count of random playouts from a fixed seed, whatever the machine, its speed and
its number of threads. The stored file:

    katachi bench signature 1
    seed 1
    playouts 1024
    Othello(6) ebd7e645eb05a0dd
    ...
    all 0123456789abcdef

`all` digests the lines of the boards. A change of the core that changes results must store it
anew and say so in CHANGELOG.md, section "Changes results".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import katachi
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.games import Game
from katachi.search.playouts import random_playouts

SEED = 1
PLAYOUTS = 1024
_TITLE = "katachi bench signature 1"


@dataclass(frozen=True)
class Signatures:
    """By the text of the game, 16 hexadecimal digits each."""

    boards: dict[str, str]
    seed: int = SEED
    playouts: int = PLAYOUTS

    @property
    def combined(self) -> str:
        """One number for all boards."""
        lines = "\n".join(f"{game} {digits}" for game, digits in self.boards.items())
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    @property
    def text(self) -> str:
        """The stored form."""
        boards = "".join(f"{game} {digits}\n" for game, digits in self.boards.items())
        return (
            f"{_TITLE}\nseed {self.seed}\nplayouts {self.playouts}\n{boards}all {self.combined}\n"
        )

    @classmethod
    def parse(cls, text: str) -> Signatures:
        """Reads the stored form; raises `KatachiError`."""
        title, *lines = text.splitlines() or [""]
        if title != _TITLE:
            raise KatachiError(f"expected {_TITLE!r} in the first line, not {shown(title)}")
        entries: dict[str, str] = {}
        for number, line in enumerate(lines, start=2):
            name, _, value = line.rpartition(" ")
            if not name or name in entries:
                raise KatachiError(f"line {number} is not understood: {shown(line)}")
            entries[name] = value
        try:
            seed, playouts = int(entries.pop("seed")), int(entries.pop("playouts"))
            combined = entries.pop("all")
        except (KeyError, ValueError) as error:
            raise KatachiError(f"seed, playouts or all is missing or wrong: {error}") from None
        signatures = cls(entries, seed, playouts)
        if signatures.combined != combined:
            raise KatachiError(
                f"the boards give {signatures.combined}, but the last line says {shown(combined)}"
            )
        return signatures

    def differences(self, stored: Signatures) -> list[str]:
        """The boards whose signature is not the stored one, as sentences."""
        if (self.seed, self.playouts) != (stored.seed, stored.playouts):
            return [
                f"stored for seed {stored.seed} and {stored.playouts} playouts, "
                f"now {self.seed} and {self.playouts}"
            ]
        return [
            f"{game}: stored {stored.boards.get(game, 'nothing')}, now {digits}"
            for game, digits in self.boards.items()
            if stored.boards.get(game) != digits
        ]


def compute(
    games: Iterable[Game],
    *,
    playouts: int = PLAYOUTS,
    threads: int = 1,
    report: Callable[[Game], None] | None = None,
) -> Signatures:
    """The signatures of the core as it is now."""
    boards = {}
    for game in games:
        if report is not None:
            report(game)
        tally = random_playouts(game.start(), playouts, seed=SEED, threads=threads)
        boards[str(game)] = f"{tally.signature:016x}"
    return Signatures(boards, SEED, playouts)


def default_path() -> Path:
    """Where a checkout keeps the stored file; an installed package has none."""
    return Path(katachi.__file__).parents[2] / "tests" / "data" / "bench.txt"


def read(path: Path) -> Signatures | None:
    """The stored signatures, or None if there is no such file."""
    if not path.is_file():
        return None
    try:
        return Signatures.parse(path.read_text(encoding="utf-8"))
    except KatachiError as error:
        raise KatachiError(f"'{path}': {error}") from None


def store(signatures: Signatures, path: Path) -> None:
    """Writes the file, also over an older one."""
    write_atomically(path, signatures.text, overwrite=True)
