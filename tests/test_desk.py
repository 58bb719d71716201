"""The desk answers its pages, and nobody else."""

from __future__ import annotations

import random
import re
import string
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_server import DeskServer, running_desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import katachi
from katachi.games import games_by_name

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
    assert loaded["records"][0]["moves"] == moves
    assert loaded["records"][0]["black"] == "Ann"


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


def test_a_review_looks_at_every_position(desk: DeskServer) -> None:
    moves = "f5+d6+c3+d3+c4"
    reports = desk.events(f"/api/review?game=othello8&moves={moves}&seconds=0.02")
    assert [report.get("ply") for report in reports] == [0, 1, 2, 3, 4, 5, None]
    assert [report["mover"] for report in reports[:-1]] == ["black", "white"] * 3
    for report in reports[:-1]:
        assert 0 <= report["value"] <= 1
    assert reports[-1] == {"done": True}


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
        ("/api/laboratory?name=game.sgf", None, "game.sgf"),
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


def test_pages_ask_nobody_else() -> None:
    for file in PAGES.iterdir():
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
