"""Answers what the tools for pages ask of DevTools by WebDriver BiDi, for the granted tabs of the person's Firefox.

What BiDi cannot do is refused in words: the accessibility tree of a frame, to stop a load, the list of a tab's history.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ufo.errors import ToolError
from ufo_browser.own.firefox_loads import BOX, EVENTS, Loads
from ufo_browser.own.grant import Grant, Message, Says, refused, shows_a_page
from ufo_browser.own.wire import Link

_NEW_SESSION = {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}}}
_TITLE_S = 1.0
_PAGE = "JSON.stringify([document.title, location.href])"
_NOT_GRANTED = "this is the person's own browser, and that tab was not given to you: have them name it to `ufo attach`"
_CANNOT = "Firefox cannot do that ({}); work the page by its other tools, or the window's controls"
_NO_PAGE = "this is the person's own browser: its own pages, settings and saved data are not opened this way"
_NO_SESSION = "Session with given id not found."
_BROWSER = "browser"

Params = Mapping[str, Any]


class Firefox:
    def __init__(self, link: Link, say: Says) -> None:
        self._link, self._say = link, say
        self._grant: Grant | None = None
        self._numbers = itertools.count(1)
        self._sessions: dict[str, str] = {}
        self._worlds: dict[int, tuple[str, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loads = Loads(self._told)

    async def begin(self) -> None:
        """Begin a session; Firefox serves one program at a time. Message boxes stay open for who is to answer them."""
        try:
            await self._link.ask("session.new", **_NEW_SESSION)
        except ToolError as error:
            raise ToolError(f"Firefox begins no session, perhaps since another program works it ({error})") from error

    def grant(self, grant: Grant) -> None:
        self._grant = grant
        self._sessions.clear()
        self._start(self._subscribe(sorted(grant.tabs)))

    def take(self, message: Message) -> None:
        self._start(self._answer(message))

    def heard(self, message: Message) -> None:
        self._loads.heard(str(message.get("method", "")), message.get("params") or {})

    async def give_back(self, keep: bool) -> None:
        grant = self._grant
        if grant is not None:
            for target in () if keep else sorted(grant.made):
                with contextlib.suppress(ToolError):
                    await self._link.ask("browsingContext.close", context=target)
            for target in grant.before:
                with contextlib.suppress(ToolError):
                    await self._link.ask("browsingContext.activate", context=target)
        with contextlib.suppress(ToolError):
            await self._link.ask("session.end")

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _told(self, context: str, method: str, params: Params) -> None:
        """Tell an event of a tab to each session that is attached to it; one of a download to the browser's."""
        place = _BROWSER if method.startswith("Browser.") else context
        for session, attached in self._sessions.items():
            if attached == place:
                self._say({"method": method, "params": params, "sessionId": session})

    async def _answer(self, message: Message) -> None:
        belongs = {"sessionId": message["sessionId"]} if message.get("sessionId") else {}
        try:
            result = await self._done(
                str(message.get("method", "")), message.get("params") or {}, str(message.get("sessionId", ""))
            )
            self._say({"id": message.get("id"), "result": result, **belongs})
            box = self._loads.boxes.get(self._sessions.get(str(message.get("sessionId", "")), ""))
            if message.get("method") == "Page.enable" and box is not None:
                self._say({"method": BOX, "params": box, **belongs})
        except (ToolError, KeyError, TypeError, ValueError) as error:
            said = str(error) if isinstance(error, ToolError) else f"the question cannot be read ({error!r})"
            self._say({**refused(message, said.removeprefix("the browser refuses: ")), **belongs})

    async def _done(self, method: str, params: Params, session: str) -> Any:
        if session and session not in self._sessions:
            raise ToolError(_NO_SESSION)
        context = self._sessions.get(session, _BROWSER)
        if context != _BROWSER:
            of_page = _OF_PAGE.get(method)
            if of_page is None:
                raise ToolError(_CANNOT.format(method))
            return await of_page(self, context, params)
        of_browser = _OF_BROWSER.get(method)
        if of_browser is None:
            raise ToolError(_CANNOT.format(method))
        if "targetId" in params:
            self._require(str(params["targetId"]))
        return await of_browser(self, params)

    def _require(self, context: str) -> None:
        if self._grant is not None and context not in self._grant.tabs:
            raise ToolError(_NOT_GRANTED)

    async def _subscribe(self, contexts: list[str]) -> None:
        with contextlib.suppress(ToolError):
            await self._link.ask("session.subscribe", events=list(EVENTS), contexts=contexts)

    async def _targets(self, _params: Params) -> Any:
        contexts = (await self._link.ask("browsingContext.getTree", maxDepth=0))["contexts"]
        grant = self._grant
        if grant is not None:
            opened = {
                str(item["context"]) for item in contexts if item.get("originalOpener") in grant.tabs
            } - grant.tabs
            if opened:
                grant.tabs |= opened
                await self._subscribe(sorted(opened))
            contexts = [item for item in contexts if item["context"] in grant.tabs]
        return {"targetInfos": [await self._target(item) for item in contexts]}

    async def _target(self, item: Message) -> Message:
        title = ""
        with contextlib.suppress(ToolError, TimeoutError):
            async with asyncio.timeout(_TITLE_S):
                title = str((await self._page(str(item["context"])))[0])
        return {"targetId": item["context"], "type": "page", "title": title, "url": item["url"]}

    async def _attach(self, params: Params) -> Any:
        session = f"{params['targetId']}#{next(self._numbers)}"
        self._sessions[session] = str(params["targetId"])
        return {"sessionId": session}

    async def _attach_to_browser(self, _params: Params) -> Any:
        session = f"{_BROWSER}#{next(self._numbers)}"
        self._sessions[session] = _BROWSER
        return {"sessionId": session}

    async def _detach(self, params: Params) -> Any:
        self._sessions.pop(str(params.get("sessionId", "")), None)
        return {}

    async def _window(self, params: Params) -> Any:
        (item,) = (await self._link.ask("browsingContext.getTree", root=params["targetId"], maxDepth=0))["contexts"]
        windows = (await self._link.ask("browser.getClientWindows"))["clientWindows"]
        place = next(window for window in windows if window["clientWindow"] == item["clientWindow"])
        bounds = {"left": place["x"], "top": place["y"], "width": place["width"], "height": place["height"]}
        number = str(place["clientWindow"])
        known = {} if self._grant is None else {"window": self._grant.windows.get(number, "")}
        return {"windowId": number, "bounds": bounds, **known}

    async def _activate(self, params: Params) -> Any:
        return await self._link.ask("browsingContext.activate", context=params["targetId"])

    async def _create(self, params: Params) -> Any:
        grant, address = self._grant, str(params.get("url", ""))
        if grant is None or not shows_a_page(address):
            raise ToolError(_NO_PAGE)
        made = await self._link.ask(
            "browsingContext.create",
            type="tab",
            referenceContext=min(grant.tabs),
            background=bool(params.get("background")),
        )
        target = str(made["context"])
        grant.tabs.add(target)
        grant.made.add(target)
        await self._subscribe([target])
        if address != "about:blank":
            await self._link.ask("browsingContext.navigate", context=target, url=address, wait="none")
        return {"targetId": target}

    async def _close_target(self, params: Params) -> Any:
        await self._link.ask("browsingContext.close", context=params["targetId"])
        return {"success": True}

    async def _nothing(self, *_asked: Any) -> Any:
        return {}

    async def _close_page(self, context: str, _params: Params) -> Any:
        return await self._link.ask("browsingContext.close", context=context, promptUnload=True)

    async def _frames(self, context: str, _params: Params) -> Any:
        (item,) = (await self._link.ask("browsingContext.getTree", root=context))["contexts"]
        return {"frameTree": _frame_tree(item)}

    async def _world(self, context: str, params: Params) -> Any:
        (item,) = (await self._link.ask("browsingContext.getTree", root=context))["contexts"]
        frame = str(params["frameId"])
        if frame not in _inside(item):
            raise ToolError(f"the page has no frame {frame!r} now")
        number = next(self._numbers)
        self._worlds[number] = (frame, str(params.get("worldName") or "ufo"))
        return {"executionContextId": number}

    async def _evaluate(self, _context: str, params: Params) -> Any:
        world = self._worlds.pop(int(params.get("contextId") or 0), None)
        if world is None:
            raise ToolError(_CANNOT.format("a script in the page's own world"))
        return await self._evaluated(*world, str(params["expression"]))

    async def _evaluated(self, frame: str, world: str, expression: str) -> Any:
        said = await self._link.ask(
            "script.evaluate", expression=expression, target={"context": frame, "sandbox": world}, awaitPromise=True
        )
        if said["type"] == "exception":
            return {"result": {}, "exceptionDetails": {"text": said["exceptionDetails"]["text"]}}
        return {"result": {"value": said["result"].get("value")}}

    async def _page(self, context: str) -> list[Any]:
        """Return title and address of the page in a tab."""
        said = await self._evaluated(context, "ufo", _PAGE)
        return list(json.loads(said["result"].get("value") or '["", ""]'))

    async def _navigate(self, context: str, params: Params) -> Any:
        if not shows_a_page(str(params["url"])):
            raise ToolError(_NO_PAGE)
        try:
            begun = await self._link.ask("browsingContext.navigate", context=context, url=params["url"], wait="none")
        except ToolError as error:
            return {"frameId": context, "errorText": str(error).rpartition(": ")[2]}
        return await self._loads.committed(str(begun["navigation"]))

    async def _reload(self, context: str, _params: Params) -> Any:
        await self._link.ask("browsingContext.reload", context=context, wait="none")
        return {}

    async def _history(self, context: str, _params: Params) -> Any:
        """BiDi goes back and forward, and does not tell of the pages there: they have no names here."""
        title, address = await self._page(context)
        here = {"id": 0, "url": address, "title": title, "transitionType": "link"}
        return {"currentIndex": 1, "entries": [{"id": -1}, here, {"id": 1}]}

    async def _traverse(self, context: str, params: Params) -> Any:
        await self._link.ask("browsingContext.traverseHistory", context=context, delta=int(params["entryId"]))
        # It answers once the page is shown. A page that was kept in memory is shown without a load.
        self._loads.restored(context, str((await self._page(context))[1]))
        return {}

    async def _answer_box(self, context: str, params: Params) -> Any:
        text = {"userText": params["promptText"]} if "promptText" in params else {}
        return await self._link.ask(
            "browsingContext.handleUserPrompt", context=context, accept=bool(params.get("accept")), **text
        )


_OF_BROWSER: Mapping[str, Callable[[Firefox, Params], Awaitable[Any]]] = {
    "Target.getTargets": Firefox._targets,
    "Target.attachToTarget": Firefox._attach,
    "Target.attachToBrowserTarget": Firefox._attach_to_browser,
    "Target.detachFromTarget": Firefox._detach,
    "Target.activateTarget": Firefox._activate,
    "Target.createTarget": Firefox._create,
    "Target.closeTarget": Firefox._close_target,
    "Browser.getWindowForTarget": Firefox._window,
    "Browser.setDownloadBehavior": Firefox._nothing,
}
_OF_PAGE: Mapping[str, Callable[[Firefox, str, Params], Awaitable[Any]]] = {
    "Inspector.enable": Firefox._nothing,
    "Page.enable": Firefox._nothing,
    "Page.setLifecycleEventsEnabled": Firefox._nothing,
    "Target.setAutoAttach": Firefox._nothing,
    "Page.getFrameTree": Firefox._frames,
    "Page.createIsolatedWorld": Firefox._world,
    "Runtime.evaluate": Firefox._evaluate,
    "Page.navigate": Firefox._navigate,
    "Page.reload": Firefox._reload,
    "Page.getNavigationHistory": Firefox._history,
    "Page.navigateToHistoryEntry": Firefox._traverse,
    "Page.handleJavaScriptDialog": Firefox._answer_box,
    "Page.close": Firefox._close_page,
}


def _frame_tree(item: Message) -> Message:
    children = [_frame_tree(child) for child in item.get("children") or ()]
    return {"frame": {"id": item["context"], "url": item["url"]}, "childFrames": children}


def _inside(item: Message) -> set[str]:
    return {str(item["context"])}.union(*(_inside(child) for child in item.get("children") or ()))
