"""A look at one window: its elements, each with a handle that is valid for this snapshot only (design.md §3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ufo.schema.geometry import Rect
from ufo.schema.target import TREE_SOURCES, TargetInfo


@dataclass(frozen=True, slots=True)
class Handle:
    """Names an element on the desktop's side. `key` is the backend's own address of it and means nothing elsewhere.

    Role and name are kept so that the element can be re-identified right before it is acted on.
    """

    snapshot_id: int
    key: str
    role: str
    name: str


UNEXPLAINED = "its place looks different from the last look, and its application has not reported why"
"""The `doubt` of an element that was read again. What lies at its place may be another control by now."""


@dataclass(frozen=True, slots=True)
class Element:
    """One control that a person can see. Roles and states are those of `ufo.schema.target`.

    `depth` counts shown ancestors from the window; `path` holds their names; `value` is the text or number it shows; `row`
    and `column` (from 0) are set for cells; `window` is the id of the top-level window or dialog that it stands in ("" where
    that is not known); `doubt` says why what stands here may be wrong.
    """

    handle: Handle
    role: str
    name: str
    rect: Rect
    states: frozenset[str] = frozenset()
    value: str | None = None
    label: str | None = None
    description: str | None = None
    actions: tuple[str, ...] = ()
    depth: int = 0
    path: tuple[str, ...] = ()
    row: int | None = None
    column: int | None = None
    window: str = ""
    source: str = "a11y"
    doubt: str | None = None

    def __str__(self) -> str:
        """Its role and name, for a message."""
        return f"{self.role} {self.name!r}"

    @property
    def by_sight(self) -> bool:
        """Whether it is known from the window's picture alone: no application reported it."""
        return self.source not in TREE_SOURCES

    @property
    def is_tick(self) -> bool:
        """Whether it is a cell that is nothing but a tick."""
        return self.role == "Cell" and not self.name and bool(self.states & {"checked", "unchecked", "mixed"})


class _Handle:
    __slots__ = Handle.__slots__
    snapshot_id: int
    key: str
    role: str
    name: str


class Draft:
    """An element that a reader is still filling. A frozen dataclass is set field by field through `object.__setattr__`, which
    takes five times as long, and a sheet shows a thousand elements. The fields are those of `Element`.
    """

    __slots__ = Element.__slots__
    handle: Handle
    role: str
    name: str
    rect: Rect
    states: frozenset[str]
    value: str | None
    label: str | None
    description: str | None
    actions: tuple[str, ...]
    depth: int
    path: tuple[str, ...]
    row: int | None
    column: int | None
    window: str
    source: str
    doubt: str | None

    def __init__(self, snapshot_id: int, key: str, role: str, name: str) -> None:
        self.handle = _handle(snapshot_id, key, role, name)
        self.role, self.name = role, name
        self.states, self.actions, self.path = frozenset(), (), ()
        self.value = self.label = self.description = self.row = self.column = self.doubt = None
        self.depth, self.window, self.source = 0, "", "a11y"

    def done(self) -> Element:
        """Turn this object itself into the finished `Element`, without a copy."""
        element: Any = self
        element.__class__ = Element
        made: Element = element
        return made


def _handle(snapshot_id: int, key: str, role: str, name: str) -> Handle:
    draft: Any = _Handle()
    draft.snapshot_id, draft.key, draft.role, draft.name = snapshot_id, key, role, name
    draft.__class__ = Handle
    made: Handle = draft
    return made


@dataclass(frozen=True)
class Snapshot:
    """What a window showed at one moment. `degraded` says why the tree is poor (none, hung) or is None; `more` hints at what
    lies out of sight; `cut` says what is in sight but left out because there is too much of it, or is None; `app_root` names
    the application; `seen` is what detectors found in its picture, before those that the tree reports as well were dropped,
    which took `filtered_s` seconds. `is_deaf`: the application has a tree, but did not answer about it, so nothing is told by
    what is not listed. `popups` are the ids of its open menus and lists that the window system shows, whether or not the tree
    tells of them.
    """

    id: int
    window_id: str
    window_rect: Rect
    elements: tuple[Element, ...]
    degraded: str | None = None
    more: tuple[str, ...] = ()
    cut: str | None = None
    calls: int = 0
    app_root: str = ""
    seen: tuple[TargetInfo, ...] = ()
    filtered_s: float = 0.0
    is_deaf: bool = False
    popups: tuple[str, ...] = ()

    @cached_property
    def fingerprint(self) -> int:
        """A hash that is equal for snapshots of the same content. It is valid in this process only."""
        return hash(tuple((e.handle.key, e.role, e.name, e.value, e.states, e.rect) for e in self.elements))

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements)

    def same(self, element: Element) -> Element | None:
        """Return this snapshot's element with the same key, whatever its name is here, or None."""
        return next((item for item in self.elements if item.handle.key == element.handle.key), None)


def with_holders(elements: Iterable[Element]) -> Iterator[tuple[Element, list[Element]]]:
    """Yield each element with those that it stands in, from the outermost to the innermost: a list that goes on changing."""
    above: list[Element] = []
    for element in elements:
        while above and above[-1].depth >= element.depth:
            above.pop()
        yield element, above
        above.append(element)


def descendants(snapshot: Iterable[Element], element: Element) -> tuple[Element, ...]:
    """Return the elements below this one: those that follow it in tree order and are deeper."""
    found: list[Element] = []
    inside = False
    for shown in snapshot:
        if shown.handle.key == element.handle.key:
            inside = True
        elif inside and shown.depth <= element.depth:
            break
        elif inside:
            found.append(shown)
    return tuple(found)
