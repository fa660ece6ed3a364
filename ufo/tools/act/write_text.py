"""Writes text into a field and reads it back. Where setting it through AT-SPI does not hold, it is typed with focus and keys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from ufo.conditions.world import BROWSERS
from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import DesktopError, NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.tools.act import office_fields
from ufo.tools.act.actor import Actor
from ufo.tools.act.keyboard import type_into, write_seen
from ufo.tools.effects.judge import same_text
from ufo.tools.observe.in_view import lines_in, whole_value

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
    has_lines = "multiline" in current.states
    before = await _shown_in(actor, await actor.look(window.id) if has_lines else None, current)
    wanted = text if clear or _is_hidden(current) else before + text
    require_length(wanted)
    return await _Writing(actor, window, element, current, before, wanted).report(None if clear else text)


@dataclass(frozen=True, slots=True)
class _Writing:
    """One text that is written. `element` is the field as the look has it, `current` as it is now; it shows `before`."""

    actor: Actor
    window: Window
    element: Element
    current: Element
    before: str
    wanted: str

    async def report(self, added: str | None) -> ActionReport:
        """Write, and report what the field shows. `added`: the text alone, where the field keeps what it holds."""
        actor, window, current, wanted = self.actor, self.window, self.current, self.wanted
        in_form = office_fields.is_form_field(window, actor.scope.selection.latest(window.id), self.element)
        in_sheet = current.role == "Cell" and office_fields.has_forms(window)
        # A cell that shows nothing may hold a formula, so it is written to even when the wanted text is empty.
        counts = not (in_sheet and not wanted) and (
            not in_form or not (office_fields.is_mute(current) or "focused" in current.states)
        )
        if wanted == self.before and counts and not _is_hidden(current):
            said = f"{_named(current)} shows {_shortened(wanted)!r} already; nothing was written"
            return ActionReport.of(Effect.CONFIRMED, said, value=_value(self.before))
        await actor.aiming.uncover(window, current.rect.center, current)
        if in_form:
            return await self._fill_in(added)
        route, now = await self._write()
        report = self._judged(None if now is None else now.value or "", route)
        if in_sheet and wanted == self.before:
            said = f"{_named(current)} shows nothing, as before; that may be the result of a formula"
            report = ActionReport.of(Effect.UNVERIFIABLE, said, route, "")
        if in_sheet and report.effect is not Effect.CONFIRMED:
            return await office_fields.as_entered(actor, window, current, wanted, report)
        if report.effect is Effect.CONFIRMED:
            actor.claim(current, now)
        return report

    async def _write(self) -> tuple[Route, Element | None]:
        """Write the text. Return the route and the field then, None where it cannot be read. Raises where nothing was written."""
        route = await self._set_directly()
        # A line break in a paragraph of a document begins another one. They come one by one, and are not typed where late.
        paragraphs = self.wanted.count("\n") + 1 if self.current.role == "Paragraph" else 1
        if route is not None:
            patience_s = _SET_S if paragraphs == 1 else self.actor.scope.late_s
            now = await self._read_back(self._shows, patience_s, paragraphs)
            # Typing into a paragraph would put the text there once more, or over all others.
            has_some = (
                self.current.role == "Paragraph" and now and not same_text(self.current.value or "", now.value or "")
            )
            if now is None or self._shows(now) or has_some:
                return route, now
        try:
            await self._type()
        except (StaleElement, NotActionable) as error:
            if route is None:
                raise
            _log.debug("%s was written to and is not typed into: %s", _named(self.element), error)
            return route, None
        return Route.KEYBOARD, await self._read_back(self._shows, self.actor.scope.late_s, paragraphs)

    async def _set_directly(self) -> Route | None:
        try:
            return (await self.actor.scope.desktop.act(self.current.handle, "set_text", self.wanted)).route
        except NotActionable:
            _log.debug("%s takes no text directly; it is typed", _named(self.current))
            return None

    async def _fill_in(self, added: str | None) -> ActionReport:
        """Write into a field of a form in a document."""
        element = self.current
        await type_into(self.actor, self.window, element, office_fields.typed(element, self.wanted, added))
        if office_fields.is_mute(element):
            await self.actor.scope.desktop.settle(self.window.id, self.actor.scope.settle_timeout_s)
            said = f"{_named(element)} does not report its text; look at its picture"
            return ActionReport.of(Effect.UNVERIFIABLE, said, Route.KEYBOARD)
        now = await self._read_back(self._shows_as_left, self.actor.scope.late_s)
        shown = None if now is None else now.value or ""
        if now is not None and "focused" in now.states and "multiline" not in now.states:
            said = f"{_named(element)} shows {_shortened(shown or '')!r} but still has the focus, so the text may not count yet"
            return ActionReport.of(Effect.UNVERIFIABLE, f"{said}; press Tab", Route.KEYBOARD)
        report = self._judged(shown, Route.KEYBOARD)
        if not _is_hidden(element) and shown is not None and office_fields.same_as_left(self.wanted, shown):
            said = f"{_named(element)} now shows {_shortened(shown)!r}"
            report = ActionReport.of(Effect.CONFIRMED, said, Route.KEYBOARD, shown)
        if report.effect is Effect.CONFIRMED:
            self.actor.claim(element, now)
        return report

    async def _type(self) -> None:
        element, wanted = self.element, self.wanted
        if "\n" in wanted and element.role == "Edit" and "multiline" not in element.states:
            raise NotActionable(f"{_named(element)} takes one line, and a line break would submit it; write it without")
        if element.role == "Cell":
            await self._type_in_cell()
        else:
            typed: InputEvent = TypeText(wanted) if wanted else Keys(("delete",))
            await type_into(self.actor, self.window, element, [Keys(("ctrl", "a")), typed])

    async def _type_in_cell(self) -> None:
        """Type into a cell. The text replaces what the cell holds."""
        actor, window, element, wanted = self.actor, self.window, self.element, self.wanted
        if "\n" in wanted or "\t" in wanted:
            raise NotActionable(
                f"{_named(element)} is one cell, and a tab or line break goes on to the next; write each cell by itself"
            )
        typed: list[InputEvent] = [TypeText(wanted) if wanted else Keys(("delete",))]
        if {window.app_root, window.process} & BROWSERS and "editable" in element.states:
            await type_into(actor, window, element, [Keys(("ctrl", "a")), *typed, Keys(("enter",))])
            return
        # Ctrl-A, which selects all of a text, would select the whole sheet or all rows of a list, and Delete would remove them.
        await actor.aiming.click(window, await actor.ready(element))
        await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
        if "editable" not in (await actor.scope.desktop.reidentify(element.handle)).states:
            raise NotActionable(
                f"{_named(element)} takes no text; work it with click_input, or write where it gets its text"
            )
        # The editor of a cell does not pass on what is typed until it is confirmed.
        typed = typed if wanted else [TypeText(" "), Keys(("backspace",))]
        await type_into(actor, window, element, [*typed, Keys(("enter",))])

    async def _read_back(
        self, shows: Callable[[Element], bool], patience_s: float, paragraphs: int = 1
    ) -> Element | None:
        """Return the field with all its text once the window is idle, or None where it cannot be read. Wait up to `patience_s`
        seconds for the wanted text: busy applications handle typed text late. `paragraphs`: how many of them the text makes.
        """
        desktop, settle_s = self.actor.scope.desktop, self.actor.scope.settle_timeout_s
        clock = asyncio.get_running_loop().time
        deadline = clock() + patience_s
        changed = True
        try:
            while True:
                await desktop.settle(self.window.id, settle_s)
                looked = clock()
                snapshot = await self.actor.look(self.window.id)
                now = snapshot.same(self.element)
                now = now and replace(now, value=await _shown_in(self.actor, snapshot, now, paragraphs))
                if now is None or not changed or clock() >= deadline or shows(now):
                    return now
                changed = await desktop.changed(self.window.id, looked, deadline - clock())
        except DesktopError as error:
            _log.debug("The text cannot be read back: %s", error)
            return None

    def _shows(self, now: Element) -> bool:
        shown = now.value or ""
        return len(shown) == len(self.wanted) if _is_hidden(self.current) else same_text(self.wanted, shown)

    def _shows_as_left(self, now: Element) -> bool:
        if _is_hidden(now):
            return len(now.value or "") == len(self.wanted)
        return "focused" not in now.states and office_fields.same_as_left(self.wanted, now.value or "")

    def _judged(self, shown: str | None, route: Route) -> ActionReport:
        """Report what the field shows; None means that it cannot be read."""
        name = _named(self.current)
        if shown is None:
            return ActionReport.of(Effect.UNVERIFIABLE, f"{name} is gone or cannot be read back", route)
        noop = Effect.SUSPECTED_NOOP
        if _is_hidden(self.current):
            fits = len(shown) == len(self.wanted)
            effect = Effect.PARTIAL if fits else noop if shown == self.before else Effect.UNVERIFIABLE
            said = f"{name} shows {'as many' if fits else 'not as many'} hidden characters as were written"
            return ActionReport.of(effect, said, route)
        if same_text(self.wanted, shown):
            return ActionReport.of(Effect.CONFIRMED, f"{name} now shows {_shortened(shown)!r}", route, _value(shown))
        if self.current.role == "Paragraph" and shown and self.wanted.startswith(f"{shown}\n"):
            # LibreOffice lists the paragraphs that are added to a box on a slide only once the box is edited.
            said = f"{name} now shows the first lines, {_shortened(shown)!r}; the rest is not told yet"
            return ActionReport.of(Effect.UNVERIFIABLE, f"{said}: do not write it again, look", route, _value(shown))
        effect = noop if same_text(self.before, shown) else Effect.PARTIAL
        said = f"{name} shows {_shortened(shown)!r}, not {_shortened(self.wanted)!r}"
        return ActionReport.of(effect, said, route, _value(shown))


async def _field_in(actor: Actor, window: Window, element: Element, clear: bool) -> Element:
    """Return the field that reports what was written: the one inside an editable combo box, or the paragraph in a cell of a
    table in a text; otherwise the element itself. Raises where a cell has several paragraphs that would all go.
    """
    if element.role == "ComboBox":
        inside = descendants(await actor.look(window.id), element)
        return next((part for part in inside if part.role == "Edit" and "editable" in part.states), element)
    seen = actor.scope.selection.latest(window.id)
    if element.role != "Cell" or seen is None:
        return element
    paragraphs = [part for part in descendants(seen, element) if part.role == "Paragraph" and "editable" in part.states]
    if clear and len(paragraphs) > 1:
        raise NotActionable(
            f"{_named(element)} holds {len(paragraphs)} paragraphs; write into the one that is meant, by its own id"
        )
    return paragraphs[-1] if paragraphs else element


async def _shown_in(actor: Actor, snapshot: Snapshot | None, element: Element, paragraphs: int = 1) -> str:
    if snapshot is not None and paragraphs > 1:
        place = (element.role, element.depth, element.path)
        beside = [other for other in snapshot if (other.role, other.depth, other.path) == place]
        at = next((at for at, other in enumerate(beside) if other.handle.key == element.handle.key), 0)
        return "\n".join([await whole_value(actor.scope.desktop, other) for other in beside[at : at + paragraphs]])
    # Editable text in a page has all its lines as elements of their own, or all but the first.
    parts = lines_in(snapshot, element) if snapshot is not None and "multiline" in element.states else ""
    whole = await actor.scope.desktop.text(element.handle) if parts else None
    return whole or (parts if not element.value else "") or await whole_value(actor.scope.desktop, element)


def _named(element: Element) -> str:
    return f"{element.role} {(element.name or element.label or '')!r}"


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:150]}…{text[-40:]} ({len(text):,} characters)"


def _value(text: str) -> str:
    """Shorten a long text: a prompt does not need a whole book that was just written."""
    return text if len(text) <= 4000 else _shortened(text)


def _is_hidden(element: Element) -> bool:
    return "password" in element.states
