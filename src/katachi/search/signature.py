"""A number per board that changes when the behaviour of the core changes.

It digests a fixed count of random playouts from a fixed seed, whatever the machine, its speed and
its number of threads; a second number digests the moves and visits of small search trees, one with
plain UCT and one with RAVE, replies, history and solver. The stored file:

    katachi bench signature 1
    seed 1
    playouts 1024
    Othello(6) ebd7e645eb05a0dd
    ...
    all 0123456789abcdef
    simulations 200
    tree Othello(6) 76543210fedcba98
    ...
    trees fedcba9876543210

`all` digests the lines of the boards, `trees` those of the trees; older files have no trees. A
change of the core that changes results must store it anew and say so in CHANGELOG.md, section
"Changes results".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import katachi
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_text
from katachi.games import Game
from katachi.search.mcts import Mcts
from katachi.search.phases import PlayoutSettings, SelectionSettings
from katachi.search.playouts import random_playouts
from katachi.search.settings import MctsSettings

SEED = 1
PLAYOUTS = 1024
SIMULATIONS = 200
_TITLE = "katachi bench signature 1"
_TREE = "tree "
_SEARCHES = (
    MctsSettings(seed=SEED),
    MctsSettings(
        seed=SEED,
        selection=SelectionSettings(
            rave="hand_selected",
            exploration=0.4,
            first_play_urgency=1.0,
            history_weight=1.0,
            solver=True,
        ),
        playout=PlayoutSettings(last_good_reply=2, forgetting=True),
    ),
)
_DEEPEST = 4  # plies of the trees that count


@dataclass(frozen=True)
class Signatures:
    """By the text of the game, 16 hexadecimal digits each; `boards` of playouts, `trees` of searches."""

    boards: dict[str, str]
    seed: int = SEED
    playouts: int = PLAYOUTS
    trees: dict[str, str] = field(default_factory=dict)
    simulations: int = SIMULATIONS

    @property
    def combined(self) -> str:
        """One number for the playouts of all boards."""
        return _digest(f"{game} {digits}" for game, digits in self.boards.items())

    @property
    def combined_trees(self) -> str:
        """One number for the trees of all boards."""
        return _digest(f"{game} {digits}" for game, digits in self.trees.items())

    @property
    def text(self) -> str:
        """The stored form."""
        boards = "".join(f"{game} {digits}\n" for game, digits in self.boards.items())
        text = (
            f"{_TITLE}\nseed {self.seed}\nplayouts {self.playouts}\n{boards}all {self.combined}\n"
        )
        if not self.trees:
            return text
        trees = "".join(f"{_TREE}{game} {digits}\n" for game, digits in self.trees.items())
        return f"{text}simulations {self.simulations}\n{trees}trees {self.combined_trees}\n"

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
        named = [name for name in entries if name.startswith(_TREE)]
        trees = {name.removeprefix(_TREE): entries.pop(name) for name in named}
        simulations, combined_trees = SIMULATIONS, ""
        if trees:
            try:
                simulations = int(entries.pop("simulations"))
                combined_trees = entries.pop("trees")
            except (KeyError, ValueError) as error:
                raise KatachiError(f"simulations or trees is missing or wrong: {error}") from None
        signatures = cls(entries, seed, playouts, trees, simulations)
        if signatures.combined != combined:
            raise KatachiError(
                f"the boards give {signatures.combined}, but the last line says {shown(combined)}"
            )
        if trees and signatures.combined_trees != combined_trees:
            raise KatachiError(
                f"the trees give {signatures.combined_trees}, but the last line says "
                f"{shown(combined_trees)}"
            )
        return signatures

    def differences(self, stored: Signatures) -> list[str]:
        """The boards whose signature is not the stored one, as sentences."""
        if (self.seed, self.playouts) != (stored.seed, stored.playouts):
            return [
                f"stored for seed {stored.seed} and {stored.playouts} playouts, "
                f"now {self.seed} and {self.playouts}"
            ]
        found = [
            f"{game}: stored {stored.boards.get(game, 'nothing')}, now {digits}"
            for game, digits in self.boards.items()
            if stored.boards.get(game) != digits
        ]
        if not self.trees or not stored.trees:
            return found
        if self.simulations != stored.simulations:
            return [
                *found,
                f"trees stored for {stored.simulations} simulations, now {self.simulations}",
            ]
        return found + [
            f"tree of {game}: stored {stored.trees.get(game, 'nothing')}, now {digits}"
            for game, digits in self.trees.items()
            if stored.trees.get(game) != digits
        ]


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def tree_signature(game: Game, simulations: int = SIMULATIONS) -> str:
    """Digests which moves the searches tried and how often, not their values: those are rounded."""
    lines = []
    for settings in _SEARCHES:
        search = Mcts(game, settings)
        search.run(simulations=simulations)
        lines += [f"{node.depth} {node.move} {node.visits}" for node in search.tree(depth=_DEEPEST)]
    return _digest(lines)


def compute(
    games: Iterable[Game],
    *,
    playouts: int = PLAYOUTS,
    threads: int = 1,
    report: Callable[[Game], None] | None = None,
) -> Signatures:
    """The signatures of the core as it is now."""
    boards, trees = {}, {}
    for game in games:
        if report is not None:
            report(game)
        tally = random_playouts(game.start(), playouts, seed=SEED, threads=threads)
        boards[str(game)] = f"{tally.signature:016x}"
        trees[str(game)] = tree_signature(game)
    return Signatures(boards, SEED, playouts, trees)


def default_path() -> Path:
    """Where a checkout keeps the stored file; an installed package has none."""
    return Path(katachi.__file__).parents[2] / "tests" / "data" / "bench.txt"


def read(path: Path) -> Signatures | None:
    """The stored signatures, or None if there is no such file."""
    if not path.is_file():
        return None
    try:
        return Signatures.parse(read_text(path))
    except KatachiError as error:
        raise KatachiError(f"'{path}': {error}") from None


def store(signatures: Signatures, path: Path) -> None:
    """Writes the file, also over an older one."""
    write_atomically(path, signatures.text, overwrite=True)
