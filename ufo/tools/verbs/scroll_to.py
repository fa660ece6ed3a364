"""Scrolls into sight: a control, a text further down a list or page, the beginning or the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Scroll, Window
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import MENU_ENTRIES, ROWS, SCROLLED, TEXTS
from ufo.text.alike import Fit
from ufo.tools.act.actor import Actor
from ufo.tools.observe.control_names import called, fitting, named
from ufo.tools.observe.in_view import (
    VIEWPORTS,
    above,
    around,
    beyond_sight,
    in_sight,
    inside,
    is_beyond,
    is_brought,
    pages_in,
)
from ufo.tools.verbs.context import VerbContext, already, same
from ufo.tools.verbs.scroll_to_edge import Edge, to_edge
from ufo.tools.verbs.scroll_wheel import DOWN, UP, Wheel
from ufo.tools.verbs.search_list import Search

_TURNS_AT_MOST = 100
_REVEAL_S = 1.0


async def scroll_to(context: VerbContext, element: Element | None, text: str, edge: Edge) -> ActionReport:
    """Scroll to `element`, or to `text` or an edge in it: in the window without it, in its list for an entry."""
    if element is not None and element.role in ROWS and (edge or text):
        look = await context.look()
        here = same(look, element)
        element = element if here is None else around(look, here) or element
    if edge:
        return await to_edge(context, element, edge)
    if text:
        return await _to_text(context, element, text)
    if element is None:
        raise ToolError("say what to scroll to: a control by its id, a text, or the start or end")
    current = await context.now(element)
    if current is not None and in_sight(current):
        return already(f"{named(current)} is in sight")
    shown = await into_sight(context, element)
    return ActionReport.of(Effect.CONFIRMED, f"{named(shown)} is in sight now", Route.POINTER)


async def into_sight(context: VerbContext, element: Element) -> Element:
    """Scroll the element into sight by its own action, or else by the wheel. Raises NotActionable where it stays hidden."""
    current = await context.now(element) or element
    seen = await context.seen(current)
    place = _scrolled(seen, current)
    if in_sight(current, place):
        return current
    if is_beyond(current, seen):
        return await _from_beyond(context, current)
    await context.act(current, "scroll_into_view")
    current = await context.now(current) or current
    if in_sight(current, place):
        return current
    bar = None if place is not None and place.role != "Dialog" else _bar_beside(seen, current)
    wheel = Wheel(context, place, over=None if bar is None else bar.rect)
    within = context.window.rect if place is None else place.rect if bar is None else bar.rect
    direction, notches = 0, 0
    for _ in range(_TURNS_AT_MOST):
        back, direction = direction, DOWN if current.rect.center.y >= within.center.y else UP
        if back == -direction:
            # It was scrolled past its place: the area that scrolls is smaller than the known container.
            if notches == 1:
                break
            notches = max(1, (notches or wheel.step) // 2)
        moved = await wheel.turn(direction, notches)
        found = same(wheel.after or (), current)
        if found is not None and in_sight(found, place):
            return found
        if not moved:
            break
        current = found or current
    left = same(wheel.after or (), current)
    if left is not None and in_sight(left):
        return left
    raise NotActionable(f"{named(element)} stays out of sight; scroll to it by hand and look again")


async def _from_beyond(context: VerbContext, part: Element) -> Element:
    shown = await _brought(context, [part])
    if shown is None:
        raise NotActionable(f"{named(part)} stays out of sight: its page does not scroll to it; look again")
    return shown


def _scrolled(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the nearest container of it that is in sight itself, or its dialog: one that is out of sight is scrolled with it."""
    around_it = [shown for shown in above(snapshot, element) if in_sight(shown)]
    holders = [shown for shown in around_it if shown.role in VIEWPORTS]
    dialogs = [shown for shown in around_it if shown.role == "Dialog"]
    return next(reversed(holders or dialogs), None)


def _bar_beside(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the nearest upright scroll bar to the right of the element: it lies in an area that scrolls and is not listed."""
    bars = [
        bar
        for bar in snapshot
        if bar.role == "ScrollBar"
        and bar.window == element.window
        and bar.rect.height > bar.rect.width
        and bar.rect.x >= element.rect.center.x
        and in_sight(bar)
    ]
    return min(bars, key=lambda bar: bar.rect.x, default=None)


async def brought_by_wheel(actor: Actor, window: Window, element: Element) -> None:
    """Bring a control into sight before it is worked. Raises NotActionable where it stays hidden, where its place is in doubt,
    and where nothing around it scrolls.
    """
    context = VerbContext(actor, window)
    seen = await context.seen(element)
    place = _scrolled(seen, element)
    scrolls = _bar_beside(seen, element) is not None or (place is not None and place.role in SCROLLED)
    if element.doubt or element.rect.is_empty or not scrolls:
        raise NotActionable(f"{element} is out of sight; scroll to it and look again")
    await into_sight(context, element)


async def entry_into_sight(context: VerbContext, entry: Element) -> Element:
    """Scroll to an entry of a menu that is longer than the screen, by turning the wheel over another of its entries."""
    current, notches = entry, 1
    for _ in range(_TURNS_AT_MOST):
        if in_sight(current):
            return current
        snapshot = await context.look()
        others = [
            element
            for element in snapshot
            if element.path == current.path and element.role in MENU_ENTRIES and in_sight(element)
        ]
        if not others:
            break
        over = min(others, key=lambda element: abs(element.rect.center.y - current.rect.center.y))
        left = current.rect.y - over.rect.y
        await context.desktop.send(context.window.id, [Scroll(over.rect.center, dy=-notches if left > 0 else notches)])
        found = await context.now(current)
        if found is None or found.rect == current.rect:
            break
        moved = abs(found.rect.y - current.rect.y) / notches
        current, notches = found, max(1, int(abs(found.rect.y - over.rect.y) / moved)) if moved else 1
    raise NotActionable(f"{named(entry)} stays out of sight in its menu; open it and look again")


async def _to_text(context: VerbContext, holder: Element | None, text: str) -> ActionReport:
    look = await context.look()
    before = called(inside(look, holder), text)
    here = next((element for element in before if in_sight(element)), None)
    if here is not None and here.role not in TEXTS:
        return already(f"{named(here)} is in sight")
    beyond = await beyond_sight(context.desktop, pages_in(look if holder is None else [holder]))
    # What can be worked is meant rather than words that say the same.
    found = await _brought(context, sorted(called(beyond or (), text), key=lambda element: element.role in TEXTS))
    if found is None and here is not None:
        return already(f"{named(here)} is in sight")
    if found is None and beyond is not None and not _works(inside(look, holder), text):
        found = await _brought(context, _nearest(beyond, text))
        mention = next((element for element in fitting(inside(look, holder), text)[1] if in_sight(element)), None)
        if found is None and mention is not None:
            return _only(mention, text)
    search = Search(context, holder, text, Fit.PART)
    found = found or await search.run()
    if found is None:
        where = named(holder) if holder is not None else repr(context.window.title)
        raise ToolError(f"{where} shows no {text!r}: {search.extent}")
    shown = await into_sight(context, found)
    if any(element.handle.key == shown.handle.key and in_sight(element) for element in look):
        return _only(shown, text)
    return ActionReport.of(Effect.CONFIRMED, f"{named(shown)} is in sight now", Route.POINTER)


def _only(shown: Element, text: str) -> ActionReport:
    return already(f"{named(shown)}, which was in sight before, is all that says {text!r}; it was")


def _works(shown: Iterable[Element], text: str) -> bool:
    """Tell whether something in sight that is more than words has the text in its name: that is what is meant."""
    fits, found = fitting(
        [element for element in shown if element.role not in TEXTS and in_sight(element)], text, Fit.WORDS
    )
    return fits is not None and bool(found)


def _nearest(beyond: Sequence[Element], text: str) -> list[Element]:
    """Return what says the text out of sight: the first with its whole words, else the only one with it in a word."""
    fits, found = fitting(beyond, text)
    return (
        found[:1] if fits is not None and (fits <= Fit.WORDS or len({element.name for element in found}) == 1) else []
    )


async def _brought(context: VerbContext, parts: Iterable[Element]) -> Element | None:
    """Return the first of these parts that its page scrolls to; None where it scrolls to none."""
    for part in parts:
        if await is_brought(context.desktop, part):
            return await context.until_it(part, in_sight, _REVEAL_S)
    return None
