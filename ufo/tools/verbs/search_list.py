"""Searches a list or a page that is longer than what is in sight. Where the application reports a whole list, ask it; otherwise
scroll through it once, from the current place to the end and then from the start back to where that began.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement, ToolError
from ufo.schema.roles import ROW_HOLDERS, ROWS, TEXTS
from ufo.text.alike import Fit
from ufo.text.labels import label
from ufo.tools.observe.control_names import called, fitting, listed, named
from ufo.tools.observe.in_view import in_sight, inside
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.rows import ListEntries, Wanted, listed_places, listing_of, pick, rows_of
from ufo.tools.verbs.scroll_wheel import DOWN, UP, Wheel, counted_to, travel, words_of

MOST_TOLD = 6000
"""How many entries can be read in a second or two."""
_BLANK_TURNS = 8
_PAGE_PX_A_NOTCH = 120
"""Pixels, more than a browser scrolls by one notch. It is assumed over a blank stretch, where nothing can be measured."""
_SEARCH_S = 20.0
_FAR_NOTCHES = 400
_GROWN_AT_MOST = 5
_UP_FIRST = (1, 20, 40)
_SOON_TOLD = 1500
"""How many entries can be read in a moment, to be sure that no other has the same name."""


class Search:
    """Searches for a text. `extent` says in words how much was looked through."""

    def __init__(self, context: VerbContext, holder: Element | None, text: str, least: Fit = Fit.WHOLE) -> None:
        self._context, self._holder, self.text = context, holder, text
        self._is_page = holder is None or holder.role == "Document"
        self._seen = _Seen(text, least)
        # Words on a page in sight that contain the text are mostly the instruction that names it.
        self._mentions: frozenset[str] = frozenset()
        # A page has paragraphs instead of entries, and a paragraph that contains the words is a full match.
        self._enough = Fit.WORDS if self._is_page else Fit.WHOLE
        self._passed: set[tuple[str, ...]] = set()
        self._found: Element | None = None
        self._is_broken = False
        self.extent = ""

    async def run(self) -> Element | None:
        """Return the entry, and leave the list scrolled to it. Where none has that name, take the nearest entry that has it in
        its words, as far as `least` allows, or return None. Raises AmbiguousElement for several equally near entries,
        ToolError where the list is too long for the time limit.
        """
        look = await self._context.look()
        if self._is_page:
            self._mentions = frozenset(self._mentioned(look))
        found = self._add(look)
        if found is not None:
            return found
        listing = None if self._holder is None else await listing_of(self._context, self._holder, MOST_TOLD)
        if listing is not None and listing.is_named and self._holder is not None:
            return await self._among(self._holder, listing)
        if await self._go_through(look) or not self._seen.names:
            return self._found
        nearest = self._seen.nearest()
        return await Search(self._context, self._holder, nearest).run()

    async def _among(self, holder: Element, listing: ListEntries) -> Element | None:
        """Find the entry among all that the application reports. Ask again at the end of a list that grows while it scrolls."""
        for _ in range(_GROWN_AT_MOST):
            self.extent = f"none of its {listing.rows} {'rows' if listing.stride > 1 else 'entries'} has that name"
            if any("collapsed" in element.states for element in listing.entries):
                self.extent += (
                    "; what is in closed branches is not searched: expand them first, or visit it by its path"
                )
            meant = called(listing.entries, self.text) or self._seen.near(listing.entries)
            if meant:
                return await travel(self._context, listing, listing.entries.index(meant[0]))
            wheel = Wheel(self._context, holder)
            if not await wheel.turn(DOWN, _FAR_NOTCHES):
                return None
            grown = await listing_of(self._context, holder, MOST_TOLD)
            if grown is None or len(grown.entries) <= len(listing.entries):
                return None
            listing = grown
        return None

    async def _go_through(self, began: Snapshot) -> bool:
        """Scroll to the end, then from the start to where that began, so that nothing is passed twice. A single notch of the
        wheel does not show that a page is at its start. Raises ToolError where entries may have been missed.
        """
        at_start, began = await self._a_little_up(began)
        self._found = self._add(began)
        if self._found is not None:
            return True
        top = self._first(began)
        if await self._pass(None):
            return True
        if not at_start:
            wheel = Wheel(self._context, self._holder)
            moved = await wheel.to_edge(UP)
            self._found = self._add(wheel.after or ())
            if self._found is not None or (moved and await self._pass(None if self._is_broken else top)):
                return True
        if self._is_broken:
            raise ToolError(
                f"{self._extent('so far')}, none of them {self.text!r}{self._seen.instead()}; others may have been missed, since "
                "the list scrolls unevenly. Search for it or filter"
            )
        return False

    async def _a_little_up(self, began: Snapshot) -> tuple[bool, Snapshot]:
        """Scroll up a little, as the text is often just above. Return whether that is the list's start, and the look there."""
        if self._is_page:
            return False, began
        wheel = Wheel(self._context, self._holder)
        for notches in _UP_FIRST:
            if not await wheel.turn(UP, notches):
                return True, wheel.after or began
            if wheel.after is not None and self._add(wheel.after) is not None:
                break
        return False, wheel.after or began

    async def _pass(self, until: tuple[str, ...] | None) -> bool:
        """Scroll down until the content stands still, or the row that was in sight first appears again."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + _SEARCH_S
        # A page may have a blank stretch, where nothing is seen to move.
        blank = _BLANK_TURNS if self._is_page else 1
        step = max(1, self._context.window.rect.height // _PAGE_PX_A_NOTCH) if self._is_page else 1
        wheel, unmoved = Wheel(self._context, self._holder, step), 0
        while unmoved < blank:
            before, notches = wheel.after, wheel.step
            unmoved = 0 if await wheel.turn(DOWN) else unmoved + 1
            await self._close_gap(wheel, before, notches)
            self._found = self._add(wheel.after or ())
            if self._found is not None:
                return True
            if until and until in _signatures(wheel.after or (), self._holder):
                return False
            if clock() > deadline:
                raise ToolError(
                    f"no {self.text!r} came into sight in {_SEARCH_S:g} s of scrolling, "
                    f"{self._extent('so far')}{self._seen.instead()}; search for it or filter"
                )
        return False

    async def _close_gap(self, wheel: Wheel, before: Snapshot | None, notches: int) -> None:
        """Make sure that no row was missed between two looks: rows that are in both prove it. Where there are none, scroll back
        half the way, where some of both may be in sight.
        """
        after = wheel.after
        if self._is_page or self._joins(before, after):
            return
        if self._add(after or ()) is None:
            await wheel.turn(UP, max(1, notches // 2))
            self._is_broken |= not (self._joins(before, wheel.after) and self._joins(wheel.after, after))

    def _joins(self, snapshot: Snapshot | None, other: Snapshot | None) -> bool:
        rows = _signatures(snapshot or (), self._holder)
        return not rows or not rows.isdisjoint(_signatures(other or (), self._holder))

    def _add(self, look: Snapshot | Sequence[Element]) -> Element | None:
        self._passed |= _signatures(look, self._holder)
        found = self._seen.add(inside(look, self._holder), self._enough, self._mentions)
        self.extent = self._extent("from its start to its end")
        return found

    def _mentioned(self, look: Snapshot) -> Iterator[str]:
        """Yield the keys of the texts in sight that contain what is searched for and more."""
        wanted = label(self.text)
        for element in inside(look, self._holder):
            said = label(element.name or element.value)
            if element.role in TEXTS and in_sight(element) and wanted in said and wanted != said:
                yield element.handle.key

    def _extent(self, how_far: str) -> str:
        rows = f"{len(self._passed)} different rows were seen" if self._passed else "looked through"
        return f"{rows} {how_far}"

    def _first(self, look: Snapshot) -> tuple[str, ...] | None:
        """Return the first row in sight whose words no other row in sight has, or None."""
        rows = [words_of(row) for row in _rows(look, self._holder)]
        return next((row for row in rows if rows.count(row) == 1), None)


def _rows(look: Snapshot | Sequence[Element], holder: Element | None) -> list[list[Element]]:
    elements = inside(look, holder)
    return rows_of([element for element in elements if element.role in ROWS and in_sight(element)])


def _signatures(look: Snapshot | Sequence[Element], holder: Element | None) -> set[tuple[str, ...]]:
    return {words_of(row) for row in _rows(look, holder)}


class _Seen:
    """What was seen during the search for something else, by how near it comes."""

    def __init__(self, text: str, least: Fit) -> None:
        self.text, self._least = text, least
        self._best: Fit | None = None
        self.names: dict[str, Element] = {}

    def add(self, elements: Sequence[Element], enough: Fit, mentions: frozenset[str] = frozenset()) -> Element | None:
        """Note the elements; return one near enough, in sight if any. `mentions`: keys of those that count only alone."""
        exact = called(elements, self.text)
        if exact:
            return min(exact, key=lambda element: not in_sight(element))
        fits, found = fitting(elements, self.text, self._least)
        if fits is None or (self._best is not None and fits > self._best):
            return None
        if fits != self._best:
            self._best, self.names = fits, {}
        self.names.update((element.name or element.value or "", element) for element in found)
        others = [element for element in found if element.handle.key not in mentions]
        is_near = fits <= min(enough, self._least)
        return min(others, key=lambda element: not in_sight(element), default=None) if is_near else None

    def near(self, elements: Sequence[Element]) -> list[Element]:
        """Return the elements with the nearest name among all. Raises AmbiguousElement."""
        self.add(elements, Fit.WHOLE)
        if not self.names:
            return []
        name = self.nearest()
        return [element for element in elements if (element.name or element.value or "") == name]

    def nearest(self) -> str:
        """Return the only name that came near. Raises AmbiguousElement."""
        if len(self.names) > 1:
            raise AmbiguousElement(
                f"nothing is called {self.text!r}, but it is part of {listed(self.names.values())}; give the whole name"
            )
        return next(iter(self.names))

    def instead(self) -> str:
        return f" (the nearest: {listed(self.names.values())})" if self.names else ""


async def at_place(
    context: VerbContext, holder: Element | None, items: Sequence[Element], place: int
) -> Element | None:
    """Return the entry at that place, from 1. Raises ToolError where there are fewer, or they cannot be counted."""
    if holder is None or holder.role not in ROW_HOLDERS or not any(element.role in ROWS for element in items):
        return pick(items, place)
    listing = await listing_of(context, holder, MOST_TOLD)
    if listing is not None:
        wanted = listing.lead_of(place)
        if wanted is None:
            raise ToolError(f"{named(holder)} has {listing.rows} rows and no row {place}; places are counted from 1")
        return await travel(context, listing, wanted)
    numbered = {element.row for element in items}
    # The look also has what is out of sight: entries that stand where they say, or cells with rows.
    is_whole = None not in numbered or all(entry.role != "Cell" for entry in items)
    if is_whole and any("offscreen" in entry.states for entry in items):
        return pick(items, place)
    return await counted_to(context, holder, place)


async def only_one(context: VerbContext, holder: Element, item: Wanted) -> None:
    """Raise AmbiguousElement where several rows have the same name, in sight or not, as far as that can be found out quickly."""
    listing = await listing_of(context, holder, _SOON_TOLD) if isinstance(item, str) else None
    found = [] if listing is None or not listing.is_named else called(listing.entries, str(item))
    rows = sorted({listing.row_at(listing.entries.index(element)) for element in found}) if listing is not None else []
    if len(rows) > 1:
        raise AmbiguousElement(
            f"{len(rows)} rows of {named(holder)} are called {item!r}: {listed_places(rows)}; give the place (a number from 1)"
        )
