"""Goes to a control by its path: opens menus, pages of a dialog, branches of a tree and buttons that open something."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import pairwise

from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import DesktopError, NotActionable, ToolError, UfoError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import MENU_ENTRIES, MENUS_AND_PLAIN_ITEMS, TOGGLES
from ufo.tools.act.pointer import click_control, press_judge
from ufo.tools.dispatch.foreseen_targets import standing, within_windows
from ufo.tools.observe.control_names import called, listed, named, without_inner
from ufo.tools.observe.in_view import above, around, in_page, pages_in, scrolled_to
from ufo.tools.verbs.check import is_checked, mark_of, set_checked
from ufo.tools.verbs.context import PATIENCE_S, VerbContext, already, may_press_again
from ufo.tools.verbs.expand import branch_of, expand
from ufo.tools.verbs.path_steps import (
    ON_THE_WAY,
    OPENERS,
    PAGES,
    WRITTEN,
    PathSteps,
    at_this_place,
    below,
    entry,
    in_front,
)  # fmt: skip
from ufo.tools.verbs.popups import Opened, close
from ufo.tools.verbs.scroll_to import entry_into_sight
from ufo.tools.verbs.search_list import Search
from ufo.tools.verbs.select import select

_MENU_BUTTONS = frozenset(
    {"menu", "main menu", "open menu", "application menu", "primary menu", "hamburger menu", "more options", "options menu"}
)  # fmt: skip
_FIRST_S, _HOVERED_S, _ASIDE_S = 0.5, 1.5, 1.5
_STIRS_S = 0.1
"""The seconds after which a menu that was pressed has told that it opens, if it tells it at all."""


async def visit(context: VerbContext, path: Sequence[str], press: bool = True) -> ActionReport:
    """Press the last of `path`, or only bring it into sight. Raises ToolError with what is there, its menus closed again."""
    walk = _Walk(context, PathSteps(tuple(path)))
    async with walk.taken_back():
        found = await walk.bring()
        is_shown = f"{named(found)} is in sight"
        report = await walk.arrive(found) if press else ActionReport.of(Effect.CONFIRMED, is_shown)
    through = f"by way of {' > '.join(step.name or step.label or step.role for step in walk.way.opened)}"
    evidence = (*report.evidence, through) if walk.way.pressed else report.evidence
    return report.model_copy(update={"evidence": evidence})


async def set_checked_at(context: VerbContext, path: Sequence[str], checked: bool) -> ActionReport:
    """Follow the path and set its last control, then close menus that stay open because it was set already. An entry whose menu
    closed when it was pressed is read by opening the menu once more.
    """
    walk = _Walk(context, PathSteps(tuple(path), takes=TOGGLES | MENU_ENTRIES))
    async with walk.taken_back():
        before = await walk.bring()
        report = await set_checked(context, before, checked)
    if report.route is None:
        await walk.close()
        return report
    if report.effect is not Effect.UNVERIFIABLE or not walk.way.menus:
        return report
    again = _Walk(context, PathSteps(tuple(path), takes=walk.way.takes))
    try:
        async with again.taken_back():
            found = await again.bring()
            now = is_checked(found)
            if now is None and found.role == "MenuItem":
                now = await mark_of(context, found, was_told="checked" in before.states)
            await again.close()
    except UfoError:  # some menus change their name with what is chosen in them
        return report
    if now is None:
        return report
    said = f"{named(found)} is {'checked' if now else 'unchecked'} where its menu was opened once more"
    effect = Effect.CONFIRMED if now is checked and "mixed" not in found.states else Effect.SUSPECTED_NOOP
    return ActionReport.of(effect, said, report.route, now)


class _Walk:
    """Follows one path. `way` is what was opened so far."""

    def __init__(self, context: VerbContext, way: PathSteps) -> None:
        self.context, self.way = context, way
        self._selection = context.actor.scope.selection

    @contextlib.asynccontextmanager
    async def taken_back(self) -> AsyncIterator[None]:
        """Close the menus that were opened on a path that leads nowhere."""
        try:
            yield
        except UfoError:
            with contextlib.suppress(DesktopError):
                await self.close()
            raise

    async def close(self) -> None:
        """Close the menus that were opened on the way, as far as they do not close by themselves."""
        if self.way.pressed and self.way.began is not None:
            await close(self.context, Opened(self.way.began, self.way.opened))

    async def bring(self) -> Element:
        """Return the last of the path, in sight. An entry of a menu that is longer than the screen is scrolled to."""
        found = await self._follow(self.way.path)
        return await entry_into_sight(self.context, found) if found.role in MENU_ENTRIES else found

    async def _follow(self, path: Sequence[str]) -> Element:
        if not path:
            raise ToolError('`path` is empty; give the names on the way, such as ["Format", "Bold"]')
        way, title = self.way, self.context.window.title
        way.began = snapshot = await self.context.look(settled=False)
        if (there := standing(path, snapshot, way.takes, title)) is not None:
            return there
        path = way.path = tuple(within_windows(path, snapshot, title))
        found = entry(snapshot, path[0], way) or await self._comes(path[0], _FIRST_S) or self._labelled(path[0])
        found = found or await self._scrolled_to(path[0]) or await self._through_menu_button(path[0])
        found = found or await self._by_sight(path[0])
        for words, following in pairwise((*path, "")):
            if found is None:
                # What stands around a control, such as a frame with a title, need not be opened.
                there = standing(path, await self.context.look(), way.takes, title) if way.opened else None
                if there is not None:
                    return there
                raise ToolError(await self._missing(words))
            if not following:
                return found
            found = await self._open(found, following)
        raise AssertionError("a path ends with its last name")

    def _labelled(self, words: str) -> Element | None:
        """Return the only control without a name that the words stand beside, as beside the boxes of LibreOffice's dialogs."""
        look = self.context.newest
        if look is None:
            return None
        beside = with_labels_beside(in_front(look), self._selection.surroundings(look))
        meant = called([control for control in beside if control.role in OPENERS | WRITTEN], words)
        found = [control for control in meant if not control.name]
        return found[0] if len(found) == 1 and (found[0].role in OPENERS or self.way.is_last(words)) else None

    async def _scrolled_to(self, words: str) -> Element | None:
        """Return what has that name further up or down on a page, once the page has scrolled to it."""
        look = self.context.newest
        if look is None or not await scrolled_to(self.context.desktop, pages_in(look), words):
            return None
        return await self._comes(words, _FIRST_S)

    async def _by_sight(self, words: str) -> Element | None:
        """Look for the words in the picture too, which the looks around actions leave out."""
        if self._selection.works_by_sight:
            return None
        self._selection.works_by_sight = True
        return entry(await self.context.look(settled=False), words, self.way)

    async def _open(self, element: Element, following: str) -> Element | None:
        """Open `element` unless it is open: by its own action, and with the pointer where that shows nothing. Return the control
        that follows it on the path, or None where that does not appear.
        """
        snapshot = await self.context.seen(element)
        self.way.before = frozenset(shown.handle.key for shown in snapshot)
        self.way.opened.append(element)
        branch = branch_of(snapshot, element)
        if _is_open(branch, called(_shown(below(snapshot, element)), following)):
            found = await self._comes(following, _FIRST_S)
            if found is not None or element.role not in MENU_ENTRIES:  # a menu may have been about to close
                return found
        if "disabled" in element.states:
            raise NotActionable(f"{named(element)} is disabled; do first what enables it")
        if "collapsed" in branch.states and element.role in PAGES:
            await expand(self.context, element, True)
            self.way.pressed += 1
            found = await self._comes(following, _FIRST_S) or await self._further(element, following)
            if found is not None:
                return found
        if element.role in MENU_ENTRIES and in_page(snapshot, element):
            await self.context.hover(element)
            found = await self._comes(following, _HOVERED_S)
            if found is not None or not _opens_by_press(snapshot, element):
                return found
        return await self._by_press(element, following)

    async def _by_press(self, element: Element, following: str) -> Element | None:
        context, before = self.context, await self.context.seen(element)
        pressed = asyncio.get_running_loop().time()
        await context.press(element)
        # Counted only once it was pressed: closing a menu that is not open would close a dialog that was in its way.
        self.way.pressed += 1
        self.way.menus += element.role in MENU_ENTRIES
        if _is_menu(element):
            # Wait until it begins to open, and until its application has done all that it does for that at once: a look that
            # begins before knows no window of the menu, and must be taken again.
            with contextlib.suppress(DesktopError):
                if await context.desktop.changed(context.window.id, pressed, _STIRS_S):
                    await context.desktop.reidentify(element.handle)
        found = await self._comes(following, _ASIDE_S)
        if found is not None:
            return found
        if {shown.handle.key for shown in await context.look()} - self.way.before:
            return await self._comes(following, _FIRST_S)
        current = await context.now(element)
        if current is not None and await may_press_again(context, current, before):
            await context.click(current)
        return await self._comes(following, PATIENCE_S)

    async def _further(self, branch: Element, words: str) -> Element | None:
        """Look for the words in the list or tree around an opened branch, whose entries may be out of sight."""
        holder = around(await self.context.look(), branch)
        if holder is None or await Search(self.context, holder, words).run() is None:
            return None
        return await self._comes(words, _FIRST_S)

    async def _comes(self, words: str, timeout_s: float) -> Element | None:
        """Wait for the next control of the path. All but entries of an open menu may still be moving to their place."""
        if not self.way.opened or _is_menu(self.way.opened[-1]):
            found = entry(await self.context.look(settled=False), words, self.way)
            if found is not None and (found.role in MENU_ENTRIES or not self.way.opened):
                return found
        return await self.context.until(lambda look: entry(look, words, self.way), timeout_s)

    async def _through_menu_button(self, words: str) -> Element | None:
        """Open each menu button until one shows the words: a window without a menu bar has its menu behind a button."""
        way, snapshot = self.way, await self.context.look()
        buttons = [
            part for part in in_front(snapshot) if part.role in OPENERS and part.rect.area and _is_menu_button(part)
        ]
        for button in without_inner(buttons):
            way.opened, way.before = [button], frozenset(shown.handle.key for shown in snapshot)
            way.pressed += 1
            await self.context.press(button)
            found = await self._comes(words, _ASIDE_S)
            if found is not None:
                way.menus += 1
                return found
            await self.close()
        way.opened, way.before = [], frozenset()
        return None

    async def _missing(self, words: str) -> str:
        snapshot = await self.context.look()
        if not self.way.opened:
            tops = [part for part in in_front(snapshot) if part.role in MENUS_AND_PLAIN_ITEMS | PAGES]
            have = f"; there are {listed(tops)}" if tops else "; it has no menu and no pages in sight"
            return f"{self.context.window.title!r} shows no {words!r}{have}"
        parent = self.way.opened[-1]
        there = [part for part in at_this_place(snapshot, self.way) if part.role in ON_THE_WAY]
        is_untouched = not self.way.pressed and parent.role in MENU_ENTRIES
        untouched = " under the pointer; it was not pressed" if is_untouched else ""
        return f"{named(parent)} leads to no {words!r}{untouched}; it shows {listed(there)}"

    async def arrive(self, element: Element) -> ActionReport:
        context = self.context
        if element.role in PAGES:
            return await select(context, element, ())
        if element.role == "RadioMenuItem" and "checked" in element.states:
            return already(f"{named(element)} is checked")
        if element.role in WRITTEN:
            if "focused" in element.states:
                return already(f"{named(element)} has the keyboard focus")
            await context.actor.focus(await context.actor.ready(element), context.window)
            held = await context.until_it(element, lambda now: "focused" in now.states, _ASIDE_S)
            said = "has the keyboard focus" if held else "does not say that it has the keyboard focus"
            effect = Effect.CONFIRMED if held else Effect.UNVERIFIABLE
            return ActionReport.of(effect, f"{named(element)} {said}", Route.ACCESSIBILITY)
        await context.judge(element)
        seen = await context.seen(element)
        if self.way.menus and element.role in MENU_ENTRIES:
            return await self._choose(element, seen)
        return await click_control(context.actor, context.window, element)

    async def _choose(self, element: Element, seen: Snapshot) -> ActionReport:
        """Press an entry of a menu that was just opened. The look that found it tells what there was before: one more would read
        the whole window again, as a menu goes on painting for a while.
        """
        actor, window = self.context.actor, self.context.window

        async def act() -> Route:
            return await actor.press(await actor.ready(element), window)

        before = await actor.observe(window, seen=seen)
        return await actor.perform_since(before, window, element, act, press_judge(element))


def _opens_by_press(snapshot: Snapshot, entry: Element) -> bool:
    """Tell whether a page's menu entry that nothing follows under the pointer says that a press opens it. Any other one would
    be chosen by the press, while the path goes on behind it.
    """
    in_bar = any(holder.role == "MenuBar" for holder in above(snapshot, entry))
    return entry.role == "Menu" or in_bar or bool(entry.states & {"collapsed", "expanded"})


def _is_open(element: Element, shown: Sequence[Element]) -> bool:
    if "collapsed" in element.states:
        return False
    if element.role in PAGES or element.role == "Pane":
        return bool(element.states & {"selected", "expanded", "checked"})
    return bool(shown)


def _shown(elements: Iterable[Element]) -> list[Element]:
    return [element for element in elements if "offscreen" not in element.states and not element.rect.is_empty]


def _is_menu(element: Element) -> bool:
    """Tell whether the entry opens a menu. Dots at its end announce a dialog."""
    return element.role in MENU_ENTRIES and not element.name.rstrip().endswith(("…", "..."))


def _is_menu_button(element: Element) -> bool:
    said = [(text or "").casefold() for text in (element.name, element.description)]
    return any(text in _MENU_BUTTONS or text.startswith("customize and control") for text in said)
