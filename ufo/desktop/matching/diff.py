"""What differs between two looks at a window: controls that came, went or changed, as values.

Within one run of an application a control is known by its handle's key, across a restart by what it says and where it stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ufo.desktop.snapshot import Element, Snapshot

Facet = Literal["name", "value", "states", "rect"]


@dataclass(frozen=True, slots=True)
class Change:
    """One control that is in both looks. `gained` and `lost` are states."""

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
    """What was added, removed and changed, each in the order of the tree. Falsy where nothing differs."""

    added: tuple[Element, ...] = ()
    removed: tuple[Element, ...] = ()
    changed: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def without(self, keys: frozenset[str]) -> Difference:
        """Leave out the controls with these keys, such as those that change by themselves."""
        return Difference(
            tuple(element for element in self.added if element.handle.key not in keys),
            tuple(element for element in self.removed if element.handle.key not in keys),
            tuple(change for change in self.changed if change.after.handle.key not in keys),
        )


@dataclass(frozen=True)
class ObjectDifference:
    """What differs when a control counts as the same as long as its object is the same, even if its role changed.

    `came_or_changed` is in the order of the later look, `went` in that of the `earlier` one. `same_run`: an object of the
    application is in both looks.
    """

    earlier: Snapshot
    came_or_changed: tuple[Element | Change, ...]
    went: tuple[Element, ...]
    same_run: bool

    @property
    def changes(self) -> Iterator[Change]:
        return (item for item in self.came_or_changed if isinstance(item, Change))

    @cached_property
    def controls(self) -> Difference:
        """The difference as a person sees it: another object may be the same control, and an object with another role is
        another control.
        """
        stayed = [change for change in self.changes if change.before.role == change.after.role]
        kept = {id(change.after) for change in stayed}
        later = [item.after if isinstance(item, Change) else item for item in self.came_or_changed]
        left_new = [element for element in later if id(element) not in kept]
        left_old = self._left_old()
        pairs = {id(new): old for old, new in _alike(left_old, left_new, same_run=self.same_run)}
        matched = {id(old) for old in pairs.values()}
        changes = {id(change.after): change for change in stayed}
        changes |= {id(new): _change(pairs[id(new)], new) for new in left_new if id(new) in pairs}
        return Difference(
            added=tuple(new for new in left_new if id(new) not in pairs),
            removed=tuple(old for old in left_old if id(old) not in matched),
            changed=tuple(
                changes[id(element)] for element in later if id(element) in changes and changes[id(element)].facets
            ),
        )

    def _left_old(self) -> Sequence[Element]:
        """Return the controls that went, and those whose object has another role now: its key was reused for another control."""
        renewed = [change.before for change in self.changes if change.before.role != change.after.role]
        if not renewed:
            return self.went
        left = {id(element) for element in (*self.went, *renewed)}
        return [element for element in self.earlier if id(element) in left]


def object_difference(before: Snapshot, after: Snapshot) -> ObjectDifference:
    """Compare two looks at the same window by object, from the first to the second."""
    old_by_key = {element.handle.key: element for element in before}
    # Within one run, an object that takes another's place is a new control: the page behind a tab, the next step of a wizard.
    same_run = False
    found: list[Element | Change] = []
    for new in after:
        old = old_by_key.pop(new.handle.key, None)
        if old is None:
            found.append(new)
            continue
        same_run = same_run or not new.by_sight
        if _differs(old, new):
            change = _change(old, new)
            if change.facets or old.role != new.role:
                found.append(change)
    return ObjectDifference(before, tuple(found), tuple(old_by_key.values()), same_run)


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """Compare two looks at the same window as a person sees them, from the first to the second."""
    return object_difference(before, after).controls


def _differs(before: Element, after: Element) -> bool:
    """Tell quickly whether two looks at a control differ at all, since most controls of a window stay as they are."""
    return (
        before.role != after.role
        or before.states != after.states
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


def _alike(before: Iterable[Element], after: Iterable[Element], *, same_run: bool) -> Iterator[tuple[Element, Element]]:
    """Pair controls of the same role and name in the same containers. Where no object identifies a control, pair those of the
    same role and containers at the very same place as well.
    """
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
        (element.role, element.path, element.rect): element
        for group in waiting.values()
        for element in group
        if element.by_sight or not same_run
    }
    for new in unnamed:
        if same_run and not new.by_sight:
            continue
        there = by_place.pop((new.role, new.path, new.rect), None)
        if there is not None:
            yield there, new


def _named(element: Element) -> tuple[object, ...]:
    return element.role, element.name, element.label, element.path, element.row, element.column
