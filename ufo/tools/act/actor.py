"""Acts on a control in the narrowest way that works: make sure that it is the right one, act, and look at what changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from ufo.desktop.matching.diff import ObjectDifference, difference, object_difference
from ufo.desktop.matching.family import belongs
from ufo.desktop.matching.same_owner import belongs_elsewhere, has_equals
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import ElementVerb, InputEvent, MouseButton, Window
from ufo.errors import ApplicationHung, NotActionable, PicturesRefused, StaleElement, WindowGone
from ufo.faults import Part
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import RANGES, ROWS_AND_TABS, TEXT_FIELDS, WORKED_BY_CLICK
from ufo.tools.act.aim import Aimer, holder_of, is_marked_by_hover, require_unblocked, require_uncovered
from ufo.tools.act.focus import comes_to, focused, require_focus, tells_one_focus
from ufo.tools.effects.by_itself import counted_on, keys_by_themselves
from ufo.tools.effects.claims import Claim, gave_way
from ufo.tools.effects.compare import Comparison, Observation, changed_keys, compare
from ufo.tools.effects.form_before import form_before
from ufo.tools.effects.judge import Judgement
from ufo.tools.effects.summary import facts
from ufo.tools.observe.follow_window import instead
from ufo.tools.observe.in_view import seen_part, with_whole_text
from ufo.tools.observe.selection import ToolScope

_log = logging.getLogger(__name__)
_JUST_NOW_S = 1.0
_CHARACTER_S, _TYPED_LATE_S = 0.02, 10.0
"""Seconds that a busy application may take for each character that was typed, and for all of them."""
Judge = Callable[[Comparison, Observation], Judgement]


class Actor:
    """Acts for one agent. It remembers which controls change by themselves, because their changes prove nothing."""

    def __init__(self, scope: ToolScope) -> None:
        self.scope = scope
        self.aiming = Aimer(scope.desktop)
        self.scrolls: Callable[[Window, Element], Awaitable[None]] | None = None
        """Brings a control into sight that does not come by itself; raises NotActionable. None where nothing does."""
        self._restless: frozenset[str] = frozenset()
        self._acted_after: int | None = None
        self._acted = self._reported = -_JUST_NOW_S

    async def window(self) -> Window:
        """Return the selected window as it is now. Raises WindowGone."""
        chosen = self.scope.selection.require_window()
        windows = await self.scope.desktop.windows()
        window = self.scope.selection.gone_back(windows)
        if window is not None:
            return window
        # The turn was decided on the closed window, so that nothing of it is done in another one before the next look.
        raise WindowGone(f"window {chosen.title!r} is closed{await instead(self.scope, chosen, windows)}")

    async def observe(self, window: Window, *, pictured: bool = False, seen: Snapshot | None = None) -> Observation:
        """Take a look at the window. A picture is taken only where the tree says too little, or where `pictured` asks for one.
        `seen` is a look of this moment that is taken in place of a new one.
        """
        desktop = self.scope.desktop
        windows = await desktop.windows()
        try:
            snapshot = seen or await self.scope.look(window.id)
        except WindowGone:
            return Observation(windows, None)
        pixels, area = b"", None
        if pictured or _says_too_little(snapshot):
            with (
                Part(_log, "taking the picture that tells what changed", []),
                contextlib.suppress(WindowGone, PicturesRefused),
            ):
                frame = await desktop.capture(window.id)
                pixels, area = frame.pixels, frame.rect
        return Observation(windows, snapshot, pixels, area)

    async def ready(self, element: Element) -> Element:
        """Return the element as it is now: scrolled into sight, uncovered, enabled. Raises StaleElement or NotActionable."""
        desktop = self.scope.desktop
        current = await desktop.reidentify(element.handle)
        await self._require_same_line(element)
        if "offscreen" in current.states or current.rect.is_empty:
            current = await self._scroll_into_view(current)
        if "disabled" in current.states:
            raise NotActionable(f"{current} is disabled; do first what enables it, or use another control")
        chosen = self.scope.selection.window
        await require_uncovered(
            self.scope, element, self.scope.selection.latest(chosen.id) if chosen is not None else None
        )
        # An element that is asked for by itself may not report its place in the tree; the look has it.
        return replace(current, path=element.path, depth=element.depth)

    async def _require_same_line(self, element: Element) -> None:
        """Raise StaleElement for one of several equal controls that belongs to something else now, as after a sort."""
        seen = self.scope.selection.snapshot
        if seen is None:
            return
        around = self.scope.selection.surroundings(seen)
        if has_equals(around, element) and not element.by_sight:
            now = await self.scope.look(seen.window_id)
            elsewhere = "" if now is seen else belongs_elsewhere(around, now, element)
            if elsewhere:
                raise StaleElement(f"{element} is not the one that it was: {elsewhere}; look again")

    def has_acted(self, look: Snapshot) -> bool:
        """Tell whether this agent has done something since that look, on which it decides."""
        return self._acted_after == look.id

    async def activate(self, window: Window) -> None:
        """Make sure that keys go to the window or to one of its own dialogs."""
        windows = await self.scope.desktop.windows()
        active = next((other for other in windows if other.active), None)
        if active is None or not (active.id == window.id or belongs(active, window.id, windows)):
            await self.scope.desktop.focus(window.id)

    async def perform(
        self,
        window: Window,
        element: Element | None,
        act: Callable[[], Awaitable[Route]],
        judge: Judge,
        *,
        pictured: bool = False,
    ) -> ActionReport:
        """Look, act, wait until the window is idle, look again, and report what the difference shows.

        Without `element`, watch the control that has the keyboard focus. Wait a little longer for an application that has
        shown nothing yet: what it does later would otherwise be taken for the effect of the next action. Wait as long as typed
        text arrives: the next action could give the focus to another control, and the rest would be typed there. `pictured` is
        for what trees do not report, such as the selection in a text.
        """
        before = await self.observe(window, pictured=pictured)
        self._note_restless(before.snapshot)
        numbers = {shown.handle.key: number for number, shown in self.scope.selection.controls.items()}
        form = form_before(before.snapshot, element, numbers, self.scope.selection.first)
        report = await self.perform_since(before, window, element, act, judge)
        return report if form is None else report.model_copy(update={"form": form})

    async def perform_since(
        self,
        before: Observation,
        window: Window,
        element: Element | None,
        act: Callable[[], Awaitable[Route]],
        judge: Judge,
    ) -> ActionReport:
        """Do as `perform`, compared with a look (and picture) that was taken a moment ago, with nothing done since."""
        desktop, known = self.scope.desktop, before.snapshot
        pictured = bool(before.pixels) and known is not None and not _says_too_little(known)
        clock = asyncio.get_running_loop().time
        if before.snapshot is not None:
            self.scope.selection.looked(before.snapshot)
        element = element or focused(before.snapshot)
        read_before = await self._read(before, element)
        route = await act()
        decided_on = self.scope.selection.snapshot
        self._acted_after = None if decided_on is None else decided_on.id
        self._acted = clock()
        patience = _Patience(self.scope.late_s, self._acted)
        await self._settle(window)
        changed = True
        while True:
            looked = clock()
            try:
                after = await self.observe(window, pictured=pictured)
                read_after = await self._read(after, element)
            except ApplicationHung as error:
                return ActionReport.of(Effect.UNVERIFIABLE, f"delivered, but {error}", route)
            then, now = _comparable(read_before, read_after)
            what = object_difference(then.snapshot, now.snapshot) if then.snapshot and now.snapshot else None
            restless = self._restless_in(what)
            judgement = judge(compare(then, now, window, element, restless, what), after)
            left = patience.left(judgement, clock())
            if left <= 0 or not changed:
                break
            # A window may open without any event from a tree, so a last look finds it.
            changed = await desktop.changed(window.id, looked, left)
            await self._settle(window)
        self.scope.selection.looked(after.snapshot)
        for renamed in () if what is None else what.changes:
            self.scope.selection.note_renamed(renamed.before, renamed.after)
        if judgement.effect is Effect.CONFIRMED and element and before.snapshot and after.snapshot:
            self.claim(before.snapshot.same(element), after.snapshot.same(element))
        change = facts(then, now, window, restless, what=what.controls if what else None)
        self._reported = clock()
        return ActionReport(effect=judgement.effect, route=route, evidence=judgement.evidence, change=change)

    async def _settle(self, window: Window) -> None:
        """Wait until the window is idle. One that the action closed is: that it closed is what the next look tells."""
        with contextlib.suppress(WindowGone):
            await self.scope.desktop.settle(window.id, self.scope.settle_timeout_s)

    def waited_already(self) -> float:
        """Return how many seconds ago the last act ended, if it was reported just now: a wait that follows it begins there, and
        not after it was looked what the act came to. 0 for an act of an earlier turn.
        """
        now = asyncio.get_running_loop().time()
        return now - self._acted if now - self._reported < _JUST_NOW_S else 0.0

    async def _read(self, seen: Observation, element: Element | None) -> Observation:
        """Return the observation with the full text of `element`: typed text may stand far beyond the part that a look reads."""
        if element is None or seen.snapshot is None:
            return seen
        return replace(seen, snapshot=await with_whole_text(self.scope.desktop, seen.snapshot, element))

    def claim(self, old: Element | None, new: Element | None, *, moved: bool = False) -> None:
        """Record what a confirmed action did to a control, so that it is noticed if the effect does not last."""
        if old is not None and new is not None:
            claims = self.scope.selection.claims
            now = self.scope.selection.newest or ()
            claims[:] = [
                claim for claim in claims if claim.handle.key != new.handle.key and not gave_way(claim, old, new, now)
            ]
            claims.append(Claim(new.handle, old, new, asyncio.get_running_loop().time(), moved=moved))

    async def press(self, element: Element, window: Window, button: MouseButton = "left", count: int = 1) -> Route:
        """Press by the accessible action, or else click with the pointer at the element's current rectangle."""
        look = self.scope.selection.latest(window.id)
        await self.aiming.uncover(window, seen_part(look, element).center, element)
        verb = _press_verb(element)
        if verb is not None and button == "left" and count == 1:
            if verb == "press" and is_marked_by_hover(look, element):
                await self.aiming.rest_on(window, element, look)
            try:
                return (await self.scope.desktop.act(element.handle, verb)).route
            except NotActionable:
                _log.debug("%s has no action %r; the pointer does it", element, verb)
        await self.aiming.click(window, element, button, count, look=look)
        return Route.COORDINATES if element.by_sight else Route.POINTER

    async def click(
        self,
        window: Window,
        element: Element,
        button: MouseButton = "left",
        count: int = 1,
        hold_key: str | None = None,
    ) -> None:
        """Click the part of the control that is in sight. Raises NotActionable where something lies over that."""
        look = self.scope.selection.latest(window.id)
        await self.aiming.uncover(window, await self.aiming.reachable(window, seen_part(look, element)), element)
        await self.aiming.click(window, element, button, count, hold_key, look=look)

    async def send(self, window: Window, events: Sequence[InputEvent]) -> Route:
        await self.activate(window)
        await self.scope.desktop.send(window.id, events)
        return Route.KEYBOARD

    async def focus(self, element: Element, window: Window) -> bool:
        """Give a control the keyboard focus, by its own action or with a click. Return whether it reports that it has the
        focus. Raises NotActionable where a click would operate the control, or where the focus stays in another one.
        """
        await self._activate_holder(window, element)
        if "focused" in element.states and tells_one_focus(self.scope.selection.latest(window.id), element):
            return True
        try:
            await self.scope.desktop.act(element.handle, "focus")
            if await comes_to(self.scope.desktop, element, window):
                return True
        except NotActionable:
            _log.debug("%s takes no focus by itself; a click gives it", element)
        if element.role in WORKED_BY_CLICK:
            raise NotActionable(
                f"{element} does not take the keyboard focus, and a click would activate it; "
                "click it instead, or send the keys without a control"
            )
        await self.click(window, element)
        return await require_focus(self.scope.desktop, element, window)

    async def _activate_holder(self, window: Window, element: Element) -> None:
        """Activate the control's window: its active dialog would take the keys. Raises NotActionable where that blocks it."""
        windows = await self.scope.desktop.windows()
        holder = holder_of(element, window, windows)
        if holder is None:
            await self.activate(window)
        elif not holder.active:
            require_unblocked(windows, window, element)
            await self.scope.desktop.focus(holder.id)

    async def _scroll_into_view(self, element: Element) -> Element:
        desktop = self.scope.desktop
        window = self.scope.selection.require_window()
        try:
            await desktop.act(element.handle, "scroll_into_view")
        except NotActionable as error:
            if self.scrolls is None:
                raise NotActionable(f"{element} is out of sight; scroll to it and look again") from error
            await self.scrolls(window, element)
        await desktop.settle(window.id, self.scope.settle_timeout_s)
        current = await desktop.reidentify(element.handle)
        if "offscreen" in current.states or current.rect.is_empty:
            raise NotActionable(f"{element} stays out of sight; scroll to it and look again")
        return current

    async def look(self, window_id: str) -> Snapshot:
        """Take a look after something was done. The next action is compared with it."""
        snapshot = await self.scope.look(window_id)
        self.scope.selection.looked(snapshot)
        return snapshot

    def told(self, report: ActionReport, earlier: Snapshot | None) -> ActionReport:
        """Return the report with what changed since an earlier look, judged from looks that were taken anyway."""
        window = self.scope.selection.window
        newest = None if window is None else self.scope.selection.latest(window.id)
        if report.change or window is None or earlier is None or newest is None or newest is earlier:
            return report
        then, now = Observation((window,), earlier), Observation((window,), newest)
        return report.model_copy(update={"change": facts(then, now, window, self._restless)})

    def expect_changes(self, keys: Iterable[str]) -> None:
        """Take these controls for ones that change by themselves."""
        self._restless |= frozenset(keys)

    def _note_restless(self, now: Snapshot | None) -> None:
        """Note what changed since the last look or action: as no one acted in between, it changes by itself."""
        earlier = self.scope.selection.latest(now.window_id) if now is not None else None
        if earlier is not None and now is not None:
            self._restless |= changed_keys(earlier, now)
            self.scope.selection.running |= set(counted_on(difference(earlier, now)))

    def _restless_in(self, what: ObjectDifference | None) -> frozenset[str]:
        """Return the keys of what changes by itself, with those of texts that were replaced while they count."""
        if what is None:
            return self._restless
        return self._restless | keys_by_themselves(what.controls, frozenset(self.scope.selection.running))


class _Patience:
    """How long to wait: a while for the first sign, and one from each part of a typed text to the next, by what is missing."""

    def __init__(self, late_s: float, acted: float) -> None:
        self._late_s, self._deadline = late_s, acted + late_s
        self._missing = 0

    def left(self, judgement: Judgement, now: float) -> float:
        """Return the seconds that are left to wait, 0 where nothing more is awaited."""
        missing = judgement.missing
        if not missing and judgement.effect is not Effect.SUSPECTED_NOOP and not judgement.awaited:
            return 0.0
        if missing and (not self._missing or missing < self._missing):
            self._deadline = now + self._late_s + min(_TYPED_LATE_S, missing * _CHARACTER_S)
            self._missing = missing
        return max(0.0, self._deadline - now)


def _says_too_little(look: Snapshot) -> bool:
    return bool(look.degraded) or not look.elements


def _comparable(before: Observation, after: Observation) -> tuple[Observation, Observation]:
    """Return the looks with what both can tell: where the application answered only once, no control came or went for that."""
    if len({seen.snapshot is not None and seen.snapshot.is_deaf for seen in (before, after)}) == 1:
        return before, after
    return replace(before, snapshot=None), replace(after, snapshot=None)


def _press_verb(element: Element) -> ElementVerb | None:
    """Return the accessible action that means the same as a click, or None. That of an item selects it and does not open it."""
    if element.role in ROWS_AND_TABS:
        return "select"
    if element.role in TEXT_FIELDS | RANGES | {"Canvas"}:
        return None
    return "press"
