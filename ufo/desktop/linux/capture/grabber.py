"""Takes pictures of the screen and of single windows, covered ones included."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence

import mss
from mss.exception import ScreenShotError
from PIL import Image
from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow, XError
from Xlib.ext import composite

from ufo.desktop.linux.x11.randr import monitors_of
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.surface import around
from ufo.desktop.linux.x11.windows import Placed
from ufo.desktop.values import Screen
from ufo.errors import DesktopUnavailable, NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_ALL_PLANES = 0xFFFFFFFF
_DEPTHS = (24, 32)


class ScreenGrabber:
    """Takes pictures; for the X thread, so call it through `XConnection.run`. Pixels of the screen come by shared memory where
    the server supports it.
    """

    def __init__(self, connection: XConnection) -> None:
        self._x = connection
        self._size = self._root_size()
        self._grabber = self._opened()
        self._composite = self._keep_covered_contents()

    def _opened(self) -> mss.MSS:
        try:
            return mss.MSS(display=self._x.name)
        except (ScreenShotError, OSError) as error:
            raise DesktopUnavailable(f"the X server {self._x.name!r} gives no pictures: {error}") from error

    def _root_size(self) -> tuple[int, int]:
        size = self._x.root.get_geometry()
        return int(size.width), int(size.height)

    def _renew(self) -> None:
        """Open the grabber again if the root window has changed its size, because the grabber keeps the old size."""
        size = self._root_size()
        if size != self._size:
            self.close()
            self._grabber, self._size = self._opened(), size

    def close(self) -> None:
        with contextlib.suppress(ScreenShotError, OSError):
            self._grabber.close()

    def screens(self) -> tuple[Screen, ...]:
        return monitors_of(self._x)

    def whole(self) -> Frame:
        """Take all monitors as one picture, black where there is no monitor."""
        self._renew()
        screens = [one.rect for one in self.screens()]
        frame = self._region(around(screens))
        return frame if frame.rect in screens else _black_between(frame, screens)

    def window(self, target: Placed, related: Sequence[Placed], everything: Sequence[Placed]) -> Frame:
        """Take the window and its own popups and dialogs as they would look with nothing else in front. All lists are topmost
        first. Raises NotActionable for a window that is minimised or off all screens.
        """
        if not target.mapped:
            raise NotActionable(f"{target.surface.window.title!r} is minimised; focus the window first")
        self._renew()
        pieces = [one for one in everything if one.xid == target.xid or one in related]
        area = around(one.surface.in_sight for one in pieces)
        if area.is_empty:
            raise NotActionable(f"{target.surface.window.title!r} lies outside of all screens; move it back first")
        if not self._composite or not _is_covered(pieces, everything):
            return self._region(area)
        return self._composed(pieces, area)

    def _region(self, area: Rect) -> Frame:
        box = {"left": area.x, "top": area.y, "width": area.width, "height": area.height}
        try:
            return Frame(area, bytes(self._grabber.grab(box).raw))
        except (ScreenShotError, OSError) as error:
            raise DesktopUnavailable(f"the X server {self._x.name!r} gave no picture: {error}") from error

    def _composed(self, pieces: Sequence[Placed], area: Rect) -> Frame:
        """Paste the windows onto one picture, the bottom one first, each from its own pixmap."""
        canvas = Image.new("RGBA", (area.width, area.height), (0, 0, 0, 255))
        for one in reversed(pieces):
            picture = self._own_pixels(one)
            visible = one.surface.visible
            if picture is None:
                if visible.intersection(area).is_empty:
                    continue
                seen = self._region(visible.intersection(area))
                picture = Image.frombytes("RGBA", (seen.rect.width, seen.rect.height), seen.pixels)
                visible = seen.rect
            canvas.paste(picture, (visible.x - area.x, visible.y - area.y))
        return Frame(area, canvas.tobytes())

    def _own_pixels(self, one: Placed) -> Image.Image | None:
        """Return the window's own pixmap; None where the server keeps none. The bytes are BGRX, although Pillow is told RGBA."""
        top = self._x.window(one.top)
        pixmap = None
        try:
            carrier = top.get_geometry()
            pixmap = composite.name_window_pixmap(top)
            offset = top.translate_coords(int(self._x.root.id), 0, 0)
            visible = one.surface.visible
            # translate_coords returns the negative of the frame window's inner origin; its pixmap starts at the border.
            left = visible.x + int(offset.x) + carrier.border_width
            below = visible.y + int(offset.y) + carrier.border_width
            answer = pixmap.get_image(left, below, visible.width, visible.height, X.ZPixmap, _ALL_PLANES)
            if answer.depth not in _DEPTHS:
                return None
            return Image.frombytes("RGBA", (visible.width, visible.height), answer.data)
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
    mine = {one.top for one in pieces}
    above: list[Rect] = []
    for one in everything:
        if one.top not in mine:
            above += [one.surface.client] if one.mapped else []
        elif any(not rect.intersection(one.surface.visible).is_empty for rect in above):
            return True
    return _sticks_out(pieces)


def _sticks_out(pieces: Sequence[Placed]) -> bool:
    """Tell whether there are several windows: they leave gaps between them that other windows show through."""
    return len(pieces) > 1


def _black_between(frame: Frame, screens: Sequence[Rect]) -> Frame:
    """Blacken the parts of the root window that no monitor shows."""
    size = (frame.rect.width, frame.rect.height)
    seen = Image.frombytes("RGBA", size, frame.pixels)
    canvas = Image.new("RGBA", size, (0, 0, 0, 255))
    for one in screens:
        x, y = one.x - frame.rect.x, one.y - frame.rect.y
        canvas.paste(seen.crop((x, y, x + one.width, y + one.height)), (x, y))
    return Frame(frame.rect, canvas.tobytes())
