"""Waits until an application is idle, by its events on the accessibility bus.

Why 80 ms, and not less after a change was already seen: the effects of an action come in several bursts. In LibreOffice 7.4
an entered value causes events for 70 ms, it is painted 65 ms after the last of them, and nothing in between shows that more
will come; a button's own redrawing is over long before its action begins. A shorter wait would see a window half changed.
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

# No event for so many seconds counts as idle. Applications send the events of one change within a few frames of 16 ms.
QUIET_S = 0.08
LATE_QUIET_S = 0.09
"""The same as `QUIET_S`, for a tree that reports a change some time after it happened."""
_PROPERTIES = (
    "accessible-name", "accessible-description", "accessible-value", "accessible-role", "accessible-help-text",
    "accessible-id",
    "accessible-table-summary", "accessible-table-caption", "accessible-table-caption-object",
    "accessible-table-column-header", "accessible-table-column-description",
    "accessible-table-row-header", "accessible-table-row-description",
)  # fmt: skip
"""The properties that a look may show. GTK also sends "widget" and "accessible-parent" for every object that it makes, drops
or is first asked about: half of the thousands of events that a dialog causes, each of which costs the bus and us. An object
that comes to another parent is reported by both parents.
"""

_EVENTS = (
    "object:state-changed", "object:children-changed", "object:text-changed",
    *(f"object:property-change:{text}" for text in _PROPERTIES),
    "object:visible-data-changed", "object:selection-changed", "object:active-descendant-changed", "window:", "document:",
)  # fmt: skip
_OBJECT = "type='signal',interface='org.a11y.atspi.Event.Object'"
_RULES = (
    *(f"{_OBJECT},member='PropertyChange',arg0='{text}'" for text in _PROPERTIES),
    *(
        f"{_OBJECT},member='{item}'"
        for item in (
            "StateChanged", "ChildrenChanged", "TextChanged", "VisibleDataChanged", "SelectionChanged",
            "ActiveDescendantChanged",
        )
    ),
    "type='signal',interface='org.a11y.atspi.Event.Window'",
    "type='signal',interface='org.a11y.atspi.Event.Document'",
)  # fmt: skip
"""What the bus passes on: applications send more than anybody has registered for."""

_TELLING, _TELLERS = frozenset({"ChildrenChanged", "TextChanged"}), 512
"""Events by which an object shows that it is there, besides that of the focus; of how many of an application this is kept."""

_UNSEEN_STATES = frozenset({"has-tooltip"})
"""States of which no look tells. LibreOffice reports this one for all buttons of a bar that it makes anew."""

_REGISTRY = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/registry")
_CALL_S = 2.0
_TOLD = 4096
# No event of any kind for so many seconds after the first change: the application has done most of its work.
_CALM_S = 0.02
# An application that takes longer than this to answer is at work.
BRISK_S = 0.02
# If an application takes longer than this to answer, a new look describes better what is wrong.
_PATIENT_S = 0.2


class TreeEvents:
    """Listens to the events of all applications. `matters` says of an object whether a look knows it, so that its creation or
    end is a change, as in `ObjectLifetimes`.
    """

    def __init__(self, connection: Connection, registry: Registry, matters: Callable[[Ref], bool]) -> None:
        self._connection = connection
        self._registry = registry
        self._lifetimes = ObjectLifetimes(matters)
        self._last: dict[str, float] = {}
        self._heard = 0.0
        self._told: deque[tuple[float, str, str]] = deque(maxlen=_TOLD)
        self._tellers: dict[str, dict[str, None]] = {}
        self._latest = self._began = float("inf")
        self._changed = asyncio.Event()

    async def start(self) -> None:
        """Register for the events of all applications. An application without a registered listener sends none."""
        self._connection.listen(self._on_signal)
        for rule in _RULES:
            await self._connection.call(DAEMON, "org.freedesktop.DBus", "AddMatch", ("s", (rule,)), _CALL_S)
        for event in _EVENTS:
            await self._register(event)
        self._latest = self._began = asyncio.get_running_loop().time()

    def told_since(self, began: float) -> dict[str, set[str]] | None:
        """Return the object paths that reported a change since the loop time `began`, by the bus name of the application. None
        where there were too many, or this has listened only since later.
        """
        if began < self._began or (len(self._told) == _TOLD and self._told[0][0] >= began):
            return None
        found: dict[str, set[str]] = {}
        for when, sender, path in reversed(self._told):
            if when < began:
                break
            found.setdefault(sender, set()).add(path)
        return found

    def told_by(self, bus: str) -> tuple[Ref, ...]:
        """Return the objects of an application that told of their parts, their text or the focus, the latest last."""
        return tuple(Ref(bus, path) for path in self._tellers.get(bus, ()))

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
            if message.member == "StateChanged" and message.body and message.body[0] in _UNSEEN_STATES:
                return
            self._heard = now
            if self._lifetimes.is_no_more(message, now):
                return
            if message.member in _TELLING or (message.member == "StateChanged" and message.body[:1] == ["focused"]):
                self._remember(message.sender, message.path or "")
            self._note(now, message.sender, message.path or "")

    def _remember(self, sender: str, path: str) -> None:
        if len(self._tellers) > 256:
            self._tellers.clear()
        paths = self._tellers.setdefault(sender, {})
        paths.pop(path, None)
        paths[path] = None
        if len(paths) > _TELLERS:
            del paths[next(iter(paths))]

    def _note(self, when: float, sender: str, path: str) -> None:
        if len(self._last) > 256:
            self._last.clear()
        self._last[sender] = max(when, self._last.get(sender, 0.0))
        self._latest = max(when, self._latest)
        self._told.append((self._latest, sender, path))
        self._changed.set()

    def know(self, objects: Collection[Ref], since: float) -> None:
        """Note that a look, which began at the loop time `since`, has read these objects: the creation or end of one of them
        after that counts as a change.
        """
        for ref, when in self._lifetimes.turned(objects, since):
            self._note(when, ref.bus, ref.path)

    async def settle(
        self,
        pid: int | None,
        timeout_s: float,
        since: float | None = None,
        on_calm: Callable[[float], None] | None = None,
    ) -> bool:
        """Wait until the application of `pid` (None: any) is quiet and answers. False at the timeout. `since` is the loop time
        of the last input: the quiet time counts from there if nothing was reported. `on_calm` is called once, with the loop
        time of the last change, when the application has reported changes and seems to be done.
        """
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
        """Wait until the application of `pid` reports a change after the loop time `since`. False at the deadline."""
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
        """Tell whether no application reported a change since the loop time `began`. False where the application of `pid` is
        not known or is busy.
        """
        if self._latest >= began:
            return False
        deadline = asyncio.get_running_loop().time() + min(timeout_s, _PATIENT_S)
        roots = [app.root for app in await self._registry.applications(pid, deadline) if app.pid == pid]
        return bool(roots) and await self._all_answer(roots, deadline) and self._latest < began

    async def rest_s(self, root: Ref, deadline: float) -> float:
        """Return for how many seconds the application has reported no change; 0.0 where it takes long to answer."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        if not await self._all_answer([root], min(deadline, asked + BRISK_S)):
            return 0.0
        # An application that was dropped from a full list gets the time of the last event of all applications.
        return asked - self._last.get(root.bus, self._latest)

    async def _all_answer(self, roots: list[Ref], deadline: float) -> bool:
        """Tell whether all applications answer in time. An application sends its pending events before its answer, and answers
        late while it is busy.
        """
        for root in roots:
            left = deadline - asyncio.get_running_loop().time()
            try:
                await self._connection.call(root, "org.a11y.atspi.Accessible", "GetRole", ("", ()), max(0.0, left))
            except CallFailed:
                continue
            except ApplicationHung:
                return False
        return True
