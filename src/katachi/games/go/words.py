"""Sentences for the tactical features of Go (cpp/games/go/tactics.h)."""

from __future__ import annotations

from katachi.games.outcome import opponent
from katachi.games.position import Position
from katachi.games.words import Words
from katachi.games.words.finding import (
    LAST_MOVE,
    OWN_LAST_MOVE,
    PREVIOUS,
    Found,
    chain_of,
    chains_beside,
    counted,
    joined_cells,
    liberties,
    previous_cell,
)

_LINES = {
    "1": "is on the first line, at the edge of the board",
    "2": "is on the second line",
    "3": "is on the third line",
    "4": "is on the fourth line",
}


def _circular(which: str) -> dict[str, str]:
    return {
        "2": f"touches {which}",
        "3": f"is diagonal to {which}",
        "4": f"is one point away from {which}",
        "5": f"is a knight's move from {which}",
        **{str(number): f"is near {which} (distance {number})" for number in range(6, 11)},
    }


def _fate(which: str) -> dict[str, str]:
    return {
        "1": f"touches the chain of {which}",
        **{
            str(number): f"is {number} steps from {which}, a chain counting as one step"
            for number in range(2, 11)
        },
    }


_SENTENCES = {
    "pass": {
        "after a move": "passes while {opponent} still plays",
        "after a pass": "passes as {opponent} has just done, which ends the game",
    },
    "capture": {
        "a chain": "captures {stones}{at}",
        "in a ladder": "captures {stones}{at}, which a ladder would catch anyway",
        "prevents an extension": "captures {stones}{at}, which would escape otherwise",
        "of the previous move": "captures {stones}{at}, among them the one just played",
        "beside an own atari": "captures {stones}{at} and so saves your own stones in atari",
        "beside an own atari, 10 stones or more": "captures {stones}{at} and so saves your own "
        "stones in atari",
    },
    "extension": {
        "of an atari": "saves {stones} from atari{at}",
        "in a ladder": "runs with {stones} in atari{at}, which a ladder catches all the same",
    },
    "self-atari": {
        "up to 5 stones": "puts {stones} of your own into atari{at}",
        "more than 5 stones": "puts {stones} of your own into atari{at}",
    },
    "atari": {
        "of a chain": "puts {stones} of {opponent} into atari{at}",
        "while there is a ko": "puts {stones} of {opponent} into atari{at}: a threat for the ko",
        "in a ladder": "catches {stones} of {opponent}{at}: a ladder leaves no escape",
    },
    "border": _LINES,
    "circular distance to the previous move": _circular(LAST_MOVE),
    "circular distance to the move before": _circular(OWN_LAST_MOVE),
    "chains to the previous move": _fate(LAST_MOVE),
    "chains to the move before": _fate(OWN_LAST_MOVE),
}


def _find(position: Position, move: str, feature: str, level: str) -> Found:  # noqa: ARG001
    """The stones behind a sentence."""
    own, other = position.to_move, opponent(position.to_move)
    if feature == "capture":
        chains = [
            chain
            for chain in chains_beside(position, move, other)
            if liberties(position, chain) == {move}
        ]
    elif feature == "extension":
        chains = [
            chain
            for chain in chains_beside(position, move, own)
            if liberties(position, chain) == {move}
        ]
    elif feature == "self-atari":
        chains = [chain_of(position.play(move), move)]
    elif feature == "atari":
        chains = [
            chain
            for chain in chains_beside(position, move, other)
            if len(liberties(position, chain)) == 2
        ]
    elif feature.endswith(PREVIOUS):
        return previous_cell(position, feature)
    else:
        return Found()
    cells = joined_cells(position, chains)
    return Found(
        tuple(cell for cell in cells if cell != move), {"stones": counted(len(cells), "stone")}
    )


WORDS = Words(_SENTENCES, _find)
