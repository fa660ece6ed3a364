"""Switches entries of menus that carry a mark and are reported as plain commands: Qt 5 tells only of the marks that are set, and
some GTK programs of none.
"""

from __future__ import annotations

import asyncio

from ufo.commands.observe.control_names import named
from ufo.commands.verb.context import VerbContext, already
from ufo.desktop.snapshot import Element
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect
from ufo.vision.menu_mark import is_marked

_PAINTED_S = 0.5


async def set_entry(context: VerbContext, entry: Element, checked: bool) -> ActionReport:
    """Choose the entry unless it is as wanted. Raises NotActionable where nothing tells that it has a mark: a plain command
    would be carried out.
    """
    now = await mark_of(context, entry)
    if now is None:
        raise NotActionable(f"{named(entry)} does not tell whether it is on; click it, and look what changed")
    if now is checked:
        return already(f"{named(entry)} is {'checked' if checked else 'unchecked'} in its open menu", checked)
    route = await context.press(entry)
    said = (
        f"{named(entry)} was {'checked' if now else 'unchecked'} and was chosen; open its menu again to see its state"
    )
    return ActionReport(effect=Effect.UNVERIFIABLE, route=route, evidence=(said,))


async def mark_of(context: VerbContext, entry: Element, *, was_told: bool = False) -> bool | None:
    """Tell whether an entry of an open menu is on: by its state, where others of its menu (`was_told`: it itself before) report
    that they are, by its silence, and else by the mark in its picture. None where nothing tells.
    """
    if "checked" in entry.states:
        return True
    beside = [one for one in await context.seen(entry) if (one.role, one.path) == (entry.role, entry.path)]
    if was_told or any("checked" in one.states for one in beside):
        return False
    clock = asyncio.get_running_loop().time
    deadline = clock() + _PAINTED_S
    while True:
        drawn = await _drawn(context, entry)
        if drawn is not None or clock() > deadline:
            return drawn


async def _drawn(context: VerbContext, entry: Element) -> bool | None:
    """Return what the picture tells. A menu that has only just opened may not be painted yet, or stand under the one before."""
    current = await context.now(entry)
    if current is None or "covered" in current.states:
        return None
    row = (await context.desktop.capture(context.window.id)).cropped(current.rect)
    return is_marked(row) if row.rect == current.rect else None
