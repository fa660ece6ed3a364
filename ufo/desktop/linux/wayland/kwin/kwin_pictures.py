"""Pictures of windows and screens of KWin (`org.kde.KWin.ScreenShot2`), as far as it gives them to this program."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from dbus_fast import Variant
from PIL import Image

from ufo.desktop.linux.screen.related import related
from ufo.desktop.linux.screen.screen import Stamp
from ufo.desktop.linux.screen.surface import Surface, around
from ufo.desktop.linux.wayland.bounded_pipes import TooLarge, read_all
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWIN, KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.layout import Lying
from ufo.desktop.linux.wayland.session_bus import Named, Refused
from ufo.errors import DesktopError, NotActionable, PicturesRefused
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_SHOTS = Named(KWIN, "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2")
_BGRX = frozenset({4, 5, 6})
"""The formats of Qt (`QImage::Format`) whose bytes are blue, green, red and a fourth."""
_READ_S, _MOST_BYTES = 5.0, 1 << 28
_NOT_GRANTED = "KWin lets this program take no pictures; allow them with: ufo wayland install"
_NO_OPENGL = "KWin gives no pictures: it composes without OpenGL, or its screenshot effect is switched off"
Told = Mapping[str, Variant]


class KWinPictures:
    """Implements `Pictures`; for the thread of the screen. `picture` and `seen_in` raise PicturesRefused where KWin gives none.
    When a window was painted on is not known.
    """

    def __init__(self, bus: KWinBus, windows: KWinWindows) -> None:
        self._bus = bus
        self._windows = windows
        self.monitors = windows.monitors

    def picture(self, window_id: str | None) -> Frame:
        """Take the window's picture, with its dialogs and popups, also of what other windows cover of them."""
        if window_id is None:
            return self._region(around(monitor.rect for monitor in self.monitors()))
        layout = self._windows.layout()
        target, *others = related(window_id, layout.surfaces)
        if not target.shown:
            raise NotActionable(f"{target.window.title!r} is not shown; focus the window first")
        mine = {surface.window.id for surface in (target, *others)}
        shown = [it for it in layout.windows if it.surface.shown]
        pieces = [it for it in shown if it.surface.window.id in mine]
        area = around(it.surface.in_sight for it in pieces)
        if area.is_empty:
            raise NotActionable(f"{target.window.title!r} lies outside of all screens; move it back first")
        others_over = [it for it in shown[: shown.index(pieces[-1])] if it not in pieces and it.frame.overlaps(area)]
        if not others_over and (len(pieces) == 1 or target.in_sight == area):
            return self._region(area)
        canvas = Image.new("RGBA", (area.width, area.height), (0, 0, 0, 255))
        for piece in reversed(pieces):
            self._draw(piece, canvas, area)
        return Frame(area, canvas.tobytes())

    def seen_in(self, place: Rect) -> bytes:
        seen = place.intersection(around(monitor.rect for monitor in self.monitors()))
        return b"" if seen.is_empty else self._region(seen).pixels

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        return self._windows.related(window_id), None

    def renewed(self, stamp: Stamp) -> Stamp | None:
        return None

    def painted_at(self, stamp: Stamp | None) -> float | None:
        return None

    def _draw(self, piece: Lying, canvas: Image.Image, area: Rect) -> None:
        client, visible = piece.surface.client, piece.surface.visible
        frame = self._taken("CaptureWindow", "sa{sv}h", (piece.inner_id, {}), client)
        drawn = Image.frombytes("RGBA", (client.width, client.height), frame.pixels)
        inner = (visible.x - client.x, visible.y - client.y, visible.right - client.x, visible.bottom - client.y)
        canvas.paste(drawn.crop(inner), (visible.x - area.x, visible.y - area.y))

    def _region(self, area: Rect) -> Frame:
        options = {"include-cursor": Variant("b", False)}
        return self._taken("CaptureArea", "iiuua{sv}h", (area.x, area.y, area.width, area.height, options), area)

    def _taken(self, member: str, signature: str, values: tuple[object, ...], area: Rect) -> Frame:
        try:
            return self._asked(member, signature, values, area)
        except Refused as error:
            if error.name.endswith("NoAuthorized"):
                raise PicturesRefused(_NOT_GRANTED) from error
            if error.name.startswith(_SHOTS.interface):
                raise NotActionable(f"KWin took no picture ({error}); look again") from error
            raise PicturesRefused(f"{_NO_OPENGL} ({error})") from error

    def _asked(self, member: str, signature: str, values: tuple[object, ...], area: Rect) -> Frame:
        reading, writing = os.pipe2(os.O_CLOEXEC)
        try:
            told = self._bus.call(_SHOTS, member, signature, *values, 0, files=(writing,)).values[0]
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        try:
            return _frame(told, read_all(reading, time.monotonic() + _READ_S, _MOST_BYTES), area)
        except TooLarge as error:
            raise DesktopError(f"KWin did not hand over a picture within {_READ_S:g} s; try again") from error


def _frame(told: Told, data: bytes, area: Rect) -> Frame:
    """Return a picture that has one pixel for each of the area. Raises DesktopError for one that cannot be read."""
    width, height, stride, kind = (_number(told, name) for name in ("width", "height", "stride", "format"))
    if kind not in _BGRX or width <= 0 or height <= 0 or stride < 4 * width or len(data) < stride * height:
        raise DesktopError(
            f"KWin handed over {len(data)} bytes in format {kind}, which is no picture of {width}x{height}"
        )
    if (width, height, stride) == (area.width, area.height, 4 * width):
        return Frame(area, data[: stride * height])
    image: Any = Image.frombytes("RGBA", (width, height), data, "raw", "RGBA", stride)
    return Frame(area, image.resize((area.width, area.height)).tobytes())


def _number(told: Told, name: str) -> int:
    value = told[name].value if name in told else -1
    return value if isinstance(value, int) else -1
