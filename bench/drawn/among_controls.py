"""Puts what a page draws among the controls that the accessibility tree tells of."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.roles import BUTTONS_AND_LINKS, DRAWN, DRAWN_ICONS, TEXTS

_SAME = 0.8


def page_in(look: Snapshot) -> Element | None:
    """Return the page of a browser's window: the outermost one in sight. None where there is none, or more than one."""
    pages = [
        element
        for element in look
        if element.role == "Document" and not element.rect.is_empty and "offscreen" not in element.states
    ]
    outer = [page for page in pages if not any(other is not page and _is_inside(page, other) for other in pages)]
    return outer[0] if len(outer) == 1 else None


def beside_the_tree(
    elements: Sequence[Element], page: Element, drawn: Sequence[Element], texts: Sequence[tuple[str, Rect]]
) -> tuple[Element, ...]:
    """Return the controls with what is drawn behind those of its page. `texts` are those of shapes, with their places: they are
    not told twice.
    """
    if not drawn:
        return tuple(elements)
    rects = [element.rect for element in drawn]
    kept = [
        element
        for element in elements
        if element is page or not (_repeats(element, texts) or _only_stands_there(element, rects))
    ]
    at = next(place for place, element in enumerate(kept) if element is page)
    end = next((place for place in range(at + 1, len(kept)) if kept[place].depth <= page.depth), len(kept))
    return (*kept[:end], *drawn, *kept[end:])


def without_repeated_canvases(elements: Sequence[Element], drawn: Sequence[Element]) -> list[Element]:
    """Return what is drawn without the canvases that the tree knows by a name."""
    named = [element.rect for element in elements if element.role in DRAWN and element.name]
    return [
        element
        for element in drawn
        if element.role != "Canvas" or not any(element.rect.iou(rect) > _SAME for rect in named)
    ]


def _repeats(element: Element, worded: Sequence[tuple[str, Rect]]) -> bool:
    """Tell whether the tree has the text of a shape as an element of its own."""
    if element.role not in TEXTS or element.states & {"editable"}:
        return False
    said = " ".join((element.name or element.value or "").split())
    return any(
        said == text and (rect.contains(element.rect.center) or element.rect.contains(rect.center))
        for text, rect in worded
    )


def _only_stands_there(element: Element, rects: Sequence[Rect]) -> bool:
    """Tell whether the tree knows no more of a shape than that something is there."""
    is_plain = element.role in DRAWN_ICONS - BUTTONS_AND_LINKS and not element.states & {"focusable", "editable"}
    return is_plain and not element.name and any(element.rect.iou(rect) > _SAME for rect in rects)


def _is_inside(element: Element, other: Element) -> bool:
    return element.depth > other.depth and other.rect.covers(element.rect)
