"""The desk in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from desk_server import DeskServer, running_desk

import katachi
from katachi.games import games_by_name

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SMALL = {"othello": "othello6", "go": "go3", "hex": "hex4", "havannah": "havannah3"}
LONGEST = 30_000  # milliseconds that a page may take on a busy machine


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    with running_desk(tmp_path_factory.mktemp("browser")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test if anything goes wrong in it or leaves the machine."""
    context = browser.new_context(viewport={"width": 1200, "height": 850})
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if "Content Security" in m.text else None)
    page.on(
        "request",
        lambda r: (
            None
            if r.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
            else wrong.append(f"asked {r.url}")
        ),
    )
    yield page
    context.close()
    assert not wrong


def until(page: Page, condition: str, *, argument: object = None, seconds: float = 60) -> None:
    """Waits for a condition of the page; Playwright's own wait evaluates text, which the policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        assert time.monotonic() < deadline, condition
        time.sleep(0.05)


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
    moves = [text.split(". ")[1] for text in page.locator(".moves button").all_inner_texts()[1:]]
    own = katachi.parse_game(game).start().play_all(text.strip("*") for text in moves)
    assert page.inner_text(".status") == str(own.outcome)


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


def test_candidates_grow(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#analyse/hex5/c3")
    page.wait_for_selector("tr.choice")
    first = page.inner_text(".panel .soft >> nth=0")
    until(
        page, "old => document.querySelector('.scroll .soft')?.textContent !== old", argument=first
    )
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Analyse", exact=True).wait_for()


def test_review_and_why(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#review/othello8/f5.d6.c3.d3.c4")
    until(page, "() => document.querySelector('.status')?.textContent === '5 moves reviewed.'")
    assert page.locator(".plot .curve").count() == 1
    page.get_by_role("button", name="Why?").click()
    page.wait_for_selector(".cell.legal")
    page.locator(".cell.legal").first.dispatch_event("click")
    page.wait_for_selector("td.for, td.against")


def test_a_dropped_file(page: Page, desk: DeskServer) -> None:
    page.goto(f"{desk.address}#records")
    page.set_input_files(
        "input[type=file]",
        {"name": "one.sgf", "mimeType": "text/plain", "buffer": b"(;GM[11]FF[4]SZ[5];B[c3];W[b2])"},
    )
    until(page, "() => location.hash.includes('hex5')")
    until(page, STONES, argument=2)


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser: Browser, desk: DeskServer, scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    for name in ("play", "analyse", "review", "why", "records", "laboratory"):
        page.goto(
            f"{desk.address}#{name}/othello8" if name != "records" else f"{desk.address}#records"
        )
        page.wait_for_selector("nav a[aria-current]", timeout=LONGEST)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is wider than the screen"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(22, 24, 28)") == (scheme == "dark")
    context.close()
