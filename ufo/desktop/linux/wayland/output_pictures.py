"""Pictures of windows and screens of a Wayland compositor that gives pictures of its outputs (wlr-screencopy)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from PIL import Image

from ufo.desktop.linux.screen.related import related
from ufo.desktop.linux.screen.screen import Stamp, Windows
from ufo.desktop.linux.screen.surface import Surface, around
from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.desktop.linux.wayland.screencopy import ScreenCopies
from ufo.desktop.values import Screen as Monitor
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

Layout = tuple[Sequence[Surface], tuple[Monitor, ...]]
"""All windows, topmost first, and the screens that they lie on."""


class CutPictures(ABC):
    """Implements `Pictures` by cutting windows out of pictures of screens; for the thread of the screen. Of a covered window
    nothing is known where it is covered: that is black. When a window was painted on is not known.
    """

    def __init__(self, windows: Windows, monitors: Callable[[], tuple[Monitor, ...]]) -> None:
        self._windows = windows
        self.monitors = monitors

    def picture(self, window_id: str | None) -> Frame:
        if window_id is None:
            monitors = self.monitors()
            return self._region(around(monitor.rect for monitor in monitors), monitors)
        listed, monitors = self._laid_out()
        target, *others = related(window_id, listed)
        if not target.shown:
            raise NotActionable(f"{target.window.title!r} is not shown; focus the window first")
        mine = {target.window.id, *(surface.window.id for surface in others)}
        everything = [surface for surface in listed if surface.shown]
        pieces = [surface for surface in everything if surface.window.id in mine]
        area = around(piece.in_sight for piece in pieces)
        if area.is_empty:
            raise NotActionable(f"{target.window.title!r} lies outside of all screens; move it back first")
        frame = self._region(area, monitors)
        if len(pieces) == 1 and not any(_lies_over(it, area) for it in everything[: everything.index(pieces[0])]):
            return frame
        return _only(frame, everything, mine)

    def seen_in(self, place: Rect) -> bytes:
        monitors = self.monitors()
        seen = place.intersection(around(monitor.rect for monitor in monitors))
        return b"" if seen.is_empty else self._region(seen, monitors).pixels

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        return self._windows.related(window_id), None

    def renewed(self, stamp: Stamp) -> Stamp | None:
        return None

    def painted_at(self, stamp: Stamp | None) -> float | None:
        return None

    @abstractmethod
    def _part(self, monitor: Monitor, area: Rect) -> Frame:
        """Return the part of the area that the monitor shows."""

    def _laid_out(self) -> Layout:
        return self._windows.surfaces(), self.monitors()

    def _region(self, area: Rect, monitors: Sequence[Monitor]) -> Frame:
        """Take a part of all screens, black where there is none."""
        parts = [self._part(monitor, area) for monitor in monitors if monitor.rect.overlaps(area)]
        if len(parts) == 1 and parts[0].rect == area:
            return parts[0]
        canvas = Image.new("RGBA", (area.width, area.height), (0, 0, 0, 255))
        for part in parts:
            canvas.paste(_image(part), (part.rect.x - area.x, part.rect.y - area.y))
        return Frame(area, canvas.tobytes())


class OutputPictures(CutPictures):
    """Pictures by wlr-screencopy, which tells what was painted too: a window counts as painted on where anything was painted at
    its place. `painted_at` may be called in any thread.
    """

    def __init__(
        self,
        client: WaylandClient,
        windows: Windows,
        monitors: Callable[[], tuple[Monitor, ...]],
        laid_out: Callable[[], Layout] | None = None,
    ) -> None:
        """`laid_out` tells windows and screens in one answer, where the compositor has that."""
        super().__init__(windows, monitors)
        self._told_at_once = laid_out
        self._client = client
        self._copies = ScreenCopies(client)
        self._outputs: dict[int, tuple[Proxy, list[str]]] = {}
        self._numbers: dict[str, int] = {}
        self._paintings: dict[int, tuple[int, float]] = {}
        """How often each window was seen to be painted on, and when the last time, by a number of ours."""

    def close(self) -> None:
        self._copies.close()

    def stamped(self, window_id: str) -> tuple[tuple[Surface, ...], Stamp | None]:
        everything = self._catch_up()
        surfaces = related(window_id, everything)
        return surfaces, self._stamp(self._number(surface) for surface in surfaces)

    def renewed(self, stamp: Stamp) -> Stamp | None:
        self._catch_up()
        return self._stamp(number for number, _ in stamp)

    def painted_at(self, stamp: Stamp | None) -> float | None:
        """Return the monotonic time of the last painting that the stamp covers. Asks the compositor nothing."""
        known = [self._paintings[number][1] for number, _ in stamp or () if number in self._paintings]
        return max(known, default=None)

    def _stamp(self, numbers: Iterable[int]) -> Stamp:
        return tuple((number, self._paintings.get(number, (0, 0.0))[0]) for number in numbers)

    def _number(self, surface: Surface) -> int:
        return self._numbers.setdefault(surface.window.id, len(self._numbers) + 1)

    def _laid_out(self) -> Layout:
        return self._told_at_once() if self._told_at_once is not None else super()._laid_out()

    def _catch_up(self) -> Sequence[Surface]:
        """Note which windows were painted on by now. Return all windows."""
        self._copies.ask()
        surfaces, monitors = self._laid_out()
        for monitor in monitors:
            places, when = self._copies.painted(self._output(monitor.name), monitor.rect)
            for surface in surfaces:
                if any(place.overlaps(surface.client) for place in places):
                    number = self._number(surface)
                    count, before = self._paintings.get(number, (0, 0.0))
                    self._paintings[number] = (count + 1, max(before, when))
        return surfaces

    def _part(self, monitor: Monitor, area: Rect) -> Frame:
        return self._copies.picture(self._output(monitor.name), monitor.rect, area)

    def _output(self, name: str) -> Proxy:
        """Return the output of that name (wl_output 4); the only one where the compositor tells no names."""
        for number in self._client.names("wl_output"):
            if number not in self._outputs:
                names: list[str] = []
                output = self._client.bind("wl_output", 4, number)
                output.on["name"] = names.append
                self._outputs[number] = (output, names)
                self._client.roundtrip()
        there = set(self._client.names("wl_output"))
        living = [known for number, known in self._outputs.items() if number in there]
        found = next((output for output, names in living if name in names), None)
        if found is None and len(living) == 1:
            return living[0][0]
        if found is None:
            raise NotActionable(f"the screen {name!r} is gone; look again")
        return found


def _lies_over(surface: Surface, area: Rect) -> bool:
    return surface.visible.overlaps(area)


def _only(frame: Frame, everything: Sequence[Surface], mine: set[str]) -> Frame:
    """Return the picture with black wherever none of these windows is seen. `everything` is topmost first."""
    seen = _image(frame)
    canvas = Image.new("RGBA", seen.size, (0, 0, 0, 255))
    for surface in reversed(everything):
        place = surface.visible.intersection(frame.rect)
        if place.is_empty:
            continue
        corner = (place.x - frame.rect.x, place.y - frame.rect.y)
        box = (*corner, corner[0] + place.width, corner[1] + place.height)
        canvas.paste(seen.crop(box) if surface.window.id in mine else (0, 0, 0, 255), box)
    return Frame(frame.rect, canvas.tobytes())


def _image(frame: Frame) -> Image.Image:
    """Return a picture for pasting. The bytes are BGRX, although Pillow is told RGBA."""
    return Image.frombytes("RGBA", (frame.rect.width, frame.rect.height), frame.pixels)
