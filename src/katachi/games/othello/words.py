"""Sentences for the tactical features of Othello (cpp/games/othello/tactics.h)."""

from __future__ import annotations

from katachi.errors import KatachiError
from katachi.games.outcome import opponent
from katachi.games.position import Position
from katachi.games.words import Words
from katachi.games.words.finding import Found, at, counted
from katachi.games.words.naming import number_word, sort_cells

MOST_CHANGE = 8
MOST_FEWER_FRONTIER = 4


def _changes(fewer: int, more: int, sentence: str) -> dict[str, str]:
    """A sentence for each change of a number, {change} filled in."""
    found = {}
    for number in range(1, fewer + 1):
        last = ", or less" if number == fewer else ""
        found[f"{number} fewer{last}"] = sentence.replace("{change}", f"{number} fewer")
    for number in range(1, more + 1):
        last = ", or yet more" if number == more else ""
        found[f"{number} more{last}"] = sentence.replace("{change}", f"{number} more")
    return found


_DANGER = "{opponent} may get that corner"
_SENTENCES = {
    "corner": {
        "taken": "takes a corner",
        "X-square, empty corner": "is diagonal to the empty corner{at} (an X-square): " + _DANGER,
        "X-square, own corner": "is diagonal to your own corner{at}",
        "X-square, opposing corner": "is diagonal to {opponent}'s corner{at}",
        "C-square, empty corner": "is beside the empty corner{at} (a C-square): " + _DANGER,
        "C-square, own corner": "is on the edge beside your own corner{at}",
        "C-square, opposing corner": "is on the edge beside {opponent}'s corner{at}",
    },
    "corners given": {
        "1": "gives up the corner{at}: {opponent} can take it next",
        "2 or more": "gives up the corners{at}: {opponent} can take one of them next",
    },
    "corners denied": {
        "1": "keeps {opponent} from taking the corner{at}",
        "2 or more": "keeps {opponent} from taking the corners{at}",
    },
    "opposing moves": {
        **_changes(MOST_CHANGE, MOST_CHANGE, "leaves {opponent} {moves}, {change} than before"),
        "none left": "leaves {opponent} without a move: {opponent} must pass",
    },
    "own moves": _changes(
        MOST_CHANGE, MOST_CHANGE, "leaves you {moves} for later, {change} than now"
    ),
    "own frontier": _changes(
        MOST_FEWER_FRONTIER,
        MOST_CHANGE,
        "leaves {change} of your discs open (beside empty cells, where they can be flipped)",
    ),
    "opposing frontier": _changes(
        MOST_CHANGE, 0, "leaves {change} of {opponent}'s discs open (beside empty cells)"
    ),
    "stable discs": {
        "1": "wins a disc that can never be flipped",
        **{
            f"{number}{' or more' if number == 5 else ''}": f"wins {number_word(number)}"
            f"{' or more' if number == 5 else ''} discs that can never be flipped"
            for number in range(2, 6)
        },
    },
    "flips": {str(number): "flips {discs}{at}" for number in range(1, MOST_CHANGE + 1)},
    "empty region": {
        "1": "fills a single empty cell between discs",
        **{
            str(number): f"begins an empty region of {number_word(number)} cells, where "
            + ("you" if number % 2 else "{opponent}")
            + " can have the last move"
            for number in range(2, 7)
        },
        "odd, 7 or more": "begins an empty region with an odd number of cells, where you can have "
        "the last move",
    },
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:
    """The cells and numbers behind a sentence."""
    if feature == "corner":
        return Found(() if level == "taken" else (_nearest_corner(position, move),))
    after = position.play(move)
    if feature in {"corners given", "corners denied"}:
        now = _moves_of(after, opponent(position.to_move))
        if feature == "corners denied":
            before = _moves_of(position, opponent(position.to_move))
            cells = before - now
        else:
            cells = now
        corners = sort_cells(position, cells & set(position.game.topology.corners))
        return Found(tuple(cell for cell in corners if cell != move), {"at": at(corners)})
    if feature in {"opposing moves", "own moves"}:
        who = position.to_move if feature == "own moves" else opponent(position.to_move)
        return Found(words={"moves": counted(len(_moves_of(after, who)), "move")})
    if feature == "flips":
        flipped = [
            cell
            for cell in position.game.topology.cells
            if position.at(cell) is not None and position.at(cell) != after.at(cell)
        ]
        return Found(tuple(flipped), {"discs": counted(len(flipped), "disc")})
    if feature == "empty region":
        return Found(_region(position, move))
    return Found()


def _nearest_corner(position: Position, move: str) -> str:
    topology = position.game.topology
    return min(topology.corners, key=lambda corner: topology.distance(corner, move))


def _moves_of(position: Position, color: str) -> set[str]:
    """The moves of a colour, as if it were to move."""
    if position.to_move != color:
        stones = position.text.split()[0]
        try:
            position = position.game.position(f"{stones} {'X' if color == 'black' else 'O'}")
        except KatachiError:
            return set()
    if position.to_move != color:
        return set()
    return set(position.legal_moves) & set(position.game.topology.cells)


def _region(position: Position, move: str) -> tuple[str, ...]:
    """The empty cells that are joined to this one, over sides and corners, without it."""
    seen, fresh = {move}, [move]
    while fresh:
        for cell in position.game.topology.neighbours(fresh.pop()):
            if cell not in seen and position.at(cell) is None:
                seen.add(cell)
                fresh.append(cell)
    return sort_cells(position, seen - {move})


WORDS = Words(_SENTENCES, _find)
