"""Pictures of screens by PipeWire, which Mutter's ScreenCast hands out here and the portal in `wayland/portal/`. Windows are cut
out of them.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from dbus_fast import Variant
from PIL import Image

from ufo.desktop.linux.screen.screen import Stamp, Windows
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.shell import ShellExtension
from ufo.desktop.linux.wayland.output_pictures import CutPictures
from ufo.desktop.linux.wayland.session_bus import Named, Refused, SessionBus
from ufo.desktop.values import Screen as Monitor
from ufo.errors import DesktopError, PicturesRefused
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_NAME = "org.gnome.Mutter.ScreenCast"
_NO_POINTER = 0
_BEGUN_S, _FIRST_S, _TICK_S = 5.0, 5.0, 0.01
_AGAIN_S = 30.0
_LAG_S = 0.12
"""How long after a painting its picture may still be on its way. Mutter sends none while nothing changes."""
WITHOUT = "pictures need a package more: install ufo with its extra `gnome` (pip install 'ufo-desktop-agent[gnome]')"
Begin = Callable[[Monitor, contextlib.ExitStack], tuple[int, int]]
"""Has the pictures of a monitor begin until the stack is closed. Returns a socket of PipeWire, which lives as long, and the node.
Raises NotShared, Refused and OSError.
"""


class NotShared(PicturesRefused):
    """The person does not share that screen, or not yet."""


class _Pixels(Protocol):
    """An array of height × width × 4 bytes, BGRA."""

    @property
    def shape(self) -> tuple[int, int, int]: ...

    def tobytes(self) -> bytes: ...


class _Capture(Protocol):
    """`pipewire_capture.CaptureStream`."""

    window_invalid: bool
    error: str | None

    def start(self) -> None: ...

    def get_frame(self) -> _Pixels | None: ...

    def stop(self) -> None: ...


def capture_of() -> Callable[..., _Capture]:
    """Return what takes pictures from PipeWire. Raises PicturesRefused without the package."""
    try:
        make: Callable[..., _Capture] = import_module("pipewire_capture").CaptureStream
    except ImportError as error:
        raise PicturesRefused(WITHOUT) from error
    return make


class MonitorStream:
    """The pictures of one monitor. Raises PicturesRefused without the package or PipeWire."""

    def __init__(self, begin: Begin, monitor: Monitor) -> None:
        make = capture_of()
        self._ends = contextlib.ExitStack()
        try:
            wire, node = begin(monitor, self._ends)
            self._capture = make(wire, node, monitor.rect.width, monitor.rect.height, 0.0)
            self._ends.callback(self._capture.stop)
            self._capture.start()
            self._await_first()
        except (OSError, RuntimeError, Refused) as error:
            self.close()
            raise PicturesRefused(
                f"the pictures of {monitor.name!r} do not come: {error}; see whether pipewire and wireplumber run in this session"
            ) from error
        except DesktopError:
            self.close()
            raise

    def picture(self) -> Image.Image:
        """Return the last picture; its bytes are BGRX, although Pillow is told RGBA."""
        pixels = self._capture.get_frame()
        if pixels is None or self._capture.window_invalid:
            raise PicturesRefused(f"the pictures of the screen were ended ({self._capture.error or 'no reason told'})")
        return Image.frombytes("RGBA", (pixels.shape[1], pixels.shape[0]), pixels.tobytes())

    @property
    def is_alive(self) -> bool:
        return not self._capture.window_invalid

    def close(self) -> None:
        self._ends.close()

    def _await_first(self) -> None:
        deadline = time.monotonic() + _FIRST_S
        while self._capture.get_frame() is None:
            if self._capture.window_invalid or time.monotonic() > deadline:
                raise PicturesRefused(f"no picture came: {self._capture.error or 'nothing was told'}")
            time.sleep(_TICK_S)


class MutterCast:
    """Has Mutter hand out pictures of its monitors: a `Begin`."""

    def __init__(self, bus: SessionBus, environment: Mapping[str, str]) -> None:
        self._bus = bus
        self._pipewire = _socket_of(environment)

    def __call__(self, monitor: Monitor, ends: contextlib.ExitStack) -> tuple[int, int]:
        node = self._begun(monitor.name, ends)
        wire = ends.enter_context(socket.socket(socket.AF_UNIX))
        wire.connect(os.fspath(self._pipewire))
        return wire.fileno(), node

    def _begun(self, connector: str, ends: contextlib.ExitStack) -> int:
        at = Named(_NAME, "/org/gnome/Mutter/ScreenCast", _NAME)
        session = Named(_NAME, self._bus.call(at, "CreateSession", "a{sv}", {}).values[0], f"{_NAME}.Session")
        ends.callback(self._stop, session)
        how = {"cursor-mode": Variant("u", _NO_POINTER)}
        path = self._bus.call(session, "RecordMonitor", "sa{sv}", connector, how).values[0]
        added, nodes = threading.Event(), list[int]()

        def hear(member: str, values: Sequence[Any]) -> None:
            if member == "PipeWireStreamAdded":
                nodes.append(int(values[0]))
                added.set()

        ends.callback(self._bus.hear(Named(_NAME, path, f"{_NAME}.Stream"), hear))
        self._bus.call(session, "Start")
        if not added.wait(_BEGUN_S):
            raise PicturesRefused("GNOME began no stream of its screen; see whether pipewire runs in this session")
        return nodes[0]

    def _stop(self, session: Named) -> None:
        with contextlib.suppress(DesktopError):
            self._bus.call(session, "Stop")


class CastPictures(CutPictures):
    """Implements `Pictures` by streams of the monitors; for the thread of the screen. A stream begins when it is first needed."""

    def __init__(self, begin: Begin, windows: Windows, monitors: Callable[[], tuple[Monitor, ...]]) -> None:
        super().__init__(windows, monitors)
        self._begin = begin
        self._streams: dict[str, MonitorStream] = {}
        self._again, self._why = 0.0, ""

    def close(self) -> None:
        for stream in self._streams.values():
            stream.close()
        self._streams.clear()

    def _part(self, monitor: Monitor, area: Rect) -> Frame:
        seen = area.intersection(monitor.rect)
        whole = self._stream(monitor).picture()
        rect = monitor.rect
        if whole.size != (rect.width, rect.height):
            whole = whole.resize((rect.width, rect.height))
        corner = (seen.x - rect.x, seen.y - rect.y)
        return Frame(seen, whole.crop((*corner, corner[0] + seen.width, corner[1] + seen.height)).tobytes())

    def _stream(self, monitor: Monitor) -> MonitorStream:
        stream = self._streams.get(monitor.name)
        if stream is None or not stream.is_alive:
            if stream is not None:
                stream.close()
            stream = self._streams[monitor.name] = self._begun(monitor)
        return stream

    def _begun(self, monitor: Monitor) -> MonitorStream:
        """Begin a stream. What did not come is not waited for again at once."""
        if time.monotonic() < self._again:
            raise PicturesRefused(self._why)
        try:
            return MonitorStream(self._begin, monitor)
        except NotShared:
            raise
        except PicturesRefused as error:
            self._again, self._why = time.monotonic() + _AGAIN_S, str(error)
            raise


class GnomePictures(CastPictures):
    """Pictures where the extension tells when windows were painted on."""

    def __init__(
        self,
        begin: Begin,
        shell: ShellExtension,
        windows: GnomeWindows,
        monitors: Callable[[], tuple[Monitor, ...]],
    ) -> None:
        super().__init__(begin, windows, monitors)
        self._shell = shell
        self._told = windows

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        return self._told.stamped(window_id)

    def renewed(self, stamp: Stamp) -> Stamp | None:
        painted = {window.id: window.painted for window in self._shell.look().windows}
        return tuple((window, painted.get(window, 0)) for window, _ in stamp)

    def painted_at(self, stamp: Stamp | None) -> float | None:
        return max((painted for _, painted in stamp), default=0) / 1e6 if stamp else None

    def _region(self, area: Rect, monitors: Sequence[Monitor]) -> Frame:
        self._await_shown(area)
        return super()._region(area, monitors)

    def _await_shown(self, area: Rect) -> None:
        """Wait until what was painted there has come here as a picture."""
        painted = [it.painted for it in self._shell.look().windows if it.shown and it.frame.overlaps(area)]
        left = max(painted, default=0) / 1e6 + _LAG_S - time.monotonic()
        if left > 0:
            time.sleep(min(left, _LAG_S))


def _socket_of(environment: Mapping[str, str]) -> Path:
    """Return PipeWire's socket: `PIPEWIRE_REMOTE`, `PIPEWIRE_RUNTIME_DIR` and `XDG_RUNTIME_DIR` as in PipeWire's manual."""
    folder = environment.get("PIPEWIRE_RUNTIME_DIR") or environment.get("XDG_RUNTIME_DIR") or "/"
    return Path(folder) / (environment.get("PIPEWIRE_REMOTE") or "pipewire-0")
