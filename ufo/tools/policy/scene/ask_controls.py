"""Finds out what controls say beside their accessible names, right before they are judged.

A browser page that reports its controls is asked. Words painted on a control are read from its picture. That takes 15 to 40
ms for a button that was not read before, so only pressed controls are read, and only the first few of several.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from ufo.conditions.readers.pages.devtools import PagesUnreadable
from ufo.conditions.readers.pages.pressed import PressedControl, pressed_controls
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.faults import Part
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS, PRESSED
from ufo.text.alike import reads_as
from ufo.tools.policy.scene.control_words import ControlWords
from ufo.tools.policy.scene.scene import Scene

_MOST = 6
# A page that shows a message box does not answer at all. What a control without a name does, only the page tells.
_PAGE_S, _MUTE_S = 0.7, 3.0
_PRESSED = PRESSED | CHECK_AND_RADIO_BUTTONS
_LEAST, _MOST_HEIGHT, _MOST_WIDTH = 8, 160, 900
_log = logging.getLogger(__name__)


class Painted(Protocol):
    async def words(self, frame: Frame) -> str:
        """Return the words in the picture; "" where nothing can be read."""
        ...


class ControlAsker:
    def __init__(self, desktop: Desktop, painted: Painted | None) -> None:
        self._desktop = desktop
        self._painted = painted

    async def told(self, scene: Scene) -> Mapping[str, ControlWords]:
        """Return what the controls say by which the scene was judged, by the handle's key. What cannot be found out is left
        out.
        """
        window = scene.window
        if window is None:
            return {}
        wanted = list({element.handle.key: element for element in scene.pressed if not element.by_sight}.values())[
            :_MOST
        ]
        found = await self._by_page(scene, window, wanted) if scene.is_browser else {}
        for key, words in (await self._by_picture(window, wanted)).items():
            found[key] = replace(found.get(key, ControlWords()), painted=words)
        return found

    async def _by_page(self, scene: Scene, window: Window, wanted: Sequence[Element]) -> dict[str, ControlWords]:
        pages = [element.rect for element in scene.elements if element.role == "Document"]
        inside = [element for element in wanted if not pages or any(page.covers(element.rect) for page in pages)]
        try:
            place = (await self._desktop.page_sockets()).get(window.pid) if inside else None
            if place is None:
                return {}
            async with asyncio.timeout(_PAGE_S if all(element.name for element in inside) else _MUTE_S):
                rects = [element.rect for element in inside]
                told = await pressed_controls(place, window.title, rects, pages[0] if pages else None)
        except (TimeoutError, PagesUnreadable, DesktopError) as error:
            _log.info("the page does not tell what its controls do: %s", error or type(error).__name__)
            return {}
        return {
            element.handle.key: _as_told(said) for element, said in zip(inside, told, strict=True) if said is not None
        }

    async def _by_picture(self, window: Window, wanted: Sequence[Element]) -> dict[str, str]:
        painted = self._painted
        shown = [element for element in wanted if _may_be_painted(element)]
        if painted is None or not shown:
            return {}
        read: dict[str, str] = {}
        try:
            with Part(_log, "reading what is painted on the controls", []):
                frame = await self._desktop.capture(window.id)
                for element in shown:
                    read[element.handle.key] = await painted.words(frame.cropped(element.rect))
        except DesktopError as error:
            _log.info("there is no picture of %r: %s", window.title, error)
        # What the application itself calls its control counts where only the marks of letters were misread.
        names = {element.handle.key: element.name for element in shown}
        return {key: names[key] if reads_as(words, names[key]) else words for key, words in read.items() if words}


def _may_be_painted(element: Element) -> bool:
    rect: Rect = element.rect
    fits = _LEAST <= rect.height <= _MOST_HEIGHT and _LEAST <= rect.width <= _MOST_WIDTH
    return element.role in _PRESSED and fits and "offscreen" not in element.states


def _as_told(said: PressedControl) -> ControlWords:
    return ControlWords(
        words=said.words,
        address=said.address,
        action=said.action,
        method=said.method,
        submits=said.submits,
        default=said.standard,
        presses=said.presses,
        query=said.query,
        scripted=said.scripted,
        by_page=True,
    )
