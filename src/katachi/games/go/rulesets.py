"""Rulesets of Go: their names, and the form in which KataGo writes them.

A ruleset is more than the fields of `Go`: it says whether players agree on dead stones at the end
or must take them, and what White gets for handicap stones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from katachi.errors import InvalidGame, shown
from katachi.games.go.game import Go
from katachi.games.position import Position

Superko = Literal["positional", "situational", "none"]
Scoring = Literal["area", "territory", "stones"]
Bonus = Literal["0", "N-1", "N"]
# agreed: players take dead stones off together when both have passed. alive: what stands on the
# board counts, so dead stones must be taken. unsaid: nobody told; be ready for either.
DeadStones = Literal["agreed", "alive", "unsaid"]


@dataclass(frozen=True)
class Ruleset:
    """`handicap_bonus`: points that White gets for N handicap stones."""

    superko: Superko = "positional"
    scoring: Scoring = "area"
    suicide: bool = False
    handicap_bonus: Bonus = "0"
    dead_stones: DeadStones = "unsaid"

    def applied_to(self, game: Go) -> Go:
        """The game under these rules."""
        return replace(game, superko=self.superko, scoring=self.scoring, suicide=self.suicide)

    def compensation(self, handicap: int) -> int:
        """White's points for a number of handicap stones."""
        if handicap < 2 or self.handicap_bonus == "0":
            return 0
        return handicap if self.handicap_bonus == "N" else handicap - 1


_CHINESE = Ruleset("none", "area", suicide=False, handicap_bonus="N", dead_stones="agreed")
_JAPANESE = Ruleset("none", "territory", dead_stones="agreed")
_AGA = Ruleset("situational", "area", handicap_bonus="N-1", dead_stones="agreed")
_NEW_ZEALAND = Ruleset("situational", "area", suicide=True, dead_stones="agreed")

# As KataGo defines them (docs/GTP_Extensions.md of its version 1.17), in lower case with hyphens.
RULESETS: Mapping[str, Ruleset] = {
    "tromp-taylor": Ruleset("positional", "area", suicide=True, dead_stones="alive"),
    "chinese": _CHINESE,
    "chinese-ogs": replace(_CHINESE, superko="positional"),
    "chinese-kgs": replace(_CHINESE, superko="positional"),
    "japanese": _JAPANESE,
    "korean": _JAPANESE,
    "aga": _AGA,
    "bga": _AGA,
    "french": _AGA,
    "new-zealand": _NEW_ZEALAND,
    "nz": _NEW_ZEALAND,
}


def ruleset_of_name(name: str) -> Ruleset:
    """A ruleset by name, in any case and with `_` or blanks for hyphens; raises `InvalidGame`."""
    found = RULESETS.get("-".join(name.lower().replace("_", " ").split()))
    if found is None:
        known = ", ".join(RULESETS)
        raise InvalidGame(f"no rules are called {shown(name)}; known: {known}")
    return found


_KO: dict[str, Superko] = {
    "SIMPLE": "none",
    "POSITIONAL": "positional",
    "SITUATIONAL": "situational",
}
_SCORING: dict[str, Scoring] = {"AREA": "area", "TERRITORY": "territory"}
_TAX = {"area": "NONE", "stones": "ALL", "territory": "SEKI"}
_BONUS: dict[str, Bonus] = {"0": "0", "N-1": "N-1", "N": "N"}


def kata_rules(rules: Ruleset) -> dict[str, str | bool]:
    """KataGo's fields, as `kata-get-rules` answers them."""
    return {
        "friendlyPassOk": rules.dead_stones == "agreed",
        "hasButton": False,
        "ko": next(word for word, superko in _KO.items() if superko == rules.superko),
        "scoring": "TERRITORY" if rules.scoring == "territory" else "AREA",
        "suicide": rules.suicide,
        "tax": _TAX[rules.scoring],
        "whiteHandicapBonus": rules.handicap_bonus,
    }


def with_kata_rules(rules: Ruleset, given: Mapping[str, object]) -> Ruleset:
    """The rules after changes in KataGo's form; raises `InvalidGame` naming what is unknown."""
    for key, value in given.items():
        word = value.upper() if isinstance(value, str) else value
        if key == "ko" and word in _KO:
            rules = replace(rules, superko=_KO[str(word)])
        elif key in {"scoring", "score"} and word in _SCORING:
            rules = replace(rules, scoring=_SCORING[str(word)])
        elif key == "suicide" and isinstance(value, bool):
            rules = replace(rules, suicide=value)
        elif key == "whiteHandicapBonus" and str(word) in _BONUS:
            rules = replace(rules, handicap_bonus=_BONUS[str(word)])
        elif key == "friendlyPassOk" and isinstance(value, bool):
            rules = replace(rules, dead_stones="agreed" if value else "alive")
        elif (key, value) != ("hasButton", False) and (key != "tax" or word not in _TAX.values()):
            raise InvalidGame(f"katachi has no rule {shown(key)} of {shown(value)}")
    tax = str(given.get("tax", _TAX[rules.scoring])).upper()
    if tax != _TAX[rules.scoring]:
        raise InvalidGame(f"katachi has no {rules.scoring} scoring with a tax of {shown(tax)}")
    return rules


def handicap_stones(start: Position) -> int:
    """How many handicap stones a game began with: two or more black stones alone, White to move."""
    black = start.stones.count(0)
    alone = not start.stones.count(1) and start.to_move == "white"
    return black if alone and black >= 2 else 0
