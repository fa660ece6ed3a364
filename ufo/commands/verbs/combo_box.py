"""Chooses one entry of a box that opens a list: a combo box, or the field with an arrow beside it that some toolkits use
instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ufo.commands.act.keyboard import type_into
from ufo.commands.act.office_forms import is_form_field
from ufo.commands.observe.control_names import listed, named
from ufo.commands.observe.element_text import descendants
from ufo.commands.observe.in_view import above, around, in_page
from ufo.commands.verbs.context import VerbContext, already, same
from ufo.commands.verbs.number_text import same_number
from ufo.commands.verbs.popups import closed_afterwards
from ufo.commands.verbs.rows import Wanted, pick
from ufo.commands.verbs.scroll_to import into_sight
from ufo.commands.verbs.search_list import Search, at_place
from ufo.desktop.matching.family import is_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import BUTTONS, ITEMS, TEXTS
from ufo.text.labels import label

_CHOSEN = frozenset({"selected", "checked"})
_LATE_S, _WAITS = 1.5, 4
_GAP_PX = 3
_ASKS_S = 1.5


@dataclass(frozen=True, slots=True)
class ComboBox:
    """A box that opens a list. `shown` shows what is chosen, where anything does; `opener` opens the list; `enters` is the key
    that makes typed words count.
    """

    shown: Element
    opener: Element
    enters: str = "enter"

    @property
    def tells(self) -> bool:
        return self.shown.value is not None and self.shown.role not in BUTTONS | TEXTS


def box_of(snapshot: Snapshot, element: Element) -> ComboBox | None:
    """Return the combo box that the element is, or None. For a container around a field and an arrow, return those two."""
    is_face = element.role in TEXTS and in_page(snapshot, element)  # of what a page's script opens
    if element.role == "ComboBox" or element.role in BUTTONS or is_face:
        return ComboBox(element, element)
    inside = [one for one in descendants(snapshot, element) if one.role in ("Edit", *BUTTONS)]
    fields = [one for one in inside if one.role == "Edit"]
    field = element if element.role == "Edit" else fields[0] if len(inside) == 2 and len(fields) == 1 else None
    arrow = None if field is None else arrow_beside(snapshot, field)
    if field is None or arrow is None:
        return None
    in_tool_bar = any(one.role == "ToolBar" for one in above(snapshot, field))
    # In a dialog, Enter would press the default button.
    return ComboBox(field, arrow, "enter" if in_tool_bar else "tab")


def arrow_beside(snapshot: Snapshot, field: Element) -> Element | None:
    """Return the nameless button that touches a field's right side and is as high as the field."""
    for one in snapshot:
        touches = one.role in BUTTONS and not one.name and abs(one.rect.x - field.rect.right) <= _GAP_PX
        level = abs(one.rect.y - field.rect.y) <= _GAP_PX and abs(one.rect.height - field.rect.height) <= _GAP_PX
        if touches and level and one.window == field.window and one.rect.width <= 2 * one.rect.height:
            return one
    return None


async def choose(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    """Choose by the box's own selection, else in the opened list, else by typing as a person does. Raises ToolError with what
    the list offers. The list is closed afterwards, whatever came of it.
    """
    async with closed_afterwards(context, box.opener):
        return await _choose(context, box, item)


async def _choose(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    if not box.tells and box.shown.role in BUTTONS | TEXTS:
        return await _choose_unseen(context, box, item)
    if isinstance(item, int):
        return await _choose_place(context, box, item)
    if _shows(box.shown, item):
        return already(f"{named(box.shown)} shows {box.shown.value!r}", box.shown.value)
    for way in (_by_selection, _in_the_open_list, _by_typing):
        route = await way(context, box, item)
        if route is None:
            continue
        found = await context.until(lambda snapshot: _chosen(snapshot, box.shown, item), _LATE_S)
        if found is not None:
            context.actor.claim(box.shown, found)
            said = f"{named(box.shown)} shows {found.value!r} now, it showed {box.shown.value!r}"
            return ActionReport(value=found.value, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    return await _missed(context, box, item)


async def _choose_place(context: VerbContext, box: ComboBox, place: int) -> ActionReport:
    """Choose the entry at that place of the opened list. Its name is what the box has to show afterwards."""
    listing = await _opened(context, box)
    if listing is None:
        return await _missed(context, box, place)
    chosen = await _meant(context, box, listing, place)
    alone = not any(label(one.name) == label(chosen.name) for one in listing if one.handle.key != chosen.handle.key)
    if alone and chosen.name and _shows(box.shown, chosen.name):
        return already(f"{named(box.shown)} shows {box.shown.value!r}", box.shown.value)
    route = await _take_surely(context, box, chosen, chosen.name)
    found = await context.until(lambda snapshot: _chosen(snapshot, box.shown, chosen.name), _LATE_S)
    if found is None or not chosen.name:
        return await _missed(context, box, chosen.name or place)
    context.actor.claim(box.shown, found)
    said = f"{named(box.shown)} shows {found.value!r} now, it showed {box.shown.value!r}"
    # Where several entries have the same name, the box does not show which one is chosen.
    effect = Effect.CONFIRMED if alone else Effect.UNVERIFIABLE
    return ActionReport(value=found.value, effect=effect, route=route, evidence=(said,))


async def write_in(context: VerbContext, box: ComboBox, text: str) -> ActionReport:
    """Write into a box that accepts text once it is entered, whether or not its list has that text."""
    if _shows(box.shown, text):
        return already(f"{named(box.shown)} shows {box.shown.value!r}", box.shown.value)
    async with closed_afterwards(context, box.opener):
        return await _write_in(context, box, text)


async def _write_in(context: VerbContext, box: ComboBox, text: str) -> ActionReport:
    route = await _by_typing(context, box, text)
    found = await context.until(lambda snapshot: _chosen(snapshot, box.shown, text), _LATE_S)
    if found is None:
        return await _missed(context, box, text)
    context.actor.claim(box.shown, found)
    said = f"{named(box.shown)} shows {found.value!r} now, it showed {box.shown.value!r}"
    return ActionReport(value=found.value, effect=Effect.CONFIRMED, route=route, evidence=(said,))


async def _missed(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    left = await context.now(box.shown)
    shown = left.value if left is not None else None
    noop = shown == box.shown.value
    effect = Effect.UNVERIFIABLE if left is None else Effect.SUSPECTED_NOOP if noop else Effect.PARTIAL
    said = f"{named(box.shown)} shows {shown!r}, not {item!r}"
    return ActionReport(value=shown, effect=effect, evidence=(said,))


async def _choose_unseen(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    """Choose in the list of a button. One that shows the choice only in its picture is opened once more to read it back."""
    listing = await _opened(context, box)
    chosen = None if listing is None else await _meant(context, box, listing, item)
    if chosen is None:
        raise ToolError(f"{named(box.opener)} opens no list; press it and look at what it does")
    if chosen.states & _CHOSEN:
        return already(f"{chosen.name!r} is chosen in {named(box.opener)}", chosen.name)
    before = await dialogs(context)
    route = await _take(context, chosen)
    asked = await dialog_of(context, chosen, before, route)
    if asked is not None:
        return asked
    opener = same(await context.look(), box.opener)
    if opener is not None and opener.name != box.opener.name and label(chosen.name) in label(opener.name):
        context.actor.claim(box.opener, opener)
        said = f"{named(box.opener)} is called {opener.name!r} now"
        return ActionReport(value=chosen.name, effect=Effect.CONFIRMED, route=route, evidence=(said,))
    again = None if opener is None else await _opened(context, ComboBox(opener, opener))
    if again is None:
        said = f"{chosen.name!r} was clicked in the list of {named(box.opener)}, which does not report what is chosen"
        return ActionReport(value=chosen.name, effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    now = [one.name for one in again if one.states & _CHOSEN]
    held = label(chosen.name) in [label(name) for name in now]
    said = f"{named(box.opener)} has {', '.join(map(repr, now)) or 'nothing'} chosen now"
    effect = Effect.CONFIRMED if held else Effect.SUSPECTED_NOOP if now else Effect.UNVERIFIABLE
    return ActionReport(value=now[0] if now else None, effect=effect, route=route, evidence=(said,))


async def _by_selection(context: VerbContext, box: ComboBox, item: Wanted) -> Route | None:
    own = box.shown is box.opener and isinstance(item, str)
    return await context.act(box.shown, "select", str(item)) if own else None


async def _in_the_open_list(context: VerbContext, box: ComboBox, item: Wanted) -> Route | None:
    listing = await _opened(context, box)
    if listing is None:
        return None
    return await _take_surely(context, box, await _meant(context, box, listing, item), str(item))


async def _take_surely(context: VerbContext, box: ComboBox, chosen: Element, words: str) -> Route:
    route = await _take(context, chosen)
    if await context.until(lambda snapshot: _chosen(snapshot, box.shown, words), _LATE_S) is None:
        # Chromium ignores a click on suggestions that have only just appeared, and leaves them open.
        left = same(await context.look(), chosen)
        if left is not None and "offscreen" not in left.states:
            return await _take(context, left)
    return route


async def _take(context: VerbContext, item: Element) -> Route:
    """Click an entry of the open list."""
    shown = await into_sight(context, item)
    await context.judge(shown)
    try:
        return await context.click(shown)
    except NotActionable:
        # Chromium takes the words of the page below an open list for what lies over an entry of it.
        if not shown.actions or not in_page(await context.look(), shown):
            raise
        return await context.press(shown)


async def _opened(context: VerbContext, box: ComboBox) -> list[Element] | None:
    """Open the list and return its entries, or None where none appear. A box that reports an open list is waited for longer."""
    before = await context.look()
    known = {_sign(one) for one in before} | {one.handle.key for one in before}
    if "editable" in box.opener.states and is_form_field(context.window, before, box.opener):
        # A click there would only set the text cursor.
        await context.keys(box.opener, ("alt", "down"))
    elif "expanded" not in box.opener.states:
        await context.press(box.opener)
    for _ in range(_WAITS):
        shown = await context.until(lambda snapshot: _list_of(snapshot, box.opener, known) or None, _LATE_S)
        opener = await context.now(box.opener)
        if shown or opener is None or "expanded" not in opener.states:
            context.listed += shown or ()
            return shown
    return None


async def _meant(context: VerbContext, box: ComboBox, listing: Sequence[Element], item: Wanted) -> Element:
    """Return the wanted entry. Raises ToolError with what the list offers."""
    chosen = await _listed_as(context, listing, item)
    if chosen is None:
        raise ToolError(f"{named(box.opener)} offers {listed(listing)}, not {item!r}")
    return chosen


async def _listed_as(context: VerbContext, listing: Sequence[Element], item: Wanted) -> Element | None:
    """Return the wanted entry, or None. A list that is longer than what is in sight is searched by scrolling."""
    if isinstance(item, int):
        return await at_place(context, around(await context.look(), listing[0]), listing, item)
    chosen = pick(listing, item)
    if chosen is not None:
        return chosen
    holder = around(await context.look(), listing[0])
    return None if holder is None or holder.role == "Document" else await Search(context, holder, item).run()


def _sign(element: Element) -> tuple[object, ...]:
    """Return what identifies an element in lists that are made anew at every look, as in LibreOffice documents."""
    return element.role, element.name, element.window, element.rect, element.path


def _list_of(snapshot: Snapshot, opener: Element, known: AbstractSet[object]) -> list[Element]:
    below = [one for one in descendants(snapshot, opener) if one.role in ITEMS]
    if any("offscreen" not in one.states for one in below):
        return below
    new = [one for one in snapshot if one.handle.key not in known and _sign(one) not in known]
    # Where an open list is known by sight alone, its entries are the words that were not there before.
    by_words = [one for one in new if (opener.by_sight and one.by_sight) or opener.role in TEXTS]
    return [one for one in new if one.role in ITEMS] or [one for one in by_words if one.name.strip()]


async def _by_typing(context: VerbContext, box: ComboBox, item: Wanted) -> Route | None:
    """Type the words: a list that is not in the tree still finds what is typed."""
    if not isinstance(item, str):
        return None
    written = box.shown.role == "Edit" or "editable" in box.shown.states
    if not written and is_form_field(context.window, await context.look(settled=False), box.shown):
        # Typed letters would not add up: each one selects the next entry that begins with it.
        return None
    ends = await _ending(context, box, written=written)
    if ends is None:
        return None
    if written:
        return await type_into(context.actor, context.window, box.shown, [Keys(("ctrl", "a")), TypeText(item), *ends])
    return await context.actor.send(context.window, [TypeText(item), *ends])


async def _ending(context: VerbContext, box: ComboBox, *, written: bool) -> list[InputEvent] | None:
    """Return the key that makes the typed text count. Enter would answer a dialog, except that an open list takes it first.
    None where the keys would go elsewhere.
    """
    opener = await context.now(box.opener)
    if box.enters == "tab" or not await _is_in_dialog(context, box.shown):
        return [Keys((box.enters,))]
    if opener is not None and "expanded" in opener.states:
        return [Keys(("enter",))]
    if written:
        return [Keys(("tab",))]
    return [] if opener is not None and "focused" in opener.states else None


async def _is_in_dialog(context: VerbContext, element: Element) -> bool:
    look = await context.look(settled=False)
    windows = {one.id: one for one in await context.desktop.windows()}
    own = windows.get(element.window or context.window.id, context.window)
    return own.modal or own.parent is not None or any(one.role == "Dialog" for one in above(look, element))


def _chosen(snapshot: Snapshot, box: Element, item: str) -> Element | None:
    found = same(snapshot, box)
    if found is None or found.value is None:
        return None
    return found if _shows(found, item) else None


def _shows(box: Element, item: str) -> bool:
    return bool(box.value) and (label(box.value) == label(item) or same_number(item, box.value))


async def dialogs(context: VerbContext) -> frozenset[str]:
    """Return the ids of all dialogs that are open."""
    return frozenset(one.id for one in await context.desktop.windows() if _is_dialog(one))


async def dialog_of(
    context: VerbContext, chosen: Element, before: AbstractSet[str], route: Route
) -> ActionReport | None:
    """Return the report of an entry that opened a dialog, or None. Dots at its end announce one, so it is waited for: opening
    the list once more would only find the dialog in its way. `before`: the dialogs that were open.
    """
    waited = chosen.name.rstrip().endswith(("…", "..."))
    deadline = asyncio.get_running_loop().time() + (_ASKS_S if waited else 0)
    while True:
        await context.desktop.settle(context.window.id, context.actor.scope.settle_timeout_s)
        windows = tuple(await context.desktop.windows())
        opened = [one for one in windows if one.id not in before and _is_dialog(one) and one.title]
        mine = next((one for one in opened if is_of(one, context.window, windows)), None)
        if mine is not None:
            said = f"{chosen.name!r} was chosen, and dialog {mine.title!r} opened"
            effect = Effect.CONFIRMED if waited else Effect.PARTIAL
            return ActionReport(value=chosen.name, effect=effect, route=route, evidence=(said,))
        if asyncio.get_running_loop().time() >= deadline:
            return None


def _is_dialog(window: Window) -> bool:
    return window.modal or window.parent is not None
