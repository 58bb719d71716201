"""Heuristic playouts of Go, slowly: which moves each part allows, by looking at everything."""

from __future__ import annotations

import katachi
from katachi import PlayoutSettings
from reference import BLACK, EMPTY, WHITE
from reference import go as reference
from reference.go_tactics import Scene, attack, extension


class Board:
    """A Go board that answers by looking at everything."""

    def __init__(self, position: katachi.Position) -> None:
        self.size = position.game.size
        self.stones = tuple(position.stones)
        self.moves = position.game.moves
        self.me = BLACK if position.to_move == "black" else WHITE
        self.ko = None if position.ko is None else self.moves.index(position.ko)

    def neighbours(self, cell: int) -> list[int]:
        return reference.neighbours(self.size, cell)

    def chain(self, cell: int) -> tuple[set[int], set[int]]:
        """Stones and liberties."""
        stones, around = reference.region(self.size, self.stones, cell)
        return stones, {c for c in around if self.stones[c] == EMPTY}

    def after(self, cell: int) -> tuple[int, ...] | None:
        made = reference.board_after(reference.Rules(self.size), self.stones, cell, self.me)
        return None if made is None else made[0]

    def is_eye(self, cell: int) -> bool:
        if any(self.stones[n] != self.me for n in self.neighbours(cell)):
            return False
        x, y = cell % self.size, cell // self.size
        diagonal = [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)]
        inside = [y * self.size + x for x, y in diagonal if 0 <= min(x, y) <= max(x, y) < self.size]
        opposing = sum(self.stones[c] == 1 - self.me for c in inside)
        return opposing == 0 if len(inside) < 4 else opposing < 2

    def playable(self, cell: int) -> bool:
        return (
            self.stones[cell] == EMPTY
            and cell != self.ko
            and not self.is_eye(cell)
            and self.after(cell) is not None
        )

    def is_self_atari(self, cell: int) -> bool:
        later = self.after(cell)
        assert later is not None
        taken = {n for n in self.neighbours(cell) if self.stones[n] != EMPTY and later[n] == EMPTY}
        if any(len(self.chain(n)[0]) > 1 for n in taken):
            return False  # it captures a chain of two or more
        _, around = reference.region(self.size, later, cell)
        return sum(later[c] == EMPTY for c in around) == 1

    def in_atari(self, cell: int) -> bool:
        return len(self.chain(cell)[1]) == 1

    def escapes(self, last: int, *, ladders: bool = False) -> set[int]:
        found = set()
        scene = Scene(self.size, self.stones, self.ko, self.me)
        for n in self.neighbours(last):
            if self.stones[n] != self.me or not self.in_atari(n):
                continue
            stones, (exit_,) = self.chain(n)
            runs = self.playable(exit_) and not self.is_self_atari(exit_)
            if runs and not (ladders and extension(scene, n) == "caught"):
                found.add(exit_)
            for stone in stones:
                for other in self.neighbours(stone):
                    if self.stones[other] == 1 - self.me and self.in_atari(other):
                        found |= {
                            c for c in self.chain(other)[1] if c != exit_ and self.playable(c)
                        }
        return found

    def attacks(self, last: int) -> set[int]:
        liberties = self.chain(last)[1]
        if len(liberties) == 1:
            return {c for c in liberties if self.playable(c)}
        if len(liberties) > 2:
            return set()
        scene = Scene(self.size, self.stones, self.ko, self.me)
        return {
            c
            for c in liberties
            if self.playable(c)
            and not self.is_self_atari(c)
            and attack(scene, last, c) == "catches"
        }

    def nakade(self, last: int) -> set[int]:
        found = set()
        for n in self.neighbours(last):
            if self.stones[n] != EMPTY:
                continue
            eye, around = reference.region(self.size, self.stones, n)
            if any(self.stones[c] == self.me for c in around):
                continue
            vital = vital_point({divmod(c, self.size) for c in eye})
            if vital is not None and self.playable(cell := vital[0] * self.size + vital[1]):
                found.add(cell)
        return found

    def shapes(self, last: int) -> set[int]:
        found = set()
        x, y = last % self.size, last // self.size
        for nx in (x - 1, x, x + 1):
            for ny in (y - 1, y, y + 1):
                cell = ny * self.size + nx
                if (nx, ny) == (x, y) or not 0 <= min(nx, ny) <= max(nx, ny) < self.size:
                    continue
                if self.playable(cell) and self.has_shape(nx, ny) and not self.is_self_atari(cell):
                    found.add(cell)
        return found

    def has_shape(self, x: int, y: int) -> bool:
        def content(x: int, y: int) -> str:
            if not 0 <= min(x, y) <= max(x, y) < self.size:
                return "#"
            return {self.me: "m", 1 - self.me: "t", EMPTY: "."}[self.stones[y * self.size + x]]

        rows = [[content(x + dx, y + dy) for dx in (-1, 0, 1)] for dy in (-1, 0, 1)]
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
            for way in (rows, rows[::-1]):
                flat = "".join("".join(row) for row in way)
                if any(fits(flat, shape, only_me=only_me) for shape, only_me in SHAPES):
                    return True
        return False

    def captures(self) -> set[int]:
        found = set()
        for cell, stone in enumerate(self.stones):
            if stone == 1 - self.me and self.in_atari(cell):
                found |= {c for c in self.chain(cell)[1] if self.playable(c)}
        return found

    def allowed(self, last: int | None, playout: PlayoutSettings) -> set[int]:
        """What the policy may choose; empty: a pass."""
        if last is not None:
            if playout.atari_escapes and (found := self.escapes(last, ladders=playout.ladders)):
                return found
            if playout.attacks and (found := self.attacks(last)):
                return found
            if playout.nakade and (found := self.nakade(last)):
                return found
            if playout.near_shapes and (found := self.shapes(last)):
                return found
        if playout.captures and (found := self.captures()):
            return found
        quiet = {cell for cell in range(self.size**2) if self.playable(cell)}
        if playout.self_atari_refusal == 1.0:
            quiet -= {cell for cell in quiet if self.is_self_atari(cell)}
        return quiet


# Eyes that one stone at v turns into one eye.
EYES = ["*v*", "v*/*.", "*v*/.*.", ".*./*v*/.*.", "**./*v*", "**./*v*/.*."]


def vital_point(eye: set[tuple[int, int]]) -> tuple[int, int] | None:
    """The v of the eye, however it lies."""
    top, left = min(y for y, _ in eye), min(x for _, x in eye)
    for picture in EYES:
        rows = picture.split("/")
        for _ in range(4):
            rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
            for way in (rows, rows[::-1]):
                cells = {
                    (top + y, left + x): letter
                    for y, row in enumerate(way)
                    for x, letter in enumerate(row)
                    if letter != "."
                }
                if cells.keys() == eye:
                    return next(cell for cell, letter in cells.items() if letter == "v")
    return None


# MoGo's shapes (Gelly et al. 2006), X and O either way round; the flag: only X may move.
SHAPES = [
    ("XOX" ".*." "???", False),
    ("XO." ".*." "?.?", False),
    ("XO?" "X*." "x.?", False),
    ("XOO" ".*." "?.?", True),
    ("XO?" "O*o" "?o?", False),
    ("?X?" "O*O" "xxx", False),
    ("X.?" "O*?" "###", False),
    ("OX?" "X*O" "###", False),
    ("?X?" "x*O" "###", False),
    ("?XO" "x*x" "###", False),
    ("?OX" "X*O" "###", False),
]  # fmt: skip


def fits(flat: str, shape: str, *, only_me: bool) -> bool:
    """`flat` has m for the mover's stones and t for the other's."""
    for x in "m" if only_me else "mt":
        o = "t" if x == "m" else "m"
        letters = {
            "X": x, "O": o, "x": ".#" + o, "o": ".#" + x, ".": ".", "#": "#", "?": ".#mt", "*": ".",
        }  # fmt: skip
        if all(there in letters[letter] for there, letter in zip(flat, shape, strict=True)):
            return True
    return False
