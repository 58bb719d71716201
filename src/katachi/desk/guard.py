"""Who may ask: pages of this server alone.

A browser lets any page of the web send requests to this machine. So a request must name this server
as its host (which keeps out addresses that only point here) and, if it says where it comes from,
come from its own pages. Where the server can be reached from other machines it must also show the
token that was printed at the start.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 32 * 2**20
COOKIE = "katachi-desk"
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class Guard:
    """Checks every request before anything else sees it, and adds the headers of every answer."""

    def __init__(self, app: ASGIApp, *, hosts: Sequence[str], token: str = "") -> None:
        """`hosts`: the names, with port, by which the server may be called; no token: none needed."""
        self._app = app
        self._hosts = frozenset(hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, _limited(receive), _with_headers(send))
        else:
            await refusal(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        if headers.get("host", "") not in self._hosts:
            return _refuse(421, "this server is not called so")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc not in self._hosts:
            return _refuse(403, "the request comes from another site")
        if headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
            return _refuse(403, "the request comes from another site")
        try:
            length = int(headers.get("content-length", "0"))
        except ValueError:
            return _refuse(400, "the length of the request is not a number")
        if not 0 <= length <= LARGEST_BODY:
            return _refuse(413, f"a request has at most {LARGEST_BODY} bytes")
        return self._without_token(scope, headers) if self._token else None

    def _without_token(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        given = query.get("token", [""])[0]
        if scope["path"] == "/" and given and hmac.compare_digest(given, self._token):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
            return answer
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        if cookie is not None and hmac.compare_digest(cookie.value, self._token):
            return None
        return _refuse(401, "open the address that was printed at the start: it has the token")


def _refuse(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = dict(message)
            named = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in named
                ),
            ]
        await send(message)

    return sending


def _limited(receive: Receive) -> Receive:
    """The same messages; a body that grows past the limit ends as if the client had left."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= LARGEST_BODY else {"type": "http.disconnect"}

    return receiving
