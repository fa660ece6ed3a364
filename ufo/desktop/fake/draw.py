"""Draws the screen in memory, so that code that looks at pictures gets true ones."""

from __future__ import annotations

from PIL import Image, ImageDraw

from ufo.desktop.fake.layout import LABEL_WIDTH, TITLE_BAR
from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.world import World
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import FLAT, INDEPENDENT_TOGGLES, RADIOS

_BACK, _WINDOW, _FIELD, _LINE, _INK, _FAINT = "#2f4f6f", "#ececec", "#ffffff", "#8a8a8a", "#101010", "#9a9a9a"
_BAR, _BAR_ACTIVE, _MARK = "#b8b8b8", "#3d6db5", "#cfe0ff"


def screen(world: World) -> Frame:
    return _draw(world, world.windows, world.screen)


def window(world: World, one: LiveWindow) -> Frame:
    """Draw the window with its own dialogs and popups, whatever covers it."""
    family = [other for other in world.windows if other is one or other.parent is one]
    area = one.rect
    for other in family:
        area = area.union(other.rect)
    return _draw(world, family, area.intersection(world.screen))


def _draw(world: World, windows: list[LiveWindow], area: Rect) -> Frame:
    world.place()
    image = Image.new("RGB", (max(1, area.width), max(1, area.height)), _BACK)
    pen = ImageDraw.Draw(image)
    for one in reversed(windows):
        if not one.minimized:
            _window(pen, world, one, (-area.x, -area.y))
    return Frame(area, image.tobytes("raw", "BGRX"))


def _window(pen: ImageDraw.ImageDraw, world: World, one: LiveWindow, by: tuple[int, int]) -> None:
    rect = one.rect.moved(*by)
    pen.rectangle((rect.x, rect.y, rect.right - 1, rect.bottom - 1), _WINDOW, _LINE)
    bar = _BAR_ACTIVE if world.active is one else _BAR
    pen.rectangle((rect.x, rect.y, rect.right - 1, rect.y + TITLE_BAR), bar)
    pen.text((rect.x + 8, rect.y + 7), _plain(one.title), "#ffffff" if world.active is one else _INK)
    popups = []
    for widget in one.shown():
        if widget.in_popup:
            popups.append(widget)
        else:
            _widget(pen, world, widget, by)
    for widget in popups:
        _widget(pen, world, widget, by)


def _widget(pen: ImageDraw.ImageDraw, world: World, widget: LiveWidget, by: tuple[int, int]) -> None:
    if widget.offscreen:
        return
    rect = widget.rect.moved(*by)
    ink = _INK if widget.enabled else _FAINT
    if widget.spec.label:
        pen.text((rect.x - LABEL_WIDTH + 2, rect.y + 7), _plain(widget.spec.label), ink)
    if widget.role not in FLAT:
        fill = _MARK if widget.selected else _FIELD if widget.value is not None else _WINDOW
        width = 2 if world.focused is widget else 1
        pen.rectangle((rect.x, rect.y, rect.right - 1, rect.bottom - 1), fill, _LINE, width)
    left = rect.x + 6
    if widget.role in INDEPENDENT_TOGGLES or widget.role in RADIOS:
        pen.rectangle((left, rect.y + 6, left + 11, rect.y + 17), _FIELD, ink)
        if widget.checked:
            pen.line((left + 2, rect.y + 11, left + 5, rect.y + 15, left + 10, rect.y + 7), ink, 2)
        left += 18
    pen.multiline_text((left, rect.y + 6), _plain(_shown_text(widget)), ink)


def _shown_text(widget: LiveWidget) -> str:
    if widget.value is None:
        return widget.name
    if widget.spec.password:
        return "*" * len(widget.value)
    return f"{widget.value}  v" if widget.role == "ComboBox" else widget.value


def _plain(text: str) -> str:
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
