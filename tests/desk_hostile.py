"""Requests that nobody means well: made from a seed, sent over bare sockets, their answers looked at."""

from __future__ import annotations

import json
import random
import socket
from collections import Counter
from collections.abc import Iterator

PATHS = (
    *("/api/about", "/api/state", "/api/board", "/api/position", "/api/move", "/api/why"),
    *("/api/save", "/api/load", "/api/open", "/api/games", "/api/record", "/api/files"),
    *("/api/gallery", "/api/order", "/api/paper", "/api/laboratory", "/api/match", "/api/pause"),
    *("/api/continue", "/api/owners", "/api/judge", "/static/desk.js", "/", "/nothing"),
)
CLIMBING = (
    *("../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "....//etc/passwd"),
    *("/etc/passwd", "..\\..\\secret.sgf", "secret.sgf%00.sgf", "link.sgf", "../secret.sgf"),
    *("file:///etc/passwd", "~/.ssh/id_rsa", ".hidden", "a" * 5000, "CON", "%ff%fe"),
)
BODIES = (
    *(b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 5000, b'{"game":' + b"9" * 400 + b"}"),
    *(b'{"game":"hex5","moves":["zz"]}', b'{"game":"go99"}', b'{"game":"\\ud800"}', b'"x"' * 50),
    b'{"game":"hex5","moves":[' + b'"a1",' * 3000 + b'"a1"]}',
    b'{"laboratory":"../../x.sqlite","game":"hex3","agents":["uct","random"]}',
    b'{"laboratory":"x.sqlite","game":"hex3","agents":["../../bin/sh","uct"],"seconds":1e308}',
    b'{"knowledge":"/etc/passwd"}',
    b'{"game":"hex5","player":"../../etc/passwd.toml","seconds":-1}',
    b'{"game":"hex5","nodes":[{"parent":5,"move":"a1"}]}',
    b'{"game":"hex5","move":"a1","best":"a1","seconds":1e999}',
)
METHODS = (
    "GET",
    "POST",
    "POST",
    "POST",
    "GET",
    "PUT",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "PATCH",
    "BREW",
)
FOREIGN = (
    *("Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"),
    *("Host: evil.example", "Sec-Fetch-Site: same-site", "Cookie: katachi-desk=x; \x80"),
)


def hostile_requests(port: int, seed: int) -> Iterator[tuple[bytes, bool]]:
    """Requests without end, and whether each is all that it promises to be."""
    rng = random.Random(seed)
    while True:
        method, path = rng.choice(METHODS), rng.choice(PATHS)
        body = rng.choice(BODIES)
        headers = [f"Host: 127.0.0.1:{port}", "Connection: close"]
        kind = rng.randrange(8)
        if kind == 0:
            path = rng.choice(
                ("/static/", "/api/open?name=", "/", "/api/paper?name=")
            ) + rng.choice(CLIMBING)
            method = "GET"
        elif kind == 1:
            headers.append(rng.choice(FOREIGN))
        elif kind == 2:
            headers.append(f"Content-Length: {rng.choice(('99999999999', '-1', 'x', '1e9'))}")
        elif kind == 3:
            path += "?" + "&".join(
                f"{rng.choice('abkgmns')}={rng.random()}" for _ in range(rng.randrange(40))
            )
        elif kind == 4:
            yield rng.randbytes(rng.randrange(1, 300)) + b"\r\n\r\n", False
            continue
        if not any(line.startswith("Content-Length") for line in headers) and body:
            headers.append(f"Content-Length: {len(body) + (50 if kind == 5 else 0)}")
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{line}\r\n" for line in headers) + "\r\n"
        yield head.encode("latin-1", "replace") + body, kind not in {2, 5}


def answer_to(port: int, request: bytes, *, whole: bool) -> tuple[int, bytes]:
    """Status and body; 0 if the server closed the connection without a word."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        if not whole:  # what was promised never comes
            connection.shutdown(socket.SHUT_WR)
        received = bytearray()
        try:
            while part := connection.recv(65536):
                received += part
        except OSError:
            pass
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    return (int(words[1]) if len(words) > 1 and words[1].isdigit() else 0), body


def attack(port: int, count: int, seed: int) -> Counter[int]:
    """Sends so many requests; each must be answered, and a refusal must be JSON with a sentence."""
    seen: Counter[int] = Counter()
    for (request, whole), _ in zip(hostile_requests(port, seed), range(count), strict=False):
        status, body = answer_to(port, request, whole=whole)
        seen[status] += 1
        assert 0 < status < 500, (request[:300], status, body[:300])
        assert b"root:" not in body, request[:300]
        if status >= 400 and not request.startswith(b"HEAD"):
            assert json.loads(body)["error"], request[:300]
    return seen
