"""Tells the rows of a list or table: counted as a person does, which are selected, and all that the application reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ufo.desktop.snapshot import Element, Snapshot, with_holders
from ufo.errors import AmbiguousElement
from ufo.schema.roles import ROW_HOLDERS, ROWS
from ufo.tools.observe.control_names import called
from ufo.tools.observe.in_view import around, inside
from ufo.tools.verbs.check import is_checked
from ufo.tools.verbs.context import VerbContext, same

Wanted = str | int

_MARKS = frozenset({"checked", "unchecked"})
_TOLD_AT_MOST = 8


def rows_of(items: Sequence[Element]) -> list[list[Element]]:
    """Return the rows from first to last, each from left to right. Cells without a row number form one row where they are on
    one line. Among those, cells out of sight are left out where others are in sight, since their places may be old.
    """
    if not any(element.role == "Cell" for element in items):
        return [[element] for element in items]
    numbers = [element.row for element in items if element.row is not None]
    if len(numbers) == len(items):
        return [[element for element in items if element.row == number] for number in sorted(set(numbers))]
    placed = [element for element in items if "offscreen" not in element.states] or [
        element for element in items if not element.rect.is_empty
    ]
    lines: list[list[Element]] = []
    for element in sorted(placed, key=lambda shown: shown.rect.y + shown.rect.height / 2):
        if lines and on_one_line(lines[-1][0], element):
            lines[-1].append(element)
        else:
            lines.append([element])
    return [sorted(line, key=lambda element: element.rect.x) for line in lines]


def on_one_line(element: Element, other: Element) -> bool:
    centre = other.rect.y + other.rect.height / 2
    return element.rect.y <= centre < element.rect.bottom


def handle_of(row: Sequence[Element]) -> Element:
    """Return the element of a row to click to select it: not a box to tick, and words rather than a picture."""
    plain = [element for element in row if not element.states & _MARKS] or row
    return next((element for element in plain if element.name or element.value), plain[0])


def pick(items: Sequence[Element], item: Wanted) -> Element | None:
    """Return the item at a place, from 1, or with these words. Raises AmbiguousElement where several rows have them."""
    if isinstance(item, int):
        rows = rows_of(items)
        return handle_of(rows[item - 1]) if 1 <= item <= len(rows) else None
    found = called(items, item)
    if len(found) < 2:
        return found[0] if found else None
    keys = {element.handle.key for element in found}
    places = [
        place for place, row in enumerate(rows_of(items), 1) if any(element.handle.key in keys for element in row)
    ]
    told_rows = {element.row for element in found}
    if len(places) > 1 or (not places and (None in told_rows or len(told_rows) > 1)):
        raise AmbiguousElement(f"{len(found)} items are called {item!r}; give the place (a number from 1) or the id")
    return found[0]


def listed_places(places: Iterable[int]) -> str:
    """Return the first places for a message, and the number of the others."""
    numbers = list(places)
    more = f" and {len(numbers) - _TOLD_AT_MOST} more" if len(numbers) > _TOLD_AT_MOST else ""
    return ", ".join(map(str, numbers[:_TOLD_AT_MOST])) + more


class SelectionState:
    def __init__(self, look: Snapshot) -> None:
        self._look = look
        self._row_of: dict[str, Element] = {}
        for element, holders in with_holders(look):
            if element.role == "Cell" and holders and holders[-1].role == "Pane" and "selectable" in holders[-1].states:
                self._row_of[element.handle.key] = holders[-1]

    def states_of(self, item: Element) -> frozenset[str]:
        row = self._row_of.get(item.handle.key)
        return item.states if row is None else item.states | row.states

    def holds(self, item: Element) -> bool:
        """Tell whether the item is selected. A tick counts as that only for an item that is not selectable."""
        states = self.states_of(item)
        if "selected" in states:
            return True
        return "selectable" not in states and ("checked" in states or bool(is_checked(item)))

    def now(self, item: Element) -> Element | None:
        """Return the same item as it is now where it is selected, or None."""
        found = same(self._look, item)
        return found if found is not None and self.holds(found) else None

    def beside(self, found: Sequence[Element]) -> list[Element]:
        """Return what else is selected in the same list. The cells of one row are selected together."""
        wanted = [same(self._look, element) or element for element in found]
        holder = around(self._look, wanted[0])
        if holder is None:
            return []
        inner = [
            element for element in inside(self._look, holder) if element.role == wanted[0].role and self.holds(element)
        ]
        return [element for element in inner if not any(_is_one(element, each) for each in wanted)]


def _is_one(element: Element, other: Element) -> bool:
    if element.handle.key == other.handle.key:
        return True
    if element.role != "Cell":
        return False
    return element.row == other.row if element.row is not None else on_one_line(element, other)


@dataclass(frozen=True)
class ListEntries:
    """All entries of a list, in order and without headers. A row has `stride` of them, and those at `columns` are shown. The
    entry at `lead` is the one that the row is selected by.
    """

    holder: Element
    entries: tuple[Element, ...]
    stride: int
    columns: frozenset[int]
    lead: int

    @property
    def is_named(self) -> bool:
        """Whether words can be searched in it: entries that are named by their content may be nameless here."""
        return all(element.name or element.role == "Cell" for element in self.entries)

    @property
    def rows(self) -> int:
        return len(self.entries) // self.stride

    def row_at(self, place: int) -> int:
        """Return the row, from 1, of the entry at `place`, from 0."""
        return place // self.stride + 1

    def lead_of(self, row: int) -> int | None:
        """Return the place of the entry that the row is selected by, or None where there is no such row."""
        return (row - 1) * self.stride + self.lead if 1 <= row <= self.rows else None

    def places(self, look: Snapshot) -> dict[str, int]:
        """Return the places, from 0, of the entries in a look, by their keys. Objects that were made anew are recognised by the
        words of all of them together, where those fit at one place only; otherwise the result is empty.
        """
        in_look = _entries_in(look, self.holder)
        if all(element.handle.key in self.by_key for element in in_look):
            return {element.handle.key: self.by_key[element.handle.key] for element in in_look}
        shown = [place for place in range(len(self.entries)) if place % self.stride in self.columns]
        names = [element.name for element in in_look]
        starts = [
            start
            for start in range(len(shown) - len(names) + 1)
            if all(self.entries[shown[start + step]].name == name for step, name in enumerate(names))
        ]
        if len(starts) != 1:
            return {}
        return {element.handle.key: shown[starts[0] + step] for step, element in enumerate(in_look)}

    @cached_property
    def by_key(self) -> dict[str, int]:
        return {element.handle.key: place for place, element in enumerate(self.entries)}


async def listing_of(context: VerbContext, holder: Element, at_most: int) -> ListEntries | None:
    """Return all entries, or None where the application does not report them or rows cannot be told apart."""
    if holder.role not in ROW_HOLDERS or holder.by_sight:
        return None
    look = await context.look()
    reported = await context.desktop.entries((look.same(holder) or holder).handle, at_most)
    entries = tuple(element for element in reported or () if element.role in ROWS)
    return _shaped(look, holder, entries) if entries else None


def _shaped(look: Snapshot, holder: Element, entries: tuple[Element, ...]) -> ListEntries | None:
    """Return the entries with the shape of their rows, as those in the look tell it; None where they are not the same."""
    in_look = _entries_in(look, holder)
    by_key = {element.handle.key: place for place, element in enumerate(entries)}
    showing = [place for place, element in enumerate(entries) if "offscreen" not in element.states]
    if all(element.handle.key in by_key for element in in_look):
        showing = [by_key[element.handle.key] for element in in_look]
    names = [(element.name, entries[place].name) for element, place in zip(in_look, showing, strict=False)]
    if not in_look or len(in_look) != len(showing) or any(name and name != shown for shown, name in names):
        return None
    if not any(element.role == "Cell" for element in in_look):
        return ListEntries(holder, entries, 1, frozenset({0}), 0)
    places = {element.handle.key: place for element, place in zip(in_look, showing, strict=True)}
    rows = rows_of([element for element in in_look if "offscreen" not in element.states])
    stride = _stride([places[row[0].handle.key] for row in rows], rows)
    if stride < 1 or len(entries) % stride:
        return None
    lead = places[handle_of(rows[0]).handle.key] % stride
    return ListEntries(holder, entries, stride, frozenset(place % stride for place in showing), lead)


def _entries_in(look: Snapshot, holder: Element) -> list[Element]:
    return [element for element in inside(look, holder) if element.role in ROWS]


def _stride(firsts: Sequence[int], rows: Sequence[Sequence[Element]]) -> int:
    """Return how many entries a row has, hidden columns included; 0 where that is not certain."""
    steps = {later - earlier for earlier, later in zip(firsts, firsts[1:], strict=False)}
    if not steps:
        return len(rows[0]) if rows else 0
    return steps.pop() if len(steps) == 1 else 0
