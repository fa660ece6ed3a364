"""Goes to a control by its path: opens menus, pages of a dialog, branches of a tree and buttons that open something."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import pairwise

from ufo.commands.act.pointer import click_control, press_judge
from ufo.commands.dispatch.foreseen_targets import standing, within_windows
from ufo.commands.observe.beyond_sight import pages_in, scrolled_to
from ufo.commands.observe.control_names import called, listed, named, without_inner
from ufo.commands.observe.in_view import above, around, in_page
from ufo.commands.verbs.check import is_checked, mark_of, set_checked
from ufo.commands.verbs.context import PATIENCE_S, VerbContext, already, may_press_again, same
from ufo.commands.verbs.expand import branch_of, expand
from ufo.commands.verbs.path_steps import (
    ON_THE_WAY,
    OPENERS,
    PAGES,
    WRITTEN,
    PathSteps,
    at_this_place,
    below,
    entry,
    in_front,
)
from ufo.commands.verbs.popups import Opened, close
from ufo.commands.verbs.scroll_to import entry_into_sight
from ufo.commands.verbs.search_list import Search
from ufo.commands.verbs.select import select
from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import DesktopError, NotActionable, ToolError, UfoError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import MENU_ENTRIES, MENUS_AND_PLAIN_ITEMS, TOGGLES

_MENU_BUTTONS = frozenset(
    {"menu", "main menu", "open menu", "application menu", "primary menu", "hamburger menu", "more options", "options menu"}
)  # fmt: skip
_FIRST_S, _HOVERED_S, _ASIDE_S = 0.5, 1.5, 1.5
_STIRS_S = 0.1
"""The seconds after which a menu that was pressed has told that it opens, if it tells it at all."""


async def visit(context: VerbContext, path: Sequence[str], press: bool = True) -> ActionReport:
    """Press or select the last of `path`, or with `press` False only bring it into sight. Raises ToolError that names what is
    there instead, after closing the menus that it opened.
    """
    way = PathSteps(tuple(path))
    async with _taken_back(context, way):
        found = await _bring(context, path, way)
        report = await _arrive(context, found, way) if press else _stay(found)
    through = f"by way of {' > '.join(one.name or one.label or one.role for one in way.opened)}"
    evidence = (*report.evidence, through) if way.pressed else report.evidence
    return report.model_copy(update={"evidence": evidence})


async def set_checked_at(context: VerbContext, path: Sequence[str], checked: bool) -> ActionReport:
    """Follow the path and set its last control, then close menus that stay open because it was set already. An entry whose menu
    closed when it was pressed is read by opening the menu once more.
    """
    way = PathSteps(tuple(path), takes=TOGGLES | MENU_ENTRIES)
    async with _taken_back(context, way):
        before = await _bring(context, path, way)
        report = await set_checked(context, before, checked)
    if report.route is None:
        await _close(context, way)
        return report
    if report.effect is not Effect.UNVERIFIABLE or not way.menus:
        return report
    try:
        async with _taken_back(context, again := PathSteps(tuple(path), takes=way.takes)):
            found = await _bring(context, path, again)
            now = await _state_of(context, found, before)
            await _close(context, again)
    except UfoError:  # some menus change their name with what is chosen in them
        return report
    return report if now is None else _read_back(found, now, checked, report)


async def _state_of(context: VerbContext, found: Element, before: Element) -> bool | None:
    """Tell whether the entry of an open menu is checked; `before`: as it was before it was chosen."""
    now = is_checked(found)
    if now is not None or found.role != "MenuItem":
        return now
    return await mark_of(context, found, was_told="checked" in before.states)


def _read_back(found: Element, now: bool, checked: bool, report: ActionReport) -> ActionReport:
    said = f"{named(found)} is {'checked' if now else 'unchecked'} where its menu was opened once more"
    effect = Effect.CONFIRMED if now is checked and "mixed" not in found.states else Effect.SUSPECTED_NOOP
    return ActionReport(value=now, effect=effect, route=report.route, evidence=(said,))


@contextlib.asynccontextmanager
async def _taken_back(context: VerbContext, way: PathSteps) -> AsyncIterator[None]:
    """Close the menus that were opened on a path that leads nowhere."""
    try:
        yield
    except UfoError:
        with contextlib.suppress(DesktopError):
            await _close(context, way)
        raise


async def _close(context: VerbContext, way: PathSteps) -> None:
    """Close the menus that were opened on the way, as far as they do not close by themselves."""
    if way.pressed and way.began is not None:
        await close(context, Opened(way.began, way.opened))


async def _bring(context: VerbContext, path: Sequence[str], way: PathSteps) -> Element:
    """Return the last of the path. An entry of a menu that is longer than the screen is scrolled to."""
    found = await _walk(context, path, way)
    return await entry_into_sight(context, found) if found.role in MENU_ENTRIES else found


async def _walk(context: VerbContext, path: Sequence[str], way: PathSteps) -> Element:
    """Follow the path, and return its last control, in sight."""
    if not path:
        raise ToolError('`path` is empty; give the names on the way, such as ["Format", "Bold"]')
    way.began = snapshot = await context.look(settled=False)
    if (there := standing(path, snapshot, way.takes, context.window.title)) is not None:
        return there
    path = within_windows(path, snapshot, context.window.title)
    way.path = tuple(path)
    found = entry(snapshot, path[0], way) or await _comes(context, path[0], way, _FIRST_S)
    found = found or _labelled(context, path[0], way) or await _scrolled_to(context, path[0], way)
    found = found or await _through_menu_button(context, path[0], way)
    found = found or await _by_sight(context, path[0], way)
    for words, following in pairwise((*path, "")):
        if found is None:
            # What stands around a control, such as a frame with a title, need not be opened.
            there = standing(path, await context.look(), way.takes, context.window.title) if way.opened else None
            if there is not None:
                return there
            raise ToolError(await _missing(context, words, way))
        if not following:
            return found
        found = await _open(context, found, following, way)
    raise AssertionError("a path ends with its last name")


def _labelled(context: VerbContext, words: str, way: PathSteps) -> Element | None:
    """Return the only control without a name that the words stand beside, as beside the boxes of LibreOffice's dialogs."""
    selection = context.actor.scope.selection
    look = selection.latest(context.window.id)
    if look is None:
        return None
    beside = with_labels_beside(in_front(look), selection.surroundings(look))
    found = [one for one in called([one for one in beside if one.role in OPENERS | WRITTEN], words) if not one.name]
    return found[0] if len(found) == 1 and (found[0].role in OPENERS or way.is_last(words)) else None


async def _scrolled_to(context: VerbContext, words: str, way: PathSteps) -> Element | None:
    """Return what has that name further up or down on a page, once the page has scrolled to it."""
    look = context.actor.scope.selection.latest(context.window.id)
    if look is None or not await scrolled_to(context.desktop, pages_in(look), words):
        return None
    return await _comes(context, words, way, _FIRST_S)


async def _by_sight(context: VerbContext, words: str, way: PathSteps) -> Element | None:
    """Look for the words in the picture too, which the looks around actions leave out."""
    selection = context.actor.scope.selection
    if selection.works_by_sight:
        return None
    selection.works_by_sight = True
    return entry(await context.look(settled=False), words, way)


async def _open(context: VerbContext, element: Element, following: str, way: PathSteps) -> Element | None:
    """Open `element` unless it is open: by its own action, and with the pointer where that shows nothing. Return the control
    that follows it on the path, or None where that does not appear.
    """
    snapshot = await context.seen(element)
    way.before = frozenset(one.handle.key for one in snapshot)
    way.opened.append(element)
    branch = branch_of(snapshot, element)
    if _is_open(branch, called(_shown(below(snapshot, element)), following)):
        found = await _comes(context, following, way, _FIRST_S)
        if found is not None or element.role not in MENU_ENTRIES:  # a menu may have been about to close
            return found
    if "disabled" in element.states:
        raise NotActionable(f"{named(element)} is disabled; do first what enables it")
    if "collapsed" in branch.states and element.role in PAGES:
        await expand(context, element, True)
        way.pressed += 1
        found = await _comes(context, following, way, _FIRST_S) or await _further(context, element, following, way)
        if found is not None:
            return found
    if element.role in MENU_ENTRIES and in_page(snapshot, element):
        await context.hover(element)
        found = await _comes(context, following, way, _HOVERED_S)
        if found is not None or not _opens_by_press(snapshot, element):
            return found
    return await _by_press(context, element, following, way)


async def _by_press(context: VerbContext, element: Element, following: str, way: PathSteps) -> Element | None:
    before = await context.seen(element)
    pressed = asyncio.get_running_loop().time()
    await context.press(element)
    # Counted only once it was pressed: closing a menu that is not open would close a dialog that was in its way.
    way.pressed += 1
    way.menus += element.role in MENU_ENTRIES
    if _is_menu(element):
        await _comes_up(context, element, pressed)
    found = await _comes(context, following, way, _ASIDE_S)
    if found is not None:
        return found
    if {one.handle.key for one in await context.look()} - way.before:
        return await _comes(context, following, way, _FIRST_S)
    current = await context.now(element)
    if current is not None and await may_press_again(context, current, before):
        await context.click(current)
    return await _comes(context, following, way, PATIENCE_S)


async def _comes_up(context: VerbContext, menu: Element, pressed: float) -> None:
    """Wait until the menu that was pressed begins to open, and until its application has done all that it does for that at
    once: a look that begins before knows no window of the menu, and must be taken again.
    """
    with contextlib.suppress(DesktopError):
        if await context.desktop.changed(context.window.id, pressed, _STIRS_S):
            await context.desktop.reidentify(menu.handle)


def _opens_by_press(snapshot: Snapshot, entry: Element) -> bool:
    """Tell whether a page's menu entry that nothing follows under the pointer says that a press opens it. Any other one would
    be chosen by the press, while the path goes on behind it.
    """
    bars = any(one.role == "MenuBar" for one in above(snapshot, entry))
    return entry.role == "Menu" or bars or bool(entry.states & {"collapsed", "expanded"})


async def _further(context: VerbContext, branch: Element, words: str, way: PathSteps) -> Element | None:
    """Look for the words in the list or tree around an opened branch, whose entries may be out of sight."""
    holder = around(await context.look(), branch)
    if holder is None or await Search(context, holder, words).run() is None:
        return None
    return await _comes(context, words, way, _FIRST_S)


def _is_open(element: Element, shown: Sequence[Element]) -> bool:
    if "collapsed" in element.states:
        return False
    if element.role in PAGES or element.role == "Pane":
        return bool(element.states & {"selected", "expanded", "checked"})
    return bool(shown)


async def _comes(context: VerbContext, words: str, way: PathSteps, timeout_s: float) -> Element | None:
    """Wait for the next control of the path. An entry of an open menu is used at once; anything else may still be moving to its
    place.
    """
    if not way.opened or _is_menu(way.opened[-1]):
        found = entry(await context.look(settled=False), words, way)
        if found is not None and (found.role in MENU_ENTRIES or not way.opened):
            return found
    return await context.until(lambda snapshot: entry(snapshot, words, way), timeout_s)


def _shown(elements: Iterable[Element]) -> list[Element]:
    return [one for one in elements if "offscreen" not in one.states and not one.rect.is_empty]


async def _through_menu_button(context: VerbContext, words: str, way: PathSteps) -> Element | None:
    """Open each menu button until one shows the words: a window without a menu bar has its menu behind a button."""
    snapshot = await context.look()
    buttons = [one for one in in_front(snapshot) if one.role in OPENERS and one.rect.area and _is_menu_button(one)]
    for button in without_inner(buttons):
        way.opened, way.before = [], frozenset(one.handle.key for one in snapshot)
        way.opened.append(button)
        way.pressed += 1
        await context.press(button)
        found = await _comes(context, words, way, _ASIDE_S)
        if found is not None:
            way.menus += 1
            return found
        await _close(context, way)
    way.opened, way.before = [], frozenset()
    return None


def _is_menu(element: Element) -> bool:
    """Tell whether the entry opens a menu. Dots at its end announce a dialog."""
    return element.role in MENU_ENTRIES and not element.name.rstrip().endswith(("…", "..."))


def _is_menu_button(element: Element) -> bool:
    said = [(text or "").casefold() for text in (element.name, element.description)]
    return any(text in _MENU_BUTTONS or text.startswith("customize and control") for text in said)


async def _missing(context: VerbContext, words: str, way: PathSteps) -> str:
    snapshot = await context.look()
    if not way.opened:
        tops = [one for one in in_front(snapshot) if one.role in MENUS_AND_PLAIN_ITEMS | PAGES]
        have = f"; there are {listed(tops)}" if tops else "; it has no menu and no pages in sight"
        return f"{context.window.title!r} shows no {words!r}{have}"
    parent = way.opened[-1]
    there = [one for one in at_this_place(snapshot, way) if one.role in ON_THE_WAY]
    untouched = " under the pointer; it was not pressed" if not way.pressed and parent.role in MENU_ENTRIES else ""
    return f"{named(parent)} leads to no {words!r}{untouched}; it shows {listed(there)}"


async def _arrive(context: VerbContext, element: Element, way: PathSteps) -> ActionReport:
    if element.role in PAGES:
        return await select(context, element, ())
    if element.role == "RadioMenuItem" and "checked" in element.states:
        return already(f"{named(element)} is checked")
    if element.role in WRITTEN:
        if "focused" in element.states:
            return already(f"{named(element)} has the keyboard focus")
        await context.actor.focus(await context.actor.ready(element), context.window)
        held = await context.until(lambda one: _in_state(one, element, "focused"), _ASIDE_S)
        effect = Effect.CONFIRMED if held else Effect.UNVERIFIABLE
        said = "has the keyboard focus" if held else "does not say that it has the keyboard focus"
        return ActionReport(effect=effect, route=Route.ACCESSIBILITY, evidence=(f"{named(element)} {said}",))
    await context.judge(element)
    seen = await context.seen(element)
    if way.menus and element.role in MENU_ENTRIES:
        return await _choose(context, element, seen)
    return await click_control(context.actor, context.window, element)


async def _choose(context: VerbContext, element: Element, seen: Snapshot) -> ActionReport:
    """Press an entry of a menu that was just opened. The look that found it tells what there was before: one more would read
    the whole window again, as a menu goes on painting for a while.
    """
    actor, window = context.actor, context.window

    async def act() -> Route:
        return await actor.press(await actor.ready(element), window)

    before = await actor.observe(window, seen=seen)
    return await actor.perform_since(before, window, element, act, press_judge(element))


def _stay(element: Element) -> ActionReport:
    return ActionReport(effect=Effect.CONFIRMED, evidence=(f"{named(element)} is in sight",))


def _in_state(snapshot: Snapshot, element: Element, state: str) -> Element | None:
    found = same(snapshot, element)
    return found if found is not None and state in found.states else None
