"""Finds the point where a pointer can operate a control: on a screen, on the control that was meant, and with nothing over it.

The accessible action would still reach a covered control, past the menu, panel or layer that the application has put over it
for a reason, so that such a control is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.desktop.backend import Desktop
from ufo.desktop.matching.family import belongs
from ufo.desktop.matching.words_beside import with_label
from ufo.desktop.snapshot import UNEXPLAINED, Element, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Hover, MouseButton, Window
from ufo.errors import NotActionable, StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import LIST_AND_TREE_ITEMS, MENU_ENTRIES
from ufo.tools.observe.in_view import above, in_page, scrolled_to, seen_part
from ufo.tools.observe.selection import ToolScope

_MARKED_BY_HOVER = LIST_AND_TREE_ITEMS | MENU_ENTRIES
_SPECK = 2
_HOVERED_S = 0.5
_AIMS = 3
"""How many times to aim at a control that moves."""


@dataclass(frozen=True, slots=True)
class Aimer:
    desktop: Desktop

    async def uncover(self, window: Window, point: Point, element: Element | None = None) -> Target:
        """Raise the window where another one lies over the point, and return the target there. Raises NotActionable where a
        person could not click.

        A modal dialog blocks its window wherever the dialog stands, even though accessible actions would get past it.
        """
        windows = await self.desktop.windows()
        if not _is_in_popup(element, windows):
            await self._uncover_among(windows, window, point, element)
        # No list of windows shows a locked screen, or an invisible window that takes the clicks.
        hit = await self._hit(Target(window.id), window, point)
        unlisted = hit.over if hit.point is not None else await self.desktop.obstacle(window.id)
        if unlisted is not None and await self.desktop.obstacle(window.id) is not None:
            raise NotActionable(
                f"{unlisted} covers all of {window.title!r}, as a locked screen does; wait until it is gone, or ask the person"
            )
        if unlisted is not None:
            # A shell's overview goes when a window comes to the front.
            with contextlib.suppress(NotActionable):
                await self.desktop.focus(window.id)
            hit = await self._hit(Target(window.id), window, point)
            unlisted = hit.over
        if unlisted is not None:
            raise NotActionable(f"{unlisted} covers it; deal with what is in front first, then look again")
        return hit

    async def _uncover_among(
        self, windows: Sequence[Window], window: Window, point: Point, element: Element | None
    ) -> None:
        require_unblocked(windows, window, element)
        over = _over(windows, window, point, element)
        if over is not None and not belongs(over, window.id, windows):
            await self.desktop.focus(window.id)
            over = _over(await self.desktop.windows(), window, point, element)
        _require_none(over)

    async def click(
        self,
        window: Window,
        element: Element,
        button: MouseButton = "left",
        count: int = 1,
        hold_key: str | None = None,
        *,
        look: Snapshot | None = None,
    ) -> None:
        """Click the control where it is now, in the part that `look` shows of it. Raises StaleElement, NotActionable."""
        if not element.by_sight:
            target, point = await self.target_of(window, element, look)
            if is_marked_by_hover(look, element):
                target, point = await self._hovered(window, element, look, (target, point))
            await self.desktop.send(target, [Click(point, button, count, hold_key)])
            return
        point = await self._seen_at(window, element)

        async def confirmed() -> Target:
            """Confirm that the control still looks the same at the moment of the click: nothing else identifies it."""
            target = await self.require_hit(Target(window.id, element), window, point)
            seen = await self.desktop.reidentify(element.handle)
            if await self.reachable(window, _pressed_part(seen)) != point:
                raise StaleElement(f"{element} has moved; wait until it stands still, then look again")
            return replace(target, place=with_label(seen.role, seen.rect))

        await self.desktop.send(window.id, [Click(point, button, count, hold_key)], confirmed)

    async def rest_on(self, window: Window, element: Element, look: Snapshot | None) -> None:
        """Rest the pointer on the control, or harmlessly on what lies over it. Raises NotActionable, StaleElement."""
        point = await self.reachable(window, seen_part(look, element))
        await self.uncover(window, point, element)
        await self.desktop.send(await self.desktop.target(window.id, element.handle, point), [Hover(point)])
        # The page has to know where the pointer is before anything is pressed.
        await self.desktop.settle(window.id, _HOVERED_S)

    async def _hovered(
        self, window: Window, element: Element, look: Snapshot | None, aim: tuple[Target, Point]
    ) -> tuple[Target, Point]:
        """Rest the pointer on the entry of a page's menu or list, and return where it is then. Such a list takes the entry that
        the pointer's movements marked, and lays its entries out anew under the pointer, so that another one comes to that
        place. An entry that this moves out of sight is scrolled back by its page. Raises StaleElement, NotActionable.
        """
        for _ in range(_AIMS):
            await self.desktop.send(aim[0], [Hover(aim[1])])
            await self.desktop.settle(window.id, _HOVERED_S)
            before = aim[1]
            try:
                aim = await self.target_of(window, element, look)
            except StaleElement:
                look, element = await self._back_in_sight(window, element, look)
                aim = await self.target_of(window, element, look)
            if aim[1] == before:
                return aim
        raise StaleElement(f"{element} moves away from the pointer; choose it with keys")

    async def _back_in_sight(self, window: Window, element: Element, look: Snapshot | None) -> tuple[Snapshot, Element]:
        """Return the entry in a new look, after its page scrolled to it. Raises StaleElement."""
        pages = [shown for shown in above(look, element) if shown.role == "Document"] if look is not None else []
        if await scrolled_to(self.desktop, pages[-1:], element.name):
            await self.desktop.settle(window.id, _HOVERED_S)
            now = await self.desktop.snapshot(window.id)
            alike = [shown for shown in now if (shown.role, shown.name) == (element.role, element.name)]
            if len(alike) == 1 and "offscreen" not in alike[0].states:
                return now, alike[0]
        raise StaleElement(f"{element} moved out of sight when the pointer came over it; scroll to it, then look again")

    async def target_of(self, window: Window, element: Element, look: Snapshot | None = None) -> tuple[Target, Point]:
        """Return the control and the point where a pointer operates it, after making sure that it is there and uncovered. The
        hit test comes last, because only the application can answer it; other changes before the click are noticed anyway.
        Raises StaleElement, NotActionable.
        """
        if element.by_sight:
            point = await self._seen_at(window, element)
            return await self.require_hit(Target(window.id, element), window, point), point
        for _ in range(_AIMS):
            target = await self.desktop.target(window.id, element.handle, seen_part(look, element).center)
            current = target.element or element
            require_explained(current)
            _require_believable(current)
            point = await self.reachable(window, seen_part(look, current))
            target = await self.require_hit(target, window, point)
            now = await self.desktop.reidentify(element.handle)
            if await self.reachable(window, seen_part(look, now)) == point:
                return target, point
        raise StaleElement(f"{element} does not stand still; wait until it does, then look again")

    async def _seen_at(self, window: Window, element: Element) -> Point:
        """Return the point where a pointer operates a control that is known by sight."""
        return await self.reachable(window, _pressed_part(await self.desktop.reidentify(element.handle)))

    async def require_hit(self, target: Target, window: Window, point: Point) -> Target:
        """Return the target at that point. Raises NotActionable where something of its own window lies over it, seen or not."""
        # Both are asked at the same time, as nothing may delay the click. A dialog of its own belongs to the window, and one
        # that opens from here on is noticed at the moment of the click.
        hit, windows = await asyncio.gather(self._hit(target, window, point), self.desktop.windows())
        if hit.over is not None:
            raise NotActionable(
                f"{hit.over} covers it at the point {point.x}, {point.y}; deal with that first, then look again"
            )
        if not _is_in_popup(target.element, windows):
            _require_none(_over(windows, window, point, target.element))
        return hit

    async def _hit(self, target: Target, window: Window, point: Point) -> Target:
        """Return the hit-tested target, or the target unchanged for a point outside the window: popups, menus and dialogs reach
        over the edges, and sending the input reveals whether one of them is covered.
        """
        return await self.desktop.hit_test(target, point) if window.rect.contains(point) else target

    async def reachable(self, window: Window, rect: Rect) -> Point:
        """Return the middle of what a screen shows of `rect`. Raises NotActionable for none: a pointer stops at the edge."""
        screens = [screen.rect for screen in await self.desktop.screens()]
        if not screens or any(screen.contains(rect.center) for screen in screens):
            return rect.center
        shown = max((rect.intersection(screen) for screen in screens), key=lambda part: part.area)
        if shown.is_empty:
            raise NotActionable(
                f"the point {rect.center.x}, {rect.center.y} of {window.title!r} lies outside of every screen; "
                "move or maximise the window, or choose another point"
            )
        return shown.center


def is_marked_by_hover(look: Snapshot | None, element: Element) -> bool:
    """Tell whether it is an entry of a page's menu or list, which may take what the pointer marked, not what is pressed."""
    return element.role in _MARKED_BY_HOVER and in_page(look, element)


def require_unblocked(windows: Sequence[Window], window: Window, element: Element | None) -> None:
    """Raise NotActionable where a modal dialog keeps a person from using the control."""
    own = next((other for other in windows if _is_in(element, other)), None)
    for other in windows:
        asks_itself = own is not None and (own.id == other.id or belongs(own, other.id, windows))
        if other.modal and belongs(other, window.id, windows) and not asks_itself:
            raise NotActionable(f"the dialog {other.title!r} is open and blocks it; answer that dialog first")


def holder_of(element: Element, window: Window, windows: Sequence[Window]) -> Window | None:
    """Return the listed window that a control stands in; None for one in an open list or menu, or where it is not known."""
    if not element.window:
        return None if any(belongs(item, window.id, windows) for item in windows) else _listed(window.id, windows)
    return _listed(element.window, windows)


def _listed(window_id: str, windows: Sequence[Window]) -> Window | None:
    return next((window for window in windows if window.id == window_id), None)


def require_explained(element: Element) -> None:
    """Raise StaleElement where something else may lie at the control's place by now: a pointer operates whatever lies there."""
    if element.doubt == UNEXPLAINED and element.actions:
        raise StaleElement(f"{element} is not clicked: {element.doubt}; look again")


def _require_believable(element: Element) -> None:
    """Raise NotActionable for a control whose place is in doubt: a pointer would operate whatever is really there."""
    if element.doubt and max(element.rect.width, element.rect.height) <= _SPECK:
        raise NotActionable(
            f"{element} is not clicked: {element.doubt}, and a pointer would act on what is really there; "
            "use another control, or a point that is seen in the picture"
        )


def _pressed_part(element: Element) -> Rect:
    """Return the part to press. For a combo box that is known by sight that is its arrow, as the rest may be a text field."""
    rect = element.rect
    if element.by_sight and element.role == "ComboBox" and rect.width > 2 * rect.height:
        return Rect(rect.right - rect.height, rect.y, rect.height, rect.height)
    return rect


def _over(windows: Sequence[Window], window: Window, point: Point, element: Element | None) -> Window | None:
    """Return the window that lies over `window` at a point, unless it is the dialog that the element stands in."""
    for other in windows:
        if other.id == window.id:
            return None
        if not other.minimized and other.rect.contains(point):
            return None if _is_in(element, other) else other
    return None


def _require_none(over: Window | None) -> None:
    if over is not None:
        raise NotActionable(
            f"the {over.kind} {over.title!r} covers it; deal with that {over.kind} first, then look again"
        )


def _is_in_popup(element: Element | None, windows: Sequence[Window]) -> bool:
    """Tell whether it is in an open list or menu, which is in no list of windows, lies over them and has the input."""
    return element is not None and bool(element.window) and all(window.id != element.window for window in windows)


def _is_in(element: Element | None, window: Window) -> bool:
    """Tell whether the element stands in the window that it reports, or in a dialog of that title that was not told apart."""
    if element is None:
        return False
    if element.window == window.id:
        return True
    return bool(window.title) and (window.title in element.path or element.name == window.title)


async def require_uncovered(scope: ToolScope, element: Element, latest: Snapshot | None) -> None:
    """Raise NotActionable where the newest look shows the element as covered and one more look confirms it."""
    window = scope.selection.window
    shown = None if latest is None else latest.same(element)
    if window is None or element.by_sight or "covered" not in (shown or element).states:
        return
    # A menu that is about to close does not cover it for long.
    await scope.desktop.settle(window.id, scope.settle_timeout_s)
    now = await scope.look(window.id)
    found = now.same(element)
    if found is None or "covered" not in found.states:
        return
    above = _above(now, found)
    what = f"{above}" if above is not None else "something else of its application"
    raise NotActionable(f"{element} lies under {what}; close what lies over it or scroll, then look again")


def _above(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the smallest named control that is shown at the middle of the element."""
    centre = element.rect.center
    here = [
        shown
        for shown in snapshot
        if shown.name and shown.rect.contains(centre) and not shown.states & {"covered", "offscreen"}
        if shown.actions or shown.role == "Dialog"
    ]
    return min(here, key=lambda shown: shown.rect.area, default=None)
