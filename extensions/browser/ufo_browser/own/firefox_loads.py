"""What happens in Firefox's tabs, told as DevTools would: loads with their stages, message boxes, downloads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

_QUIET_S = 0.5
_MOST_KEPT = 50
BOX = "Page.javascriptDialogOpening"

Params = Mapping[str, Any]
Tells = Callable[[str, str, Params], None]


class Loads:
    """`tell` gets a tab, the name of an event and what belongs to it. A page is quiet that asked the network for nothing for
    half a second. `boxes`: the message boxes that are open, by tab.
    """

    def __init__(self, tell: Tells) -> None:
        self._tell = tell
        self.boxes: dict[str, Params] = {}
        self._open: dict[str, set[str]] = {}
        self._calm: dict[str, asyncio.TimerHandle] = {}
        self._begun: dict[str, Params] = {}
        self._reached: dict[str, asyncio.Future[Params]] = {}

    def heard(self, method: str, told: Params) -> None:
        act = _ACTS.get(method)
        if act is not None:
            act(self, str(told.get("context") or ""), told)

    async def committed(self, navigation: str) -> Params:
        """Return the answer to Page.navigate once the page is there, or the load has failed or has become a download."""
        return await self._outcome(navigation)

    def restored(self, context: str, address: str) -> None:
        """Tell that the page in a tab is one that was kept in memory, unless a load of it was told."""
        told = self._begun.get(context, {})
        if not self._outcome(str(told.get("navigation"))).done():
            self._commit(context, {**told, "url": address}, "BackForwardCacheRestore")

    def _outcome(self, navigation: str) -> asyncio.Future[Params]:
        if navigation not in self._reached:
            while len(self._reached) >= _MOST_KEPT:
                del self._reached[next(iter(self._reached))]
            self._reached[navigation] = asyncio.get_running_loop().create_future()
        return self._reached[navigation]

    def _reach(self, told: Params, outcome: Params) -> None:
        answer = self._outcome(str(told.get("navigation")))
        if not answer.done():
            answer.set_result(outcome)

    def _started(self, context: str, told: Params) -> None:
        self._begun[context] = told
        self._stage(context, "init")

    def _commit(self, context: str, told: Params, kind: str = "Navigation") -> None:
        loader = str(told.get("navigation"))
        frame = {"id": context, "loaderId": loader, "url": str(told.get("url"))}
        self._tell(context, "Page.frameNavigated", {"frame": frame, "type": kind})
        self._reach(told, {"frameId": context, "loaderId": loader})

    def _same_document(self, context: str, told: Params) -> None:
        self._reach(told, {"frameId": context})

    def _failed(self, context: str, told: Params) -> None:
        self._reach(told, {"frameId": context, "errorText": str(told.get("message") or "the load failed")})

    def _loaded(self, context: str, _told: Params) -> None:
        self._stage(context, "load")
        self._calm_down(context)

    def _asked(self, context: str, told: Params) -> None:
        self._open.setdefault(context, set()).add(str(told["request"]["request"]))
        calm = self._calm.pop(context, None)
        if calm is not None:
            calm.cancel()

    def _was_answered(self, context: str, told: Params) -> None:
        self._open.setdefault(context, set()).discard(str(told["request"]["request"]))
        self._calm_down(context)

    def _calm_down(self, context: str) -> None:
        if self._open.get(context):
            return
        before = self._calm.pop(context, None)
        if before is not None:
            before.cancel()
        self._calm[context] = asyncio.get_running_loop().call_later(_QUIET_S, self._stage, context, "networkIdle")

    def _stage(self, context: str, name: str) -> None:
        self._tell(context, "Page.lifecycleEvent", {"frameId": context, "name": name})

    def _boxed(self, context: str, told: Params) -> None:
        params = {
            "type": told.get("type"),
            "message": told.get("message", ""),
            "defaultPrompt": told.get("defaultValue", ""),
        }
        self.boxes[context] = params
        self._tell(context, BOX, params)

    def _unboxed(self, context: str, _told: Params) -> None:
        self.boxes.pop(context, None)
        self._tell(context, "Page.javascriptDialogClosed", {})

    def _downloads(self, context: str, told: Params) -> None:
        self._reach(told, {"frameId": context, "errorText": "net::ERR_ABORTED"})
        name = {"guid": str(told.get("navigation")), "url": told.get("url"), "frameId": context}
        self._tell(
            context, "Browser.downloadWillBegin", {**name, "suggestedFilename": told.get("suggestedFilename", "")}
        )

    def _downloaded(self, context: str, told: Params) -> None:
        state = "completed" if told.get("status") == "complete" else "canceled"
        params = {"guid": str(told.get("navigation")), "state": state, "filePath": told.get("filepath") or ""}
        self._tell(context, "Browser.downloadProgress", params)


_ACTS: Mapping[str, Callable[[Loads, str, Params], None]] = {
    "browsingContext.navigationStarted": Loads._started,
    "browsingContext.navigationCommitted": Loads._commit,
    "browsingContext.navigationFailed": Loads._failed,
    "browsingContext.fragmentNavigated": Loads._same_document,
    "browsingContext.load": Loads._loaded,
    "browsingContext.userPromptOpened": Loads._boxed,
    "browsingContext.userPromptClosed": Loads._unboxed,
    "browsingContext.downloadWillBegin": Loads._downloads,
    "browsingContext.downloadEnd": Loads._downloaded,
    "network.beforeRequestSent": Loads._asked,
    "network.responseCompleted": Loads._was_answered,
    "network.fetchError": Loads._was_answered,
}
EVENTS = tuple(_ACTS)
