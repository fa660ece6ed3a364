"""Asks browsers what the page in sight draws, over a connection to each that stays open."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.drawn.drawn_things import MOST, Drawing, asked, drawing_of
from ufo.conditions.readers.pages.connection import UNANSWERED, Connection
from ufo.desktop.values import Window

_ANSWER_S, _SILENT_S = 0.6, 3.0
"""How long a page may take to answer, and how long one that did not is left alone: it may show a message box."""
_UNREADABLE = (*UNANSWERED, KeyError, TypeError, AttributeError)
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Attached:
    """A browser, with the session of each page that was asked, and until when it is left alone."""

    connection: Connection
    sessions: dict[str, str] = field(default_factory=dict)
    silent_until: float = 0.0


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The page in sight of a window, by its browser's process and the browser's name for it."""

    pid: int
    target: str


class DrawingReader:
    """Reads drawings. What cannot be read is None: other ways to look at a page remain."""

    def __init__(self) -> None:
        self._browsers: dict[int, _Attached] = {}

    async def close(self) -> None:
        while self._browsers:
            await self._browsers.popitem()[1].connection.close()

    async def read(self, place: Path, window: Window) -> tuple[ShownPage, Drawing] | None:
        """Return the page that a person sees in the window, and what it draws."""
        try:
            async with asyncio.timeout(_ANSWER_S):
                browser = await self._browser(place, window.pid)
                if asyncio.get_running_loop().time() < browser.silent_until:
                    return None
                return await self._shown(browser, window)
        except TimeoutError:
            self._leave_alone(window.pid)
        except _UNREADABLE as error:
            await self._forget(window.pid)
            _log.info("the page of %r does not tell what it draws: %s", window.title, error or type(error).__name__)
        return None

    async def ask(self, page: ShownPage, argument: Mapping[str, Any]) -> Any:
        """Ask a page that was read before; None where it does not answer."""
        browser = self._browsers.get(page.pid)
        if browser is None:
            return None
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await _told(browser, page.target, argument)
        except _UNREADABLE as error:
            _log.info("the page does not tell what it draws: %s", error or type(error).__name__)
            return None

    async def _browser(self, place: Path, pid: int) -> _Attached:
        known = self._browsers.get(pid)
        if known is None or not known.connection.is_open:
            known = self._browsers[pid] = _Attached(await Connection.open(place))
        return known

    async def _shown(self, browser: _Attached, window: Window) -> tuple[ShownPage, Drawing] | None:
        targets = (await browser.connection.ask("Target.getTargets"))["targetInfos"]
        titled = [target for target in targets if target["type"] == "page" and _is_titled(window, target)]
        found: list[tuple[str, Any]] = []
        for item in titled:
            told = await _told(browser, str(item["targetId"]), {"most": MOST})
            if not told.get("hidden"):
                found.append((str(item["targetId"]), told))
        if len(found) != 1:
            # Two windows that show pages of the same title are not told apart.
            return None
        return ShownPage(window.pid, found[0][0]), drawing_of(found[0][1])

    def _leave_alone(self, pid: int) -> None:
        if pid in self._browsers:
            self._browsers[pid].silent_until = asyncio.get_running_loop().time() + _SILENT_S

    async def _forget(self, pid: int) -> None:
        known = self._browsers.pop(pid, None)
        if known is not None:
            await known.connection.close()


def _is_titled(window: Window, target: Mapping[str, Any]) -> bool:
    title = str(target["title"])
    return bool(title) and (window.title == title or window.title.startswith(f"{title} - "))


async def _told(browser: _Attached, target: str, argument: Mapping[str, Any]) -> Any:
    """Run the script where the page's own scripts do not reach."""
    ask = browser.connection.ask
    session = browser.sessions.get(target)
    if session is None:
        attached = await ask("Target.attachToTarget", targetId=target, flatten=True)
        session = browser.sessions[target] = str(attached["sessionId"])
    # The page's own frame has the name of its target.
    world = await ask("Page.createIsolatedWorld", session, frameId=target, worldName="drawn")
    said = await ask(
        "Runtime.evaluate",
        session,
        expression=asked(argument),
        contextId=world["executionContextId"],
        returnByValue=True,
    )
    if "exceptionDetails" in said:
        raise ValueError(str(said["exceptionDetails"].get("exception", {}).get("description", ""))[:300])
    return json.loads(said["result"]["value"])
