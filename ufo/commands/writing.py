"""Writing text into a field and reading it back; where the accessible way does not hold, with focus and keys."""

from __future__ import annotations

import logging

from ufo.commands.acting import Actor
from ufo.commands.effects import same_text
from ufo.commands.writing_seen import write_seen
from ufo.desktop.backend import InputEvent, Keys, TypeText, Window
from ufo.desktop.snapshot import Element
from ufo.errors import DesktopError, NotActionable
from ufo.schema.command import ActionReport, Effect, Route

_log = logging.getLogger(__name__)


async def write_text(actor: Actor, window: Window, element: Element, text: str, clear: bool) -> ActionReport:
    """The report's value is what the field shows at the end. Raises where the field cannot be written to."""
    if element.by_sight:
        return await write_seen(actor, window, element, text, clear)
    current = await actor.ready(element)
    if "readonly" in current.states:
        raise NotActionable(f"{current.role} {current.name!r} is read only; use another field")
    before = current.value or ""
    wanted = text if clear or _is_hidden(current) else before + text
    await actor.uncover(window, current.rect.center, current)
    route = await _set_directly(actor, current, wanted)
    now = await _read_back(actor, window, element)
    if route is None or (now is not None and not _shows(current, wanted, now.value or "")):
        await _type(actor, window, element, wanted)
        route = Route.KEYBOARD
        now = await _read_back(actor, window, element)
    report = _report(current, before, wanted, None if now is None else now.value or "", route)
    if report.effect is Effect.CONFIRMED:
        actor.claim(current, now)
    return report


async def _set_directly(actor: Actor, element: Element, wanted: str) -> Route | None:
    try:
        return (await actor.scope.desktop.act(element.handle, "set_text", wanted)).route
    except NotActionable:
        _log.debug("%s %r takes no text directly; it is typed", element.role, element.name)
        return None


async def _type(actor: Actor, window: Window, element: Element, wanted: str) -> None:
    await actor.focus(await actor.ready(element), window)
    events: list[InputEvent] = [Keys(("ctrl", "a"))]
    events.append(TypeText(wanted) if wanted else Keys(("delete",)))
    if element.role == "Cell":
        # A cell's editor keeps what is typed to itself until it is confirmed.
        events.append(Keys(("enter",)))
    await actor.send(window, events)


async def _read_back(actor: Actor, window: Window, element: Element) -> Element | None:
    """The field once it is quiet; None where it cannot be read."""
    desktop = actor.scope.desktop
    await desktop.settle(window.id, actor.scope.settle_timeout_s)
    try:
        snapshot = await desktop.snapshot(window.id)
    except DesktopError as error:
        _log.debug("The text cannot be read back: %s", error)
        return None
    return next((one for one in snapshot if one.handle.key == element.handle.key), None)


def _report(element: Element, before: str, wanted: str, shown: str | None, route: Route) -> ActionReport:
    name = f"{element.role} {(element.name or element.label or '')!r}"
    if shown is None:
        return ActionReport(
            effect=Effect.UNVERIFIABLE, route=route, evidence=(f"{name} is gone or cannot be read back",)
        )
    if _is_hidden(element):
        fits = len(shown) == len(wanted)
        return ActionReport(
            effect=Effect.PARTIAL if fits else Effect.SUSPECTED_NOOP if shown == before else Effect.UNVERIFIABLE,
            route=route,
            evidence=(f"{name} shows {len(shown)} hidden characters, {len(wanted)} were written",),
        )
    told = shown if len(shown) <= 200 else f"{shown[:199]}…"
    if same_text(wanted, shown):
        return ActionReport(value=shown, effect=Effect.CONFIRMED, route=route, evidence=(f"{name} now shows {told!r}",))
    effect = Effect.SUSPECTED_NOOP if same_text(before, shown) else Effect.PARTIAL
    return ActionReport(
        value=shown, effect=effect, route=route, evidence=(f"{name} shows {told!r}, not {wanted[:200]!r}",)
    )


def _shows(element: Element, wanted: str, shown: str) -> bool:
    return len(shown) == len(wanted) if _is_hidden(element) else same_text(wanted, shown)


def _is_hidden(element: Element) -> bool:
    return "password" in element.states
