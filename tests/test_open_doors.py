"""Any agent and any game go everywhere: matches, tournaments, laboratories, exports, analyses, GTP."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT
from typer.testing import CliRunner

import katachi
from katachi.agents.analysis import analyze_position
from katachi.agents.capabilities import HasParameters, ThinksInSlices
from katachi.cli import app
from katachi.gtp.engine import Engine, EngineOptions
from katachi.gtp.engine.parameters import Parameters
from katachi.matches import Contestant, open_laboratory
from katachi.matches.export import export, export_moves
from katachi.matches.tournament import TournamentPlan, play_tournament
from katachi.reports.tournament_report import markdown_tournament

FEW = katachi.Budget(simulations=50)


@dataclass(frozen=True)
class Heap:
    """So many sticks; who takes the last one wins."""

    left: int
    to_move: katachi.Color = "black"

    @property
    def legal_moves(self) -> list[str]:
        return ["one", "two", "three"][: self.left]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> katachi.Outcome:
        assert self.is_over, "asked only when the game is over"
        winner: katachi.Color = "white" if self.to_move == "black" else "black"
        return katachi.Outcome(winner, "sticks", 1.0 if winner == "black" else -1.0)

    @property
    def key(self) -> int:
        return 2 * self.left + (self.to_move == "white")

    def play(self, move: str) -> Heap:
        if move not in self.legal_moves:
            raise katachi.IllegalMove(f"{move} of {self.left}")
        taken = ["one", "two", "three"].index(move) + 1
        return Heap(self.left - taken, "white" if self.to_move == "black" else "black")

    def __str__(self) -> str:
        return "|" * self.left


@dataclass(frozen=True)
class Sticks:
    """A game without any of our classes."""

    sticks: int = 10
    name: str = "sticks"
    moves: tuple[str, ...] = ("one", "two", "three")

    def start(self) -> Heap:
        return Heap(self.sticks)


class Expert:
    """Leaves a multiple of four; knows nothing of katachi but the words."""

    def __init__(self, name: str = "expert") -> None:
        self.name = name

    def new_game(self, game: katachi.GameLike, seed: int) -> None:
        del seed
        assert game.name == "sticks"

    def choose(self, position: katachi.PositionLike, budget: katachi.Budget) -> katachi.Choice:
        del budget
        assert isinstance(position, Heap)
        wanted = position.left % 4
        return katachi.Choice(("one", "two", "three")[wanted - 1] if wanted else "one")


def test_the_game_keeps_the_contract() -> None:
    assert katachi.check_game(Sticks()) > 20


def test_a_match_of_objects_is_kept_and_goes_on(tmp_path: Path) -> None:
    lab = tmp_path / "lab.sqlite"
    played = katachi.match(Expert(), "uct", Sticks(), pairs=2, budget=FEW, lab=lab)
    assert played.score.as_black.wins == 2, "ten sticks are won by who begins"
    again = katachi.match(Expert(), "uct", Sticks(), pairs=3, budget=FEW, lab=lab)
    assert [g.play for g in again.result.results[:4]] == [g.play for g in played.result.results]
    assert again.score.games.games == 6
    # Another game of the name and another agent of the class are others.
    katachi.match(Expert(), "uct", Sticks(9), pairs=1, budget=FEW, lab=lab)
    katachi.match(Expert("second"), "uct", Sticks(), pairs=1, budget=FEW, lab=lab)
    with open_laboratory(lab) as laboratory:
        assert [match.games for match in laboratory.matches()] == [6, 2, 2]


def test_a_stored_match_of_objects_is_exported(tmp_path: Path) -> None:
    lab = tmp_path / "lab.sqlite"
    katachi.match(Expert(), "random", Sticks(), pairs=2, budget=FEW, lab=lab)
    with open_laboratory(lab) as unaware:
        assert export(unaware, tmp_path / "games.csv", "csv") == 4
        with pytest.raises(katachi.InvalidGame, match="no game"):
            export_moves(unaware, tmp_path / "moves.csv")
    with open_laboratory(lab, games=[Sticks()]) as laboratory:
        export_moves(laboratory, tmp_path / "moves.csv")
        with pytest.raises(katachi.InvalidGame, match="SGF has no form for 'sticks'"):
            export(laboratory, tmp_path / "games.sgf", "sgf")
    with (tmp_path / "moves.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = [row["score"] for row in rows if row["score"]]
    assert len(last) == 4, "a score at the end of every game, and nowhere else"
    assert set(last) <= {"-1.0", "1.0"}


def test_a_tournament_of_objects() -> None:
    players = [Expert(), katachi.load_agent("uct"), katachi.load_agent("random")]
    plan = TournamentPlan(
        tuple(Contestant.of_player(player, FEW) for player in players),
        "ten sticks",
        pairs=2,
        python_game=Sticks(),
    )
    with open_laboratory(None) as laboratory:
        standings = play_tournament(plan, laboratory)
    assert len(standings.matches) == 3
    assert standings.points("expert", "random")[1] == 4
    text = markdown_tournament(standings)
    assert "ten sticks, 2 pairs a match" in text
    assert "| expert " in text


def test_an_analysis_of_any_agent() -> None:
    game = Sticks()
    plain = analyze_position(Expert(), game.start(), FEW)
    assert [one.move for one in plain.candidates] == ["two"]
    assert plain.search is None
    uct = katachi.load_agent("uct")
    uct.new_game(game, 1)
    found = analyze_position(uct, game.start(), katachi.Budget(simulations=2000))
    assert found.candidates[0].move == "two"
    assert found.candidates[0].value is not None
    assert found.candidates[0].value > 0.7


def tell(engine: Engine, line: str) -> str:
    text = "".join(engine.answer(line))
    assert text.startswith("="), text
    return text[1:].strip()


def refused(engine: Engine, line: str) -> str:
    text = "".join(engine.answer(line))
    assert text.startswith("?"), text
    return text[1:].strip()


def test_a_gtp_session_of_a_python_game_with_a_plain_agent() -> None:
    engine = Engine(Sticks(), Expert())
    assert tell(engine, "name") == "katachi sticks expert"
    assert tell(engine, "genmove b") == "two"
    assert tell(engine, "showboard") == "|" * 8
    assert tell(engine, "all_legal_moves") == "one two three"
    assert refused(engine, "play b one") == "illegal move: it is white's turn"
    assert "is not a move of sticks" in refused(engine, "play w four")
    assert tell(engine, "play w THREE") == ""
    assert refused(engine, "final_score") == "cannot score"
    assert tell(engine, "undo") == ""
    assert tell(engine, "play w one") == ""
    for _ in range(10):
        if engine.state.position.is_over:
            break
        tell(engine, f"genmove {engine.state.position.to_move}")
    assert tell(engine, "final_score") == "B+"
    assert refused(engine, "genmove b") == "the game is over"
    assert tell(engine, "clear_board") == ""
    assert len(tell(engine, "showboard")) == 10
    assert refused(engine, "boardsize 9") == "unacceptable size"
    known = tell(engine, "list_commands").split()
    assert not {"komi", "set_position", "loadsgf", "fixed_handicap"} & set(known)
    assert refused(engine, "kata-analyze 1") == "the agent expert does not search"
    assert json.loads(tell(engine, "kata-get-params"))["maxTime"] == "0"


def test_a_gtp_session_of_a_python_game_with_a_search() -> None:
    options = EngineOptions(parameters=Parameters(max_playouts=2000))
    engine = Engine(Sticks(), options=options)
    assert tell(engine, "name") == "katachi sticks uct", "who plays games without a default agent"
    assert tell(engine, "kata-set-param selection.exploration 0.6") == ""
    assert tell(engine, "kata-get-param selection.exploration") == "0.6"
    assert tell(engine, "genmove b") == "two"
    lines = tell(engine, "kata-genmove_analyze w 1")
    assert "info move" in lines
    assert "play " in lines
    assert lines.endswith(f"play {engine.state.steps[-1].move}")
    assert " % of " in tell(engine, "gomill-explain_last_move")


class Slow:
    """An agent of somebody else that thinks in slices and has a parameter."""

    name = "slow"

    def __init__(self, patience: int = 3) -> None:
        self.patience = patience
        self.slices = 0
        self.led: list[Sequence[str] | None] = []
        self._search = katachi.Mcts(Sticks())

    def new_game(self, game: katachi.GameLike, seed: int) -> None:
        self._search = katachi.Mcts(game, katachi.MctsSettings(seed=seed))

    def choose(self, position: katachi.PositionLike, budget: katachi.Budget) -> katachi.Choice:
        raise AssertionError(f"it thinks in slices, not for {budget} about {position}")

    def lead(self, moves: Sequence[str] | None) -> None:
        self.led.append(moves)

    def think(
        self,
        position: katachi.PositionLike | None,
        budget: katachi.Budget,
        *,
        moves: Sequence[str] | None = None,
    ) -> katachi.SearchResult:
        del budget
        self.slices += 1
        return self._search.run(position, simulations=10, moves=moves)

    def is_decided(self, simulations: int) -> bool:
        return simulations < 0

    def variations(self) -> dict[str, tuple[katachi.MoveStatistics, ...]]:
        return self._search.variations()

    def parameters(self) -> dict[str, str]:
        return {"patience": str(self.patience)}

    def with_parameters(self, changes: Mapping[str, str]) -> Slow:
        for name, text in changes.items():
            assert name == "patience"
            if not text.isdecimal():
                raise katachi.InvalidSettings(f"patience cannot be {text}")
        return Slow(int(changes["patience"]))


def test_capabilities_are_asked_for_not_classes() -> None:
    slow = Slow()
    assert isinstance(slow, ThinksInSlices)
    assert isinstance(slow, HasParameters)
    engine = Engine(Sticks(), slow, EngineOptions(parameters=Parameters(max_playouts=35)))
    assert tell(engine, "genmove b") in {"one", "two", "three"}
    assert slow.slices == 1 + 4, "one to get ready, then pieces until the playouts are used"
    tell(engine, "play w one")
    tell(engine, "genmove b")
    assert slow.led == [None, [engine.state.steps[0].move, "one"]]
    assert "info move" in tell(engine, "kata-analyze w 1 maxmoves 2")
    assert tell(engine, "kata-get-param patience") == "3"
    assert refused(engine, "kata-set-param patience x") == "patience cannot be x"
    assert tell(engine, "kata-get-param patience") == "3"
    tell(engine, "kata-set-params " + json.dumps({"patience": "7", "maxPlayouts": "20"}))
    assert tell(engine, "kata-get-param patience") == "7"
    assert tell(engine, "kata-get-param maxPlayouts") == "20"


def test_the_commands_take_a_game_of_a_file() -> None:
    file = str(ROOT / "examples" / "connect_four.py")
    line = ["match", "uct@30", "random@1", "--game-file", file, "--pairs", "1", "--json"]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0, done.output
    played = json.loads(done.stdout)
    assert played["wins"] + played["draws"] + played["losses"] == 2
    both = CliRunner().invoke(app, ["match", "uct", "random", "hex4", "--game-file", file])
    assert "not both" in both.output + str(both.exception)
