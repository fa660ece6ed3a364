"""Which tabs of a browser are meant, and which window of the desktop each of its windows is. Nothing is guessed: where two look
the same, the person is asked to tell them apart.

Of the tabs that are not meant only title and address are asked, and whether one is in sight where it has a window's title.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from ufo.conditions.readers.pages.connection import UNANSWERED, Connection, QuestionRefused
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError
from ufo.schema.geometry import Rect
from ufo_browser.browsers import has_title
from ufo_browser.own.grant import Grant
from ufo_browser.tab import until

_ANSWER_S, _LOOK_S, _COMES_S = 10.0, 1.0, 5.0
_NEAR = 40
"""Pixels by which a window's four sides may differ in all between what the desktop and what the browser say."""
_MOST_LISTED = 12
_VISIBLE = "JSON.stringify(document.visibilityState === 'visible')"
Windows = Callable[[], Awaitable[Sequence[Window]]]


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab with its place: the browser's number of its window, and where that lies."""

    target: str
    title: str
    address: str
    window: str = ""
    bounds: Rect | None = None

    @property
    def told(self) -> str:
        return f"{self.title[:80]!r} ({urlsplit(self.address).netloc or urlsplit(self.address).scheme})"


@dataclass(frozen=True, slots=True)
class Chosen:
    grant: Grant
    tabs: tuple[Tab, ...]


class Chooser:
    def __init__(self, connection: Connection, windows: Windows) -> None:
        self._connection, self._windows = connection, windows

    async def choose(self, words: Sequence[str], window: Window) -> Chosen:
        """Return the tabs with these words, or the one in sight in that window, each brought into sight in its own window.

        Raises ToolError where none or several fit, and where a tab's window cannot be proved.
        """
        tabs = await self._tabs()
        if not words:
            numbers = await self._proved(tabs, await self._windows())
            inside = [tab for tab in tabs if numbers.get(tab.window) == window.id]
            shown = await self._in_sight(inside, window) or [tab for tab in inside if await self._is_shown(tab)]
            if len(shown) != 1:
                raise ToolError(f"which tab {window.title!r} shows cannot be proved; name it: {_listed(tabs)}")
            return Chosen(Grant({shown[0].target}, set(), numbers), (shown[0],))
        chosen = [_meant(tabs, said) for said in words]
        windows: dict[str, str] = {}
        before: list[str] = []
        for tab in chosen:
            numbers = await self._proved(tabs, await self._windows())
            if numbers.get(tab.window) is None or not await self._is_shown(tab):
                before += await self._brought(tabs, tab)
                numbers = await self._proved(tabs, await self._windows())
            if tab.window not in numbers:
                raise ToolError(
                    f"in which window {tab.told} is cannot be proved, because another one looks the same; move or close that"
                )
            windows |= numbers
        return Chosen(Grant({tab.target for tab in chosen}, set(), windows, before), tuple(chosen))

    async def _tabs(self) -> list[Tab]:
        found = []
        for target in (await self._ask("Target.getTargets"))["targetInfos"]:
            if target["type"] != "page":
                continue
            tab = Tab(str(target["targetId"]), str(target["title"]), str(target["url"]))
            # A page of the browser's own that is in no window.
            with contextlib.suppress(QuestionRefused):
                at = await self._ask("Browser.getWindowForTarget", targetId=tab.target)
                place = at["bounds"]
                sides = (int(place.get(side, 0)) for side in ("left", "top", "width", "height"))
                found.append(replace(tab, window=str(at["windowId"]), bounds=Rect(*sides)))
        return found

    async def _proved(self, tabs: Sequence[Tab], windows: Sequence[Window]) -> dict[str, str]:
        """Return the desktop's window for each of the browser's that is proved to be it: by the title of the tab in sight, and by
        its place where that does not tell it alone.
        """
        numbers = {tab.window for tab in tabs}
        if len(windows) == 1 and len(numbers) == 1:
            return {numbers.pop(): windows[0].id}
        fits: dict[str, list[Tab]] = {}
        for window in windows:
            shown = await self._in_sight(tabs, window)
            fits[window.id] = list({tab.window: tab for tab in shown}.values())
        found: dict[str, list[str]] = {}
        for window in windows:
            fitting = fits[window.id]
            alike = [
                other for other in windows if {tab.window for tab in fits[other.id]} & {tab.window for tab in fitting}
            ]
            if len(fitting) > 1 or len(alike) > 1:
                fitting = _at_place(window, fitting, alike)
            for tab in fitting:
                found.setdefault(tab.window, []).append(window.id)
        return {number: ids[0] for number, ids in found.items() if len(ids) == 1}

    async def _in_sight(self, tabs: Sequence[Tab], window: Window) -> list[Tab]:
        """Return the tabs that a window of that title may show. Some browsers say more before their own name."""
        titled = [tab for tab in tabs if has_title(window.title, tab.title)]
        titled = titled or [tab for tab in tabs if tab.title and window.title.startswith(tab.title)]
        return [tab for tab in titled if await self._is_shown(tab)]

    async def _is_shown(self, tab: Tab) -> bool:
        """Tell whether a tab is in sight. One that does not answer shows a message box, and then it is."""
        session = ""
        try:
            async with asyncio.timeout(_LOOK_S):
                attached = await self._connection.ask("Target.attachToTarget", targetId=tab.target, flatten=True)
                session = str(attached["sessionId"])
                tree = await self._connection.ask("Page.getFrameTree", session)
                world = await self._connection.ask(
                    "Page.createIsolatedWorld", session, frameId=tree["frameTree"]["frame"]["id"], worldName="ufo"
                )
                said = await self._connection.ask(
                    "Runtime.evaluate",
                    session,
                    expression=_VISIBLE,
                    contextId=world["executionContextId"],
                    returnByValue=True,
                )
                return bool(json.loads(said["result"]["value"]))
        except TimeoutError:
            return True
        except (QuestionRefused, ValueError, KeyError):
            return False
        finally:
            if session:
                with contextlib.suppress(*UNANSWERED):
                    await self._connection.ask("Target.detachFromTarget", sessionId=session)

    async def _brought(self, tabs: Sequence[Tab], tab: Tab) -> list[str]:
        """Bring a tab into sight in its window, and return the one that was. Raises ToolError where it does not come."""
        windows = await self._windows()
        beside = [other for other in tabs if other.window == tab.window and other.target != tab.target]
        titled = [other for other in beside if any(has_title(window.title, other.title) for window in windows)]
        before = [other.target for other in titled if await self._is_shown(other)]
        await self._ask("Target.activateTarget", targetId=tab.target)

        async def came() -> bool:
            return await self._is_shown(tab)

        if not await until(came, _COMES_S):
            raise ToolError(f"{tab.told} does not come into sight; show it yourself and try again")
        return before[:1]

    async def _ask(self, method: str, **parameters: Any) -> Any:
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await self._connection.ask(method, **parameters)
        except (TimeoutError, OSError, EOFError) as error:
            raise ApplicationHung("the browser ended or does not answer; look at it and try again") from error


def _at_place(window: Window, tabs: Sequence[Tab], alike: Sequence[Window]) -> list[Tab]:
    """Return the tab whose window lies where this one does, if no other of both kinds does."""
    near = [tab for tab in tabs if _distance(window, tab) <= _NEAR]
    if len(near) != 1 or sum(_distance(other, near[0]) <= _NEAR for other in alike) != 1:
        return []
    return near


def _distance(window: Window, tab: Tab) -> int:
    here, there = window.rect, tab.bounds
    if there is None:
        return _NEAR + 1
    sides = ((here.x, there.x), (here.y, there.y), (here.width, there.width), (here.height, there.height))
    return sum(abs(one - other) for one, other in sides)


def _meant(tabs: Sequence[Tab], words: str) -> Tab:
    plain = words.strip().casefold()
    fitting = [tab for tab in tabs if plain and plain in f"{tab.title}\n{tab.address}".casefold()]
    same = [tab for tab in fitting if plain in (tab.title.casefold(), tab.address.casefold())]
    fitting = same or fitting
    if len(fitting) == 1:
        return fitting[0]
    what = f"no tab fits {words!r}" if not fitting else f"{len(fitting)} tabs fit {words!r}"
    raise ToolError(f"{what}; name one by its title or address: {_listed(fitting or tabs)}")


def _listed(tabs: Sequence[Tab]) -> str:
    left = f"; and {len(tabs) - _MOST_LISTED} more" if len(tabs) > _MOST_LISTED else ""
    return "; ".join(tab.told for tab in tabs[:_MOST_LISTED]) + left
