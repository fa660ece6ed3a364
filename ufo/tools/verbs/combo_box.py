"""Chooses one entry of a box that opens a list: a combo box, or the field with an arrow beside it that some toolkits use
instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial

from ufo.desktop.matching.family import is_of
from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import BUTTONS, ITEMS, TEXTS
from ufo.text.labels import label
from ufo.tools.act.keyboard import type_into
from ufo.tools.act.office_fields import is_form_field
from ufo.tools.observe.control_names import listed, named
from ufo.tools.observe.in_view import above, around, in_page
from ufo.tools.verbs.context import CALLED_S, VerbContext, already, already_shows, same, where
from ufo.tools.verbs.popups import closed_afterwards, sign_of
from ufo.tools.verbs.rows import Wanted, pick
from ufo.tools.verbs.scroll_to import into_sight
from ufo.tools.verbs.search_list import Search, at_place
from ufo.tools.verbs.set_number import same_number

_CHOSEN = frozenset({"selected", "checked"})
_LATE_S, _WAITS = 1.5, 4
_GAP_PX = 3


@dataclass(frozen=True, slots=True)
class ComboBox:
    """A box that opens a list. `opener` opens it, `shown` shows the choice; `enters` makes typed words count."""

    shown: Element
    opener: Element
    enters: str = "enter"


def box_of(snapshot: Snapshot, element: Element) -> ComboBox | None:
    """Return the combo box that the element is, or None. For a container around a field and an arrow, return those two."""
    is_face = element.role in TEXTS and in_page(snapshot, element)  # of what a page's script opens
    if element.role == "ComboBox" or element.role in BUTTONS or is_face:
        return ComboBox(element, element)
    inside = [shown for shown in descendants(snapshot, element) if shown.role in ("Edit", *BUTTONS)]
    fields = [shown for shown in inside if shown.role == "Edit"]
    field = element if element.role == "Edit" else fields[0] if len(inside) == 2 and len(fields) == 1 else None
    arrow = None if field is None else arrow_beside(snapshot, field)
    if field is None or arrow is None:
        return None
    in_tool_bar = any(item.role == "ToolBar" for item in above(snapshot, field))
    # In a dialog, Enter would press the default button.
    return ComboBox(field, arrow, "enter" if in_tool_bar else "tab")


def arrow_beside(snapshot: Snapshot, field: Element) -> Element | None:
    """Return the nameless button that touches a field's right side and is as high as the field."""
    for element in snapshot:
        touches = element.role in BUTTONS and not element.name and abs(element.rect.x - field.rect.right) <= _GAP_PX
        level = (
            abs(element.rect.y - field.rect.y) <= _GAP_PX and abs(element.rect.height - field.rect.height) <= _GAP_PX
        )
        if touches and level and element.window == field.window and element.rect.width <= 2 * element.rect.height:
            return element
    return None


async def choose(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    """Choose by the box's own selection, else in the opened list, else by typing as a person does. Raises ToolError with what
    the list offers. The list is closed afterwards, whatever came of it.
    """
    async with closed_afterwards(context, box.opener):
        if box.shown.role in BUTTONS | TEXTS:
            return await _choose_unseen(context, box, item)
        if _tells_nothing(await context.seen(box.shown), box.shown):
            way = partial(_by_selection, context, box, item)
            holds = where(box.shown, partial(_shows, item=str(item)))
            route, found = await context.try_each([way], holds, _LATE_S, CALLED_S)
            return context.shows_now(box.shown, found, route) if found else await _choose_unseen(context, box, item)
        if isinstance(item, int):
            return await _choose_place(context, box, item)
        if _shows(box.shown, item):
            return already_shows(box.shown)
        ways = [partial(way, context, box, item) for way in (_by_selection, _in_the_open_list, _by_typing)]
        route, found = await context.try_each(ways, where(box.shown, partial(_shows, item=item)), _LATE_S, CALLED_S)
        if found is None:
            return await context.missed(box.shown, item)
        return context.shows_now(box.shown, found, route)


async def _choose_place(context: VerbContext, box: ComboBox, place: int) -> ActionReport:
    """Choose the entry at that place of the opened list. Its name is what the box has to show afterwards."""
    listing = await _opened(context, box)
    if listing is None:
        return await context.missed(box.shown, place)
    chosen = await _meant(context, box, listing, place)
    others = [entry for entry in listing if entry.handle.key != chosen.handle.key]
    alone = not any(label(entry.name) == label(chosen.name) for entry in others)
    if alone and chosen.name and _shows(box.shown, chosen.name):
        return already_shows(box.shown)
    route = await _take_surely(context, box, chosen, chosen.name)
    found = await context.until_it(box.shown, partial(_shows, item=chosen.name), _LATE_S)
    if found is None or not chosen.name:
        return await context.missed(box.shown, chosen.name or place)
    report = context.shows_now(box.shown, found, route)
    # Where several entries have the same name, the box does not show which one is chosen.
    return report if alone else report.model_copy(update={"effect": Effect.UNVERIFIABLE})


async def write_in(context: VerbContext, box: ComboBox, text: str) -> ActionReport:
    """Write into a box that accepts text once it is entered, whether or not its list has that text."""
    if _shows(box.shown, text):
        return already_shows(box.shown)
    async with closed_afterwards(context, box.opener):
        route = await _by_typing(context, box, text)
        found = await context.until_it(box.shown, partial(_shows, item=text), _LATE_S)
        if found is None:
            return await context.missed(box.shown, text)
        return context.shows_now(box.shown, found, route)


async def _choose_unseen(context: VerbContext, box: ComboBox, item: Wanted) -> ActionReport:
    """Choose in the list of a button. One that shows the choice only in its picture is opened once more to read it back."""
    listing = await _opened(context, box)
    chosen = None if listing is None else await _meant(context, box, listing, item)
    if chosen is None:
        raise ToolError(f"{named(box.opener)} opens no list; press it and look at what it does")
    if chosen.states & _CHOSEN:
        return already(f"{chosen.name!r} is chosen in {named(box.opener)}", chosen.name)
    before = {window.id for window in await context.desktop.windows() if window.is_dialog}
    route = await _take(context, chosen)
    asked = await _dialog_of(context, chosen, before, route)
    if asked is not None:
        return asked
    opener = same(await context.look(), box.opener)
    if opener is not None and opener.name != box.opener.name and label(chosen.name) in label(opener.name):
        said = f"{named(box.opener)} is called {opener.name!r} now"
        return context.confirm(box.opener, opener, said, route, chosen.name)
    if opener is not None and _shows(opener, chosen.name):
        return context.shows_now(box.opener, opener, route)
    again = None if opener is None else await _opened(context, ComboBox(opener, opener))
    if again is None:
        said = f"{chosen.name!r} was clicked in the list of {named(box.opener)}, which does not report what is chosen"
        return ActionReport.of(Effect.UNVERIFIABLE, said, route, chosen.name)
    now = [element.name for element in again if element.states & _CHOSEN]
    held = label(chosen.name) in [label(name) for name in now]
    said = f"{named(box.opener)} has {', '.join(map(repr, now)) or 'nothing'} chosen now"
    effect = Effect.CONFIRMED if held else Effect.SUSPECTED_NOOP if now else Effect.UNVERIFIABLE
    return ActionReport.of(effect, said, route, now[0] if now else None)


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
    if await context.until_it(box.shown, partial(_shows, item=words), _LATE_S) is None:
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
    known = {sign_of(element) for element in before} | {element.handle.key for element in before}
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
    """Return the wanted entry, searched by scrolling in a long list. Raises ToolError with what the list offers."""
    if isinstance(item, int):
        chosen = await at_place(context, around(await context.look(), listing[0]), listing, item)
    elif (chosen := pick(listing, item)) is None:
        holder = around(await context.look(), listing[0])
        if holder is not None and holder.role != "Document":
            chosen = await Search(context, holder, item).run()
    if chosen is None:
        raise ToolError(f"{named(box.opener)} offers {listed(listing)}, not {item!r}")
    return chosen


def _list_of(snapshot: Snapshot, opener: Element, known: AbstractSet[object]) -> list[Element]:
    below = [element for element in descendants(snapshot, opener) if element.role in ITEMS]
    if any("offscreen" not in element.states for element in below):
        return below
    new = [element for element in snapshot if element.handle.key not in known and sign_of(element) not in known]
    # Where an open list is known by sight alone, its entries are the words that were not there before.
    by_words = [element for element in new if (opener.by_sight and element.by_sight) or opener.role in TEXTS]
    return [element for element in new if element.role in ITEMS] or [
        element for element in by_words if element.name.strip()
    ]


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
    """Return the key that makes typed text count: Enter would answer a dialog. None where the keys would go elsewhere."""
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
    windows = {window.id: window for window in await context.desktop.windows()}
    own = windows.get(element.window or context.window.id, context.window)
    return own.is_dialog or any(item.role == "Dialog" for item in above(look, element))


def _tells_nothing(snapshot: Snapshot, box: Element) -> bool:
    """Tell whether a box has neither a choice nor a part: it may have one that it shows in its picture alone."""
    return box.value is None and "editable" not in box.states and not descendants(snapshot, box)


def _shows(box: Element, item: str) -> bool:
    return bool(box.value) and (label(box.value) == label(item) or same_number(item, box.value))


async def _dialog_of(
    context: VerbContext, chosen: Element, before: AbstractSet[str], route: Route
) -> ActionReport | None:
    """Return the report of an entry that opened a dialog, such as "New Style...", or None. Dots at its end announce one, so it
    is waited for: opening the list once more would only find the dialog in its way. `before`: the dialogs that were open.
    """

    def opened(windows: Sequence[Window]) -> Window | None:
        came = [window for window in windows if window.id not in before and window.is_dialog and window.title]
        return next((window for window in came if is_of(window, context.window, windows)), None)

    waited = chosen.name.rstrip().endswith(("…", "..."))
    await context.desktop.settle(context.window.id, context.actor.scope.settle_timeout_s)
    mine = await context.until_windows(opened, _LATE_S if waited else 0)
    if mine is None:
        return None
    said = f"{chosen.name!r} was chosen, and dialog {mine.title!r} opened"
    return ActionReport.of(Effect.CONFIRMED if waited else Effect.PARTIAL, said, route, chosen.name)
