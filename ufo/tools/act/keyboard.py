"""Sends keys to one control: gives it the keyboard focus, and sends only as long as it keeps the focus and is still the same
control. A field that is known from the picture is written to so, and then read in the picture. Text that stood there is never
written again from such a reading: those are not reliable enough.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ufo.desktop.matching.words_beside import parts_beside, with_label
from ufo.desktop.snapshot import Element
from ufo.desktop.target import Target
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.picture import Frame
from ufo.schema.roles import WORKED_BY_CLICK
from ufo.tools.act.actor import Actor
from ufo.tools.act.aim import holder_of, require_explained
from ufo.tools.act.focus import is_about
from ufo.tools.effects.judge import same_text

_ALIKE = 0.6
_log = logging.getLogger(__name__)
_ALL_OF_A_LINE = (Keys(("end",)), Keys(("shift", "home")))
_ALL_OF_A_TEXT = (Keys(("ctrl", "end")), Keys(("ctrl", "shift", "home")))


async def type_into(actor: Actor, window: Window, element: Element, events: Sequence[InputEvent]) -> Route:
    """Focus the element and send it the events. Raises StaleElement or NotActionable where none was sent, else DesktopError."""
    current = await actor.ready(element)
    keyed = await FocusedKeys.of(actor, window, current)
    return await keyed.send(events, tells=await actor.focus(current, window))


@dataclass
class FocusedKeys:
    """A control that keys are meant for. `beside` is what was seen beside a control that is known from the picture alone, as
    its own picture changes with every key. `tells`: the control reports its focus itself.
    """

    actor: Actor
    window: Window
    element: Element
    tells: bool = False
    beside: Sequence[Frame] = ()

    @classmethod
    async def of(cls, actor: Actor, window: Window, element: Element) -> FocusedKeys:
        """Make one for `element`, which must have been asked for just now."""
        keyed = cls(actor, window, element)
        if element.by_sight:
            keyed.beside = _beside(element, await actor.scope.desktop.capture(window.id))
        return keyed

    async def send(self, events: Sequence[InputEvent], *, tells: bool) -> Route:
        """Send the events to the control, which has the focus. `tells`: it reports the focus itself. Raises as `type_into`."""
        self.tells = tells
        await self.actor.scope.desktop.send(self.window.id, events, self._confirmed)
        return Route.KEYBOARD

    async def _confirmed(self) -> Target:
        await self._require_window()
        now = await (self._seen() if self.element.by_sight else self._reported())
        return Target(self.window.id, now, place=with_label(now.role, now.rect))

    async def _reported(self) -> Element:
        now = await self._reidentified()
        if "disabled" in now.states:
            raise NotActionable(f"{now} is disabled; do first what enables it, or use another control")
        if self.tells and "focused" not in now.states:
            await self._require_inside(now)
        return now

    async def _reidentified(self) -> Element:
        """Return the control as it is now, confirmed as for a click where a key operates it at once: text can be read back."""
        desktop, handle = self.actor.scope.desktop, self.element.handle
        if self.element.role not in WORKED_BY_CLICK:
            return await desktop.reidentify(handle)
        now = (await desktop.target(self.window.id, handle)).element or self.element
        require_explained(now)
        return now

    async def _seen(self) -> Element:
        frame = await self.actor.scope.desktop.capture(self.window.id)
        if _beside(self.element, frame) != self.beside:
            self.element = await self.actor.scope.desktop.reidentify(self.element.handle)
            self.beside = _beside(self.element, frame)
        return self.element

    async def _require_window(self) -> None:
        windows = await self.actor.scope.desktop.windows()
        active = next((window for window in windows if window.active), None)
        holder = holder_of(self.element, self.window, windows)
        if active is not None and holder is not None and active.id != holder.id:
            raise NotActionable(
                f"the {active.kind} {active.title!r} took the keyboard focus from {holder.title!r}; look again at what it asks"
            )

    async def _require_inside(self, now: Element) -> None:
        """Raise NotActionable unless the focus is inside the control: a sheet hands it to the editor of its cell."""
        looked = await self.actor.scope.look(self.window.id)
        where = next((element for element in looked if "focused" in element.states), None)
        if where is None or not is_about(where, now) or where.role in WORKED_BY_CLICK:
            place = "an unknown control" if where is None else f"{where.role} {where.name or where.label or ''!r}"
            raise NotActionable(f"{now} lost the keyboard focus, which is in {place} now; look again before typing on")


def _beside(element: Element, frame: Frame) -> Sequence[Frame]:
    return [frame.cropped(part) for part in parts_beside(element.role, element.rect)]


async def write_seen(actor: Actor, window: Window, element: Element, text: str, clear: bool) -> ActionReport:
    """Write into the field. The report's value is what can be read of it in the picture at the end."""
    current = await actor.ready(element)
    point = current.rect.center
    await actor.aiming.uncover(window, point, current)
    await actor.activate(window)
    keyed = await FocusedKeys.of(actor, window, current)
    await actor.aiming.click(window, current)
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    await keyed.send(_keys(current, text, clear), tells=False)
    now = await _read(actor, window, element)
    report = _report(current, (current.value or ""), text, None if now is None else now.value or "", clear)
    if report.effect is Effect.CONFIRMED:
        actor.claim(current, now)
    return report


def _keys(element: Element, text: str, clear: bool) -> list[InputEvent]:
    """Return the keys that write the text. In some toolkits, Ctrl-A goes to the start of the line and selects nothing."""
    multiline = "multiline" in element.states
    if not clear:
        return [Keys(("ctrl", "end") if multiline else ("end",)), *([TypeText(text)] if text else [])]
    chosen: list[InputEvent] = [*(_ALL_OF_A_TEXT if multiline else _ALL_OF_A_LINE)]
    return [*chosen, Keys(("delete",)), *([TypeText(text)] if text else [])]


async def _read(actor: Actor, window: Window, element: Element) -> Element | None:
    desktop = actor.scope.desktop
    await desktop.settle(window.id, actor.scope.settle_timeout_s)
    try:
        seen = await actor.look(window.id)
    except DesktopError as error:
        _log.debug("The picture cannot be read back: %s", error)
        return None
    now = seen.same(element)
    return None if now is None or _another(now, element) else now


def _another(now: Element, element: Element) -> bool:
    """Tell whether another field stands there now, by its name. One or two letters may be read differently each time."""
    text, other = ((each.name or each.label or "").casefold() for each in (now, element))
    return bool(text and other) and SequenceMatcher(None, text, other).ratio() < _ALIKE


def _report(element: Element, before: str, text: str, shown: str | None, clear: bool) -> ActionReport:
    name = f"{element.role} {(element.name or element.label or '')!r}"
    if shown is None:
        return ActionReport.of(Effect.UNVERIFIABLE, f"{name} cannot be found in the picture any more", Route.KEYBOARD)
    wanted = text if clear else before + text
    evidence = f"{name} reads {shown[:200]!r} in the picture"
    if same_text(before, shown):
        effect = Effect.UNVERIFIABLE if same_text(wanted, shown) else Effect.SUSPECTED_NOOP
    else:
        effect = Effect.CONFIRMED if same_text(wanted, shown) else Effect.PARTIAL
    return ActionReport.of(effect, evidence, Route.KEYBOARD, shown)
