"""
The C++ core of katachi. Private: use the names of the package `katachi`.
"""

import enum


class Grid(enum.Enum):
    """The kinds of board."""

    square = 0

    square_eight = 1

    rhombus = 2

    hexagon = 3

class Topology:
    """Cells, neighbours, edges, distances and symmetries."""

    @property
    def cells(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def side_count(self) -> int: ...

    @property
    def corner_count(self) -> int: ...

    def x(self, cell: int) -> int:
        """Column from the left, 0 first."""

    def y(self, cell: int) -> int:
        """Row from the top, 0 first."""

    def neighbours(self, cell: int) -> list[int]:
        """Adjacent cells, clockwise from the top."""

    def side(self, side: int) -> list[int]:
        """The cells of one side."""

    def corner(self, corner: int) -> list[int]:
        """The cells of one corner (one cell)."""

    def distance(self, a: int, b: int) -> int:
        """Steps over neighbours from cell to cell."""

    @property
    def symmetries(self) -> list[tuple[list[int], bool]]:
        """
        The group: (image of each cell, whether colours are exchanged); identity first.
        """

    def orbit(self, cell: int) -> int:
        """The smallest cell equivalent to this one."""

def topology(grid: Grid, size: int) -> Topology:
    """The shared topology of a grid and size."""

class Reason(enum.Enum):
    """What decided a finished game."""

    none = 0

    discs = 1

    area = 2

    stones = 3

    connection = 4

    ring = 5

    bridge = 6

    fork = 7

    full_board = 8

class Superko(enum.Enum):
    """Which repetitions Go forbids."""

    positional = 0

    situational = 1

    none = 2

class Scoring(enum.Enum):
    """What counts in Go."""

    area = 0

    stones = 1

class Position:
    """An immutable position; moves and cells are numbers."""

    def after(self, move: int) -> Position:
        """
        The position after a move; ValueError with the reason if it is illegal.
        """

    def refusal(self, move: int) -> str | None:
        """Why the move is illegal, or None."""

    @property
    def legal_moves(self) -> list[int]:
        """Ascending move numbers."""

    @property
    def to_move(self) -> int: ...

    @property
    def stones(self) -> bytes:
        """One byte per cell: 0 black, 1 white, 2 none."""

    @property
    def is_over(self) -> bool: ...

    @property
    def outcome(self) -> tuple[int, Reason, float]:
        """
        (winner 0, 1 or 2 for none; reason; Black's margin). As if the game stopped now.
        """

    @property
    def key(self) -> int: ...

    @property
    def moves_played(self) -> int: ...

    @property
    def ko(self) -> int: ...

    @property
    def passes(self) -> int: ...

    @property
    def is_consistent(self) -> bool:
        """Recomputes all incremental state and compares; for tests."""

    def equals(self, other: Position) -> bool: ...

    def perft(self, depth: int) -> int:
        """Number of move sequences; a finished game counts once."""

def othello(size: int, set_up: tuple[bytes, int, int, int] | None = None) -> Position: ...

def go(size: int, *, komi: float, suicide: bool, superko: Superko, scoring: Scoring, move_limit: int, set_up: tuple[bytes, int, int, int] | None = None) -> Position: ...

def hex(size: int, *, swap: bool, set_up: tuple[bytes, int, int, int] | None = None) -> Position: ...

def havannah(size: int, *, swap: bool, set_up: tuple[bytes, int, int, int] | None = None) -> Position: ...

class Tally:
    """Counts of a number of playouts."""

    @property
    def playouts(self) -> int: ...

    @property
    def winners(self) -> list[int]:
        """Black wins, White wins, draws."""

    @property
    def reasons(self) -> list[int]:
        """By the value of Reason."""

    @property
    def moves(self) -> int: ...

    @property
    def score(self) -> float:
        """Sum of Black's margins."""

    @property
    def signature(self) -> int: ...

PLAYOUTS_PER_BLOCK: int = 64

def run_playouts(start: Position, *, count: int, seed: int, threads: int, first_block: int) -> Tally:
    """
    Uniformly random games; the result does not depend on the number of threads.
    """
