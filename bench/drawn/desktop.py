"""A desktop that also lists what the pages of browsers draw, so that shapes and coloured boxes can be named, found and worked.

`BACKEND` is named in `desktop.backend`, as any extension is: Linux, with such a desktop around its own.
A shape has no actions of its own, so it is worked with the pointer. Right before that its page is asked where it is now, and
what lies over it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bench.drawn.among_controls import beside_the_tree, page_in, without_repeated_canvases
from bench.drawn.drawn import CANVAS
from bench.drawn.drawn_things import Drawing, Thing
from bench.drawn.reader import DrawingReader, ShownPage
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import BACKENDS
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Delivery, ElementVerb, InputEvent, Window
from ufo.errors import NotActionable, StaleElement
from ufo.faults import Part
from ufo.schema.geometry import Point, Rect

PREFIX = "drawn:"
_UNREADABLE = "what a program paints here cannot be read from the page, only seen in the picture"
_MOST_KNOWN = 4000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Known:
    """A thing as it was listed, with the page that draws it."""

    window_id: str
    page: ShownPage
    element: Element
    thing: Thing


class DrawnDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`."""

    def __init__(self, inner: Desktop) -> None:
        super().__init__(inner)
        self._reader = DrawingReader()
        self._known: dict[Handle, _Known] = {}
        self._last: dict[str, tuple[Snapshot, Snapshot]] = {}

    @classmethod
    async def connect(cls, environment: Mapping[str, str], settings: DesktopSettings) -> Self:
        """Stand around the desktop that Linux has there. Raises DesktopUnavailable."""
        return cls(await LinuxDesktop.connect(environment, settings))

    async def snapshot(self, window_id: str) -> Snapshot:
        return await self._with_drawn(await self._inner.snapshot(window_id))

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return await self._with_drawn(await self._inner.glance(window_id, sight_s))

    async def _with_drawn(self, tree: Snapshot) -> Snapshot:
        before = self._last.get(tree.window_id)
        if before is not None and before[0] is tree:
            return before[1]
        notes: list[str] = []
        with Part(_log, "reading what the page draws", notes):
            look = await self._read(tree)
            self._last[tree.window_id] = (tree, look)
            return look
        return replace(tree, degraded="; ".join([*([tree.degraded] if tree.degraded else []), *notes]))

    async def _read(self, tree: Snapshot) -> Snapshot:
        page = page_in(tree)
        if page is None or tree.is_deaf:
            return tree
        window = await self._window(tree.window_id)
        place = None if window is None else (await self._inner.page_sockets()).get(window.pid)
        found = await self._reader.read(place, window) if place is not None and window is not None else None
        if found is None:
            return tree
        shown, drawing = found
        return self._joined(tree, page, shown, drawing)

    def _joined(self, tree: Snapshot, page: Element, shown: ShownPage, drawing: Drawing) -> Snapshot:
        listed = [(_element(thing, tree, page, shown), thing) for thing in drawing.things]
        drawn = without_repeated_canvases(tree.elements, [element for element, _ in listed])
        while len(self._known) > _MOST_KNOWN:
            self._known.pop(next(iter(self._known)))
        for element, thing in listed:
            self._known[element.handle] = _Known(tree.window_id, shown, element, thing)
        texts = [(thing.drawn.text, element.rect) for element, thing in listed if thing.drawn.text]
        more = (*tree.more, drawing.summary) if drawing.summary else tree.more
        return replace(tree, elements=beside_the_tree(tree.elements, page, drawn, texts), more=more)

    async def _window(self, window_id: str) -> Window | None:
        return next((window for window in await self._inner.windows() if window.id == window_id), None)

    async def reidentify(self, handle: Handle) -> Element:
        if not handle.key.startswith(PREFIX):
            return await self._inner.reidentify(handle)
        known = self._known.get(handle)
        if known is None:
            raise StaleElement(f"{handle.name!r} was drawn in an older look; look again")
        now = (await self.snapshot(known.window_id)).same(known.element)
        if now is None:
            raise StaleElement(f"{handle.name!r} is not drawn in sight any more; look again")
        if not _is_same(known.thing, self._known[now.handle].thing):
            raise StaleElement(f"{handle.name!r} is {now.name!r} now; look again")
        return now

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        if not handle.key.startswith(PREFIX):
            return await self._inner.target(window_id, handle, at)
        return Target(window_id, await self.reidentify(handle))

    async def hit_test(self, target: Target, point: Point) -> Target:
        """Test what is at the point. What lies over a shape inside its page, the page tells."""
        handle = target.handle
        if handle is None or not handle.key.startswith(PREFIX):
            return await self._inner.hit_test(target, point)
        hit = await self._inner.hit_test(replace(target, element=None), point)
        over = hit.over or await self._over(handle, point)
        return replace(hit, element=target.element, over=over)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        if isinstance(to, Target) and to.handle is not None and to.handle.key.startswith(PREFIX):
            to = replace(to, element=None)
        await self._inner.send(to, events, reconfirm)

    async def _over(self, handle: Handle, point: Point) -> str | None:
        known = self._known.get(handle)
        look = self._last.get(known.window_id) if known is not None else None
        page = page_in(look[1]) if look is not None else None
        if known is None or page is None:
            return None
        number = int(handle.key.rpartition("/")[2])
        told = await self._reader.ask(known.page, {"at": [number, point.x - page.rect.x, point.y - page.rect.y]})
        if told is None:
            return None
        if told.get("gone"):
            raise StaleElement(f"{handle.name!r} is not drawn any more; look again")
        return f"a {told['over']} of the page" if told["over"] else None

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        if handle.key.startswith(PREFIX):
            raise NotActionable(f"{handle.name!r} is drawn and has no action {verb!r}; click or drag it")
        return await self._inner.act(handle, verb, text)

    async def text(self, handle: Handle) -> str | None:
        if not handle.key.startswith(PREFIX):
            return await self._inner.text(handle)
        element = await self.reidentify(handle)
        return self._known[element.handle].thing.drawn.text or None

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        return await self._inner.identifiers([handle for handle in handles if not handle.key.startswith(PREFIX)])

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return await self._inner.limits([handle for handle in handles if not handle.key.startswith(PREFIX)])

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        return None if handle.key.startswith(PREFIX) else await self._inner.entries(handle, at_most)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        return None if handle.key.startswith(PREFIX) else await self._inner.page_parts(handle)

    async def close(self) -> None:
        """End the connections to browsers. The desktop around which this one stands goes on."""
        await self._reader.close()

    async def shutdown(self) -> None:
        await self.close()
        await self._inner.shutdown()


def _element(thing: Thing, tree: Snapshot, page: Element, shown: ShownPage) -> Element:
    name = thing.drawn.words
    is_canvas = thing.drawn.kind == CANVAS
    role = "Canvas" if is_canvas else "Shape"
    rect: Rect = thing.rect.moved(page.rect.x, page.rect.y)
    return Element(
        handle=Handle(tree.id, f"{PREFIX}{shown.pid}/{shown.target}/{thing.id}", role, name),
        role=role,
        name=name,
        rect=rect,
        value=None
        if is_canvas
        else f"{thing.drawn.main_colour} {rect.width}x{rect.height} at {rect.x},{rect.y}".strip(),
        states=frozenset({"enabled", "covered"} if thing.drawn.is_covered else {"enabled"}),
        depth=page.depth + 1,
        path=(*page.path, page.name),
        window=page.window,
        doubt=_UNREADABLE if is_canvas else None,
    )


def _is_same(then: Thing, now: Thing) -> bool:
    """Tell whether the thing is still of the kind and colour by which it was listed."""
    what = [(drawn.kind, drawn.colour, drawn.outline, drawn.text) for drawn in (then.drawn, now.drawn)]
    return what[0] == what[1]


BACKEND = replace(BACKENDS["linux"], desktop=f"{__name__}:{DrawnDesktop.__name__}")
