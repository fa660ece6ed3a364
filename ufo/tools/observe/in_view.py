"""Tells which elements of a snapshot are in sight, what an element stands in and holds, the text that it shows, and what a page
holds where it is scrolled out of sight: looks leave that out, as a person does not see it either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ufo.conditions.readers.pages.whole_page import each_once, whole_page
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot, descendants, with_holders
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, NotActionable, StaleElement
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import ROWS, SCROLLED, WINDOWS_AND_DIALOGS
from ufo.tools.observe.control_names import called

MOST_READ = 1_000_000
"""The most characters of a control that are returned at once."""
_PERHAPS_CUT, _SURELY_CUT = 1000, 3900
_ROUNDING_PX = 2
_LINE_PX = 8
VIEWPORTS = SCROLLED | {"Pane"}


async def text_of(desktop: Desktop, window: Window, element: Element) -> str:
    """Return the element's own text. For a container without text return the texts inside it, one per line, or else its name."""
    current = await desktop.reidentify(element.handle)
    if "multiline" in current.states:
        # Text that is edited in place in a page has its lines as child elements.
        whole = await desktop.text(element.handle)
        if whole:
            return _bounded(whole)
    if current.value:
        return _bounded(await whole_value(desktop, current))
    return lines_in(await desktop.snapshot(window.id), element) or current.name


def lines_in(snapshot: Iterable[Element], element: Element) -> str:
    """Return the texts of the elements below it, one per line."""
    return told_in(descendants(snapshot, element))


def told_in(elements: Iterable[Element]) -> str:
    """Return the texts of these elements, one per line."""
    return "\n".join(element.value or element.name for element in elements if element.value or element.name)


def _bounded(text: str) -> str:
    if len(text) <= MOST_READ:
        return text
    return f"{text[:MOST_READ]}\n… cut here: {len(text):,} characters in all; read the rest from the document's file"


async def whole_value(desktop: Desktop, element: Element) -> str:
    """Return the element's whole value. A snapshot cuts long texts short, some of them with an ellipsis at the end."""
    value = element.value or ""
    if len(value) < _SURELY_CUT and not (len(value) >= _PERHAPS_CUT and value.endswith("…")):
        return value
    whole = await desktop.text(element.handle)
    return value if whole is None or len(whole) < len(value) - 1 else whole


async def with_whole_text(desktop: Desktop, snapshot: Snapshot, element: Element) -> Snapshot:
    """Return the snapshot with the whole text of that element where it was cut short. Raises ApplicationHung."""
    now = snapshot.same(element)
    try:
        whole = None if now is None else await whole_value(desktop, now)
    except StaleElement:
        return snapshot
    if now is None or whole == (now.value or ""):
        return snapshot
    return replace(snapshot, elements=tuple(replace(item, value=whole) if item is now else item for item in snapshot))


def inside(snapshot: Iterable[Element], holder: Element | None) -> tuple[Element, ...]:
    return tuple(snapshot) if holder is None else tuple(descendants(snapshot, holder))


def around(snapshot: Snapshot, element: Element) -> Element | None:
    """Return the innermost list, table, tree or page that contains the element."""
    return next((shown for shown in reversed(above(snapshot, element)) if shown.role in VIEWPORTS), None)


def above(snapshot: Snapshot, element: Element) -> tuple[Element, ...]:
    """Return the element's ancestors, from the outermost to the innermost."""
    key = element.handle.key
    return next((tuple(holders) for shown, holders in with_holders(snapshot) if shown.handle.key == key), ())


def in_page(snapshot: Snapshot | None, element: Element) -> bool:
    """Tell whether a page or document shows the element itself, and not in an open list, which the program shows for it."""
    around = above(snapshot, element) if snapshot is not None else ()
    return any(item.role == "Document" and item.window == element.window for item in around)


def seen_part(snapshot: Snapshot | None, element: Element) -> Rect:
    """Return the part of an element that the panes around it show; all of it where none, as of what is laid over them."""
    part = element.rect
    for shown in above(snapshot, element) if snapshot is not None else ():
        if shown.role in VIEWPORTS and shown.window == element.window:
            part = part.intersection(shown.rect)
    return element.rect if part.is_empty else part


def in_sight(element: Element, place: Element | None = None) -> bool:
    """Tell whether it is in sight; a row only where its list (`place`) shows all of it, as a click at its edge may scroll."""
    if "offscreen" in element.states or element.rect.is_empty:
        return False
    if place is None or element.role not in ROWS:
        return True
    if element.rect.height < _LINE_PX < place.rect.height:
        # Only the edge of a line that is scrolled out, which the border of its list may cover.
        return False
    shown = element.rect.intersection(place.rect).height
    return shown >= min(element.rect.height, place.rect.height) - _ROUNDING_PX


def innermost(snapshot: Snapshot | None, point: Point) -> Element | None:
    """Return the smallest visible element at a point, the later one of equals, in the window on top there."""
    here = [element for element in snapshot or () if element.rect.contains(point) and "offscreen" not in element.states]
    if snapshot is not None and any(_stands_over(element, snapshot) for element in here):
        top = _on_top([element for element in here if _stands_over(element, snapshot)])
        here = [element for element in here if element.window == top]
    return min(reversed(here), key=lambda element: element.rect.area, default=None)


def _stands_over(element: Element, snapshot: Snapshot) -> bool:
    return bool(element.window) and element.window != snapshot.window_id


def _on_top(over: Iterable[Element]) -> str:
    """Return the window on top: an open list or menu before a dialog, the active dialog before others, then the smaller."""
    windows: dict[str, list[Element]] = {}
    for element in over:
        windows.setdefault(element.window, []).append(element)

    def height(window: str) -> tuple[bool, bool, int]:
        dialogs = [element for element in windows[window] if element.role in WINDOWS_AND_DIALOGS]
        is_inactive = bool(dialogs) and not any("active" in dialog.states for dialog in dialogs)
        return bool(dialogs), is_inactive, max(element.rect.area for element in windows[window])

    return min(windows, key=height)


def at_fraction(rect: Rect, x: float, y: float) -> Point:
    """Return the point at fractions 0 to 1 of a rectangle's width and height, always inside the rectangle."""
    return Point(
        min(rect.right - 1, rect.x + round(x * rect.width)), min(rect.bottom - 1, rect.y + round(y * rect.height))
    )


def pages_in(look: Iterable[Element]) -> list[Element]:
    return [element for element in look if element.role == "Document" and not element.by_sight]


def is_beyond(element: Element, look: Iterable[Element]) -> bool:
    """Tell whether the element is known from what its page holds out of sight, and from no look."""
    return "offscreen" in element.states and all(item.handle.key != element.handle.key for item in look)


async def parts_of(desktop: Desktop, page: Element) -> tuple[Element, ...] | None:
    """Return what the page holds, as `whole_page` does. None where its application does not tell."""
    try:
        parts = await whole_page(desktop, page)
    except ApplicationHung:
        return None
    if parts is None:
        return None
    return tuple(
        replace(element, path=(*page.path, *element.path), depth=page.depth + element.depth, window=page.window)
        for element in parts
    )


async def beyond_sight(desktop: Desktop, pages: Iterable[Element]) -> list[Element] | None:
    """Return the parts of these pages that are scrolled out of sight. None where no application tells."""
    told = [parts for parts in await each_once(pages, partial(parts_of, desktop)) if parts is not None]
    return [element for parts in told for element in parts if "offscreen" in element.states] if told else None


def holders_of(element: Element, parts: Iterable[Element]) -> frozenset[str] | None:
    """Return the keys of what the element stands in on its page; None where the page does not tell of it."""
    key = element.handle.key
    around = next((holders for part, holders in with_holders(parts) if part.handle.key == key), None)
    return None if around is None else frozenset(holder.handle.key for holder in around)


def hidden_with(holders: frozenset[str], parts: Iterable[Element], page: Element) -> list[Element]:
    """Return what one of these holders hides above or below itself, as what scrolls by itself in a page does, and nothing beside
    them, such as another list, hides as well. What only the edge of the page hides is left out.
    """
    return [
        part
        for part, around in with_holders(parts)
        if "offscreen" in part.states
        and any(holder.handle.key in holders and _hides(holder, part, page) for holder in around)
        and all(
            holder.handle.key in holders or "offscreen" in holder.states or holder.rect.contains(part.rect.center)
            for holder in around
        )
    ]


def _hides(holder: Element, part: Element, page: Element) -> bool:
    ends, begins = holder.rect.bottom < page.rect.bottom, holder.rect.y > page.rect.y
    middle = part.rect.center.y
    return "offscreen" not in holder.states and (
        (ends and middle >= holder.rect.bottom) or (begins and middle < holder.rect.y)
    )


async def scrolled_to(desktop: Desktop, pages: Iterable[Element], words: str) -> bool:
    """Have the pages scroll to what has exactly that name out of sight. Return whether one did."""
    for element in called(await beyond_sight(desktop, pages) or (), words):
        if await is_brought(desktop, element):
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
    keys = {element.handle.key for element in shown}
    behind: defaultdict[str, list[Element]] = defaultdict(list)
    last = ""
    for element in parts:
        if element.handle.key in keys:
            last = element.handle.key
        elif "offscreen" in element.states:
            behind[last].append(element)
    yield from behind[""]
    for element in shown:
        yield element
        yield from behind[element.handle.key]


def with_beyond(listed: Sequence[Element], beyond: Sequence[Element]) -> list[Element]:
    """Return the list with these parts behind the last one of their page."""
    ends = {element.path[:1]: place for place, element in enumerate(listed) if not element.by_sight}
    ordered = list(listed)
    for element in reversed(beyond):
        ordered.insert(ends.get(element.path[:1], len(listed) - 1) + 1, element)
    return ordered
