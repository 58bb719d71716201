"""
The C++ core of katachi. Private: use the names of the package `katachi`.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


class Grid(enum.Enum):
    """The kinds of board."""

    square = 0

    square_eight = 1

    rhombus = 2

    hexagon = 3

    triangle = 4

    graph = 5

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

def drawn_topology(grid: Grid, *, x: Sequence[int], y: Sequence[int], neighbours: Sequence[Sequence[int]], sides: Sequence[Sequence[int]], corners: Sequence[Sequence[int]], symmetries: Sequence[tuple[Sequence[int], bool]]) -> Topology:
    """
    The shared topology of a board that is drawn elsewhere; -1 is no neighbour.
    """

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

    territory = 9

    five = 10

    rules = 11

    points = 12

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
    def move_count(self) -> int: ...

    def cell_of(self, move: int) -> int | None:
        """The cell that a legal move acts on, or None."""

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
    def previous(self) -> list[int]:
        """The last move and the one before it, as far as they are known."""

    @property
    def ko(self) -> int: ...

    @property
    def passes(self) -> int: ...

    @property
    def prisoners(self) -> list[int]:
        """Stones taken off the board, black and white ones."""

    @property
    def seen(self) -> bytes:
        """What superko remembers, eight bytes for each earlier position."""

    def resumed(self, color: int) -> Position:
        """The same stones and memory, this colour to move, no pass before."""

    @property
    def is_consistent(self) -> bool:
        """Recomputes all incremental state and compares; for tests."""

    def equals(self, other: Position) -> bool: ...

    def perft(self, depth: int) -> int:
        """Number of move sequences; a finished game counts once."""

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

def local_pattern_class(code: int) -> int:
    """The smallest code among the rotations and mirror images of a pattern."""

def local_patterns(position: Position) -> list[tuple[int, int]]:
    """Empty cells and their pattern codes for the player to move."""

class SelectionSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

class ExpansionSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

class PlayoutSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

class BackupSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

class FinalSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

class MctsSettings:
    def __init__(self) -> None: ...

    def __getattr__(self, name: str, /) -> Any: ...

    def __setattr__(self, arg0: str, arg1: object, /) -> None: ...

    @property
    def selection(self) -> SelectionSettings: ...

    @property
    def expansion(self) -> ExpansionSettings: ...

    @property
    def playout(self) -> PlayoutSettings: ...

    @property
    def backup(self) -> BackupSettings: ...

    @property
    def final_move(self) -> FinalSettings: ...

class DeclaredChoice:
    """One value of a parameter with choices."""

    @property
    def name(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    @property
    def source(self) -> str: ...

class DeclaredField:
    """A parameter of a part of the search."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def ranged(self) -> bool: ...

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...

    @property
    def infinite(self) -> bool: ...

    @property
    def choices(self) -> list[DeclaredChoice]: ...

class DeclaredNeed:
    """What a parameter works with only."""

    @property
    def what(self) -> str: ...

    @property
    def needs(self) -> str: ...

    @property
    def sentence(self) -> str: ...

class DeclaredPart:
    """A part of the search, as it declares itself."""

    @property
    def group(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def fields(self) -> list[DeclaredField]: ...

    @property
    def asks(self) -> list[str]: ...

    @property
    def needs(self) -> list[DeclaredNeed]: ...

    @property
    def suits(self) -> list[DeclaredNeed]: ...

def declared_parts() -> list[DeclaredPart]:
    """The parts of the search, in the order of the settings."""

def demands(arg: MctsSettings, /) -> list[str]:
    """What the parts ask of the search, as they are set."""

def capabilities(arg: Position, /) -> list[str]:
    """What the game of a position can tell a search, as parts ask for it."""

class Budget:
    """When a search stops; see search/budget.h."""

    def __init__(self, *, simulations: int = 0, seconds: float = 0.0, nodes: int = 0, depth: int = -1, processor_time: bool = False) -> None: ...

def othello(size: int, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position: ...

class Superko(enum.Enum):
    """Which repetitions Go forbids."""

    positional = 0

    situational = 1

    none = 2

class Scoring(enum.Enum):
    """What counts in Go."""

    area = 0

    stones = 1

    territory = 2

def go(size: int, *, komi: float, suicide: bool, superko: Superko, scoring: Scoring, move_limit: int, set_up: tuple[bytes, int, int, int, int] | None = None, prisoners: Sequence[int] = [0, 0], seen: bytes = ...) -> Position:
    """
    `prisoners` and `seen` as properties of a position have them; read with a set-up only.
    """

class Ownership:
    """Who owned the points of Go after playouts."""

    @property
    def playouts(self) -> int: ...

    @property
    def black(self) -> list[int]:
        """Playouts by cell."""

    @property
    def white(self) -> list[int]:
        """Playouts by cell."""

    @property
    def score(self) -> float:
        """Sum of Black's margins."""

    @property
    def score_squares(self) -> float: ...

def count_ownership(start: Position, policy: PlayoutSettings, *, count: int, seed: int, threads: int) -> Ownership:
    """
    Playouts of Go with heuristics; the result does not depend on the number of threads.
    """

def is_caught_in_a_ladder(position: Position, stone: int, *, ko: int) -> bool:
    """
    Whether a chain with one liberty that moves, or with two and the opponent moves, is caught; `ko` is forbidden to the player to move, -1: none.
    """

def hex(size: int, *, swap: bool, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position: ...

def havannah(size: int, *, swap: bool, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position: ...

def gomoku(size: int, *, exact: bool, swap: bool, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position: ...

def y(size: int, *, swap: bool, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position: ...

class CompiledRules:
    """The rules of a game that Numba compiled."""

    def __init__(self, name: str, addresses: dict[str, int], topology: Topology, *, bytes: int, to_move: int, moves: int, stones: int, moves_stay: bool, repeats: bool, checked: bool, longest: int) -> None:
        """
        Addresses by the names of the functions, see games/compiled/rules.h. The functions must live as long as the process.
        """

    def position(self, set_up: tuple[bytes, int, int, int, int] | None = None) -> Position:
        """The start, or a set-up."""

    def position_of_state(self, state: bytes, *, moves_played: int) -> Position: ...

def compiled_state(position: Position) -> bytes:
    """The bytes of the state of a compiled game."""

class FeatureSet:
    """What a move looks like, as levels of features."""

    @property
    def feature_count(self) -> int: ...

    def level_count(self, arg: int, /) -> int: ...

    def has_baseline(self, arg: int, /) -> bool: ...

    def features_at(self, arg: int, /) -> list[int]: ...

    def cells_read(self, position: Position, move: int, place: int) -> list[int]:
        """The cells behind the level of a shape, in the order of the shape."""

def cell_classes(arg: Topology, /) -> FeatureSet: ...

def stages(arg: Topology, /) -> FeatureSet: ...

def by_stage(features: FeatureSet, stages: int) -> FeatureSet:
    """The same features with every level apart in every stage."""

def absolute_shapes(topology: Topology, shapes: Sequence[tuple[int, Sequence[int]]], *, color_symmetry: bool) -> FeatureSet:
    """Shapes as (target, other cells)."""

def relative_shapes(topology: Topology, shapes: Sequence[Sequence[tuple[int, int]]], *, color_symmetry: bool) -> FeatureSet:
    """Shapes as offsets from the move."""

class Encoder:
    """Several feature sets as one."""

    def __init__(self, arg: Sequence[FeatureSet], /) -> None: ...

    @property
    def feature_count(self) -> int: ...

    @property
    def level_counts(self) -> list[int]: ...

    @property
    def total_levels(self) -> int: ...

    @property
    def groups(self) -> list[list[int]]: ...

    def levels(self, position: Position, moves: Sequence[int]) -> list[list[tuple[int, int]]]:
        """For each move its (feature, level) pairs."""

def tactics(start: Position, *, history: bool) -> FeatureSet:
    """The tactical features of a game and board."""

def tactics_names(tactics: FeatureSet) -> list[tuple[str, list[str]]]:
    """For each feature its name and the names of its levels."""

class Teams:
    """Competitions between teams of feature levels."""

    @property
    def competition_count(self) -> int: ...

    @property
    def team_count(self) -> int: ...

    @property
    def member_count(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def total_levels(self) -> int: ...

    @property
    def baselines(self) -> list[int]:
        """Levels that keep strength 1."""

    @property
    def block_count(self) -> int: ...

    def append(self, other: Teams) -> None:
        """
        Adds competitions of the same features; not to teams that a learner is about.
        """

    def wins(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """How often each level belongs to the chosen team."""

    def appearances(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """How often each level belongs to a candidate."""

    @property
    def digest(self) -> int:
        """Names the teams and their order."""

    def rows(self, block: int) -> list[tuple[int, int, list[int], int, bool]]:
        """
        The teams of a block as (competition, group, levels, multiplicity, chosen).
        """

def encode_games(start: Position, encoder: Encoder, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, forced_moves: bool, first_ply: int, merge: bool, share: float, part: int, seed: int, first_game: int, threads: int, taught: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Teams:
    """
    Replays games and turns their positions into competitions. `taught`: uint16 [moves], the move that a position teaches, 65535 if it teaches none; None: the moves played.
    """

class TeamTable:
    """Builds competitions team by team, without a game."""

    def __init__(self, level_counts: Sequence[int], groups: Sequence[Sequence[int]], baselines: Sequence[int] = []) -> None:
        """`baselines`: features whose level 0 keeps strength 1."""

    def add(self, teams: Sequence[tuple[int, Sequence[int]]], chosen: int) -> None:
        """
        One competition: (group, levels) of each team, and the index of the winner.
        """

    def teams(self) -> Teams: ...

class BradleyTerry:
    """Minorization-maximization, pass by pass."""

    def __init__(self, teams: Teams, *, prior_wins: float, prior_losses: float, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, kept: Sequence[int] = []) -> None:
        """`kept`: features that keep their strengths."""

    def run_pass(self) -> None:
        """Updates every feature once, or nothing if it is interrupted."""

    @property
    def gammas(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def mean_log_evidence(self) -> float: ...

    @property
    def objective(self) -> float: ...

def mean_log_evidence(teams: Teams, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, factors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float:
    """Mean of ln P(chosen); factors: [levels x k] flat, or empty."""

def likelihood(teams: Teams, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """Sum of ln P(chosen), and how often each level is expected to win."""

class Predictions:
    """What a model says of each competition."""

    @property
    def probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def better(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def equal(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def candidates(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def game(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def moves_played(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def bin_count(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def bin_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def bin_chosen(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def predict(teams: Teams, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int, factors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Predictions: ...

class Factorization:
    """Factorization Bradley-Terry, pass by pass."""

    def __init__(self, teams: Teams, *, factors: int, rate: float, weight_pull: float, factor_pull: float, spread: float, seed: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """`teams`: any of the features to learn."""

    def run_pass(self, teams: Teams) -> None:
        """One step for every competition, or none if it is interrupted."""

    @property
    def numbers(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """Everything that a pass changes, but for the number of passes."""

    def restore(self, numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], passes: int) -> None:
        """Goes on after so many passes."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def factors(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class PolicyValueNetwork:
    """See knowledge/policy_value_network.h."""

    def __init__(self, planes: Planes, input: tuple[int, Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]], blocks: Sequence[tuple[tuple[int, Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]], Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], tuple[int, Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]]]], policy: tuple[int, Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], int], pooled: tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[float]]) -> None: ...

    def answers(self, positions: Sequence[Position]) -> NDArray[numpy.float32]:
        """float32 [positions, places + 3]: logits, margin, log spread, value."""

    def evaluate(self, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float32]:
        """float32 [positions, places + 2] of planes: logits, margin, log spread."""

class PolicyNetwork:
    """A network that gives a number to each cell."""

    def __init__(self, topology: Topology, nodes: Sequence[tuple[float, float, Sequence[tuple[int, float]]]], outputs: Sequence[int]) -> None: ...

    def strengths(self, position: Position, moves: Sequence[int]) -> list[float]: ...

def board_properties(position: Position, color: int) -> list[tuple[str, int, int]]:
    """(name, sign, count) of the five properties, for a colour."""

class Planes:
    """A position as planes of numbers, for networks."""

    def __init__(self, start: Position) -> None:
        """For all positions of a game and board."""

    @property
    def names(self) -> list[str]: ...

    @property
    def side(self) -> int: ...

    def of(self, positions: Sequence[Position]) -> NDArray[numpy.float32]:
        """float32 [positions, planes, side, side]."""

    def places(self, color: int) -> list[int]:
        """Where each move lies in a plane, as the player of a colour sees it."""

def position_numbers(start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, forced_moves: bool) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32]]:
    """Game and ply of every position of legal games."""

def plane_examples(planes: Planes, start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, games: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], plies: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.float32], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.uint16]]:
    """
    Planes, legal places, chosen place and moves played, by position. The games must be those of position_numbers().
    """

class LargePatterns(FeatureSet):
    """The largest known pattern around a move."""

    def text(self) -> str: ...

    def contents(self, level: int) -> str: ...

    def size(self, level: int) -> int: ...

    def level_of(self, contents: str) -> int: ...

def large_patterns(topology: Topology, smallest: int, largest: int, text: str) -> LargePatterns:
    """A set of patterns from its lines."""

def pattern_rings(topology: Topology, smallest: int, largest: int) -> list[list[tuple[int, int]]]:
    """
    The cells of patterns as (columns to the right, rows down), ring by ring.
    """

class PatternHarvest:
    """Counts patterns, one size a pass."""

    def __init__(self, topology: Topology, smallest: int, largest: int, *, at_least: int, all_moves: bool, share: float, seed: int, threads: int) -> None: ...

    @property
    def passes(self) -> int: ...

    @property
    def kept(self) -> int: ...

    def count(self, start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, first_game: int) -> None: ...

    def end_pass(self) -> None: ...

    def text(self) -> str: ...

class MoveKnowledge:
    """What was learned about moves, of any kind, for searches."""

    @staticmethod
    def cells(by_move: Sequence[float]) -> MoveKnowledge:
        """One strength per move."""

    @staticmethod
    def local_patterns(position: Position, classes: Sequence[int], strengths: Sequence[float], other: float) -> MoveKnowledge:
        """Strengths of local patterns, for the board of a position."""

    @staticmethod
    def features(encoder: Encoder, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, factors: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], factor_count: int) -> MoveKnowledge:
        """Natural logarithms by level, and rows of factors."""

    @staticmethod
    def network(network: PolicyNetwork) -> MoveKnowledge:
        """A network that gives a number to cells."""

    @staticmethod
    def policy_value(network: PolicyValueNetwork) -> MoveKnowledge:
        """A network with a policy head that the core runs."""

    @staticmethod
    def planes(planes: Planes, function: object) -> MoveKnowledge:
        """A function of planes that gives logits."""

    @staticmethod
    def function(function: object) -> MoveKnowledge:
        """A function of a position and move numbers that gives strengths."""

class PatternSpace:
    """Shapes laid over a board; see pattern_space.h."""

    def __init__(self, cells: int, placements: Sequence[Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)]], parameter_of: Sequence[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> None: ...

    @property
    def placements(self) -> int: ...

    @property
    def contents(self) -> int: ...

    @property
    def parameters(self) -> int: ...

class PatternValues:
    """See knowledge/pattern_values.h."""

    def __init__(self, space: PatternSpace, stage_of: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], constants: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_weights: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], spread: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def judge(self, positions: Sequence[Position]) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """float32 [2 * positions]: score and probability, in turn."""

def position_feature_names(position: Position) -> list[str]: ...

class ValueExamples:
    """See learning/value_examples.h."""

    @property
    def words(self) -> int: ...

    @property
    def features(self) -> int: ...

    @property
    def own(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

    @property
    def other(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

    @property
    def numbers(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]: ...

    @property
    def stones(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def scores(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    @property
    def exact(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def games(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def value_examples(start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, solve_from: int, threads: int, labels: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> ValueExamples: ...

class ValueFitSettings:
    def __init__(self) -> None: ...

    @property
    def logistic(self) -> bool: ...

    @logistic.setter
    def logistic(self, arg: bool, /) -> None: ...

    @property
    def l2(self) -> float: ...

    @l2.setter
    def l2(self, arg: float, /) -> None: ...

    @property
    def feature_l2(self) -> float: ...

    @feature_l2.setter
    def feature_l2(self, arg: float, /) -> None: ...

    @property
    def nearby(self) -> float: ...

    @nearby.setter
    def nearby(self, arg: float, /) -> None: ...

    @property
    def loops_of_a_newton_step(self) -> int: ...

    @loops_of_a_newton_step.setter
    def loops_of_a_newton_step(self, arg: int, /) -> None: ...

class ValueFit:
    """See learning/value_fit.h."""

    def __init__(self, space: PatternSpace, own: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], ranges: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], settings: ValueFitSettings, *, threads: int) -> None: ...

    def step(self) -> None: ...

    @property
    def unknowns(self) -> int: ...

    @property
    def loop(self) -> int: ...

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def base(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def residual(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def direction(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def diagonal(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def slope(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def restore(self, loop: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], base: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], residual: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], diagonal: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slope: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def value_sums(space: PatternSpace, own: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
    """float32 [end - begin]: x weights of examples of one stage."""

class Proof(enum.Enum):
    """What is proven about a move, for the player who makes it."""

    unknown = 0

    loss = 1

    draw = 2

    win = 3

    at_most_draw = 4

    at_least_draw = 5

class MoveReport:
    """One node of the tree."""

    @property
    def depth(self) -> int: ...

    @property
    def move(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def amaf_visits(self) -> float: ...

    @property
    def amaf_value(self) -> float: ...

    @property
    def initial_visits(self) -> float: ...

    @property
    def initial_value(self) -> float: ...

    @property
    def strength(self) -> float: ...

    @property
    def bias(self) -> float: ...

    @property
    def proof(self) -> Proof: ...

class SearchReport:
    """The result of a search."""

    @property
    def best(self) -> int | None: ...

    @property
    def value(self) -> float: ...

    @property
    def proof(self) -> Proof: ...

    @property
    def moves(self) -> list[MoveReport]: ...

    @property
    def principal_variation(self) -> list[int]: ...

    @property
    def genes(self) -> list[float]: ...

    @property
    def simulations(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def depth(self) -> int: ...

    @property
    def families(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def full(self) -> bool: ...

    @property
    def interrupted(self) -> bool: ...

class Population:
    """Weights of board properties that evolve."""

    def __init__(self, settings: SelectionSettings, seed: int, stream: int) -> None: ...

    def learn(self, result: float) -> None: ...

    @property
    def current(self) -> list[float]: ...

    @property
    def best(self) -> list[float]: ...

    @property
    def individuals(self) -> list[tuple[list[float], float, int]]: ...

class PlayedOut:
    """The moves and the result of one playout."""

    @property
    def moves(self) -> list[int]: ...

    @property
    def winner(self) -> int: ...

    @property
    def reason(self) -> Reason: ...

    @property
    def score(self) -> float: ...

class Search:
    """A search of a game of the core."""

    def __init__(self, start: Position, settings: MctsSettings, *, knowledge: MoveKnowledge | None = None, playout_knowledge: MoveKnowledge | None = None) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...

    def set_position(self, arg: Position, /) -> bool: ...

    def new_game(self, arg: Position, /) -> bool: ...

    def advance(self, arg: int, /) -> bool: ...

    def run(self, budget: Budget, *, moves: Sequence[int] = []) -> SearchReport: ...

    def is_decided(self, arg: int, /) -> bool: ...

    def follow(self, arg: Position, /) -> bool: ...

    def play_out(self, start: Position, *, before: int, last: int, seed: int, learn: bool) -> PlayedOut: ...

    def dump(self, arg0: int, arg1: int, /) -> list[MoveReport]: ...

    @overload
    def set_values(self, values: AlphaBetaValues) -> None: ...

    @overload
    def set_values(self, values: PolicyValueNetwork) -> None: ...

    def set_evaluator(self, arg: object, /) -> None: ...

    def scores(self) -> list[tuple[int, float]]: ...

    def populations(self) -> list[Population]: ...

class PythonPosition:
    """Where a game written in Python starts."""

    def __init__(self, position: object, moves: list[str]) -> None: ...

class PythonSearch:
    """A search of a game written in Python."""

    def __init__(self, start: PythonPosition, settings: MctsSettings, *, knowledge: MoveKnowledge | None = None, playout_knowledge: MoveKnowledge | None = None) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...

    def set_position(self, arg: object, /) -> None: ...

    def new_game(self, arg: object, /) -> None: ...

    def advance(self, arg: int, /) -> bool: ...

    def follow(self, arg: object, /) -> bool: ...

    def run(self, budget: Budget, *, moves: Sequence[int] = []) -> SearchReport: ...

    def is_decided(self, arg: int, /) -> bool: ...

    def play_out(self, start: object, *, before: int, last: int, seed: int, learn: bool) -> PlayedOut: ...

    def dump(self, arg0: int, arg1: int, /) -> list[MoveReport]: ...

    def set_evaluator(self, arg: object, /) -> None: ...

    def scores(self) -> list[tuple[int, float]]: ...

class ReplayedGames:
    """Recorded games after their last legal move."""

    @property
    def moves(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]:
        """uint16 [moves]: all legal moves, passes included."""

    @property
    def offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """int64 [games + 1]: where the moves of each game begin."""

    @property
    def refused(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """int32 [games]: the first illegal move of those given, or -1."""

    @property
    def over(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """uint8 [games]: 1 if the rules ended the game."""

    @property
    def winner(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """uint8 [games]: 0 black, 1 white, 2 none."""

    @property
    def reason(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """uint8 [games]: the value of Reason."""

    @property
    def score(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """float32 [games]: Black's margin."""

    @property
    def black(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]:
        """int16 [games]: black stones on the board."""

    @property
    def white(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]:
        """int16 [games]: white stones on the board."""

def replay_games(start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, implied_passes: bool, threads: int) -> ReplayedGames:
    """
    Replays games given as flat arrays; illegal moves are reported, not raised.
    """

def game_digests(moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, images: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], start_keys: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """uint64 [games], equal for games that symmetries make equal."""

class DiscWeights:
    def __init__(self) -> None: ...

    @property
    def discs(self) -> int: ...

    @discs.setter
    def discs(self, arg: int, /) -> None: ...

    @property
    def mobility(self) -> int: ...

    @mobility.setter
    def mobility(self, arg: int, /) -> None: ...

    @property
    def openness(self) -> int: ...

    @openness.setter
    def openness(self, arg: int, /) -> None: ...

    @property
    def stable(self) -> int: ...

    @stable.setter
    def stable(self, arg: int, /) -> None: ...

    @property
    def corners(self) -> int: ...

    @corners.setter
    def corners(self, arg: int, /) -> None: ...

class DistanceWeights:
    def __init__(self) -> None: ...

    @property
    def distance(self) -> int: ...

    @distance.setter
    def distance(self, arg: int, /) -> None: ...

    @property
    def breadth(self) -> int: ...

    @breadth.setter
    def breadth(self, arg: int, /) -> None: ...

class AlphaBetaValues:
    """See alphabeta/values.h."""

    def __init__(self, values: PatternValues, prob_cuts: Sequence[tuple[int, int, int, float, float, float]]) -> None: ...

class AlphaBetaSettings:
    def __init__(self) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def endgame_empties(self) -> int: ...

    @endgame_empties.setter
    def endgame_empties(self, arg: int, /) -> None: ...

    @property
    def empties_to_winner(self) -> bool: ...

    @empties_to_winner.setter
    def empties_to_winner(self, arg: bool, /) -> None: ...

    @property
    def megabytes(self) -> int: ...

    @megabytes.setter
    def megabytes(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def null_window(self) -> bool: ...

    @null_window.setter
    def null_window(self, arg: bool, /) -> None: ...

    @property
    def killers(self) -> bool: ...

    @killers.setter
    def killers(self, arg: bool, /) -> None: ...

    @property
    def history(self) -> bool: ...

    @history.setter
    def history(self, arg: bool, /) -> None: ...

    @property
    def static_order(self) -> bool: ...

    @static_order.setter
    def static_order(self, arg: bool, /) -> None: ...

    @property
    def stability(self) -> bool: ...

    @stability.setter
    def stability(self, arg: bool, /) -> None: ...

    @property
    def discs(self) -> DiscWeights: ...

    @discs.setter
    def discs(self, arg: DiscWeights, /) -> None: ...

    @property
    def distances(self) -> DistanceWeights: ...

    @distances.setter
    def distances(self, arg: DistanceWeights, /) -> None: ...

    @property
    def selectivity(self) -> float: ...

    @selectivity.setter
    def selectivity(self, arg: float, /) -> None: ...

    @property
    def values(self) -> AlphaBetaValues: ...

    @values.setter
    def values(self, arg: AlphaBetaValues | None, /) -> None: ...

class AlphaBetaReport:
    @property
    def best(self) -> int | None: ...

    @property
    def score(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    @property
    def proof(self) -> int | None: ...

    @property
    def depth(self) -> int: ...

    @property
    def moves(self) -> list[tuple[int, int]]: ...

    @property
    def principal_variation(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def interrupted(self) -> bool: ...

class AlphaBeta:
    """Alpha-beta search of a game with an evaluation."""

    def __init__(self, start: Position, settings: AlphaBetaSettings) -> None: ...

    def run(self, position: Position, budget: Budget, *, every_move: bool = False, only: Sequence[int] = []) -> AlphaBetaReport: ...

    def evaluate(self, position: Position) -> int: ...

class DuelPlayer:
    """A player of duels; see alphabeta/duel.h."""

    def __init__(self) -> None: ...

    @property
    def settings(self) -> AlphaBetaSettings: ...

    @settings.setter
    def settings(self, arg: AlphaBetaSettings, /) -> None: ...

    @property
    def natural(self) -> bool: ...

    @natural.setter
    def natural(self, arg: bool, /) -> None: ...

    @property
    def weakness(self) -> float: ...

    @weakness.setter
    def weakness(self, arg: float, /) -> None: ...

class DuelGame:
    @property
    def moves(self) -> list[int]: ...

    @property
    def score(self) -> int: ...

def play_duels(first: DuelPlayer, second: DuelPlayer, openings: Sequence[Position], seeds: Sequence[int], *, threads: int = 1) -> list[DuelGame]:
    """
    Two games from every opening, colours exchanged; all openings on one board.
    """

class RecordedPositions:
    """Positions of games, equal ones once, for light evaluations."""

    def __init__(self, topology: Topology, *, history: bool) -> None:
        """With `history` positions remember their last moves and a ko."""

    def add(self, start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, forced_moves: bool, first_ply: int) -> None:
        """Adds the positions of games that begin at `start`, from a ply on."""

    @property
    def different(self) -> int: ...

    @property
    def competition_count(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class LightClass:
    """The moves of one class and the strengths of all others, which stay."""

    @property
    def team_count(self) -> int: ...

    @property
    def competition_count(self) -> int: ...

    @property
    def places(self) -> int: ...

    @property
    def readings(self) -> int: ...

    @property
    def bytes(self) -> int: ...

def light_class_of_target(train: RecordedPositions, test: RecordedPositions, target: int, *, others: Encoder | None, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stages: int, threads: int) -> LightClass:
    """Places are the cells of the board, for shapes of the target's class."""

def light_class_of_offsets(train: RecordedPositions, test: RecordedPositions, offsets: Sequence[tuple[int, int]], *, others: Encoder | None, gammas: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stages: int, threads: int) -> LightClass:
    """Places are offsets from the move, for shapes of every cell."""

class LightEvaluation:
    """Evaluates shapes of one class; not for two threads at once."""

    def __init__(self, light_class: LightClass, *, loops: int, prior_wins: float, prior_losses: float, threads: int) -> None: ...

    def evaluate(self, shapes: Sequence[Sequence[int]], *, train_too: bool) -> tuple[float, float]:
        """
        Mean log evidence in learning positions (0 unless asked for) and test positions.
        """

    def counts(self, shape: Sequence[int]) -> tuple[list[float], list[float]]:
        """
        For each level seen in learning positions: how often it appeared, and was chosen.
        """

    @property
    def encoded(self) -> int: ...

class CellCounts:
    """Positions as numbers of legal moves by cell class."""

    def __init__(self, arg: Topology, /) -> None: ...

    def add(self, start: Position, moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, forced_moves: bool) -> None: ...

    @property
    def class_count(self) -> int: ...

    @property
    def position_count(self) -> int: ...

    @property
    def row_count(self) -> int: ...

    @property
    def appearances(self) -> list[float]: ...

    def evaluate(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int) -> list[float]:
        """f1, f2, f3, f4 and the mean log evidence."""

    def mean_probability(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int) -> float:
        """f1 alone, which is faster."""

def forest(topology: Topology, trees: Sequence[tuple[str, str]]) -> FeatureSet:
    """A forest from (query system, queries in pre-order)."""

def trace_tree(forest: FeatureSet, position: Position, tree: int, move: int) -> tuple[int, list[int], int, bool]:
    """
    (leaf, cells of the discovered nodes, branches, whether some were cut off).
    """

def query_quality(criterion: str, children: Sequence[tuple[float, float]]) -> tuple[bool, float]:
    """(suitable, quality) of children given as (wins, losses)."""

class TreeGrowth:
    """A tree of a decision forest on its way."""

    def __init__(self, system: str, criterion: str, *, seed: int, share: float, patience: int, delay: int) -> None: ...

    def run(self, starts: Sequence[Position], start_of: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> str:
        """Grows the tree and returns its queries."""

    def stop(self) -> None:
        """Asks run() to return soon."""

    @property
    def games(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def descents(self) -> int: ...

    @property
    def branched(self) -> int:
        """Descents that ended in several branches."""

    @property
    def cut(self) -> int:
        """Descents with more branches than are kept."""

    @property
    def bytes(self) -> int:
        """What the statistics of all leaves took at the end."""
