"""Which control of a look is at a point, and which has the keyboard focus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ufo.demonstrations.gestures import Gesture
from ufo.demonstrations.scenes import Look, Scene
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Point
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

_ACTED_ON = WORKED_BY_CLICK | ROWS_AND_TABS | TEXT_FIELDS_AND_CELLS | ONE_LINE_FIELDS | SLIDERS_AND_SPINNERS


TOO_EARLY = "it was pressed before the window could be looked at again"


def hit(gesture: Gesture, point: Point, known: Sequence[Scene]) -> tuple[Look | None, Element | None, str]:
    """Return what a press at the point hit, and why that may be wrong. `known` are scenes in order.

    A scene after the press counts where none before it shows a control there, as of a menu bar that tells its menus only when one
    is opened. A menu that it shows there may have come by the press, and so may another window.
    """
    fresh = [one for one in known if one.began >= gesture.before and one.done <= gesture.began]
    stale = [one for one in known if one.done <= gesture.began]
    at_it = [one for one in known if one.began <= gesture.began < one.done]
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
        if look.snapshot.popups and any(one.role in POPUP_ENTRIES for one in _at(look.snapshot, point)):
            return look
    return scene.looks.get(window.id) if window is not None else None


def element_at(snapshot: Snapshot, point: Point) -> Element | None:
    """Return what a click at the point works on: the innermost control there, or the one around it that it is only a part of."""
    there = list(_at(snapshot, point))
    if snapshot.popups:
        entries = [one for one in there if one.role in POPUP_ENTRIES]
        if entries:
            return min(entries, key=lambda one: (one.role not in MENU_ENTRIES, one.rect.area))
    inner = [one for one in there if one.role not in CONTAINERS | {"Menu"}]
    acted_on = [one for one in inner if one.role in _ACTED_ON]
    telling = acted_on or inner
    return min(telling, key=lambda one: (one.rect.area, -one.depth)) if telling else None


def _has_bar(snapshot: Snapshot, point: Point) -> bool:
    return any(one.role == "MenuBar" for one in _at(snapshot, point))


def focused(snapshot: Snapshot) -> Element | None:
    """Return the control that has the keyboard focus, the innermost one where several say so."""
    having = [one for one in snapshot if "focused" in one.states]
    return max(having, key=lambda one: (one.role in TEXT_FIELDS_AND_CELLS, one.depth)) if having else None


def _at(snapshot: Snapshot, point: Point) -> Iterator[Element]:
    for one in snapshot:
        if one.rect.contains(point) and "offscreen" not in one.states:
            yield one
