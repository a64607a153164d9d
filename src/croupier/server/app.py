"""The application: all calls, the WebSocket and the pages, around one room."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute
from litestar.static_files import create_static_files_router

import croupier
from croupier.core.felt import Fault
from croupier.core.phrases import MOST, cut
from croupier.server.api import (
    cashier,
    clubs,
    common,
    company,
    contests,
    corrections,
    crew,
    desk,
    entry,
    fairness,
    files,
    floor,
    histories,
    houses,
    incidents,
    keys,
    lobby,
    mine,
    papers,
    private,
    registers,
    second,
    sheets,
    staff,
    tournaments,
)
from croupier.server.live import laboratory, sockets
from croupier.server.live.room import Room
from croupier.server.people import browser, duties
from croupier.server.people.buckets import home
from croupier.server.refusals import No, Refusal
from croupier.speech import french

STATIC: Final = Path(__file__).parent / "static"
COSTS: Final = {
    "/assets/": 0.1,
    "/api/odds": 20.0,
    "/api/coach": 5.0,
    "/consider": 5.0,
    "/api/staff/report": 5.0,
    "/api/leaderboard": 5.0,
    "/standings": 5.0,
    "/hands": 2.0,
    "/fair/": 2.0,
}
"""What a call costs by a part of its path; any other costs one."""
BY_STATUS: Final = {400: "malformed", 401: "no_session", 403: "forbidden", 404: "not_found"}


def build(room: Room) -> Litestar:
    """The application around a room that opens and closes with it."""

    @asynccontextmanager
    async def open_room(app: Litestar) -> AsyncIterator[None]:
        app.state.room = room
        await room.open()
        yield
        laboratory.close()
        await room.close()

    app = Litestar(
        [*_handlers(), sockets.live],
        guards=[common.guard],
        before_send=[browser.protect],
        lifespan=[open_room],
        exception_handlers={No: _refused, HTTPException: _http, Exception: _fault},
        openapi_config=OpenAPIConfig(
            title="Croupier",
            version=croupier.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        cors_config=CORSConfig(allow_origins=[]),
        # The page's own files; answers stay as they are, for what is secret must not be squeezed
        # together with what a stranger chose.
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=6, exclude=["^/api", r"\.woff2$"]
        ),
        before_request=_toll,
        logging_config=None,
        request_max_body_size=1_000_000,
    )
    unknown = {call for call in calls(app) if call not in duties.ACCESS}
    if unknown:
        raise Fault(f"no role is named for {', '.join(sorted(unknown))}")
    return app


def served(room: Room) -> Any:
    """The application as a server takes it; of a node, with what others answer in its place."""
    app = build(room)
    _ = app.openapi_schema  # Made now, or a table would wait a quarter of a second for it.
    return app if room.nodes is None else room.forward.around(app)


def calls(app: Litestar) -> set[str]:
    """Every call that the application answers, as `duties.ACCESS` names it."""
    found = set()
    for route in app.routes:
        methods = sorted(route.methods) if isinstance(route, HTTPRoute) else ["WS"]
        found |= {f"{method} {route.path_format}" for method in methods if method != "OPTIONS"}
    return found


def _toll(request: Request[Any, Any, Any]) -> None:
    """Calls cost what they cost us; an address that has spent its share waits."""
    path = request.url.path
    cost = next((cost for part, cost in COSTS.items() if part in path), 1.0)
    host = request.client.host if request.client else ""
    if not common.room_of(request).calls.take(home(host), cost):
        raise No("too_fast", "too many requests from this address: wait a moment")


def _handlers() -> list[Any]:
    groups = (
        entry,
        keys,
        lobby,
        tournaments,
        contests,
        fairness,
        histories,
        mine,
        company,
        clubs,
        private,
        cashier,
        staff,
        second,
        crew,
        corrections,
        floor,
        sheets,
        houses,
        registers,
        incidents,
        files,
        papers,
        desk,
    )
    handlers: list[Any] = [handler for group in groups for handler in group.HANDLERS]
    if (STATIC / "index.html").is_file():
        static = create_static_files_router(path="/", directories=[STATIC], html_mode=True)
        return [*handlers, static]
    return [*handlers, lobby.front_page]


def _refused(request: Request[Any, Any, Any], no: No) -> Response[Refusal]:
    return Response(no.said(common.language_of(request)), status_code=no.status)


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """A bad form, said like any refusal."""
    found: list[Any] = error.extra if isinstance(error.extra, list) else []
    whys = [f"{e.get('key', '')}: {e.get('message', '')}" for e in found if isinstance(e, dict)]
    sentence = "; ".join(map(cut, [error.detail.partition(" for ")[0], *whys[:MOST]]))
    name = BY_STATUS.get(error.status_code, "malformed")
    body = {"name": name, "sentence": sentence, "allowed": [], "clause": ""}
    return Response(body, status_code=error.status_code)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Our own fault: its kind is logged, its words are not, for they may name cards."""
    if isinstance(error, RecursionError | UnicodeDecodeError) or "\0" in request.scope["path"]:
        no = No("malformed", "this is nested too deeply, or not text in UTF-8")
        return _refused(request, no)
    structlog.get_logger().error("fault", path=request.url.path, fault=type(error).__name__)
    language = common.language_of(request)
    sentence = french.say("something went wrong in the room; nothing was done", language)
    body = {"name": "fault", "sentence": sentence, "allowed": [], "clause": ""}
    return Response(body, status_code=500)
