"""What players of Go agree on: komi, what White gets for handicap stones, dead stones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from katachi.games.contract import PositionLike
from katachi.games.game import Game
from katachi.games.go.chains import Board
from katachi.games.go.game import Go
from katachi.games.go.komi import playable_komi
from katachi.games.go.passing import answer_to_pass, must_clean_up
from katachi.games.go.rulesets import (
    Bonus,
    DeadStones,
    Ruleset,
    handicap_stones,
    kata_rules,
    ruleset_of_name,
    with_kata_rules,
)
from katachi.games.go.scoring import STATUSES, count
from katachi.games.outcome import Color, Outcome
from katachi.games.position import Position
from katachi.games.terms import Answer, CountedTerms


@dataclass(frozen=True)
class GoTerms(CountedTerms):
    """The parts of a ruleset that `Go` lacks.

    `komi` is what the controller said; `game_from` has the nearest komi with the same winner that
    katachi's rules know, with what White gets for handicap stones.
    """

    handicap_bonus: Bonus = "0"
    dead_stones: DeadStones = "unsaid"

    def with_komi(self, komi: float) -> Self:
        """Any number."""
        return replace(self, komi=komi)

    def _compensation(self, start: Position) -> int:
        """White's points for the handicap stones of a game."""
        bonus = Ruleset(handicap_bonus=self.handicap_bonus)
        return bonus.compensation(handicap_stones(start))

    def game_from(self, start: Position) -> Game:
        """With a komi that katachi's rules know."""
        playable = playable_komi(self.komi + self._compensation(start))
        game = _go(start.game)
        return game if playable == game.komi else replace(game, komi=playable)

    def correction(self, start: Position) -> float:
        """The controller's komi may be one that katachi's rules do not know."""
        return _go(start.game).komi - self.komi - self._compensation(start)

    def outcome(self, start: PositionLike, position: PositionLike) -> Outcome:
        """The result on the board with the controller's komi, without dead stones.

        Where the rules say that what stands is alive, and with stone scoring, nothing is taken off.
        """
        assert isinstance(position, Position)
        assert isinstance(start, Position)
        game = _go(position.game)
        as_it_stands = self.dead_stones == "alive" or game.scoring == "stones"
        outcome = position.outcome if as_it_stands else count(position).outcome
        margin = outcome.score + self.correction(start)
        winner: Color | None = None if margin == 0 else "black" if margin > 0 else "white"
        return replace(outcome, winner=winner, score=margin)

    def answer_to_pass(self, position: PositionLike) -> Answer:
        """By the count of the board."""
        assert isinstance(position, Position)
        return answer_to_pass(position, self.dead_stones)

    def must_clean_up(self, position: PositionLike) -> bool:
        """Whether dead stones of the opponent stand on the board."""
        assert isinstance(position, Position)
        return must_clean_up(position)

    def when_cleaning_up(self) -> Self:
        """What stands is alive."""
        return replace(self, dead_stones="alive")

    def _ruleset(self, game: Game) -> Ruleset:
        go = _go(game)
        return Ruleset(go.superko, go.scoring, go.suicide, self.handicap_bonus, self.dead_stones)

    def rules(self, game: Game) -> Mapping[str, str | bool]:
        """In KataGo's form."""
        return kata_rules(self._ruleset(game))

    def with_named_rules(self, game: Game, name: str) -> tuple[Self, Game]:
        """One of `RULESETS`."""
        return self._under(game, ruleset_of_name(name))

    def with_rules(
        self, game: Game, given: Mapping[str, object], *, anew: bool = False
    ) -> tuple[Self, Game]:
        """Changes in KataGo's form."""
        before = ruleset_of_name("tromp-taylor") if anew else self._ruleset(game)
        return self._under(game, with_kata_rules(before, given))

    def _under(self, game: Game, rules: Ruleset) -> tuple[Self, Game]:
        terms = replace(self, handicap_bonus=rules.handicap_bonus, dead_stones=rules.dead_stones)
        return terms, rules.applied_to(_go(game))

    def chains(self, position: Position, status: str) -> list[tuple[str, ...]] | None:
        """Where the rules say that what stands is alive, all chains are."""
        known = next((known for known in STATUSES if known == status), None)
        if known is None:
            return None
        if self.dead_stones != "alive":
            return list(count(position).stones(known))
        cells = sorted(chain.cells for chain in Board(position).chains)
        named = [tuple(position.game.moves[cell] for cell in chain) for chain in cells]
        return named if known == "alive" else []


def _go(game: Game) -> Go:
    assert isinstance(game, Go)
    return game
