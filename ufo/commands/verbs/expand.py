"""Expands and collapses tree branches, combo boxes, menus, expanders and any control that reports that it can be expanded."""

from __future__ import annotations

from ufo.commands.observe.control_names import listed, named
from ufo.commands.observe.in_view import inside
from ufo.commands.verbs.context import VerbContext, already, require, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import EXPANDED_BY_PRESS, ROWS

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
    route: Route | None = None
    for way in (_by_action, _by_hand):
        tried = await way(context, branch, expanded)
        if tried is None:
            continue
        route = tried
        held = await context.until(lambda snapshot: _is(snapshot, current, word), _LATE_S)
        if held is not None:
            context.actor.claim(current, held)
            said = f"{named(current)} is {word} now"
            return ActionReport(value=expanded, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    if route is None:
        raise NotActionable(f"{named(current)} has no action to open or close it; click it instead")
    said = f"{named(current)} is not {word} after it was asked to be"
    return ActionReport(value=not expanded, effect=Effect.SUSPECTED_NOOP, route=route, evidence=(said,))


def branch_of(look: Snapshot, row: Element) -> Element:
    """Return the element that holds the expanded state: in GTK 4 trees a part of the row, elsewhere the row itself. From 4.16 on
    that part is a button with the words of the row, which is a pane.
    """
    if row.role not in ROWS | {"Pane"} or row.states & _TOLD:
        return row
    parts = [one for one in inside(look, row) if one.states & _TOLD]
    parts = [one for one in parts if (one.role, one.name) == ("Button", row.name) or _is_pane_of_row(one, row)]
    return parts[0] if len(parts) == 1 else row


def _is_pane_of_row(part: Element, row: Element) -> bool:
    return part.role == "Pane" and row.role in ROWS


async def _open_list(context: VerbContext, cell: Element) -> ActionReport:
    """Open the list of a sheet's cell: the filter of its column, or its allowed values. No element of the tree opens it."""
    known = {one.handle.key for one in await context.look()}
    await context.press(cell)
    route = await context.keys(await require(context, cell), ("alt", "down"))
    opened = await context.until(lambda snapshot: _popped_up(snapshot, cell, known) or None, _OPENS_S)
    if opened is None:
        said = f"{named(cell)} opens no list by Alt and Down, neither a filter nor values to choose from"
        return ActionReport(value=False, effect=Effect.SUSPECTED_NOOP, route=route, evidence=(said,))
    said = f"{named(cell)} has its list open now, with {listed(opened)}"
    return ActionReport(value=True, effect=Effect.CONFIRMED, route=route, evidence=(said,))


def _popped_up(snapshot: Snapshot, cell: Element, known: set[str]) -> list[Element]:
    """Return the elements that are new and in another window than the cell."""
    return [one for one in snapshot if one.window and one.window != cell.window and one.handle.key not in known]


async def _by_action(context: VerbContext, element: Element, expanded: bool) -> Route | None:
    return await context.act(element, "expand" if expanded else "collapse")


async def _by_hand(context: VerbContext, element: Element, expanded: bool) -> Route | None:
    if element.role in ROWS:
        await context.press(element)
        return await context.keys(element, ("right",) if expanded else ("left",))
    if element.role == "Pane":
        arrows = [one for one in inside(await context.seen(element), element) if one.role == "Button"]
        return await context.click(arrows[0]) if len(arrows) == 1 else None
    if element.role == "ComboBox" and not expanded:
        return await context.keys(element, ("escape",))
    return await context.click(element) if element.role in EXPANDED_BY_PRESS else None


def _is(snapshot: Snapshot, element: Element, word: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and word in branch_of(snapshot, found).states else None
