"""What a row of games needs before its match: knowledge, networks, the weakness that it imitates.

Knowledge is learned from the records of the paper's first learning conditions, at the scale of the
run, with the learner of its rows of prediction. A weakness is that of the row's opponent, by the judge
of the row's agent, in games of the opponent with itself (SHAPES, appendix); `by-results` then
corrects it until agent and opponent are even, which is ours. Networks learn from random boards that
a search has judged (AGENTS 3.2.2), for boards for which none ships. All are kept in a folder.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from katachi.agents.catalogue import build_agent
from katachi.agents.changes import changed
from katachi.errors import KatachiError, shown
from katachi.files.atomic_file import write_atomically
from katachi.files.reading import read_bytes
from katachi.games.game import Game
from katachi.knowledge.catalogue import NETWORK_SUFFIX, is_known
from katachi.knowledge.networks.file import board_name
from katachi.learning.networks import (
    NeatTraining,
    ValueTraining,
    evolve_policy_network,
    make_labels,
    question_of,
    train_value_network,
)
from katachi.matches import Contestant, MatchPlan, Seat, VoidGame, play_game
from katachi.optimising.rivals import THESIS, calibrate_by_games, measure_weakness
from katachi.papers.conditions import Networks, PlayScale, ScaleName
from katachi.papers.table import Row
from katachi.records import GameRecord

_FORMAT = "katachi weakness 1"
# AGENTS 3.2.4 stops at 0.1, which a network reaches that knows no more than which moves are legal.
NEAT_ERROR = 0.095


class _Kept(msgspec.Struct, frozen=True):
    format: str
    key: dict[str, Any]
    weakness: float


def with_knowledge(contestant: Contestant, file: Path) -> Contestant:
    """The same agent with this knowledge wherever it has some: in the tree, in playouts."""
    names = [name for name in ("knowledge", "playout_knowledge") if getattr(contestant.agent, name)]
    if not names:
        raise KatachiError(f"{contestant.name} has no knowledge that could be learned")
    return _changed(contestant, dict.fromkeys(names, str(file)))


def with_networks(
    contestant: Contestant, networks: Mapping[str, Networks], board: Board, folder: Path
) -> Contestant:
    """The same agent with networks of its own for a board for which none ships."""
    changes = {}
    for field in ("knowledge", "playout_knowledge"):
        name = getattr(contestant.agent, field)
        name = name or ("ann" if field == "knowledge" and contestant.agent.kind == "ann" else "")
        if name in networks and not is_known(name, board.game):
            changes[field] = str(_network(name, networks[name], board, folder))
    return _changed(contestant, changes) if changes else contestant


@dataclasses.dataclass(frozen=True)
class Board:
    """A board that networks are for, and how much they learn."""

    game: Game
    scale: ScaleName
    threads: int | None = None


def _network(name: str, networks: Networks, board: Board, folder: Path) -> Path:
    """The file of a trained network, made if need be; labels are kept line by line."""
    scale = networks.scale(board.scale)
    game, seed = board.game, networks.seed
    labelled = f"{board_name(game)}-{scale.boards}-{scale.simulations}-{seed}"
    path = folder / f"{name}-{labelled}-{scale.population}-{scale.generations}{NETWORK_SUFFIX}"
    if path.exists():
        return path
    question = question_of(game, scale.boards, scale.simulations, seed)
    labels = make_labels(game, question, folder / f"{labelled}.labels", threads=board.threads)
    if networks.kind == "value":
        train_value_network(game, question, labels, ValueTraining(seed=seed)).save(path)
    else:
        training = NeatTraining(
            population=scale.population,
            generations=scale.generations,
            error=NEAT_ERROR,
            seed=seed,
        )
        evolve_policy_network(game, question, labels, training).save(path)
    return path


def imitating(plan: MatchPlan, row: Row, scale: PlayScale, folder: Path) -> MatchPlan:
    """The match of a row whose agent imitates its opponent."""
    agent = plan.first.agent
    if agent.kind != "imitation":
        raise KatachiError(f"{row.name} imitates, and its agent {plan.first.name} cannot")
    target = plan.second
    key = {
        "target": target.configuration,
        "budget": str(target.budget),
        "judge": msgspec.to_builtins(agent.imitation.judge),
        "game": plan.game,
        "opening": str(plan.openings),
        "seed": plan.seed,
        "records": scale.records,
        "pairs": scale.pairs if row.imitates == "by-results" else 0,
    }
    weakness = _kept(folder, key)
    if weakness is None:
        weakness = _measured(plan, scale.records)
        if row.imitates == "by-results":
            weakness = calibrate_by_games(
                weakness,
                agent.imitation.judge,
                target,
                plan.game,
                seed=plan.seed,
                pairs=scale.pairs,
            )
        _keep(folder, key, weakness)
    return dataclasses.replace(
        plan, first=_changed(plan.first, {"imitation": {"weakness": weakness}})
    )


def _changed(contestant: Contestant, changes: dict[str, Any]) -> Contestant:
    return dataclasses.replace(contestant, agent=changed(contestant.agent, changes))


def _measured(plan: MatchPlan, games: int) -> float:
    """The weakness of the opponent, from games with itself."""
    target = plan.second
    records = []
    for number in range(games):
        seats = (_seat(target), _seat(target))
        seed, opening = plan.seed * 1000 + number, plan.opening(number)
        game = play_game(plan.rules, seats, seed=seed, opening=opening)
        if isinstance(game, VoidGame):
            raise KatachiError(f"{target.name} failed in a game with itself: {game.message}")
        records.append(GameRecord(plan.rules, game.moves, black=target.name, white=target.name))
    judge = plan.first.agent.imitation.judge
    return round(measure_weakness(records, target.name, judge, counting=THESIS).mean, 4)


def _seat(contestant: Contestant) -> Seat:
    return Seat(build_agent(contestant.name, contestant.agent), contestant.budget)


def _path(folder: Path, key: dict[str, Any]) -> Path:
    digest = hashlib.sha256(msgspec.json.encode(key, order="sorted")).hexdigest()[:16]
    return folder / f"weakness-{digest}.json"


def _kept(folder: Path, key: dict[str, Any]) -> float | None:
    path = _path(folder, key)
    if not path.exists():
        return None
    try:
        kept = msgspec.json.decode(read_bytes(path), type=_Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise KatachiError(f"'{path}' is not a weakness: {error}") from None
    if kept.format != _FORMAT:
        raise KatachiError(f"'{path}' has the format {shown(kept.format)}, not {_FORMAT}")
    return kept.weakness


def _keep(folder: Path, key: dict[str, Any], weakness: float) -> None:
    text = msgspec.json.encode(_Kept(_FORMAT, key, weakness))
    write_atomically(_path(folder, key), text, overwrite=True)
