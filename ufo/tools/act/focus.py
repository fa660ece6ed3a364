"""Tells where the keyboard focus is, and whether a control has it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import NotActionable

_ELSEWHERE_S, _REPORTED_S, _ASK_S = 0.5, 0.5, 0.1


async def comes_to(desktop: Desktop, element: Element, window: Window) -> bool:
    """Tell whether the element reports that it has the focus, as trees do a moment after the focus moved."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + _REPORTED_S
    while True:
        looked = clock()
        if "focused" in (await desktop.reidentify(element.handle)).states:
            return True
        if clock() >= deadline:
            return False
        # Some toolkits send no event when a control gets the focus.
        await desktop.changed(window.id, looked, min(_ASK_S, deadline - clock()))


async def require_focus(desktop: Desktop, element: Element, window: Window) -> bool:
    """Return whether the control reports the focus. Raises NotActionable where the focus is known to be in another one."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + _ELSEWHERE_S
    while True:
        looked = clock()
        # A sheet still reports that it has the focus while a field of the tool bar has it.
        places = [shown for shown in await desktop.snapshot(window.id) if "focused" in shown.states]
        if not places or any(is_about(place, element) for place in places[:1]) or _is_itself(places, element):
            return _is_itself(places, element)
        where = places[0]
        if clock() >= deadline or not await desktop.changed(window.id, looked, deadline - clock()):
            break
    raise NotActionable(
        f"the keyboard focus is in {where.role} {where.name or where.label or ''!r} and {element} "
        "does not take it; nothing was typed. Use the control that takes text"
    )


def tells_one_focus(snapshot: Snapshot | None, element: Element) -> bool:
    """Tell whether the reported focus can be believed: in LibreOffice's sheets, untouched controls of forms report it too."""
    places = [shown for shown in snapshot or () if "focused" in shown.states]
    return not _is_itself(places, element) or all(
        is_about(place, element) or place.rect.covers(element.rect) or element.rect.covers(place.rect)
        for place in places
    )


def focused(snapshot: Snapshot | None) -> Element | None:
    return next((element for element in snapshot or () if "focused" in element.states), None)


def is_about(element: Element, other: Element) -> bool:
    """Tell whether both stand at one place (a field and what is in it), or are a field and its label; never two fields."""
    if element.handle.key == other.handle.key:
        return True
    if element.role == other.role == "Edit":
        return False
    if not element.rect.intersection(other.rect).is_empty:
        return True
    return bool(other.name) and other.name in (element.name, element.label)


def _is_itself(places: Sequence[Element], element: Element) -> bool:
    return any(place.handle.key == element.handle.key for place in places)
