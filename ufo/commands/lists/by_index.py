"""Finds the entry at a place of a list or table, or the only one of a name: among all entries that the application reports, or
else by scrolling and counting what is in sight.
"""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.lists.entries import listing_of
from ufo.commands.lists.search_list import MOST_TOLD, Search
from ufo.commands.lists.travel import counted_to, travel
from ufo.commands.observe.control_names import called, named
from ufo.commands.verb.context import VerbContext
from ufo.commands.verb.rows import Wanted, listed_places, pick
from ufo.desktop.snapshot import Element
from ufo.errors import AmbiguousElement, ToolError
from ufo.schema.roles import ROW_HOLDERS, ROWS

_SOON_TOLD = 1500
"""How many entries can be read in a moment, to be sure that no other has the same name."""


async def at_place(
    context: VerbContext, holder: Element | None, items: Sequence[Element], place: int
) -> Element | None:
    """Return the entry at that place, from 1. `items`: the entries that the look shows. Raises ToolError where the list has
    fewer entries or cannot be counted.
    """
    if holder is None or holder.role not in ROW_HOLDERS or not any(one.role in ROWS for one in items):
        return pick(items, place)
    listing = await listing_of(context, holder, MOST_TOLD)
    if listing is not None:
        wanted = listing.lead_of(place)
        if wanted is None:
            raise ToolError(f"{named(holder)} has {listing.rows} rows and no row {place}; places are counted from 1")
        return await travel(context, listing, wanted)
    numbered = {one.row for one in items}
    if any("offscreen" in one.states for one in items) and _is_whole(items, numbered):
        return pick(items, place)
    return await counted_to(context, holder, place)


def _is_whole(items: Sequence[Element], numbered: set[int | None]) -> bool:
    """Tell whether the look also contains what is out of sight: entries of a list that stand where they say, or cells with
    rows.
    """
    if any(one.role == "Cell" for one in items):
        return None not in numbered
    return True


async def only_one(context: VerbContext, holder: Element, item: Wanted) -> None:
    """Raise AmbiguousElement where several rows have the same name, in sight or not, as far as that can be found out quickly."""
    listing = await listing_of(context, holder, _SOON_TOLD) if isinstance(item, str) else None
    found = [] if listing is None or not listing.is_named else called(listing.entries, str(item))
    rows = sorted({listing.row_at(listing.entries.index(one)) for one in found}) if listing is not None else []
    if len(rows) > 1:
        raise AmbiguousElement(
            f"{len(rows)} rows of {named(holder)} are called {item!r}: {listed_places(rows)}; give the place (a number from 1)"
        )


async def find_again(context: VerbContext, holder: Element, item: Element) -> Element | None:
    """Find an entry that was found before and is out of sight now."""
    return await Search(context, holder, item.name or item.value or "").run()
