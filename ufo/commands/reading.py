"""What a control shows, as text."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.desktop.backend import Desktop, Window
from ufo.desktop.snapshot import Element


async def text_of(desktop: Desktop, window: Window, element: Element) -> str:
    """Its own text; of a container without one, the texts in it, a line each; else its name."""
    current = await desktop.reidentify(element.handle)
    if current.value:
        return current.value
    inside = descendants(await desktop.snapshot(window.id), element)
    lines = [one.value or one.name for one in inside if one.value or one.name]
    return "\n".join(lines) or current.name


def descendants(snapshot: Iterable[Element], element: Element) -> tuple[Element, ...]:
    """The elements below one: those that follow it in the tree's order and stand deeper."""
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
