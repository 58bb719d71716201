"""Pictures of the desk for the README: `python docs/images/draw_desk.py`; needs Playwright and Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
OTHELLO = "f5.d6.c3.d3.c4.f4.c5.b3.c2.e6.c6.b4.b5.d2.e3.a6.c1.f6"
# Hex, with a move that gives the game away.
HEX = "c3.b4.d2.c2.b3.a5.d3.e2.c4.d4"
GO = "E5.G4.F4.G5.F6.G6.F7.C4.G7.D6.C6.D7"
SECONDS = 6.0  # that a page gets to show something
SIZE = {"width": 1120, "height": 730}


def picture(page: Page, address: str, name: str, ready: str) -> None:
    """Opens a page, waits, and keeps what it shows."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(ready, timeout=120_000, state="attached")
    time.sleep(SECONDS)
    page.screenshot(path=HERE / f"desk-{name}.png")


def main() -> None:
    """Starts a desk and draws four of its pages, one of them by night."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "katachi", "desk", "--no-browser", "--folder", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[4]
        try:
            with sync_playwright() as driver:
                chromium = driver.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                page = chromium.new_page(viewport=SIZE)
                picture(page, f"{address}#analyse/go9/{GO}", "analyse", "tr.best")
                picture(page, f"{address}#review/hex5/{HEX}", "review", ".turning")
                picture(page, f"{address}#knowledge/othello", "knowledge", "figure svg")
                page = chromium.new_page(viewport=SIZE, color_scheme="dark")
                page.add_init_script("localStorage.setItem('katachi.desk.play', '{}')")
                picture(page, f"{address}#play/othello8/{OTHELLO}", "play", ".cell.legal")
                chromium.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
