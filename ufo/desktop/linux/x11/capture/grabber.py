"""Takes pictures of the screen and of single windows, covered ones included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from Xlib.error import BadDrawable, BadMatch, BadWindow, XError
from Xlib.ext import composite

from ufo.desktop.linux.screen.surface import around
from ufo.desktop.linux.x11.capture.pixels import PIXEL_BYTES, PixelReader
from ufo.desktop.linux.x11.capture.randr import monitors_of
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.windows import Placed
from ufo.desktop.values import Screen
from ufo.errors import DesktopUnavailable, NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame


class ScreenGrabber:
    """Takes pictures; for the X thread, so call it through `XConnection.run`."""

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._pixels = PixelReader(connection)
        self._composite = self._keep_covered_contents()

    def close(self) -> None:
        self._pixels.close()

    def screens(self) -> tuple[Screen, ...]:
        return monitors_of(self._x)

    def whole(self) -> Frame:
        """Take all monitors as one picture, black where there is no monitor."""
        screens = [screen.rect for screen in self.screens()]
        frame = self._region(around(screens))
        return frame if frame.rect in screens else _black_between(frame, screens)

    def window(self, target: Placed, related: Sequence[Placed], everything: Sequence[Placed]) -> Frame:
        """Take the window and its own popups and dialogs as they would look with nothing else in front. All lists are topmost
        first. Raises NotActionable for a window that is minimised or off all screens.
        """
        if not target.surface.shown:
            raise NotActionable(f"{target.surface.window.title!r} is minimised; focus the window first")
        pieces = [placed for placed in everything if placed.xid == target.xid or placed in related]
        area = around(piece.surface.in_sight for piece in pieces)
        if area.is_empty:
            raise NotActionable(f"{target.surface.window.title!r} lies outside of all screens; move it back first")
        if not self._composite or not _is_covered(pieces, everything):
            return self._region(area)
        return self._composed(pieces, area)

    def _region(self, area: Rect) -> Frame:
        try:
            return Frame(area, self._pixels.read(self._x.root, area))
        except (XError, ValueError) as error:
            raise DesktopUnavailable(f"the X server {self._x.name!r} gave no picture: {error}") from error

    def seen_in(self, place: Rect) -> bytes:
        """Return the pixels that a part of the screen shows at this moment; b"" for a place off the screen."""
        size = self._x.root.get_geometry()
        seen = place.intersection(Rect(0, 0, size.width, size.height))
        return b"" if seen.is_empty else self._pixels.read(self._x.root, seen)

    def _composed(self, pieces: Sequence[Placed], area: Rect) -> Frame:
        """Lay the windows over one another, the bottom one first, each from its own pixmap."""
        canvas = _black(area)
        for piece in reversed(pieces):
            seen = self._own_pixels(piece)
            if seen is None:
                visible = piece.surface.visible.intersection(area)
                if visible.is_empty:
                    continue
                seen = self._region(visible)
            _lay(seen, canvas, area)
        return Frame(area, bytes(canvas))

    def _own_pixels(self, placed: Placed) -> Frame | None:
        """Return the window's own pixmap; None where the server keeps none."""
        top = self._x.window(placed.top)
        pixmap = None
        try:
            carrier = top.get_geometry()
            pixmap = composite.name_window_pixmap(top)
            offset = top.translate_coords(int(self._x.root.id), 0, 0)
            visible = placed.surface.visible
            # translate_coords returns the negative of the frame window's inner origin; its pixmap starts at the border.
            left = visible.x + int(offset.x) + carrier.border_width
            below = visible.y + int(offset.y) + carrier.border_width
            area = Rect(left, below, visible.width, visible.height)
            return Frame(visible, self._pixels.read(pixmap, area))
        except (BadWindow, BadDrawable, BadMatch, ValueError):
            return None
        finally:
            if pixmap is not None:
                pixmap.free()

    def _keep_covered_contents(self) -> bool:
        """Make the server draw each window into a pixmap of its own, until this connection ends. False where it cannot."""
        if not self._x.display.has_extension("Composite"):
            return False
        try:
            composite.query_version(self._x.display)
            # The type stubs declare the constant as a function; the request needs the number.
            composite.redirect_subwindows(self._x.root, composite.RedirectAutomatic)  # type: ignore[arg-type]
            self._x.display.sync()
        except XError:
            return False
        return True


def _is_covered(pieces: Sequence[Placed], everything: Iterable[Placed]) -> bool:
    """Tell whether another window, the shadow that it draws included, may be seen in the picture of these windows."""
    mine = {piece.top for piece in pieces}
    above: list[Rect] = []
    for placed in everything:
        if placed.top not in mine:
            above += [placed.surface.client] if placed.surface.shown else []
        elif any(not rect.intersection(placed.surface.visible).is_empty for rect in above):
            return True
    return _leave_gaps(pieces)


def _leave_gaps(pieces: Sequence[Placed]) -> bool:
    """Tell whether other windows may show through between these: none of them is as large as all of them together. Pasting
    them onto one another costs many times as much as reading the screen.
    """
    area = around(piece.surface.in_sight for piece in pieces)
    return not any(piece.surface.in_sight.covers(area) for piece in pieces)


def _black_between(frame: Frame, screens: Sequence[Rect]) -> Frame:
    """Blacken the parts of the root window that no monitor shows."""
    canvas = _black(frame.rect)
    for screen in screens:
        _lay(frame.cropped(screen), canvas, frame.rect)
    return Frame(frame.rect, bytes(canvas))


def _black(area: Rect) -> bytearray:
    return bytearray(b"\0\0\0\xff") * (area.width * area.height)


def _lay(frame: Frame, canvas: bytearray, area: Rect) -> None:
    """Copy what lies within `area` into its pixels, in place: a copy of a screen takes 8 MB."""
    inside = frame.cropped(area)
    pixels, length = memoryview(inside.pixels), inside.rect.width * PIXEL_BYTES
    below = (inside.rect.y - area.y) * area.width + inside.rect.x - area.x
    for row in range(inside.rect.height):
        start = (below + row * area.width) * PIXEL_BYTES
        canvas[start : start + length] = pixels[row * length : (row + 1) * length]
