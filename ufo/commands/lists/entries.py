"""Reads all entries of a list or table, with name and row, as the application reports them without scrolling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ufo.commands.observe.in_view import inside
from ufo.commands.verb.context import VerbContext
from ufo.commands.verb.rows import handle_of, rows_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.roles import ROW_HOLDERS, ROWS


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
        return all(one.name or one.role == "Cell" for one in self.entries)

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
        if all(one.handle.key in self.by_key for one in in_look):
            return {one.handle.key: self.by_key[one.handle.key] for one in in_look}
        shown = [place for place in range(len(self.entries)) if place % self.stride in self.columns]
        names = [one.name for one in in_look]
        starts = [
            start
            for start in range(len(shown) - len(names) + 1)
            if all(self.entries[shown[start + step]].name == name for step, name in enumerate(names))
        ]
        if len(starts) != 1:
            return {}
        return {one.handle.key: shown[starts[0] + step] for step, one in enumerate(in_look)}

    @cached_property
    def by_key(self) -> dict[str, int]:
        return {one.handle.key: place for place, one in enumerate(self.entries)}


async def listing_of(context: VerbContext, holder: Element, at_most: int) -> ListEntries | None:
    """Return all entries, or None where the application does not report them or rows cannot be told apart."""
    if holder.role not in ROW_HOLDERS or holder.by_sight:
        return None
    look = await context.look()
    reported = await context.desktop.entries((look.same(holder) or holder).handle, at_most)
    entries = tuple(one for one in reported or () if one.role in ROWS)
    return _shaped(look, holder, entries) if entries else None


def _shaped(look: Snapshot, holder: Element, entries: tuple[Element, ...]) -> ListEntries | None:
    """Return the entries with the shape of their rows, or None. The entries of the look must be the same objects, or those that
    report being shown, in the same order; how they stand in rows gives the shape.
    """
    in_look = _entries_in(look, holder)
    by_key = {one.handle.key: place for place, one in enumerate(entries)}
    showing = [place for place, one in enumerate(entries) if "offscreen" not in one.states]
    if all(one.handle.key in by_key for one in in_look):
        showing = [by_key[one.handle.key] for one in in_look]
    names = [(one.name, entries[place].name) for one, place in zip(in_look, showing, strict=False)]
    if not in_look or len(in_look) != len(showing) or any(name and name != shown for shown, name in names):
        return None
    if not any(one.role == "Cell" for one in in_look):
        return ListEntries(holder, entries, 1, frozenset({0}), 0)
    places = {one.handle.key: place for one, place in zip(in_look, showing, strict=True)}
    rows = rows_of([one for one in in_look if "offscreen" not in one.states])
    stride = _stride([places[row[0].handle.key] for row in rows], rows)
    if stride < 1 or len(entries) % stride:
        return None
    lead = places[handle_of(rows[0]).handle.key] % stride
    return ListEntries(holder, entries, stride, frozenset(place % stride for place in showing), lead)


def _entries_in(look: Snapshot, holder: Element) -> list[Element]:
    return [one for one in inside(look, holder) if one.role in ROWS]


def _stride(firsts: Sequence[int], rows: Sequence[Sequence[Element]]) -> int:
    """Return how many entries a row has, hidden columns included; 0 where that is not certain."""
    steps = {later - earlier for earlier, later in zip(firsts, firsts[1:], strict=False)}
    if not steps:
        return len(rows[0]) if rows else 0
    return steps.pop() if len(steps) == 1 else 0
