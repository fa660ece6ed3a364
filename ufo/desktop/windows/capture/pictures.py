"""Pictures of the screen, and of windows even where others cover them."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p, sizeof

from ufo.desktop.windows import top_windows
from ufo.desktop.windows.api import handles
from ufo.desktop.windows.api.functions import gdi32, user32
from ufo.desktop.windows.api.structures import BitmapInfo
from ufo.errors import NotActionable
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame

_COPY_WITH_LAYERED = 0x40CC0020
_WHOLE_CONTENT = 2
_SAMPLES = 5


def of_screen(rect: Rect | None = None) -> Frame:
    """Return what all monitors show, or a part of it."""
    whole = top_windows.whole_screen()
    return _painted(whole if rect is None else rect.intersection(whole), None)


def of_window(window_id: str) -> Frame:
    """Return a window's picture: from the screen where nothing covers it, with its popups, or else as it paints itself.
    Raises WindowGone, and NotActionable where it is minimised or paints nothing for others.
    """
    window = top_windows.handle_of(window_id)
    rect = top_windows.frame_of(window)
    if user32.IsIconic(window) or rect.is_empty:
        raise NotActionable("the window is minimised, and Windows keeps no picture of it; bring it to the front")
    if _is_in_sight(window, rect):
        return _within(of_screen(rect), rect)
    painted = _painted(handles.rect_of(window), window)
    if not any(painted.pixels[at] for at in range(0, len(painted.pixels), 4)):
        raise NotActionable("the window is covered and paints nothing for others; bring it to the front")
    return painted.cropped(rect)


def _within(frame: Frame, rect: Rect) -> Frame:
    """The picture of all of a rectangle that lies outside of the screen in part: there it is black."""
    if frame.rect == rect:
        return frame
    pixels = bytearray(rect.area * 4)
    shown = frame.rect
    for line in range(shown.height):
        at = ((shown.y - rect.y + line) * rect.width + shown.x - rect.x) * 4
        pixels[at : at + shown.width * 4] = frame.pixels[line * shown.width * 4 : (line + 1) * shown.width * 4]
    return Frame(rect, bytes(pixels))


def _is_in_sight(window: int, rect: Rect) -> bool:
    """Whether the window or what belongs to it is topmost all over its place, on a grid of points."""
    family, shown = top_windows.family_of(window), rect.intersection(top_windows.whole_screen())
    across = [shown.x + (2 * number + 1) * shown.width // (2 * _SAMPLES) for number in range(_SAMPLES)]
    down = [shown.y + (2 * number + 1) * shown.height // (2 * _SAMPLES) for number in range(_SAMPLES)]
    return not shown.is_empty and all(handles.root_of(handles.at(Point(x, y))) in family for x in across for y in down)


def _painted(rect: Rect, window: int | None) -> Frame:
    """Copy from the screen, or have a window paint itself."""
    if rect.is_empty:
        return Frame(Rect(rect.x, rect.y, 0, 0), b"")
    screen = user32.GetDC(None)
    memory = gdi32.CreateCompatibleDC(screen)
    bits = c_void_p()
    about = BitmapInfo(size=sizeof(BitmapInfo), width=rect.width, height=-rect.height, planes=1, bits=32)
    bitmap = gdi32.CreateDIBSection(memory, byref(about), 0, byref(bits), None, 0)
    before = gdi32.SelectObject(memory, bitmap)
    try:
        if window is None:
            gdi32.BitBlt(memory, 0, 0, rect.width, rect.height, screen, rect.x, rect.y, _COPY_WITH_LAYERED)
        else:
            user32.PrintWindow(window, memory, _WHOLE_CONTENT)
        gdi32.GdiFlush()
        return Frame(rect, ctypes.string_at(bits, rect.area * 4))
    finally:
        gdi32.SelectObject(memory, before)
        gdi32.DeleteObject(bitmap)
        gdi32.DeleteDC(memory)
        user32.ReleaseDC(None, screen)
