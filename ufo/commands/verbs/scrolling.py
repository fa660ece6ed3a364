"""Into sight: a control, a text further down a list or page, the beginning or the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Literal

from ufo.commands.reading import descendants
from ufo.commands.verbs.hands import Hands, already, same
from ufo.commands.verbs.labels import ENTRIES, called, fitting, listed, named
from ufo.commands.verbs.wheel import Wheel
from ufo.desktop.backend import Scroll
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.wording import Fit
from ufo.errors import AmbiguousElement, NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route

Edge = Literal["", "start", "end"]

_DOWN, _UP = -1, 1
_ONE_WAY_AT_MOST, _TURNS_AT_MOST, _BLANK_TURNS = 400, 100, 8
_PAGE_PX_A_NOTCH = 120
"""More than a browser scrolls by: over a blank stretch there is nothing to measure it by."""
_SEARCH_S = 25.0
_ROUNDING_PX = 2
_LINE_PX = 8
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


async def search(hands: Hands, holder: Element | None, text: str, least: Fit = Fit.WHOLE) -> Element | None:
    """What is called so further down or up than is in sight, where it then stays. Where nothing from end to end is, what has
    it in its words as `least` says, the nearest first: None where there is none either.

    Raises AmbiguousElement for several that are equally near, ToolError where the list is longer than the time.
    """
    snapshot = await hands.look()
    seen = _Seen(text, least)
    # What a page tells are no entries: words in a paragraph are where they are looked for.
    is_page = holder is None or holder.role == "Document"
    found = seen.add(_inside(snapshot, holder), Fit.WORDS if is_page else Fit.WHOLE)
    if found is not None:
        return found
    clock = asyncio.get_running_loop().time
    deadline = clock() + _SEARCH_S
    # A page may be blank for a while, and then nothing is seen to move.
    blank = _BLANK_TURNS if is_page else 1
    step = max(1, hands.window.rect.height // _PAGE_PX_A_NOTCH) if is_page else 1
    for direction in (_DOWN, _UP):
        wheel, unmoved = Wheel(hands, holder, step), 0
        while unmoved < blank:
            unmoved = 0 if await wheel.turn(direction) else unmoved + 1
            found = seen.add(_inside(wheel.after or (), holder), Fit.WORDS if is_page else Fit.WHOLE)
            if found is not None:
                return found
            if clock() > deadline:
                raise ToolError(
                    f"no {text!r} came into sight in {_SEARCH_S:g} s of scrolling{seen.instead()}; search for it or filter"
                )
    return await _back_to(hands, holder, seen)


class _Seen:
    """What went by while something else was looked for, by how near it comes."""

    def __init__(self, text: str, least: Fit) -> None:
        self.text, self._least = text, least
        self._best: Fit | None = None
        self.names: dict[str, Element] = {}

    def add(self, elements: Sequence[Element], enough: Fit) -> Element | None:
        """What is near enough to stop there, in sight before out of sight."""
        exact = called(elements, self.text)
        if exact:
            return min(exact, key=lambda one: not _in_sight(one))
        fits, found = fitting(elements, self.text, self._least)
        if fits is None or (self._best is not None and fits > self._best):
            return None
        if fits != self._best:
            self._best, self.names = fits, {}
        self.names.update((one.name or one.value or "", one) for one in found)
        return min(found, key=lambda one: not _in_sight(one)) if fits <= min(enough, self._least) else None

    def instead(self) -> str:
        return f" ({listed(self.names.values())} did)" if self.names else ""


async def _back_to(hands: Hands, holder: Element | None, seen: _Seen) -> Element | None:
    """To the only one that came near."""
    if len(seen.names) > 1:
        raise AmbiguousElement(
            f"nothing is called {seen.text!r}, and it is a part of {listed(seen.names.values())}; say the whole of it"
        )
    return await search(hands, holder, next(iter(seen.names))) if seen.names else None


async def to_start(hands: Hands, holder: Element) -> Snapshot:
    """Of what is scrolled; the look at it there."""
    wheel = Wheel(hands, holder)
    while await wheel.turn(_UP, _ONE_WAY_AT_MOST):
        pass
    return wheel.after or await hands.look()


async def _to_text(hands: Hands, holder: Element | None, text: str) -> ActionReport:
    before = called(_inside(await hands.look(), holder), text)
    here = next((one for one in before if _in_sight(one)), None)
    if here is not None:
        return already(f"{named(here)} is in sight")
    found = await search(hands, holder, text, Fit.PART)
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


def _inside(snapshot: Iterable[Element], holder: Element | None) -> tuple[Element, ...]:
    return tuple(snapshot) if holder is None else tuple(descendants(snapshot, holder))


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
    if element.rect.height < _LINE_PX < place.rect.height:
        # No more than the edge of a line that is scrolled out, which may be under the border of its list.
        return False
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX
