"""Scrolls into sight: a control, a text further down a list or page, the beginning or the end."""

from __future__ import annotations

from typing import Literal

from ufo.commands.lists.search_list import Search
from ufo.commands.lists.wheel import DOWN, UP, Wheel
from ufo.commands.observe.control_names import called, named
from ufo.commands.observe.in_view import VIEWPORTS, above, around, in_sight, inside
from ufo.commands.verb.context import VerbContext, already, same
from ufo.desktop.matching.same_words import Fit
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Scroll
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import MENU_ENTRIES, ROWS, TEXTS

Edge = Literal["", "start", "end"]

_TURNS_AT_MOST = 100
_REVEAL_S = 1.0


async def scroll_to(context: VerbContext, element: Element | None, text: str, edge: Edge) -> ActionReport:
    """Scroll to `element` itself, or to `text` or an edge of what scrolls in it. Without an element that is the window; for an
    entry it is its list.
    """
    if element is not None and element.role in ROWS and (edge or text):
        look = await context.look()
        here = same(look, element)
        element = element if here is None else around(look, here) or element
    if edge:
        return await _to_edge(context, element, edge)
    if text:
        return await _to_text(context, element, text)
    if element is None:
        raise ToolError("say what to scroll to: a control by its id, a text, or the start or end")
    current = await context.now(element)
    if current is not None and in_sight(current):
        return already(f"{named(current)} is in sight")
    shown = await into_sight(context, element)
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def into_sight(context: VerbContext, element: Element) -> Element:
    """Scroll the element into sight: by its own action, or else by turning the wheel over its container. Raises NotActionable
    where it stays hidden.
    """
    current = await context.now(element) or element
    place = _scrolled(await context.seen(current), current)
    if in_sight(current, place):
        return current
    await context.act(current, "scroll_into_view")
    current = await context.now(current) or current
    if in_sight(current, place):
        return current
    wheel, within = Wheel(context, place), context.window.rect if place is None else place.rect
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


def _scrolled(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the nearest container of it that is in sight itself: one that is out of sight is scrolled with it."""
    holders = [one for one in above(snapshot, element) if one.role in VIEWPORTS and in_sight(one)]
    return holders[-1] if holders else None


async def entry_into_sight(context: VerbContext, entry: Element) -> Element:
    """Scroll to an entry of a menu that is longer than the screen, by turning the wheel over another of its entries."""
    current, notches = entry, 1
    for _ in range(_TURNS_AT_MOST):
        if in_sight(current):
            return current
        snapshot = await context.look()
        others = [one for one in snapshot if one.path == current.path and one.role in MENU_ENTRIES and in_sight(one)]
        if not others:
            break
        over = min(others, key=lambda one: abs(one.rect.center.y - current.rect.center.y))
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
    here = next((one for one in before if in_sight(one)), None)
    if here is not None and not (here.role in TEXTS and await _is_further_on(context, look, holder, text)):
        return already(f"{named(here)} is in sight")
    known = frozenset(one.handle.key for one in before if in_sight(one))
    search = Search(context, holder, text, Fit.PART)
    found = await _revealed(context, look, holder, text, known)
    if found is None and here is not None:
        return already(f"{named(here)} is in sight")
    found = found or await search.run()
    if found is None:
        where = named(holder) if holder is not None else repr(context.window.title)
        raise ToolError(f"{where} shows no {text!r}: {search.extent}")
    shown = await into_sight(context, found)
    if any(one.handle.key == shown.handle.key and in_sight(one) for one in look):
        return already(f"{named(shown)}, which was in sight before, is all that says {text!r}; it was")
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def _is_further_on(context: VerbContext, look: Snapshot, holder: Element | None, text: str) -> bool:
    """Tell whether a page has something of that name out of sight too. The words in sight may be a heading or an instruction, and
    who asks to scroll to them means the other.
    """
    for page in _pages(look, holder):
        if await context.desktop.out_of_sight(page.handle, text, scroll=False):
            return True
    return False


async def _revealed(
    context: VerbContext, look: Snapshot, holder: Element | None, text: str, known: frozenset[str]
) -> Element | None:
    """Return what has exactly that name on a page, after the application itself scrolled to it; None where it did not. `known`:
    what was in sight before.
    """
    for page in _pages(look, holder):
        if await context.desktop.out_of_sight(page.handle, text, scroll=True):
            return await context.until(lambda snapshot: _come(snapshot, text, known), _REVEAL_S)
    return None


def _come(snapshot: Snapshot, text: str, known: frozenset[str]) -> Element | None:
    shown = [one for one in called(snapshot, text) if in_sight(one)]
    return next((one for one in shown if one.handle.key not in known), None)


def _pages(look: Snapshot, holder: Element | None) -> list[Element]:
    among = [holder] if holder is not None else look
    return [one for one in among if one.role == "Document" and not one.by_sight]


async def _to_edge(context: VerbContext, holder: Element | None, edge: Edge) -> ActionReport:
    moved = await Wheel(context, holder).to_edge(DOWN if edge == "end" else UP)
    where = named(holder) if holder is not None else repr(context.window.title)
    if not moved:
        hidden = [] if holder is None or holder.role != "Document" else _hidden_in(await context.look(), holder)
        if hidden:
            raise NotActionable(
                f"nothing scrolled in the middle of {where}, and {hidden[0]}: a part of it scrolls by itself; turn the wheel "
                "over a control in that part, or scroll to a text"
            )
        return already(f"{where} is at its {edge}")
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{where} is at its {edge} now",))


def _hidden_in(look: Snapshot, page: Element) -> list[str]:
    """Return the notes that say how much of the page is out of sight."""
    return [note for note in look.more if repr(page.name[:60]) in note] if page.name else []
