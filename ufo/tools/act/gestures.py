"""What a person does with a control besides clicking and writing: drags it or an edge of it, rests on it, selects words in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ufo.desktop.matching.surroundings import Surroundings
from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.target import Target
from ufo.desktop.values import Drag, Hover, Window
from ufo.errors import NotActionable, StaleElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import ITEMS, TEXT_FIELDS
from ufo.schema.selector import Position
from ufo.tools.act.actor import Actor
from ufo.tools.act.pointer import press_judge, seen_at
from ufo.tools.effects.compare import called
from ufo.tools.observe.in_view import seen_part

Edge = Literal["", "left", "right", "top", "bottom", "top left", "top right", "bottom left", "bottom right"]
_INSET = 3
_DRAG_S = 0.6


@dataclass(frozen=True, slots=True)
class Grip:
    """A place of a control: its middle or an edge, and from there so many pixels to the right and down."""

    element: Element
    edge: Edge = ""
    right: int = 0
    down: int = 0

    def point(self, rect: Rect) -> Point:
        """Return the place within the control's rectangle, just inside its edge."""
        center = rect.center
        aside, below = min(_INSET, rect.width // 4), min(_INSET, rect.height // 4)
        words = self.edge.split()
        x = rect.x + aside if "left" in words else rect.right - 1 - aside if "right" in words else center.x
        y = rect.y + below if "top" in words else rect.bottom - 1 - below if "bottom" in words else center.y
        return Point(x + self.right, y + self.down)


async def drag_control(
    actor: Actor, window: Window, start: Grip, end: Grip, hold_key: str | None = None
) -> ActionReport:
    """Drag from one place to another. Both controls are brought into sight and asked for again first.

    Raises StaleElement where one of them is gone or the drag would end nowhere, NotActionable where something covers an end.
    """

    way: list[Point] = []

    async def act() -> Route:
        await actor.ready(end.element)
        await actor.ready(start.element)
        desktop, aiming = actor.scope.desktop, actor.aiming
        to = end.point((await desktop.reidentify(end.element.handle)).rect)
        target = await desktop.target(window.id, start.element.handle)
        began = start.point((target.element or start.element).rect)
        for point in (began, to):
            if await aiming.reachable(window, Rect(point.x, point.y, 1, 1)) != point:
                raise StaleElement(f"the point {point.x}, {point.y} is on no screen; look again")
        await aiming.uncover(window, began, start.element)
        # What a page or a document draws may be dropped where other shapes lie over this one.
        if not (end.right or end.down) and end.element.role != "Shape":
            await aiming.require_hit(Target(window.id, end.element), window, to)
        hit = await aiming.require_hit(target, window, began)
        way[:] = [began, to]
        await desktop.send(hit, [Drag(began, to, "left", _DRAG_S, hold_key)])
        return Route.POINTER

    seen = actor.scope.selection.snapshot
    report = await actor.perform(window, None, act, seen_at(way, press_judge(None, plain=False)), pictured=True)
    order = _order(seen, actor.scope.selection.newest, start.element, end.element)
    return report.model_copy(update={"evidence": (order, *report.evidence)}) if order else report


def _order(seen: Snapshot | None, now: Snapshot | None, moved: Element, onto: Element) -> str:
    """Return where an item stands now among those around it, where it was dragged onto another of the same list; else ""."""
    if moved.role not in ITEMS or moved.role != onto.role or moved.handle.key == onto.handle.key:
        return ""
    then, after = _place_of(seen, moved), _place_of(now, moved)
    if then is None or after is None or after.count <= 1:
        return ""
    said = f"{after.index + 1} of the {after.count} shown, counted from 1"
    if then.index == after.index:
        return f"{called(moved)} is still number {said}"
    return f"{called(moved)} is number {said}; it was number {then.index + 1}"


def _place_of(look: Snapshot | None, item: Element) -> Position | None:
    """Return the place of the item among those of its role around it. A page may give it a new object when it is moved."""
    if look is None:
        return None
    said = (item.role, item.name, item.path)
    alike = [element for element in look if (element.role, element.name, element.path) == said]
    found = look.same(item) or (alike[0] if len(alike) == 1 and item.name else None)
    if found is None:
        return None
    around = Surroundings(look)
    return around.position(around.index(found))


async def hover(actor: Actor, window: Window, element: Element) -> ActionReport:
    """Move the pointer over the control and leave it there, for what shows only then."""

    async def act() -> Route:
        current = await actor.ready(element)
        look = actor.scope.selection.latest(window.id)
        await actor.aiming.uncover(window, await actor.aiming.reachable(window, seen_part(look, current)), current)
        target, point = await actor.aiming.target_of(window, current, look)
        await actor.scope.desktop.send(target, [Hover(point)])
        return Route.POINTER

    return await actor.perform(window, element, act, press_judge(None, plain=False), pictured=True)


async def select_words(actor: Actor, window: Window, element: Element, words: str, number: int) -> ActionReport:
    """Select the words in the control, or in the first text inside it that has them. The backend reads the selection back.

    Raises ToolError where no text has them, NotActionable where the application does not let them be selected.
    """
    if not words:
        raise ToolError("`text` is empty; say which words to select")
    current = await actor.ready(element)
    if "password" in current.states:
        raise NotActionable(f"{current} is a password, whose text is not read")
    holder = await _holder(actor, window, current, words, number)
    if holder is None:
        raise ToolError(f"{current} does not have {words!r} {number} times; read it for its text")
    if holder.role in TEXT_FIELDS:
        await actor.focus(holder, window)
    delivery = await actor.scope.desktop.act(holder.handle, "select_range_of_text", f"{number}:{words}")
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    await actor.look(window.id)
    said = f"{words[:200]!r} is selected in {holder.role} {(holder.name or current.name)[:80]!r}"
    return ActionReport.of(Effect.CONFIRMED, said, delivery.route, words[:200])


async def _holder(actor: Actor, window: Window, element: Element, words: str, number: int) -> Element | None:
    """Return the control whose own text has the words so often."""
    inside = descendants(await actor.scope.desktop.snapshot(window.id), element)
    for shown in (element, *inside):
        if words not in (shown.value or shown.name) and not shown.value:
            continue
        whole = await actor.scope.desktop.text(shown.handle) or shown.value or ""
        if whole.count(words) >= number:
            return shown
    return None
