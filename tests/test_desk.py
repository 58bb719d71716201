"""The desk answers its pages, and nobody else."""

from __future__ import annotations

import random
import re
import string
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_server import DeskServer, running_desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import katachi
from katachi.agents.catalogue import AgentFile, read_agent_file
from katachi.agents.gtp_settings import GtpSettings
from katachi.games import games_by_name
from katachi.matches import Contestant, Laboratory, MatchPlan
from katachi.optimising.rivals.rival_set import Rival, RivalSet, save_rivals
from katachi.reports.html_page import STYLE_SHEET, html_page
from katachi.search import Budget

PAGES = Path(katachi.__file__).parent / "desk" / "pages"
SMALL = {"othello": "othello6", "go": "go5", "hex": "hex4", "havannah": "havannah3"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("desk")
    (made / "game.sgf").write_text("(;GM[11]FF[4]SZ[5];B[c3];W[b2])")
    (made.parent / "secret.sgf").write_text("(;GM[11]SZ[5])")
    (made / "link.sgf").symlink_to(made.parent / "secret.sgf")
    return made


@pytest.fixture(scope="module")
def desk(folder: Path) -> Iterator[DeskServer]:
    with running_desk(folder) as server:
        yield server


@pytest.mark.parametrize("name", games_by_name)
def test_every_game_can_be_played_to_its_end(desk: DeskServer, name: str) -> None:
    game = SMALL.get(name) or f"{name}{games_by_name[name].sizes[0]}"
    board = desk.ask("/api/board", {"game": game}).json
    cells = [cell for cell, _, _ in board["cells"]]
    assert len(set(cells)) == len(cells)
    assert "<script" not in board["ground"]
    rng = random.Random(4)
    moves: list[str] = []
    for _ in range(300):
        position = desk.ask("/api/position", {"game": game, "moves": moves}).json
        assert len(position["stones"]) == len(cells)
        if position["over"]:
            break
        if len(moves) == 2:
            chosen = desk.ask(
                "/api/move", {"game": game, "moves": moves, "player": "uct"} | {"seconds": 0.01}
            ).json["move"]
        else:
            chosen = rng.choice(position["legal"])
        assert chosen in position["legal"]
        moves.append(chosen)
    assert position["outcome"]
    own = katachi.parse_game(game).start().play_all(moves)
    assert str(own.outcome) == position["outcome"]
    saved = desk.ask("/api/save", {"game": game, "moves": moves, "black": "Ann"}).json["sgf"]
    loaded = desk.ask("/api/load?name=game.sgf", saved.encode()).json
    assert loaded["records"][0]["length"] == len(moves)
    record = desk.ask(f"/api/record?key={loaded['key']}&number=0").json
    assert record["moves"] == moves
    assert record["black"] == "Ann"


def test_the_last_move_has_the_name_of_its_cell(desk: DeskServer) -> None:
    assert desk.ask("/api/position", {"game": "go9", "moves": ["e5"]}).json["last"] == "E5"


def test_an_analysis_grows_and_ends(desk: DeskServer) -> None:
    reports = desk.events("/api/analysis?game=hex5&moves=c3+b2&seconds=0.4")
    assert reports[-1]["done"]
    assert [report["done"] for report in reports[:-1]] == [False] * (len(reports) - 1)
    best = reports[-1]["candidates"][0]
    katachi.Hex(5).start().play_all("c3 b2").play_all(best["line"])
    visits = [report["candidates"][0]["visits"] for report in reports]
    assert visits == sorted(visits)


def test_an_analysis_ends_with_its_page(desk: DeskServer) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=30)
    connection.request("GET", "/api/analysis?game=hex9&moves=&seconds=600")
    answer = connection.getresponse()
    assert answer.readline().startswith(b"data:")
    assert desk.ask("/api/state").json["searches"] == 1
    answer.close()
    connection.close()
    deadline = time.monotonic() + 20
    while desk.ask("/api/state").json["searches"]:
        assert time.monotonic() < deadline, "the search goes on for nobody"
        time.sleep(0.05)


@pytest.mark.parametrize(("game", "moves"), [("go5", "c3 b2 d3"), ("othello8", "f5 d6 c3")])
def test_a_review_has_the_score_where_there_is_one(desk: DeskServer, game: str, moves: str) -> None:
    reports = desk.events(f"/api/review?game={game}&moves={moves.replace(' ', '+')}&seconds=0.05")
    scores = [report["score"] for report in reports if "ply" in report]
    assert len(scores) == 4
    assert all(-64 <= score <= 64 for score in scores)


def test_a_review_looks_at_every_position(desk: DeskServer) -> None:
    moves = "f5+d6+c3+d3+c4"
    reports = desk.events(f"/api/review?game=othello8&moves={moves}&seconds=0.02")
    assert reports[0] == {"positions": 6, "seconds": 0.02, "done": False}
    positions = [report for report in reports if "ply" in report]
    assert [report["ply"] for report in positions] == [0, 1, 2, 3, 4, 5]
    assert [report["mover"] for report in positions] == ["black", "white"] * 3
    for report in positions:
        assert 0 <= report["value"] <= 1
        assert report["best"] in report["good"]
    assert reports[-1] == {"done": True}


def test_a_blunder_is_found_and_its_loss_is_checked(desk: DeskServer) -> None:
    # White must stop the chain on the c line; a far corner loses at once.
    moves = "c3+a5+c2+b5+c4+a4"
    reports = desk.events(f"/api/review?game=hex5&moves={moves}&seconds=0.1")
    checks = {report["check"]: report for report in reports if "check" in report}
    assert checks, reports
    worst = max(checks.values(), key=lambda report: report["loss"])
    assert worst["loss"] > 0.3
    assert worst["loss"] > 2 * worst["spread"]
    assert worst["reasons"], "knowledge of the game says why"


def test_a_move_is_judged_beside_the_best(desk: DeskServer) -> None:
    place = {"game": "hex5", "moves": ["c3", "a5", "c2", "b5"], "best": "c4"}
    same = desk.ask("/api/judge", {**place, "move": "c4", "seconds": 0.2}).json
    assert same["good"]
    far = desk.ask("/api/judge", {"game": "hex5", "moves": ["c3", "a1", "c2"], "best": "c4"})
    assert far.status == 400  # no move was named
    bad = desk.ask("/api/judge", {**place, "move": "e1", "best": "zz"})
    assert "legal" in bad.json["error"]


def test_the_tree_is_kept_between_moves(desk: DeskServer) -> None:
    place = {"game": "hex5", "player": "uct", "seconds": 0.2, "page": "a-page"}
    first = desk.ask("/api/move", {**place, "moves": []}).json
    moves = [first["move"]]
    answer = desk.ask("/api/position", {"game": "hex5", "moves": moves}).json["legal"][0]
    assert desk.ask("/api/state").json["waiting"] >= 1
    second = desk.ask("/api/move", {**place, "moves": [*moves, answer]}).json
    assert (
        second["move"]
        in desk.ask("/api/position", {"game": "hex5", "moves": [*moves, answer]}).json["legal"]
    )


def test_a_clock_shortens_a_move(desk: DeskServer) -> None:
    place = {"game": "hex5", "player": "uct", "seconds": 30.0, "left": 2.0}
    begin = time.monotonic()
    assert desk.ask("/api/move", place).json["move"]
    assert time.monotonic() - begin < 15


def test_a_review_goes_into_the_file(desk: DeskServer) -> None:
    nodes = [
        {"parent": -1, "move": "c3", "value": 0.75, "comment": "Black 75.0 %."},
        {"parent": 0, "move": "b2", "value": 0.9, "bad": True, "marks": ["a1"]},
        {"parent": 0, "move": "b4", "comment": "The better move."},
    ]
    question = {"game": "hex5", "moves": ["c3", "b2"], "nodes": nodes, "resigned": "white"}
    sgf = desk.ask("/api/save", question).json["sgf"]
    assert "SBKV[75.0]" in sgf
    assert "BM[1]" in sgf
    assert "RE[B+R" in sgf
    loaded = desk.ask("/api/load?name=game.sgf", sgf.encode()).json
    record = desk.ask(f"/api/record?key={loaded['key']}&number=0").json
    assert record["moves"] == ["c3", "b2"]
    assert [node["move"] for node in record["nodes"]] == ["c3", "b2", "b4"]
    assert record["nodes"][1]["marks"] == ["a1"]
    assert record["nodes"][2]["comment"] == "The better move."
    wrong = desk.ask("/api/save", {**question, "nodes": [{"parent": 3, "move": "c3"}]})
    assert "before its parent" in wrong.json["error"]


def test_the_winner_of_a_record_stays(desk: DeskServer) -> None:
    key = desk.ask("/api/load?name=a.sgf", b"(;GM[11]SZ[5]RE[W+R];B[c3];W[b2])").json["key"]
    record = desk.ask(f"/api/record?key={key}&number=0").json
    assert record["winner"] == "white"
    question = {"game": "hex5", "moves": ["c3", "b2"]}
    assert "RE[W+" in desk.ask("/api/save", question | {"winner": "white"}).json["sgf"]
    assert "RE[Void]" in desk.ask("/api/save", question).json["sgf"]


def test_games_of_a_collection_are_searched(desk: DeskServer) -> None:
    text = "".join(
        f"(;GM[11]FF[4]SZ[5]PB[{black}]PW[Eve]DT[{year}]RE[{winner}+R];B[c3];W[b2])"
        for black, year, winner in (("Ann", 1999, "B"), ("Ben", 2001, "W"), ("Ann", 2001, "W"))
    )
    key = desk.ask("/api/load?name=all.sgf", text.encode()).json["key"]
    found = desk.ask(f"/api/games?key={key}&search=ann+2001").json
    assert (found["found"], found["games"]) == (1, 3)
    assert found["records"][0]["number"] == 2
    assert desk.ask(f"/api/games?key={key}&winner=white").json["found"] == 2
    assert desk.ask(f"/api/record?key={key}&number=3").status == 400
    assert "open it again" in desk.ask("/api/games?key=0123").json["error"]


def test_levels_were_played_somewhere(desk: DeskServer) -> None:
    """The move that is shown has the level, in what ships or in a file that was opened."""
    items = desk.ask("/api/gallery", {"knowledge": "othello-default", "count": 3}).json["items"]
    found = desk.ask(
        "/api/example", {"knowledge": "othello-default", "index": items[2]["index"]}
    ).json
    knowledge = katachi.load_knowledge("othello-default", katachi.FeatureWeights)
    position = katachi.Othello().start().play_all(found["moves"][: found["ply"]])
    (row,) = knowledge.levels(position, [found["moves"][found["ply"]]])
    indices = [int(knowledge.level_begins[feature]) + level for feature, level in row]
    assert items[2]["index"] in indices
    question = {"knowledge": "hex", "index": 0}
    sgf = b"(;GM[11]FF[4]SZ[11];B[f6];W[e7];B[d5])"
    key = desk.ask("/api/load?name=mine.sgf", sgf).json["key"]
    assert desk.ask(f"/api/record?key={key}&number=0").json["moves"] == ["f6", "e7", "d5"]
    row = katachi.load_knowledge("hex", katachi.FeatureWeights).levels(
        katachi.Hex(11).start().play_all("f6 e7"), ["d5"]
    )[0]
    begins = katachi.load_knowledge("hex", katachi.FeatureWeights).level_begins
    question["index"] = int(begins[row[-1][0]]) + row[-1][1]
    assert desk.ask("/api/example", question).json["game"].startswith("hex")
    refused = desk.ask("/api/example", {"knowledge": "go9", "index": 3})
    assert "open a file with games of go first" in refused.json["error"]
    refused = desk.ask("/api/example", {"knowledge": "othello-cells", "index": 3})
    assert "has no levels" in refused.json["error"]


def test_who_is_ahead_and_what_says_so(desk: DeskServer) -> None:
    found = desk.ask("/api/ahead", {"game": "othello8", "moves": ["f5", "d6", "c3"]}).json
    assert 0 < found["probability"] < 1
    points = [abs(one["points"]) for one in found["reasons"]]
    assert points == sorted(points, reverse=True)
    assert desk.ask("/api/ahead", {"game": "hex5"}).json == {}


def test_leaves_of_a_forest_are_drawn(desk: DeskServer) -> None:
    question = {"knowledge": "go19-forest", "of": 2, "count": 20}
    items = desk.ask("/api/gallery", question).json["items"]
    assert all(item["name"].startswith("tree ") for item in items)
    assert all([0.0, 0.0, "*"] in item["picture"] for item in items)
    assert sum(len(item["picture"]) > 2 for item in items) > 15


def test_points_have_owners_where_the_game_says_so(desk: DeskServer) -> None:
    found = desk.ask(
        "/api/owners", {"game": "go5", "start": ".XO../.XO../.XO../.XO../.XO.. X"}
    ).json
    assert len(found["owners"]) == 25
    assert found["owners"][0] > 0.5
    assert found["owners"][4] < -0.5
    assert "no owners" in desk.ask("/api/owners", {"game": "hex5"}).json["error"]


def test_a_match_is_started_paused_and_continued(desk: DeskServer, folder: Path) -> None:
    question: dict[str, Any] = {"laboratory": "new.sqlite", "game": "hex4"}
    question |= {"agents": ["uct", "random"], "pairs": 500, "simulations": 30}
    run = desk.ask("/api/match", question).json["run"]
    assert desk.ask("/api/laboratory", {"name": "new.sqlite"}).status == 200, "it is there at once"
    view = _until(
        desk, "new.sqlite", lambda found: found["matches"] and found["matches"][0]["played"]
    )
    assert (folder / "new.sqlite").is_file()
    paused = desk.ask("/api/pause", {"run": run}).json
    assert not paused["alive"]
    before = desk.ask("/api/laboratory", {"name": "new.sqlite", "match": 1}).json
    assert before["played"] >= view["matches"][0]["played"]
    assert len(before["curves"]) == before["played"]
    pairs = before["played"] // 2 + 3
    desk.ask("/api/continue", {"laboratory": "new.sqlite", "match": 1, "pairs": pairs})
    after = _until(
        desk,
        "new.sqlite",
        lambda found: (
            found["matches"][0]["played"] == 2 * pairs
            and not any(one["alive"] for one in found["runs"])
        ),
    )
    assert after["matches"][0]["first"] == "uct"
    for name, words in (("../x.sqlite", "lab.sqlite"), ("x.txt", "lab.sqlite")):
        assert words in desk.ask("/api/match", {**question, "laboratory": name}).json["error"]
    refused = desk.ask("/api/match", {**question, "openings": "/etc/passwd"})
    assert "openings are" in refused.json["error"]


PROGRAM = """
import pathlib, sys
pathlib.Path(sys.argv[1]).touch()
for line in sys.stdin:
    print("= " + ("b2" if "genmove" in line else "") + "\\n", flush=True)
"""


@pytest.fixture
def somebody(folder: Path) -> Iterator[AgentFile]:
    """The description of a program that leaves a file behind when it starts."""
    script = folder.parent / "program.py"
    script.write_text(PROGRAM)
    started = folder.parent / "started"
    settings = GtpSettings(command=(sys.executable, str(script), str(started)), move_timeout=1.0)
    yield AgentFile(kind="gtp", gtp=settings)
    started.unlink(missing_ok=True)


def test_a_program_starts_only_from_an_agent_file_of_the_folder(
    desk: DeskServer, folder: Path, somebody: AgentFile
) -> None:
    """A laboratory and a set of rivals may come from somebody else: what they start is refused."""
    rivals = RivalSet(
        game="hex4", player="me", weakness=1.0, rivals=(Rival(name="friend", agent=somebody),)
    )
    save_rivals(rivals, folder / "foreign.rivals")
    sides = [
        Contestant("friend", somebody, Budget(simulations=2)),
        Contestant("random", read_agent_file("random"), Budget(simulations=2)),
    ]
    with Laboratory(folder / "foreign.sqlite") as laboratory:
        number = laboratory.add_match(MatchPlan(sides[0], sides[1], "hex4", 1))
    ways: list[tuple[str, dict[str, Any]]] = [
        ("/api/continue", {"laboratory": "foreign.sqlite", "match": number, "pairs": 1}),
        ("/api/move", {"game": "hex4", "player": "foreign.rivals/friend"}),
        ("/api/match", {"laboratory": "x.sqlite", "game": "hex4", "simulations": 2}),
    ]
    ways[2][1]["agents"] = ["foreign.rivals/friend", "random"]
    for path, question in ways:
        answer = desk.ask(path, question)
        assert answer.status == 400, path
        assert "no agent file of the folder starts" in answer.json["error"]
    assert not (folder.parent / "started").exists()
    command = ", ".join(f"'{word}'" for word in somebody.gtp.command)
    (folder / "friend.toml").write_text(
        f'kind = "gtp"\n[gtp]\ncommand = [{command}]\nmove_timeout = 1.0\n'
    )
    try:
        answer = desk.ask(*ways[0])
        assert answer.status == 200, answer.json
        _until(desk, "foreign.sqlite", lambda _: (folder.parent / "started").exists())
        desk.ask("/api/pause", {"run": answer.json["run"]})
    finally:
        (folder / "friend.toml").unlink()


def _until(desk: DeskServer, name: str, condition: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - JSON
    deadline = time.monotonic() + 60
    while True:
        answer = desk.ask("/api/laboratory", {"name": name})
        if answer.status == 200 and condition(answer.json):
            return answer.json
        assert time.monotonic() < deadline, answer.json
        time.sleep(0.05)


def test_knowledge_is_drawn_and_its_weights_can_be_changed(desk: DeskServer) -> None:
    found = desk.ask("/api/gallery", {"knowledge": "hex", "count": 8}).json
    strengths = [one["strength"] for one in found["items"]]
    assert strengths == sorted(strengths, reverse=True)
    drawn = desk.ask("/api/gallery", {"knowledge": "hex", "of": 2, "count": 3}).json["items"]
    assert all([0.0, 0.0, "*"] in one["picture"] for one in drawn)
    assert all(len(one["stages"]) == found["stages"] > 1 for one in drawn)
    # A level that some move of the position has: its move rises, the others keep their order.
    place = {"game": "hex11", "moves": ["f6", "e7"], "knowledge": "hex"}
    plain = desk.ask("/api/order", place).json
    assert plain["moves"] == plain["changed"]
    levels = desk.ask("/api/gallery", {"knowledge": "hex", "seen": 1000, "count": 200}).json[
        "items"
    ]
    for level in levels:
        changed = desk.ask("/api/order", {**place, "factors": {str(level["index"]): 50.0}}).json
        if changed["changed"] != changed["moves"]:
            break
    else:
        pytest.fail("no move of the position has any of the strongest levels")
    cells = desk.ask("/api/gallery", {"knowledge": "othello-cells"}).json["cells"]
    assert cells["a1"] == 496


def test_predictions_of_two_files_on_the_same_games(desk: DeskServer) -> None:
    names = ["othello-selfplay", "othello-cells"]
    sgf = "(;GM[2]FF[4]SZ[8]AP[katachi:0];B[f5];W[d6];B[c3];W[d3];B[c4])"
    key = desk.ask("/api/load?name=one.sgf", sgf.encode()).json["key"]
    found = desk.ask("/api/predictions", {"knowledge": names, "key": key}).json["predictions"]
    assert {one["positions"] for one in found.values()} == {5}
    assert set(found) == set(names)


def test_papers_and_ours_beside_them(desk: DeskServer, folder: Path) -> None:
    papers = desk.ask("/api/papers").json
    assert len(papers) == 5
    name = next(one["name"] for one in papers if one["results"])
    shipped = desk.ask(f"/api/paper?name={name}").json
    assert shipped["report"] == "katachi's own"
    assert shipped["conditions"]
    table = shipped["tables"][0]
    row = table["rows"][0]["name"]
    (folder / "ours.csv").write_text(
        f"table,row,paper,ours,low,high,games,answer\n{table['number']},{row},50,61.5,55,67,200,confirmed\n"
    )
    found = desk.ask(f"/api/paper?name={name}").json
    (folder / "ours.csv").unlink()
    assert found["report"] == "ours.csv"
    assert found["reports"] == ["katachi's own", "ours.csv"]
    assert found["tables"][0]["rows"][0]["ours"] == 61.5
    assert found["tables"][0]["rows"][0]["answer"] == "confirmed"


def test_why(desk: DeskServer) -> None:
    question = {"game": "othello8", "moves": ["f5", "d6"], "move": "c3", "other": "c4"}
    found = desk.ask("/api/why", question).json
    assert found["first"]["move"] == "c3"
    assert found["second"]["move"] == "c4"
    assert sum(found["shares"].values()) == pytest.approx(1)
    assert found["first"]["for"]


@pytest.mark.parametrize(
    ("path", "question", "sentence"),
    [
        ("/api/position", {"game": "chess"}, "no game 'chess'"),
        ("/api/position", {"game": "hex5", "moves": ["z9"]}, "z9"),
        ("/api/position", {"game": "hex5", "moves": ["c3", "c3"]}, "cannot play c3"),
        ("/api/position", b"{", "not understood"),
        ("/api/position", b"[" * 100_000, "not understood"),
        ("/api/position", {"game": "hex5", "more": 1}, "not understood"),
        ("/api/position", {"game": "hex5", "moves": ["c3"] * 3000}, "at most 2000 moves"),
        ("/api/move", {"game": "hex5", "player": "nobody"}, "no agent 'nobody'"),
        ("/api/move", {"game": "hex5", "seconds": 1e9}, "up to 3600 seconds"),
        ("/api/why", {"game": "hex5", "move": "c9"}, "c9"),
        ("/api/open?name=../secret.sgf", None, "without a folder"),
        ("/api/open?name=link.sgf", None, "outside the folder"),
        ("/api/open?name=none.sgf", None, "no file 'none.sgf'"),
        ("/api/laboratory", {"name": "game.sgf"}, "game.sgf"),
        ("/api/continue", {"laboratory": "no.sqlite", "match": 1, "pairs": 2}, "no file"),
        ("/api/pause", {"run": 99}, "no run 99"),
        ("/api/gallery", {"knowledge": "../secret.knowledge"}, "without a folder"),
        ("/api/gallery", {"knowledge": "nothing"}, "no knowledge"),
        ("/api/paper?name=nothing", None, "no paper"),
        ("/api/move", {"game": "hex5", "player": "../x.toml"}, "without a folder"),
        ("/api/move", {"game": "hex5", "player": "/tmp/x.toml"}, "without a folder"),
        ("/api/move", {"game": "hex5", "player": "/tmp/x.TOML"}, "no agent"),
        ("/api/move", {"game": "hex5", "player": "../x.rivals/a"}, "no agent"),
        ("/api/judge", {"game": "hex5", "move": "a1", "best": "zz"}, "legal moves"),
        ("/api/games?key=&first=x", None, "whole number"),
        ("/api/nothing", None, "Not Found"),
        ("/api/load?name=x.sgf", b"nothing", "x.sgf has no games"),
    ],
)
def test_wrong_questions_get_a_sentence(
    desk: DeskServer, path: str, question: object, sentence: str
) -> None:
    answer = desk.ask(path, question)
    assert 400 <= answer.status < 500, answer
    assert sentence in answer.json["error"]


def test_others_are_refused(desk: DeskServer) -> None:
    assert desk.ask("/api/about", Host="evil.example:80").status == 421
    assert desk.ask("/api/about", Origin="http://evil.example").status == 403
    assert desk.ask("/api/about", Sec_Fetch_Site="cross-site").status == 403
    assert desk.ask("/api/position", b"x" * 100, Content_Length="99999999999").status == 413
    assert desk.ask("/api/about", Origin=desk.address.rstrip("/")).status == 200
    assert desk.ask("/static/../../secret.sgf").status == 404
    assert desk.ask("/static/%2e%2e/app.py").status == 404


def test_every_answer_has_the_policy(desk: DeskServer) -> None:
    for path in ("/", "/static/desk.js", "/api/about", "/api/nothing"):
        headers = desk.ask(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


def test_reports_look_like_the_desk(desk: DeskServer) -> None:
    sheet = desk.ask("/static/style.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert sheet.body.decode() in html_page("A report", [])


def test_pages_ask_nobody_else() -> None:
    for file in (*PAGES.iterdir(), STYLE_SHEET):
        text = file.read_text()
        found = set(re.findall(r"https?://[^\s\"'`]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not found, (file.name, found)
        assert "innerHTML" not in text
        assert "eval(" not in text


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    path=st.one_of(
        st.sampled_from(["/", "/api/position", "/api/why", "/api/load", "/api/open", "/static/x"]),
        st.text(string.ascii_letters + string.digits + "/.%?&=-", max_size=60).map("/{}".format),
    ),
    body=st.one_of(st.none(), st.binary(max_size=300)),
)
def test_whatever_is_asked_is_answered(
    desk: DeskServer, method: str, path: str, body: bytes | None
) -> None:
    answer = desk.ask(path, body, method=method)
    assert answer.status < 500, answer
    if answer.status >= 400 and method != "HEAD":
        assert answer.json["error"]
