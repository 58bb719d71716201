"""Answers of the desk: JSON, streams of events, and a sentence for whatever goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from katachi.desk.questions import Question, read_query, read_question
from katachi.errors import KatachiError

Endpoint = Callable[[Request], Any]


def json_answer(value: object, status: int = 200) -> Response:
    """A value as JSON; what is no number in it is null."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def posted(kind: type[Question], answer: Callable[[Question], Any]) -> Endpoint:
    """Answers a question in the body of a request, in a thread of its own."""

    async def endpoint(request: Request) -> Response:
        question = read_question(await request.body(), kind)
        return json_answer(await run_in_threadpool(answer, question))

    return endpoint


def asked(answer: Callable[[dict[str, str]], Any]) -> Endpoint:
    """Answers a question in the address of a request, in a thread of its own."""

    async def endpoint(request: Request) -> Response:
        query = dict(request.query_params)
        return json_answer(await run_in_threadpool(answer, query))

    return endpoint


def streamed(
    kind: type[Question], answers: Callable[[Question], AsyncIterator[dict[str, Any]]]
) -> Endpoint:
    """Reports as server-sent events; the question stands in the address."""

    async def endpoint(request: Request) -> Response:
        question = read_query(request.query_params, kind)
        return StreamingResponse(_events(answers(question)), media_type="text/event-stream")

    return endpoint


async def _events(reports: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    """Server-sent events; what goes wrong is the last of them."""
    try:
        async for report in reports:
            yield b"data: " + msgspec.json.encode(report) + b"\n\n"
    except KatachiError as error:
        yield _last(str(error))
    except Exception as error:
        yield _last(f"the desk failed: {type(error).__name__}")
    yield b"event: end\ndata: {}\n\n"


def _last(sentence: str) -> bytes:
    return b"data: " + msgspec.json.encode({"error": sentence, "done": True}) + b"\n\n"


def whole(text: str) -> int:
    """A count in an address; raises `KatachiError`."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise KatachiError("a count is a whole number")
    return int(text)


async def refused(_request: Request, error: Exception) -> Response:
    """What was asked cannot be."""
    return JSONResponse({"error": str(error)}, 400)


async def not_here(_request: Request, error: Exception) -> Response:
    """No such page, or not by this method."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)


async def left(_request: Request, _error: Exception) -> Response:
    """Whoever asked went away."""
    return JSONResponse({"error": "the request was not finished"}, 400)


async def failed(_request: Request, error: Exception) -> Response:
    """A fault of the desk; its kind and no more."""
    return JSONResponse({"error": f"the desk failed: {type(error).__name__}"}, 500)
