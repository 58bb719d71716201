"""Making rivals, their files, who comes next, and the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reference.rival_games import ANY, QUICK, SMALL, judged_game
from typer.testing import CliRunner

from katachi.cli import app
from katachi.errors import KatachiError
from katachi.matches import (
    Contestant,
    MatchPlan,
    Openings,
    open_laboratory,
    parse_contestant,
    play_match,
    text_of_game,
)
from katachi.matches.game_text import game_of_text
from katachi.matches.ratings.counts import GameCounts
from katachi.optimising.rivals import (
    DuelPlan,
    DuelSide,
    MakingPlan,
    MggSettings,
    MggState,
    PlayedRival,
    Rival,
    RivalSet,
    add_result,
    agent_of,
    duel_counts,
    imitation,
    make_rivals,
    next_cycle,
    next_rival,
    read_results,
    read_rivals,
    results_path,
    save_rivals,
    settings_of,
)
from katachi.optimising.rivals.individual import Genes
from katachi.records import Games, save_native
from katachi.search.alphabeta import TESTER
from katachi.search.judge import JudgeSettings
from katachi.showing.plot import Point, scatter_plot

# Making, files, following


def making_plan(**changes: object) -> MakingPlan:
    settings: dict[str, object] = {
        "game": "othello6",
        "weakness": 20.0,
        "judge": QUICK,
        "mgg": MggSettings(population=3, children=2, cycles=3, seed=5),
        "pairs": 2,
        "check_pairs": 4,
        "final_pairs": 2,
        "opening_plies": 4,
        "keep": 2,
        "more_cycles": 20,
    }
    return MakingPlan(**(settings | changes))  # type: ignore[arg-type]


def test_a_stopped_evolution_goes_on_to_the_same_end(tmp_path: Path) -> None:
    plan = making_plan()
    whole, making = make_rivals(plan, tmp_path / "whole.part")
    assert [rival.name for rival in whole] == ["rival-1", "rival-2"]
    assert whole[0].share <= whole[1].share
    assert len(making.tried) == 4

    class Stop(Exception):
        pass

    steps = 0
    while True:
        calls = 0

        def stop(_: object) -> None:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise Stop

        try:
            again, _ = make_rivals(plan, tmp_path / "cut.part", progress=stop)
            break
        except Stop:
            steps += 1
    assert steps > 5
    assert again == whole
    with pytest.raises(KatachiError, match="other rivals"):
        make_rivals(making_plan(keep=1), tmp_path / "cut.part")
    (tmp_path / "cut.part").write_text("{")
    with pytest.raises(KatachiError, match=r"cut\.part"):
        make_rivals(plan, tmp_path / "cut.part")


def test_only_checked_ones_are_handed_out_with_figures_of_other_games(tmp_path: Path) -> None:
    """Every sample of games is played again here, by the duels it should consist of."""
    plan = making_plan(depth=2, weakness=5.0, more_cycles=60)
    rivals, making = make_rivals(plan, tmp_path / "made.part")
    agent = imitation(plan.weakness, QUICK)

    def counts(genes: Genes, pairs: int, seed: int) -> GameCounts:
        duels = DuelPlan(SMALL, pairs, seed, plan.opening_plies)
        return duel_counts(DuelSide(settings_of(SMALL, genes, 2), natural=True), agent, duels)

    assert making.state is not None
    for one in making.state.population:
        assert one.share == counts(one.genes, 4, 6).share
    # The population that was checked first is the one that the cycles of the plan end with.
    _, first = make_rivals(
        making_plan(depth=2, weakness=5.0, more_cycles=0), tmp_path / "first.part"
    )
    assert making.checked[: len(first.checked)] == first.checked
    flattery = [
        counts(one.genes, 2, 5).share - counts(one.genes, 4, 6).share for one in first.checked
    ]
    assert making.flattery == pytest.approx(sum(flattery) / len(flattery))
    assert making.flattery != 0

    def corrected(genes: Sequence[Genes]) -> list[float]:
        raw = [counts(each, 2, 5).share - making.flattery for each in genes]
        return [min(max(share, 0.0), 1.0) for share in raw]

    _, second = make_rivals(
        making_plan(depth=2, weakness=5.0, more_cycles=1), tmp_path / "second.part"
    )
    assert first.state is not None
    assert second.state is not None
    by_hand = next_cycle(first.state, plan.mgg, corrected)
    assert [one.genes for one in second.state.population] == [
        one.genes for one in by_hand.population
    ]
    passed = set()
    for checked in making.checked:
        played = counts(checked.genes, 4, 6)
        assert checked.counts == (played.losses, played.draws, played.wins)
        passed |= {checked.genes} if 0.4 <= played.share <= 0.6 else set()
    assert len(making.checked) > len(passed) >= 2
    assert len(rivals) == 2
    for rival in rivals:
        assert rival.logarithms in passed
        assert rival.share == counts(rival.logarithms, 2, 7).share
        assert rival.games == 4


def test_the_evolution_goes_on_until_enough_are_even(tmp_path: Path) -> None:
    """No cycle more than needed, and as many as are allowed if that does not help."""
    plan = making_plan(depth=2, weakness=5.0, more_cycles=60)
    _, making = make_rivals(plan, tmp_path / "enough.part")
    assert making.state is not None
    assert 3 < making.state.cycle < 63, "the case is too easy or too hard"
    shorter = making_plan(depth=2, weakness=5.0, more_cycles=making.state.cycle - 3 - 1)
    fewer, stopped = make_rivals(shorter, tmp_path / "fewer.part")
    assert stopped.state is not None
    assert stopped.state.cycle == making.state.cycle - 1
    assert len(fewer) == 1


@pytest.mark.parametrize("target", ["alphabeta-2@1", "uct@20"])
def test_a_program_is_the_yardstick_itself(tmp_path: Path, target: str) -> None:
    """Check and measurement are the games of a match, also where the core plays them."""
    mgg = MggSettings(population=2, cycles=0)
    plan = making_plan(depth=1, keep=1, target=target, mgg=mgg, more_cycles=0)
    (rival,), making = make_rivals(plan, tmp_path / "target.part")

    def counts(genes: Genes | None, pairs: int, seed: int) -> tuple[int, int, int]:
        assert genes is not None
        contestant = Contestant("rival", agent_of(SMALL, genes, 1), ANY)
        openings = Openings("random", plan.opening_plies)
        match = MatchPlan(
            contestant, parse_contestant(target), plan.game, pairs, seed=seed, openings=openings
        )
        with open_laboratory(None) as laboratory:
            found = play_match(match, laboratory).score.games
        return (found.losses, found.draws, found.wins)

    assert [one.counts for one in making.checked] == [
        counts(one.genes, 4, 1) for one in making.checked
    ]
    assert making.measured == (counts(rival.logarithms, 2, 2),)


def test_hex_gets_a_ladder_of_imitations(tmp_path: Path) -> None:
    plan = making_plan(
        game="hex3",
        weakness=0.2,
        judge=JudgeSettings(simulations=5),
        final_pairs=1,
        opening_plies=1,
    )
    rivals, _ = make_rivals(plan, tmp_path / "hex.part")
    weaknesses = [rival.agent.imitation.weakness for rival in rivals]
    assert weaknesses == pytest.approx([0.4, 0.28, 0.2, 0.14, 0.1])
    ladder = RivalSet(game="hex3", player="Ada", weakness=0.2, rivals=tuple(rivals))
    assert ladder.nearest.name == "rival-3"
    assert all(rival.games == 2 for rival in rivals)


def rival_set(count: int = 3) -> RivalSet:
    shares = [0.3, 0.5, 0.7, 0.8][:count]
    return RivalSet(
        game="othello6",
        player="Ada",
        weakness=20.0,
        rivals=tuple(
            Rival(name=f"rival-{i}", agent=agent_of(SMALL, (1.0, 1.0, i), 1), share=share, games=10)
            for i, share in enumerate(shares, start=1)
        ),
    )


def test_files_hold_everything(tmp_path: Path) -> None:
    path = tmp_path / "ada.rivals"
    save_rivals(rival_set(), path)
    assert read_rivals(path) == rival_set()
    path.write_text(path.read_text().replace("katachi rivals 1", "katachi rivals 9"))
    with pytest.raises(KatachiError, match="ada"):
        read_rivals(path)
    with pytest.raises(KatachiError, match="no file"):
        read_rivals(tmp_path / "none.rivals")


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("", "rival-2"),
        ("11", "rival-2"),
        ("111", "rival-3"),
        ("1=1", "rival-3"),
        ("101", "rival-2"),
        ("000", "rival-1"),
        ("0=0", "rival-1"),
        ("000000", "rival-1"),
        ("111000", "rival-2"),
        ("0111", "rival-3"),
    ],
)
def test_the_staircase(points: str, expected: str) -> None:
    rivals = rival_set()
    games: list[PlayedRival] = []
    for letter in points:
        value = {"1": 1.0, "=": 0.5, "0": 0.0}[letter]
        games.append(PlayedRival(rival=next_rival(rivals, games), points=value))
    assert next_rival(rivals, games) == expected


def test_after_a_change_counting_begins_anew() -> None:
    rivals = rival_set(4)
    games = [PlayedRival(rival="rival-2", points=1.0)] * 3
    assert next_rival(rivals, games) == "rival-3"
    games.append(PlayedRival(rival="rival-3", points=1.0))
    assert next_rival(rivals, games) == "rival-3"
    # A rival chosen by hand stays, too.
    assert next_rival(rivals, [*games, PlayedRival(rival="rival-1", points=1.0)]) == "rival-1"


def test_results_are_kept(tmp_path: Path) -> None:
    path = results_path(tmp_path / "ada.rivals")
    assert path.name == "ada.results.json"
    assert read_results(path).games == ()
    add_result(path, PlayedRival(rival="rival-1", points=0.5))
    add_result(path, PlayedRival(rival="rival-1", points=1.0))
    assert [game.points for game in read_results(path).games] == [0.5, 1.0]
    path.write_text("[]")
    with pytest.raises(KatachiError, match=r"ada\.results"):
        read_results(path)


# The command line


def run(*arguments: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(arguments), input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_from_records_to_a_game(tmp_path: Path) -> None:
    records, rivals = tmp_path / "games.katachi", tmp_path / "ada.rivals"
    save_native(Games.of([judged_game(), judged_game()]), records)
    found = json.loads(
        run("rivals", "weakness", "--from", str(records), "--player", "Ada", "--json")
    )
    assert found["games"] == 2
    assert found["weakness"] > 0
    made = run(
        *("rivals", "make", "--from", str(records), "--player", "Ada", "--to", str(rivals)),
        *("--keep", "3", "--depth", "1", "--population", "2", "--children", "1", "--cycles", "1"),
        *("--pairs", "1", "--check-pairs", "1", "--final-pairs", "1", "--more-cycles", "2"),
    )
    assert "Ada: weakness" in made
    # Two of them were even in the two games of the check, and neither in those of the measurement.
    assert "No more than 2 passed the check. 0 of 2 took 35 to 65 % in these games." in made
    assert not rivals.with_name("ada.rivals.part").exists()
    shown = json.loads(run("rivals", "show", str(rivals), "--json"))
    assert [rival["name"] for rival in shown["rivals"]] == ["rival-1", "rival-2"]
    assert shown["weakness"] == pytest.approx(found["weakness"], abs=1e-3)
    played = run("play", "othello6", "--rival", str(rivals), "--ascii", typed="resign\n")
    assert f"white (O): {shown['next']}".lower() in played.lower()
    assert "Next time again" in played
    assert read_results(results_path(rivals)).games[0].points == 0
    left = run(
        *("play", "othello6", "--rival", str(rivals), "--black", "rival", "--white", "human"),
        *("--ascii",),
        typed="quit\n",
    )
    assert "does not count" in left
    assert len(read_results(results_path(rivals)).games) == 1
    assert "0 of 1 points" in run("rivals", "show", str(rivals))


def test_rivals_of_another_board_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ada.rivals"
    save_rivals(rival_set(), path)
    result = CliRunner().invoke(app, ["play", "othello", "--rival", str(path)])
    assert result.exit_code == 2
    assert "othello6" in result.output


@pytest.mark.parametrize("text", ["othello8", "go9 komi=5.5", "hex7 swap=true", "havannah4"])
def test_games_as_texts(text: str) -> None:
    assert text_of_game(game_of_text(text)) == text


def test_the_tester_is_that_of_the_thesis() -> None:
    assert TESTER.depth == 5
    assert MggState().cycle == 0


def test_a_picture_of_weights() -> None:
    points = [Point(1, 10_000, "50", 1), Point(10_000, 1, "<5>", 10_000)]
    svg = scatter_plot(points, title="weights", across="x", up="y", shade="z")
    root = ElementTree.fromstring(svg)
    circles = [node for node in root.iter() if node.tag.endswith("circle")]
    # The corners of the picture, the lightest and the darkest shade.
    assert [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles] == [
        (60, 60),
        (500, 300),
    ]
    assert [c.attrib["fill"] for c in circles] == ["rgb(214,228,240)", "rgb(16,56,102)"]
    assert "&lt;5&gt;" in svg
    with pytest.raises(KatachiError, match="positive"):
        scatter_plot([Point(0, 1, "", 1)], title="t", across="x", up="y", shade="z")
    with pytest.raises(KatachiError, match="nothing"):
        scatter_plot([], title="t", across="x", up="y", shade="z")
