"""Agents that `improve` makes: the first ones, those with new knowledge, and small changes of settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.changes import changed
from katachi.errors import InvalidSettings
from katachi.games.game import Game
from katachi.knowledge import PolicyValueNetwork
from katachi.knowledge.catalogue import kind_of
from katachi.search import MctsSettings
from katachi.search.suitability import check_suitable

# Wins that are seen at once, in playouts; they cost time, and a game may lack them.
_SHARP = {"playout": {"decisive": True, "anti_decisive": True}}
_RAVE = {
    "selection": {
        "rave": "minimum_mse",
        "rave_bias": 0.02,
        "exploration": 0.1,
        "first_play_urgency": 1.0,
    },
    "expansion": {"visits": 2},
}
_UCT = {"selection": {"exploration": 0.5, "first_play_urgency": 1.0}, "expansion": {"visits": 2}}
# How strengths of moves enter a search that has known none.
_KNOWING = {
    "selection": {"bias": "ikeda", "bias_weight": 0.3, "bias_horizon": 500.0},
    "expansion": {"knowledge_visits": 20.0},
}

# A network judges leaves in place of playouts, and shares its simulations by its priors.
_JUDGING = {
    "selection": {"formula": "puct", "exploration": 0.8, "first_play_urgency": -0.1},
    "playout": {"evaluator_share": 1.0},
}

# Of a leaf's value that values say instead of a playout, in the order in which they are tried.
_SHARES = (1.0, 0.5, 0.0)

# Whether playouts suit a game does not depend on who else judges leaves.
_UNJUDGED = {"evaluator_share": 0.0}

Changes = dict[str, dict[str, Any]]


def first_agents(game: Game, start: str) -> list[AgentFile]:
    """Who may begin: the agent of a name, or plain searches of two kinds."""
    if start:
        agent = read_agent_file(start)
        if agent.kind != "mcts":
            raise InvalidSettings(f"improve needs an agent of the kind mcts, not {agent.kind}")
        return [agent]
    found = []
    for base, about in ((_RAVE, "RAVE"), (_UCT, "UCT")):
        agent = AgentFile(kind="mcts", about=f"{about}, nothing learned.", game=game.name)
        agent = changed(agent, {"mcts": base})
        proving = changed(agent, {"mcts": {"selection": {"solver": True}}})
        agent = proving if _suits(game, proving.mcts) else agent
        sharp = changed(agent, {"mcts": _SHARP})
        found += [agent, *([sharp] if _suits(game, sharp.mcts) else [])]
    return found


def _suits(game: Game, settings: MctsSettings) -> bool:
    try:
        check_suitable(game, settings, None, None, None)
    except InvalidSettings:
        return False
    return True


def with_knowledge(agent: AgentFile, *, moves: str, values: str, about: str) -> AgentFile:
    """The same with new knowledge; an agent that had none begins to use that of moves."""
    new: dict[str, Any] = {"knowledge": moves, "evaluator": values, "about": about}
    if not agent.knowledge:
        new["mcts"] = _KNOWING
    return changed(agent, new)


def with_network(agent: AgentFile, game: Game, *, network: str, about: str) -> AgentFile:
    """The same with a new network; an agent that had none becomes a search of another kind."""
    if agent.evaluator and kind_of(agent.evaluator) is PolicyValueNetwork:
        return changed(agent, {"knowledge": network, "evaluator": network, "about": about})
    mcts = changed(MctsSettings(), _JUDGING)
    proving = changed(mcts, {"selection": {"solver": True}})
    mcts = proving if _suits(game, changed(proving, {"playout": _UNJUDGED})) else mcts
    return msgspec.structs.replace(
        agent, mcts=mcts, knowledge=network, evaluator=network, about=about
    )


def variations(agent: AgentFile, game: Game) -> list[tuple[str, AgentFile]]:
    """Agents that differ in one setting, each with a text that says which."""
    return _suited(
        agent,
        game,
        _variations(agent.mcts, knows=bool(agent.knowledge), judges=bool(agent.evaluator)),
    )


def uses_of_values(agent: AgentFile, game: Game) -> list[tuple[str, AgentFile]]:
    """The same with leaves judged by values alone, half by a playout, or by a playout alone.

    How much values are worth differs from game to game and grows with what they have learned: in Gomoku
    values alone win nearly every game from playouts, in Havannah playouts win.
    """
    if not agent.evaluator:
        return []
    shares = (share for share in _SHARES if share != agent.mcts.playout.evaluator_share)
    return _suited(agent, game, ({"playout": {"evaluator_share": share}} for share in shares))


def _suited(
    agent: AgentFile, game: Game, candidates: Iterable[Changes]
) -> list[tuple[str, AgentFile]]:
    """Those that the game allows, each with a text that says what is different."""
    found = []
    for changes in candidates:
        text = ", ".join(
            f"{name} = {value}" for part in changes.values() for name, value in part.items()
        )
        try:
            alone = changed(
                MctsSettings(), {"playout": {**changes.get("playout", {}), **_UNJUDGED}}
            )
            if _suits(game, alone):
                found.append((text, changed(agent, {"mcts": changes})))
        except InvalidSettings:  # out of its range
            continue
    return found


def _variations(mcts: MctsSettings, *, knows: bool, judges: bool) -> Iterator[Changes]:
    selection, expansion, playout = mcts.selection, mcts.expansion, mcts.playout
    for factor in (2.0, 0.5):
        yield {"selection": {"exploration": selection.exploration * factor}}
        if selection.rave == "minimum_mse":
            yield {"selection": {"rave_bias": selection.rave_bias * factor**2}}
        if knows and selection.bias != "none":
            yield {"selection": {"bias_weight": selection.bias_weight * factor}}
            yield {"selection": {"bias_horizon": selection.bias_horizon * factor**2}}
        if knows and expansion.knowledge_visits:
            yield {"expansion": {"knowledge_visits": expansion.knowledge_visits * factor}}
    for visits in (4 * expansion.visits, expansion.visits // 2):
        if visits:
            yield {"expansion": {"visits": visits}}
    sharp = not playout.decisive
    yield {"playout": {"decisive": sharp, "anti_decisive": sharp}}
    if judges:
        for share in (playout.evaluator_share + 0.25, playout.evaluator_share - 0.25):
            if 0 <= share <= 1:
                yield {"playout": {"evaluator_share": share}}
        minimax = mcts.backup.implicit_minimax
        yield {"backup": {"implicit_minimax": 0.2 if not minimax else 0.0}}
    reply = 0 if playout.last_good_reply else 2
    yield {"playout": {"last_good_reply": reply, "forgetting": bool(reply)}}
