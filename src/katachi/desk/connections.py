"""A connection of the desk: every request is answered, also one that ends in the middle or is no HTTP."""

from __future__ import annotations

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from katachi.desk.guard import HEADERS

UNFINISHED = "the request was not finished"
NO_REQUEST = "this is not a request of HTTP/1.1"


class Connection(H11Protocol):
    """As uvicorn's, with a sentence in JSON for what it cannot read."""

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio lets it answer
        """The other side sends no more; whether it may still wait for its answer.

        A stream that has begun ends here: a page that closes looks the same as one that only listens.
        """
        in_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if in_head or self.conn.their_state is h11.SEND_BODY:
            self._refuse(UNFINISHED)
        waits = self.cycle is not None and not self.cycle.response_started
        return waits and not self.transport.is_closing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's sentence is not ours
        """The answer to what is not HTTP."""
        self._refuse(NO_REQUEST)

    def _refuse(self, sentence: str) -> None:
        """The last answer of this connection, unless one is on its way already."""
        if self.transport.is_closing():
            return
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            body = msgspec.json.encode({"error": sentence})
            headers = {
                **HEADERS,
                "content-type": "application/json",
                "content-length": str(len(body)),
                "connection": "close",
            }
            event = h11.Response(
                status_code=400, headers=list(headers.items()), reason="Bad Request"
            )
            asked_for_head = self.cycle is not None and self.cycle.scope["method"] == "HEAD"
            data = h11.Data(data=b"" if asked_for_head else body)
            for part in (event, data, h11.EndOfMessage()):
                self.transport.write(self.conn.send(part) or b"")
            if self.cycle is not None:
                self.cycle.disconnected = True  # what the application says now comes too late
        self.transport.close()
