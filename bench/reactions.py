"""Measures whether the offered controls react at their place: each one is worked in its middle, and must show or report it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from bench.pointer import Pointer, Reaction
from tests.owned_apps.truth import offers
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Keys
from ufo.errors import DesktopError
from ufo.schema.geometry import Rect

MOST = 16
"""So many of a part's controls are worked, spread evenly over them."""

Way = Literal["window", "menu", "dialog"]
"""What may be done: in a menu only pointing, as a click would close it; in a dialog everything that can be taken back."""

_TOLD_S, _TICK_S = 1.5, 0.05
_OPENED_PX = 2000
_TOGGLES = frozenset({"CheckBox", "ToggleButton"})
_CHOSEN = frozenset({"RadioButton", "TabItem"})
_FOCUSED = frozenset({"Edit", "Spinner"})
_ROWS = frozenset({"ListItem", "TreeItem", "Cell"})
_OPENING = frozenset({"Menu", "ComboBox"})
_TOLD = frozenset({"checked", "unchecked", "mixed", "pressed", "selected", "focused"})


@dataclass(frozen=True, slots=True)
class Reactions:
    """The counts. `silent`: nothing was seen or reported. `elsewhere`: something else reacted in their place. `grey`: silent
    ones that may be disabled, as the look does not know; they are not among the `worked`.
    """

    worked: int = 0
    silent: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    grey: tuple[str, ...] = ()

    @property
    def reacted(self) -> int:
        return self.worked - len(self.silent) - len(self.elsewhere)


@dataclass(frozen=True, slots=True)
class Probe:
    """Works controls one by one. `shown` gives the ids of all that the application shows, popups included."""

    desktop: LinuxDesktop
    pointer: Pointer
    shown: Callable[[], Awaitable[Collection[str]]]

    async def react(self, element: Element, area: Rect, way: Way, beside: Element) -> Reaction:
        """Work the element and return its reaction. `beside`: another control from which the pointer comes, where coming from
        afar shows nothing, as with the entry of a list that is lit already. `area`: what lights up, for a cell its row.
        """
        if element.row is not None:
            return await self._chosen(element)
        found = await self.pointer.hover(element.rect.center, area)
        if found == "silent":
            found = await self.pointer.hover(element.rect.center, area, beside.rect.center)
        if found == "reacts":
            return found
        if element.role in _OPENING or (way == "window" and element.role == "MenuItem"):
            return await self._opens(element, found)
        if way == "dialog":
            return await self._worked(element, area)
        return await self._pressed(element, area) if way == "window" else found

    async def _chosen(self, element: Element) -> Reaction:
        """Click a cell of a sheet: it shows nothing before the click, and a drag would scroll the sheet."""
        await self.desktop.send(None, [Click(element.rect.center)])
        deadline = time.monotonic() + _TOLD_S
        while time.monotonic() < deadline:
            if {"selected", "focused"} & await self._now(element):
                return "reacts"
            await asyncio.sleep(_TICK_S)
        return "silent"

    async def _opens(self, element: Element, found: Reaction) -> Reaction:
        """Return whether a click opens something, in a window of its own or painted into this one. Close it again."""
        there = set(await self.shown())
        before = await self.pointer.still()
        await self.desktop.send(None, [Click(element.rect.center)])
        deadline = time.monotonic() + _TOLD_S
        while time.monotonic() < deadline:
            if set(await self.shown()) - there or await self.pointer.painted(before) > _OPENED_PX:
                await self.desktop.send(None, [Keys(("escape",))])
                return "reacts"
            await asyncio.sleep(_TICK_S)
        return found

    async def _worked(self, element: Element, area: Rect) -> Reaction:
        if element.role in _TOGGLES | _CHOSEN | _FOCUSED and await self._tells(element):
            if element.role in _TOGGLES:
                await self.desktop.send(None, [Click(element.rect.center)])
            return "reacts"
        return await self._pressed(element, area)

    async def _pressed(self, element: Element, area: Rect) -> Reaction:
        found = await self.pointer.press(element.rect.center, area)
        if found != "reacts" and element.role in _ROWS and {"selected", "focused"} & await self._now(element):
            # A row lights up as a whole, and not again where it was chosen already.
            return "reacts"
        return found

    async def _tells(self, element: Element) -> bool:
        """Return whether the control reports another state after a click, or the state that the click asks for, as before."""
        if element.role in _CHOSEN and {"checked", "selected"} & element.states:
            return True
        if element.role in _FOCUSED and "focused" in element.states:
            return True
        before = element.states & _TOLD
        await self.desktop.send(None, [Click(element.rect.center)])
        deadline = time.monotonic() + _TOLD_S
        while time.monotonic() < deadline:
            if await self._now(element) & _TOLD != before:
                return True
            await asyncio.sleep(_TICK_S)
        return False

    async def _now(self, element: Element) -> frozenset[str]:
        try:
            return (await self.desktop.reidentify(element.handle)).states
        except DesktopError:
            return element.states


async def reactions(probe: Probe, elements: Sequence[Element], way: Way) -> Reactions:
    chosen = _spread([element for element in elements if offers(element) and "disabled" not in element.states])
    silent: list[str] = []
    elsewhere: list[str] = []
    grey: list[str] = []
    for element in sorted(chosen, key=lambda element: element.role in _CHOSEN):
        beside = next((item for item in chosen if item is not element), element)
        found = await probe.react(element, _row(element, elements), way, beside)
        if found == "elsewhere" and not any(probe.pointer.also(item.rect) for item in _around(element, elements)):
            found = "silent"
        words = f"{element.role} {element.name or element.label!r} at {element.rect.as_ltrb()}"
        if found == "silent":
            (silent if "enabled" in element.states else grey).append(words)
        elif found == "elsewhere":
            elsewhere.append(words)
    probe.pointer.away()
    return Reactions(len(chosen) - len(grey), tuple(silent), tuple(elsewhere), tuple(grey))


def _around(element: Element, elements: Sequence[Element]) -> list[Element]:
    """Return what else is offered at its middle and is larger. What lights up around a control and is no control is a part of
    it.
    """
    centre, area = element.rect.center, element.rect.area
    return [item for item in elements if offers(item) and item.rect.contains(centre) and item.rect.area > area]


def _row(element: Element, elements: Sequence[Element]) -> Rect:
    area = element.rect
    if element.role not in _ROWS or element.row is not None:
        return area
    for item in elements:
        if item.role in _ROWS and (item.rect.y, item.rect.height) == (element.rect.y, element.rect.height):
            area = area.union(item.rect)
    return area


def _spread(elements: Sequence[Element]) -> list[Element]:
    if len(elements) <= MOST:
        return list(elements)
    return [elements[place * len(elements) // MOST] for place in range(MOST)]
