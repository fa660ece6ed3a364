"""Does requests from a program: one with `run` or `run_async`, several in a row with `open_session`.

The short name is the blocking form, for scripts and the prompt of Python; `_async` is the form for a program that has an
event loop. A session has no blocking form: its desktop and its model belong to one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypedDict, Unpack

from ufo.agents.user import User
from ufo.api.windows import desktop_for
from ufo.config.load import load_settings
from ufo.config.settings import Settings
from ufo.desktop.backend import Desktop
from ufo.llm.provider import Provider
from ufo.runs.assembly import SessionParts
from ufo.runs.assembly import open_session as assembled
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.outcome import RunSummary
from ufo.trace.emitter import Listener
from ufo.trace.writer import LogWriter


class Options(TypedDict, total=False):
    """Options of a run. Each may be left out."""

    settings: Settings
    """The settings. Without them, the person's own: their file, the environment, a trusted `./ufo.yaml`."""
    desktop: Desktop | str
    """A connected desktop, which stays open, or `here`, `private` or the name of one that runs. Else the settings decide."""
    provider: Provider
    """The model. It is closed at the end. Without it, the one that the settings name."""
    user: User
    """The person who answers questions and consents. Without it nobody does, and whatever needs consent is refused."""
    folder: Path
    """The folder that relative paths of the request start from. Without it, the working folder."""
    listener: Listener
    """Receives every event of the run while it goes on."""


def run(request: str, **options: Unpack[Options]) -> RunSummary:
    """Do a request and prove it. Raises UfoError where it cannot begin, and RuntimeError inside a running event loop."""
    return asyncio.run(run_async(request, **options))


async def run_async(request: str, **options: Unpack[Options]) -> RunSummary:
    """Do a request as `run` does, in the event loop of the caller. Cancelling it stops the run in order."""
    async with open_session(**options) as session:
        return await session.run(request)


@asynccontextmanager
async def open_session(**options: Unpack[Options]) -> AsyncIterator[Session]:
    """Open a session for one request after another (`await session.run(request)`), where each continues from what was done
    before.

    It closes what it opens: its log, its tools, its model, and a desktop that it started. Raises UfoError.
    """
    settings = options.get("settings") or load_settings()
    folder = options.get("folder", Path()).absolute()
    log = LogWriter(settings.log_dir)
    try:
        async with desktop_for(settings.desktop, options.get("desktop"), folder) as place:
            parts = SessionParts(
                desktop=place,
                user=options.get("user", NobodyUser()),
                working_folder=folder,
                log=log,
                listeners=[options["listener"]] if "listener" in options else [],
                provider=options.get("provider"),
            )
            async with assembled(settings, parts) as session:
                yield session
    finally:
        log.close()
