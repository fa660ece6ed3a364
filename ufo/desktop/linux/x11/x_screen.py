"""The screen of an X server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.x11.capture.pictures import XPictures
from ufo.desktop.linux.x11.capture.repaints import Painting
from ufo.desktop.linux.x11.clipboard.paste import Paste
from ufo.desktop.linux.x11.input.hit_window import HitWindow
from ufo.desktop.linux.x11.input.key_grab import KeyGrab
from ufo.desktop.linux.x11.input.x_strokes import XStrokes
from ufo.desktop.linux.x11.ping import answers_ping
from ufo.desktop.linux.x11.second_seat import SecondSeat
from ufo.desktop.linux.x11.server_connection import XConnection
from ufo.desktop.linux.x11.subwindows import Subwindows
from ufo.desktop.linux.x11.window_manager import WindowManager
from ufo.desktop.linux.x11.windows import Windows
from ufo.desktop.values import Keys, Window
from ufo.schema.geometry import Rect


class XWindows:
    """Implements `Windows` of a screen; for the X thread."""

    def __init__(self, connection: XConnection, windows: Windows) -> None:
        self._x = connection
        self._windows = windows
        self._manager = WindowManager(connection, windows)

    def surfaces(self) -> list[Surface]:
        return [placed.surface for placed in self._windows.placed()]

    def related(self, window_id: str) -> tuple[Surface, ...]:
        target, others = self._windows.with_related(window_id)
        return target.surface, *(placed.surface for placed in others)

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return False

    def active(self) -> Window | None:
        return self._windows.active()

    def role(self, window_id: str) -> str:
        """Return the window's WM_WINDOW_ROLE."""
        return self._windows.role(window_id)

    def focus(self, window_id: str) -> None:
        self._manager.focus(window_id)

    def close(self, window_id: str) -> None:
        self._manager.close(window_id)

    def answers(self, window_id: str, within_s: float) -> bool:
        return answers_ping(self._x, int(window_id, 16), within_s)


async def open_screen(name: str, programs: Callable[[], Mapping[str, str]]) -> Screen:
    """Connect to the X server `name`. `programs` maps the ids of desktop files to programs (`app_id.app_root`). Raises
    DesktopUnavailable where it does not answer.
    """
    connection = await XConnection.open(name)
    windows = Windows(connection, programs)
    pictures = await connection.run(XPictures, connection, windows)
    seat = await connection.run(SecondSeat, connection, windows)
    hit_window = HitWindow(connection, windows, seat)

    async def close() -> None:
        await connection.thread.close(partial(_close, connection, pictures, seat))

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return KeyGrab(name, chord, heard).release

    def watch_painting(painted: Callable[[], object]) -> Callable[[], None]:
        return Painting(name, painted).release

    return Screen(
        windows=connection.hold(XWindows(connection, windows)),
        pictures=connection.hold(pictures),
        pointing=connection.hold(hit_window),
        strokes=connection.hold(XStrokes(connection, windows, hit_window, seat)),
        parts=connection.hold(Subwindows(connection)),
        pasting=Paste(connection),
        painted_at=pictures.painted_at,
        grab_key=grab_key,
        close=close,
        hands=connection.hold(seat),
        watch_painting=watch_painting if connection.display.has_extension("DAMAGE") else None,
    )


def _close(connection: XConnection, pictures: XPictures, seat: SecondSeat) -> None:
    pictures.close()
    seat.close()
    connection.display.close()
