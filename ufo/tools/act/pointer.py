"""Clicks, drags and turns the wheel, on a control or at a point of the window, and reports what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Drag, Hover, MouseButton, Scroll, Window, points_of
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import DRAWN, EDITS_AND_TERMINALS
from ufo.tools.act.actor import Actor, Judge
from ufo.tools.act.aim import require_explained
from ufo.tools.act.key_notation import MODIFIERS, NAMED
from ufo.tools.effects.compare import Comparison, Observation
from ufo.tools.effects.judge import Judgement, judge_at, judge_press, judge_scroll, scrolled_by
from ufo.tools.observe.in_view import innermost, seen_part

_OF_ONE_PIECE = DRAWN | EDITS_AND_TERMINALS


async def click_control(
    actor: Actor,
    window: Window,
    element: Element,
    button: MouseButton = "left",
    count: int = 1,
    hold_key: str | None = None,
) -> ActionReport:
    """Click the control: by its own action where it has one, otherwise with the pointer where it is now."""

    async def act() -> Route:
        current = await actor.ready(element)
        if hold_key is None:
            return await actor.press(current, window, button, count)
        # No action of a control knows of a key that is held.
        await actor.click(window, current, button, count, hold_key)
        return Route.POINTER

    plain = button == "left" and count == 1 and hold_key is None
    judge = press_judge(element, plain=plain)
    # What is only painted shows what a press of it does only there, and by no name or state.
    is_painted = element.by_sight or element.role in DRAWN
    return await actor.perform(
        window, element, act, painted_at(element, judge) if is_painted else judge, pictured=is_painted
    )


async def click_point(actor: Actor, click: Click) -> ActionReport:
    """Click at a point. Raises NotActionable where the point is on no screen."""
    window, point = await actor.window(), click.point
    await _require_on_screen(actor, window, point)
    under = await _same_as_seen(actor, window, point)

    async def act() -> Route:
        await actor.aiming.uncover(window, point, under)
        target = await _target_at(actor, window, point, under)
        await actor.scope.desktop.send(target, [click])
        return Route.COORDINATES

    judge = seen_at([point], press_judge(under, plain=click == Click(point)))
    return await actor.perform(window, under, act, judge, pictured=True)


async def point_at(actor: Actor, what: Hover | Scroll, judge: Judge) -> ActionReport:
    """Move the pointer to a point, and turn the wheel there. Raises NotActionable where the point is on no screen."""
    window, point = await actor.window(), what.point
    await _require_on_screen(actor, window, point)

    async def act() -> Route:
        await actor.aiming.uncover(window, point)
        target = await actor.aiming.require_hit(Target(window.id), window, point)
        await actor.scope.desktop.send(target, [what])
        return Route.COORDINATES

    return await actor.perform(window, None, act, judge, pictured=True)


async def drag(actor: Actor, window: Window, what: Drag) -> ActionReport:
    """Drag from one point to another. Raises NotActionable where a point of its way is on no screen."""
    await _require_on_screen(actor, window, *points_of(what))

    async def act() -> Route:
        await _same_for_drag(actor, window, what.end)
        under = await _same_for_drag(actor, window, what.start)
        await actor.aiming.uncover(window, what.start, under)
        target = await _target_at(actor, window, what.start, under)
        await actor.scope.desktop.send(target, [what])
        return Route.COORDINATES

    judge = seen_at(points_of(what), press_judge(None, plain=False))
    return await actor.perform(window, None, act, judge, pictured=True)


async def turn_wheel(actor: Actor, window: Window, element: Element | None, notches: int) -> ActionReport:
    """Turn the wheel over the part of `element` that is in sight, or over the middle of the window. Positive notches go up."""

    async def act() -> Route:
        target = await _to_turn_over(actor, window, element) if element else Target(window.id)
        current = target.element
        point = await actor.aiming.reachable(
            window, _shown_part(actor, current, window.rect) if current else window.rect
        )
        await actor.aiming.uncover(window, point, current)
        target = await actor.aiming.require_hit(target, window, point)
        await actor.scope.desktop.send(target, [Scroll(point, dy=notches)])
        return Route.POINTER

    under = element or innermost(actor.scope.selection.latest(window.id), window.rect.center)
    over = window.rect if element is None else _shown_part(actor, element, window.rect)
    moved: list[tuple[Element, Element]] = []

    def judge(change: Comparison, _after: Observation) -> Judgement:
        found = scrolled_by(change, notches, over.center)
        moved[:] = [] if found is None else [found.one]
        return judge_scroll(change, notches, over.center)

    # A text remains one control however far it is scrolled, so only a picture shows the scroll.
    pictured = under is not None and under.role in _OF_ONE_PIECE
    report = await actor.perform(window, element, act, judge, pictured=pictured)
    for then, now in moved:
        actor.claim(then, now, moved=True)
    return report


async def _to_turn_over(actor: Actor, window: Window, element: Element) -> Target:
    """Return the target as it is now. The newest look counts, because an earlier turn of the wheel changed how its content
    looks. A page remains the same page whatever happens in it and whatever its name is now. Raises StaleElement.
    """
    look = actor.scope.selection.latest(window.id)
    shown = None if look is None else look.same(element)
    newest = shown if shown and shown.role == element.role else element
    if newest.role == "Document":
        return Target(window.id, await actor.scope.desktop.reidentify(newest.handle))
    meant = newest if newest.name == element.name else element
    point = _shown_part(actor, meant, window.rect).center
    target = await actor.scope.desktop.target(window.id, meant.handle, point)
    require_explained(target.element or meant)
    return target


def press_judge(element: Element | None, *, plain: bool = True) -> Judge:
    """Return the judge of a click. `plain`: a single click with the left button."""

    def judge(change: Comparison, after: Observation) -> Judgement:
        return judge_press(change, element, readable=readable(after), plain=plain)

    return judge


def seen_at(way: Sequence[Point], judge: Judge) -> Judge:
    """Return the judge of what the pointer does at these points, which also looks where the picture changed."""

    def judge_by_place(change: Comparison, after: Observation) -> Judgement:
        return judge_at(change, way, judge(change, after))

    return judge_by_place


def painted_at(element: Element, judge: Judge) -> Judge:
    """Return the judge of a press of something painted. A change of its own picture is a sign; one elsewhere is none."""

    def judge_by_own_picture(change: Comparison, after: Observation) -> Judgement:
        is_own = any(tile.overlaps(element.rect) for tile in change.tiles or ())
        told = judge(change if is_own else replace(change, picture=False), after)
        if is_own and told.effect is Effect.SUSPECTED_NOOP:
            return Judgement(Effect.PARTIAL, ("its own picture changed, but no control did",))
        return told

    return judge_by_own_picture


def readable(after: Observation) -> bool:
    return after.snapshot is not None and bool(after.snapshot.elements) and not after.snapshot.degraded


def held_key(key: str | None) -> str | None:
    """Return a key's name as the desktop writes it: "VK_CONTROL", "ctrl" and "{CTRL}" are the same key."""
    if not key:
        return None
    word = key.strip("{} ").upper()
    return MODIFIERS.get(word) or NAMED.get(word) or NAMED.get(word.removeprefix("VK_")) or key.lower()


async def _same_as_seen(actor: Actor, window: Window, point: Point) -> Element | None:
    """Return what lies at a point. Raises StaleElement where that is something else than at the last look."""
    look = _last_look(actor, window)
    if look is None:
        return innermost((await actor.observe(window)).snapshot, point)
    then = innermost(look, _then(look, window, point))
    there = await _require_there(actor, window, then, point)
    shown = (await actor.observe(window)).snapshot
    now = innermost(shown, point)
    known = there.fingerprint if there is not None else None
    if now is not None and now.by_sight and known is not None and known.as_seen:
        # Sight has only now made out what was there already: not a pixel is other.
        now = innermost(_told_by_tree(shown), point)
    return _unless_other(then, now)


def _unless_other(then: Element | None, now: Element | None) -> Element | None:
    if _identity(then) != _identity(now):
        raise StaleElement(
            f"at that point there was {_described(then)} at the last look and there is {_described(now)} now; look again"
        )
    # What is seen there now may belong to something that covers it; the last look has the control that was meant.
    return then if then is not None and then.by_sight else now


async def _same_for_drag(actor: Actor, window: Window, point: Point) -> Element | None:
    """Return what lies at an end of a drag, as `_same_as_seen` does. What sight makes out in a drawing is not held against a
    drag once an earlier act of this turn has changed the drawing: shapes that touch are seen as one thing, and a stroke of
    our own as a new one. What the tree reports there still must be the same.
    """
    look = _last_look(actor, window)
    if look is None or not actor.has_acted(look):
        return await _same_as_seen(actor, window, point)
    then = innermost(_told_by_tree(look), _then(look, window, point))
    now = innermost(_told_by_tree((await actor.observe(window)).snapshot), point)
    await _require_there(actor, window, then, point)
    return _unless_other(then, now)


def _told_by_tree(look: Snapshot | None) -> Snapshot | None:
    return None if look is None else replace(look, elements=tuple(element for element in look if not element.by_sight))


async def _target_at(actor: Actor, window: Window, point: Point, under: Element | None) -> Target:
    """Return the target at the point, uncovered, and with what lies there confirmed. Raises NotActionable, StaleElement."""
    try:
        hit = await actor.aiming.require_hit(Target(window.id, under), window, point)
    except NotActionable as refused:
        hit = await _meant_by_point(actor, window, point, refused)
        under = hit.element
    confirmed = await _require_there(actor, window, under, point)
    return hit if confirmed is None else replace(hit, element=confirmed.element, fingerprint=confirmed.fingerprint)


async def _meant_by_point(actor: Actor, window: Window, point: Point, refused: NotActionable) -> Target:
    """Return the target for the control that lies over the smallest one at a point, where the look that was decided on lists it
    there as well: whoever chose a place and not a control meant what lies on top. Otherwise raise the refusal.
    """
    look = _last_look(actor, window)
    if look is None:
        raise refused
    then = _then(look, window, point)
    for element in look:
        is_told = str(refused).startswith(_described(element)) and not element.by_sight
        if is_told and "offscreen" not in element.states and element.rect.contains(then):
            with suppress(NotActionable):
                return await actor.aiming.require_hit(Target(window.id, element), window, point)
    raise refused


def _last_look(actor: Actor, window: Window) -> Snapshot | None:
    """Return the look on which was decided, where it is one at that window."""
    look = actor.scope.selection.snapshot
    return look if look is not None and look.window_id == window.id else None


def _then(look: Snapshot, window: Window, point: Point) -> Point:
    """Return the place that a point of the window had at that look."""
    return Point(point.x - window.rect.x + look.window_rect.x, point.y - window.rect.y + look.window_rect.y)


async def _require_there(actor: Actor, window: Window, element: Element | None, point: Point) -> Target | None:
    if element is None:
        return None
    target = await actor.scope.desktop.target(window.id, element.handle, point)
    current = target.element or element
    if not current.rect.contains(point):
        raise StaleElement(f"{_described(element)} has moved away from that point since the last look; look again")
    require_explained(current)
    return target


def _identity(element: Element | None) -> tuple[str, str, str] | None:
    """Return what identifies the element. The name is left out for one without actions and for a page, since its words may
    change; the result is None for one that is known by sight alone, as that is a new element at every look.
    """
    if element is None or element.by_sight:
        return None
    is_named = bool(element.actions) and element.role != "Document"
    return element.handle.key, element.role, element.name if is_named else ""


def _described(element: Element | None) -> str:
    return "nothing" if element is None else f"{element}"


async def _require_on_screen(actor: Actor, window: Window, *points: Point) -> None:
    for point in points:
        await actor.aiming.reachable(window, Rect(point.x, point.y, 1, 1))


def _shown_part(actor: Actor, element: Element, window: Rect) -> Rect:
    """Return the part of an element that is in sight. The entries that a scrolled list shows tell where it is."""
    look = actor.scope.selection.snapshot
    inside = descendants(look or (), element)
    shown = Rect(0, 0, 0, 0)
    for part in inside:
        if "offscreen" not in part.states:
            shown = shown.union(part.rect.intersection(element.rect))
    for rect in (shown.intersection(window), seen_part(look, element).intersection(window)):
        if not rect.is_empty:
            return rect
    return window
