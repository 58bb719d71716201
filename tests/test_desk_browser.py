"""The desk in a real browser."""

from __future__ import annotations

import base64
import json
import lzma
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from desk_browser import running_browser, until, watched_page
from desk_server import DeskServer, running_desk

import katachi
from katachi.games import games_by_name

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

COMPILED = Path(__file__).resolve().parent.parent / "examples" / "compiled"
SMALL = {"othello": "othello6", "go": "go3", "hex": "hex4", "havannah": "havannah3"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    with running_desk(tmp_path_factory.mktemp("browser")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with watched_page(browser) as page:
        yield page


# Hex: White, to move, wins by b4 alone; after any other move Black wins there (by exhaustive search).
DECISIVE = "c3.d5.e3.d3.b5.c4.e1.a4.d1.b1.a2.b3.c2"
COUNT = "n => document.querySelectorAll('.moves button').length === n"
STONES = "n => document.querySelectorAll('[data-stone]').length === n"


def play_by_clicking(page: Page, *, most: int) -> None:
    """Clicks legal moves for both sides until the game is over."""
    for _ in range(most):
        status = page.inner_text(".status")
        if "to move" not in status:
            return
        before = page.locator(".moves button").count()
        cells = page.locator(".cell.legal")
        passing = page.get_by_role("button", name="Pass", exact=True)
        if cells.count() and not (before > 20 and passing.count()):
            cells.nth(cells.count() // 2).dispatch_event("click")
        else:
            passing.click()
        page.wait_for_selector(f".board[data-ply='{before}']")  # moves, and a button for the start
    pytest.fail("the game does not end")


@pytest.mark.parametrize("name", games_by_name)
def test_a_game_played_by_clicking(page: Page, desk: DeskServer, name: str) -> None:
    game = SMALL.get(name) or f"{name}{games_by_name[name].sizes[0]}"
    page.goto(f"{desk.address}#play/{game}")
    page.wait_for_selector(".cell.legal")
    page.get_by_label("Against").select_option("person")
    play_by_clicking(page, most=120)
    moves = page.locator(".moves button").all_inner_texts()[1:]
    own = katachi.parse_game(game).start().play_all(moves)
    assert page.inner_text(".status") == str(own.outcome)


def test_a_game_of_ones_own_whose_moves_are_not_cells(page: Page, tmp_path: Path) -> None:
    """A column by a click on the cell where the stone lands, a step by two clicks."""
    pytest.importorskip("numba", reason="compiled games need the extra `compiled`")
    with running_desk(tmp_path, "--game-file", COMPILED / "connect_four.py") as desk:
        page.add_init_script(
            "localStorage.setItem('katachi.desk.play', '{\"opponent\": \"person\"}')"
        )
        page.goto(f"{desk.address}#play/connectfour/d.d.c.c.e.a")
        page.wait_for_selector("[data-cell=f1].legal")
        page.locator("[data-cell=f1]").dispatch_event("click")
        page.wait_for_selector(".board[data-ply='7']")
        assert page.inner_text(".status").startswith("Black wins")
    with running_desk(tmp_path, "--game-file", COMPILED / "breakthrough.py") as desk:
        page.goto(f"{desk.address}#analyse/breakthrough")
        page.wait_for_selector(".cell.legal")
        first = page.locator(".cell.legal").first
        begun = first.get_attribute("data-cell")
        first.dispatch_event("click")
        page.wait_for_selector(f".cell.begun[data-cell={begun}]")
        page.locator(".cell.legal").first.dispatch_event("click")
        page.wait_for_selector(".board[data-ply='1']")
        page.wait_for_selector("tr.best")


def test_the_opponent_answers(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#play/othello6")
    page.wait_for_selector(".cell.legal")
    page.get_by_label("Against").select_option("level-1")
    page.locator(".cell.legal").first.dispatch_event("click")
    until(page, COUNT, argument=3)
    page.get_by_role("button", name="Take back").click()
    until(page, COUNT, argument=1)
    page.get_by_role("button", name="Hint").click()
    until(page, "() => document.querySelectorAll('.mark circle').length > 0")


def test_the_address_names_the_page_that_is_shown(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex4/b2")
    page.wait_for_selector("tr.best")
    assert page.evaluate("location.hash") == "#analyse/hex4/b2"
    page.goto(f"{desk.address}#why/hex5/c3")
    page.wait_for_selector(".board[data-ply='1']")
    assert page.evaluate("location.hash") == "#why/hex5/c3"


def test_keyboard_alone(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex4")
    page.wait_for_selector(".cell.legal")
    page.focus(".board")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, COUNT, argument=2)
    until(page, STONES, argument=1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    until(page, STONES, argument=0)
    page.keyboard.press("ArrowRight")
    until(page, STONES, argument=1)


VISITS = "() => document.querySelector('tr.best')?.cells[2].textContent ?? ''"


def test_candidates_grow(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/go9/E5")  # never solved, however quick the machine
    page.wait_for_selector("tr.best")
    first = page.evaluate(VISITS)
    until(page, f"old => ({VISITS})() !== old", argument=first)
    assert page.locator(".mark text").count() > 0
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Analyse", exact=True).wait_for()
    until(page, "async () => (await (await fetch('/api/state')).json()).searches === 0")


def test_the_line_of_a_candidate_on_hover(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/go9/E5")
    until(page, "() => document.querySelector('tr.best')?.cells[4].textContent.includes(' ')")
    page.focus("tr.best")
    until(page, "() => document.querySelectorAll('.mark [fill^=url]').length > 1")


def test_a_tree_with_comments_and_marks(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex4/b2.c3")
    page.wait_for_selector(".board[data-ply='2']")
    page.get_by_label("Comment").fill("a good answer")
    page.get_by_label("Comment").blur()
    page.locator("[data-cell=a4]").dispatch_event("click", {"shiftKey": True})
    until(page, "() => document.querySelectorAll('.mark [stroke=\"#d81b60\"]').length === 1")
    page.get_by_role("button", name="One move back").click()
    page.wait_for_selector(".board[data-ply='1']")
    page.locator("[data-cell=d1]").dispatch_event("click")
    page.wait_for_selector("[data-stone=d1]")
    assert page.locator(".moves .branch").count() == 1
    page.reload()
    page.wait_for_selector(".moves .branch")
    assert "a good answer" in page.inner_text(".moves")


def test_two_agents_side_by_side(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex4/b2")
    page.wait_for_selector("tr.best")
    page.locator("summary").click()
    page.get_by_label("Beside it").select_option("uct")
    until(page, "() => document.querySelectorAll('tr.best').length === 2")


def test_a_game_that_was_given_up_goes_on_elsewhere(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#play/othello8/f5.d6.c3.d3")
    page.wait_for_selector(".board[data-ply='4']")
    page.get_by_role("button", name="Resign").click()
    until(page, "() => document.querySelector('.status').textContent === 'Black resigned.'")
    page.get_by_role("button", name="One move back").click()
    page.wait_for_selector(".board[data-ply='3']")
    until(page, "() => document.querySelector('.status').textContent.startsWith('White to move')")
    page.get_by_role("button", name="Play on from here").click()
    until(page, "() => document.querySelector('.status').textContent.includes('your turn')")
    page.wait_for_selector(".board[data-ply='4']")


def test_swap_handicap_and_komi(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#play/hex4")
    page.wait_for_selector(".cell.legal")
    page.get_by_label("Against").select_option("person")
    page.get_by_label("Swap rule").check()
    until(page, "() => location.hash.includes('swap')")
    page.locator("[data-cell=b2]").dispatch_event("click")
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_selector(".board[data-ply='2']")
    assert page.locator(".moves button").all_inner_texts() == ["start", "b2", "swap"]
    page.goto(f"{desk.address}#play/go9")
    page.wait_for_selector(".board[data-ply='0']")
    page.get_by_label("Handicap").select_option("3")
    until(page, STONES, argument=3)
    page.get_by_label("Komi").fill("0.5")
    page.get_by_label("Komi").blur()
    until(page, "() => location.hash.includes('komi%3D0.5')")
    until(page, "() => document.querySelector('.status').textContent.startsWith('White')")


def test_proofs_and_owners_are_on_the_board(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex5/{DECISIVE}")
    until(
        page,
        "() => [...document.querySelectorAll('.mark text')].some(t => t.textContent === 'won')",
    )
    page.goto(f"{desk.address}#analyse/go9/E5.G4")
    page.wait_for_selector("tr.best")
    page.locator("summary").click()
    page.get_by_label("Owners of points").check()
    page.wait_for_selector(".mark .owner", state="attached")


def test_reasons_come_with_a_game_and_a_judgement(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#why/othello8/f5.d6.c3.d3.c4")
    page.wait_for_selector("text=Who is ahead")
    page.locator(".cell.legal").first.dispatch_event("click")
    page.get_by_role("button", name="Where it was played").first.click()
    page.get_by_role("button", name="Open in Analyse").click()
    until(page, "() => location.hash.startsWith('#analyse/othello8')")


def test_review_and_why(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#review/othello8/f5.d6.c3.d3.c4")
    until(page, "() => document.querySelector('.status')?.textContent === '5 moves reviewed.'")
    assert page.locator(".plot .curve").count() == 2, "the share of the game, and the score"
    page.get_by_role("button", name="Why?").click()
    page.wait_for_selector(".cell.legal")
    page.locator(".cell.legal").first.dispatch_event("click")
    page.wait_for_selector("td.for, td.against")


def test_mistakes_are_trained_until_they_are_solved(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#review/hex5/{DECISIVE}.a1")
    until(page, "() => document.querySelector('.status')?.textContent === '14 moves reviewed.'")
    page.wait_for_selector(".turning")
    page.get_by_role("button", name="Train on the mistakes").click()
    page.wait_for_selector(".cell.legal")
    kept = "() => JSON.parse(localStorage.getItem('katachi.desk.training'))"
    waiting = page.evaluate(kept)["open"]
    assert waiting
    wrong = waiting[0]["played"]
    page.locator(f"[data-cell={wrong}]").dispatch_event("click")
    until(page, "() => document.querySelector('.status').textContent.startsWith('Not that')")
    page.locator(f"[data-cell={waiting[0]['best']}]").dispatch_event("click")
    until(page, "() => document.querySelector('.status').textContent === 'Good.'")
    assert len(page.evaluate(kept)["open"]) == len(waiting), "it comes back after a mistake"
    for _ in waiting:
        page.get_by_role("button", name="Next position").click()
        until(page, "() => document.querySelector('.status').textContent.includes('find a good')")
        good = page.evaluate(kept)["open"][0]["good"][-1]
        page.locator(f"[data-cell={good}]").dispatch_event("click")
        until(page, "() => document.querySelector('.status').textContent === 'Good.'")
    assert page.evaluate(kept)["open"] == []


def test_the_teacher_speaks_before_the_opponent_answers(page: Page, desk: DeskServer) -> None:
    settings = json.dumps({"color": "white", "opponent": "level-1", "teach": True})
    page.add_init_script(f"localStorage.setItem('katachi.desk.play', '{settings}')")
    page.goto(f"{desk.address}#play/hex5/{DECISIVE}")
    page.wait_for_selector(".board[data-ply='13']")
    page.locator("[data-cell=a1]").dispatch_event("click")
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_selector(".board[data-ply='13']")
    assert page.locator(".moves button").count() == 14


CLOCK = "JSON.parse(localStorage.getItem('katachi.desk.clock'))"


def test_a_clock_runs_out(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#play/hex4")
    page.wait_for_selector(".cell.legal")
    page.get_by_label("Against").select_option("person")
    page.get_by_label("Clock").select_option("60+0")
    page.locator("[data-cell=b2]").dispatch_event("click")
    page.wait_for_selector(".clock.runs")
    before, begin = page.evaluate(f"() => {CLOCK}.left.white"), time.monotonic()
    page.reload()
    page.wait_for_selector(".clock.runs")
    after, passed = page.evaluate(f"() => {CLOCK}.left.white"), time.monotonic() - begin
    # The page keeps its clock every second.
    assert before - passed - 1.5 < after < before + 1.5, "a reload costs no time and gives none"
    state = {"text": "60+0", "left": {"black": 60, "white": 0.5}, "running": "white"}
    page.add_init_script(f"localStorage.setItem('katachi.desk.clock', '{json.dumps(state)}')")
    page.reload()
    until(page, "() => document.querySelector('.status')?.textContent === 'White lost on time.'")


def test_a_live_match(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#laboratory")
    page.wait_for_selector("summary")
    page.get_by_label("Size").select_option("4")
    page.get_by_label("Laboratory").fill("live.sqlite")
    page.get_by_label("Laboratory").blur()
    page.get_by_label("Pairs of games").fill("200")
    page.get_by_label("Pairs of games").blur()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".live .board [data-stone]")
    page.wait_for_selector("tr.choice")
    page.locator("tr.choice").first.click()
    page.wait_for_selector(".plot .curve")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Continue the match").wait_for()
    page.locator("tr.choice").first.click()
    until(page, "() => location.hash.startsWith('#analyse/hex4')")
    page.wait_for_selector(".moves button >> nth=3")


def test_knowledge_and_papers(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#knowledge/hex")
    page.wait_for_selector("figure svg")
    page.get_by_label("Order").select_option("yes")
    until(page, "() => document.querySelector('figure b')?.textContent.startsWith('\u00d70')")
    page.goto(f"{desk.address}#papers")
    page.get_by_role("button", name="Open").first.click()
    page.wait_for_selector("td")
    assert "katachi reproduce" in page.inner_text("main")


DROP = """async ([name, content]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, name: str, content: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(content).decode()])


def test_a_dropped_file(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#play/othello6")
    page.wait_for_selector(".cell.legal")
    drop(page, "one.sgf", b"(;GM[11]FF[4]SZ[5];B[c3];W[b2](;B[d4])(;B[a1]C[tried]))")
    until(page, "() => location.hash.includes('review/hex5')")
    until(page, STONES, argument=3)
    assert page.locator(".moves .branch").count() == 1
    drop(page, "broken.sgf", b"(;GM[11]SZ[5];B[zz])")
    until(page, "() => document.querySelector('#toast').textContent.includes('broken.sgf')")
    drop(page, "two.sgf", b"(;GM[11]SZ[5]PB[Ann];B[c3])(;GM[11]SZ[5]PB[Ben];B[c3];W[a1])")
    page.wait_for_selector("tr.choice")
    page.get_by_label("Search").fill("ben")
    until(page, "() => document.querySelectorAll('tr.choice').length === 1")
    page.locator("tr.choice").click()
    until(page, STONES, argument=2)


def real_files(shared: Path, count: int) -> Iterator[tuple[str, bytes, int]]:
    """So many files of each of six formats: name, content, games in it."""
    data = shared / "data"
    names = (
        "othello/wthor",
        *("go/pro_9x9.sgf.xz", "hex/littlegolem_hex_11x11.sgf"),
        *("havannah/littlegolem_havannah.sgf", "othello/eothello/eothello_games.csv"),
        "hex/engine_wolve_13x13.txt.xz",
    )
    if not all((data / name).exists() for name in names):
        pytest.skip("the real files are not there")
    for file in sorted((data / "othello/wthor").glob("*.wtb"))[:count]:
        content = file.read_bytes()
        yield file.name, content, int.from_bytes(content[4:8], "little")
    go, hexes, havannah, online, engine = (
        [line for line in _lines(data / name) if line.strip()] for name in names[1:]
    )
    for number in range(count):
        yield f"go{number}.sgf", go[number], 1
        yield f"hex{number}.sgf", b"\n".join(hexes[2 * number : 2 * number + 2]), 2
        yield f"havannah{number}.hgf", havannah[number], 1
        yield f"online{number}.csv", b"\n".join([online[0], online[1 + number]]), 1
        yield f"engine{number}-13x13.txt", engine[number], 1


def _lines(path: Path) -> list[bytes]:
    content = path.read_bytes()
    return (lzma.decompress(content) if path.suffix == ".xz" else content).splitlines()


def drop_all(page: Page, desk: DeskServer, shared: Path, count: int) -> int:
    page.goto(f"{desk.address}#analyse/othello6")
    page.wait_for_selector(".cell.legal")
    page.get_by_role("button", name="Stop").click()
    dropped = 0
    for name, content, games in real_files(shared, count):
        drop(page, name, content)
        if games > 1:
            until(page, f"() => document.querySelector('main').textContent.includes('{name}: ')")
            until(
                page,
                f"() => document.querySelector('main').textContent.includes('of {games} games')",
            )
            page.goto(f"{desk.address}#analyse")
        else:
            until(page, f"() => document.querySelector('#toast').textContent.startsWith('{name}')")
            until(page, "() => document.querySelectorAll('.moves button').length > 4")
        dropped += 1
    return dropped


def test_real_files_of_six_formats(page: Page, desk: DeskServer, shared: Path) -> None:
    assert drop_all(page, desk, shared, 1) == 6


@pytest.mark.slow
def test_sixty_real_files_of_six_formats(page: Page, desk: DeskServer, shared: Path) -> None:
    assert drop_all(page, desk, shared, 10) == 60


def test_a_reload_and_a_new_server_lose_nothing(page: Page, tmp_path: Path) -> None:
    with running_desk(tmp_path) as first:
        port = first.port
        page.goto(f"{first.address}#play/hex4")
        page.wait_for_selector(".cell.legal")
        page.get_by_label("Against").select_option("person")
        page.locator("[data-cell=b2]").dispatch_event("click")
        page.wait_for_selector("[data-stone=b2]")
        page.reload()
        page.wait_for_selector("[data-stone=b2]")
    page.locator("[data-cell=c3]").dispatch_event("click")
    until(page, "() => document.querySelector('#connection')?.textContent !== ''")
    with running_desk(tmp_path, port=port):
        page.wait_for_selector("[data-stone=c3]")
        until(page, "() => document.querySelector('#connection')?.textContent === ''")


PICTURES = {
    "play": ("play/othello8/f5.d6.c3.d3.c4", ".cell.legal"),
    "analyse": ("analyse/go9/E5.G4.F4.G5.F6.G6", "tr.best"),
    "review": (f"review/hex5/{DECISIVE}.a1", ".turning"),
    "train": ("train", ".status"),
    "why": ("why/othello8/f5.d6.c3.d3.c4", ".mark text"),
    "records": ("records", "h2"),
    "laboratory": ("laboratory", "summary"),
    "knowledge": ("knowledge/hex", "figure svg"),
    "papers": ("papers/shapes-2014", "td"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_every_page(
    browser: Browser, desk: DeskServer, tmp_path: Path, name: str
) -> None:
    """By day, by night and on a phone, never wider than the screen; kept where KATACHI_ARTEFACTS says."""
    folder = Path(os.environ.get("KATACHI_ARTEFACTS") or tmp_path) / "desk"
    folder.mkdir(parents=True, exist_ok=True)
    address, ready = PICTURES[name]
    phone = {"width": 390, "height": 800}
    looks: dict[str, dict[str, Any]] = {
        "light": {},
        "dark": {"color_scheme": "dark"},
        "phone": {"viewport": phone},
    }
    for look, options in looks.items():
        with watched_page(browser, **options) as page:
            page.goto(f"{desk.address}#{address}")
            page.wait_for_selector(ready, state="attached")
            picture = page.screenshot(path=folder / f"{name}-{look}.png")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert len(picture) > 5000, "nothing is drawn"
        assert wide <= 0, f"wider than the screen of {look}"
        assert (ground == "rgb(22, 24, 28)") == (look == "dark")
