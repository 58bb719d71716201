"""Where games come from: the files, what was read from them, what was left out since."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Problem:
    """A game, or a file, that could not be read: where, and why.

    `place` is the number of the game in the file (from 0) where it is known; `where` says it for
    people: a line, an offset.
    """

    file: str
    where: str
    reason: str
    place: int | None = None

    def __str__(self) -> str:
        """One line.

        >>> print(Problem("a.wtb", "game 3, byte 220", "ply 2, 'a1': it flips no disc"))
        a.wtb, game 3, byte 220: ply 2, 'a1': it flips no disc
        """
        return f"{self.file}, {self.where}: {self.reason}" if self.where else self.reason


@dataclass(frozen=True)
class Source:
    """A file that games were read from, and what was found in it.

    `details` are facts of the whole file that its format has a place for (WTHOR: the date of
    creation, the year, the depth of theoretical scores).
    """

    file: str
    format: str
    sha256: str
    bytes: int
    games: int
    broken: int = 0
    details: tuple[tuple[str, str | int], ...] = ()

    def detail(self, name: str) -> str | int | None:
        """A fact by name, or None."""
        return dict(self.details).get(name)


@dataclass(frozen=True)
class Provenance:
    """Sources, the steps since (filters, splits, self-play), and the version that read them.

    `problems` are the games that were left out, as far as they are remembered.
    """

    sources: tuple[Source, ...] = ()
    steps: tuple[str, ...] = ()
    made_by: str = ""
    problems: tuple[Problem, ...] = ()

    def with_step(self, step: str) -> Provenance:
        """The same, and one step more."""
        return replace(self, steps=(*self.steps, step))


NO_PROVENANCE = Provenance()
