"""Commands of GoGui: rules of any game, analysis commands with graphics, parameters.

GoGui draws whatever it is told: `gogui-rules_*` give board, legal moves and turn, the answers of
the commands that `gogui-analyze_commands` lists are drawn on it. Boards are printed from the top
row to the bottom row; cells that a hexagonal board lacks are `?` or, in boards of values, empty.
HexGui, which asks for `hexgui-analyze_commands`, gets those that it can draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from katachi import __version__
from katachi.games.notation import GTP_COLUMNS
from katachi.gtp.engine.analysis import explanation
from katachi.gtp.engine.parameter_commands import set_all
from katachi.gtp.engine.parameters import all_parameters
from katachi.gtp.engine.registry import (
    Answer,
    Arguments,
    command,
    expect,
    on_board,
    speaking,
)
from katachi.gtp.engine.thinking import Allotment
from katachi.gtp.protocol.wire import CommandFailed
from katachi.search import SearchResult
from katachi.search.result import priors

if TYPE_CHECKING:
    from katachi.gtp.engine.engine import Engine

# Simulations for a picture of a position that has not been searched.
QUICK_SIMULATIONS = 2_000
EMPTY = '""'
INFLUENCED = 12  # moves that get a label


# Whether GoGui is told the rules.
draws = speaking("gogui-rules")


@command("gogui-version")
def gogui_version(engine: Engine, arguments: Arguments) -> str:
    """GoGui says which version it is."""
    del engine, arguments
    return ""


@command("gogui-title")
def title(engine: Engine, arguments: Arguments) -> str:
    """For the window."""
    expect(arguments, 0)
    return f"katachi {__version__}: {engine.state.game} ({engine.thinker.name})"


@command("gogui-interrupt")
def interrupt(engine: Engine, arguments: Arguments) -> str:
    """Says that `# interrupt` is heard while the engine thinks."""
    del engine
    expect(arguments, 0)
    return ""


# Rules


def board_rows(engine: Engine, cell: Callable[[str], str], missing: str) -> str:
    """A board from the top row to the bottom row: `cell` gives the text of each cell of katachi.

    Where vertices are in Go style they decide which row is on top, so that clicks and pictures
    agree (a board of GoGui may be upside down); elsewhere the board is as katachi draws it.
    """
    state = engine.state
    topology = state.board_game.topology
    places = {name: topology.coordinates(name) for name in topology.cells}
    span = 1 + max(map(max, places.values()))
    rows = [[missing] * span for _ in range(span)]
    for name, place in places.items():
        column, row = place
        if state.dialect.rows_from_bottom:
            vertex = state.vertex(name)
            column, row = GTP_COLUMNS.index(vertex[0]), span - int(vertex[1:])
        rows[row][column] = cell(name)
    return "\n" + "\n".join(" ".join(row) for row in rows)


@command("gogui-rules_game_id", exists=draws)
def rules_game_id(engine: Engine, arguments: Arguments) -> str:
    """One word."""
    expect(arguments, 0)
    return engine.state.game.name.capitalize()


@command("gogui-rules_board_size", exists=draws)
def rules_board_size(engine: Engine, arguments: Arguments) -> str:
    """The size, and `hex` for boards of hexagons."""
    expect(arguments, 0)
    game = engine.state.board_game
    kind = " hex" if game.hexagonal else ""
    return f"{engine.state.dialect.board_size(game)}{kind}"


@command("gogui-rules_board", exists=draws)
def rules_board(engine: Engine, arguments: Arguments) -> str:
    """What stands where."""
    expect(arguments, 0)
    symbols = {"black": "X", "white": "O", None: "."}
    board = engine.state.board
    return board_rows(engine, lambda cell: symbols[board.at(cell)], "?")


@command("gogui-rules_legal_moves", exists=draws)
def rules_legal_moves(engine: Engine, arguments: Arguments) -> str:
    """Empty when the game is over."""
    expect(arguments, 0)
    state = engine.state
    return " ".join(state.vertex(move) for move in state.position.legal_moves)


@command("gogui-rules_side_to_move", exists=draws)
def rules_side_to_move(engine: Engine, arguments: Arguments) -> str:
    """Black or white."""
    expect(arguments, 0)
    return engine.state.dialect.color(engine.state.position.to_move)


@command("gogui-rules_captured_count", exists=draws)
def rules_captured_count(engine: Engine, arguments: Arguments) -> str:
    """Stones captured by Black and by White, where anything is captured."""
    expect(arguments, 0)
    captured = {"black": 0, "white": 0}
    state = engine.state
    before = state.undone(len(state.steps)).board.stones
    for count, step in enumerate(state.steps, start=1) if state.board_game.captures else ():
        after = state.undone(len(state.steps) - count).board.stones
        gone = sum(old != 2 and new == 2 for old, new in zip(before, after, strict=True))
        captured[step.color] += gone
        before = after
    return f"{captured['black']} {captured['white']}"


@command("gogui-rules_final_result", exists=draws)
def rules_final_result(engine: Engine, arguments: Arguments) -> str:
    """A sentence."""
    expect(arguments, 0)
    position = engine.state.position
    return str(position.outcome) if position.is_over else ""


@command("gogui-rules_board_gfx", exists=draws)
def rules_board_graphics(engine: Engine, arguments: Arguments) -> str:
    """The last move, and the goal of both players where the board does not show it."""
    expect(arguments, 0)
    state = engine.state
    lines = []
    if state.steps and state.steps[-1].move != state.game.moves[-1]:
        lines.append(f"MARK {state.vertex(state.steps[-1].move)}")
    if state.board_game.goal:
        lines.append(f"TEXT {state.board_game.goal}")
    return "\n".join(lines)


# Analysis commands

ANALYZE_COMMANDS = (
    ("gfx", "Candidates", "katachi-candidates"),
    ("sboard", "Visits", "katachi-visits"),
    ("dboard", "Values", "katachi-values"),
    ("dboard", "Priors", "katachi-priors"),
    ("pspairs", "Visits as Labels", "katachi-labels"),
    ("varp", "Principal Variation", "katachi-variation"),
    ("string", "Explain Last Move", "gomill-explain_last_move"),
    ("string", "Describe Engine", "gomill-describe_engine"),
    ("string", "Final Score", "final_score"),
    ("plist", "Legal Moves", "all_legal_moves"),
    ("param", "Parameters", "katachi-parameters"),
)


# What only a search can answer, and what HexGui can draw.
_NEED_SEARCH = frozenset({"gfx", "sboard", "dboard", "varp", "pspairs"})
_DRAWN_BY_HEXGUI = frozenset({"pspairs", "varp", "string", "plist", "param"})


@command("gogui-analyze_commands")
def analyze_commands(engine: Engine, arguments: Arguments) -> Answer:
    """One line per command: type/label/command."""
    expect(arguments, 0)
    searches = engine.analyst.shows_search
    htp = "htp" in engine.state.dialect.speaks
    return "\n".join(
        "/".join(line)
        for line in ANALYZE_COMMANDS
        if (searches or line[0] not in _NEED_SEARCH) and (not htp or line[0] in _DRAWN_BY_HEXGUI)
    )


def searched(engine: Engine) -> SearchResult:
    """What is known of the position on the board; searched quickly if nothing is."""
    thinker = engine.analyst
    _ = thinker.in_slices
    position = engine.state.position
    if position.is_over:
        raise CommandFailed("the game is over")
    if thinker.result is None or thinker.searched != position:
        allotment = Allotment(playouts=QUICK_SIMULATIONS)
        for _ in thinker.slices(engine.state, position.to_move, allotment):
            pass
    assert thinker.result is not None
    return thinker.result


@command("katachi-visits", exists=on_board)
def visits_board(engine: Engine, arguments: Arguments) -> str:
    """Visits of every move."""
    expect(arguments, 0)
    visits = {line.move: str(line.visits) for line in searched(engine).moves if line.visits}
    return board_rows(engine, lambda cell: visits.get(cell, EMPTY), EMPTY)


@command("katachi-labels")
def visits_labels(engine: Engine, arguments: Arguments) -> str:
    """Visits of every move, as pairs of point and label."""
    expect(arguments, 0)
    special = engine.state.game.moves[-1]
    return " ".join(
        f"{engine.state.vertex(line.move)} {line.visits}"
        for line in searched(engine).moves
        if line.visits and line.move != special
    )


def _signed(engine: Engine, share: float) -> str:
    """A share of the player to move as GoGui colours it: Black positive, White negative."""
    color = engine.state.dialect.color(engine.state.position.to_move)
    return f"{share if color == 'black' else -share:.3f}"


@command("katachi-values", exists=on_board)
def values_board(engine: Engine, arguments: Arguments) -> str:
    """Who wins after a move: 1 Black, -1 White."""
    expect(arguments, 0)
    values = {
        line.move: _signed(engine, 2 * line.value - 1)
        for line in searched(engine).moves
        if line.visits
    }
    return board_rows(engine, lambda cell: values.get(cell, EMPTY), EMPTY)


@command("katachi-priors", exists=on_board)
def priors_board(engine: Engine, arguments: Arguments) -> str:
    """What knowledge thinks before any search; the likeliest move is 1."""
    expect(arguments, 0)
    found = priors(searched(engine))
    most = max(found.values(), default=1.0) or 1.0
    texts = {move: _signed(engine, share / most) for move, share in found.items()}
    return board_rows(engine, lambda cell: texts.get(cell, EMPTY), EMPTY)


@command("katachi-variation")
def variation(engine: Engine, arguments: Arguments) -> str:
    """The line that the search prefers, for the player to move."""
    expect(arguments, 0)
    line = searched(engine).principal_variation
    return " ".join(engine.state.vertex(move) for move in line)


@command("katachi-candidates")
def candidates(engine: Engine, arguments: Arguments) -> str:
    """Share of visits as influence, values as labels, the best move marked, the variation."""
    expect(arguments, 0)
    state = engine.state
    result = searched(engine)
    special = state.game.moves[-1]
    lines = [line for line in result.moves if line.visits and line.move != special][:INFLUENCED]
    if not lines:
        return "TEXT nothing but a pass or a swap"
    most = lines[0].visits
    influence = " ".join(
        f"{state.vertex(line.move)} {_signed(engine, line.visits / most)}" for line in lines
    )
    labels = " ".join(f"{state.vertex(line.move)} {round(100 * line.value)}" for line in lines)
    colors = "bw" if state.dialect.color(state.position.to_move) == "black" else "wb"
    moves = " ".join(
        f"{colors[ply % 2]} {state.vertex(move)}"
        for ply, move in enumerate(result.principal_variation)
    )
    summary = explanation(state, result, result.seconds).splitlines()[0]
    return "\n".join(
        [
            f"INFLUENCE {influence}",
            f"LABEL {labels}",
            f"CIRCLE {state.vertex(lines[0].move)}",
            f"VAR {moves}",
            f"TEXT {summary}",
        ]
    )


@command("katachi-parameters")
def parameters_dialog(engine: Engine, arguments: Arguments) -> str:
    """For GoGui's dialog: all parameters with their types, or a new value for one."""
    if arguments:
        expect(arguments, 2)
        set_all(engine, [(arguments[0], arguments[1])])
        return ""
    lines = []
    parameters = all_parameters(engine.state.parameters, engine.thinker.parameters)
    for name, text in parameters.items():
        is_bool = text in {"true", "false"}
        lines.append(
            f"[bool] {name} {int(text == 'true')}" if is_bool else f"[string] {name} {text}"
        )
    return "\n".join(lines)
