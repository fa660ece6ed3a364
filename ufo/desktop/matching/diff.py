"""What differs between two looks at a window: controls that came, went or changed, as values.

Within one run of an application a control is known by its handle's key, across a restart by what it says and where it stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ufo.desktop.snapshot import Element, Snapshot

Facet = Literal["name", "value", "states", "rect"]


@dataclass(frozen=True, slots=True)
class Change:
    """One control that both looks show. `gained` and `lost` are states."""

    before: Element
    after: Element
    facets: tuple[Facet, ...]

    @property
    def gained(self) -> frozenset[str]:
        return self.after.states - self.before.states

    @property
    def lost(self) -> frozenset[str]:
        return self.before.states - self.after.states


@dataclass(frozen=True, slots=True)
class Difference:
    """Each in the order of the tree. Falsy where nothing differs."""

    added: tuple[Element, ...] = ()
    removed: tuple[Element, ...] = ()
    changed: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def without(self, keys: frozenset[str]) -> Difference:
        """Leaves out the controls with these keys, such as those that change by themselves."""
        return Difference(
            tuple(one for one in self.added if one.handle.key not in keys),
            tuple(one for one in self.removed if one.handle.key not in keys),
            tuple(one for one in self.changed if one.after.handle.key not in keys),
        )


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """From the first look to the second, of the same window."""
    pairs = {id(new): old for old, new in _pairs(before, after)}
    stayed = {id(old) for old in pairs.values()}
    changes = (_change(pairs[id(new)], new) for new in after if id(new) in pairs and _differs(pairs[id(new)], new))
    return Difference(
        added=tuple(new for new in after if id(new) not in pairs),
        removed=tuple(old for old in before if id(old) not in stayed),
        changed=tuple(change for change in changes if change.facets),
    )


def _differs(before: Element, after: Element) -> bool:
    """Whether there is anything to tell apart: most controls of a window stay as they are."""
    return (
        before.states != after.states
        or before.rect != after.rect
        or before.name != after.name
        or before.value != after.value
    )


def _change(before: Element, after: Element) -> Change:
    facets: list[Facet] = []
    if before.name != after.name:
        facets.append("name")
    if (before.value or "") != (after.value or ""):
        facets.append("value")
    if before.states - {"new"} != after.states - {"new"}:
        facets.append("states")
    if before.rect != after.rect:
        facets.append("rect")
    return Change(before, after, tuple(facets))


def _pairs(before: Snapshot, after: Snapshot) -> Iterator[tuple[Element, Element]]:
    """The same control in both looks. A key that now belongs to a control of another role was given anew."""
    old_by_key = {one.handle.key: one for one in before}
    # Within one run an object that came in the place of another is another: the page behind a tab, the next step of a wizard.
    same_run = any(new.handle.key in old_by_key for new in after if not new.by_sight)
    left_new: list[Element] = []
    for new in after:
        old = old_by_key.get(new.handle.key)
        if old is not None and old.role == new.role:
            del old_by_key[new.handle.key]
            yield old, new
        else:
            left_new.append(new)
    yield from _alike(old_by_key.values(), left_new, same_run=same_run)


def _alike(before: Iterable[Element], after: Iterable[Element], *, same_run: bool) -> Iterator[tuple[Element, Element]]:
    """Of the same role and name in the same containers, or, of one role and with no object to go by, at the very same place
    there."""
    waiting: defaultdict[tuple[object, ...], list[Element]] = defaultdict(list)
    for old in before:
        waiting[_named(old)].append(old)
    unnamed: list[Element] = []
    for new in after:
        if waiting[_named(new)]:
            yield waiting[_named(new)].pop(0), new
        else:
            unnamed.append(new)
    by_place = {
        (one.role, one.path, one.rect): one
        for group in waiting.values()
        for one in group
        if one.by_sight or not same_run
    }
    for new in unnamed:
        if same_run and not new.by_sight:
            continue
        there = by_place.pop((new.role, new.path, new.rect), None)
        if there is not None:
            yield there, new


def _named(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.label, element.path, element.row, element.column
