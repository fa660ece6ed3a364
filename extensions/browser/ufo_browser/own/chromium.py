"""Lets through to the person's Chromium what the tools for pages ask, for the tabs that were granted, and nothing else.

The browser gave this program all of itself: cookies, saved data, every tab. Whoever asks through us gets no more of it than the
granted tabs, read by scripts in worlds of their own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from ufo.errors import ToolError
from ufo_browser.own.grant import Grant, Message, Says, refused, shows_a_page
from ufo_browser.own.tree import turn_off
from ufo_browser.own.wire import Link

_OF_BROWSER = frozenset(
    {"Target.getTargets", "Target.attachToTarget", "Target.attachToBrowserTarget", "Target.detachFromTarget"}
    | {"Target.activateTarget", "Target.createTarget", "Target.closeTarget", "Browser.getWindowForTarget"}
    | {"Browser.setDownloadBehavior"}
)
_OF_PAGE = frozenset(
    {
        "Inspector.enable",
        "Page.enable",
        "Page.setLifecycleEventsEnabled",
        "Page.getFrameTree",
        "Page.createIsolatedWorld",
    }
    | {"Page.navigate", "Page.reload", "Page.getNavigationHistory", "Page.navigateToHistoryEntry", "Page.stopLoading"}
    | {"Page.handleJavaScriptDialog", "Page.close", "Runtime.evaluate", "Target.setAutoAttach"}
    | {"Accessibility.getFullAXTree"}
)
_OF_ONE_TAB = frozenset(
    {"Target.attachToTarget", "Target.activateTarget", "Target.closeTarget", "Browser.getWindowForTarget"}
)
_NOT_GRANTED = "this is the person's own browser, and that tab was not given to you: have them name it to `ufo attach`"
_NOT_LET_IN = "this is the person's own browser: {} is not let through to it; work the page, or the window's controls"
_NO_PAGE = "this is the person's own browser: its own pages, settings and saved data are not opened this way"


class Chromium:
    def __init__(self, link: Link, say: Says) -> None:
        self._link, self._say = link, say
        self._grant: Grant | None = None
        self._sessions: dict[str, frozenset[str]] = {}
        self._worlds: set[tuple[str, int]] = set()

    def grant(self, grant: Grant) -> None:
        self._grant = grant
        self._sessions.clear()

    def take(self, message: Message) -> None:
        method, params = str(message.get("method", "")), message.get("params") or {}
        session = str(message.get("sessionId", ""))
        why = "" if self._grant is None else self._why_not(self._grant, method, params, session)
        if why:
            self._say(refused(message, why))
            return
        number = message.get("id")

        def answered(said: Message) -> None:
            self._say({**said, "id": number, **self._passed(method, params, session, said)})

        self._link.send(answered, method, params, session)

    def heard(self, message: Message) -> None:
        """Pass an event on that belongs to a session of ours; of downloads only those that a granted tab began."""
        session, params = str(message.get("sessionId", "")), message.get("params") or {}
        if message.get("method") == "Target.attachedToTarget":
            # The browser attaches us to frames of a granted page by itself.
            if self._sessions.get(session) is not _OF_PAGE or params["targetInfo"]["type"] != "iframe":
                return
            self._sessions[str(params["sessionId"])] = _OF_PAGE
        elif session not in self._sessions:
            return
        grant = self._grant
        if message.get("method") == "Browser.downloadWillBegin" and grant and params.get("frameId") not in grant.tabs:
            return
        self._say(message)

    async def give_back(self, keep: bool) -> None:
        grant = self._grant
        if grant is None:
            return
        for target in () if keep else sorted(grant.made):
            with contextlib.suppress(ToolError):
                await self._link.ask("Target.closeTarget", targetId=target)
        for target in grant.before:
            with contextlib.suppress(ToolError):
                await self._link.ask("Target.activateTarget", targetId=target)
        await turn_off(self._link.ask, grant.tree)

    def _why_not(self, grant: Grant, method: str, params: Mapping[str, Any], session: str) -> str:
        """Return why a question is not let through; "" where it is."""
        allowed = self._sessions.get(session) if session else _OF_BROWSER
        if allowed is None:
            return "Session with given id not found."
        if method not in allowed:
            return _NOT_LET_IN.format(method)
        if method in _OF_ONE_TAB and params.get("targetId") not in grant.tabs:
            return _NOT_GRANTED
        if method == "Target.attachToTarget" and params.get("flatten") is not True:
            return _NOT_LET_IN.format(method)
        if method == "Browser.setDownloadBehavior" and params.get("behavior") != "default":
            return _NOT_LET_IN.format(method)
        if method in ("Target.createTarget", "Page.navigate") and not shows_a_page(str(params.get("url", ""))):
            return _NO_PAGE
        if method == "Target.createTarget" and set(params) - {"url", "background"}:
            return _NOT_LET_IN.format(method)
        if method == "Runtime.evaluate" and (session, params.get("contextId")) not in self._worlds:
            return _NOT_LET_IN.format("a script in the page's own world")
        return ""

    def _passed(self, method: str, params: Mapping[str, Any], session: str, said: Message) -> Message:
        """Note what an answer grants, and return the result as it is told on; {} where it is told as it is."""
        result = said.get("result")
        if not isinstance(result, Mapping):
            return {}
        if method in ("Target.attachToTarget", "Target.attachToBrowserTarget"):
            self._sessions[str(result["sessionId"])] = _OF_PAGE if method == "Target.attachToTarget" else _OF_BROWSER
        elif method == "Page.createIsolatedWorld":
            self._worlds.add((session, int(result["executionContextId"])))
        grant = self._grant
        if grant is None:
            return {}
        if method == "Target.createTarget":
            grant.tabs.add(str(result["targetId"]))
            grant.made.add(str(result["targetId"]))
        elif method == "Target.getTargets":
            return {"result": {"targetInfos": _granted(grant, result["targetInfos"])}}
        elif method == "Browser.getWindowForTarget":
            return {"result": {**result, "window": grant.windows.get(str(result["windowId"]), "")}}
        return {}


def _granted(grant: Grant, targets: list[Message]) -> list[Message]:
    """Return the granted tabs, with those that a granted one opened."""
    pages = [target for target in targets if target["type"] == "page"]
    grant.tabs |= {str(page["targetId"]) for page in pages if page.get("openerId") in grant.tabs}
    return [page for page in pages if page["targetId"] in grant.tabs]
