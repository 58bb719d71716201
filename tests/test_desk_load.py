"""The desk under load: hostile requests, many pages, nobody at all. Figures are printed (pytest -s)."""

from __future__ import annotations

import http.client
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_hostile import attack
from desk_server import DeskServer, running_desk

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="figures are Linux's")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("load") / "desk"
    made.mkdir()
    (made / "game.sgf").write_text("(;GM[11]FF[4]SZ[5];B[c3];W[b2])")
    (made.parent / "secret.sgf").write_text("(;GM[11]SZ[5]C[root: secret])")
    (made / "link.sgf").symlink_to(made.parent / "secret.sgf")
    return made


@pytest.fixture(scope="module")
def desk(folder: Path) -> Iterator[DeskServer]:
    with running_desk(folder) as server:
        yield server


def processor_seconds(desk: DeskServer) -> float:
    fields = Path(f"/proc/{desk.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def megabytes_and_threads(desk: DeskServer) -> tuple[float, int]:
    lines = Path(f"/proc/{desk.process.pid}/status").read_text().splitlines()
    values = {
        name: text.split()[0]
        for name, _, text in (line.partition(":") for line in lines)
        if text.split()
    }
    return int(values["VmRSS"]) / 1024, int(values["Threads"])


def listing(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def under_attack(desk: DeskServer, folder: Path, count: int) -> None:
    before = listing(folder.parent)
    memory, _ = megabytes_and_threads(desk)
    begin = time.monotonic()
    seen = attack(desk.port, count, seed=count)
    after, threads = megabytes_and_threads(desk)
    print(
        f"{count} hostile requests in {time.monotonic() - begin:.0f} s: {dict(sorted(seen.items()))}; "
        f"memory {memory:.0f} to {after:.0f} MB, {threads} threads"
    )
    assert listing(folder.parent) == before, "a request has written a file"
    assert threads < 80
    assert after < memory + 200
    assert desk.ask("/api/state").status == 200


def test_hostile_requests(desk: DeskServer, folder: Path) -> None:
    under_attack(desk, folder, 400)


@pytest.mark.slow
def test_a_hundred_thousand_hostile_requests(desk: DeskServer, folder: Path) -> None:
    under_attack(desk, folder, 100_000)


def test_a_body_that_never_comes_blocks_nobody(desk: DeskServer) -> None:
    slow = [http.client.HTTPConnection("127.0.0.1", desk.port, timeout=30) for _ in range(60)]
    for connection in slow:
        connection.putrequest("POST", "/api/position")
        connection.putheader("Content-Length", "1000")
        connection.endheaders(b"{")
    assert desk.ask("/api/state").status == 200
    for connection in slow:
        connection.close()


def analysis(desk: DeskServer, number: int, seconds: float, seen: list[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=60)
    connection.request("GET", f"/api/analysis?game=hex9&moves=&seconds=600&page=tab{number}")
    answer = connection.getresponse()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen[number] += answer.readline().startswith(b"data:")
    answer.close()
    connection.close()


def test_twenty_tabs_take_turns_and_leave_nothing_behind(desk: DeskServer) -> None:
    seen = [0] * 20
    tabs = [
        threading.Thread(target=analysis, args=(desk, number, 4.0, seen)) for number in range(20)
    ]
    for tab in tabs:
        tab.start()
    time.sleep(3)
    memory, threads = megabytes_and_threads(desk)
    for tab in tabs:
        tab.join()
    print(f"20 tabs: {memory:.0f} MB, {threads} threads, reports {min(seen)} to {max(seen)} in 4 s")
    assert min(seen) >= 1, "somebody was left waiting"
    assert memory < 2500
    assert threads < 110
    deadline = time.monotonic() + 30
    while desk.ask("/api/state").json["searches"]:
        assert time.monotonic() < deadline, "a search goes on for nobody"
        time.sleep(0.05)
    assert desk.ask("/api/state").json["waiting"] <= 8


def test_an_idle_server_does_nothing(desk: DeskServer) -> None:
    time.sleep(0.5)
    before, seconds = processor_seconds(desk), 4.0
    time.sleep(seconds)
    share = (processor_seconds(desk) - before) / seconds
    print(f"idle: {100 * share:.2f} % of a core")
    assert share < 0.01
