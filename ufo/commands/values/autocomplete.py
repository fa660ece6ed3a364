"""Writes into fields that show suggestions: their list covers the next field until it is closed."""

from __future__ import annotations

from ufo.commands.act.keyboard import type_into
from ufo.commands.act.write_text import write_text
from ufo.commands.effects.judge import same_text
from ufo.commands.observe.control_names import named
from ufo.commands.verb.context import VerbContext, same
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys
from ufo.errors import NotActionable, StaleElement
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import ITEMS

_SHUT_S = 1.0


async def write_alone(context: VerbContext, element: Element, text: str) -> ActionReport:
    """Write the text and close the list of suggestions without taking one. Raises as `write_text` does."""
    before = context.actor.scope.selection.latest(context.window.id)
    report = await write_text(context.actor, context.window, element, text, True)
    after = context.actor.scope.selection.latest(context.window.id)
    if report.route is not Route.KEYBOARD or after is None or not _suggests(after, element, before):
        return report
    written = same(after, element)
    if written is None or "password" in written.states:
        return report
    try:
        await type_into(context.actor, context.window, written, [Keys(("escape",))])
    except (StaleElement, NotActionable):
        # The text is written, whatever became of the list.
        return report
    left = await context.until(lambda snapshot: None if _suggests(snapshot, element, before) else snapshot, _SHUT_S)
    now = None if left is None else same(left, element)
    if now is None or same_text(written.value or "", now.value):
        return report
    said = f"{named(now)} shows {now.value!r} since the list of its suggestions was shut, it showed {written.value!r}"
    effect = Effect.CONFIRMED if same_text(text, now.value) else Effect.PARTIAL
    return ActionReport(value=now.value, effect=effect, route=report.route, evidence=(said,))


def _suggests(snapshot: Snapshot, element: Element, before: Snapshot | None) -> bool:
    """Tell whether list entries have appeared in a window of their own."""
    known = {one.handle.key for one in before or ()}
    return any(
        one.role in ITEMS and one.window and one.window != element.window and one.handle.key not in known
        for one in snapshot
    )
