"""Reads the text that a control shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import StaleElement

MOST_READ = 1_000_000
"""The most characters of a control that are returned at once."""
_PERHAPS_CUT, _SURELY_CUT = 1000, 3900


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
    return "\n".join(one.value or one.name for one in elements if one.value or one.name)


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
    return replace(snapshot, elements=tuple(replace(one, value=whole) if one is now else one for one in snapshot))


def descendants(snapshot: Iterable[Element], element: Element) -> tuple[Element, ...]:
    """Return the elements below this one: those that follow it in tree order and are deeper."""
    found: list[Element] = []
    inside = False
    for one in snapshot:
        if one.handle.key == element.handle.key:
            inside = True
        elif inside and one.depth <= element.depth:
            break
        elif inside:
            found.append(one)
    return tuple(found)
