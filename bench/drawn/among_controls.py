"""Puts what a page draws among the controls that the accessibility tree tells of."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.roles import BUTTONS_AND_LINKS, DRAWN, DRAWN_ICONS, TEXTS

_SAME = 0.8


def page_in(look: Snapshot) -> Element | None:
    """Return the page of a browser's window: the outermost one in sight. None where there is none, or more than one."""
    pages = [one for one in look if one.role == "Document" and not one.rect.is_empty and "offscreen" not in one.states]
    outer = [one for one in pages if not any(other is not one and _is_inside(one, other) for other in pages)]
    return outer[0] if len(outer) == 1 else None


def beside_the_tree(
    elements: Sequence[Element], page: Element, drawn: Sequence[Element], texts: Sequence[tuple[str, Rect]]
) -> tuple[Element, ...]:
    """Return the controls with what is drawn behind those of its page. `texts` are those of shapes, with their places: they are
    not told twice.
    """
    if not drawn:
        return tuple(elements)
    rects = [one.rect for one in drawn]
    kept = [one for one in elements if one is page or not (_repeats(one, texts) or _only_stands_there(one, rects))]
    at = next(place for place, one in enumerate(kept) if one is page)
    end = next((place for place in range(at + 1, len(kept)) if kept[place].depth <= page.depth), len(kept))
    return (*kept[:end], *drawn, *kept[end:])


def without_repeated_canvases(elements: Sequence[Element], drawn: Sequence[Element]) -> list[Element]:
    """Return what is drawn without the canvases that the tree knows by a name."""
    named = [one.rect for one in elements if one.role in DRAWN and one.name]
    return [one for one in drawn if one.role != "Canvas" or not any(one.rect.iou(rect) > _SAME for rect in named)]


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


def _is_inside(one: Element, other: Element) -> bool:
    return one.depth > other.depth and other.rect.covers(one.rect)
