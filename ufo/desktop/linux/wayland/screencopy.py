"""Pictures of an output, and where it was painted on, by wlr-screencopy-unstable-v1."""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass, field
from typing import NamedTuple

from PIL import Image

from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_FRAME_S = 5.0
_ARGB8888, _XRGB8888 = 0, 1
_ABGR8888, _XBGR8888 = 0x34324241, 0x34324258
_UPSIDE_DOWN = 1
_PIXEL_BYTES = 4


class _Layout(NamedTuple):
    format: int
    width: int
    height: int
    stride: int


@dataclass
class _Told:
    """What the compositor has told of one picture."""

    layout: _Layout | None = None
    complete: bool = False
    upside_down: bool = False
    state: str = ""
    when: float = 0.0
    damage: list[Rect] = field(default_factory=list)


class _Memory:
    """Memory that the compositor writes a picture into. It is as large as the largest picture so far."""

    def __init__(self, client: WaylandClient) -> None:
        self._shm = client.bind("wl_shm", 1)
        self._held: tuple[_Layout, mmap.mmap, Proxy, Proxy] | None = None

    def buffer(self, layout: _Layout) -> tuple[Proxy, mmap.mmap]:
        if self._held is not None and self._held[0] == layout:
            return self._held[2], self._held[1]
        self.release()
        size = layout.stride * layout.height
        descriptor = os.memfd_create("picture", os.MFD_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            content = mmap.mmap(descriptor, size)
            pool = self._shm.make("create_pool", size, descriptors=(descriptor,))
        finally:
            os.close(descriptor)
        buffer = pool.make("create_buffer", 0, layout.width, layout.height, layout.stride, layout.format)
        self._held = (layout, content, buffer, pool)
        return buffer, content

    def release(self) -> None:
        if self._held is not None:
            _, content, buffer, pool = self._held
            buffer.send("destroy")
            pool.send("destroy")
            content.close()
            self._held = None


class ScreenCopies:
    """Takes pictures; for the thread of the connection. Places are in the compositor's own coordinates, in which windows are
    told as well; on an output of a greater scale a picture has more pixels than its place, and is made smaller here.
    """

    def __init__(self, client: WaylandClient) -> None:
        self._client = client
        self._manager = client.bind("zwlr_screencopy_manager_v1", 3)
        self._memory: dict[str, _Memory] = {}
        self._watches: dict[int, tuple[_Told, Proxy]] = {}

    def picture(self, output: Proxy, at: Rect, part: Rect) -> Frame:
        """Take a part of an output that lies `at` a place. Raises DesktopUnavailable where the compositor gives none."""
        seen = part.intersection(at)
        if seen.is_empty:
            return Frame(seen, b"")
        told, frame = self._begun(output, at, seen)
        try:
            pixels = self._copied("picture" if seen == at else "part", frame, told)
        finally:
            frame.send("destroy")
        if pixels is None:
            raise DesktopUnavailable("the compositor gave no picture of the screen; see whether the screen is on")
        assert told.layout is not None
        return Frame(seen, _as_bgrx(pixels, told, (seen.width, seen.height)))

    def painted(self, output: Proxy, at: Rect) -> tuple[tuple[Rect, ...], float]:
        """Return where the output was painted on since the last call, and the monotonic time of the last painting; all of it at
        the first call. A picture that is asked for once something was painted waits for us meanwhile.
        """
        told, frame = self._watches.get(output.id) or self._watch(output, at)
        # What programs have drawn by now is painted with the next picture.
        self.picture(output, at, Rect(at.x, at.y, 1, 1))
        self._client.hear()
        if not told.state:
            return (), 0.0
        frame.send("destroy")
        self._watch(output, at)
        assert told.layout is not None
        scale = told.layout.width / at.width
        everything = told.state == "failed"
        return (at,) if everything else tuple(_scaled_down(rect, scale, at) for rect in told.damage), told.when

    def has_painted(self, output: Proxy, at: Rect) -> bool:
        """Tell whether the output was painted on since the last call that was told so; True at the first. Only for a connection
        that is there for nothing else: nobody waits for a picture of it.
        """
        told, frame = self._watches.get(output.id) or (None, None)
        if told is not None and frame is not None:
            if not told.state:
                return False
            frame.send("destroy")
        self._watch(output, at)
        return True

    def _watch(self, output: Proxy, at: Rect) -> tuple[_Told, Proxy]:
        told, frame = self._begun(output, at, at)
        assert told.layout is not None
        frame.send("copy_with_damage", self._memory_of(f"watch {output.id}").buffer(told.layout)[0])
        self._watches[output.id] = told, frame
        return told, frame

    def close(self) -> None:
        for memory in self._memory.values():
            memory.release()
        self._memory.clear()

    def _begun(self, output: Proxy, at: Rect, part: Rect) -> tuple[_Told, Proxy]:
        if part == at:
            frame = self._manager.make("capture_output", 0, output)
        else:
            inside = (part.x - at.x, part.y - at.y, part.width, part.height)
            frame = self._manager.make("capture_output_region", 0, output, *inside)
        told = _Told()

        def hear_layout(kind: int, width: int, height: int, stride: int) -> None:
            told.layout = _Layout(kind, width, height, stride)

        def hear_ready(high: int, low: int, nanoseconds: int) -> None:
            told.when = (high << 32 | low) + nanoseconds / 1e9
            told.state = "ready"

        frame.on = {
            "buffer": hear_layout,
            "buffer_done": lambda: setattr(told, "complete", True),
            "flags": lambda flags: setattr(told, "upside_down", bool(flags & _UPSIDE_DOWN)),
            "damage": lambda *place: told.damage.append(Rect(*place)),
            "ready": hear_ready,
            "failed": lambda: setattr(told, "state", "failed"),
        }
        self._client.await_that(lambda: told.complete or bool(told.state), _FRAME_S)
        if told.layout is None or told.state:
            frame.send("destroy")
            raise DesktopUnavailable("the compositor refused a picture of the screen; see whether the screen is on")
        return told, frame

    def _copied(self, use: str, frame: Proxy, told: _Told) -> bytes | None:
        assert told.layout is not None
        buffer, content = self._memory_of(use).buffer(told.layout)
        frame.send("copy", buffer)
        self._client.await_that(lambda: bool(told.state), _FRAME_S)
        if told.state == "failed":
            raise DesktopUnavailable(
                "the compositor could not take a picture of the screen; see whether the screen is on"
            )
        return content[:] if told.state else None

    def _memory_of(self, use: str) -> _Memory:
        return self._memory.setdefault(use, _Memory(self._client))


def _as_bgrx(pixels: bytes, told: _Told, size: tuple[int, int]) -> bytes:
    """Return the picture as BGRX rows of that size. Raises DesktopUnavailable for a kind of pixels that is not known."""
    layout = told.layout
    assert layout is not None
    if layout.format not in (_ARGB8888, _XRGB8888, _ABGR8888, _XBGR8888):
        raise DesktopUnavailable(f"the compositor gives pixels of the kind {layout.format:#x}, which is not known here")
    is_usual = layout.format in (_ARGB8888, _XRGB8888) and layout.stride == layout.width * _PIXEL_BYTES
    if is_usual and not told.upside_down and (layout.width, layout.height) == size:
        return pixels
    order = "BGRX" if layout.format in (_ARGB8888, _XRGB8888) else "RGBX"
    way = -1 if told.upside_down else 1
    image = Image.frombuffer("RGB", (layout.width, layout.height), pixels, "raw", order, layout.stride, way)
    if image.size != size:
        image = image.resize(size, Image.Resampling.BOX)
    return image.tobytes("raw", "BGRX")


def _scaled_down(rect: Rect, scale: float, at: Rect) -> Rect:
    """Return a place of a picture as a place among windows, every pixel that it touches included."""
    right, bottom = -int(-rect.right / scale // 1), -int(-rect.bottom / scale // 1)
    left, top = int(rect.x / scale), int(rect.y / scale)
    return Rect(at.x + left, at.y + top, right - left, bottom - top)
