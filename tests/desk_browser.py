"""A browser for tests of the desk: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LONGEST = 30_000  # milliseconds that a page may take on a busy machine


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Chromium without a window; skips where it, or Playwright, is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def watched_page(browser: Browser, **options: Any) -> Iterator[Page]:  # noqa: ANN401 - Playwright's
    """A page that fails the test if anything goes wrong in it or leaves the machine."""
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 850}, **options})
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
    try:
        yield page
    finally:
        context.close()
    assert not wrong


def until(page: Page, condition: str, *, argument: object = None, seconds: float = 60) -> None:
    """Waits for a condition of the page; Playwright's own wait evaluates text, which the policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        assert time.monotonic() < deadline, condition
        time.sleep(0.05)
