"""How fast the desk is, measured in the browser and over its streams; figures are printed (pytest -s).

The bounds are those of a machine of one's own with a factor for a busy one.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from desk_browser import running_browser, until, watched_page
from desk_server import DeskServer, running_desk

import katachi

pytestmark = pytest.mark.slow

# From a click to the first candidates of the new position, in milliseconds; and the frames of some seconds.
CLICK = """async () => {
  const cell = document.querySelectorAll('.cell.legal')[150];
  const head = () => document.querySelector('aside .panel p.small:not(:empty)')?.textContent ?? '';
  const ply = document.querySelector('.board').dataset.ply;
  const begin = performance.now();
  cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  for (;;) {
    await new Promise(requestAnimationFrame);
    const fresh = document.querySelector('.board').dataset.ply !== ply;
    if (fresh && document.querySelectorAll('tr.best').length && document.querySelectorAll('.mark text').length) {
      return performance.now() - begin;
    }
    if (performance.now() - begin > 20000) return -1;
  }
}"""
FRAMES = """async (seconds) => {
  const frames = [], texts = new Set();
  let last = performance.now();
  const begin = last;
  while (performance.now() - begin < 1000 * seconds) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    texts.add(document.querySelector('tr.best')?.closest('div').previousSibling.textContent);
  }
  frames.sort((a, b) => a - b);
  return { updates: texts.size / seconds, middle: frames[Math.floor(frames.length / 2)], longest: frames.at(-1), frames: frames.length / seconds };
}"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    with running_desk(tmp_path_factory.mktemp("speed")) as server:
        yield server


def test_candidates_come_at_once_and_frames_do_not_stall(desk: DeskServer) -> None:
    with running_browser() as browser, watched_page(browser) as page:
        page.goto(f"{desk.address}#analyse/go19")
        page.wait_for_selector("tr.best")
        until(page, "() => document.querySelectorAll('.mark text').length > 0")
        clicks = sorted(page.evaluate(CLICK) for _ in range(7))
        found = page.evaluate(FRAMES, 5)
    print(
        f"19 x 19: candidates {clicks[3]:.0f} ms after a click (of 7: {clicks[0]:.0f} to {clicks[-1]:.0f}); {found}"
    )
    assert 0 < clicks[3] < 400
    assert found["updates"] > 5
    assert found["longest"] < 250


def review(desk: DeskServer, game: str, moves: list[str]) -> tuple[float, float, int]:
    """Seconds to the first position and to the end, and how many positions."""
    begin = time.monotonic()
    question = f"/api/review?game={game}&moves={'+'.join(moves)}&page=speed"
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=300)
    connection.request("GET", question)
    answer = connection.getresponse()
    first, positions = 0.0, 0
    while line := answer.readline():
        if not line.startswith(b"data:"):
            continue
        report: dict[str, Any] = json.loads(line[5:])
        positions += "ply" in report
        first = first or (time.monotonic() - begin if "ply" in report else 0.0)
        if report.get("done"):
            break
    connection.close()
    return first, time.monotonic() - begin, positions


def random_game(game: katachi.Game, plies: int) -> list[str]:
    rng = random.Random(1)
    moves: list[str] = []
    position = game.start()
    while not position.is_over and len(moves) < plies:
        legal = [move for move in position.legal_moves if move != "pass"] or list(
            position.legal_moves
        )
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize(
    ("game", "plies", "most"), [("othello8", 60, 5.0), ("go19", 250, 60.0)], ids=["othello", "go"]
)
def test_a_whole_game_is_reviewed_in_time(
    desk: DeskServer, game: str, plies: int, most: float
) -> None:
    moves = random_game(katachi.parse_game(game), plies)
    review(desk, game, moves[:2])  # knowledge is read
    first, last, positions = review(desk, game, moves)
    print(
        f"review of {game}, {len(moves)} moves: first after {first:.2f} s, all after {last:.1f} s"
    )
    assert positions == len(moves) + 1
    assert first < 1.0 * 3
    assert last < most * 3
