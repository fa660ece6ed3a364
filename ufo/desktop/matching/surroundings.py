"""What stands where in a snapshot: containers, siblings, what is beside a control, and what else its window holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.roles import (
    BOXES,
    BUTTONS,
    EDITS_AND_DOCUMENTS,
    IMAGES_AND_CUSTOM,
    MENU_ITEMS,
    RESTLESS_AND_SEPARATORS,
    ROW_HOLDERS,
    ROWS,
    ROWS_AND_HEADERS,
    TEXTS,
    WINDOWS_AND_DIALOGS,
)
from ufo.schema.selector import Neighbour, Position, Side, Step
from ufo.text.alike import has_letters, plain

DATA_ROLES = ROWS_AND_HEADERS | TEXTS | IMAGES_AND_CUSTOM | {"Hyperlink"}
"""Roles of an application's data. Their place does not identify them, because lists are sorted and grow."""
_FAMILIES = (BUTTONS, TEXTS, MENU_ITEMS, EDITS_AND_DOCUMENTS, ROW_HOLDERS, BOXES)
_KIN = MappingProxyType({role: min(family) for family in _FAMILIES for role in family})
_SAID_BY_VALUE = ROWS | TEXTS
_WORDS = 200
_LANDMARKS, _ON_LINE = 12, 4


def kin_of(role: str) -> str:
    """Return one word for all roles that toolkits and versions use for the same kind of control."""
    return _KIN.get(role, role)


def words_of(element: Element) -> str:
    """Return what a person would call the element."""
    words = element.name or element.label or element.description or ""
    if not words and element.role in _SAID_BY_VALUE:
        words = element.value or ""
    return words[:_WORDS]


class Surroundings:
    """The surroundings of all elements of one snapshot. Elements are passed by their index, which is in the order of the tree."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.elements = snapshot.elements
        self.window_rect = snapshot.window_rect
        self.parents: list[int] = []
        self._paths: dict[int, tuple[Step, ...]] = {-1: ()}
        self._neighbours: dict[int, tuple[Neighbour, ...]] = {}
        open_ones: list[int] = []
        for index, element in enumerate(self.elements):
            while open_ones and self.elements[open_ones[-1]].depth >= element.depth:
                open_ones.pop()
            self.parents.append(open_ones[-1] if open_ones else -1)
            open_ones.append(index)

    @cached_property
    def _by_key(self) -> dict[str, int]:
        return {element.handle.key: index for index, element in enumerate(self.elements)}

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for index, parent in enumerate(self.parents):
            found.setdefault(parent, []).append(index)
        return found

    @cached_property
    def _named(self) -> list[tuple[int, Rect, str]]:
        return [
            (index, element.rect, words)
            for index, element in enumerate(self.elements)
            if (words := words_of(element))
            and not element.rect.is_empty
            and element.role not in RESTLESS_AND_SEPARATORS
        ]

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(plain(words_of(element)) for element in self.elements)

    def has(self, element: Element) -> bool:
        return element.handle.key in self._by_key

    def index(self, element: Element) -> int:
        """Return the element's index. Raises KeyError for an element of another snapshot."""
        return self._by_key[element.handle.key]

    def above(self, index: int) -> Iterator[int]:
        """Return the containers of an element, the nearest first."""
        while (index := self.parents[index]) >= 0:
            yield index

    def path(self, index: int) -> tuple[Step, ...]:
        parent = self.parents[index]
        if parent not in self._paths:
            box = self.elements[parent]
            self._paths[parent] = (*self.path(parent), Step(role=box.role, name=words_of(box)))
        return self._paths[parent]

    def surface(self, index: int) -> int:
        """Return the dialog that the element stands in (or is), or -1 for the window itself."""
        return next(
            (number for number in (index, *self.above(index)) if self.elements[number].role in WINDOWS_AND_DIALOGS), -1
        )

    def position(self, index: int) -> Position:
        """Return the element's position among its siblings of the same role."""
        return Position(index=self._ranks[index][0], count=len(self._ranks[index][1]))

    @cached_property
    def _ranks(self) -> dict[int, tuple[int, list[int]]]:
        alike: dict[tuple[int, str], list[int]] = {}
        for index, parent in enumerate(self.parents):
            alike.setdefault((parent, self.elements[index].role), []).append(index)
        return {index: (rank, group) for group in alike.values() for rank, index in enumerate(group)}

    def place(self, index: int) -> tuple[float, float]:
        center, window = self.elements[index].rect.center, self.window_rect
        if window.is_empty:
            return 0.5, 0.5
        return round((center.x - window.x) / window.width, 3), round((center.y - window.y) / window.height, 3)

    def neighbours(self, index: int) -> tuple[Neighbour, ...]:
        if index not in self._neighbours:
            self._neighbours[index] = (*self._in_order(index), *self._beside(index))
        return self._neighbours[index]

    def siblings(self, index: int) -> list[int]:
        """Return the elements in the same container, itself among them."""
        return self._children[self.parents[index]]

    def _in_order(self, index: int) -> Iterator[Neighbour]:
        siblings = self.siblings(index)
        at = siblings.index(index)
        ends: tuple[tuple[Side, int], ...] = (("previous", at - 1), ("next", at + 1))
        for side, other in ends:
            if 0 <= other < len(siblings):
                element = self.elements[siblings[other]]
                yield Neighbour(side=side, role=element.role, words=words_of(element))

    def _beside(self, index: int) -> Iterator[Neighbour]:
        rect = self.elements[index].rect
        if rect.is_empty:
            return
        around = set(self.above(index))
        surface = self.surface(index)
        nearest: dict[Side, tuple[int, int, str]] = {}
        line: list[tuple[int, int, str]] = []
        for other, there, words in self._named:
            side, gap = _side(rect, there)
            if side is None or other == index or other in around:
                continue
            is_nearest = gap < nearest.get(side, (1 << 30,))[0]
            on_line = side in ("left", "right")
            if not (is_nearest or on_line) or self.surface(other) != surface:
                continue
            if on_line:
                line.append((gap, other, words))
            if is_nearest:
                nearest[side] = (gap, other, words)
        beside = {other for _, other, _ in nearest.values()}
        further = [entry for entry in sorted(line)[: _ON_LINE + 2] if entry[1] not in beside][:_ON_LINE]
        found = [(side, *nearest[side]) for side in sorted(nearest)] + [("row", *entry) for entry in further]
        for side, _, other, words in found:
            yield Neighbour(side=side, role=self.elements[other].role, words=words)

    def alike(self, index: int) -> list[int]:
        """Return the elements of a like role and of the same words, itself among them."""
        return self._alike[self._likeness(index)]

    @cached_property
    def _alike(self) -> dict[tuple[str, str], list[int]]:
        groups: dict[tuple[str, str], list[int]] = {}
        for index in range(len(self.elements)):
            groups.setdefault(self._likeness(index), []).append(index)
        return groups

    def _likeness(self, index: int) -> tuple[str, str]:
        element = self.elements[index]
        return kin_of(element.role), plain(words_of(element))

    def spots(self, index: int) -> int:
        """Return how many elements of its role have the same position in containers of the same names."""
        return self._spots[self._spot(index)]

    @cached_property
    def _spots(self) -> Counter[tuple[object, ...]]:
        return Counter(self._spot(index) for index in range(len(self.elements)))

    def _spot(self, index: int) -> tuple[object, ...]:
        rank, group = self._ranks[index]
        return self.elements[index].role, self.path(index), rank, len(group)

    def landmarks(self, index: int) -> tuple[str, ...]:
        """Return words that stand in the same window or dialog, spread over it, without the element's own."""
        own = plain(words_of(self.elements[index]))
        surface = self.surface(index)
        found = dict.fromkeys(
            words_of(element)[:60]
            for other, element in enumerate(self.elements)
            if element.role not in DATA_ROLES | RESTLESS_AND_SEPARATORS
            and has_letters(words_of(element))
            and plain(words_of(element)) != own
            and self.surface(other) == surface
        )
        step = max(1, -(-len(found) // _LANDMARKS))
        return tuple(list(found)[::step])

    def shape(self, index: int) -> tuple[tuple[str, int], ...]:
        """Return how many controls of each role the same window or dialog has, without its data (rows, texts, images)."""
        return self._shapes[self.surface(index)]

    @cached_property
    def _shapes(self) -> dict[int, tuple[tuple[str, int], ...]]:
        counts: dict[int, Counter[str]] = {}
        for other, element in enumerate(self.elements):
            if element.role not in DATA_ROLES | RESTLESS_AND_SEPARATORS:
                counts.setdefault(self.surface(other), Counter())[element.role] += 1
        shapes = {surface: tuple(sorted(count.items())) for surface, count in counts.items()}
        return {surface: () for surface in (-1, *range(len(self.elements)))} | shapes


def _side(rect: Rect, other: Rect) -> tuple[Side | None, int]:
    """Tell on which side of `rect` the other one lies, and how many pixels away; None where they overlap or are not in line."""
    right, bottom = rect.x + rect.width, rect.y + rect.height
    their_right, their_bottom = other.x + other.width, other.y + other.height
    across = min(bottom, their_bottom) - max(rect.y, other.y)
    if across > 0 and across * 2 > min(rect.height, other.height):
        if their_right <= rect.x + 2:
            return "left", rect.x - their_right
        if other.x >= right - 2:
            return "right", other.x - right
    along = min(right, their_right) - max(rect.x, other.x)
    if along > 0 and along * 2 > min(rect.width, other.width):
        if their_bottom <= rect.y + 2:
            return "above", rect.y - their_bottom
        if other.y >= bottom - 2:
            return "below", other.y - bottom
    return None, 0
