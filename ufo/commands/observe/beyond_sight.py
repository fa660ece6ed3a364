"""What a page holds where it is scrolled out of sight: looks leave that out, as a person does not see it either."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ufo.commands.observe.control_names import called
from ufo.conditions.readers.pages.whole_page import each_once, whole_page
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element
from ufo.errors import ApplicationHung, NotActionable, StaleElement


def pages_in(look: Iterable[Element]) -> list[Element]:
    return [one for one in look if one.role == "Document" and not one.by_sight]


def is_beyond(element: Element, look: Iterable[Element]) -> bool:
    """Tell whether the element is known from what its page holds out of sight, and from no look."""
    return "offscreen" in element.states and all(one.handle.key != element.handle.key for one in look)


async def parts_of(desktop: Desktop, page: Element) -> tuple[Element, ...] | None:
    """Return what the page holds, as `whole_page` does. None where its application does not tell."""
    try:
        parts = await whole_page(desktop, page)
    except ApplicationHung:
        return None
    if parts is None:
        return None
    return tuple(
        replace(one, path=(*page.path, *one.path), depth=page.depth + one.depth, window=page.window) for one in parts
    )


async def beyond_sight(desktop: Desktop, pages: Iterable[Element]) -> list[Element] | None:
    """Return the parts of these pages that are scrolled out of sight. None where no application tells."""
    told = [parts for parts in await each_once(pages, partial(parts_of, desktop)) if parts is not None]
    return [one for parts in told for one in parts if "offscreen" in one.states] if told else None


def holders_of(element: Element, parts: Iterable[Element]) -> frozenset[str] | None:
    """Return the keys of what the element stands in on its page; None where the page does not tell of it."""
    for one, around in _with_holders(parts):
        if one.handle.key == element.handle.key:
            return frozenset(each.handle.key for each in around)
    return None


def hidden_with(holders: frozenset[str], parts: Iterable[Element], page: Element) -> list[Element]:
    """Return what one of these holders hides above or below itself, as what scrolls by itself in a page does, and nothing beside
    them, such as another list, hides as well. What only the edge of the page hides is left out.
    """
    return [
        one
        for one, around in _with_holders(parts)
        if "offscreen" in one.states
        and any(each.handle.key in holders and _hides(each, one, page) for each in around)
        and all(
            each.handle.key in holders or "offscreen" in each.states or each.rect.contains(one.rect.center)
            for each in around
        )
    ]


def _hides(holder: Element, part: Element, page: Element) -> bool:
    ends, begins = holder.rect.bottom < page.rect.bottom, holder.rect.y > page.rect.y
    middle = part.rect.center.y
    return "offscreen" not in holder.states and (
        (ends and middle >= holder.rect.bottom) or (begins and middle < holder.rect.y)
    )


def _with_holders(parts: Iterable[Element]) -> Iterator[tuple[Element, list[Element]]]:
    above: list[Element] = []
    for one in parts:
        while above and above[-1].depth >= one.depth:
            above.pop()
        yield one, above
        above.append(one)


async def scrolled_to(desktop: Desktop, pages: Iterable[Element], words: str) -> bool:
    """Have the pages scroll to what has exactly that name out of sight. Return whether one did."""
    for one in called(await beyond_sight(desktop, pages) or (), words):
        if await is_brought(desktop, one):
            return True
    return False


async def is_brought(desktop: Desktop, part: Element) -> bool:
    """Have its page scroll to a part that is out of sight. Return whether it said that it did."""
    try:
        await desktop.act(part.handle, "scroll_into_view")
    except (NotActionable, StaleElement):
        return False
    return True


def in_page_order(shown: Sequence[Element], parts: Iterable[Element]) -> Iterator[Element]:
    """Yield what a look shows of a page, with the parts that are out of sight in their places between."""
    keys = {one.handle.key for one in shown}
    behind: defaultdict[str, list[Element]] = defaultdict(list)
    last = ""
    for one in parts:
        if one.handle.key in keys:
            last = one.handle.key
        elif "offscreen" in one.states:
            behind[last].append(one)
    yield from behind[""]
    for one in shown:
        yield one
        yield from behind[one.handle.key]


def with_beyond(listed: Sequence[Element], beyond: Sequence[Element]) -> list[Element]:
    """Return the list with these parts behind the last one of their page."""
    ends = {one.path[:1]: place for place, one in enumerate(listed) if not one.by_sight}
    ordered = list(listed)
    for one in reversed(beyond):
        ordered.insert(ends.get(one.path[:1], len(listed) - 1) + 1, one)
    return ordered
