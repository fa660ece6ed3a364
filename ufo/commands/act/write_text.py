"""Writes text into a field and reads it back. Where setting it through AT-SPI does not hold, it is typed with focus and keys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ufo.commands.act import office_forms
from ufo.commands.act.actor import Actor
from ufo.commands.act.cell_entry import as_entered
from ufo.commands.act.keyboard import type_into
from ufo.commands.act.write_by_sight import write_seen
from ufo.commands.effects.judge import same_text
from ufo.commands.observe.element_text import descendants, lines_in, whole_value
from ufo.conditions.world import BROWSERS
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError, NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route

_log = logging.getLogger(__name__)
_SET_S = 0.3
"""Seconds that a text that was set directly may take to show before it is typed."""
MOST_CHARACTERS = 1_000_000
"""The longest text that is written at once: more of it blocks most applications for a long time."""


def require_length(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise NotActionable(
            f"the text would have {len(text):,} characters, and at most {MOST_CHARACTERS:,} are written at once; "
            "put it in a file and open or insert that"
        )


async def write_text(actor: Actor, window: Window, element: Element, text: str, clear: bool) -> ActionReport:
    """Write into a field. The report's value is what the field shows at the end. Raises where the field cannot be written to."""
    require_length(text)
    if element.by_sight:
        return await write_seen(actor, window, element, text, clear)
    element = await _field_in(actor, window, element, clear)
    current = await actor.ready(element)
    if "readonly" in current.states:
        raise NotActionable(
            f"{_named(element)} takes no typed text, for it is read only; click it, and choose in the calendar or list that opens"
        )
    before = await _shown_in(actor, await actor.look(window.id) if _may_have_lines(current) else None, current)
    wanted = text if clear or _is_hidden(current) else before + text
    require_length(wanted)
    in_form = office_forms.is_form_field(window, actor.scope.selection.latest(window.id), element)
    in_sheet = current.role == "Cell" and office_forms.has_forms(window)
    # A cell that shows nothing may hold a formula, so it is written to even when the wanted text is empty.
    counts = not (in_sheet and not wanted) and (
        not in_form or not (office_forms.is_mute(current) or "focused" in current.states)
    )
    if wanted == before and counts and not _is_hidden(current):
        said = f"{_named(current)} shows {_shortened(wanted)!r} already; nothing was written"
        return ActionReport(value=_value(before), effect=Effect.CONFIRMED, evidence=(said,))
    await actor.aiming.uncover(window, current.rect.center, current)
    if in_form:
        return await _fill_in(actor, window, current, before, wanted, None if clear else text)
    route, now = await _write(actor, window, element, current, wanted)
    report = _report(current, before, wanted, None if now is None else now.value or "", route)
    if in_sheet and wanted == before:
        said = f"{_named(current)} shows nothing, as before; that may be the result of a formula"
        report = ActionReport(value="", effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    if in_sheet and report.effect is not Effect.CONFIRMED:
        return await as_entered(actor, window, current, wanted, report)
    if report.effect is Effect.CONFIRMED:
        actor.claim(current, now)
    return report


async def _write(
    actor: Actor, window: Window, element: Element, current: Element, wanted: str
) -> tuple[Route, Element | None]:
    """Write the text, and return the route and the field as it is then: None where it is another one or cannot be read. Raises
    where nothing was written.
    """
    route = await _set_directly(actor, current, wanted)
    shown = partial(_shows, current, wanted)
    if route is not None:
        paragraphs = _paragraphs_of(current, wanted)
        # Paragraphs come one by one, and are not typed where they are late.
        patience_s = _SET_S if paragraphs == 1 else actor.scope.late_s
        now = await _read_back(actor, window, element, shown, patience_s, paragraphs)
        if now is None or shown(now) or _was_written(current, now):
            return route, now
    try:
        await _type(actor, window, element, wanted)
    except (StaleElement, NotActionable) as error:
        if route is None:
            raise
        _log.debug("%s %r was written to and is not typed into: %s", element.role, element.name, error)
        return route, None
    paragraphs = _paragraphs_of(current, wanted)
    return Route.KEYBOARD, await _read_back(actor, window, element, shown, actor.scope.late_s, paragraphs)


async def _fill_in(
    actor: Actor, window: Window, element: Element, before: str, wanted: str, added: str | None
) -> ActionReport:
    """Write into a field of a form in a document."""
    await type_into(actor, window, element, office_forms.typed(element, wanted, added))
    name = _named(element)
    if office_forms.is_mute(element):
        await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
        said = f"{name} does not report its text; look at its picture"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=Route.KEYBOARD, evidence=(said,))
    now = await _read_back(actor, window, element, partial(_shows_as_left, wanted), actor.scope.late_s)
    if now is not None and "focused" in now.states and "multiline" not in now.states:
        said = f"{name} shows {_shortened(now.value or '')!r} but still has the focus, so the text may not count yet; press Tab"
        return ActionReport(effect=Effect.UNVERIFIABLE, route=Route.KEYBOARD, evidence=(said,))
    shown = None if now is None else now.value or ""
    report = _report(element, before, wanted, shown, Route.KEYBOARD)
    if not _is_hidden(element) and shown is not None and office_forms.same_as_left(wanted, shown):
        said = f"{name} now shows {_shortened(shown)!r}"
        report = ActionReport(value=shown, effect=Effect.CONFIRMED, route=Route.KEYBOARD, evidence=(said,))
    if report.effect is Effect.CONFIRMED:
        actor.claim(element, now)
    return report


async def _field_in(actor: Actor, window: Window, element: Element, clear: bool) -> Element:
    """Return the field that reports what was written: the one inside an editable combo box, or the paragraph in a cell of a
    table in a text; otherwise the element itself. Raises where a cell has several paragraphs that would all go.
    """
    if element.role == "ComboBox":
        inside = descendants(await actor.look(window.id), element)
        return next((one for one in inside if one.role == "Edit" and "editable" in one.states), element)
    seen = actor.scope.selection.latest(window.id)
    if element.role != "Cell" or seen is None:
        return element
    paragraphs = [one for one in descendants(seen, element) if one.role == "Paragraph" and "editable" in one.states]
    if clear and len(paragraphs) > 1:
        raise NotActionable(
            f"{_named(element)} holds {len(paragraphs)} paragraphs; write into the one that is meant, by its own id"
        )
    return paragraphs[-1] if paragraphs else element


async def _set_directly(actor: Actor, element: Element, wanted: str) -> Route | None:
    try:
        return (await actor.scope.desktop.act(element.handle, "set_text", wanted)).route
    except NotActionable:
        _log.debug("%s %r takes no text directly; it is typed", element.role, element.name)
        return None


async def _type(actor: Actor, window: Window, element: Element, wanted: str) -> None:
    if "\n" in wanted and element.role == "Edit" and "multiline" not in element.states:
        raise NotActionable(f"{_named(element)} takes one line, and a line break would submit it; write it without")
    events: list[InputEvent] = [TypeText(wanted) if wanted else Keys(("delete",))]
    if element.role == "Cell":
        await _type_in_cell(actor, window, element, wanted, events)
    else:
        await type_into(actor, window, element, [Keys(("ctrl", "a")), *events])


async def _type_in_cell(
    actor: Actor, window: Window, element: Element, wanted: str, events: Sequence[InputEvent]
) -> None:
    """Type into a cell. The text replaces what the cell holds."""
    if "\n" in wanted or "\t" in wanted:
        raise NotActionable(
            f"{_named(element)} is one cell, and a tab or line break goes on to the next; write each cell by itself"
        )
    if {window.app_root, window.process} & BROWSERS and "editable" in element.states:
        await type_into(actor, window, element, [Keys(("ctrl", "a")), *events, Keys(("enter",))])
        return
    # Ctrl-A, which selects all of a text, would select the whole sheet or all rows of a list, and Delete would remove them.
    await actor.aiming.click(window, await actor.ready(element))
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    if "editable" not in (await actor.scope.desktop.reidentify(element.handle)).states:
        raise NotActionable(
            f"{_named(element)} takes no text; work it with click_input, or write where it gets its text"
        )
    typed = events if wanted else [TypeText(" "), Keys(("backspace",))]
    # The editor of a cell does not pass on what is typed until it is confirmed.
    await type_into(actor, window, element, [*typed, Keys(("enter",))])


async def _read_back(
    actor: Actor,
    window: Window,
    element: Element,
    shown: Callable[[Element], bool],
    patience_s: float,
    paragraphs: int = 1,
) -> Element | None:
    """Return the field with all its text once the window is idle, or None where it cannot be read. Wait up to `patience_s`
    seconds for the wanted text: busy applications handle typed text late. `paragraphs`: how many of them the text makes.
    """
    desktop = actor.scope.desktop
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience_s
    changed = True
    try:
        while True:
            await desktop.settle(window.id, actor.scope.settle_timeout_s)
            looked = clock()
            snapshot = await actor.look(window.id)
            now = snapshot.same(element)
            now = None if now is None else replace(now, value=await _shown_in(actor, snapshot, now, paragraphs))
            if now is None or not changed or clock() >= deadline or shown(now):
                return now
            changed = await desktop.changed(window.id, looked, deadline - clock())
    except DesktopError as error:
        _log.debug("The text cannot be read back: %s", error)
        return None


def _may_have_lines(element: Element) -> bool:
    """Tell whether the field may have lines as elements of their own: editable text in a page has all of them so, or all but
    the first.
    """
    return "multiline" in element.states


def _paragraphs_of(element: Element, wanted: str) -> int:
    """Return how many paragraphs a text makes: a line break in a paragraph of a document begins another one."""
    return wanted.count("\n") + 1 if element.role == "Paragraph" else 1


def _was_written(before: Element, now: Element) -> bool:
    """Tell whether something was written into a paragraph. Typing would put the text there once more, or over all others."""
    return before.role == "Paragraph" and not same_text(before.value or "", now.value or "")


async def _shown_in(actor: Actor, snapshot: Snapshot | None, element: Element, paragraphs: int = 1) -> str:
    if snapshot is not None and paragraphs > 1:
        beside = [
            one for one in snapshot if (one.role, one.depth, one.path) == (element.role, element.depth, element.path)
        ]
        at = next((place for place, one in enumerate(beside) if one.handle.key == element.handle.key), 0)
        return "\n".join([await whole_value(actor.scope.desktop, one) for one in beside[at : at + paragraphs]])
    parts = lines_in(snapshot, element) if snapshot is not None and _may_have_lines(element) else ""
    whole = await actor.scope.desktop.text(element.handle) if parts else None
    return whole or (parts if not element.value else "") or await whole_value(actor.scope.desktop, element)


def _report(element: Element, before: str, wanted: str, shown: str | None, route: Route) -> ActionReport:
    name = _named(element)
    if shown is None:
        return ActionReport(
            effect=Effect.UNVERIFIABLE, route=route, evidence=(f"{name} is gone or cannot be read back",)
        )
    if _is_hidden(element):
        fits = len(shown) == len(wanted)
        return ActionReport(
            effect=Effect.PARTIAL if fits else Effect.SUSPECTED_NOOP if shown == before else Effect.UNVERIFIABLE,
            route=route,
            evidence=(f"{name} shows {'as many' if fits else 'not as many'} hidden characters as were written",),
        )
    if same_text(wanted, shown):
        evidence = (f"{name} now shows {_shortened(shown)!r}",)
        return ActionReport(value=_value(shown), effect=Effect.CONFIRMED, route=route, evidence=evidence)
    if element.role == "Paragraph" and shown and wanted.startswith(f"{shown}\n"):
        # LibreOffice lists the paragraphs that are added to a box on a slide only once the box is edited.
        said = f"{name} now shows the first lines, {_shortened(shown)!r}; the rest is not told yet: do not write it again, look"
        return ActionReport(value=_value(shown), effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))
    effect = Effect.SUSPECTED_NOOP if same_text(before, shown) else Effect.PARTIAL
    return ActionReport(
        value=_value(shown),
        effect=effect,
        route=route,
        evidence=(f"{name} shows {_shortened(shown)!r}, not {_shortened(wanted)!r}",),
    )


def _named(element: Element) -> str:
    return f"{element.role} {(element.name or element.label or '')!r}"


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:150]}…{text[-40:]} ({len(text):,} characters)"


def _value(text: str) -> str:
    """Shorten a long text: a prompt does not need a whole book that was just written."""
    return text if len(text) <= 4000 else _shortened(text)


def _shows(element: Element, wanted: str, now: Element) -> bool:
    shown = now.value or ""
    return len(shown) == len(wanted) if _is_hidden(element) else same_text(wanted, shown)


def _shows_as_left(wanted: str, now: Element) -> bool:
    if _is_hidden(now):
        return _shows(now, wanted, now)
    return "focused" not in now.states and office_forms.same_as_left(wanted, now.value or "")


def _is_hidden(element: Element) -> bool:
    return "password" in element.states
