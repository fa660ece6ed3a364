"""A desktop that also looks at pictures of its windows, so that controls which the tree does not report are found and can be
used.

A control that is known by sight alone has no actions of its own, so it is worked with pointer and keys. Right before that,
its place is confirmed in a new picture.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import Delivery, ElementVerb, InputEvent, Window
from ufo.errors import DesktopError, NotActionable, StaleElement
from ufo.faults import Part
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import TEXTS
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.detectors import WindowText
from ufo_sight.eye import Eye, Sight, digest, with_tips
from ufo_sight.glances import Glances
from ufo_sight.merge_seen import beside_tree, in_their_windows
from ufo_sight.need import Need, Needs, is_rich
from ufo_sight.readers import Readers
from ufo_sight.recent import Recent
from ufo_sight.scripts import is_unread
from ufo_sight.sightings import PREFIX, Sightings, again, moved, unchanged

# Pictures without a difference for this long count as rest; most toolkits draw within a few frames of 16 ms.
_STILL_S = 0.12
_TICK_S = 0.04
_RECENT_S = 0.3
_WINDOWS = 4
_WORDS_ALONE = 5
"""Less than this many percent of a window are words beside fields, which the tree tells by the names of these fields."""
_UNREAD = "its words are in a script that is not read in pictures (sight.languages)"
_NO_TREE = -1_000_000
"""Snapshots whose tree could not be read are numbered from here downwards, far from the numbers of any desktop."""

_log = logging.getLogger(__name__)


class SightedDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`.

    `by_tree` and `by_sight` say which sources of controls to use. `None` for `by_sight` looks only where the tree is poor.
    `scripts`: those that the eye reads (see `ufo_sight.scripts`); None where it reads all.
    """

    def __init__(  # noqa: PLR0913 all but the first two are options
        self,
        inner: Desktop,
        eye: Eye,
        *,
        by_tree: bool = True,
        by_sight: bool | None = None,
        overlap: float = 0.1,
        scripts: frozenset[str] | None = None,
        readers: Readers | None = None,
    ) -> None:
        super().__init__(inner)
        self._eye = eye
        self._by_tree = by_tree
        self._by_sight = by_sight
        self._overlap = overlap
        self._scripts = scripts
        self._readers = readers or Readers((), {})
        self._needs = Needs()
        self._sightings = Sightings()
        self._looked: Recent[str, bytes] = Recent(_WINDOWS)
        self._taken: dict[str, tuple[float, Frame]] = {}
        self._without_tree = 0
        self._glances = Glances()

    async def snapshot(self, window_id: str) -> Snapshot:
        tree = await self._tree(window_id)
        return tree if self._by_sight is False else await self._with_sight(tree, window_id)

    async def _with_sight(self, tree: Snapshot, window_id: str) -> Snapshot:
        notes: list[str] = []
        with Part(_log, "looking at the picture of the window", notes):
            return await self._seen(tree, window_id)
        return replace(tree, degraded="; ".join([*([tree.degraded] if tree.degraded else []), *notes]))

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        """Look by the tree alone where it tells of many controls: what an action does shows there, or as a difference of the
        picture. What only the picture tells is added where it is known within `sight_s` seconds; else reading goes on beside
        what the caller does, for a later look.
        """
        if self._by_sight is not None or not self._by_tree:
            return await self.snapshot(window_id)
        tree = await self._tree(window_id)
        if not is_rich(tree):
            return await self._with_sight(tree, window_id)
        return await self._glances.of(tree, lambda: self._with_sight(tree, window_id), sight_s)

    async def _tree(self, window_id: str) -> Snapshot:
        """Return the tree, or an empty one where a fault of ours prevents reading it: the picture can still be used."""
        notes: list[str] = []
        with Part(_log, "reading the window", notes):
            return await self._inner.snapshot(window_id)
        self._without_tree += 1
        return Snapshot(_NO_TREE - self._without_tree, window_id, await self._place(window_id), (), notes[0])

    async def _seen(self, tree: Snapshot, window_id: str) -> Snapshot:
        tree = await with_tips(tree, self._inner.capture, self._eye)
        need = await self._need(tree)
        unread = need is not None and self._is_unread(tree, need)
        if need is None or (unread and need.share < _WORDS_ALONE):
            self._looked.drop(window_id)
            return tree
        try:
            frame = await self._inner.capture(window_id)
            if need.region is None or not is_rich(tree):
                self._looked.put(window_id, digest(frame))
        except NotActionable as error:
            return replace(tree, degraded=f"{need.reason}; there is no picture of the window either: {error}")
        sight = await self._look(window_id, frame, need)
        if unread:
            shapes = tuple(target for target in sight.targets if target.type not in TEXTS)
            sight = replace(sight, targets=shapes, notes=(*sight.notes, _UNREAD))
        return self._joined(tree, frame, need, sight, await self._inner.windows())

    async def _need(self, tree: Snapshot) -> Need | None:
        if not self._by_tree:
            return Need("controls are found by sight, as the setting control_backend says", None)
        if self._by_sight:
            return Need("", None)
        return await self._needs.of(tree, self._recent_picture)

    def _is_unread(self, tree: Snapshot, need: Need) -> bool:
        """Tell whether the words around what is drawn are in a script that the eye does not read."""
        return need.region is not None and self._scripts is not None and is_unread(tree, need.region, self._scripts)

    async def _recent_picture(self, window_id: str) -> Frame:
        """Return the window's picture, at most 0.3 s old: a step of an agent takes it right before it asks what is in it."""
        taken = self._taken.get(window_id)
        if taken is not None and asyncio.get_running_loop().time() - taken[0] < _RECENT_S:
            return taken[1]
        return await self._inner.capture(window_id)

    async def _look(self, window_id: str, frame: Frame, need: Need) -> Sight:
        window = TargetInfo(kind=TargetKind.WINDOW, name=await self._title(window_id), rect=frame.rect.as_ltrb())
        region = frame if need.region is None else frame.cropped(need.region)
        if region.rect.is_empty:
            return Sight(())
        faults: list[str] = []
        text: WindowText | None = None
        if need.region is None:
            with Part(_log, "reading the window letter by letter", faults):
                text = await self._readers.read(window_id, frame)
        if text is None:
            seen = await self._eye.look(window, window_id, region)
            return replace(seen, failures=(*faults, *seen.failures)) if faults else seen
        if text.rest is None:
            return Sight(text.targets, notes=(text.note,))
        more = await self._eye.look(window, window_id, text.rest)
        return replace(more, targets=(*text.targets, *more.targets), notes=(text.note,))

    async def _title(self, window_id: str) -> str:
        return next((window.title for window in await self._inner.windows() if window.id == window_id), "")

    def _joined(self, tree: Snapshot, frame: Frame, need: Need, sight: Sight, windows: Sequence[Window]) -> Snapshot:
        in_tree = tree.elements if self._by_tree else ()
        began = time.perf_counter()
        extra = beside_tree(in_tree, sight.targets, self._overlap)
        filtered_s = time.perf_counter() - began
        placed = in_their_windows(extra, tree.window_id, windows)
        origin = next((window.rect for window in windows if window.id == tree.window_id), tree.window_rect)
        seen = self._sightings.issue(tree, origin, placed, frame)
        said = tree.degraded if self._by_tree and tree.degraded and tree.degraded not in need.reason else ""
        reasons = [reason for reason in (need.reason, said, *sight.notes, *sight.failures) if reason]
        return replace(
            tree,
            elements=(*in_tree, *seen),
            degraded="; ".join(dict.fromkeys(reasons)) or None,
            cut="; ".join(part for part in (tree.cut, sight.cut) if part) or None,
            seen=tuple(sight.targets),
            filtered_s=filtered_s,
        )

    async def text(self, handle: Handle) -> str | None:
        """Return the control's text. For a control known from the picture this is no more than was read from the picture."""
        if not handle.key.startswith(PREFIX):
            return await self._inner.text(handle)
        return (await self.reidentify(handle)).value

    async def identifiers(self, handles: Sequence[Handle]) -> Mapping[str, str]:
        """Return the programs' identifiers by key. Controls known from the picture have none."""
        return await self._inner.identifiers([handle for handle in handles if not handle.key.startswith(PREFIX)])

    async def limits(self, handles: Sequence[Handle]) -> Mapping[str, tuple[float, float]]:
        return await self._inner.limits([handle for handle in handles if not handle.key.startswith(PREFIX)])

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        return None if handle.key.startswith(PREFIX) else await self._inner.entries(handle, at_most)

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        return None if handle.key.startswith(PREFIX) else await self._inner.page_parts(handle)

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        if not handle.key.startswith(PREFIX):
            return await self._inner.target(window_id, handle, at)
        return Target(window_id, await self.reidentify(handle))

    async def hit_test(self, target: Target, point: Point) -> Target:
        """Test which element is at the point, without a control seen beside a tree, which the tree does not know."""
        handle = target.handle
        is_beside = handle is not None and handle.key.startswith(PREFIX) and not self._sightings.are_alone(handle)
        hit = await self._inner.hit_test(replace(target, element=None) if is_beside else target, point)
        return replace(hit, element=target.element)

    async def reidentify(self, handle: Handle) -> Element:
        if not handle.key.startswith(PREFIX):
            return await self._inner.reidentify(handle)
        window_id, sighting = self._sightings.recall(handle)
        frame = await self._inner.capture(window_id)
        origin = await self._place(window_id)
        same = unchanged(sighting, origin, frame) or moved(sighting, origin, frame)
        if same is not None:
            return same
        return again(sighting, origin, [element for element in await self.snapshot(window_id) if element.by_sight])

    async def _place(self, window_id: str) -> Rect:
        for window in await self._inner.windows():
            if window.id == window_id:
                return window.rect
        raise StaleElement("the window that it was seen in is closed; look at the windows again")

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        if handle.key.startswith(PREFIX):
            raise NotActionable(f"{handle.role} {handle.name!r} is known from the picture; use pointer and keyboard")
        self._taken = {}
        return await self._inner.act(handle, verb, text)

    async def settle(self, window_id: str | None = None, timeout_s: float = 2.0) -> bool:
        """Wait until the window is idle. A window that was looked at must also show an unchanged picture."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + timeout_s
        quiet = await self._inner.settle(window_id, timeout_s)
        if window_id is None or not quiet or self._looked.get(window_id) is None:
            return quiet
        return await self._still(window_id, deadline)

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        """Wait for a change. A window that was looked at has changed when its picture has."""
        before = self._looked.get(window_id)
        if before is None:
            return await self._inner.changed(window_id, since, timeout_s)
        clock = asyncio.get_running_loop().time
        deadline = clock() + timeout_s
        while digest(await self._inner.capture(window_id)) == before:
            if clock() >= deadline:
                return False
            await asyncio.sleep(_TICK_S)
        return True

    async def _still(self, window_id: str, deadline: float) -> bool:
        clock = asyncio.get_running_loop().time
        try:
            before, since = await self._inner.capture(window_id), clock()
            while clock() < deadline:
                await asyncio.sleep(_TICK_S)
                now = await self._inner.capture(window_id)
                if now != before:
                    before, since = now, clock()
                elif clock() - since >= _STILL_S:
                    return True
        except DesktopError:
            # The window was closed or minimised; the next look reports it.
            return True
        return False

    async def capture(self, window_id: str | None = None) -> Frame:
        frame = await self._inner.capture(window_id)
        if window_id is not None:
            self._taken = {window_id: (asyncio.get_running_loop().time(), frame)}
        return frame

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        self._taken = {}
        await self._inner.send(to, events, reconfirm)

    async def wake(self, window_id: str) -> bool:
        self._taken = {}
        return await self._inner.wake(window_id)

    async def shutdown(self) -> None:
        await self._glances.end()
        await self._inner.shutdown()
