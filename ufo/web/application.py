"""The addresses of the page, and what stands at each."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import ufo.viewer
import ufo.web
from ufo.config.settings import PageSettings
from ufo.errors import UfoError
from ufo.web.attendant import Tell
from ufo.web.control_channel import connect
from ufo.web.dropped_files import MOST_FILES
from ufo.web.entrance import Entrance, TooManyGuesses, link
from ufo.web.gate import Gate, cookie_of
from ufo.web.jobs import Asked, Jobs
from ufo.web.lists import LISTS, choices, forget, permit
from ufo.web.page_templates import page
from ufo.web.run_list import RunList
from ufo.web.run_pages import RunPages
from ufo.web.vnc import Vnc

_STATIC = Path(ufo.web.__file__).with_name("static")
_REPORT = Path(ufo.viewer.__file__).with_name("templates")
_FILES = {"report.css": _REPORT, "report.js": _REPORT}
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}


class _Token(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    token: str = Field(max_length=200, repr=False)


class _Doors:
    """The ways in: a link, and a new one for who can read the person's own file."""

    def __init__(self, entrance: Entrance, port: int) -> None:
        self._entrance = entrance
        self._port = port

    async def enter(self, request: Request) -> Response:
        if request.method != "POST":
            return page("enter.html.j2")
        token = _Token.model_validate_json(await request.body()).token
        value = await asyncio.to_thread(self._entrance.enter, token)
        if value is None:
            return JSONResponse(
                {"error": "this link was used already, or is too old; get a new one: ufo serve --link"}, 403
            )
        answer = JSONResponse({"then": "/runs"})
        answer.set_cookie(
            self._entrance.cookie, value, max_age=30 * 86400, path="/", httponly=True, samesite="strict", secure=False
        )
        return answer

    async def leave(self, request: Request) -> Response:
        await asyncio.to_thread(self._entrance.leave, cookie_of(request.headers, self._entrance.cookie))
        answer = JSONResponse({"then": "/enter"})
        answer.delete_cookie(self._entrance.cookie, path="/", httponly=True, samesite="strict")
        return answer

    async def link(self, request: Request) -> Response:
        if not self._entrance.is_key(_Token.model_validate_json(await request.body()).token):
            return JSONResponse({"error": "that is not the key of this page"}, 403)
        return JSONResponse({"link": link(self._port, self._entrance.new_link())})


@dataclass(frozen=True, slots=True)
class Offer:
    """What is served: the runs in a folder. `tell` tells the person what no page shows."""

    runs: Path
    settings: PageSettings
    tell: Tell


def application(offer: Offer, entrance: Entrance, port: int) -> ASGIApp:
    """Build the application behind its gate, within the loop that serves it."""
    doors, listed, vnc = _Doors(entrance, port), RunList(offer.runs), Vnc(offer.settings.vnc)
    jobs = Jobs(listed.folder, f"http://127.0.0.1:{port}", offer.tell)
    jobs.attend_again()
    pages = RunPages(listed, jobs)

    async def socket(socket: WebSocket) -> None:
        found = listed.find(socket.path_params["run_id"])
        await connect(socket, found.path if found is not None else None, vnc.address)

    async def watch_by_vnc(socket: WebSocket) -> None:
        found = listed.find(socket.path_params["run_id"])
        await vnc.watch(socket, found.path if found is not None else None)

    async def ask(request: Request) -> Response:
        if request.method == "GET":
            return page("ask.html.j2", here="ask")
        async with request.form(max_files=MOST_FILES, max_fields=20) as form:
            given = {name: value for name, value in form.items() if isinstance(value, str)}
            asked = Asked.model_validate(given)
            dropped = [
                (file.filename or "", file.file) for file in form.getlist("files") if isinstance(file, UploadFile)
            ]
            run_id = await jobs.start(asked, dropped)
        return JSONResponse({"run": run_id, "then": f"/runs/{run_id}"})

    routes = [
        Route("/", lambda _: RedirectResponse("/runs", 303)),
        Route("/enter", doors.enter, methods=["GET", "POST"]),
        Route("/leave", doors.leave, methods=["POST"]),
        Route("/link", doors.link, methods=["POST"]),
        Route("/static/{name}", _static),
        Route("/ask", ask, methods=["GET", "POST"]),
        Route("/choices", choices),
        Route("/runs", pages.listed),
        Route("/runs/{run_id}", pages.run),
        Route("/runs/{run_id}/look-back", pages.look_back),
        Route("/runs/{run_id}/events", pages.events),
        Route("/runs/{run_id}/start", pages.start),
        Route("/runs/{run_id}/pictures/{path:path}", pages.picture),
        Route("/runs/{run_id}/results", pages.results),
        Route("/runs/{run_id}/results/{number:int}", pages.result),
        Route("/runs/{run_id}/undo", pages.undo, methods=["POST"]),
        Route("/permissions/forget", forget, methods=["POST"]),
        Route("/permissions/give", permit, methods=["POST"]),
        *(Route(f"/{name}", work) for name, work in LISTS.items()),
        WebSocketRoute("/runs/{run_id}/control", socket),
        WebSocketRoute("/runs/{run_id}/vnc", watch_by_vnc),
        *([Mount("/vnc", vnc.files)] if vnc.is_on else []),
    ]
    handlers = {ValidationError: _misshapen, UfoError: _refused, TooManyGuesses: _wait, HTTPException: _missing}
    return Gate(Starlette(routes=routes, exception_handlers=handlers), entrance, port)


async def _static(request: Request) -> Response:
    """Return a file of the page's own: its name has to be one of those that are there."""
    name = request.path_params["name"]
    folder = _FILES.get(name, _STATIC)
    kind = _TYPES.get(Path(name).suffix)
    if kind is None or name not in (path.name for path in folder.iterdir()):
        raise HTTPException(404)
    return FileResponse(folder / name, media_type=kind, headers={"cache-control": "no-cache"})


async def _misshapen(request: Request, error: Exception) -> Response:
    told = [".".join(map(str, one["loc"])) for one in error.errors()] if isinstance(error, ValidationError) else []
    return JSONResponse({"error": f"this does not fit: {', '.join(told) or 'what was sent'}"}, 422)


async def _refused(request: Request, error: Exception) -> Response:
    if "text/html" in request.headers.get("accept", ""):
        return page("problem.html.j2", 400, here="", title="That did not work", problem=str(error))
    return JSONResponse({"error": str(error)}, 400)


async def _wait(request: Request, error: Exception) -> Response:
    wait_s = error.wait_s if isinstance(error, TooManyGuesses) else 1.0
    return JSONResponse({"error": str(error)}, 429, {"retry-after": f"{wait_s:.0f}"})


async def _missing(request: Request, error: Exception) -> Response:
    told = error if isinstance(error, HTTPException) else HTTPException(404)
    if told.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return page("problem.html.j2", 404, here="", title="Nothing is here", problem="There is no such page or run.")
    return JSONResponse({"error": told.detail}, told.status_code, told.headers)
