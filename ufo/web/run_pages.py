"""The pages of runs: the list, one that goes on, the report of one that ended, and what belongs to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ufo.errors import ConfigError
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import RunFolder, line_of_run
from ufo.viewer.report import values_of
from ufo.viewer.timeline import Shown
from ufo.web.command_answers import answer_of
from ufo.web.jobs import Jobs
from ufo.web.live_log import LiveLog, Piece
from ufo.web.page_templates import fill, page
from ufo.web.results import ResultFile, result_answer, results
from ufo.web.run_list import RunList
from ufo.web.run_pictures import address_of, picture_answer

MOST_WATCHERS = 40
_PING_S = 15
_RETRY_MS = 1000


class _Undone(BaseModel):
    """`only_shown`: tell what would be put back, and change nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    only_shown: bool


class RunPages:
    def __init__(self, runs: RunList, jobs: Jobs) -> None:
        self._runs = runs
        self._jobs = jobs
        self._watchers = 0
        self._reading = asyncio.Lock()

    async def listed(self, request: Request) -> Response:
        number = request.query_params.get("page", "1")
        wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 1
        async with self._reading:
            shown = await asyncio.to_thread(self._runs.page, wanted)
        template = "run_rows.html.j2" if "rows" in request.query_params else "runs.html.j2"
        return page(template, here="runs", shown=shown)

    async def run(self, request: Request) -> Response:
        """Show a run as it goes on, or look back at one that has ended."""
        run_id = request.path_params["run_id"]
        found = self._runs.find(run_id)
        if found is None and self._jobs.work_folder(run_id) is None:
            raise HTTPException(404)
        if found is None:
            return page("starting.html.j2", here="runs", run_id=run_id)
        if not await asyncio.to_thread(lambda: found.is_going_on):
            return await self.look_back(request)
        line = await asyncio.to_thread(line_of_run, found)
        return page("now.html.j2", here="runs", run_id=run_id, started=line.started)

    async def start(self, request: Request) -> Response:
        """Tell whether a run that was just asked for has begun, and if it never will, why."""
        run_id = request.path_params["run_id"]
        if self._runs.find(run_id) is not None:
            return JSONResponse({"began": True})
        if self._jobs.is_starting(run_id):
            return JSONResponse({"began": False})
        return JSONResponse({"began": False, "problem": self._jobs.said(run_id) or "it ended before it began"})

    async def look_back(self, request: Request) -> Response:
        found = self._found(request)
        return page(
            "look_back.html.j2",
            here="runs",
            results=await asyncio.to_thread(self._results, found),
            is_going_on=await asyncio.to_thread(lambda: found.is_going_on),
            **await asyncio.to_thread(_read, found.path, _shown(found)),
        )

    async def events(self, request: Request) -> Response:
        found = self._found(request)
        last = request.headers.get("last-event-id") or request.query_params.get("after", "0")
        after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else 0
        if self._watchers >= MOST_WATCHERS:
            raise HTTPException(503, "too many pages watch at the same time; close some")
        pieces = LiveLog(found.path, _shown(found)).pieces(after)
        return EventSourceResponse(self._watched(pieces), ping=_PING_S, headers={"cache-control": "no-store"})

    async def _watched(self, pieces: AsyncIterator[Piece]) -> AsyncIterator[ServerSentEvent]:
        self._watchers += 1
        try:
            async for piece in pieces:
                yield ServerSentEvent(piece.data, event=piece.kind, id=str(piece.last), retry=_RETRY_MS)
        finally:
            self._watchers -= 1

    async def picture(self, request: Request) -> Response:
        found = self._found(request)
        return await asyncio.to_thread(picture_answer, found.path, request.path_params["path"])

    async def results(self, request: Request) -> Response:
        """Return the list of files as a piece of a page."""
        found = self._found(request)
        files = await asyncio.to_thread(self._results, found)
        return Response(fill("results.html.j2", results=files, run_id=found.name), media_type="text/html")

    async def result(self, request: Request) -> Response:
        found = self._found(request)
        files = await asyncio.to_thread(self._results, found)
        return result_answer(files, request.path_params["number"])

    async def undo(self, request: Request) -> Response:
        found = self._found(request)
        undone = _Undone.model_validate_json(await request.body())
        if not undone.only_shown and found.is_going_on:
            raise ConfigError("the run still goes on; stop it first")
        how = "--dry-run" if undone.only_shown else "--yes"
        return JSONResponse(await answer_of("undo", how, f"--log-dir={self._runs.folder}", found.name))

    def _results(self, run: RunFolder) -> tuple[ResultFile, ...]:
        summary = line_of_run(run).summary
        return results(summary.files if summary else (), self._jobs.work_folder(run.name))

    def _found(self, request: Request) -> RunFolder:
        found = self._runs.find(request.path_params["run_id"])
        if found is None:
            raise HTTPException(404)
        return found


def _shown(run: RunFolder) -> Shown:
    return partial(_address, run.name)


def _address(run_id: str, folder: Path, path: str) -> str | None:
    return address_of(run_id, path) if (folder / path).is_file() else None


def _read(folder: Path, shown: Shown) -> dict[str, object]:
    record: RunRecord = read_run(folder)
    return values_of(record, shown)
