"""Checks between the actions of one turn whether the desktop is still what the turn was decided on.

A turn is decided on one look. Before each of its actions the guard checks again: the effects of confirmed actions still
hold, no unforeseen dialog opened, and no other window took the focus. Whether the control itself is still the same, enabled
and in sight is checked by the action right before it acts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ufo.desktop.matching.family import belongs, is_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import DesktopError
from ufo.schema.command import Command
from ufo.schema.roles import ROWS_AND_TABS
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.text.labels import label
from ufo.tools.dispatch.foreseen_targets import NOTHING_OPENED, Opened, names_window, path_of, pressed_by
from ufo.tools.dispatch.locate import selected_in
from ufo.tools.effects.claims import Claim, went_back
from ufo.tools.effects.compare import END_STATES, in_one_list, is_same_row
from ufo.tools.observe.selection import ToolScope

_WORKS_THE_SCREEN = frozenset({"id", "path", "x", "start_x", "keys"})
_WORKS_WINDOWS = frozenset({ActionKind.CLOSE, ActionKind.SELECT_WINDOW})
"""What takes a window by its id, and does not count on which one has the focus."""
_PASSING = frozenset({"selected", "pressed", "expanded", "collapsed"})
"""States that the next action may end: a tool is released by its drag, and a selection goes with the next click."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A command whose confirmed effect did not last, and how that was seen."""

    call_id: str
    said: str


class TurnGuard:
    """Guards the turns of one agent's scope."""

    def __init__(self, scope: ToolScope) -> None:
        self._scope = scope
        self._active: str | None = None
        self._latest = ""
        self._pressed = ""
        self._shown: frozenset[str] = frozenset()
        self.opened = NOTHING_OPENED
        """The dialog that an action of this turn opened, where a later one counts on it."""

    async def begin(self) -> None:
        """Begin a turn: remember which window is active. Raises DesktopError."""
        windows = await self._scope.desktop.windows()
        self._active = next((window.id for window in windows if window.active), None)
        self._pressed, self.opened = "", NOTHING_OPENED
        look = self._scope.selection.snapshot or ()
        self._shown = frozenset(label(name) for element in look for name in (element.name, element.label or ""))

    def begin_again(self) -> None:
        """Forget the effects of earlier turns, which were checked already. From here on only this turn's actions are watched."""
        self._scope.selection.claims.clear()

    def credit(self, command: Command, *, submits: bool = False, turns_to: bool = False) -> None:
        """Assign to this command the claims that were recorded since the last call. `submits`: it may send off what was typed
        before, which empties the field. `turns_to`: it chose another row or page, so that fields show what that one holds.
        """
        self._latest, self._pressed = command.call_id, pressed_by(command)
        claims = self._scope.selection.claims
        claims[:] = [
            replace(claim, sent=claim.sent or submits) if claim.call_id else replace(claim, call_id=command.call_id)
            for claim in claims
            if not (claim.call_id and turns_to) or claim.new.role in ROWS_AND_TABS or claim.new.is_tick
        ]

    async def undone(self) -> tuple[Undone, ...]:
        """Return the confirmed actions whose controls show again what they showed before. Each is reported once."""
        claims = self._scope.selection.claims
        claims[:] = [claim for claim in claims if not self._is_over(claim)]
        found = []
        for claim in tuple(claims):
            said = await self._went_back(claim)
            if said:
                claims.remove(claim)
                found.append(Undone(claim.call_id, said))
        return tuple(found)

    async def hold(self, seconds: float) -> tuple[Undone, ...]:
        """Do as `undone` once the youngest claim is at least `seconds` old: after the last turn there is no further look."""
        claims = self._scope.selection.claims
        if not claims:
            return ()
        age = asyncio.get_running_loop().time() - max(claim.made for claim in claims)
        await asyncio.sleep(max(0.0, seconds - age))
        return await self.undone()

    async def surprise(self, command: Command, tool: ToolInfo | None, *, is_first: bool) -> str:
        """Return what happened that the turn did not count on, or "". Raises DesktopError."""
        chosen = self._scope.selection.window
        kind = tool.facts.kind if tool is not None else ActionKind.OTHER
        works = kind is ActionKind.KEYS or _WORKS_THE_SCREEN & command.parameters.keys()
        if chosen is None or kind in _WORKS_WINDOWS or not works:
            return ""
        windows = await self._scope.desktop.windows()
        opened = self._unseen(chosen, windows)
        path = path_of(command) or selected_in(command)
        foreseen = [window for window in opened if names_window(path, window.title)]
        if len(opened) == 1 and not is_first:
            made = Opened(opened[0].id, opened[0].title, self._pressed, self._shown)
            if made.rest_of(path) is not None:
                foreseen, self.opened = opened, made
                if not belongs(opened[0], chosen.id, windows):
                    # A window of its own, as the one in which an answer is written: its controls stand in no look at this one.
                    self._scope.selection.go_to(opened[0])
                    chosen = opened[0]
        if len(foreseen) < len(opened):
            item = next(window for window in opened if window not in foreseen)
            return f"the {'dialog' if item.modal or item.parent else 'window'} {item.title!r} opened; look again"
        if foreseen:
            self._scope.selection.seen |= {window.id for window in foreseen}
        taken = None if is_first else self._taken_by(chosen, windows)
        return f"the window {taken.title!r} took the focus; look again" if taken else ""

    def _unseen(self, chosen: Window, windows: Sequence[Window]) -> list[Window]:
        """Return the windows of the same application that the last look did not know."""
        seen = self._scope.selection.seen
        if not seen:
            return []
        mine = [window for window in windows if is_of(window, chosen, windows)]
        return [window for window in mine if window.id not in seen]

    def _taken_by(self, chosen: Window, windows: Sequence[Window]) -> Window | None:
        """Return another application's window that is active now and was not when the turn began."""
        active = next((window for window in windows if window.active), None)
        if active is None or is_of(active, chosen, windows) or active.id == self._active:
            return None
        return active

    def _is_over(self, claim: Claim) -> bool:
        """Tell whether a later action may have been meant to end what this one brought about."""
        changed = (claim.new.states ^ claim.old.states) & END_STATES
        is_later = claim.call_id not in ("", self._latest)
        return (
            is_later
            and not claim.moved
            and bool(changed)
            and changed <= _PASSING
            and claim.new.value == claim.old.value
        )

    async def _went_back(self, claim: Claim) -> str:
        try:
            return went_back(claim, await self._scope.desktop.reidentify(claim.handle))
        except DesktopError:
            # A control that is gone shows nothing, and whether it should be gone cannot be told from the action. A control
            # made anew in its place can be judged, unless a later action may have been meant to do just that.
            return await self._made_anew(claim) if claim.call_id == self._latest else ""

    async def _made_anew(self, claim: Claim) -> str:
        """Do as `_went_back` for the only control that has this role, name and path now. It must be new since the look, or a
        row with other words than at the look.
        """
        window, look = self._scope.selection.window, self._scope.selection.snapshot
        if window is None or look is None:
            return ""
        try:
            now = await self._scope.look(window.id)
        except DesktopError:
            return ""
        new, known = claim.new, {element.handle.key for element in look}
        alike = [
            element for element in now if (element.role, element.name, element.path) == (new.role, new.name, new.path)
        ]
        if len(alike) != 1 or not (new.name or new.label):
            return ""
        (item,) = alike
        if item.handle.key not in known or self._says_other_words(claim, item, now):
            return went_back(claim, item)
        return ""

    def _says_other_words(self, claim: Claim, element: Element, now: Snapshot) -> bool:
        """Tell whether the control is a row in the same list as the claim's own row, and both have other words than at the
        look.
        """
        look = self._scope.selection.snapshot or ()
        own = next((row for row in now if row.handle.key == claim.new.handle.key), None)
        then = next((row for row in look if row.handle.key == element.handle.key), None)
        if own is None or then is None or is_same_row(then, element) or is_same_row(claim.new, own):
            return False
        return in_one_list(now.elements, own, element)
