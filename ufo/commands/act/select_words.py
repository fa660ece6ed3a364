"""Selects a stretch of a control's text by its words."""

from __future__ import annotations

from ufo.commands.act.actor import Actor
from ufo.commands.observe.element_text import descendants
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.errors import NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect
from ufo.schema.roles import TEXT_FIELDS


async def select_words(actor: Actor, window: Window, element: Element, words: str, number: int) -> ActionReport:
    """Select the words in the control, or in the first text inside it that has them. The backend reads the selection back.

    Raises ToolError where no text has them, NotActionable where the application does not let them be selected.
    """
    if not words:
        raise ToolError("`text` is empty; say which words to select")
    current = await actor.ready(element)
    if "password" in current.states:
        raise NotActionable(f"{current.role} {current.name!r} is a password, whose text is not read")
    holder = await _holder(actor, window, current, words, number)
    if holder is None:
        raise ToolError(f"{current.role} {current.name!r} does not have {words!r} {number} times; read it for its text")
    if holder.role in TEXT_FIELDS:
        await actor.focus(holder, window)
    delivery = await actor.scope.desktop.act(holder.handle, "select_range_of_text", f"{number}:{words}")
    await actor.scope.desktop.settle(window.id, actor.scope.settle_timeout_s)
    await actor.look(window.id)
    said = f"{words[:200]!r} is selected in {holder.role} {(holder.name or current.name)[:80]!r}"
    return ActionReport(value=words[:200], effect=Effect.CONFIRMED, route=delivery.route, evidence=(said,))


async def _holder(actor: Actor, window: Window, element: Element, words: str, number: int) -> Element | None:
    """Return the control whose own text has the words so often."""
    inside = descendants(await actor.scope.desktop.snapshot(window.id), element)
    for one in (element, *inside):
        if words not in (one.value or one.name) and not one.value:
            continue
        whole = await actor.scope.desktop.text(one.handle) or one.value or ""
        if whole.count(words) >= number:
            return one
    return None
