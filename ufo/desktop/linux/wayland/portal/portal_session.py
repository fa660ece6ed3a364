"""A session of org.freedesktop.portal.RemoteDesktop: keys, pointer, clipboard, and the screens that the person shares."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from dbus_fast import Variant
from Xlib import XK

from ufo.desktop.linux.proc import await_rest
from ufo.desktop.linux.wayland.portal.portal_requests import NAME, portal, request, version
from ufo.desktop.linux.wayland.portal.restore_token import RestoreToken
from ufo.desktop.linux.wayland.session_bus import DAEMON, Answer, Named, NotThere, Refused, SessionBus
from ufo.desktop.values import Screen as Monitor
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable
from ufo.schema.geometry import Point, Rect

ASKED_S = 45.0
"""How long the dialog is waited for: less than a command may take (60 s), so that the person is told why nothing came of it."""
KEYBOARD, POINTER = 1, 2
_REMOTE, _CAST, _CLIPBOARD = "RemoteDesktop", "ScreenCast", "Clipboard"
_SESSION = "org.freedesktop.portal.Session"
_BACKENDS = "org.freedesktop.impl.portal.desktop."
_MONITORS, _HIDDEN, _UNTIL_TAKEN_BACK = 1, 1, 2
_HANDING_OVER = frozenset({"SelectionRead", "SelectionWrite"})
_OWNER = "SelectionOwnerChanged"
_STEP_S, _RESTED_S, _DEAF_S = 10.0, 0.5, 0.01
_SHIFT = XK.string_to_keysym("Shift_L")
_ENDED = (
    "the sharing of your screen was ended, by you or by the desktop, so nothing more is done with keys, pointer and pictures; "
    "begin the run again to be asked again"
)


class Stream(NamedTuple):
    """A screen that is shared: PipeWire's node, and its place; at the corner where the portal does not tell it (`is_told`)."""

    node: int
    place: Rect
    is_told: bool


class PortalSession:
    """Implements `Remote`. Nothing is asked before `begin`; until then each method raises NotActionable. Its methods block, and
    may be called from any thread but the connection's.
    """

    name, joint = "the desktop's portal", "_"

    def __init__(self, bus: SessionBus, token: RestoreToken, others: Sequence[str] = ()) -> None:
        """`others`: names on the bus, beside the portal's, of programs that hand on what is struck."""
        self._bus = bus
        self._token = token
        self._others = others
        self._path = ""
        self._devices = 0
        self._told: list[Callable[[str, Sequence[Any]], object]] = []
        self._ended = threading.Event()
        self._hands_on: tuple[int, ...] = ()
        self._owner: Sequence[Any] | None = None
        self.streams: tuple[Stream, ...] = ()
        self.has_clipboard = False

    def begin(self, stop: threading.Event) -> None:
        """Ask the person, unless the portal remembers their yes. Raises DesktopError where there is no such portal or they do not
        say yes; `stop` ends the waiting.
        """
        newest = version(self._bus, _REMOTE)
        if not newest or not version(self._bus, _CAST):
            raise DesktopError("the portal of this desktop lets nobody share keyboard and pointer")
        made = request(
            self._bus, _REMOTE, "CreateSession", (), {"session_handle_token": Variant("s", "ufo")}, _STEP_S, stop
        )
        path = made.get("session_handle")
        if not isinstance(path, str) or not path.startswith("/"):
            raise DesktopError(f"the desktop's portal made no session, but {str(path)[:80]!r}")
        self._bus.hear(Named(NAME, path, _SESSION), self._hear_end)
        try:
            self._select(path, newest, stop)
            self._take(request(self._bus, _REMOTE, "Start", (path, ""), {}, ASKED_S, stop), path)
        except DesktopError:
            self._close(path)
            raise
        self._hands_on = tuple(self._pids())

    def require(self) -> None:
        """Raises NotActionable where the person was not asked yet, or shared no keyboard."""
        self.require_device(KEYBOARD)

    def require_device(self, device: int) -> None:
        self._require_open()
        if not self._devices & device:
            raise NotActionable(
                'you shared the screen in the desktop\'s dialog, but neither keyboard nor pointer ("remote interaction"); use '
                "the controls' own actions, or begin the run again to be asked again"
            )

    def keys(self, strokes: Iterable[tuple[int, bool]]) -> None:
        """Press and let go of keys by their keysyms, in this order, and wait until that was handed on."""
        self.require()
        for keysym, down in strokes:
            self.notify("NotifyKeyboardKeysym", "iu", keysym, int(down))
        self.await_handed_on()

    def tap_shift(self) -> None:
        self.keys([(_SHIFT, True), (_SHIFT, False)])

    def notify(self, member: str, signature: str, *values: Any) -> None:
        """Send input. The portal answers in threads of its own, so the next waits for the answer, or they would change places."""
        self._require_open()
        self._asked(_REMOTE, member, "oa{sv}" + signature, self._path, {}, *values)

    def await_handed_on(self) -> None:
        """Wait until portal and backend have come to rest: they answer before they have handed on what they got."""
        for pid in self._hands_on:
            await_rest(pid, _RESTED_S, _DEAF_S)

    def call(self, member: str, signature: str = "", *values: Any) -> list[Any]:
        self._require_open()
        if member in _HANDING_OVER:
            return [self._handed(_CLIPBOARD, member, "o" + signature, self._path, *values)]
        return self._asked(_CLIPBOARD, member, "o" + signature, self._path, *values).values

    def listen(self, told: Callable[[str, Sequence[Any]], object]) -> None:
        self._told.append(told)
        # Who owns the clipboard was told when the session began.
        if self._owner is not None:
            told(_OWNER, self._owner)

    def switch_clipboard(self, on: bool) -> None:
        """It is on or off with the session."""
        self._require_open()

    def pictures_of(self, stream: Stream) -> int:
        """Return a socket of PipeWire, which belongs to the caller."""
        self._require_open()
        return self._handed(_CAST, "OpenPipeWireRemote", "oa{sv}", self._path, {})

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the shared screens as the portal tells them."""
        shown = [stream for stream in self.streams if stream.is_told or len(self.streams) == 1]
        return tuple(Monitor(f"shared-{number}", stream.place, number == 1) for number, stream in enumerate(shown, 1))

    def stream_of(self, monitor: Rect) -> Stream | None:
        """Return the stream that shows a monitor: that of its place, or the only one of its size where no place is told."""
        same = [it for it in self.streams if (it.place.width, it.place.height) == (monitor.width, monitor.height)]
        told = next((stream for stream in same if stream.is_told and stream.place == monitor), None)
        return told or (same[0] if len(same) == 1 and not same[0].is_told else None)

    def close(self) -> None:
        if self._path and not self._ended.is_set():
            self._close(self._path)

    def _select(self, path: str, newest: int, stop: threading.Event) -> None:
        devices = {"types": Variant("u", KEYBOARD | POINTER)}
        if newest > 1:
            devices["persist_mode"] = Variant("u", _UNTIL_TAKEN_BACK)
            if token := self._token.taken():
                devices["restore_token"] = Variant("s", token)
        request(self._bus, _REMOTE, "SelectDevices", (path,), devices, _STEP_S, stop)
        screens = {"types": Variant("u", _MONITORS), "multiple": Variant("b", True)}
        with contextlib.suppress(Refused):
            if int(self._bus.ask(portal(_CAST), "AvailableCursorModes")) & _HIDDEN:
                screens["cursor_mode"] = Variant("u", _HIDDEN)
        request(self._bus, _CAST, "SelectSources", (path,), screens, _STEP_S, stop)
        if newest > 1 and version(self._bus, _CLIPBOARD):
            with contextlib.suppress(Refused):
                self._bus.hear(portal(_CLIPBOARD), self._hear_clipboard)
                self._bus.call(portal(_CLIPBOARD), "RequestClipboard", "oa{sv}", path, {})

    def _take(self, results: Mapping[str, Any], path: str) -> None:
        self._token.keep(results.get("restore_token"))
        try:
            self._devices = int(results.get("devices", 0))
            self.streams = tuple(_stream(int(node), told) for node, told in results.get("streams", ()))
        except (TypeError, ValueError, AttributeError) as error:
            raise DesktopError(f"the desktop's portal shared what cannot be read: {error}") from error
        self.has_clipboard = results.get("clipboard_enabled") is True
        if not self._devices and not self.streams:
            raise DesktopError("you shared neither a screen nor keyboard and pointer in the desktop's dialog")
        self._path = path

    def _require_open(self) -> None:
        if self._ended.is_set():
            raise DesktopUnavailable(_ENDED)
        if not self._path:
            raise NotActionable("you were not asked yet by the desktop's dialog to share keyboard and screen")

    def _asked(self, interface: str, member: str, signature: str, *values: Any) -> Answer:
        try:
            return self._bus.call(portal(interface), member, signature, *values)
        except NotThere as error:
            self._ended.set()
            raise DesktopUnavailable(_ENDED) from error

    def _handed(self, interface: str, member: str, signature: str, *values: Any) -> int:
        """Return the open file that a method hands over. Raises Refused where it hands over none."""
        answer = self._asked(interface, member, signature, *values)
        if len(answer.files) != 1 or answer.values != [0]:
            for file in answer.files:
                os.close(file)
            raise Refused("", f"the desktop's portal answered {member} without an open file")
        return answer.files[0]

    def _close(self, path: str) -> None:
        with contextlib.suppress(DesktopError):
            self._bus.call(Named(NAME, path, _SESSION), "Close")

    def _pids(self) -> Iterable[int]:
        """Yield the processes that hand on what is struck."""
        named = [name for name in self._bus.call(DAEMON, "ListNames").values[0] if name.startswith(_BACKENDS)]
        for name in (NAME, *named, *self._others):
            with contextlib.suppress(DesktopError):
                yield int(self._bus.call(DAEMON, "GetConnectionUnixProcessID", "s", name).values[0])

    def _hear_end(self, member: str, _values: Sequence[Any]) -> None:
        if member == "Closed":
            self._ended.set()

    def _hear_clipboard(self, member: str, values: Sequence[Any]) -> None:
        """Each signal names its session first. The first may come before the answer that has the session begun."""
        if len(values) > 1 and self._path in ("", values[0]):
            for told in self._told:
                told(member, values[1:])
            if member == _OWNER:
                self._owner = values[1:]


def _stream(node: int, told: Mapping[str, Variant]) -> Stream:
    width, height = told["size"].value if "size" in told else (0, 0)
    x, y = told["position"].value if "position" in told else (0, 0)
    return Stream(node, Rect(int(x), int(y), int(width), int(height)), "position" in told)


class PortalPointer:
    """Puts the session's pointer to places of the screen. `where` tells where it is, since the portal never says whether it came
    there; `monitors` tells the screens.
    """

    _CAME_S, _TICK_S = 1.0, 0.01

    def __init__(
        self, session: PortalSession, where: Callable[[], Point], monitors: Callable[[], tuple[Monitor, ...]]
    ) -> None:
        self._session = session
        self._where = where
        self._monitors = monitors

    def move(self, to: Point) -> None:
        """Raises NotActionable where the pointer does not come there."""
        self._session.require_device(POINTER)
        monitor = next((monitor.rect for monitor in self._monitors() if monitor.rect.contains(to)), None)
        stream = None if monitor is None else self._session.stream_of(monitor)
        if monitor is None or stream is None:
            raise NotActionable(
                f"the screen at {to.x}, {to.y} was not shared in the desktop's dialog, or the portal does not tell which of "
                "several it is; use the control's own action"
            )
        place = (float(to.x - monitor.x), float(to.y - monitor.y))
        self._session.notify("NotifyPointerMotionAbsolute", "udd", stream.node, *place)
        deadline = time.monotonic() + self._CAME_S
        while self._where() != to:
            if time.monotonic() > deadline:
                raise NotActionable(
                    f"the pointer did not come to {to.x}, {to.y} by the desktop's portal, so nothing was pressed; use the "
                    "control's own action"
                )
            time.sleep(self._TICK_S)
