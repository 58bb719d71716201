"""The desk as a web application: pages, and questions answered in JSON or as streams of events."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from katachi import __version__
from katachi.agents.catalogue import agent_names, read_agent_file
from katachi.agents.defaults import best_of
from katachi.agents.levels import HIGHEST, LOWEST, ladders
from katachi.desk import thinking
from katachi.desk.boards import board, game_of, position_json
from katachi.desk.guard import Guard
from katachi.desk.laboratories import laboratory_json, laboratory_names
from katachi.desk.questions import (
    AnalysisQuestion,
    MoveQuestion,
    Place,
    Question,
    ReviewQuestion,
    SaveQuestion,
    WhyQuestion,
    read_query,
    read_question,
)
from katachi.desk.reasons import why_json
from katachi.desk.record_files import file_in, listed, names_of, read_dropped, sgf_of
from katachi.errors import KatachiError
from katachi.games import games_by_name
from katachi.records import read

PAGES = Path(__file__).parent / "pages"
RECORD_ENDINGS = (".sgf", ".wtb", ".ggf", ".hgf", ".katachi", ".txt", ".csv", ".json")


def make_app(
    *, folder: Path, hosts: tuple[str, ...], token: str = "", processors: int | None = None
) -> ASGIApp:
    """The application; files are read in `folder` alone."""
    desk = thinking.Desk(processors or os.cpu_count() or 1)

    def asked(kind: type[Question], answer: Callable[[Question], Any]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            question = read_question(await request.body(), kind)
            return _json(await run_in_threadpool(answer, question))

        return endpoint

    def streamed(
        kind: type[Question],
        answers: Callable[[thinking.Desk, Question], AsyncIterator[dict[str, Any]]],
    ) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            question = read_query(request.query_params, kind)
            return StreamingResponse(
                _events(answers(desk, question)), media_type="text/event-stream"
            )

        return endpoint

    async def load(request: Request) -> Response:
        name = request.query_params.get("name", "")[:200]
        content = await request.body()
        return _json(await run_in_threadpool(lambda: listed(read_dropped(name, content))))

    async def open_file(request: Request) -> Response:
        name = request.query_params.get("name", "")
        first = _whole(request.query_params.get("first", "0"))
        return _json(
            await run_in_threadpool(lambda: listed(read(file_in(folder, name)), first=first))
        )

    async def files(_request: Request) -> Response:
        return _json(
            {
                "folder": folder.name,
                "records": names_of(folder, RECORD_ENDINGS),
                "laboratories": laboratory_names(folder),
            }
        )

    async def laboratory(request: Request) -> Response:
        path = file_in(folder, request.query_params.get("name", ""))
        match = request.query_params.get("match", "")
        return _json(
            await run_in_threadpool(lambda: laboratory_json(path, _whole(match) if match else None))
        )

    async def state(_request: Request) -> Response:
        return _json({"searches": desk.searches, "processors": desk.processors})

    routes = [
        Route("/", _index),
        Route("/api/about", _about),
        Route("/api/state", state),
        Route("/api/board", asked(Place, lambda place: board(game_of(place))), methods=["POST"]),
        Route("/api/position", asked(Place, position_json), methods=["POST"]),
        Route(
            "/api/move",
            asked(MoveQuestion, lambda question: thinking.choose_move(desk, question)),
            methods=["POST"],
        ),
        Route("/api/why", asked(WhyQuestion, why_json), methods=["POST"]),
        Route("/api/save", asked(SaveQuestion, lambda q: {"sgf": sgf_of(q)}), methods=["POST"]),
        Route("/api/load", load, methods=["POST"]),
        Route("/api/files", files),
        Route("/api/open", open_file),
        Route("/api/laboratory", laboratory),
        Route("/api/analysis", streamed(AnalysisQuestion, thinking.analysis)),
        Route("/api/review", streamed(ReviewQuestion, thinking.review)),
        Mount("/static", StaticFiles(directory=PAGES)),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            KatachiError: _refused,
            HTTPException: _not_here,
            ClientDisconnect: _left,
            Exception: _failed,
        },
    )
    return Guard(app, hosts=hosts, token=token)


async def _index(_request: Request) -> Response:
    return FileResponse(PAGES / "index.html")


async def _about(_request: Request) -> Response:
    games = [
        {
            "name": name,
            "sizes": list(kind.sizes),
            "size": kind().size,  # type: ignore[call-arg]  # every game has a default size
            "options": [field for field in ("komi", "swap", "handicap") if _has(kind, field)],
            "levels": [LOWEST, HIGHEST] if name in ladders() else [],
            "best": best_of(kind()).agent,  # type: ignore[call-arg]  # the same
        }
        for name, kind in games_by_name.items()
    ]
    agents = [
        {"name": name, "game": file.game, "about": file.about}
        for name in agent_names()
        if (file := read_agent_file(name)).kind != "gtp"
    ]
    return _json({"version": __version__, "games": games, "agents": agents})


def _has(kind: type, field: str) -> bool:
    return field in getattr(kind, "__dataclass_fields__", {})


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise KatachiError("a count is a whole number")
    return int(text)


async def _events(reports: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    """Server-sent events; what goes wrong is the last of them."""
    try:
        async for report in reports:
            yield b"data: " + msgspec.json.encode(report) + b"\n\n"
    except KatachiError as error:
        yield b"data: " + msgspec.json.encode({"error": str(error), "done": True}) + b"\n\n"
    yield b"event: end\ndata: {}\n\n"


async def _refused(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _not_here(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)


async def _left(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "the request was not finished"}, 400)


async def _failed(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"the desk failed: {type(error).__name__}"}, 500)
