"""Draws the screen in memory, so that code that looks at pictures gets true ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from ufo.desktop.fake.layout import LABEL_WIDTH, TITLE_BAR
from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.world import World
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import FLAT, INDEPENDENT_TOGGLES, RADIOS

_BACK, _WINDOW, _FIELD, _LINE, _INK, _FAINT = "#2f4f6f", "#ececec", "#ffffff", "#8a8a8a", "#101010", "#9a9a9a"
_BAR, _BAR_ACTIVE, _MARK = "#b8b8b8", "#3d6db5", "#cfe0ff"

_Stroke = tuple[str, tuple[Any, ...]]
"""A pen's method and what it is given."""
_KEPT = 8
"""How many pictures are kept, of 4 MB each: most looks find the screen as another one left it."""


def screen(world: World) -> Frame:
    return _draw(world, world.windows, world.screen)


def window(world: World, live_window: LiveWindow) -> Frame:
    """Draw the window with its own dialogs and popups, whatever covers it."""
    family = [other for other in world.windows if other is live_window or other.parent is live_window]
    area = live_window.rect
    for other in family:
        area = area.union(other.rect)
    return _draw(world, family, area.intersection(world.screen))


def _draw(world: World, windows: list[LiveWindow], area: Rect) -> Frame:
    world.place()
    strokes = [
        stroke
        for live_window in reversed(windows)
        if not live_window.minimized
        for stroke in _window(world, live_window, (-area.x, -area.y))
    ]
    return Frame(area, _painted((max(1, area.width), max(1, area.height)), tuple(strokes)))


@lru_cache(_KEPT)
def _painted(size: tuple[int, int], strokes: tuple[_Stroke, ...]) -> bytes:
    image = Image.new("RGB", size, _BACK)
    pen = ImageDraw.Draw(image)
    for method, given in strokes:
        getattr(pen, method)(*given)
    return image.tobytes("raw", "BGRX")


def _window(world: World, live_window: LiveWindow, by: tuple[int, int]) -> Iterator[_Stroke]:
    rect = live_window.rect.moved(*by)
    yield "rectangle", ((rect.x, rect.y, rect.right - 1, rect.bottom - 1), _WINDOW, _LINE)
    bar = _BAR_ACTIVE if world.active is live_window else _BAR
    yield "rectangle", ((rect.x, rect.y, rect.right - 1, rect.y + TITLE_BAR), bar)
    yield (
        "text",
        ((rect.x + 8, rect.y + 7), _plain(live_window.title), "#ffffff" if world.active is live_window else _INK),
    )
    popups = []
    for widget in live_window.shown():
        if widget.in_popup:
            popups.append(widget)
        else:
            yield from _widget(world, widget, by)
    for widget in popups:
        yield from _widget(world, widget, by)


def _widget(world: World, widget: LiveWidget, by: tuple[int, int]) -> Iterator[_Stroke]:
    if widget.offscreen:
        return
    rect = widget.rect.moved(*by)
    ink = _INK if widget.enabled else _FAINT
    if widget.spec.label:
        yield "text", ((rect.x - LABEL_WIDTH + 2, rect.y + 7), _plain(widget.spec.label), ink)
    if widget.role not in FLAT:
        fill = _MARK if widget.selected else _FIELD if widget.value is not None else _WINDOW
        width = 2 if world.focused is widget else 1
        yield "rectangle", ((rect.x, rect.y, rect.right - 1, rect.bottom - 1), fill, _LINE, width)
    left = rect.x + 6
    if widget.role in INDEPENDENT_TOGGLES or widget.role in RADIOS:
        yield "rectangle", ((left, rect.y + 6, left + 11, rect.y + 17), _FIELD, ink)
        if widget.checked:
            yield "line", ((left + 2, rect.y + 11, left + 5, rect.y + 15, left + 10, rect.y + 7), ink, 2)
        left += 18
    yield "multiline_text", ((left, rect.y + 6), _plain(_shown_text(widget)), ink)


def _shown_text(widget: LiveWidget) -> str:
    if widget.value is None:
        return widget.name
    if widget.spec.password:
        return "*" * len(widget.value)
    return f"{widget.value}  v" if widget.role == "ComboBox" else widget.value


def _plain(text: str) -> str:
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
