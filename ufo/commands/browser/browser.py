"""The browsers of a desktop over their DevTools pipes, and which tab of a browser a person sees in a window."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.commands.browser.downloads import Downloads
from ufo.commands.browser.tab import Tab
from ufo.conditions.readers.pages.connection import UNANSWERED, Connection
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError

_ANSWER_S, _LOOK_S = 5.0, 1.0
_VISIBLE = "() => JSON.stringify(document.visibilityState === 'visible')"


@dataclass(frozen=True, slots=True)
class TabInfo:
    """`shown`: whether it is the tab that a person sees in the window."""

    target: str
    title: str
    address: str
    shown: bool = False


@dataclass(slots=True)
class Attached:
    """One browser process. `session` hears of tabs and downloads."""

    connection: Connection
    session: str
    tabs: dict[str, Tab]
    downloads: Downloads

    async def ask(self, method: str, /, **parameters: Any) -> Any:
        """Ask the browser itself. Raises ApplicationHung and ToolError."""
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await self.connection.ask(method, self.session, **parameters)
        except (TimeoutError, OSError, EOFError) as error:
            raise ApplicationHung("the browser ended or does not answer; look at the windows again") from error
        except UNANSWERED as error:
            raise ToolError(f"the browser refuses: {error}; list the tabs and try again") from error

    async def tab(self, target: str) -> Tab:
        """Return the tab with that id, attached to once and for all."""
        known = self.tabs.get(target)
        if known is not None:
            return known
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = self.tabs[target] = Tab(self.connection, target, str(session))
        try:
            await tab.open()
        except (ToolError, ApplicationHung):
            del self.tabs[target]
            raise
        return tab


class Browsers:
    """Connects to each browser at the first question and stays connected: a message box that a page shows while nobody listens
    is told to nobody later.
    """

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self._attached: dict[int, Attached] = {}

    @contextlib.asynccontextmanager
    async def lifespan(self, _server: object) -> AsyncIterator[None]:
        """Close the connections when the server whose tools use them ends."""
        try:
            yield
        finally:
            while self._attached:
                await self._attached.popitem()[1].connection.close()

    async def of(self, window: Window) -> Attached:
        """Return the browser of a window. Raises ToolError where it does not report its pages to us."""
        known = self._attached.get(window.pid)
        if known is not None and known.connection.is_open:
            return known
        place = (await self._desktop.page_sockets()).get(window.pid)
        if place is None:
            raise ToolError(
                f"{window.title!r} does not report its pages, because it was not started here; work its controls instead, or "
                "have the person open one by `ufo browser`"
            )
        try:
            connection = await Connection.open(place)
        except OSError as error:
            raise ApplicationHung("the browser does not answer; look at the windows again") from error
        self._attached[window.pid] = attached = await _attached(connection)
        return attached

    async def shown(self, window: Window) -> Tab:
        """Return the tab that a person sees in the window."""
        browser = await self.of(window)
        for one in await self.tabs(window):
            if one.shown:
                return await browser.tab(one.target)
        raise ToolError("the window shows no page that can be read; work its controls instead")

    async def tabs(self, window: Window) -> list[TabInfo]:
        """Return the tabs of a window, the one in sight marked."""
        browser = await self.of(window)
        targets = (await browser.ask("Target.getTargets"))["targetInfos"]
        pages = [one for one in targets if one["type"] == "page"]
        gone = browser.tabs.keys() - {str(one["targetId"]) for one in pages}
        for target in gone:
            del browser.tabs[target]
        inside = await _inside(browser, pages, await self._now(window))
        shown = await _shown(browser, inside, (await self._now(window)).title)
        return [
            TabInfo(str(one["targetId"]), str(one["title"]), str(one["url"]), one["targetId"] == shown)
            for one in inside
        ]

    async def _now(self, window: Window) -> Window:
        return next((one for one in await self._desktop.windows() if one.id == window.id), window)


async def _attached(connection: Connection) -> Attached:
    try:
        async with asyncio.timeout(_ANSWER_S):
            session = str((await connection.ask("Target.attachToBrowserTarget"))["sessionId"])
            downloads = Downloads()
            connection.hear(session, downloads.heard)
            await connection.ask("Browser.setDownloadBehavior", session, behavior="default", eventsEnabled=True)
    except UNANSWERED as error:
        await connection.close()
        raise ApplicationHung("the browser does not answer; look at the windows again") from error
    return Attached(connection, session, {}, downloads)


async def _inside(browser: Attached, pages: Sequence[Mapping[str, Any]], window: Window) -> list[Mapping[str, Any]]:
    """Return the pages in that window. The browser numbers its windows its own way; they are told apart by their places."""
    placed: list[tuple[int, int, Mapping[str, Any]]] = []
    for one in pages:
        try:
            told = await browser.ask("Browser.getWindowForTarget", targetId=one["targetId"])
        except ToolError:
            continue
        at, rect = told["bounds"], window.rect
        sides = (("left", rect.x), ("top", rect.y), ("width", rect.width), ("height", rect.height))
        placed.append((int(told["windowId"]), sum(abs(at.get(side, 0) - is_at) for side, is_at in sides), one))
    titled = [one for one in placed if one[2]["title"] and window.title.startswith(str(one[2]["title"]))]
    nearest = min(titled or placed, key=lambda one: one[1], default=None)
    return [page for number, _, page in placed if nearest is not None and number == nearest[0]]


async def _shown(browser: Attached, pages: Sequence[Mapping[str, Any]], title: str) -> str:
    """Return the id of the tab in sight; "" for none. A window has the title of its tab, and two tabs may have the same one."""
    if len(pages) == 1:
        return str(pages[0]["targetId"])
    titled = [one for one in pages if one["title"] and title.startswith(f"{one['title']} - ")]
    if len(titled) == 1:
        return str(titled[0]["targetId"])
    silent = ""
    for one in titled or pages:
        target = str(one["targetId"])
        try:
            tab = await browser.tab(target)
            (frame, *_) = await tab.frames()
            if await tab.run_in(frame, _VISIBLE, None, _LOOK_S):
                return target
        except (ApplicationHung, ToolError):
            # A page with a message box does not answer, and no page behind it would show one.
            silent = silent or target
    return silent
