"""Open or closed: branches of a tree, combo boxes, menus, expanders and what else says that it can be expanded."""

from __future__ import annotations

from ufo.commands.verbs.hands import Hands, already, require, same
from ufo.commands.verbs.labels import named
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route

_BY_KEYS = frozenset({"TreeItem", "Cell", "ListItem"})
_BY_PRESS = frozenset({"Button", "ToggleButton", "ComboBox", "Menu", "MenuItem", "Group", "Custom", "Heading"})
_LATE_S = 0.7


async def expand(hands: Hands, element: Element, expanded: bool) -> ActionReport:
    """Raises NotActionable where it says nothing of being expanded or collapsed."""
    current = await require(hands, element)
    if not current.states & {"expanded", "collapsed"}:
        raise NotActionable(f"{named(current)} does not open or close; select or click it instead")
    word = "expanded" if expanded else "collapsed"
    if word in current.states:
        return already(f"{named(current)} is {word}", expanded)
    route: Route | None = None
    for way in (_by_action, _by_hand):
        tried = await way(hands, current, expanded)
        if tried is None:
            continue
        route = tried
        held = await hands.until(lambda snapshot: _is(snapshot, current, word), _LATE_S)
        if held is not None:
            hands.actor.claim(current, held)
            said = f"{named(current)} is {word} now"
            return ActionReport(value=expanded, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    if route is None:
        raise NotActionable(f"{named(current)} has no action to open or close it; click it instead")
    said = f"{named(current)} is not {word} after it was asked to be"
    return ActionReport(value=not expanded, effect=Effect.SUSPECTED_NOOP, route=route, evidence=(said,))


async def _by_action(hands: Hands, element: Element, expanded: bool) -> Route | None:
    return await hands.act(element, "expand" if expanded else "collapse")


async def _by_hand(hands: Hands, element: Element, expanded: bool) -> Route | None:
    if element.role in _BY_KEYS:
        await hands.press(element)
        return await hands.keys(element, ("right",) if expanded else ("left",))
    if element.role == "ComboBox" and not expanded:
        return await hands.keys(element, ("escape",))
    return await hands.click(element) if element.role in _BY_PRESS else None


def _is(snapshot: Snapshot, element: Element, word: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and word in found.states else None
