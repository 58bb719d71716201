"""The desk as a web application: pages, and questions answered in JSON or as streams of events."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from katachi import __version__
from katachi.agents.defaults import best_of
from katachi.agents.levels import HIGHEST, LOWEST
from katachi.desk import gallery, laboratories, paper_tables
from katachi.desk.analyses import analysis, owners_json
from katachi.desk.answers import (
    asked,
    failed,
    json_answer,
    left,
    not_here,
    posted,
    refused,
    streamed,
    whole,
)
from katachi.desk.boards import board, game_of, position_json
from katachi.desk.clicks import has_board
from katachi.desk.desk import Desk
from katachi.desk.examples import example
from katachi.desk.guard import Guard
from katachi.desk.players import players_of
from katachi.desk.playing import choose_move
from katachi.desk.processors import Processors
from katachi.desk.questions import (
    AnalysisQuestion,
    ContinueQuestion,
    ExampleQuestion,
    GalleryQuestion,
    JudgeQuestion,
    LiveQuestion,
    MatchQuestion,
    MoveQuestion,
    OrderQuestion,
    PauseQuestion,
    Place,
    PredictionQuestion,
    ReviewQuestion,
    SaveQuestion,
    WhyQuestion,
)
from katachi.desk.reasons import who_is_ahead, why_json
from katachi.desk.record_files import OpenFiles, file_in, names_of, sgf_of
from katachi.desk.reviews import judged, review
from katachi.desk.running_matches import RunningMatches
from katachi.errors import KatachiError
from katachi.games import Game, games_by_name
from katachi.games.capabilities import HasOwners
from katachi.games.registry import registered_games
from katachi.knowledge.catalogue import SUFFIXES
from katachi.matches.ratings import parse_sprt
from katachi.records.shipped import read_shipped, shipped_file, shipped_names
from katachi.reports.html_page import STYLE_SHEET

PAGES = Path(__file__).parent / "pages"
RECORD_ENDINGS = (
    ".sgf",
    ".wtb",
    ".ggf",
    ".hgf",
    ".katachi",
    ".txt",
    ".csv",
    ".json",
    ".obf",
    ".trn",
)
LARGEST_RECORDS = 64 * 2**20  # bytes of a file of the folder
LIVE_SECONDS = 0.4


def make_app(
    *, folder: Path, hosts: tuple[str, ...], token: str = "", processors: int | None = None
) -> ASGIApp:
    """The application; files are read in `folder` alone."""
    desk = Desk(folder, Processors(processors or os.cpu_count() or 1))
    opened = OpenFiles()
    app = Starlette(
        routes=[
            Route("/", _index),
            *_of_games(desk),
            *_of_files(folder, opened),
            *_of_knowledge(desk, opened),
            *_of_laboratories(desk, RunningMatches(folder, desk.processors)),
            Route("/static/style.css", _style),
            Mount("/static", StaticFiles(directory=PAGES)),
        ],
        exception_handlers={
            KatachiError: refused,
            HTTPException: not_here,
            ClientDisconnect: left,
            Exception: failed,
        },
    )
    return Guard(app, hosts=hosts, token=token)


def _post(path: str, endpoint: Any) -> Route:  # noqa: ANN401 - as Starlette has it
    return Route(path, endpoint, methods=["POST"])


def _of_games(desk: Desk) -> list[Route]:
    """Play, analyse, review, why."""
    processors = desk.processors

    def board_of(place: Place) -> dict[str, Any]:
        game = game_of(place)
        desk.prepare(game)
        return board(game)

    def state(_query: dict[str, str]) -> dict[str, int]:
        return {
            "searches": processors.searches,
            "processors": processors.count,
            "waiting": len(desk.sittings),
        }

    return [
        Route("/api/about", asked(lambda _query: _about(desk.folder))),
        Route("/api/state", asked(state)),
        _post("/api/board", posted(Place, board_of)),
        _post("/api/position", posted(Place, position_json)),
        _post("/api/owners", posted(Place, owners_json)),
        _post("/api/move", posted(MoveQuestion, lambda question: choose_move(desk, question))),
        _post("/api/judge", posted(JudgeQuestion, lambda question: judged(desk, question))),
        _post("/api/why", posted(WhyQuestion, lambda q: why_json(desk.folder, q))),
        _post("/api/ahead", posted(Place, who_is_ahead)),
        _post("/api/save", posted(SaveQuestion, lambda question: {"sgf": sgf_of(question)})),
        Route("/api/analysis", streamed(AnalysisQuestion, lambda q: analysis(desk, q))),
        Route("/api/review", streamed(ReviewQuestion, lambda q: review(desk, q))),
    ]


def _of_files(folder: Path, opened: OpenFiles) -> list[Route]:
    """Records."""

    def files(_query: dict[str, str]) -> dict[str, Any]:
        return {
            "folder": folder.resolve().name,
            "records": names_of(folder, RECORD_ENDINGS),
            "shipped": shipped_names(),
            "laboratories": laboratories.laboratory_names(folder),
            "knowledge": [n for n in names_of(folder, SUFFIXES) if not n.endswith(".txt")],
        }

    async def load(request: Request) -> Response:
        name = request.query_params.get("name", "")[:200]
        content = await request.body()
        return json_answer(
            await run_in_threadpool(lambda: opened.listed(opened.open(name, content)))
        )

    def open_file(query: dict[str, str]) -> dict[str, Any]:
        name = query.get("name", "")
        path = shipped_file(name) if name in shipped_names() else file_in(folder, name)
        if path.stat().st_size > LARGEST_RECORDS:
            raise KatachiError(f"'{name[:80]}' has more than {LARGEST_RECORDS} bytes")
        return opened.listed(opened.open(path.name, path.read_bytes()))

    def games(query: dict[str, str]) -> dict[str, Any]:
        return opened.listed(
            query.get("key", ""),
            search=query.get("search", "")[:200],
            winner=query.get("winner", ""),
            first=whole(query.get("first", "0")),
        )

    return [
        Route("/api/files", asked(files)),
        _post("/api/load", load),
        Route("/api/open", asked(open_file)),
        Route("/api/games", asked(games)),
        Route(
            "/api/record",
            asked(lambda q: opened.record(q.get("key", ""), whole(q.get("number", "")))),
        ),
    ]


def _of_knowledge(desk: Desk, opened: OpenFiles) -> list[Route]:
    """What was learned, and what papers claim about it."""
    folder = desk.folder

    def predictions(question: PredictionQuestion) -> dict[str, Any]:
        games = opened.get(question.key).games if question.key else read_shipped(shipped_names()[0])
        with desk.processors.counted(), desk.processors.place():
            return gallery.predictions(folder, question.knowledge, games)

    return [
        Route("/api/knowledge", asked(lambda _query: gallery.shipped_knowledge())),
        _post("/api/gallery", posted(GalleryQuestion, lambda q: gallery.gallery(folder, q))),
        _post("/api/example", posted(ExampleQuestion, lambda q: example(folder, opened, q))),
        _post("/api/order", posted(OrderQuestion, lambda q: gallery.move_order(folder, q))),
        _post("/api/predictions", posted(PredictionQuestion, predictions)),
        Route("/api/papers", asked(lambda _query: paper_tables.papers_json())),
        Route(
            "/api/paper",
            asked(
                lambda q: paper_tables.paper_json(folder, q.get("name", ""), q.get("report", ""))
            ),
        ),
    ]


def _of_laboratories(desk: Desk, running: RunningMatches) -> list[Route]:
    """Matches: looked at, started, paused, continued."""
    folder = desk.folder

    def view(question: LiveQuestion) -> dict[str, Any]:
        path = file_in(folder, question.name)
        if question.match:
            test = parse_sprt(question.sprt) if question.sprt else None
            found = laboratories.match_view(path, question.match, test)
        else:
            found = laboratories.overview(path)
        return found | {"runs": running.of(question.name)}

    async def live(question: LiveQuestion) -> AsyncIterator[dict[str, Any]]:
        """What a laboratory shows, whenever that has changed."""
        before: object = None
        while True:
            now = (_changed(folder, question.name), running.of(question.name))
            if now != before:
                before = now
                yield await run_in_threadpool(view, question)
            await asyncio.sleep(LIVE_SECONDS)

    return [
        Route("/api/live", streamed(LiveQuestion, live)),
        _post("/api/laboratory", posted(LiveQuestion, view)),
        _post("/api/match", posted(MatchQuestion, running.start)),
        _post("/api/continue", posted(ContinueQuestion, running.go_on)),
        _post("/api/pause", posted(PauseQuestion, lambda question: running.pause(question.run))),
    ]


def _changed(folder: Path, name: str) -> tuple[int, ...]:
    """When a laboratory was last written, also by other processes."""
    path = file_in(folder, name)
    logs = [path, path.with_name(path.name + "-wal")]
    return tuple(one.stat().st_mtime_ns for one in logs if one.is_file())


async def _index(_request: Request) -> Response:
    return FileResponse(PAGES / "index.html")


async def _style(_request: Request) -> Response:
    return FileResponse(STYLE_SHEET, media_type="text/css")


def _about(folder: Path) -> dict[str, Any]:
    games: list[Game] = [kind() for kind in games_by_name.values()]  # type: ignore[call-arg]  # every one has a default size
    games += [game for game in registered_games().values() if has_board(game)]
    return {
        "version": __version__,
        "games": [_about_game(game) for game in games],
        "agents": players_of(folder),
    }


def _about_game(usual: Game) -> dict[str, Any]:
    fields = getattr(type(usual), "__dataclass_fields__", {})
    return {
        "name": usual.name,
        "sizes": list(usual.sizes),
        "size": usual.size,
        "options": {
            field: fields[field].default
            for field in ("komi", "swap", "handicap")
            if field in fields
        },
        "levels": [LOWEST, HIGHEST],
        "best": best_of(usual).agent,
        "knowledge": bool(best_of(usual).knowledge),
        "owners": isinstance(usual, HasOwners),
    }
