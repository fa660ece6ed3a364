"""Expands and collapses tree branches, combo boxes, menus, expanders and any control that reports that it can be expanded."""

from __future__ import annotations

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import EXPANDED_BY_PRESS, ROWS
from ufo.tools.observe.control_names import listed, named
from ufo.tools.observe.in_view import inside
from ufo.tools.verbs.context import VerbContext, already, require, same

_TOLD = frozenset({"expanded", "collapsed"})
_LATE_S, _OPENS_S = 0.7, 2.0


async def expand(context: VerbContext, element: Element, expanded: bool) -> ActionReport:
    """Expand or collapse a control. Raises NotActionable where it reports neither state."""
    current = await require(context, element)
    if current.role == "Cell" and current.row is not None and not current.states & _TOLD and expanded:
        return await _open_list(context, current)
    branch = branch_of(await context.seen(current), current)
    if not branch.states & _TOLD:
        raise NotActionable(f"{named(current)} does not open or close; select or click it instead")
    word = "expanded" if expanded else "collapsed"
    if word in branch.states:
        return already(f"{named(current)} is {word}", expanded)
    ways = (
        lambda: context.act(branch, "expand" if expanded else "collapse"),
        lambda: _by_hand(context, branch, expanded),
    )
    route, held = await context.try_each(ways, lambda look: _if_is(look, current, word), _LATE_S)
    if route is None:
        raise NotActionable(f"{named(current)} has no action to open or close it; click it instead")
    if held is not None:
        return context.confirm(current, held, f"{named(current)} is {word} now", route, expanded)
    return ActionReport.of(
        Effect.SUSPECTED_NOOP, f"{named(current)} is not {word} after it was asked to be", route, not expanded
    )


def branch_of(look: Snapshot, row: Element) -> Element:
    """Return the element that holds the expanded state: in GTK 4 trees a part of the row, elsewhere the row itself. From 4.16 on
    that part is a button with the words of the row, which is a pane.
    """
    if row.role not in ROWS | {"Pane"} or row.states & _TOLD:
        return row
    parts = [
        part
        for part in inside(look, row)
        if part.states & _TOLD
        and ((part.role, part.name) == ("Button", row.name) or (part.role == "Pane" and row.role in ROWS))
    ]
    return parts[0] if len(parts) == 1 else row


async def _open_list(context: VerbContext, cell: Element) -> ActionReport:
    """Open the list of a sheet's cell: the filter of its column, or its allowed values. No element of the tree opens it."""
    known = {shown.handle.key for shown in await context.look()}
    await context.press(cell)
    route = await context.keys(await require(context, cell), ("alt", "down"))
    opened = await context.until(
        lambda look: (
            [new for new in look if new.window not in ("", cell.window) and new.handle.key not in known] or None
        ),
        _OPENS_S,
    )
    if opened is None:
        said = f"{named(cell)} opens no list by Alt and Down, neither a filter nor values to choose from"
        return ActionReport.of(Effect.SUSPECTED_NOOP, said, route, value=False)
    said = f"{named(cell)} has its list open now, with {listed(opened)}"
    return ActionReport.of(Effect.CONFIRMED, said, route, value=True)


async def _by_hand(context: VerbContext, element: Element, expanded: bool) -> Route | None:
    if element.role in ROWS:
        await context.press(element)
        return await context.keys(element, ("right",) if expanded else ("left",))
    if element.role == "Pane":
        arrows = [part for part in inside(await context.seen(element), element) if part.role == "Button"]
        return await context.click(arrows[0]) if len(arrows) == 1 else None
    if element.role == "ComboBox" and not expanded:
        return await context.keys(element, ("escape",))
    return await context.click(element) if element.role in EXPANDED_BY_PRESS else None


def _if_is(look: Snapshot, element: Element, word: str) -> Element | None:
    now = same(look, element)
    return now if now is not None and word in branch_of(look, now).states else None
