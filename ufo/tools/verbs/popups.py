"""Closes open menus and lists that nothing was chosen from: one that stays open takes all clicks and keys of its application."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, ToolError, UfoError
from ufo.schema.roles import MENU_ENTRIES, OPENERS
from ufo.tools.observe.control_names import named
from ufo.tools.observe.in_view import in_sight
from ufo.tools.verbs.context import VerbContext, same

_log = logging.getLogger(__name__)
_CLOSES_S = 1.0
_MORE_TRIES = 2


@dataclass
class Opened:
    """What may have been opened since the look `before`. `openers` are the menus and boxes that open something, and `entries`
    what the lists of boxes showed.
    """

    before: Snapshot
    openers: list[Element] = field(default_factory=list)
    entries: list[Element] = field(default_factory=list)

    def is_open(self, now: Snapshot) -> bool:
        """Tell whether any of it is open: by the window system, by the opener's own state, or by entries that are in sight."""
        if set(now.popups) - set(self.before.popups):
            return True
        if any(self.is_expanded(now, opener) for opener in self.openers):
            return True
        shown = {sign_of(element): element for element in now if in_sight(element)}
        # Some menus lie inside their window.
        names = {element.name for element in self.openers}
        known = {sign_of(entry) for entry in (*self.before, *self.entries)}
        in_menus = any(
            element.role in MENU_ENTRIES and names & {*element.path}
            for key, element in shown.items()
            if key not in known
        )
        return in_menus or any(sign_of(element) in shown for element in self.entries)

    def is_expanded(self, now: Snapshot, opener: Element) -> bool:
        """Tell whether the box or button says that what it opens is open."""
        found = same(now, opener) if opener.role in OPENERS else None
        return found is not None and "expanded" in found.states


@contextlib.asynccontextmanager
async def closed_afterwards(context: VerbContext, opener: Element) -> AsyncIterator[None]:
    """Close what is opened inside the context, also after a failure. Raises ToolError where it cannot be closed."""
    opened = Opened(await context.seen(opener), [opener], context.listed)
    async with closed_on_failure(context, opened):
        yield
        if not opened.is_open(context.newest or opened.before):
            return
        # A list closes a moment after one of its entries was taken. A key that comes too late would go to its dialog.
        if await context.until(lambda snapshot: None if opened.is_open(snapshot) else snapshot, _CLOSES_S) is None:
            await _require_closed(context, opened)


@contextlib.asynccontextmanager
async def closed_on_failure(context: VerbContext, opened: Opened) -> AsyncIterator[None]:
    """Close what is open where the context ends by an error. Raises ToolError with that error where it cannot be closed."""
    try:
        yield
    except UfoError as error:
        try:
            await _require_closed(context, opened)
        except DesktopError as fault:
            _log.debug("closing what was opened failed: %s", fault)
        except ToolError as stays:
            raise ToolError(f"{error}; {stays}") from error
        raise


async def close(context: VerbContext, opened: Opened) -> bool:
    """Close what is open, by as many Escapes as needed: one more would close the dialog behind. Return whether it is closed."""
    now = await context.look()
    for _ in range(len(opened.openers) + _MORE_TRIES):
        if not opened.is_open(now):
            return True
        now = await _after_escape(context, opened, now)
    for opener in opened.openers[-1:]:
        with contextlib.suppress(DesktopError):
            if await context.act(opener, "collapse") is None and opened.is_expanded(await context.look(), opener):
                # Lists that pages make often know no Escape, and are closed where they were opened.
                await context.press(opener)
    return await context.until(lambda snapshot: None if opened.is_open(snapshot) else snapshot, _CLOSES_S) is not None


async def _require_closed(context: VerbContext, opened: Opened) -> None:
    if not await close(context, opened):
        what = " and ".join(named(opener) for opener in opened.openers) or "this"
        raise ToolError(f"what {what} opened stays open; press {{ESC}} or choose one of its entries")


async def _after_escape(context: VerbContext, opened: Opened, before: Snapshot) -> Snapshot:
    """Press Escape, and return the look at which it or one level of it is closed, or else the one before."""
    await context.actor.send(context.window, [Keys(("escape",))])

    def less(now: Snapshot) -> Snapshot | None:
        return now if not opened.is_open(now) or set(before.popups) - set(now.popups) else None

    return await context.until(less, _CLOSES_S) or before


def sign_of(element: Element) -> tuple[object, ...]:
    """Return what identifies an entry also where lists are made anew at every look."""
    return element.role, element.name, element.window, element.rect, element.path
