"""One tab over DevTools: what it loads, its message boxes, and scripts of ours in all of its frames."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ufo.conditions.readers.pages.connection import UNANSWERED, Connection, QuestionRefused
from ufo.errors import ApplicationHung, NotActionable, ToolError

T = TypeVar("T")
_ANSWER_S, _TICK_S = 10.0, 0.05
_WORLD = "ufo"
LOADED, QUIET = "load", "networkIdle"
"""Stages of a load, as the browser calls them. A page is quiet that asked the network for nothing for half a second."""
LEAVING = "Leave this page and discard unsaved changes?"
"""The words of the question that a page asks before it is left; Chromium does not tell its own."""


@cache
def script(name: str) -> str:
    """Return a script that runs in pages. It is fixed; what a model says reaches it as a JSON argument only."""
    folder = Path(__file__).with_name("scripts")
    return f"(argument) => {{{(folder / 'walk.js').read_text('utf-8')}{(folder / name).read_text('utf-8')}}}"


async def until(ask: Callable[[], Awaitable[T]], seconds: float) -> T:
    """Ask until the answer is true, or the time is over. Return the last answer."""
    over = asyncio.get_running_loop().time() + seconds
    while True:
        answer = await ask()
        if answer or asyncio.get_running_loop().time() > over:
            return answer
        await asyncio.sleep(_TICK_S)


@dataclass(frozen=True, slots=True)
class MessageBox:
    """`kind`: alert, confirm, prompt or beforeunload. `given`: what a prompt stands on."""

    kind: str
    message: str
    given: str = ""

    def told(self) -> dict[str, str]:
        return {"kind": self.kind, "message": self.message, **({"given": self.given} if self.given else {})}


@dataclass(frozen=True, slots=True)
class Frame:
    """A document in the tab, in the session that reaches it. A frame of another site has a session of its own."""

    id: str
    session: str
    address: str


@dataclass(frozen=True, slots=True)
class Arrival:
    loader: str
    address: str


@dataclass
class Load:
    """What the page in the tab has reached. `arrivals` are the documents that it went to by now."""

    stages: set[str] = field(default_factory=set)
    arrivals: list[Arrival] = field(default_factory=list)

    def begin_with(self, loader: str) -> None:
        """Forget the documents before the one that was asked for: the page before may go on by itself."""
        places = [at for at, arrival in enumerate(self.arrivals) if arrival.loader == loader]
        del self.arrivals[: places[0] if places else 0]


class Tab:
    """A tab that this program is attached to. `target` is its id in the browser."""

    def __init__(self, connection: Connection, target: str, session: str) -> None:
        self.target, self.session = target, session
        self.box: MessageBox | None = None
        self.boxes = 0
        self.crashed = False
        self.load = Load()
        self._connection = connection
        self._children: dict[str, str] = {}
        self._stirred = asyncio.Event()

    async def open(self) -> None:
        """Begin to hear what happens in the tab."""
        self._connection.hear(self.session, self._heard)
        await self.ask("Inspector.enable")
        await self.ask("Page.enable")
        await self.ask("Page.setLifecycleEventsEnabled", enabled=True)
        await self._follow_frames(self.session)

    async def ask(self, method: str, within_s: float = _ANSWER_S, session: str = "", /, **parameters: Any) -> Any:
        """Ask the page. Raises ApplicationHung where it does not answer, and ToolError where it refuses or is gone."""
        asked = self._connection.ask(method, session or self.session, **parameters)
        return await self._answered(asked, within_s)

    async def run(self, script: str, argument: object, within_s: float = _ANSWER_S) -> list[tuple[Frame, Any]]:
        """Run a script of ours in each frame, where the page's own scripts do not reach, and return its JSON answers. A frame
        that went away or does not answer is left out; the first one, the page itself, must answer.
        """
        found: list[tuple[Frame, Any]] = []
        for frame in await self.frames():
            try:
                found.append((frame, await self.run_in(frame, script, argument, within_s)))
            except (ToolError, ApplicationHung):
                if not found:
                    raise
        return found

    async def run_in(self, frame: Frame, script: str, argument: object, within_s: float = _ANSWER_S) -> Any:
        """Run a script of ours in one frame. Raises as `ask`, and NotActionable where a message box or a crash is in the way."""
        self.require_free()
        return await self._unhindered(self._evaluated(frame, f"({script})({json.dumps(argument)})", within_s))

    async def _evaluated(self, frame: Frame, expression: str, within_s: float) -> Any:
        world = await self.ask("Page.createIsolatedWorld", within_s, frame.session, frameId=frame.id, worldName=_WORLD)
        said = await self.ask(
            "Runtime.evaluate", within_s, frame.session, expression=expression,
            contextId=world["executionContextId"], returnByValue=True, awaitPromise=True, timeout=within_s * 1000,
        )  # fmt: skip
        return _value(said)

    async def frames(self) -> list[Frame]:
        """Return the page's frames, each before those inside it. Raises as `run_in`."""
        self.require_free()
        found: list[Frame] = []
        for session in [self.session, *self._children.values()]:
            try:
                tree = await self._unhindered(self.ask("Page.getFrameTree", _ANSWER_S, session))
            except (ToolError, ApplicationHung):
                if session == self.session:
                    raise
                continue
            found += _frames(tree["frameTree"], session)
        return found

    def require_free(self) -> None:
        """Raises NotActionable where the page cannot answer: it shows a message box, or has crashed."""
        if self.box is not None or self.crashed:
            raise NotActionable(self.silence())

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds that events of the tab bring about. False at the deadline."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    await self._stir()
        except TimeoutError:
            return False
        return True

    def new_load(self) -> None:
        """Forget what was reached: a load begins."""
        self.load, self.crashed = Load(), False

    async def _unhindered(self, asked: Coroutine[Any, Any, Any]) -> Any:
        """Return the answer. Raises NotActionable at once where a message box or a crash keeps the page from it."""
        asking = asyncio.ensure_future(asked)
        hindered = asyncio.ensure_future(self._hindered())
        try:
            await asyncio.wait({asking, hindered}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            raise NotActionable(self.silence())
        finally:
            for task in (asking, hindered):
                task.cancel()
            await asyncio.gather(asking, hindered, return_exceptions=True)

    async def _hindered(self) -> None:
        while self.box is None and not self.crashed:
            await self._stir()

    async def _stir(self) -> None:
        """Wait for the next event. Several may wait for it."""
        stirred = self._stirred
        await stirred.wait()

    async def _answered(self, asked: Awaitable[Any], within_s: float) -> Any:
        try:
            async with asyncio.timeout(within_s):
                return await asked
        except TimeoutError as error:
            raise ApplicationHung(self.silence()) from error
        except QuestionRefused as error:
            if "not found" in str(error) and "ession" in str(error):
                raise ToolError("the tab was closed meanwhile; list the tabs and go on in another one") from error
            raise ToolError(f"the browser refuses: {error}") from error
        except UNANSWERED as error:
            raise ApplicationHung("the browser ended or does not answer; look at the windows again") from error

    def silence(self) -> str:
        if self.crashed:
            return "the page has crashed; reload it or open another address"
        if self.box is not None:
            return f"the page shows a message box, {self.box.message!r}; answer it with answer_dialog first"
        return "the page does not answer; it may be busy or show a message box: look, or wait and try again"

    async def _follow_frames(self, session: str) -> None:
        await self.ask(
            "Target.setAutoAttach", _ANSWER_S, session, autoAttach=True, waitForDebuggerOnStart=False, flatten=True
        )

    def _heard(self, method: str, told: Mapping[str, Any]) -> None:
        act = {
            "Page.javascriptDialogOpening": self._box_opened,
            "Page.javascriptDialogClosed": self._box_closed,
            "Page.frameNavigated": self._went,
            "Page.lifecycleEvent": self._reached,
            "Inspector.targetCrashed": self._crashed,
            "Inspector.targetReloadedAfterCrash": self._recovered,
            "Target.attachedToTarget": self._gained_frame,
            "Target.detachedFromTarget": self._lost_frame,
        }.get(method)
        if act is not None:
            act(told)
            self._stirred.set()
            self._stirred = asyncio.Event()

    def _box_opened(self, told: Mapping[str, Any]) -> None:
        kind = str(told.get("type", ""))
        message = LEAVING if kind == "beforeunload" else str(told.get("message", ""))
        self.box = MessageBox(kind, message, str(told.get("defaultPrompt") or ""))
        self.boxes += 1

    def _box_closed(self, _told: Mapping[str, Any]) -> None:
        self.box = None

    def _went(self, told: Mapping[str, Any]) -> None:
        frame = told["frame"]
        if frame.get("parentId") is None:
            self.crashed = False
            self.load.arrivals.append(Arrival(str(frame["loaderId"]), str(frame["url"])))
            if told.get("type") == "BackForwardCacheRestore":
                # A page that was kept in memory is shown again without a load.
                self.load.stages |= {LOADED, QUIET}

    def _reached(self, told: Mapping[str, Any]) -> None:
        if told.get("frameId") == self.target:
            if told.get("name") == "init":
                self.load.stages = set()
            self.load.stages.add(str(told.get("name")))

    def _crashed(self, _told: Mapping[str, Any]) -> None:
        self.crashed = True

    def _recovered(self, _told: Mapping[str, Any]) -> None:
        self.crashed = False

    def _gained_frame(self, told: Mapping[str, Any]) -> None:
        if told["targetInfo"]["type"] != "iframe":
            return
        session = str(told["sessionId"])
        self._children[str(told["targetInfo"]["targetId"])] = session
        self._connection.hear(session, self._heard_of_frame)
        asking = asyncio.ensure_future(self._follow_frames(session))
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _heard_of_frame(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "Target.attachedToTarget":
            self._gained_frame(told)
        elif method == "Target.detachedFromTarget":
            self._lost_frame(told)

    def _lost_frame(self, told: Mapping[str, Any]) -> None:
        gone = told.get("sessionId")
        self._children = {target: session for target, session in self._children.items() if session != gone}


def _frames(tree: Mapping[str, Any], session: str) -> Iterator[Frame]:
    frame = tree["frame"]
    yield Frame(str(frame["id"]), session, str(frame["url"]))
    for item in tree.get("childFrames", ()):
        yield from _frames(item, session)


def _value(said: Mapping[str, Any]) -> Any:
    """Return what a script answered. Raises ToolError where it broke off."""
    if "exceptionDetails" in said:
        told = said["exceptionDetails"]
        raise ToolError(
            f"the page could not be read: {told.get('exception', {}).get('description') or told.get('text')}"[:300]
        )
    return json.loads(said["result"]["value"])
