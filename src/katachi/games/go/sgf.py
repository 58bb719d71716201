"""Go in SGF.

`GM[1]`. Points are two letters from the upper left, a pass is empty; `KM`, and for a handicap `HA`
with `AB`.

Files of others are judged leniently where rules differ and files rarely name them: only the simple
ko is forbidden, and suicide unless the rules are New Zealand's or Ing's; two passes after which
play goes on are dropped.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from katachi.games.go.handicap import handicap_points, most_handicap
from katachi.games.go.komi import LARGEST_KOMI, playable_komi
from katachi.games.sgf_form import GameFields, Root, SgfFile, SgfForm, own_file, real

if TYPE_CHECKING:
    from katachi.games.game import Game
    from katachi.games.go.game import Go

_ALLOWS_SUICIDE = {"nz", "new zealand", "ing", "goe", "tromp-taylor"}
# The names of rules, where SGF has one for (scoring, suicide, superko).
_RULES = {
    ("area", False, "positional"): "Chinese",
    ("area", True, "situational"): "NZ",
}
_RULE_FIELDS = {"suicide", "superko", "scoring"}
_WHITE = 1


def _rules_name(game: Game) -> str:
    """The name of the rules in SGF, or an empty text."""
    go = cast("Go", game)
    return _RULES.get((go.scoring, go.suicide, go.superko), "")


class GoForm(SgfForm):
    """With komi, handicap, names of rules, and passes after which play goes on."""

    def fields(self, file: SgfFile) -> GameFields:
        """Komi and rules."""
        komi = file.text("KM")
        rules = file.text("RU").lower()
        stated = real(komi, "KM") if komi else 0.0
        # 3.75 (half of 7.5, counted in stones) is played as GTP plays it; too large is refused.
        if abs(stated) <= LARGEST_KOMI:
            stated = playable_komi(stated)
        values: GameFields = {"komi": stated}
        if own_file(file):
            values |= {"suicide": True, "superko": "situational"} if rules == "nz" else {}
        else:
            values |= {"superko": "none", "suicide": rules in _ALLOWS_SUICIDE}
        return values

    def with_own_start(self, game: Game, stones: bytes, to_move: int) -> Game | None:
        """Black stones on the usual points, White to move: a handicap."""
        count = stones.count(0)
        if stones.count(_WHITE) or to_move != _WHITE or not 2 <= count <= most_handicap(game.size):
            return None
        points = {game.number(point) for point in handicap_points(game.size, count)}
        if any(stones[point] != 0 for point in points):
            return None
        return replace(cast("Go", game), handicap=count)

    def without_resumptions(self, numbers: list[int], special: int) -> list[int]:
        """A game in which two passes end it.

        Servers let players resume after two passes: the two change nothing and are dropped. Of
        passes at the end two are kept; some rules want three, and some programs count more.
        """
        kept: list[int] = []
        passes = 0
        for move in numbers:
            if move == special:
                passes += 1
                continue
            kept += [special] * (passes % 2)
            kept.append(move)
            passes = 0
        kept += [special] * min(passes, 2)
        return kept

    def correct_texts(self, game: Game, file: SgfFile, texts: dict[str, str]) -> None:
        """Rules that are fields of the game go; a komi that is none of ours stays as a text."""
        if own_file(file) and texts.get("rules") == _rules_name(game):
            del texts["rules"]
        komi = file.text("KM")
        if komi and real(komi, "KM") != cast("Go", game).komi:
            texts["komi"] = komi

    def properties(self, game: Game, *, from_start: bool) -> Root:
        """Komi, handicap, and the name of the rules where SGF has one for them."""
        go = cast("Go", game)
        properties: Root = {"KM": f"{go.komi:g}"}
        if _rules_name(go):
            properties["RU"] = _rules_name(go)
        if go.handicap and from_start:
            properties["HA"] = str(go.handicap)
        return properties

    def told_fields(self, game: Game, properties: Root) -> tuple[set[str], set[str]]:
        """Komi and handicap; the rules if their name tells them."""
        told, always = {"komi", "handicap"}, set[str]()
        if "RU" in properties:
            # A name that is not the one of these rules is a remark, and must not be taken for them.
            named = properties["RU"] == _rules_name(game)
            (told if named else always).update(_RULE_FIELDS)
        return told, always


FORM = GoForm("1", ("sgf",), "", ("", "tt", "pass"), default_size=19)
