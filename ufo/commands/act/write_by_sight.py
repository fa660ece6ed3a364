"""Writes into a field that is known from the picture: a click, keys, and then a reading of the picture.

Text that stood there is never written again from a reading of the picture: such readings are not reliable enough.
"""

from __future__ import annotations

import logging
from difflib import SequenceMatcher

from ufo.commands.act.actor import Actor
from ufo.commands.act.keyboard import FocusedKeys
from ufo.commands.effects.judge import same_text
from ufo.desktop.snapshot import Element
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError
from ufo.schema.command import ActionReport, Effect, Route

_ALIKE = 0.6
_log = logging.getLogger(__name__)
_ALL_OF_A_LINE = (Keys(("end",)), Keys(("shift", "home")))
_ALL_OF_A_TEXT = (Keys(("ctrl", "end")), Keys(("ctrl", "shift", "home")))


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
    one, other = ((each.name or each.label or "").casefold() for each in (now, element))
    return bool(one and other) and SequenceMatcher(None, one, other).ratio() < _ALIKE


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
