"""Pictures of an output, and where it was painted on, by wlr-screencopy-unstable-v1."""

from __future__ import annotations

import mmap
import os
from collections import OrderedDict
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
_BUFFERS = 4
"""How many buffers are kept of a kind. A window takes one, and so does the place that is compared before a click."""


class _Layout(NamedTuple):
    format: int
    width: int
    height: int
    stride: int


@dataclass
class _Picture:
    """A picture that was asked for, and what the compositor has told of it. `at` is where its output lay then."""

    frame: Proxy
    at: Rect
    layout: _Layout | None = None
    complete: bool = False
    upside_down: bool = False
    state: str = ""
    when: float = 0.0
    damage: list[Rect] = field(default_factory=list)

    def tell(self, high: int, low: int, nanoseconds: int) -> None:
        self.when = (high << 32 | low) + nanoseconds / 1e9
        self.state = "ready"


class _Memory:
    """Memory that the compositor writes pictures into, kept for the next ones of the same size."""

    def __init__(self, client: WaylandClient) -> None:
        self._shm = client.bind("wl_shm", 1)
        self._held: OrderedDict[tuple[str, _Layout], tuple[mmap.mmap, Proxy, Proxy]] = OrderedDict()

    def buffer(self, use: str, layout: _Layout) -> tuple[Proxy, mmap.mmap]:
        """Return a buffer and its content. What is for another `use` may still be written into."""
        held = self._held.pop((use, layout), None) or self._made(layout)
        self._held[use, layout] = held
        if len(self._held) > _BUFFERS:
            self._release(self._held.popitem(last=False)[1])
        return held[1], held[0]

    def _made(self, layout: _Layout) -> tuple[mmap.mmap, Proxy, Proxy]:
        size = layout.stride * layout.height
        descriptor = os.memfd_create("picture", os.MFD_CLOEXEC)
        try:
            os.ftruncate(descriptor, size)
            content = mmap.mmap(descriptor, size)
            pool = self._shm.make("create_pool", size, descriptors=(descriptor,))
        finally:
            os.close(descriptor)
        return content, pool.make("create_buffer", 0, layout.width, layout.height, layout.stride, layout.format), pool

    def release(self) -> None:
        while self._held:
            self._release(self._held.popitem()[1])

    def _release(self, held: tuple[mmap.mmap, Proxy, Proxy]) -> None:
        content, buffer, pool = held
        buffer.send("destroy")
        pool.send("destroy")
        content.close()


@dataclass
class _Watch:
    """Watches what is painted on an output. `waiting` is answered once something was painted, and `following` comes after it.
    `present` is a single pixel that has been asked for: what programs have drawn before is painted with it at the latest. `next`
    is the one after it. What comes after is begun ahead, so that nothing is waited for that the compositor can tell before.
    """

    output: Proxy
    waiting: _Picture
    following: _Picture
    next: _Picture
    present: _Picture | None = None

    def end(self) -> None:
        """One that goes on waiting would take what the next one has to hear."""
        for told in (self.waiting, self.following, self.next, self.present):
            if told is not None and not told.frame.is_destroyed:
                told.frame.send("destroy")


class ScreenCopies:
    """Takes pictures; for the thread of the connection. Places are in the compositor's own coordinates, in which windows are
    told as well; on an output of a greater scale a picture has more pixels than its place, and is made smaller here.
    """

    def __init__(self, client: WaylandClient) -> None:
        self._client = client
        self._manager = client.bind("zwlr_screencopy_manager_v1", 3)
        self._memory, self._watched = _Memory(client), _Memory(client)
        self._watches: dict[int, _Watch] = {}
        self._told: dict[int, _Picture] = {}

    def picture(self, output: Proxy, at: Rect, part: Rect) -> Frame:
        """Take a part of an output that lies `at` a place. Raises DesktopUnavailable where the compositor gives none."""
        seen = part.intersection(at)
        if seen.is_empty:
            return Frame(seen, b"")
        told = self._begin(output, at, seen)
        try:
            content = self._copy(told, self._memory, "picture")
            self._await(told)
            return Frame(seen, _as_bgrx(content[:], told, (seen.width, seen.height)))
        finally:
            told.frame.send("destroy")

    def ask(self) -> None:
        """Have all outputs that are watched painted. What `painted` tells then holds from this moment on, and is there sooner."""
        for number, watch in list(self._watches.items()):
            if watch.present is not None:
                watch.present.frame.send("destroy")
            try:
                self._paint(watch)
            except DesktopUnavailable:  # the output is gone or off
                del self._watches[number]
                watch.end()

    def painted(self, output: Proxy, at: Rect) -> tuple[tuple[Rect, ...], float]:
        """Return where the output was painted on since the last call, and the monotonic time of the last painting; all of it at
        the first call. A picture that is asked for once something was painted waits for us meanwhile.
        """
        watch = self._watches.pop(output.id, None) or self._watch(output, at)
        try:
            told = self._caught_up(watch, at)
        except DesktopUnavailable:
            watch.end()
            raise
        self._watches[output.id] = watch
        if told is None:
            return (), 0.0
        if told.state == "failed" or told.at != at or told.layout is None:
            return (at,), told.when
        scale = told.layout.width / at.width
        return tuple(_scaled_down(rect, scale, at) for rect in told.damage), told.when

    def has_painted(self, output: Proxy, at: Rect) -> bool:
        """Tell whether the output was painted on since the last call that was told so; True at the first. Only for a connection
        that is there for nothing else: nobody waits for a picture of it.
        """
        told = self._told.get(output.id)
        if told is not None:
            if not told.state:
                return False
            told.frame.send("destroy")
        self._told[output.id] = told = self._begin(output, at, at)
        self._copy(told, self._watched, f"output {output.id}", "copy_with_damage")
        return True

    def _caught_up(self, watch: _Watch, at: Rect) -> _Picture | None:
        """Have the output painted. Return what was told of the paintings until then, and wait for the next; None for none."""
        present = watch.present or self._paint(watch)
        self._await(present)
        present.frame.send("destroy")
        watch.present = None
        self._client.hear()
        told = watch.waiting
        if not told.state:
            return None
        told.frame.send("destroy")
        self._wait(watch, watch.following)
        watch.following = self._begin(watch.output, at, at)
        return told

    def _watch(self, output: Proxy, at: Rect) -> _Watch:
        waiting, following = self._begin(output, at, at), self._begin(output, at, at)
        watch = _Watch(output, waiting, following, self._begin(output, at, Rect(at.x, at.y, 1, 1)))
        self._wait(watch, waiting)
        return watch

    def _wait(self, watch: _Watch, told: _Picture) -> None:
        watch.waiting = told
        self._copy(told, self._watched, f"output {watch.output.id}", "copy_with_damage")

    def _paint(self, watch: _Watch) -> _Picture:
        present, at = watch.next, watch.next.at
        self._copy(present, self._memory, "pixel")
        watch.present = present
        watch.next = self._begin(watch.output, at, Rect(at.x, at.y, 1, 1))
        return present

    def close(self) -> None:
        self._memory.release()
        self._watched.release()

    def _begin(self, output: Proxy, at: Rect, part: Rect) -> _Picture:
        if part == at:
            frame = self._manager.make("capture_output", 0, output)
        else:
            inside = (part.x - at.x, part.y - at.y, part.width, part.height)
            frame = self._manager.make("capture_output_region", 0, output, *inside)
        told = _Picture(frame, at)
        frame.on = {
            "buffer": lambda *layout: setattr(told, "layout", _Layout(*layout)),
            "buffer_done": lambda: setattr(told, "complete", True),
            "flags": lambda flags: setattr(told, "upside_down", bool(flags & _UPSIDE_DOWN)),
            "damage": lambda *place: told.damage.append(Rect(*place)),
            "ready": told.tell,
            "failed": lambda: setattr(told, "state", "failed"),
        }
        return told

    def _copy(self, told: _Picture, memory: _Memory, use: str, how: str = "copy") -> mmap.mmap:
        """Have a picture copied as soon as its size is known. Raises DesktopUnavailable."""
        self._client.await_that(lambda: told.complete or bool(told.state), _FRAME_S)
        if told.layout is None or told.state:
            raise DesktopUnavailable("the compositor refused a picture of the screen; see whether the screen is on")
        buffer, content = memory.buffer(use, told.layout)
        told.frame.send(how, buffer)
        return content

    def _await(self, told: _Picture) -> None:
        self._client.await_that(lambda: bool(told.state), _FRAME_S)
        if told.state != "ready":
            raise DesktopUnavailable("the compositor gave no picture of the screen; see whether the screen is on")


def _as_bgrx(pixels: bytes, told: _Picture, size: tuple[int, int]) -> bytes:
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
