"""The browsers of a desktop over their DevTools pipes, and the tabs of a window: which is in sight, shown, opened, closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.conditions.readers.pages.connection import UNANSWERED, Connection
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError
from ufo_browser.profile import Downloads
from ufo_browser.tab import Tab, until

_ANSWER_S, _LOOK_S = 5.0, 1.0
_VISIBLE = "() => JSON.stringify(document.visibilityState === 'visible')"
_DONE_S = 5.0
_DASHES = (" - ", " \u2014 ", " \u2013 ")


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
    """Stays connected to each browser from the first question on: a message box that nobody hears is told to nobody later."""

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
                "have the person let its tab be worked by `ufo attach`, or open another browser by `ufo browser`"
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
        for tab in await self.tabs(window):
            if tab.shown:
                return await browser.tab(tab.target)
        raise ToolError("the window shows no page that can be read; work its controls instead")

    async def tabs(self, window: Window) -> list[TabInfo]:
        """Return the tabs of a window, the one in sight marked."""
        browser = await self.of(window)
        targets = (await browser.ask("Target.getTargets"))["targetInfos"]
        pages = [target for target in targets if target["type"] == "page"]
        gone = browser.tabs.keys() - {str(page["targetId"]) for page in pages}
        for target in gone:
            del browser.tabs[target]
        inside = await _inside(browser, pages, await self._now(window))
        shown = await _shown(browser, inside, (await self._now(window)).title)
        return [
            TabInfo(str(record["targetId"]), str(record["title"]), str(record["url"]), record["targetId"] == shown)
            for record in inside
        ]

    async def _now(self, window: Window) -> Window:
        return next((other for other in await self._desktop.windows() if other.id == window.id), window)


def has_title(window: str, page: str) -> bool:
    """Tell whether a window with that title shows a page with this one: the browser's own name follows after a dash."""
    return bool(page) and any(window.startswith(f"{page}{dash}") for dash in _DASHES)


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
    """Return the pages in that window. The browser numbers its windows its own way; they are told apart by their places, those of
    the person's own browser by what was proved when it was attached to.
    """
    placed: list[tuple[str, int, Mapping[str, Any]]] = []
    for record in pages:
        try:
            told = await browser.ask("Browser.getWindowForTarget", targetId=record["targetId"])
        except ToolError:
            continue
        if told.get("window", window.id) != window.id:
            continue
        at, rect = told["bounds"], window.rect
        sides = (("left", rect.x), ("top", rect.y), ("width", rect.width), ("height", rect.height))
        placed.append((str(told["windowId"]), sum(abs(at.get(side, 0) - is_at) for side, is_at in sides), record))
    titled = [entry for entry in placed if entry[2]["title"] and window.title.startswith(str(entry[2]["title"]))]
    nearest = min(titled or placed, key=lambda entry: entry[1], default=None)
    return [page for number, _, page in placed if nearest is not None and number == nearest[0]]


async def _shown(browser: Attached, pages: Sequence[Mapping[str, Any]], title: str) -> str:
    """Return the id of the tab in sight; "" for none. A window has the title of its tab, and two tabs may have the same one."""
    if len(pages) == 1:
        return str(pages[0]["targetId"])
    titled = [record for record in pages if has_title(title, str(record["title"]))]
    if len(titled) == 1:
        return str(titled[0]["targetId"])
    silent = ""
    for page in titled or pages:
        target = str(page["targetId"])
        try:
            tab = await browser.tab(target)
            (frame, *_) = await tab.frames()
            if await tab.run_in(frame, _VISIBLE, None, _LOOK_S):
                return target
        except (ApplicationHung, ToolError):
            # A page with a message box does not answer, and no page behind it would show one.
            silent = silent or target
    return silent


async def tab_lines(browsers: Browsers, window: Window) -> list[str]:
    """Return a line for each tab, with its number and a mark for the one in sight."""
    tabs = await browsers.tabs(window)
    return [
        f"{at}{' (in sight)' if tab.shown else ''} {tab.title[:100]} - {tab.address[:200]}"
        for at, tab in enumerate(tabs, start=1)
    ]


async def show_tab(browsers: Browsers, window: Window, words: str) -> TabInfo:
    """Bring a tab into sight. Raises ToolError where none or several fit, or where it does not come."""
    wanted = await _meant(browsers, window, words)
    await (await browsers.of(window)).ask("Target.activateTarget", targetId=wanted.target)

    async def is_shown() -> bool:
        return any(tab.shown and tab.target == wanted.target for tab in await browsers.tabs(window))

    if not await until(is_shown, _DONE_S):
        raise ToolError(f"the tab {wanted.title!r} does not come into sight; look again")
    return wanted


async def new_tab(browsers: Browsers, window: Window) -> Tab:
    """Open an empty tab beside the one in sight, and show it."""
    browser = await browsers.of(window)
    # A new tab opens in the window that was used last.
    await browser.ask("Target.activateTarget", targetId=(await browsers.shown(window)).target)
    target = str((await browser.ask("Target.createTarget", url="about:blank"))["targetId"])
    return await browser.tab(target)


async def close_tab(browsers: Browsers, window: Window, words: str) -> tuple[TabInfo, dict[str, Any]]:
    """Close a tab, without words the one in sight. Where its page asks before, return the question; the tab stays."""
    wanted = await _meant(browsers, window, words)
    browser = await browsers.of(window)
    tab = browser.tabs.get(wanted.target)
    if tab is not None and (tab.box is not None or tab.crashed):
        # What such a page would ask nobody can answer.
        await browser.ask("Target.closeTarget", targetId=wanted.target)
    else:
        tab = await _asked_to_close(browsers, window, wanted)

    async def outcome() -> tuple[TabInfo, dict[str, Any]] | None:
        if tab is not None and tab.box is not None and tab.box.kind == "beforeunload":
            return wanted, {"message_box": tab.box.told()}
        return None if await _is_there(browsers, window, wanted.target) else (wanted, {})

    found = await until(outcome, _DONE_S)
    if found is None:
        raise ToolError(f"the tab {wanted.title!r} does not close; look at what it shows")
    return found


async def _asked_to_close(browsers: Browsers, window: Window, wanted: TabInfo) -> Tab | None:
    browser = await browsers.of(window)
    try:
        tab = await browser.tab(wanted.target)
    except ApplicationHung:
        await browser.ask("Target.closeTarget", targetId=wanted.target)
        return None
    with contextlib.suppress(ToolError, ApplicationHung):
        await tab.ask("Page.close", _DONE_S)
    return tab


async def _is_there(browsers: Browsers, window: Window, target: str) -> bool:
    try:
        return any(tab.target == target for tab in await browsers.tabs(window))
    except ApplicationHung:
        # With its last tab a window closes, and the browser with its last window.
        return False


async def _meant(browsers: Browsers, window: Window, words: str) -> TabInfo:
    tabs = await browsers.tabs(window)
    plain = words.strip().casefold()
    if not plain:
        fitting = [tab for tab in tabs if tab.shown]
    elif plain.isdecimal():
        fitting = tabs[int(plain) - 1 : int(plain)] if int(plain) else []
    else:
        fitting = [tab for tab in tabs if plain in f"{tab.title}\n{tab.address}".casefold()]
        same = [tab for tab in fitting if plain in (tab.title.casefold(), tab.address.casefold())]
        fitting = same or fitting
    if len(fitting) == 1:
        return fitting[0]
    listed = "; ".join(await tab_lines(browsers, window))
    what = f"no tab fits {words!r}" if not fitting else f"{len(fitting)} tabs fit {words!r}"
    raise ToolError(f"{what}; give its number: {listed}")
