"""Tells which differences between two looks are no effect of an act: a clock or a counter that also ran before the act.

A page may replace the object of a text whenever the text changes, so such a text is known by its role, its place and its words
without the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ufo.desktop.matching.diff import Change, Difference
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.patterns import regex
from ufo.schema.roles import NAMED_BY_TEXT

_NUMBER = regex(r"\d+(?:[.,:]\d+)*")
_UNIT = r"(?:s|secs?|seconds?|ms|mins?|minutes?)\b"
_TICKING = regex(rf"\d{{1,2}}:\d\d(?::\d\d)?|\d+(?:[.,]\d+)?\s*%|\d+(?:\s*/\s*\d+)?\s*{_UNIT}")
_TEXTUAL = frozenset({"name", "value", "rect"})


@dataclass(frozen=True, slots=True)
class Slot:
    """A text that counts: what it says without its numbers, and where it stands."""

    role: str
    words: str
    place: tuple[int, int]


def only_ticks(old: str | None, new: str | None) -> bool:
    """Tell whether only a clock or a percentage in the text went on."""
    if not old or not new:
        return False
    return bool(_TICKING.search(old)) and _TICKING.sub("#", old) == _TICKING.sub("#", new)


def slot_of(element: Element) -> Slot | None:
    """Return the slot of a text with a number in it, None for anything else."""
    said = _said(element)
    if element.role not in NAMED_BY_TEXT or not _NUMBER.search(said):
        return None
    return Slot(element.role, _NUMBER.sub("#", said), (element.rect.x, element.rect.y))


def counted_on(what: Difference) -> Iterator[Slot]:
    """Yield the slots in which another number stands now, or none: a text that counts is gone while it is replaced."""
    for element in (*(new for _, new in _pairs(what)), *what.removed):
        slot = slot_of(element)
        if slot is not None:
            yield slot


def keys_by_themselves(what: Difference, running: frozenset[Slot] = frozenset()) -> frozenset[str]:
    """Return the keys of the elements whose difference is only that a clock went on, or that a slot in `running` counted on."""
    found: set[str] = set()
    for old, new in _pairs(what):
        if only_ticks(_said(old), _said(new)) or slot_of(new) in running:
            found |= {old.handle.key, new.handle.key}
    # A look may come between the removal of the old text and the arrival of the new one.
    found |= {element.handle.key for element in (*what.removed, *what.added) if slot_of(element) in running}
    return frozenset(found)


def in_pages(*looks: Snapshot | None) -> frozenset[str]:
    """Return the keys of all that is inside of a document or page, as opposed to the frame that its program puts around it."""
    found: set[str] = set()
    for look in looks:
        depth: int | None = None
        for element in look or ():
            if depth is not None and element.depth <= depth:
                depth = None
            if depth is not None:
                found.add(element.handle.key)
            elif element.role == "Document":
                depth = element.depth
                found.add(element.handle.key)
    return frozenset(found)


def page_first(what: Difference, pages: frozenset[str]) -> Difference:
    """Put what differs in the page before what differs in the frame around it. Of what only moved, the frame says nothing: its
    buttons make room for each other by themselves.
    """
    if not pages:
        return what

    def is_frame(item: Element | Change) -> bool:
        return (item.after if isinstance(item, Change) else item).handle.key not in pages

    changed = [change for change in what.changed if not (is_frame(change) and set(change.facets) == {"rect"})]
    added, removed = (tuple(sorted(elements, key=is_frame)) for elements in (what.added, what.removed))
    return Difference(added, removed, tuple(sorted(changed, key=is_frame)))


def _pairs(what: Difference) -> Iterator[tuple[Element, Element]]:
    """Yield the texts that count, before and now: the same object, or one that took its place."""
    for change in what.changed:
        if _TEXTUAL.issuperset(change.facets) and {"name", "value"}.intersection(change.facets):
            yield change.before, change.after
    went = {slot: old for old in what.removed if (slot := slot_of(old)) is not None}
    for new in what.added:
        slot = slot_of(new)
        old = went.pop(slot, None) if slot is not None else None
        if old is not None:
            yield old, new


def _said(element: Element) -> str:
    return element.name or element.value or ""
