"""Which control of a look is at a point, and which has the keyboard focus."""

from __future__ import annotations

from collections.abc import Iterator

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


def focused(snapshot: Snapshot) -> Element | None:
    """Return the control that has the keyboard focus, the innermost one where several say so."""
    having = [one for one in snapshot if "focused" in one.states]
    return max(having, key=lambda one: (one.role in TEXT_FIELDS_AND_CELLS, one.depth)) if having else None


def _at(snapshot: Snapshot, point: Point) -> Iterator[Element]:
    for one in snapshot:
        if one.rect.contains(point) and "offscreen" not in one.states:
            yield one
