"""One or several of a combo box, a list, a table, a tree, tabs or a group of radio buttons, by text or by place."""

from __future__ import annotations

from collections.abc import Sequence

from ufo.commands.reading import descendants
from ufo.commands.verbs.calendars import day_of, find_day, is_calendar
from ufo.commands.verbs.checking import is_checked, set_checked
from ufo.commands.verbs.hands import Hands, already, require, same
from ufo.commands.verbs.labels import called, listed, named, plain
from ufo.commands.verbs.scrolling import around, into_sight, search
from ufo.desktop.backend import Click, Keys, TypeText
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement, ToolError
from ufo.schema.command import ActionReport, Effect, Route

Wanted = str | int

_ITEMS = frozenset(
    {"ListItem", "TreeItem", "Cell", "TabItem", "RadioButton", "MenuItem", "RadioMenuItem", "CheckMenuItem"}
)
_CHOSEN = frozenset({"selected", "checked"})
_LATE_S = 1.5


async def select(hands: Hands, holder: Element, items: Sequence[Wanted]) -> ActionReport:
    """`items`: texts, or places from 1. Without any, `holder` is the item itself. Raises ToolError with what there is."""
    current = await require(hands, holder)
    if not items:
        return await _select_item(hands, current)
    if current.role == "ComboBox":
        if len(items) > 1:
            raise ToolError(f"{named(current)} holds one choice; give one item")
        return await _choose(hands, current, items[0])
    day = day_of(items[0]) if len(items) == 1 else None
    if day is not None and is_calendar(await hands.seen(current), current):
        return await _select_item(hands, await find_day(hands, current, day))
    if len(items) == 1:
        return await _select_item(hands, await _find(hands, current, items[0]))
    return await _select_several(hands, current, items)


async def _choose(hands: Hands, box: Element, item: Wanted) -> ActionReport:
    """In a combo box: by its own selection, else in the opened list, else by typing as a person does."""
    if isinstance(item, str) and _shows(box, item):
        return already(f"{named(box)} shows {box.value!r}", box.value)
    for way in (_by_selection, _in_the_open_list, _by_typing):
        route = await way(hands, box, item)
        if route is None:
            continue
        found = await hands.until(lambda snapshot: _chosen(snapshot, box, item), _LATE_S)
        if found is not None:
            hands.actor.claim(box, found)
            said = f"{named(box)} shows {found.value!r} now, it showed {box.value!r}"
            return ActionReport(value=found.value, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    left = await hands.now(box)
    shown = left.value if left is not None else None
    effect = Effect.UNVERIFIABLE if left is None else Effect.SUSPECTED_NOOP if shown == box.value else Effect.PARTIAL
    said = f"{named(box)} shows {shown!r}, not {item!r}"
    return ActionReport(value=shown, effect=effect, evidence=(said,))


async def _by_selection(hands: Hands, box: Element, item: Wanted) -> Route | None:
    return await hands.act(box, "select", item) if isinstance(item, str) else None


async def _in_the_open_list(hands: Hands, box: Element, item: Wanted) -> Route | None:
    """Raises ToolError with what the list offers, after closing it."""
    before = await hands.look()
    known = {one.handle.key for one in before}
    if "expanded" not in box.states:
        await hands.press(box)
    listing = await hands.until(lambda snapshot: _list_of(snapshot, box, known) or None, _LATE_S)
    if listing is None:
        return None
    chosen = _pick(listing, item)
    if chosen is None:
        await hands.close_menus(1)
        raise ToolError(f"{named(box)} offers {listed(listing)}, not {item!r}")
    shown = await into_sight(hands, chosen)
    await hands.judge(shown)
    return await hands.click(shown)


def _list_of(snapshot: Snapshot, box: Element, known: set[str]) -> list[Element]:
    below = [one for one in descendants(snapshot, box) if one.role in _ITEMS]
    if any("offscreen" not in one.states for one in below):
        return below
    new = [one for one in snapshot if one.handle.key not in known]
    # Of an open list that is known by sight alone, the entries are words that were not there before.
    return [one for one in new if one.role in _ITEMS or (box.by_sight and one.by_sight and one.name.strip())]


async def _by_typing(hands: Hands, box: Element, item: Wanted) -> Route | None:
    """A list that is not in the tree still finds what is typed."""
    if not isinstance(item, str):
        return None
    await hands.actor.activate(hands.window)
    await hands.desktop.input([TypeText(item), Keys(("enter",))], hands.window.id)
    return Route.KEYBOARD


def _chosen(snapshot: Snapshot, box: Element, item: Wanted) -> Element | None:
    found = same(snapshot, box)
    if found is None or found.value is None:
        return None
    right = _shows(found, item) if isinstance(item, str) else found.value != box.value
    return found if right else None


def _shows(box: Element, item: str) -> bool:
    return bool(box.value) and plain(box.value) == plain(item)


async def _select_item(hands: Hands, item: Element) -> ActionReport:
    if item.role == "RadioButton":
        return await set_checked(hands, item, True)
    if item.states & _CHOSEN:
        return already(f"{named(item)} is selected")
    current = await into_sight(hands, item)
    route = await hands.press(current)
    held = await hands.until(lambda snapshot: _is_chosen(snapshot, current), _LATE_S)
    if held is None and (await hands.now(current)) is not None:
        route = await hands.click(current)
        held = await hands.until(lambda snapshot: _is_chosen(snapshot, current), _LATE_S)
    if held is None:
        return _told([current], False, "selectable" in current.states, route)
    hands.actor.claim(current, held)
    others = _others(await hands.seen(held), held)
    if others:
        said = f"{named(held)} is selected now, and so are {listed(others)}"
        return ActionReport(effect=Effect.PARTIAL, route=route, evidence=(said,))
    return _told([current], True, True, route)


def _others(snapshot: Snapshot, item: Element) -> list[Element]:
    """What else is selected where the item stands; the cells of one row are selected together."""
    holder = around(snapshot, item)
    inside = descendants(snapshot, holder) if holder is not None else ()
    return [
        one
        for one in inside
        if one.role == item.role
        and one.states & _CHOSEN
        and one.handle.key != item.handle.key
        and (item.row is None or one.row != item.row)
        and not _beside(one, item)
    ]


def _beside(one: Element, item: Element) -> bool:
    return one.rect.y == item.rect.y and one.role == "Cell"


async def _select_several(hands: Hands, holder: Element, items: Sequence[Wanted]) -> ActionReport:
    """Those and no others: the first by a click, the others with Ctrl held."""
    found = [await _find(hands, holder, item) for item in items]
    keys = {one.handle.key for one in found}
    inside = descendants(await hands.look(), holder)
    chosen = {one.handle.key for one in inside if one.states & _CHOSEN}
    if chosen and keys == chosen & (keys | {one.handle.key for one in inside if one.role == found[0].role}):
        return already(f"{', '.join(named(one) for one in found)} are selected")
    for place, item in enumerate(found):
        current = await into_sight(hands, item)
        await hands.judge(current)
        point = await hands.actor.reachable(hands.window, current.rect)
        await hands.actor.uncover(hands.window, point, current)
        await hands.desktop.input([Click(point, hold_key="ctrl" if place else None)], hands.window.id)
    held = await hands.until(lambda snapshot: _all_chosen(snapshot, found), _LATE_S)
    return _told(found, held is not None, "selectable" in found[0].states, Route.POINTER)


def _told(items: Sequence[Element], held: bool, tells: bool, route: Route) -> ActionReport:
    names = ", ".join(named(one) for one in items)
    if held:
        said = f"{names} {'is' if len(items) == 1 else 'are'} selected now"
        return ActionReport(effect=Effect.CONFIRMED, route=route, evidence=(said,))
    effect = Effect.SUSPECTED_NOOP if tells else Effect.UNVERIFIABLE
    said = f"{names} {'is' if len(items) == 1 else 'are'} not said to be selected after a click"
    return ActionReport(effect=effect, route=route, evidence=(said,))


async def _find(hands: Hands, holder: Element, item: Wanted) -> Element:
    """Among what the holder shows, and in a long list by going through it. Raises ToolError, AmbiguousElement."""
    found = _pick(_members(await hands.look(), holder), item)
    if found is not None:
        return found
    if isinstance(item, str):
        from_afar = await search(hands, holder, item)
        if from_afar is not None:
            return from_afar
    members = _members(await hands.look(), holder)
    raise ToolError(f"{named(holder)} shows {listed(members)}, not {item!r}")


def _members(snapshot: Snapshot, holder: Element) -> list[Element]:
    inside = descendants(snapshot, holder) or tuple(one for one in snapshot if holder.name and holder.name in one.path)
    items = [one for one in inside if one.role in _ITEMS]
    return items or [one for one in inside if one.role in ("Text", "Button", "ToggleButton", "Hyperlink")]


def _pick(items: Sequence[Element], item: Wanted) -> Element | None:
    if isinstance(item, int):
        rows = [one for one in items if not one.column]
        return rows[item - 1] if 1 <= item <= len(rows) else None
    found = called(items, item)
    if len(found) > 1:
        places = {one.row for one in found}
        if None in places or len(places) > 1:
            raise AmbiguousElement(
                f"{len(found)} items are called {item!r}; give the place (a number from 1) or the id"
            )
    return found[0] if found else None


def _is_chosen(snapshot: Snapshot, item: Element) -> Element | None:
    found = same(snapshot, item)
    return found if found is not None and (found.states & _CHOSEN or is_checked(found)) else None


def _all_chosen(snapshot: Snapshot, items: Sequence[Element]) -> bool | None:
    return True if all(_is_chosen(snapshot, one) for one in items) else None
