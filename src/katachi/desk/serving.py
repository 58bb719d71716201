"""Starting the desk: an address on this machine, a browser that opens it."""

from __future__ import annotations

import http.client
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

import uvicorn

from katachi.desk.app import make_app
from katachi.desk.connections import Connection
from katachi.errors import KatachiError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class DeskOptions:
    """Where the desk is served, and which folder its pages may read."""

    host: str = "127.0.0.1"
    port: int = 0  # 0: any that is free
    folder: Path = field(default_factory=Path.cwd)
    page: str = ""  # what the browser shows first, after the # of the address
    browser: bool = True
    processors: int | None = None
    check: bool = False  # ask the pages once, and end


def serve(options: DeskOptions, *, tell: Callable[[str], None]) -> None:
    """Serves until Ctrl-C; `tell` gets sentences, the first with the address. Raises `KatachiError`."""
    if not options.folder.is_dir():
        raise KatachiError(f"there is no folder '{options.folder}'")
    try:
        listening = socket.create_server((options.host, options.port), reuse_port=False)
    except OSError as error:
        reason = error.strerror or str(error)
        raise KatachiError(f"cannot serve on {options.host}:{options.port}: {reason}") from None
    port = listening.getsockname()[1]
    local = options.host in LOOPBACK
    token = "" if local else secrets.token_urlsafe(24)
    names = {options.host, *(LOOPBACK - {"::1"} if local else {socket.gethostname()})}
    app = make_app(
        folder=options.folder,
        hosts=tuple(f"{name}:{port}" for name in sorted(names)),
        token=token,
        processors=options.processors,
    )
    address = f"http://{options.host}:{port}/"
    address += f"?token={token}" if token else ""
    address += f"#{options.page}" if options.page else ""
    tell(f"The desk is at {address} (Ctrl-C ends it)")
    server = uvicorn.Server(
        uvicorn.Config(
            app, http=Connection, log_level="error", timeout_graceful_shutdown=1, lifespan="off"
        )
    )
    if options.check:
        threading.Thread(
            target=_check, args=(server, options.host, port, tell), daemon=True
        ).start()
    elif options.browser:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    with listening:
        server.run(sockets=[listening])


def _check(server: uvicorn.Server, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Asks the desk what a browser asks first, and ends it."""
    try:
        connection = http.client.HTTPConnection(host, port, timeout=60)
        pages = ("/", "/static/desk.js", "/static/style.css", "/api/about")
        for page in pages:
            connection.request("GET", page)
            answer = connection.getresponse()
            answer.read()
            if answer.status != HTTPStatus.OK:
                tell(f"{page}: {answer.status} {answer.reason}")
                return
        tell(f"The desk answers: {len(pages)} pages")
    finally:
        server.should_exit = True
