"""A desk in a process of its own, for tests that talk to it as a browser does."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever the server says
        return json.loads(self.body)


class DeskServer:
    """A running desk."""

    def __init__(self, port: int, process: subprocess.Popen[str]) -> None:
        self.port = port
        self.process = process

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def ask(
        self, path: str, question: object = None, *, method: str = "", **headers: str
    ) -> Answer:
        """One request; a question is sent as JSON unless it is bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            body = question if isinstance(question, bytes | None) else json.dumps(question).encode()
            method = method or ("GET" if body is None else "POST")
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body, headers=named)
            found = connection.getresponse()
            names = {name.lower(): value for name, value in found.getheaders()}
            return Answer(found.status, names, found.read())
        finally:
            connection.close()

    def events(self, path: str) -> list[Any]:
        """All reports of a stream."""
        answer = self.ask(path)
        lines = answer.body.decode().split("\n\n")
        return [
            json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data:")
        ]


@contextmanager
def running_desk(folder: Path, *more: str | Path, port: int = 0) -> Iterator[DeskServer]:
    """A desk that serves the folder, with more words of the command; it ends with the block."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "katachi", "desk", "--no-browser", "--port", str(port)),
            *("--folder", str(folder), "--threads", "2", *map(str, more)),
        ],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        yield DeskServer(int(line.split(":")[2].split("/")[0]), process)
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()
