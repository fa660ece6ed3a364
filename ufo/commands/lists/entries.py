"""All entries of a list or table, with name and row, as its application tells them without being scrolled."""

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
    """`entries` in their order, without headers. A row has `stride` of them, of which those at `columns` are shown; it is
    selected by the one at `lead`."""

    holder: Element
    entries: tuple[Element, ...]
    stride: int
    columns: frozenset[int]
    lead: int

    @property
    def is_named(self) -> bool:
        """Whether words can be looked for in it: entries that are called by their content may be nameless."""
        return all(one.name or one.role == "Cell" for one in self.entries)

    @property
    def rows(self) -> int:
        return len(self.entries) // self.stride

    def row_at(self, place: int) -> int:
        """From 1; `place` from 0."""
        return place // self.stride + 1

    def lead_of(self, row: int) -> int | None:
        """The place of what the row is selected by; None where there is no such row."""
        return (row - 1) * self.stride + self.lead if 1 <= row <= self.rows else None

    def places(self, look: Snapshot) -> dict[str, int]:
        """Among all, from 0, of what a look tells of it, by the key. Objects that are made anew are known by the words of them
        all, where those stand at one place only; else nothing is known."""
        told = _told_by(look, self.holder)
        if all(one.handle.key in self.by_key for one in told):
            return {one.handle.key: self.by_key[one.handle.key] for one in told}
        shown = [place for place in range(len(self.entries)) if place % self.stride in self.columns]
        names = [one.name for one in told]
        starts = [
            start
            for start in range(len(shown) - len(names) + 1)
            if all(self.entries[shown[start + step]].name == name for step, name in enumerate(names))
        ]
        if len(starts) != 1:
            return {}
        return {one.handle.key: shown[starts[0] + step] for step, one in enumerate(told)}

    @cached_property
    def by_key(self) -> dict[str, int]:
        return {one.handle.key: place for place, one in enumerate(self.entries)}


async def listing_of(hands: VerbContext, holder: Element, at_most: int) -> ListEntries | None:
    """None where the application does not tell it, or where rows are not told apart."""
    if holder.role not in ROW_HOLDERS or holder.by_sight:
        return None
    look = await hands.look()
    told = await hands.desktop.entries((look.same(holder) or holder).handle, at_most)
    entries = tuple(one for one in told or () if one.role in ROWS)
    return _shaped(look, holder, entries) if entries else None


def _shaped(look: Snapshot, holder: Element, entries: tuple[Element, ...]) -> ListEntries | None:
    """What the look tells are the same objects, or those that say that they are shown, in the same order; how they stand in rows
    tells the rest."""
    told = _told_by(look, holder)
    by_key = {one.handle.key: place for place, one in enumerate(entries)}
    showing = [place for place, one in enumerate(entries) if "offscreen" not in one.states]
    if all(one.handle.key in by_key for one in told):
        showing = [by_key[one.handle.key] for one in told]
    names = [(one.name, entries[place].name) for one, place in zip(told, showing, strict=False)]
    if not told or len(told) != len(showing) or any(name and name != shown for shown, name in names):
        return None
    if not any(one.role == "Cell" for one in told):
        return ListEntries(holder, entries, 1, frozenset({0}), 0)
    places = {one.handle.key: place for one, place in zip(told, showing, strict=True)}
    rows = rows_of([one for one in told if "offscreen" not in one.states])
    stride = _stride([places[row[0].handle.key] for row in rows], rows)
    if stride < 1 or len(entries) % stride:
        return None
    lead = places[handle_of(rows[0]).handle.key] % stride
    return ListEntries(holder, entries, stride, frozenset(place % stride for place in showing), lead)


def _told_by(look: Snapshot, holder: Element) -> list[Element]:
    return [one for one in inside(look, holder) if one.role in ROWS]


def _stride(firsts: Sequence[int], rows: Sequence[Sequence[Element]]) -> int:
    """How many entries a row has, hidden columns included; 0 where that is not sure."""
    steps = {later - earlier for earlier, later in zip(firsts, firsts[1:], strict=False)}
    if not steps:
        return len(rows[0]) if rows else 0
    return steps.pop() if len(steps) == 1 else 0
