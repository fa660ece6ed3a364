"""Waits until an application has come to rest, by what it says on the accessibility bus.

Why 80 ms, and no less where a change was seen already: what an action leads to comes in several bursts. In LibreOffice 7.4 a
value that is entered tells of itself for 70 ms, is painted 65 ms after its last event, and nothing in between says that more
will come; a button's own redrawing is over long before what it does begins. A shorter wait would see a window half changed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection

from dbus_fast import Message

from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import CallFailed, Ref
from ufo.desktop.linux.registry.applications import DAEMON, Registry
from ufo.desktop.linux.registry.object_lifetimes import ObjectLifetimes
from ufo.errors import ApplicationHung

# No event for this long counts as rest. Applications send what belongs to one change within a few frames of 16 ms.
QUIET_S = 0.08
LATE_QUIET_S = 0.09
"""As `QUIET_S`, where a tree tells of a change some time after it happened."""
_EVENTS = (
    "object:state-changed", "object:children-changed", "object:text-changed", "object:property-change",
    "object:visible-data-changed", "object:selection-changed", "object:active-descendant-changed", "window:", "document:",
)  # fmt: skip
_REGISTRY = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/registry")
_CALL_S = 2.0
_TOLD = 4096
# No event of whatever kind for this long, once it has begun to answer: most of what it does is done.
_CALM_S = 0.02
# An application that works on something takes longer to answer.
BRISK_S = 0.02
# Longer than this takes only one for which a new look says better what is wrong.
_PATIENT_S = 0.2


class TreeEvents:
    """`matters` says of an object whether its beginning or end is a change, as for `ObjectLifetimes`."""

    def __init__(self, connection: Connection, registry: Registry, matters: Callable[[Ref], bool]) -> None:
        self._connection = connection
        self._registry = registry
        self._lifetimes = ObjectLifetimes(matters)
        self._last: dict[str, float] = {}
        self._heard = 0.0
        self._told: deque[tuple[float, str, str]] = deque(maxlen=_TOLD)
        self._latest = self._began = float("inf")
        self._changed = asyncio.Event()

    async def start(self) -> None:
        """Asks all applications to say what changes. An application that has no listener says nothing."""
        self._connection.listen(self._on_signal)
        for name in ("Object", "Window", "Document"):
            rule = f"type='signal',interface='org.a11y.atspi.Event.{name}'"
            await self._connection.call(DAEMON, "org.freedesktop.DBus", "AddMatch", ("s", (rule,)), _CALL_S)
        for event in _EVENTS:
            await self._register(event)
        self._latest = self._began = asyncio.get_running_loop().time()

    def told_since(self, began: float) -> dict[str, set[str]] | None:
        """The objects that told of a change since the loop time `began`, by application. None where there were too many."""
        if began < self._began or (len(self._told) == _TOLD and self._told[0][0] >= began):
            return None
        found: dict[str, set[str]] = {}
        for when, sender, path in reversed(self._told):
            if when < began:
                break
            found.setdefault(sender, set()).add(path)
        return found

    async def _register(self, event: str) -> None:
        try:
            await self._connection.call(
                _REGISTRY, "org.a11y.atspi.Registry", "RegisterEvent", ("sass", (event, [], "")), _CALL_S
            )
        except CallFailed:
            await self._connection.call(_REGISTRY, "org.a11y.atspi.Registry", "RegisterEvent", ("s", (event,)), _CALL_S)

    def _on_signal(self, message: Message) -> None:
        if message.interface and message.interface.startswith("org.a11y.atspi.Event.") and message.sender:
            now = asyncio.get_running_loop().time()
            self._heard = now
            if self._lifetimes.is_no_more(message, now):
                return
            self._note(now, message.sender, message.path or "")

    def _note(self, when: float, sender: str, path: str) -> None:
        if len(self._last) > 256:
            self._last.clear()
        self._last[sender] = max(when, self._last.get(sender, 0.0))
        self._latest = max(when, self._latest)
        self._told.append((self._latest, sender, path))
        self._changed.set()

    def know(self, objects: Collection[Ref], since: float) -> None:
        """A look has read them, which began at the loop time `since`: that some of them began or ended after that counts."""
        for ref, when in self._lifetimes.turned(objects, since):
            self._note(when, ref.bus, ref.path)

    async def settle(
        self,
        pid: int | None,
        timeout_s: float,
        since: float | None = None,
        on_calm: Callable[[float], None] | None = None,
    ) -> bool:
        """`since`: when it was worked, from which on it has been quiet where it told of nothing. `on_calm` is called once, when
        it has told of something and seems to have come to its end; it gets the loop time of the last change."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + timeout_s
        apps = await self._registry.applications(pid, deadline)
        awaited = [app for app in apps if pid is None or app.pid == pid]
        roots = [app.root for app in awaited]
        quiet_s = LATE_QUIET_S if any(app.toolkit.lags for app in awaited) else QUIET_S
        began = quiet_since = clock() if since is None else since
        while clock() < deadline:
            if not await self._all_answer(roots if pid is not None else [], deadline):
                return False
            quiet_since = max([quiet_since, *(self._last.get(root.bus, 0.0) for root in roots)])
            left = quiet_since + quiet_s - clock()
            if left <= 0:
                return True
            if on_calm is not None and quiet_since > began:
                stir = self._heard + _CALM_S - clock()
                if stir <= 0:
                    on_calm(quiet_since)
                    on_calm = None
                else:
                    left = min(left, stir)
            self._changed.clear()
            try:
                async with asyncio.timeout(max(0.0, min(left, deadline - clock()))):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return False

    async def told(self, pid: int, since: float, timeout_s: float) -> bool:
        """Waits until the application of `pid` tells of a change after `since`. False at the deadline."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + timeout_s
        apps = await self._registry.applications(pid, deadline)
        names = [app.root.bus for app in apps if app.pid == pid]
        while not any(self._last.get(name, 0.0) > since for name in names):
            self._changed.clear()
            try:
                async with asyncio.timeout(max(0.0, deadline - clock())):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True

    async def quiet_since(self, pid: int, began: float, timeout_s: float) -> bool:
        """Whether no application told of a change since `began` (loop time). False where that of `pid` is not known or busy."""
        if self._latest >= began:
            return False
        deadline = asyncio.get_running_loop().time() + min(timeout_s, _PATIENT_S)
        roots = [app.root for app in await self._registry.applications(pid, deadline) if app.pid == pid]
        return bool(roots) and await self._all_answer(roots, deadline) and self._latest < began

    async def rest_s(self, root: Ref, deadline: float) -> float:
        """For how many seconds the application has told of no change; 0.0 where it takes long to say so."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        if not await self._all_answer([root], min(deadline, asked + BRISK_S)):
            return 0.0
        # Of an application that is not listed any more, as there were too many, the last event of all is known.
        return asked - self._last.get(root.bus, self._latest)

    async def _all_answer(self, roots: list[Ref], deadline: float) -> bool:
        """An application that is busy answers late, and what it has to say comes before its answer."""
        for root in roots:
            left = deadline - asyncio.get_running_loop().time()
            try:
                await self._connection.call(root, "org.a11y.atspi.Accessible", "GetRole", ("", ()), max(0.0, left))
            except CallFailed:
                continue
            except ApplicationHung:
                return False
        return True
