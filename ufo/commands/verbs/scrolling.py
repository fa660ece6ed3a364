"""Into sight: a control, a text further down a list or page, the beginning or the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Literal

from ufo.commands.reading import descendants
from ufo.commands.verbs.hands import Hands, already, same
from ufo.commands.verbs.labels import ENTRIES, called, named, plain
from ufo.commands.verbs.wheel import Wheel
from ufo.desktop.backend import Scroll
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route

Edge = Literal["", "start", "end"]

_DOWN, _UP = -1, 1
_ONE_WAY_AT_MOST, _TURNS_AT_MOST, _BLANK_TURNS = 400, 100, 8
_PAGE_PX_A_NOTCH = 120
"""More than a browser scrolls by: over a blank stretch there is nothing to measure it by."""
_SEARCH_S = 25.0
_ROUNDING_PX = 2
_ROWS = frozenset({"ListItem", "TreeItem", "Cell"})
_HOLDERS = ("List", "Tree", "Table", "Document", "Pane")


async def scroll_to(hands: Hands, element: Element | None, text: str, edge: Edge) -> ActionReport:
    """`element` itself, or `text` or an edge of what is scrolled in it (in the window where there is none)."""
    if edge:
        return await _to_edge(hands, element, edge)
    if text:
        return await _to_text(hands, element, text)
    if element is None:
        raise ToolError("say what to scroll to: a control by its id, a text, or the start or end")
    current = await hands.now(element)
    if current is not None and _in_sight(current):
        return already(f"{named(current)} is in sight")
    shown = await into_sight(hands, element)
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def into_sight(hands: Hands, element: Element) -> Element:
    """By its own action, else by turning the wheel over what it stands in. Raises NotActionable where it stays hidden."""
    current = await hands.now(element) or element
    place = around(await hands.seen(current), current)
    if _in_sight(current, place):
        return current
    await hands.act(current, "scroll_into_view")
    current = await hands.now(current) or current
    if _in_sight(current, place):
        return current
    wheel = Wheel(hands, place)
    for _ in range(_TURNS_AT_MOST):
        below = place is None or current.rect.center.y >= place.rect.center.y
        moved = await wheel.turn(_DOWN if below else _UP)
        found = same(wheel.after or (), current)
        if found is not None and _in_sight(found, place):
            return found
        if not moved:
            break
        current = found or current
    left = same(wheel.after or (), current)
    if left is not None and _in_sight(left):
        return left
    raise NotActionable(f"{named(element)} stays out of sight; scroll to it by hand and look again")


async def entry_into_sight(hands: Hands, entry: Element) -> Element:
    """Of a menu that is longer than the screen: by turning the wheel over another of its entries."""
    current, notches = entry, 1
    for _ in range(_TURNS_AT_MOST):
        if _in_sight(current):
            return current
        snapshot = await hands.look()
        others = [one for one in snapshot if one.path == current.path and one.role in ENTRIES and _in_sight(one)]
        if not others:
            break
        over = min(others, key=lambda one: abs(one.rect.center.y - current.rect.center.y))
        left = current.rect.y - over.rect.y
        await hands.desktop.input([Scroll(over.rect.center, dy=-notches if left > 0 else notches)], hands.window.id)
        found = await hands.now(current)
        if found is None or found.rect == current.rect:
            break
        moved = abs(found.rect.y - current.rect.y) / notches
        current, notches = found, max(1, int(abs(found.rect.y - over.rect.y) / moved)) if moved else 1
    raise NotActionable(f"{named(entry)} stays out of sight in its menu; open it and look again")


async def search(hands: Hands, holder: Element | None, text: str, *, whole: bool = True) -> Element | None:
    """What is called so (with `whole` False, has it in its words) further down or up than is in sight, where it then stays.
    None where it is not found from end to end. Raises ToolError where the list is longer than the time."""
    found = _find(await hands.look(), holder, text, whole)
    if found is not None:
        return found
    clock = asyncio.get_running_loop().time
    deadline = clock() + _SEARCH_S
    # A page may be blank for a while, and then nothing is seen to move.
    is_page = holder is None or holder.role == "Document"
    blank = _BLANK_TURNS if is_page else 1
    step = max(1, hands.window.rect.height // _PAGE_PX_A_NOTCH) if is_page else 1
    for direction in (_DOWN, _UP):
        wheel, unmoved = Wheel(hands, holder, step), 0
        while unmoved < blank:
            unmoved = 0 if await wheel.turn(direction) else unmoved + 1
            found = _find(wheel.after or (), holder, text, whole)
            if found is not None:
                return found
            if clock() > deadline:
                raise ToolError(f"no {text!r} came into sight in {_SEARCH_S:g} s of scrolling; search for it or filter")
    return None


async def _to_text(hands: Hands, holder: Element | None, text: str) -> ActionReport:
    before = _find(await hands.look(), holder, text, False)
    if before is not None and _in_sight(before):
        return already(f"{named(before)} is in sight")
    found = await search(hands, holder, text, whole=False)
    if found is None:
        where = named(holder) if holder is not None else repr(hands.window.title)
        raise ToolError(f"{where} shows no {text!r} from its start to its end")
    shown = await into_sight(hands, found)
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{named(shown)} is in sight now",))


async def _to_edge(hands: Hands, holder: Element | None, edge: Edge) -> ActionReport:
    wheel, moved = Wheel(hands, holder), False
    while await wheel.turn(_DOWN if edge == "end" else _UP, _ONE_WAY_AT_MOST):
        moved = True
    where = named(holder) if holder is not None else repr(hands.window.title)
    if not moved:
        return already(f"{where} is at its {edge}")
    return ActionReport(effect=Effect.CONFIRMED, route=Route.POINTER, evidence=(f"{where} is at its {edge} now",))


def _find(snapshot: Iterable[Element], holder: Element | None, text: str, whole: bool) -> Element | None:
    inside = tuple(snapshot) if holder is None else descendants(snapshot, holder)
    exact = called(inside, text)
    if exact or whole:
        return exact[0] if exact else None
    wanted = plain(text)
    return next((one for one in inside if wanted in plain(f"{one.name} {one.value or ''}")), None)


def around(snapshot: Snapshot, element: Element) -> Element | None:
    """The list, table, tree or page that it stands in."""
    return next((one for one in reversed(above(snapshot, element)) if one.role in _HOLDERS), None)


def above(snapshot: Snapshot, element: Element) -> tuple[Element, ...]:
    """What it stands in, from the outside in."""
    found: list[Element] = []
    for one in snapshot:
        while found and found[-1].depth >= one.depth:
            found.pop()
        if one.handle.key == element.handle.key:
            return tuple(found)
        found.append(one)
    return ()


def _in_sight(element: Element, place: Element | None = None) -> bool:
    """A row that its list shows only a part of is not: a click near the edge makes some lists scroll and select on."""
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if place is None or element.role not in _ROWS:
        return True
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX
