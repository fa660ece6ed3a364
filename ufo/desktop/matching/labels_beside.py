"""Labels fields that have no name with the text that stands beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ufo.desktop.matching.surroundings import Surroundings, words_of
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect
from ufo.schema.roles import CHECK_AND_RADIO_BUTTONS, LABELLED_BESIDE, TEXTS
from ufo.text.alike import plain

_LABELLED, _LONGEST = 60, 60
_GAP, _GAP_ABOVE = 60, 16
"""The most pixels between a control and the text that labels it."""


def with_labels_beside(elements: Sequence[Element], around: Surroundings) -> list[Element]:
    """Return the elements of a look, those fields without any name labelled with the text that stands beside them. A text that
    names another control, or that two fields could be labelled with, labels none.
    """
    nameless = [element for element in elements if _is_nameless(element) and around.has(element)][:_LABELLED]
    if not nameless:
        return list(elements)
    taken = {
        plain(said)
        for element in elements
        if element.role not in TEXTS
        for said in (element.name, element.label)
        if said
    }
    labels = {element.handle.key: _label_beside(element, around) for element in nameless}
    uses = Counter(labels.values())
    return [
        replace(element, label=label)
        if (label := labels.get(element.handle.key, "")) and uses[label] == 1 and plain(label) not in taken
        else element
        for element in elements
    ]


def _is_nameless(element: Element) -> bool:
    has_words = element.name or element.label or element.description
    return not has_words and not element.by_sight and element.role in LABELLED_BESIDE and not element.rect.is_empty


def _label_beside(element: Element, around: Surroundings) -> str:
    """Return the text at the left of the control, or else above it; for one that is ticked, at its right. A text that contains
    nothing but the control counts as beside it.
    """
    index = around.index(element)
    holder = around.parents[index]
    inside = [sibling for sibling in around.siblings(index) if around.elements[sibling].role not in TEXTS]
    if holder >= 0 and around.elements[holder].role in TEXTS and inside == [index]:
        return words_of(around.elements[holder]).strip()
    near: list[tuple[int, int, str]] = []
    for other in around.elements:
        words = words_of(other).strip() if other.role in TEXTS and not other.rect.is_empty else ""
        if words and len(words) <= _LONGEST and other.window == element.window:
            side, gap = _beside(element, other.rect)
            if side == 0 or (side == 1 and not _belongs_on_its_line(other, element, around)):
                near.append((side, gap, words))
    return min(near)[2] if near else ""


def _belongs_on_its_line(text: Element, field: Element, around: Surroundings) -> bool:
    """Tell whether a text above the field is part of a pair on its own line, "Subject: Hello": the label of something else, or
    what is labelled.
    """
    for other in around.elements:
        if (
            other in (text, field)
            or other.window != text.window
            or not (other.role in TEXTS or other.role in LABELLED_BESIDE)
        ):
            continue
        if not text.rect.y <= other.rect.center.y < text.rect.bottom:
            continue
        before, behind = text.rect.x - other.rect.right, other.rect.x - text.rect.right
        is_said = -2 <= before <= _GAP and _announces(other) and not _announces(text)
        if is_said or (-2 <= behind <= _GAP and _announces(text) and not _announces(other)):
            return True
    return False


def _announces(text: Element) -> bool:
    return text.role in TEXTS and words_of(text).rstrip().endswith((":", "\uff1a"))


def _beside(element: Element, rect: Rect) -> tuple[int, int]:
    """Return on which side a text stands, 0 where its label should be and 1 for the next best, and how far away; -1 where it
    is not beside the control.
    """
    own = element.rect
    on_line = rect.y <= own.center.y < rect.bottom
    if element.role in CHECK_AND_RADIO_BUTTONS:
        gap = rect.x - own.right
        return (0, gap) if on_line and -2 <= gap <= _GAP else (-1, 0)
    left, above = own.x - rect.right, own.y - rect.bottom
    if on_line and -2 <= left <= _GAP:
        return 0, left
    in_column = abs(rect.x - own.x) <= _GAP and rect.x < own.right and own.x < rect.right
    return (1, above) if in_column and -2 <= above <= _GAP_ABOVE else (-1, 0)
