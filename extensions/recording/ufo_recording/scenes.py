"""Scenes: what the windows showed, taken while a person works, before and after each thing that they do; and which control of
them is at a point, or has the keyboard focus.

A scene is taken after every input, as soon as the application is idle, and when it changes by itself. Between two scenes there is
a pause that grows with what the last one cost, so that a recording takes a small part of the computer only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ufo.desktop.backend import Desktop
from ufo.desktop.masked.masked_areas import MaskedAreas
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopUnavailable, UfoError
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import (
    CONTAINERS,
    MENU_ENTRIES,
    ONE_LINE_FIELDS,
    POPUP_ENTRIES,
    ROWS_AND_TABS,
    SLIDERS_AND_SPINNERS,
    TEXT_FIELDS_AND_CELLS,
    WORKED_BY_CLICK,
)
from ufo_recording.gestures import Gesture
from ufo_recording.secret_fields import SecretFields

_log = logging.getLogger(__name__)
_ACTED_ON = WORKED_BY_CLICK | ROWS_AND_TABS | TEXT_FIELDS_AND_CELLS | ONE_LINE_FIELDS | SLIDERS_AND_SPINNERS
TOO_EARLY = "it was pressed before the window could be looked at again"
_KEPT = 8
_SETTLE_S, _CHANGE_S, _SIGHT_S = 1.0, 5.0, 0.5
_PAUSE = 2.0
"""A scene that the person did not cause is taken after this many times what the last one cost."""
_AT_ONCE = 3
"""How many windows that are not in front are looked at in one scene, of those that were never looked at."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one window showed. `dark`: the areas of the picture that are black in every picture."""

    window: Window
    snapshot: Snapshot
    frame: Frame | None = None
    dark: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """The windows, topmost first, and the looks at some of them, by window id. `began` and `done` are loop times; `awaited` is
    when waiting for the application to become idle began: the scene shows what all input before that did.
    """

    windows: tuple[Window, ...]
    looks: Mapping[str, Look]
    began: float
    done: float
    awaited: float = 0.0

    @property
    def active(self) -> Window | None:
        return next((window for window in self.windows if window.active), None)

    def window_at(self, point: Point) -> Window | None:
        return next((window for window in self.windows if not window.minimized and window.rect.contains(point)), None)


def in_front(scenes: Sequence[Scene]) -> Iterator[Look]:
    """Yield the looks at the windows that had the keyboard, as those windows were then."""
    for scene in scenes:
        if scene.active is not None and scene.active.id in scene.looks:
            yield replace(scene.looks[scene.active.id], window=scene.active)


@dataclass
class Scenes:
    """Takes scenes until it is cancelled. `own`: process ids whose windows are never looked at, such as our own terminal."""

    desktop: Desktop
    secrets: SecretFields
    own: frozenset[int] = frozenset()
    known: deque[Scene] = field(default_factory=lambda: deque(maxlen=_KEPT))
    first: dict[str, Look] = field(default_factory=dict)
    """The first look at each window, without its picture."""

    def __post_init__(self) -> None:
        self._areas = MaskedAreas(self.desktop, self.secrets.masks.holds)
        self._stirred = asyncio.Event()
        self._taken = asyncio.Condition()
        self._awaited = 0.0
        self._gone: DesktopUnavailable | None = None

    def stir(self) -> None:
        """Ask for a scene, because the person did something."""
        self._stirred.set()

    async def run(self) -> None:
        """Take scenes until cancelled. Raises DesktopUnavailable where the desktop is gone."""
        clock = asyncio.get_running_loop().time
        try:
            while True:
                await self.take()
                cost = self.known[-1].done - self.known[-1].began
                await self._until_stirred(clock() + _PAUSE * cost)
        except DesktopUnavailable as error:
            self._gone = error
            async with self._taken:
                self._taken.notify_all()
            raise

    async def _until_stirred(self, earliest: float) -> None:
        """Wait until the person did something or, from the loop time `earliest` on, the window in front changed by itself."""
        clock, last = asyncio.get_running_loop().time, self.known[-1]
        stirred = asyncio.ensure_future(self._stirred.wait())
        try:
            while not stirred.done():
                await asyncio.wait([stirred], timeout=max(0.0, earliest - clock()))
                if stirred.done():
                    break
                if last.active is None:
                    await asyncio.wait([stirred], timeout=_CHANGE_S)
                    break
                changed = asyncio.ensure_future(self.desktop.changed(last.active.id, last.began, _CHANGE_S))
                await asyncio.wait([stirred, changed], return_when=asyncio.FIRST_COMPLETED)
                if not changed.done():
                    changed.cancel()
                    break
                if changed.exception() is not None or changed.result():
                    break
        finally:
            stirred.cancel()
        self._stirred.clear()
        self._awaited = clock()
        active = last.active
        with contextlib.suppress(UfoError):
            await self.desktop.settle(active.id if active is not None else None, _SETTLE_S)

    async def take(self) -> Scene:
        """Take a scene now. Raises DesktopUnavailable."""
        clock = asyncio.get_running_loop().time
        began = clock()
        windows = tuple(window for window in await self.desktop.windows() if window.pid not in self.own)
        looks = dict(self._still(windows))
        for window in self._worth_looking(windows, looks):
            look = await self._look(window)
            if look is not None:
                looks[window.id] = look
        scene = Scene(windows, looks, began, clock(), self._awaited)
        self.known.append(scene)
        async with self._taken:
            self._taken.notify_all()
        return scene

    def _still(self, windows: Sequence[Window]) -> Iterator[tuple[str, Look]]:
        """Yield the looks of the last scene at windows that are still there."""
        there = {window.id: window for window in windows}
        for window_id, look in self.known[-1].looks.items() if self.known else ():
            now = there.get(window_id)
            if now is not None and now.rect == look.window.rect and now.is_same(look.window):
                yield window_id, Look(now, look.snapshot)

    def _worth_looking(self, windows: Sequence[Window], looks: Mapping[str, Look]) -> Iterator[Window]:
        active = next((window for window in windows if window.active), None)
        if active is not None:
            yield active
        others = [window for window in windows if window is not active and not window.minimized]
        # An agent works in the main window, and sees its dialogs as parts of that.
        mine = [other for other in others if active is not None and other.pid == active.pid]
        mine.sort(key=lambda window: active is None or window.id != active.parent)
        yield from mine[:1]
        yield from [other for other in others if other.id not in looks and other not in mine[:1]][:_AT_ONCE]

    async def _look(self, window: Window) -> Look | None:
        try:
            frame, dark = await self._areas.picture(window.id)
            snapshot = await self.desktop.glance(window.id, _SIGHT_S)
        except DesktopUnavailable:
            raise
        except UfoError as error:
            # It closed, or it hangs: the next scene tells more.
            _log.debug("a window could not be looked at: %s", type(error).__name__)
            return None
        self.secrets.see(snapshot)
        self.first.setdefault(window.id, Look(window, snapshot))
        return Look(window, snapshot, frame, dark)

    async def since(self, when: float) -> Scene:
        """Return the first scene that shows what all input until a loop time did, and wait for it. Raises DesktopUnavailable."""
        async with self._taken:
            while True:
                if self._gone is not None:
                    raise self._gone
                found = next((scene for scene in self.known if scene.awaited >= when), None)
                if found is not None:
                    return found
                await self._taken.wait()


def hit(gesture: Gesture, point: Point, known: Sequence[Scene]) -> tuple[Look | None, Element | None, str]:
    """Return what a press at the point hit, and why that may be wrong. `known` are scenes in order.

    A scene after the press counts where none before it shows a control there, as of a menu bar that tells its menus only when one
    is opened. A menu that it shows there may have come by the press, and so may another window.
    """
    fresh = [scene for scene in known if scene.began >= gesture.before and scene.done <= gesture.began]
    stale = [scene for scene in known if scene.done <= gesture.began]
    at_it = [scene for scene in known if scene.began <= gesture.began < scene.done]
    doubt = "" if fresh or not gesture.before else TOO_EARLY
    first: Look | None = None
    for scene in fresh[-1:] or [*at_it, *stale[-1:]]:
        look = look_at(scene, point)
        element = None if look is None else element_at(look.snapshot, point)
        first = first or look
        if element is not None:
            return look, element, doubt
    look = look_at(known[-1], point) if known else None
    if look is None or (first is not None and look.window.id != first.window.id):
        return first, None, doubt
    element = element_at(look.snapshot, point)
    if element is None or (element.role in POPUP_ENTRIES and not _has_bar(look.snapshot, point)):
        return first or look, None, doubt
    return look, element, TOO_EARLY


def look_at(scene: Scene, point: Point) -> Look | None:
    """Return the look at the window that a click at the point reaches: one with an open menu there, or else the topmost."""
    window = scene.window_at(point)
    for look in scene.looks.values():
        if look.snapshot.popups and any(element.role in POPUP_ENTRIES for element in _at(look.snapshot, point)):
            return look
    return scene.looks.get(window.id) if window is not None else None


def element_at(snapshot: Snapshot, point: Point) -> Element | None:
    """Return what a click at the point works on: the innermost control there, or the one around it that it is only a part of."""
    there = list(_at(snapshot, point))
    if snapshot.popups:
        entries = [element for element in there if element.role in POPUP_ENTRIES]
        if entries:
            return min(entries, key=lambda element: (element.role not in MENU_ENTRIES, element.rect.area))
    inner = [element for element in there if element.role not in CONTAINERS | {"Menu"}]
    acted_on = [element for element in inner if element.role in _ACTED_ON]
    telling = acted_on or inner
    return min(telling, key=lambda element: (element.rect.area, -element.depth)) if telling else None


def _has_bar(snapshot: Snapshot, point: Point) -> bool:
    return any(element.role == "MenuBar" for element in _at(snapshot, point))


def focused(snapshot: Snapshot) -> Element | None:
    """Return the control that has the keyboard focus, the innermost one where several say so."""
    having = [element for element in snapshot if "focused" in element.states]
    return max(having, key=lambda element: (element.role in TEXT_FIELDS_AND_CELLS, element.depth)) if having else None


def _at(snapshot: Snapshot, point: Point) -> Iterator[Element]:
    for element in snapshot:
        if element.rect.contains(point) and "offscreen" not in element.states:
            yield element
